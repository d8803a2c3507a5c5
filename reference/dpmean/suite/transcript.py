"""The plan of the `transcript` vectors: mechanisms on small data with injected draws, every intermediate named."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ..mechanisms.interpret import replay
from ..mechanisms.registry import build
from ..numbers import rational, spell
from .vectors import Vector, needs, slug

NAN = "nan"

# (name, records, why, flags)
DATA: tuple[tuple[str, tuple[str, ...], str, tuple[str, ...]], ...] = (
    ("empty", (), "n = 0: the release is the noise alone", ("EmptyData",)),
    ("one", ("3/4",), "n = 1", ("OneRecord",)),
    ("three", ("0", "1/2", "1"), "records at both bounds and between", ()),
    ("outside", ("-5", "1/4", "7"), "records outside the bounds are clipped", ("ClipForgotten",)),
    ("infinite", ("inf", "1/4", "-inf"), "infinite records are clipped", ("Infinite",)),
    ("missing", ("1/4", NAN, "1"), "a NaN record follows the policy", ("MissingRecord",)),
)
BOUNDS: tuple[tuple[str, str, str, tuple[str, ...]], ...] = (
    ("0", "1", "unit bounds", ()),
    ("-2", "6", "bounds on both sides of 0", ("ShiftForgotten", "SensitivityUnit")),
    ("4", "5", "bounds far from 0", ("ShiftForgotten",)),
)
# noise values (first, second) for mechanisms with two independent draws or one draw of a pair
PAIRS: tuple[tuple[str, str, str, tuple[str, ...]], ...] = (
    ("0", "0", "no noise: the mean itself", ()),
    ("1/2", "-1/4", "noise of both signs", ("RatioOrder",)),
    ("-9", "1", "negative numerator", ("OutputClip",)),
    ("-3", "-20", "a negative denominator is divided by, as printed", ("NegativeCount",)),
    ("30", "1/8", "a quotient above 1", ("OutputClip",)),
)


def _plain(value: Any) -> Any:
    return [_plain(v) for v in value] if isinstance(value, list) else spell(value)


def make(mechanism: str, params: dict[str, str], data: tuple[str, ...], draws: dict[str, Any], name: str, why: str, flags: tuple[str, ...]) -> Vector:
    """Replay the mechanism on the injected draws and wrap the transcript."""
    exact = {label: tuple(rational(v, "draw") for v in d) if isinstance(d, list) else rational(d, "draw") for label, d in draws.items()}
    built = build(mechanism, params)
    transcript = replay(built.program([float(x) if x in ("nan", "inf", "-inf") else x for x in data]), exact)
    flat = [v for d in draws.values() for v in (d if isinstance(d, list) else [d])]
    return Vector(
        id=slug(mechanism, "transcript", params.get("noise", ""), f"bounds{params['lower']}to{params['upper']}", name),
        kind="transcript",
        object=mechanism,
        why=why,
        source=(type(built).__doc__ or "").split("Source.")[-1].strip().rstrip("."),
        params=params,
        input={"data": list(data), "draws": draws},
        expect={"steps": [[n, _plain(v)] for n, v in transcript.steps], "value": spell(transcript.output)},
        accept={"rule": "within", "ulps": "16"},
        flags=flags,
        requires=needs(params, [x for x in (*data, *flat) if x not in ("nan", "inf", "-inf")]),
    )


def _scaled(data: tuple[str, ...], lower: str, upper: str) -> tuple[str, ...]:
    """Records given for [0, 1], moved to [lower, upper]."""
    low, width = Fraction(lower), Fraction(upper) - Fraction(lower)
    return tuple(x if x in ("nan", "inf", "-inf") else spell(low + width * Fraction(x)) for x in data)


def _cases() -> Iterator[tuple[str, str, tuple[str, ...], str, str, str, str, tuple[str, ...]]]:
    """(lower, upper, data, z1, z2, name, why, flags): all data at the first bounds and noise, then the rest thinned."""
    for b, (lower, upper, bound_why, bound_flags) in enumerate(BOUNDS):
        for d, (name, data, why, flags) in enumerate(DATA):
            for p, (z1, z2, noise_why, noise_flags) in enumerate(PAIRS):
                if b == 0 or d == 2 or (d + p) % 3 == b - 1:
                    yield lower, upper, _scaled(data, lower, upper), z1, z2, f"{name}-noise{p}", f"{bound_why}; {why}; {noise_why}", (*bound_flags, *flags, *noise_flags)
        yield lower, upper, _scaled(("1/2", "1"), lower, upper), "-1", "-1", "zerocount", f"{bound_why}; the noisy count is exactly 0: the midpoint", ("ZeroCount",)


def transcript_vectors() -> list[Vector]:
    """All transcript vectors."""
    found: list[Vector] = []
    for lower, upper, data, z1, z2, name, why, flags in _cases():
        base = {"epsilon": "1", "lower": lower, "upper": upper}
        count_noise = spell(-2) if "zerocount" in name else z2
        two = {"noise_sum": z1, "noise_count": count_noise}
        found.append(make("independent_mean", base, data, two, name, why, flags))
        found.append(make("shifted_mean", base, data, two, name, why, flags))
        found.append(make("transformed_mean", {**base, "noise": "laplace"}, data, {"noise_1": z1, "noise_2": z2}, name, why, flags))
        k = round(Fraction(z1) + Fraction(z2))
        pair = [z1, spell(k - Fraction(z1))]
        found.append(make("transformed_mean", {**base, "noise": "hourglass", "gamma": "1/2"}, data, {"noise": pair}, name, f"{why}; the noise lies on a diagonal", flags))
    found += _lattice_and_sized()
    return found


def _lattice_and_sized() -> Iterator[Vector]:
    base = {"epsilon": "1/2", "lower": "0", "upper": "8"}
    ties = ("1", "3", "5", "7", "5/2")
    why = "records at 1/8, 3/8, ... of the interval are ties on the lattice 1/4: to even"
    yield make("transformed_mean", {**base, "noise": "discrete_hourglass", "gamma": "1/2", "m": "4"}, ties, {"noise": ["3/4", "-7/4"]}, "ties", why, ("Rounding", "Lattice"))
    yield make("transformed_mean", {**base, "noise": "discrete_laplace", "m": "4"}, ties, {"noise_1": "3", "noise_2": "-7"}, "ties", f"{why}; draws are in steps of 1/4", ("Rounding", "Lattice"))
    yield make("transformed_mean", {**base, "noise": "discrete_laplace", "m": "1"}, ("0", "8", "3"), {"noise_1": "1", "noise_2": "0"}, "coarse", "m = 1: every record becomes a bound", ("Rounding", "Lattice"))
    yield make("transformed_mean", {**base, "noise": "staircase2d", "gamma": "1/4"}, ("1", "2"), {"noise": ["1/3", "1/5"]}, "plane", "noise anywhere in the plane", ())
    for noise in ("laplace", "truncated_laplace"):
        for n, data, z, name, note, flags in (
            ("3", ("0", "4", "8"), "1/2", "inside", "the ordinary case", ()),
            ("1", ("2",), "-5", "below", "far below the lower bound", ("Truncation", "OneRecord")),
            ("2", ("99", "-99"), "10", "above", "records clipped first, then far above the upper bound", ("Truncation", "ClipForgotten")),
            ("2", ("nan", "8"), "0", "missing", "a NaN record is the midpoint: n is public", ("MissingRecord",)),
        ):
            yield make("sized_mean", {**base, "n": n, "noise": noise}, data, {"noise": z}, name, note, flags)
