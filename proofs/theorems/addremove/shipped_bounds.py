"""The published bounds of the means as the catalogue gives them: the second moments of what the
programs draw.

Claim.       Each leading constant is E (Zs - c Zn)^2 for the noise that the shipped program draws, c the mean from
             the centre that it uses; the bounds of Lemmas 2 and 5 and Theorems 1 and 3 are these
             over n^2; the bounds at a finite n are Lemma 1 with moments and tails of the law drawn;
             the rounded Laplace law's variance is the sum of k^2 times its masses; the 2-D
             staircase's total variation under a shift along an axis is that of its marginal at half
             the shift.
Source.      addremove Lemmas 1, 2, 5, Theorems 1, 3, Appendices E, F.
Derivation.  (1) n^2 times the first-order error of (s + Zs)/(n + Zn) is Zs - c Zn. (2) E Zb^4 = 2 E Z^4 + 6 (E
             Z^2)^2 and E Z^2 (Z + Z')^2 = E Z^4 + (E Z^2)^2 for independent Z, Z'. (3) |x| + |y| <=
             |x - s| + |y| where x <= s/2.
Trusted.     fubini.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from dpmean.catalogue.mechanisms import build
from dpmean.catalogue.quantities import value
from dpmean.distributions.rounded_laplace import RoundedLaplace
from dpmean.errors import InvalidInput
from dpmean.exact import reals
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare
from dpmean.programs.run import run

from ...kernel.rules import exhaustive
from ...theorem import Theorem

CLOSE = Fraction(1, 10**12)
Case = tuple[Fraction, Fraction, Fraction]


def ask(name: str, **given: Any) -> Any:
    """Return a quantity of the catalogue."""
    return value(name, given).values[0]


def close(x: Any, y: Any) -> bool:
    """Tell whether two numbers differ by less than 10^-12 of the second, which is positive."""
    return compare(x - y, y * CLOSE) < 0 < compare(x - y + y * CLOSE, Fraction(0))


def refused(name: str, **given: Any) -> bool:
    """Tell whether the catalogue refuses these parameters."""
    try:
        ask(name, **given)
    except InvalidInput:
        return True
    return False


def laws(name: str, **given: Any) -> dict[str, Any]:
    """Return the laws that the shipped program draws, by label."""
    made = build(name, {key: str(v) for key, v in given.items()})
    zero = Fraction(0)
    transcript = run(
        made.program([]), lambda draw: (zero, zero) if getattr(draw.law, "plane", False) else zero
    )
    return {draw.label: draw.law for draw, _ in transcript.draws}


def cases() -> Iterator[Case]:
    """Yield bounds and a mean between them."""
    for lower, upper in (
        (Fraction(0), Fraction(1)),
        (Fraction(-3), Fraction(1)),
        (Fraction(2), Fraction(5, 2)),
    ):
        yield from ((lower, upper, lower + (upper - lower) * Fraction(i, 4)) for i in range(5))


def ratios_agree(case: Case) -> bool:
    """Check the constants of Algorithms 1 and 2 and of the bounded mean, and Lemma 2."""
    lower, upper, mean = case
    bounds = {"epsilon": 2, "lower": lower, "upper": upper}
    middle = (lower + upper) / 2
    good = True
    for name, centre in (
        ("independent_mean", Fraction(0)),
        ("shifted_mean", middle),
        ("bounded_mean", middle),
    ):
        drawn = laws(name, **bounds)
        wanted = (
            drawn["noise_sum"].variance() + (mean - centre) ** 2 * drawn["noise_count"].variance()
        )
        good &= close(ask(f"{name}.leading_constant", **bounds, mean=mean), wanted)
        if name == "shifted_mean":
            good &= close(ask("addremove.lemma2", **bounds, mean=mean, n=7), wanted / 49)
        good &= refused(f"{name}.leading_constant", **bounds, mean=upper + 1)
        good &= refused(f"{name}.leading_constant", **bounds, mean=lower - 1)
    return good


def shares_agree(case: Case) -> bool:
    """Check the constants of Algorithm 3, Theorems 1 and 3, and Lemma 5."""
    lower, upper, mean = case
    width, bounds = upper - lower, {"epsilon": 2, "lower": lower, "upper": upper}
    alpha = (mean - lower) / width
    squares, crossed = (1 - alpha) ** 2 + alpha**2, 2 * alpha * (1 - alpha)
    good, constants = True, {}
    for more in (
        {"noise": "laplace"},
        {"noise": "staircase2d", "gamma": Fraction(1, 2)},
        {"noise": "staircase2d"},
        {"noise": "hourglass", "gamma": Fraction(1, 3)},
        {"noise": "hourglass"},
        {"noise": "discrete_laplace", "m": 4},
        {"noise": "discrete_hourglass", "m": 4, "gamma": Fraction(1, 2)},
    ):
        optimal = {"gamma": "optimal"} if more["noise"] in ("staircase2d", "hourglass") else {}
        drawn = laws("transformed_mean", **bounds, **{**optimal, **more})
        law = drawn["noise"] if "noise" in drawn else drawn["noise_1"]
        unit = Fraction(1, 16) if more["noise"] == "discrete_laplace" else Fraction(1)
        covariance = law.covariance() if "noise" in drawn else Fraction(0)
        constants[str(more)] = squares * law.variance() * unit - crossed * covariance
        found = ask("transformed_mean.leading_constant", epsilon=2, alpha=alpha, **more)
        good &= close(found, constants[str(more)])
    one = constants[str({"noise": "laplace"})] * width**2 / 49
    good &= close(ask("addremove.theorem1", **bounds, mean=mean, n=7), one)
    good &= refused("addremove.theorem1", **bounds, mean=upper + 1, n=7)
    ends = {
        noise: ask(f"{noise}.variance", epsilon=2, gamma="optimal") * width**2 / 49
        for noise in ("hourglass", "staircase2d")
    }
    good &= close(ask("addremove.theorem3", **bounds, n=7), ends["hourglass"])
    good &= close(ask("addremove.lemma5", **bounds, n=7), ends["staircase2d"])
    return good and refused(
        "transformed_mean.leading_constant", epsilon=2, alpha=alpha, noise="discrete_laplace"
    )


def finite_agree(case: tuple[Case, int]) -> bool:
    """Check the bounds at a finite n against Lemma 1 with the moments of the law."""
    (lower, upper, mean), n = case
    width, bounds = upper - lower, {"epsilon": 2, "lower": lower, "upper": upper}
    alpha = (mean - lower) / width

    def bound(first: Any, second: Any, beyond: Any) -> Any:
        both = first + second + 2 * reals.root(first * second, 2)
        return (both + 4 * beyond) * width**2

    two, four = (ask("laplace.moment", epsilon=2, order=p) for p in (2, 4))
    rest = 8 * ((2 * four + 6 * two * two) + (four + two * two)) / Fraction(n) ** 4
    beyond = reals.exp(Fraction(-n)) * (2 + n) / 4
    first = (
        ask("transformed_mean.leading_constant", epsilon=2, noise="laplace", alpha=alpha)
        / Fraction(n) ** 2
    )
    wanted = bound(first, rest, beyond)
    good = close(ask("transformed_mean.laplace_mse_bound", **bounds, mean=mean, n=n), wanted)
    good &= close(
        ask("transformed_mean.mse_bound", **bounds, mean=mean, n=n, noise="laplace"), wanted
    )
    for noise in ("hourglass", "staircase2d"):
        for gamma in (Fraction(1, 3), "optimal"):
            law = {"epsilon": 2, "gamma": gamma}
            first = (
                ask("transformed_mean.leading_constant", **law, noise=noise, alpha=alpha)
                / Fraction(n) ** 2
            )
            rest = 160 * ask(f"{noise}.moment", **law, order=4) / Fraction(n) ** 4
            wanted = bound(first, rest, ask(f"{noise}.tail", **law, x=Fraction(n, 4)))
            good &= close(
                ask(
                    "transformed_mean.mse_bound", **bounds, mean=mean, n=n, noise=noise, gamma=gamma
                ),
                wanted,
            )
        good &= refused("transformed_mean.mse_bound", **bounds, mean=upper + 1, n=n, noise=noise)
    return good


def rounded_agrees(d: Fraction) -> bool:
    """Check the rounded Laplace law: mass 1, and the variance is the sum over k of k^2 times the
    mass.
    """
    law = RoundedLaplace(Decay.from_decay(Fraction(1, 4)), d)
    mass = [law.pmf(k) for k in range(90)]
    total: Any = mass[0]
    second: Any = Fraction(0)
    for k, p in enumerate(mass[1:], start=1):
        total, second = total + 2 * p, second + 2 * k**2 * p
    # between the masses of Laplace noise around k: from 0 to 1/2, and then one whole unit after the
    # other
    tail = [
        ask("laplace.tail", decay=Fraction(1, 4), sensitivity=d, x=Fraction(2 * k + 1, 2))
        for k in range(4)
    ]
    return (
        close(total, Fraction(1))
        and close(law.variance(), second)
        and close(1 - tail[0], mass[0])
        and all(close(tail[k] - tail[k + 1], 2 * mass[k + 1]) for k in range(3))
    )


def planar_varies(case: tuple[Fraction, Fraction, Fraction, Fraction, Fraction]) -> bool:
    """Check the 2-D staircase under shifts along the axes: total variation, and the divergence that
    follows.
    """
    b, g, d, part, ratio = case
    law = {"decay": b, "gamma": g, "sensitivity": d}
    s = part * d
    tv = 1 - ask("staircase2d.tail", **law, x=s / 2)
    more = tv / (1 - b)
    total = sum(
        (
            max(p * (1 - ratio * q), Fraction(0))
            for p, q in ((more, b), (1 - more - b * more, Fraction(1)), (b * more, 1 / b))
        ),
        Fraction(0),
    )
    for x, y in ((s, Fraction(0)), (Fraction(0), s), (-s, Fraction(0)), (Fraction(0), -s)):
        shift = {"shift_x": x, "shift_y": y}
        if ask("staircase2d.total_variation", **law, **shift) != tv:
            return False
        if ask("staircase2d.hockey_stick", **law, **shift, at_ratio=ratio) != total:
            return False
    return True


def planar_gamma(b: Fraction) -> bool:
    """Check the optimal gamma in the plane: none near it, or on a grid, has a smaller variance;
    only mse is defined.
    """
    best = ask("staircase2d.optimal_gamma", decay=b)
    grid = [Fraction(i, 60) for i in range(1, 61)]
    least = min(grid, key=lambda g: ask("staircase2d.variance", decay=b, gamma=g))
    return compare(best - least, Fraction(1, 60)) <= 0 <= compare(
        best - least, -Fraction(1, 60)
    ) and refused("staircase2d.optimal_gamma", decay=b, objective="absolute")


STEPS = (
    exhaustive(
        "Algorithms 1 and 2 and the bounded mean: the noise that they draw gives the constants",
        cases,
        ratios_agree,
    ),
    exhaustive(
        "Algorithm 3: the noise that it draws gives the constants, and the bounds over n^2",
        cases,
        shares_agree,
    ),
    exhaustive(
        "the bounds at a finite n are Lemma 1 with the law's moments and tail",
        lambda: product(list(cases())[1::5] + list(cases())[::5], (1, 9, 40)),
        finite_agree,
    ),
    exhaustive(
        "the rounded Laplace law, sensitivities 1, 2, 5/2",
        lambda: (Fraction(1), Fraction(2), Fraction(5, 2)),
        rounded_agrees,
    ),
    exhaustive(
        "the 2-D staircase under shifts along the axes",
        lambda: product(
            (Fraction(1, 4), Fraction(2, 3)),
            (Fraction(1, 5), Fraction(1, 2), Fraction(1)),
            (Fraction(1), Fraction(3, 2)),
            (Fraction(1, 3), Fraction(1)),
            (
                Fraction(1, 9),
                Fraction(1, 2),
                Fraction(4, 5),
                Fraction(1),
                Fraction(5, 4),
                Fraction(9),
            ),
        ),
        planar_varies,
    ),
    exhaustive(
        "its optimal gamma",
        lambda: (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)),
        planar_gamma,
    ),
)


def holds(lower: Fraction, width: Fraction, alpha: Fraction) -> bool:
    """Check the constants of the ratios at any bounds and any mean."""
    return ratios_agree((lower, lower + width, lower + width * alpha))


THEOREM = Theorem(
    id="shipped_bounds",
    title="The published bounds: the second moments of what the programs draw",
    statement="leading constants are those of the noise that the shipped programs draw; Lemmas 2 and "
    "5 and Theorems 1 and 3 are these over n^2; bounds at a finite n are Lemma 1 with the "
    "moments and tails of the law",
    source="addremove Lemmas 1, 2, 5, Theorems 1, 3",
    steps=STEPS,
    covers=(
        "independent_mean.leading_constant",
        "shifted_mean.leading_constant",
        "bounded_mean.leading_constant",
        "transformed_mean.leading_constant",
        "addremove.lemma2",
        "addremove.lemma5",
        "addremove.theorem1",
        "addremove.theorem3",
        "transformed_mean.laplace_mse_bound",
        "transformed_mean.mse_bound",
        "staircase2d.total_variation",
        "staircase2d.hockey_stick",
        "staircase2d.optimal_gamma",
    ),
    programs=("bounded_mean",),
    depends_on=("error_constants", "finite_errors", "staircase2d_law"),
    holds=holds,
)
