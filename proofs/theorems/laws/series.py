"""The power sums on which every moment and tail rests.

Claim.       sum over k >= K of b^k (k + g)^p = b^K S_p(g + K) for the shipped S_p = power_sum, p = 0..18, all b in
             (0, 1) and g; (1 - b) S_(p+1)(g) <= (p + 1) S_p(g) for 0 <= g <= 1; and the ball of
             radius k + g telescopes: g^p + sum over k >= 1 of b^k ((k + g)^p - (k - 1 + g)^p) = (1
             - b) S_p(g).
Source.      addremove Lemma 8, steps (b) (implicit in every moment of the paper).
Derivation.  (1) telescoping certificates, one for each order; (2) (1 - b) S_(p+1) is that telescoped sum of order p +
             1, and t^(p+1) - (t - 1)^(p+1) <= (p + 1) t^p for t >= 1 term by term (g^(p+1) <= (p +
             1) g^p for the first).
Trusted.     powers_decay.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import islice

from dpmean.distributions import series

from ...kernel.formulas import FULL, NONNEGATIVE, POSITIVE, UNIT, Ring
from ...kernel.rules import exhaustive, identity, positive, telescopes
from ...theorem import Theorem, rows

ORDERS = range(19)
S = Ring({"b": UNIT, "g": FULL, "k": NONNEGATIVE, "w": POSITIVE})
B = Ring({"b": UNIT, "g": FULL})
T = Ring({"t": NONNEGATIVE})

STEPS = (
    *(
        telescopes(
            f"S_{p} is the sum of b^k (k + g)^{p}",
            S,
            lambda k, w, g, p=p: w * (k + g) ** p,
            lambda b, g, k, w, p=p: w * series.power_sum(p, b, g + k),
            lambda b: b,
        )
        for p in ORDERS
    ),
    *(
        identity(
            f"the shells of order {p} add up to (1 - b) S_{p}",
            B,
            lambda b, g, p=p: (
                g**p + b * (series.power_sum(p, b, g + 1) - series.power_sum(p, b, g)),
                (1 - b) * series.power_sum(p, b, g),
            ),
        )
        for p in ORDERS
    ),
    *(
        positive(
            f"a shell of order {p + 1} is at most {p + 1} t^{p}",
            T,
            lambda t, p=p: (p + 1) * (1 + t) ** p - (1 + t) ** (p + 1) + t ** (p + 1),
            strict=False,
        )
        for p in ORDERS[1:]
    ),
    *(
        positive(
            f"(1 - b) S_{p + 1} <= {p + 1} S_{p}",
            B,
            lambda b, g, p=p: (
                ((p + 1) * series.power_sum(p, b, g) - (1 - b) * series.power_sum(p + 1, b, g))
                * (1 - b) ** (p + 1)
            ),
            strict=False,
        )
        for p in range(1, 7)
    ),
    identity(
        "geometric moments are S_p at g = 0",
        B,
        lambda b: (
            sum((series.geometric_moments(6, b)[p] * 2**p for p in range(1, 7)), 0 * b),
            sum((series.power_sum(p, b, 0) * 2**p for p in range(1, 7)), 0 * b),
        ),
    ),
    exhaustive(
        "Faulhaber's polynomials sum powers",
        lambda: [(p, n) for p in range(9) for n in range(13)],
        lambda x: (
            sum(c * Fraction(x[1]) ** i for i, c in enumerate(series.power_polynomial(x[0])))
            == sum(Fraction(i) ** x[0] for i in range(1, x[1] + 1))
        ),
    ),
)


def holds(decay: Fraction, gamma: Fraction) -> bool:
    """Check for p = 3 that partial sums lie below S_p and come close, and that the ratio bound
    holds.
    """
    partial = sum(term for term in islice((decay**k * (k + gamma) ** 3 for k in range(10**6)), 400))
    total = series.power_sum(3, decay, gamma)
    rest = decay**400 * series.power_sum(3, decay, gamma + 400)
    return partial + rest == total and (1 - decay) * series.power_sum(4, decay, gamma) <= 4 * total


THEOREM = Theorem(
    id="series",
    title="Power sums, and each is at most a multiple of the one before",
    statement="S_p(g) = sum of b^k (k + g)^p in closed form, its tails, and (1 - b) S_(p+1) <= (p + "
    "1) S_p",
    source="addremove Lemma 8, step (b)",
    steps=STEPS,
    covers=("staircase.moment", "staircase2d.moment", "staircase2d.tail"),
    holds=holds,
    claims=rows(__file__),
)
