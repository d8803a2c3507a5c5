"""The laws of high precision beside the catalogue: how many digits agree, and what very many draws
say.

Every quantity is computed twice, by cells of the definition (`highprecision`) and by the shipped
formula (`value`), and the number of digits in which they agree is said beside how many it takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from ..catalogue.quantities import CATALOGUE, value
from ..exact.digits import report
from ..highprecision import counting
from ..highprecision.hourglasses import HighHourglass
from ..highprecision.law import HighLaw
from ..highprecision.numbers import MP, Number, Uniforms, number
from ..highprecision.plane import HighStaircase2D
from ..highprecision.registry import HIGH_LAWS
from ..highprecision.steps import HighDiscreteLaplace, HighDiscreteStaircase, Stepped
from .ratios import RATIOS

DIGITS = 58  # asked of the shipped values
ENOUGH = {
    "normalisation": 50,
    "density": 50,
    "moment": 45,
    "covariance": 45,
    "marginal": 40,
    "distribution": 45,
    "privacy loss": 45,
}
PARAMETERS: Mapping[str, Mapping[str, str]] = {
    "laplace": {"epsilon": "2/3", "sensitivity": "3/2"},
    "discrete_laplace": {"epsilon": "1", "sensitivity": "2"},
    "staircase": {"epsilon": "1", "gamma": "1/3", "sensitivity": "3/2"},
    "discrete_staircase": {"epsilon": "1", "gamma": "1/3", "m": "6", "sensitivity": "3/2"},
    "staircase2d": {"epsilon": "1", "gamma": "1/3", "sensitivity": "3/2"},
    "hourglass": {"epsilon": "1", "gamma": "1/3", "sensitivity": "3/2"},
    "discrete_hourglass": {"epsilon": "1", "gamma": "1/3", "m": "6", "sensitivity": "3/2"},
    "gaussian": {"sigma_squared": "7/3"},
    "discrete_gaussian": {"sigma_squared": "7/3"},
    "student_t": {"degrees": "4", "scale": "3/2"},
}


@dataclass(frozen=True)
class Finding:
    """One check: of which law, of what, whether it holds, and what was seen."""

    law: str
    what: str
    holds: bool
    seen: str


def shipped(name: str, given: Mapping[str, str]) -> Number:
    """Returns a shipped value to 58 digits."""
    return MP.mpf(report(value(name, given).values[0], DIGITS)["lo"])


def agreement(one: Number, other: Number) -> int:
    """Returns in how many significant digits two numbers agree; at most 60, and absolute ones
    beside 0.
    """
    gap = abs(one - other) / (abs(other) or 1)
    return 60 if gap == 0 else min(60, int(-MP.log10(gap)))


def _digits(law: HighLaw, what: str, kind: str, pairs: list[tuple[Number, Number]]) -> Finding:
    least = min(agreement(*pair) for pair in pairs)
    return Finding(
        law.name,
        what,
        least >= ENOUGH[kind],
        f"{least} digits at {len(pairs)} "
        f"{'place' if len(pairs) == 1 else 'places'}, {ENOUGH[kind]} needed",
    )


def _density(law: HighLaw) -> str:
    return next(
        f"{law.name}.{kind}" for kind in ("density", "pmf") if f"{law.name}.{kind}" in CATALOGUE
    )


def _lattice_unit(law: HighLaw) -> Fraction:
    """Returns the distance of lattice points; 1/997 stands for the line."""
    if "m" in law.parameters:
        return Fraction(law.parameters.get("sensitivity", "1")) / int(law.parameters["m"])
    return Fraction(1) if isinstance(law, HighDiscreteLaplace) else Fraction(1, 997)


def points(law: HighLaw, uniforms: Uniforms, count: int = 4) -> list[dict[str, Fraction]]:
    """Returns random places of the law's support, as `value` takes them."""
    unit, plane = _lattice_unit(law), isinstance(law, HighHourglass | HighStaircase2D)
    spread = int(8 / unit)
    found = []
    for _ in range(count):
        x = (uniforms.below(2 * spread + 1) - spread) * unit
        if isinstance(law, HighHourglass):
            width = Fraction(law.parameters.get("sensitivity", "1"))
            found.append({"x": x, "y": (uniforms.below(9) - 4) * width - x})
        elif plane:
            found.append({"x": x, "y": (uniforms.below(2 * spread + 1) - spread) * unit})
        else:
            found.append({"k" if law.name in ("discrete_laplace", "discrete_gaussian") else "x": x})
    return found


def near_edges(law: HighLaw) -> list[dict[str, Fraction]]:
    """Returns places on both sides of the first edges of the steps, where a wrong step shows."""
    if "gamma" not in law.parameters:
        return []
    width, gamma = (Fraction(law.parameters.get(word, "1")) for word in ("sensitivity", "gamma"))
    unit = _lattice_unit(law) if "m" in law.parameters else None
    found = []
    for n in range(3):
        edge = (n + gamma) * width
        for x in (
            edge - (unit or width / 1000),
            edge if unit else edge + width / 1000,
            width / 1000 - edge,
        ):
            place = {"x": x if unit is None else round(x / unit) * unit}
            if isinstance(law, HighHourglass):
                place["y"] = (1 - n) * width - place["x"]
            elif isinstance(law, HighStaircase2D):
                place["y"] = Fraction(0)
            found.append(place)
    return found


def _spelt(point: Mapping[str, Fraction]) -> dict[str, str]:
    return {word: str(q) for word, q in point.items()}


def normalisation(law: HighLaw, uniforms: Uniforms) -> Iterator[Finding]:
    """Yields whether the shipped density at random places is the weight over its integral by
    cells.
    """
    places = points(law, uniforms) + near_edges(law)
    name = _density(law)
    weights = [law.weight(tuple(number(str(q)) for q in point.values())) for point in places]
    densities = [shipped(name, {**law.parameters, **_spelt(point)}) for point in places]
    totals = [
        (density / weight * law.mass, MP.mpf(1))
        for density, weight in zip(densities, weights, strict=True)
    ]
    yield _digits(law, "the shipped density adds up to 1, by cells", "normalisation", totals)


def moments(law: HighLaw, uniforms: Uniforms) -> Iterator[Finding]:
    """Yields whether the shipped moments, variances and covariances are sums by cells."""
    del uniforms
    given, pairs = law.parameters, []
    if f"{law.name}.moment" in CATALOGUE:
        pairs += [
            (shipped(f"{law.name}.moment", {**given, "order": str(n)}), law.moment(n))
            for n in (1, 2, 3, 4)
        ]
    second = pairs[1][1] if pairs else law.moment(2)
    pairs.append((shipped(f"{law.name}.variance", given), second))
    yield _digits(law, "absolute moments and variance", "moment", pairs)
    if isinstance(law, HighHourglass | HighStaircase2D):
        pairs = [
            (shipped(f"{law.name}.covariance", given), law.product()),
            (shipped(f"{law.name}.sum_variance", given), law.sum_square()),
        ]
        yield _digits(law, "covariance, and variance of the sum", "covariance", pairs)


def distribution(law: HighLaw, uniforms: Uniforms) -> Iterator[Finding]:
    """Yields whether the shipped distribution function, or the tail, is what lies on one side, by
    cells.
    """
    unit = _lattice_unit(law)
    place = (uniforms.below(int(4 / unit)) + 1) * unit
    number_at = number(str(place))
    half = (
        number(str(unit / 2))
        if isinstance(law, HighDiscreteStaircase | HighDiscreteLaplace)
        else MP.mpf(0)
    )
    line = isinstance(law, Stepped) or law.name == "laplace"
    statistic = 0 if line else law.statistics.index("X")
    word = "k" if law.name in ("discrete_laplace", "discrete_gaussian") else "x"
    given = {**law.parameters, word: str(place)}
    if f"{law.name}.cdf" in CATALOGUE:
        pair = (shipped(f"{law.name}.cdf", given), law.below(statistic, number_at + half))
    else:
        lattice = number(str(unit / 2)) if law.name == "discrete_hourglass" else MP.mpf(0)
        pair = (
            shipped(f"{law.name}.tail", given),
            2 * (1 - law.below(statistic, number_at - lattice)),
        )
    yield _digits(law, "distribution function or tail", "distribution", [pair])


def marginals(law: HighLaw, uniforms: Uniforms) -> Iterator[Finding]:
    """Yields whether both marginals of the hourglass are the staircase, and that of the planar
    staircase as shipped.

    Between two breakpoints of the steps (n + gamma and n - gamma in units of D) both marginals are
    constant: one place in every such cell decides, and random places are beside them.
    """
    if isinstance(law, HighHourglass):
        width, gamma = law.given("sensitivity"), law.given("gamma")
        if law.name == "hourglass":
            breaks = sorted(
                {
                    *(
                        s * (n + t) * width
                        for n in range(5)
                        for t in (gamma, 1 - gamma)
                        for s in (1, -1)
                    )
                }
            )
            places = [(a + c) / 2 for a, c in pairwise(breaks) if c > a]
            places += [(16 * uniforms.next() - 8) * width for _ in range(6)]
        else:
            m = int(law.parameters["m"])
            places = [MP.mpf(i) * width / m for i in range(-3 * m, 3 * m + 1)]
        staircase = law.shape
        pairs = [(law.marginal(x), staircase.weight((x,)) / staircase.mass) for x in places]
        yield _digits(law, "the law of X is the staircase", "marginal", pairs)
        pairs = [(law.other_marginal(y), staircase.weight((y,)) / staircase.mass) for y in places]
        yield _digits(law, "the law of Y is the staircase", "marginal", pairs)
    elif isinstance(law, HighStaircase2D):
        spelt = [str(point["x"]) for point in points(law, uniforms, 6)]
        pairs = [
            (
                law.marginal(number(x)),
                shipped("staircase2d.marginal_density", {**law.parameters, "x": x}),
            )
            for x in spelt
        ]
        yield _digits(
            law, "the density of X, which is no staircase, is the shipped one", "marginal", pairs
        )


def privacy(law: HighLaw, uniforms: Uniforms) -> Iterator[Finding]:
    """Yields whether the ratios of the density to its shifts are what the law promises, at random
    places.
    """
    for what, pairs in RATIOS[law.name](law, uniforms):
        yield _digits(law, what, "privacy loss", pairs)


def draws(law: HighLaw, uniforms: Uniforms, many: int) -> Iterator[Finding]:
    """Yields what that many draws say of the sampler, and what they would say of known mistakes."""
    counted = counting.count(law, many, uniforms)
    off, alarms = counted.first_is_off(), counted.alarms()
    yield Finding(
        law.name,
        f"{many} draws, one from each part: {law.statistics[0]} as often as it should be",
        not off,
        f"{len(off)} of {len(counted.seen[0])} counts more than one off",
    )
    counts = sum(len(row) for row in counted.seen)
    yield Finding(
        law.name,
        f"counts of {', '.join(law.statistics)}",
        not alarms,
        f"{len(alarms)} of {counts} counts alarming; false with probability at most 10^-9",
    )
    for mistake in counting.caught(law, many):
        chance = (
            "with certainty"
            if mistake.certain
            else f"with probability at least {MP.nstr(mistake.power, 4)}"
        )
        yield Finding(law.name, f"would see {mistake.mistake}", True, chance)


CHECKS: tuple[Callable[[HighLaw, Uniforms], Iterator[Finding]], ...] = (
    normalisation,
    moments,
    distribution,
    marginals,
    privacy,
)


def random_parameters(name: str, uniforms: Uniforms) -> dict[str, str]:
    """Returns parameters for a law, chosen at random among rational ones of moderate size."""
    parts = 4 * (uniforms.below(5) + 2)
    drawn = {
        "epsilon": f"{uniforms.below(10) + 3}/4",
        "gamma": f"{uniforms.below(parts) + 1}/{parts}",
        "m": str(parts * (uniforms.below(2) + 1)),
        "sensitivity": f"{uniforms.below(12) + 1}/{uniforms.below(5) + 1}",
        "sigma_squared": f"{uniforms.below(20) + 2}/{uniforms.below(7) + 1}",
        "degrees": str(uniforms.below(9) + 3),
        "scale": f"{uniforms.below(9) + 1}/{uniforms.below(7) + 1}",
    }
    if name == "discrete_laplace":
        drawn["sensitivity"] = str(uniforms.below(3) + 1)
    return {word: drawn[word] for word in PARAMETERS[name]}


def check(name: str, parameters: Mapping[str, str], uniforms: Uniforms) -> Iterator[Finding]:
    """Yields all findings about a law at these parameters, but for those of draws."""
    law = HIGH_LAWS[name](parameters)
    for one in CHECKS:
        yield from one(law, uniforms)
