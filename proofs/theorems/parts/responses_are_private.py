"""Randomized response over any number of categories is epsilon-DP, and its quantities are what they
say.

Claim.       For all epsilon > 0 and k >= 2: the coin and the uniform answer give the own category the probability
             p = 1/(1 + (k - 1) b) and each other one q = b p, b = e^-epsilon; so two people give an answer with
             probabilities whose ratio is 1/b, 1 or b, and log(p (k - 1)/(1 - p)) is epsilon. The sum of
             P^a P'^(1 - a) and the mean squared error of the estimate are the shipped formulas.
Source.      vectors/parts.md; Warner (1965); Kairouz, Oh, Viswanath (2016).
Derivation.  Identities in b, k and powers of b. That the shipped program draws this coin and this answer is gone
             through for all records of a few settings, by the exact law of its release; so is
             the delta at a ratio.
Trusted.     densities_decide.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from dpmean.catalogue.mechanisms import build
from dpmean.catalogue.quantities import value
from dpmean.mechanisms.parts.one_answer import distance, error, far, kept, odds, truth, weight
from dpmean.programs.events import Where
from dpmean.programs.law_of import law_of

from ...kernel.formulas import NONNEGATIVE, POSITIVE, UNIT, Ring
from ...kernel.rules import counterexample, exhaustive, identity
from ...theorem import Theorem

R = Ring({"b": UNIT, "j": NONNEGATIVE})  # j = k - 2
OF_ORDER = Ring({"b": UNIT, "j": NONNEGATIVE, "r": POSITIVE})  # r = b^(1 - a)
OF_MANY = Ring({"b": UNIT, "j": NONNEGATIVE, "n": POSITIVE, "c": NONNEGATIVE})
DECAYS = ("1/2", "1/3", "99/100")
RECORDS = ("0", "1", "2", "1/2", "3/2", "9", "-1", "nan", "inf", "-inf")


def settings() -> Iterator[tuple[int, str, str]]:
    """Yield numbers of categories, decays and records."""
    for k in (2, 3, 4, 7):
        for decay in DECAYS:
            for record in RECORDS:
                yield k, decay, record


def answers(k: int, decay: str, record: str) -> list[Fraction]:
    """Return the probability of each answer, by the exact law of the shipped program."""
    made = build("randomized_response", {"categories": str(k), "decay": decay})
    law = law_of(made, [record])
    found = [law.probability(Where("x", "eq", Fraction(j))) for j in range(k)]
    exact = [p for p in found if isinstance(p, Fraction)]
    assert len(exact) == k
    return exact


def answers_are_as_claimed(case: tuple[int, str, str]) -> bool:
    """Check that one answer has the probability p and every other one b p, and that they sum to 1."""
    k, decay, _ = case
    b = Fraction(decay)
    p = truth(b, k)
    found = answers(*case)
    return sorted(found) == [b * p] * (k - 1) + [p] and sum(found) == 1


def own_category(case: tuple[int, str, str]) -> bool:
    """Check that the likeliest answer is the record clipped and rounded, ties to the even one."""
    k, _, record = case
    found = answers(*case)
    last = {"nan": Fraction(0), "inf": Fraction(k - 1), "-inf": Fraction(0)}
    x = last[record] if record in last else max(Fraction(0), min(Fraction(record), Fraction(k - 1)))
    near = [j for j in range(k) if 2 * abs(x - j) <= 1]
    return found.index(max(found)) == min(near, key=lambda j: (abs(x - j), j % 2))


def levels() -> Iterator[tuple[int, str, Fraction]]:
    """Yield numbers of categories, decays and ratios: beyond the guarantee on both sides, and between."""
    for k in (2, 3, 7):
        for decay in DECAYS:
            b = Fraction(decay)
            for ratio in (b / 2, b, (1 + b) / 2, Fraction(1), (1 + 1 / b) / 2, 1 / b, 2 / b):
                yield k, decay, ratio


def delta_is_that_of_two_people(case: tuple[int, str, Fraction]) -> bool:
    """Check the shipped divergence against its definition, a sum over all answers of two people."""
    k, decay, ratio = case
    one, other = answers(k, decay, "0"), answers(k, decay, "1")
    given = {"categories": str(k), "decay": decay, "at_ratio": str(ratio)}
    (found,) = value("randomized_response.hockey_stick", given).values
    return bool(
        found == sum(max(Fraction(0), p - ratio * q) for p, q in zip(one, other, strict=True))
    )


def kept_with_the_truth_is_private(case: tuple[int, int]) -> bool:
    """Tell whether a coin with probability p before a uniform answer keeps the odds at 1/b."""
    k, inverse = case
    b = Fraction(1, inverse)
    p = truth(b, k)
    own, other = p + (1 - p) / k, (1 - p) / k
    return own * b <= other


STEPS = (
    identity(
        "the probabilities of all answers sum to 1",
        R,
        lambda b, j: (truth(b, j + 2) + (j + 1) * b * truth(b, j + 2), 1),
    ),
    identity(
        "the coin, or the uniform answer, is her own category with the probability of a true answer",
        R,
        lambda b, j: (kept(b, j + 2) + (1 - kept(b, j + 2)) / (j + 2), truth(b, j + 2)),
    ),
    identity(
        "and each other one with b times that",
        R,
        lambda b, j: ((1 - kept(b, j + 2)) / (j + 2), b * truth(b, j + 2)),
    ),
    identity(
        "the odds of a true answer and one certain other are e^epsilon",
        R,
        lambda b, j: (odds(truth(b, j + 2), j + 2) * b, 1),
    ),
    identity(
        "two people's answers differ in two categories alone, by p - q each",
        R,
        lambda b, j: (distance(b, j + 2), truth(b, j + 2) - b * truth(b, j + 2)),
    ),
    identity(
        "the sum of P^a P'^(1 - a): that of the own category, that of the other's, and the rest",
        OF_ORDER,
        lambda b, j, r: (
            far(b / r, b / r**2, j + 2) * r / weight(b, j + 2),
            truth(b, j + 2) * (r + b / r + j * b),
        ),
    ),
    identity(
        "the error of the estimate is that of c answers with p and of n - c with q",
        OF_MANY,
        lambda b, j, n, c: (
            error(b, j + 2, n, c) * distance(b, j + 2) ** 2,
            c * truth(b, j + 2) * (1 - truth(b, j + 2))
            + (n - c) * b * truth(b, j + 2) * (1 - b * truth(b, j + 2)),
        ),
    ),
    exhaustive(
        "the shipped program gives one answer the probability p and every other one b p",
        settings,
        answers_are_as_claimed,
        ("densities_decide",),
    ),
    exhaustive(
        "the shipped divergence is the sum over all answers of what one has beyond e^h of the other",
        levels,
        delta_is_that_of_two_people,
        ("densities_decide",),
    ),
    exhaustive(
        "its likeliest answer is the record, clipped and rounded to a category",
        settings,
        own_category,
    ),
    counterexample(
        "a coin with the probability of a true answer, before a uniform answer, is not epsilon-DP",
        kept_with_the_truth_is_private,
        (2, 2),
    ),
)


def holds(b: Fraction, n: int) -> bool:
    """Check the odds and the sum of probabilities at random numbers."""
    k = n + 2
    return odds(truth(b, k), k) * b == 1 and kept(b, k) + k * b * truth(b, k) == 1


THEOREM = Theorem(
    id="responses_are_private",
    title="Randomized response over k categories is epsilon-DP, and its answers are worth what is said",
    statement="the own category has the probability 1/(1 + (k - 1) b) and each other one b times that, b = "
    "e^-epsilon; divergences and the error of the estimate follow from these two",
    source="Warner 1965; Kairouz, Oh, Viswanath 2016",
    steps=STEPS,
    covers=(
        "randomized_response.truth",
        "randomized_response.epsilon",
        "randomized_response.hockey_stick",
        "randomized_response.renyi",
        "randomized_response.mse",
    ),
    programs=("randomized_response",),
    depends_on=(),
    holds=holds,
)
