"""Randomised response on a sign, which is kept with probability p and turned otherwise.

The file has what a response costs, and the greatest rational p for a budget.

p is a multiple of 2^-40, so that every probability is rational. epsilon = log(p/(1 - p)) is what
the response costs in pure DP. In zero-concentrated DP it costs

- constants = paper: epsilon^2/2, as for any epsilon-DP mechanism;
- constants = exact: epsilon tanh(epsilon/2) = (2 p - 1) log(p/(1 - p)), and no less.

Proof of the second. The Renyi divergence D_a between the two answers has e^((a - 1) D_a) = cosh((a
- 1/2) epsilon)/cosh(epsilon/2). With x = a - 1/2, so a (a - 1) = x^2 - 1/4, the claim D_a <= a
epsilon tanh(epsilon/2) for a > 1 is that g(x) = log cosh(x epsilon) - x^2 epsilon tanh(epsilon/2)
is at most g(1/2) for x >= 1/2. g'(x) <= 0 there, since it says that tanh(x epsilon)/x <=
tanh(epsilon/2)/(1/2), and tanh(y)/y falls. For a -> 1 the divergence is epsilon tanh(epsilon/2)
itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from ...distributions.finite import Bernoulli
from ...errors import InvalidInput
from ...exact import reals
from ...exact.enclosure import LATTICE, compare
from ...exact.reals import Number, Scalar
from ...exact.search import last


def bias(keep: Scalar) -> Scalar:
    """Returns 2 p - 1, the expectation of the answer where the truth is 1; keep = p."""
    return 2 * keep - 1


def odds(keep: Scalar) -> Scalar:
    """Returns p/(1 - p) = e^epsilon, where keep = p."""
    return keep / (1 - keep)


def exact_cost(keep: Scalar, epsilon: Scalar) -> Scalar:
    """Returns (2 p - 1) epsilon, the least rho for which the response is rho-zCDP."""
    return bias(keep) * epsilon


def paper_cost(epsilon: Scalar) -> Scalar:
    """Returns epsilon^2/2, a rho for which any epsilon-DP mechanism is rho-zCDP."""
    return epsilon**2 / 2


def cost(keep: Fraction, constants: str = "paper") -> Number:
    """Returns a rho for which the response with p = keep is rho-zCDP, 1/2 <= p < 1."""
    epsilon = reals.log(odds(keep))
    found: Number = paper_cost(epsilon) if constants == "paper" else exact_cost(keep, epsilon)
    return found


def keep_for(rho: Fraction, constants: str = "paper") -> Fraction:
    """Returns the greatest p below 1 that is a multiple of 2^-40 and whose cost is at most rho."""
    # the cost of a fair coin is 0, that of p = 1 infinite
    found = last(
        lambda k: compare(cost(Fraction(k, LATTICE), constants), rho) <= 0, LATTICE // 2, LATTICE
    )
    if found == LATTICE // 2:
        raise InvalidInput(
            "out_of_range", "rho: so small that a response would be a fair coin", argument="rho"
        )
    return Fraction(found, LATTICE)


@dataclass(frozen=True)
class Response:
    """Randomised response on a sign, with a rational probability `keep` of the truth."""

    keep: Fraction

    @cached_property
    def law(self) -> Bernoulli:
        """The law of the draw: 1 if the sign is kept, 0 if it is turned."""
        return Bernoulli(self.keep)

    @property
    def scale(self) -> Fraction:
        """The factor 1/(2 p - 1) = (e^epsilon + 1)/(e^epsilon - 1), which makes an answer
        unbiased.
        """
        found: Fraction = 1 / bias(self.keep)
        return found
