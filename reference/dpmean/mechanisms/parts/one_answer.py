"""What the answers of randomized response are worth: the probability of a true one, the epsilon of a
probability, divergences between two people, and the error of an estimate from many answers.

Formulas are functions of b = e^-epsilon and of k, the number of categories.
"""

from __future__ import annotations

from fractions import Fraction

from ...errors import InvalidInput
from ...exact import reals
from ...exact.decay import Decay
from ...exact.reals import Number, Scalar
from ...parameters.entry import Entry, single
from ...privacy.losses import hockey_stick


def weight(b: Scalar, k: Scalar) -> Scalar:
    """Returns 1 + (k - 1) b: of all answers together, where the own category weighs 1 and each
    other one b.
    """
    return 1 + (k - 1) * b


def truth(b: Scalar, k: Scalar) -> Scalar:
    """Returns p, the probability of the own category."""
    return 1 / weight(b, k)


def kept(b: Scalar, k: Scalar) -> Scalar:
    """Returns the probability with which the own category is answered whatever a uniform answer
    would be.
    """
    return (1 - b) / weight(b, k)


def distance(b: Scalar, k: Scalar) -> Scalar:
    """Returns the total variation distance of the answers of two people, p - q."""
    return kept(b, k)


def odds(p: Scalar, k: Scalar) -> Scalar:
    """Returns p (k - 1)/(1 - p), which is e^epsilon."""
    return p * (k - 1) / (1 - p)


def far(to_the_order: Scalar, mirrored: Scalar, k: Scalar) -> Scalar:
    """Returns 1 + (k - 2) b^a + b^(2 a - 1), to_the_order = b^a and mirrored = b^(2 a - 1): that
    times p e^((a - 1) epsilon) is the sum of P(answer)^a P'(answer)^(1 - a).
    """
    return 1 + (k - 2) * to_the_order + mirrored


def error(b: Scalar, k: Scalar, n: Scalar, count: Scalar) -> Scalar:
    """Returns (count p (1 - p) + (n - count) q (1 - q))/(p - q)^2, with q = b p."""
    return (count * (k - 1) * b + (n - count) * b * (1 + (k - 2) * b)) / (1 - b) ** 2


def _truth(categories: int, decay: Decay) -> Number:
    found: Number = truth(decay.b, categories)
    return found


def _epsilon(categories: int, p: Fraction) -> Number:
    if p * categories <= 1:
        raise InvalidInput(
            "probability_out_of_range",
            f"p: must be greater than 1/{categories}, that of a guess",
            argument="p",
        )
    return reals.log(odds(p, categories))


def _hockey_stick(categories: int, decay: Decay, ratio: Number) -> Number:
    return hockey_stick(decay.b, distance(decay.b, categories), ratio)


def _renyi(categories: int, decay: Decay, renyi_order: Fraction) -> Number:
    order = renyi_order
    powers = decay.power(order), decay.power(2 * order - 1)
    logs = reals.log(far(*powers, categories)) - reals.log(weight(decay.b, categories))
    return decay.epsilon + logs / (order - 1)


def _error(categories: int, decay: Decay, n: int, count: int) -> Number:
    if count > n:
        raise InvalidInput("out_of_range", f"count: must be at most n, {n}", argument="count")
    found: Number = error(decay.b, categories, n, count)
    return found


_SOURCE = "Warner 1965; Kairouz, Oh, Viswanath 2016"
ENTRIES = (
    Entry(
        "randomized_response.truth",
        "probability that a person answers her own category",
        ("categories", "epsilon"),
        (),
        "1/(1 + (k - 1) b), b = e^-epsilon",
        "Q(b)",
        _SOURCE,
        single(_truth),
    ),
    Entry(
        "randomized_response.epsilon",
        "epsilon of answers that are true with probability p and otherwise any of the others",
        ("categories", "p"),
        (),
        "log(p (k - 1)/(1 - p))",
        "reals",
        _SOURCE,
        single(_epsilon),
    ),
    Entry(
        "randomized_response.hockey_stick",
        "hockey-stick divergence between the answers of two people: the delta at another epsilon",
        ("categories", "epsilon", "at_epsilon"),
        (),
        "max(0, p - e^h q) + max(0, q - e^h p) + (k - 2) q max(0, 1 - e^h), p = 1/(1 + (k - 1) b), "
        "q = b/(1 + (k - 1) b)",
        "reals",
        _SOURCE,
        single(_hockey_stick),
    ),
    Entry(
        "randomized_response.renyi",
        "Renyi divergence between the answers of two people",
        ("categories", "epsilon", "renyi_order"),
        (),
        "epsilon + log((1 + (k - 2) b^a + b^(2 a - 1))/(1 + (k - 1) b))/(a - 1)",
        "reals",
        "Mironov 2017",
        single(_renyi),
    ),
    Entry(
        "randomized_response.mse",
        "mean squared error of the unbiased estimate, from n answers, of how many have a category",
        ("categories", "epsilon", "n", "count"),
        (),
        "(count (k - 1) b + (n - count) b (1 + (k - 2) b))/(1 - b)^2",
        "Q(b)",
        _SOURCE,
        single(_error),
    ),
)
