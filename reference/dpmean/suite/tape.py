"""The plan of the `tape` vectors: bits in, outcomes and number of bits consumed out, per named profile.

`vectors/README.md` defines the profiles; an implementation with another sampler is `unsupported` here, not wrong.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ..bits import Bits, Shake128ForTesting, TapeForTesting
from ..distributions.discrete_hourglass import DiscreteHourglass
from ..distributions.discrete_laplace import DiscreteLaplace
from ..distributions.discrete_staircase import DiscreteStaircase
from ..distributions.hourglass import Hourglass
from ..distributions.laplace import Laplace
from ..distributions.parameters import parse
from ..distributions.staircase import Staircase
from ..distributions.staircase2d import Staircase2D
from ..enclosure import floor
from ..errors import TapeExhausted
from ..mechanisms import interpret
from ..mechanisms.registry import MECHANISMS, build
from ..numbers import rational, spell
from .vectors import Vector, slug

LAWS: dict[str, Any] = {
    "laplace": Laplace,
    "discrete_laplace": DiscreteLaplace,
    "staircase": Staircase,
    "discrete_staircase": DiscreteStaircase,
    "staircase2d": Staircase2D,
    "hourglass": Hourglass,
    "discrete_hourglass": DiscreteHourglass,
}
PROFILES = {
    "laplace": "quantile-1",
    "discrete_laplace": "inversion-1",
    "staircase": "step-uniform-1",
    "discrete_staircase": "inversion-1",
    "staircase2d": "ball-uniform-1",
    "hourglass": "step-uniform-1",
    "discrete_hourglass": "inversion-1",
} | dict.fromkeys(MECHANISMS, "release-1")


def sampler(object_: str, params: dict[str, str], given: dict[str, Any]) -> Callable[[Bits], tuple[Fraction, ...]]:
    """One outcome per call: of a law (on `grid` if continuous), or of a mechanism on `data`."""
    grid = rational(given["grid"], "grid") if "grid" in given else None
    if object_ in LAWS:
        law = LAWS[object_](**parse(params))
        return lambda bits: interpret.sample(law, bits, grid)
    mechanism = build(object_, params)
    if grid is not None:
        interpret.require_grid(grid, mechanism.lower, mechanism.upper)
    rounding = given.get("rounding", "nearest")
    records = mechanism.records(given["data"])  # once: clipping clipped records changes nothing
    return lambda bits: interpret.release(mechanism.program(records), bits, grid, rounding)


def answer(object_: str, params: dict[str, str], given: dict[str, Any]) -> dict[str, Any]:
    """The output of a tape request: values and bits, or a digest and bits for an accumulated one."""
    draw = sampler(object_, params, given)
    count = int(given["count"])
    if "seed" in given:
        source: Any = Shake128ForTesting(bytes.fromhex(given["seed"]))
        digest = hashlib.shake_128()
        for _ in range(count):
            digest.update((" ".join(spell(v) for v in draw(source)) + "\n").encode())
        return {"shake128_of_lines": digest.hexdigest(32), "bits": str(source.used)}
    tape = TapeForTesting(bytes.fromhex(given["tape"]))
    values = [[spell(v) for v in draw(tape)] for _ in range(count)]
    return {"values": [v[0] if len(v) == 1 else v for v in values], "bits": str(tape.used)}


def make(object_: str, params: dict[str, str], given: dict[str, Any], name: str, why: str, flags: tuple[str, ...]) -> Vector:
    """Run the tape; one that is exhausted expects a rejection."""
    try:
        expect = {"status": "ok", **answer(object_, params, given)}
    except TapeExhausted as error:
        expect = {"status": "rejected", "code": error.code}
        flags = (*flags, "TapeExhausted")
    return Vector(
        id=slug(object_, "tape", *(f"{k}={v}" for k, v in params.items()), name),
        kind="tape",
        object=object_,
        why=why,
        source=f"vectors/README.md, profile {PROFILES[object_]}",
        params=params,
        input={**given, "profile": PROFILES[object_]},
        expect=expect,
        flags=tuple(dict.fromkeys(flags)),
        requires=(f"profile:{PROFILES[object_]}",),
    )


def _shake(text: str, size: int) -> str:
    return hashlib.shake_128(text.encode()).hexdigest(size)


SETTINGS: tuple[tuple[str, dict[str, str]], ...] = (
    ("discrete_laplace", {"epsilon": "1"}),
    ("discrete_laplace", {"decay": "1/2"}),
    ("discrete_laplace", {"epsilon": "1/100", "sensitivity": "2"}),
    ("discrete_staircase", {"epsilon": "1", "gamma": "1/2", "m": "4"}),
    ("discrete_staircase", {"epsilon": "2", "gamma": "1", "m": "1"}),
    ("discrete_hourglass", {"epsilon": "1", "gamma": "1/2", "m": "4"}),
    ("discrete_hourglass", {"decay": "1/3", "gamma": "1/5", "m": "5", "sensitivity": "2"}),
    ("laplace", {"epsilon": "1"}),
    ("laplace", {"epsilon": "1/10", "sensitivity": "3"}),
    ("staircase", {"epsilon": "1", "gamma": "1/2"}),
    ("staircase", {"epsilon": "1", "gamma": "optimal"}),
    ("staircase2d", {"epsilon": "1", "gamma": "1/2"}),
    ("staircase2d", {"epsilon": "3", "gamma": "optimal"}),
    ("hourglass", {"epsilon": "1", "gamma": "1/2"}),
    ("hourglass", {"epsilon": "1", "gamma": "optimal"}),
    ("hourglass", {"decay": "1/3", "gamma": "1", "sensitivity": "2"}),
)
LATTICE_LAWS = ("discrete_laplace", "discrete_staircase", "discrete_hourglass")


def _law_vectors() -> list[Vector]:
    found = []
    for object_, params in SETTINGS:
        grid = {} if object_ in LATTICE_LAWS else {"grid": "1/1024"}
        tag = slug(object_, *params.values())
        found.append(make(object_, params, {"tape": _shake(tag, 96), "count": "8", **grid}, "ordinary", "eight ordinary draws", ("TapeOrder",)))
        found.append(make(object_, params, {"tape": "00" * 32, "count": "1", **grid}, "zeros", "all bits 0: never decided, the lower end of every interval is 0", ()))
        found.append(make(object_, params, {"tape": "ff" * 32, "count": "1", **grid}, "ones", "all bits 1", ()))
        found.append(make(object_, params, {"tape": "80" + "00" * 31, "count": "1", **grid}, "half", "U = 1/2 exactly, the median", ("Unlucky",)))
        found.append(make(object_, params, {"tape": "", "count": "1", **grid}, "empty", "no bits at all", ()))
        found.append(make(object_, params, {"seed": _shake(tag, 8), "count": "200", **grid}, "accumulated", "200 draws, one digest", ("Accumulated",)))
    for epsilon, k in (("1", 0), ("1", 3), ("1/100", 40)):
        law = DiscreteLaplace(**parse({"epsilon": epsilon}))
        below = floor(law.cdf(k) * Fraction(1 << 64))
        for name, start, side in (("below", below, "just below"), ("above", below + 1, "just above")):
            tape = (start).to_bytes(8, "big").hex() + _shake(f"{epsilon}{k}{name}", 16)
            found.append(make("discrete_laplace", {"epsilon": epsilon}, {"tape": tape, "count": "1"}, f"boundary{k}-{name}", f"U is {side} F({k}): 64 bits do not say more", ("Unlucky",)))
    return found


MEANS: tuple[tuple[str, dict[str, str]], ...] = (
    ("independent_mean", {}),
    ("shifted_mean", {}),
    ("transformed_mean", {"noise": "laplace"}),
    ("transformed_mean", {"noise": "staircase2d", "gamma": "1/2"}),
    ("transformed_mean", {"noise": "hourglass", "gamma": "1/2"}),
    ("transformed_mean", {"noise": "hourglass", "gamma": "optimal"}),
    ("transformed_mean", {"noise": "discrete_laplace", "m": "4"}),
    ("transformed_mean", {"noise": "discrete_hourglass", "gamma": "1/2", "m": "4"}),
    ("sized_mean", {"n": "3", "noise": "laplace"}),
    ("sized_mean", {"n": "3", "noise": "truncated_laplace"}),
)


def _mean_vectors() -> list[Vector]:
    found = []
    for object_, more in MEANS:
        params = {"epsilon": "1", "lower": "0", "upper": "4", **more}
        data = ["1", "9", "5/2"]
        tag = slug(object_, *params.values())
        for grid, rounding in (("1/8", "nearest"), ("1/1000", "nearest"), ("1/2", "stochastic")):
            given = {"data": data, "tape": _shake(f"{tag}{grid}", 128), "count": "3", "grid": grid, "rounding": rounding}
            found.append(make(object_, params, given, f"grid{grid}-{rounding}", f"whole releases, output to the grid {grid}, {rounding}", ("TapeOrder", "Rounding")))
        given = {"data": data, "tape": _shake(f"{tag}short", 1), "count": "4", "grid": "1/1000"}
        found.append(make(object_, params, given, "short", "a tape that ends before the releases are decided", ()))
        if object_ != "sized_mean":
            given = {"data": [], "tape": _shake(f"{tag}empty", 64), "count": "2", "grid": "1/1000"}
            found.append(make(object_, params, given, "nodata", "n = 0", ("EmptyData",)))
    for gamma in ("1/2", "optimal"):
        params = {"epsilon": "1", "lower": "0", "upper": "4", "noise": "hourglass", "gamma": gamma}
        given = {"data": [], "tape": "90" + "5a" * 15, "count": "1", "grid": "1/1000"}
        why = f"J = 0 and G = 0 with n = 0: the noisy count is exactly 0 whatever X is, so the midpoint at once; gamma {gamma}"
        found.append(make("transformed_mean", params, given, "zerocount", why, ("ZeroCount", "EmptyData")))
    return found


def tape_vectors() -> list[Vector]:
    """All tape vectors."""
    return _law_vectors() + _mean_vectors()
