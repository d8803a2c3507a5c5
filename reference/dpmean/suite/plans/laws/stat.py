"""The plan of the `stat` vectors of laws: pre-registered events with certified probabilities, known
bugs with their power.

A vector may raise a false alarm with probability `alpha`, half of it on the events (exact binomial
tests, Bonferroni) and half on the distribution function at registered points
(Dvoretzky-Kiefer-Wolfowitz with Massart's constant).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from ....catalogue.laws import LAWS
from ....exact.digits import decimals
from ....exact.enclosure import compare
from ....exact.numbers import spell
from ....exact.reals import Number
from ....parameters.declared import parse
from ...events import SLACK, Bug, Event, below, cdf_json
from ...power import TIERS, Tests
from ...pvalues import CHECK
from ...vectors import Vector, is_dyadic, needs, short, slug
from .sampler_bugs import above, even, has_odd, wide_steps

N = 1 << 16
HALF = Fraction(1, 2)
EVEN = Event("an even number of steps", "x", "multiple", Fraction(2), "FloatLeak", even)
# beyond eleven scales; of the largest ordinary batches a dozen draws are farther out: none is no
# chance in two looks
FARTHEST = Fraction(12, 1 << 20)
# a sensitivity without which there is no noise, with tails too small to be written
HUGE = 1 << 17
RATIONAL = "numbers:rational"
# beyond 2^24 a single has even numbers only; of a scale of 2^30 one in 64 draws lies below
SINGLE, MOSTLY_EVEN = "noise in single precision", Fraction(49, 50)


def make(
    object_: str,
    params: dict[str, str],
    given: dict[str, Any],
    why: str,
    plan: tuple[list[Event], list[Event], list[Bug]],
    law: Any,
    source: str,
    *,
    density: Number | None = None,
    power: bool = True,
    name: str = "",
    exact: bool = False,
) -> Vector:
    """Return a vector with its events, registered points and known bugs.

    `density` bounds the density of the first coordinate; `name` tells data sets apart; `exact` says
    that no double holds most outcomes.
    """
    events, points, bugs = plan
    tests = Tests(events, points, law) if power else None
    expect: dict[str, Any] = {"alpha": spell(CHECK), "events": [e.to_json(law) for e in events]}
    if points:
        expect["cdf"] = cdf_json(points, law)
    if density is not None:
        expect["density_at_most"] = decimals(density, 6)[1]
    if tests is not None:
        powers = [tests.power(bug) for bug in bugs]
        expect["power"] = [p for p in powers if Fraction(p["at_least"][str(TIERS[-1])]) >= HALF]
    label = str(len(given["data"])) if len(given.get("data", ())) > 20 else ""
    return Vector(
        id=slug(
            object_,
            "stat",
            *(f"{k}={short(v)}" for k, v in params.items()),
            given.get("center", ""),
            label,
            name,
        ),
        kind="stat",
        object=object_,
        why=why,
        source=source,
        params=params,
        input={"draws": str(N), **given},
        expect=expect,
        flags=tuple(dict.fromkeys(p["flag"] for p in expect.get("power", ()))),
        requires=(RATIONAL,)
        if exact
        else needs(params, (given.get("center", "0"), *given.get("data", ()))),
    )


def _with(params: dict[str, str], **changed: str) -> dict[str, str]:
    return {k: v for k, v in {**params, **changed}.items() if v}


def _less(params: dict[str, str], share: Fraction) -> dict[str, str]:
    """Return the parameters of the same law with this share of the noise."""
    if "sigma_squared" in params:
        return _with(params, sigma_squared=spell(Fraction(params["sigma_squared"]) * share**2))
    return _with(params, epsilon=spell(Fraction(params["epsilon"]) / share))


def _less_noise(law: Any, params: dict[str, str]) -> list[Bug]:
    """Return the bug of too little noise, where a parameter says how much there is."""
    if not {"epsilon", "sigma_squared"} & set(params):
        return []
    return [
        Bug(name, "WrongScale", law(**parse(_less(params, share))))
        for name, share in (
            ("half the noise", Fraction(1, 2)),
            ("5 % too little noise", Fraction(19, 20)),
        )
    ]


def line(
    object_: str,
    params: dict[str, str],
    center: str = "0",
    why: str = "",
    *,
    power: bool = True,
    further: Sequence[Bug] = (),
    parity: bool = False,
) -> Vector:
    """Return the vector of a law on the line: the mass at the centre, its sign, its tails, its
    distribution function; with `parity` whether a number is even too, where that says something.
    """
    law: Any = LAWS[object_](**parse(params))
    c, lattice = Fraction(center), law.lattice is not None
    events, points = _lattice_events(object_, law, c) if lattice else _continuous_events(law, c)
    parity = parity and has_odd(law) and c % 2 == 0
    wide = lattice and not parity and wide_steps(law) and c % 2 == 0
    if parity or wide:
        events.append(EVEN)
    # the common ones need epsilon itself, and gamma as a number
    bugs = [*line_bugs(object_, params, law), *further] if power else []
    if power and wide:
        bugs.append(Bug(SINGLE, "FloatLeak", event=EVEN.name, chance=lambda _: MOSTLY_EVEN))
    if power and lattice and not is_dyadic(center):
        bugs.append(
            Bug(
                "noise is added in doubles",
                "FloatLeak",
                event="the mass at the centre",
                chance=lambda _: Fraction(0),
            )
        )
    density = None if lattice else law.density(Fraction(0))
    return make(
        object_,
        params,
        {"center": center},
        why,
        (events, points, bugs),
        law,
        "the law's own distribution function",
        density=density,
        power=power,
        exact=parity,
    )


def _continuous_events(law: Any, c: Fraction) -> tuple[list[Event], list[Event]]:
    d = unit = law.sensitivity
    while not _above(law.tail(unit), Fraction(1, 200)):
        unit /= 2  # a law much narrower than its sensitivity
    spread = _spread(lambda x: law.tail(x * unit)) * unit
    end = farthest(law.tail, unit / 8)
    middle = _least(lambda i: not _above(law.tail(i * unit / 4), Fraction(1, 30))) * unit / 4
    events = [
        Event("above the centre", "x", "ge", c, "SignBias", above, SLACK),
        Event(
            "on the lattice of the sensitivity",
            "x",
            "multiple",
            d,
            "RoundedContinuous",
            lambda _: Fraction(0),
            SLACK,
        ),
        Event(
            "half a sensitivity or more away" if unit == d else f"{spell(unit / 2)} or more away",
            "abs",
            "ge",
            unit / 2,
            "WrongScale",
            lambda w: w.tail(unit / 2),
            SLACK,
        ),
        Event("in the tail", "abs", "ge", middle, "TailCut", lambda w: w.tail(middle), SLACK),
        Event("far out", "abs", "ge", spread, "TailCut", lambda w: w.tail(spread), SLACK),
        Event("farthest out", "abs", "ge", end, "TailCut", lambda w: w.tail(end), SLACK),
    ]
    points = sorted({Fraction(i, 8) * spread for i in range(-8, 9)})
    return events, [below(c + x, cdf(x), SLACK) for x in points]


def cdf(x: Any) -> Callable[[Any], Number]:
    """Return the function that gives a law's distribution function at x."""
    return lambda law: law.cdf(x)


def _lattice_events(object_: str, law: Any, c: Fraction) -> tuple[list[Event], list[Event]]:
    d, step = law.sensitivity, Fraction(law.lattice)

    def at(x: Fraction) -> Any:
        return int(x) if LAWS[object_].integers else x

    spread = _spread(lambda x: law.tail(at(x * step)))
    end = farthest(lambda x: law.tail(at(x)), step)

    def quarters(i: int) -> Fraction:
        return -(-Fraction(i, 4) * d // step) * step

    middle = quarters(_least(lambda i: not _above(law.tail(at(quarters(i))), Fraction(1, 30))))
    near = (-(-(d / 2) // step)) * step
    zero = at(Fraction(0))
    events = [
        Event("the mass at the centre", "x", "eq", c, "DoubleZero", lambda w: w.pmf(zero)),
        Event(
            "the mass one step out",
            "x",
            "eq",
            c + step,
            "RoundedContinuous",
            lambda w: w.pmf(at(step)),
        ),
        Event(
            "more than the centre",
            "x",
            "ge",
            c + step / 2,
            "SignBias",
            above,
        ),
        Event(
            "half a sensitivity or more away",
            "abs",
            "ge",
            near,
            "WrongScale",
            lambda w: w.tail(at(near)),
        ),
        Event("in the tail", "abs", "ge", middle, "TailCut", lambda w: w.tail(at(middle))),
        Event(
            "far out", "abs", "ge", spread * step, "TailCut", lambda w: w.tail(at(spread * step))
        ),
        Event("farthest out", "abs", "ge", end, "TailCut", lambda w: w.tail(at(end))),
    ]
    points = sorted({Fraction(round(Fraction(i, 8) * spread)) * step for i in range(-8, 9)})
    return events, [below(c + x + step / 2, cdf(at(x))) for x in points]


def line_bugs(object_: str, params: dict[str, str], law: Any) -> list[Bug]:
    """Return the known bugs of a law on the line."""
    wrong: Any = LAWS[object_]
    bugs = [
        *_less_noise(wrong, params),
        Bug(
            "52 % of the signs positive",
            "SignBias",
            event="above the centre" if law.lattice is None else "more than the centre",
            chance=lambda p: p * Fraction(104, 100),
        ),
        Bug(
            "nothing beyond the far point", "TailCut", event="far out", chance=lambda _: Fraction(0)
        ),
        Bug(
            "nothing beyond the farthest point",
            "TailCut",
            event="farthest out",
            chance=lambda _: Fraction(0),
        ),
    ]
    if (
        law.sensitivity != 1
        and law.sensitivity < HUGE
        and object_ in ("laplace", "discrete_laplace", "staircase")
    ):
        bugs.append(
            Bug(
                "the sensitivity is left out",
                "SensitivityUnit",
                wrong(**parse(_with(params, sensitivity=""))),
            )
        )
    if law.lattice is None:
        bugs.append(
            Bug(
                "lattice noise",
                "RoundedContinuous",
                event="on the lattice of the sensitivity",
                chance=lambda _: Fraction(1),
            )
        )
    else:
        bugs.append(
            Bug(
                "zero from both signs",
                "DoubleZero",
                event="the mass at the centre",
                chance=lambda p: 2 * p / (1 + p),
            )
        )
    if object_ == "discrete_gaussian":
        sigma_squared = Fraction(params["sigma_squared"])
        bugs.append(Bug("sigma^2 taken for sigma", "WrongScale", wrong(sigma_squared**2)))
    if object_ == "discrete_laplace":
        rounded = 1 - law.decay.power(Fraction(1, 2) / law.sensitivity)
        bugs.append(
            Bug(
                "rounded continuous noise",
                "RoundedContinuous",
                event="the mass at the centre",
                chance=lambda _: rounded,
            )
        )
    if params.get("gamma", "1/2") not in ("1/2", "1", "optimal"):
        bugs.append(
            Bug(
                "gamma swapped with 1 - gamma",
                "CellBoundary",
                wrong(**parse(_with(params, gamma=spell(1 - Fraction(params["gamma"]))))),
            )
        )
    return bugs


def _spread(tail: Callable[[Fraction], Number]) -> Fraction:
    """Return the greatest integer beyond which a probability of at least 1/2000 lies."""
    return Fraction(_least(lambda i: not _above(tail(Fraction(i + 1)), Fraction(1, 2000))))


def farthest(tail: Callable[[Fraction], Number], step: Fraction) -> Fraction:
    """Return the greatest multiple of a step beyond which a probability of at least FARTHEST
    lies.
    """
    return _least(lambda i: not _above(tail((i + 1) * step), FARTHEST)) * step


def _least(holds: Callable[[int], bool]) -> int:
    """Return the least positive integer from which on a condition holds."""
    high = 1
    while not holds(high):
        high *= 2
    low = high // 2  # where it does not hold, or 0
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def _above(x: Number, y: Fraction) -> bool:
    return compare(x, y) > 0


def plane(
    object_: str,
    params: dict[str, str],
    why: str = "",
    *,
    power: bool = True,
    further: Sequence[Bug] = (),
) -> Vector:
    """Return the vector of a law on the plane: tails of both coordinates, and of the sum where that
    lies on a lattice.
    """
    law: Any = LAWS[object_](**parse(params))
    d = law.sensitivity
    # tails are taken where no lattice point lies, so that rounding a sample to a double or a grid
    # moves no event
    at = d if law.lattice is None else d - Fraction(law.lattice) / 2
    slack = SLACK if law.lattice is None else Fraction(0)
    events = [
        Event(
            f"|{on}| one sensitivity or more",
            f"abs_{on}",
            "ge",
            at,
            "WrongScale",
            lambda w: w.tail(at),
            slack,
        )
        for on in ("x", "y")
    ]
    half = Fraction(0) if law.lattice is None else Fraction(law.lattice) / 2
    for on in ("x", "y"):  # each sign by itself: a bias of one coordinate does not show in the sum
        events.append(
            Event(
                f"{on} above 0",
                on,
                "ge",
                half,
                "SignBias",
                lambda w: HALF if w.lattice is None else (1 - w.marginal_pmf(Fraction(0))) / 2,
                slack,
            )
        )
    far = at + d * _spread(lambda k: law.tail(at + k * d))
    events.append(Event("|x| far out", "abs_x", "ge", far, "TailCut", lambda w: w.tail(far), slack))
    if object_ == "staircase2d":
        events.append(
            Event(
                "|x| + |y| at least one sensitivity",
                "norm",
                "ge",
                d,
                "CellBoundary",
                lambda w: w.norm_tail(d),
                slack,
            )
        )
        events.append(
            Event("x y positive", "product", "ge", Fraction(0), "SignBias", lambda _: HALF, slack)
        )
        signs = "x y positive"
    else:
        events.append(
            Event(
                "|x + y| below half a diagonal",
                "abs_sum",
                "le",
                d / 2,
                "NegativeK",
                lambda w: w.sum_pmf(0),
            )
        )
        events.append(
            Event(
                "x + y above half a diagonal",
                "sum",
                "ge",
                d / 2,
                "SignBias",
                lambda w: (1 - w.sum_pmf(0)) / 2,
            )
        )
        events.append(
            Event(
                "|x + y| at most one diagonal",
                "abs_sum",
                "le",
                3 * d / 2,
                "NegativeK",
                lambda w: w.sum_pmf(0) + 2 * w.sum_pmf(1),
            )
        )
        events.append(
            Event(
                "x + y off the diagonals",
                "sum",
                "off",
                d,
                "OffSupport",
                lambda _: Fraction(0),
                SLACK,
            )
        )
        signs = "x + y above half a diagonal"
    bugs = [*_plane_bugs(object_, params, law, signs), *further] if power else []
    density = None if law.lattice is not None else law.marginal_density(Fraction(0))
    return make(
        object_,
        params,
        {},
        why,
        (events, [], bugs),
        law,
        "the law's own tails and sums",
        density=density,
        power=power,
    )


def _plane_bugs(object_: str, params: dict[str, str], law: Any, signs: str) -> list[Bug]:
    wrong: Any = LAWS[object_]
    bugs = [
        *_less_noise(wrong, params),
        Bug(
            "52 % of the signs positive",
            "SignBias",
            event=signs,
            chance=lambda p: p * Fraction(104, 100),
        ),
        Bug("nothing far out", "TailCut", event="|x| far out", chance=lambda _: Fraction(0)),
    ]
    if object_ == "staircase2d":
        bugs.append(
            Bug(
                "the same noise in both coordinates",
                "NoiseReused",
                event="x y positive",
                chance=lambda _: Fraction(1),
            )
        )
    else:
        bugs.append(
            Bug(
                "negative diagonals folded onto positive ones",
                "NegativeK",
                event=signs,
                chance=lambda p: 2 * p,
            )
        )
    if object_ == "staircase2d" and law.sensitivity != 1:
        bugs.append(
            Bug(
                "the sensitivity is left out",
                "SensitivityUnit",
                wrong(**parse(_with(params, sensitivity=""))),
            )
        )
    if object_ == "hourglass":
        bugs.append(
            Bug(
                "the same noise in both coordinates",
                "NoiseReused",
                event="x + y off the diagonals",
                chance=lambda _: Fraction(9, 10),
            )
        )
        bugs.append(
            Bug(
                "coordinates drawn apart",
                "OffSupport",
                event="x + y off the diagonals",
                chance=lambda _: Fraction(9, 10),
            )
        )
    if params["gamma"] not in ("1/2", "1", "optimal"):
        bugs.append(
            Bug(
                "gamma swapped with 1 - gamma",
                "CellBoundary",
                wrong(**parse(_with(params, gamma=spell(1 - Fraction(params["gamma"]))))),
            )
        )
    return bugs
