"""The catalogue's numbers about searches, clipped means, compositions and named records: each is
its formula.

Claim.       At chosen parameters, in both editions and with both words of `constants`, the names of the search, of the
             clipped mean, of the mean with a private threshold and of the shifted one give the
             iterations, variances, errors, ranks and rhos of the text; so do the bound of a mean by
             zero-concentrated DP, the advanced epsilon, the squared error of name and shame, and
             the normal distribution function.
Source.      instance Algorithm 1, Lemmas 2.2, 3.1, Theorems 3.1-3.3; trilemma Propositions 3.6, D.4.
Derivation.  The entry points are asked and compared with the formulas, certified, to 30 digits; integers exactly. That
             the formulas are right is proved in the theorems of their sections; here they are
             handed the right numbers.
Trusted.     nothing beyond the checker.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from dpmean.catalogue.quantities import value
from dpmean.exact import reals, special
from dpmean.exact.enclosure import ceil, compare, floor

from ...kernel.rules import exhaustive
from ...theorem import Theorem
from .instance_rounds import counts

RHO, BETA = Fraction(3), Fraction(1, 7)
Plan = tuple[str, int, int, str, str]


def ask(name: str, **given: Any) -> Any:
    """Return a quantity of the catalogue."""
    return value(name, {k: str(v) for k, v in given.items()}).values[0]


def near(x: Any, y: Any) -> bool:
    """Tell whether two numbers agree to 30 digits."""
    return compare((x - y) ** 2, Fraction(1, 10**60)) < 0


def log2(x: int) -> Any:
    """Return the binary logarithm."""
    return reals.log(Fraction(x)) / reals.log(Fraction(2))


def search_agrees(u: int) -> bool:
    """Check the names of the search of [0, u]: T counts, their variance, the rank error, what they
    cost.
    """
    t, given = counts(u + 1), {"u": u, "rho": RHO}
    good = ask("privquant.iterations", u=u) == t and ask(
        "privquant.noise_variance", **given
    ) == t / (2 * RHO)
    good &= near(ask("privquant.noise_variance", **given, edition="printed"), log2(u) / (2 * RHO))
    for word, sides in (("paper", 2), ("exact", 1)):
        good &= near(
            ask("privquant.rank_error", **given, beta=BETA, constants=word) ** 2,
            t * reals.log(sides * t / BETA) / RHO,
        )
    good &= ask("privquant.rho", **given) == RHO
    good &= near(
        ask("privquant.rank_error", **given, beta=BETA, edition="printed") ** 2,
        log2(u) * reals.log(log2(u) / BETA) / (2 * RHO),
    )
    return good and near(ask("privquant.rho", **given, edition="printed") * log2(u), t * RHO)


def clipped_agrees(case: tuple[int, str]) -> bool:
    """Check the names of the clipped mean: the variance, E(C), and the least C at which E(C) is
    least.
    """
    d, word = case
    f = 4 if word == "paper" else 2 if d > 1 else 1
    norms = [Fraction(v) for v in (5, 0, 2, 9, 2, 7, 1)]
    root = reals.root(Fraction(f * d) / (2 * RHO), 2)
    given = {"d": d, "rho": RHO, "constants": word}
    good = ask(
        "norm_clipped_mean.noise_variance", **given, threshold_squared=7, steps=3
    ) == Fraction(f * 7 * 9) / (2 * RHO)
    best = sorted(norms)[7 - floor(root) - 1]
    listed = ",".join(map(str, norms))

    def error(c: Fraction) -> Any:
        return (sum((max(x - c, Fraction(0)) for x in norms), Fraction(0)) + c * root) / 7

    good &= all(
        near(ask("norm_clipped_mean.error_bound", **given, norms=listed, threshold=c), error(c))
        for c in (Fraction(0), Fraction(3), Fraction(9))
    )
    return (
        good
        and ask("norm_clipped_mean.optimal_threshold", **given, norms=listed) == best
        and all(compare(error(best), error(x)) <= 0 for x in norms)
    )


def plans() -> Iterator[Plan]:
    """Yield a mean with a private threshold, its dimension and u, the constants and the edition."""
    return product(
        ("quantile_clipped_mean", "shifted_clipped_mean"),
        (1, 3),
        (4, 9),
        ("paper", "exact"),
        ("corrected", "printed"),
    )


def plan_agrees(case: Plan) -> bool:
    """Check the names of a mean with a private threshold: the rank error, the rank, and what is
    really spent.
    """
    name, d, u, word, edition = case
    n, rho = 400, RHO
    shifted, padded = name.startswith("shifted"), {1: 1, 3: 4}[d]
    part, wide = (Fraction(3, 4) * rho, padded) if shifted else (rho, d)
    given = {
        "n": n,
        "d": d,
        "u": u,
        "rho": rho,
        "beta": BETA,
        "constants": word,
        "edition": edition,
    }
    f = 4 if shifted or word == "paper" else 2 if d > 1 else 1
    corrected = edition == "corrected"
    high = padded * (2 * d * u) ** 2 if shifted and corrected else wide * u**2
    t, log = counts(high + 1), log2(wide * u)
    sides = 2 if word == "paper" else 1
    squared = (
        t * reals.log(sides * t / BETA) / (part / 4)
        if corrected
        else 4 * log * reals.log(log / BETA) / part
    )
    error, weight = (
        reals.root(squared, 2),
        reals.root(Fraction(f * wide) / (2 * part * (Fraction(3, 4) if corrected else 1)), 2),
    )
    rank = (
        n - max(floor(weight), ceil(error))
        if corrected
        else max(n - max(ceil(weight), ceil(error)), 1)
    )
    medians = Fraction(1, 4) * rho if shifted else Fraction(0)
    if not corrected and shifted:
        medians = rho * counts(2 * d * u + 1) / (4 * log2(2 * d * u))
    threshold = part / 4 if corrected else part * counts(high + 1) / (4 * log2(high))
    return bool(
        near(ask(f"{name}.rank_error", **given), error)
        and ask(f"{name}.rank", **given) == rank
        and near(
            ask(f"{name}.rho", **given), medians + (threshold + 3 * part / 4 if rank >= 1 else 0)
        )
    )


def laws_agree(case: tuple[int, int]) -> bool:
    """Check the variances of the parts of both means: medians, threshold and noise."""
    d, u = case
    padded, given = {1: 1, 3: 4}[d], {"d": d, "u": u, "rho": RHO}
    good = (
        ask("quantile_clipped_mean.threshold_noise_variance", **given)
        == 2 * counts(d * u**2 + 1) / RHO
    )
    good &= (
        ask("shifted_clipped_mean.median_noise_variance", **given)
        == 2 * padded * counts(2 * d * u + 1) / RHO
    )
    good &= ask("shifted_clipped_mean.threshold_noise_variance", **given) == 8 * counts(
        padded * (2 * d * u) ** 2 + 1
    ) / (3 * RHO)
    for word, f in (("paper", 4), ("exact", 2 if d > 1 else 1)):
        good &= ask(
            "quantile_clipped_mean.noise_variance",
            threshold_squared=u,
            d=d,
            rho=RHO,
            steps=3,
            constants=word,
        ) == Fraction(2 * f * u * 9) / (3 * RHO)
    return good and ask(
        "shifted_clipped_mean.noise_variance", threshold_squared=u, rho=RHO, steps=3
    ) == Fraction(32 * u * 9) / (9 * RHO)


def others_agree(x: Fraction) -> bool:
    """Check a mean's bound by zCDP, the advanced epsilon, named records, and the normal
    distribution function.
    """
    rho, delta = x**2 / 9, Fraction(1, 8)
    grown = reals.exp(2 * 9 * rho)
    of_mean = {"n": 3, "rho": rho, "second_moment": 5}
    good = near(ask("trilemma.zcdp_mean_bound", **of_mean) ** 2, grown * 5)
    good &= near(
        ask("trilemma.zcdp_mean_bound", **of_mean, edition="printed") ** 2, (grown - 1) * 5
    )
    root, epsilon = reals.root(2 * 6 * reals.log(Fraction(7)), 2), abs(x)
    advanced = {"epsilon": epsilon, "releases": 6, "delta1": BETA}
    good &= near(
        ask("composition.advanced_epsilon", **advanced),
        epsilon * (root + 6 * (reals.exp(epsilon) - 1)),
    )
    good &= near(
        ask("composition.advanced_epsilon", **advanced, constants="exact"),
        root * epsilon + 3 * epsilon**2,
    )
    good &= (
        ask("composition.advanced_delta", delta=delta, releases=6, delta1=BETA) == 6 * delta + BETA
    )
    good &= ask("name_and_shame.mse", n=5, delta=delta, record_mean=x, record_variance=abs(x)) == (
        abs(x) + (1 - delta) * x**2
    ) / (delta * 5)
    normal = (1 + special.erf(x / reals.root(Fraction(6), 2))) / 2
    return good and near(ask("gaussian.cdf", sigma_squared=3, x=x), normal)


STEPS = (
    exhaustive(
        "the search: iterations, variance, rank error, and what it costs",
        lambda: (2, 3, 4, 9, 1000),
        search_agrees,
    ),
    exhaustive(
        "the clipped mean: variance, error, and the least threshold",
        lambda: product((1, 2, 3), ("paper", "exact")),
        clipped_agrees,
    ),
    exhaustive("means with a private threshold: rank error, rank and rho", plans, plan_agrees),
    exhaustive("and the variances of their parts", lambda: product((1, 3), (4, 9)), laws_agree),
    exhaustive(
        "bounds by composition and by zCDP, named records, the normal law",
        lambda: (Fraction(-1, 3), Fraction(1), Fraction(5, 2)),
        others_agree,
    ),
)


def holds(m: int, width: Fraction) -> bool:
    """Check the search of any range, and the bounds at any point."""
    return search_agrees(1 + m) and others_agree(width)


THEOREM = Theorem(
    id="instance_names",
    title="The catalogue's numbers of searches, clipped means and compositions",
    statement="iterations, variances, rank errors, ranks, rhos and error bounds of the catalogue are "
    "those of the text",
    source="instance Algorithm 1, Lemmas 2.2, 3.1, Theorems 3.1-3.3; trilemma Propositions 3.6, "
    "D.4",
    steps=STEPS,
    covers=(
        "privquant.iterations",
        "privquant.noise_variance",
        "privquant.rank_error",
        "privquant.rho",
        "norm_clipped_mean.noise_variance",
        "norm_clipped_mean.error_bound",
        "norm_clipped_mean.optimal_threshold",
        "quantile_clipped_mean.rank",
        "quantile_clipped_mean.rank_error",
        "quantile_clipped_mean.rho",
        "quantile_clipped_mean.threshold_noise_variance",
        "quantile_clipped_mean.noise_variance",
        "shifted_clipped_mean.median_noise_variance",
        "shifted_clipped_mean.threshold_noise_variance",
        "shifted_clipped_mean.noise_variance",
        "shifted_clipped_mean.rank",
        "shifted_clipped_mean.rank_error",
        "shifted_clipped_mean.rho",
        "trilemma.zcdp_mean_bound",
        "composition.advanced_epsilon",
        "composition.advanced_delta",
        "name_and_shame.mse",
        "gaussian.cdf",
    ),
    depends_on=("instance_rounds", "trilemma_groups"),
    holds=holds,
)
