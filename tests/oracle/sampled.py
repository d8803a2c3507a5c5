"""Who is sampled: the probabilities of SM, the least allowed divisor, and how many are taken.

e^x - 1 is summed as a series for x <= 1 and doubled from there: e^2x - 1 = y (2 + y) with y = e^x -
1.
"""

from fractions import Fraction

from boxes import whole
from mpmath import iv, mpf
from stream import at_rising_precision, plus, product, quotient
from values import ends, ivf

BITS = 40  # the divisor is a multiple of 2^-BITS


def growth(x):
    """e^x - 1 for a rational x >= 0."""
    if x == 0:
        return Fraction(0)
    halvings = max(0, int(x).bit_length())
    y = ivf(x / 2**halvings)
    total, term, k = iv.mpf(0), y, 1
    while k < 4 or ends(term)[1] > ends(total)[0] * mpf(2) ** -(iv.prec + 8):
        total, k = total + term, k + 1
        term = term * y / k
    total += iv.mpf([0, 2]) * term  # what is left falls by more than half each time
    for _ in range(halvings):
        total = total * (2 + total)
    return total


def probabilities(epsilons):
    """p_i, rational where it is 0 or 1 (and nowhere else)."""
    top = max(epsilons)
    return [
        Fraction(1) if e == top else quotient(growth(e), growth(top)) if e else Fraction(0)
        for e in epsilons
    ]


def divisor(epsilons):
    """D, the least multiple of 2^-40 that is not below the sum of the p_i; those that are 1 apart,
    since others may be tiny.
    """

    def down():
        return whole(
            product(
                Fraction(-(2**BITS)),
                total(p for p in probabilities(epsilons) if not isinstance(p, Fraction)),
            )
        )

    return epsilons.count(max(epsilons)) + Fraction(-at_rising_precision(down), 2**BITS)


def total(values):
    s = Fraction(0)
    for v in values:
        s = plus(s, v)
    return s


def numbers(chances):
    """[P(m are sampled) for m = 0 .. n], one user after the other."""
    law = [Fraction(1)]
    for p in chances:
        rest = plus(Fraction(1), product(p, Fraction(-1)))
        law = [
            plus(product(a, rest), product(b, p))
            for a, b in zip([*law, Fraction(0)], [Fraction(0), *law])
        ]
    return law
