"""Digits, signs and sizes of draws in columns have the masses of the law.

Claim.       A digit to the base B = 2^10 and an independent geometric number above it make the geometric number, so any
             number of digits does; a sign and a geometric size without the negative zero make the discrete Laplace law;
             zero or not, a sign and 1 + a geometric size make the signed step of a staircase, on the line and on every
             lattice.
Source.      this project.
Derivation.  (1) The shipped masses of a digit j at ratio t and of k above it at ratio t^B multiply to (1 - t) t^(j +
             B k); induction on the number of digits. (2) A proposal is kept with probability 1 - P(size = 0)/2, and
             what is kept is run through for small sizes. (3) P(J != 0) times 1/2 times P(size = j - 1) is the mass of
             step j, which `bulk_laws` has.
             Read by a person, not by steps: events by their first 64 bits (the comparison is the one that
             `bulk_laws` proves of floors), remainders of the words that are kept, the rejection of the wide discrete
             Gaussian and its margins in doubles, and the boxes of positions in steps.
Trusted.     nothing beyond the kernel.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from dpmean.distributions import discrete_laplace, discrete_staircase, staircase
from dpmean.distributions.bulk import formulas, geometric

from ...domains.multiples import numbers
from ...kernel.formulas import POSITIVE, UNIT, UNIT_CLOSED, Ring
from ...kernel.rules import exhaustive, identity
from ...theorem import Theorem

R = Ring({"b": UNIT, "g": UNIT_CLOSED}, powers="jk")
L = Ring({"b": UNIT, "g": POSITIVE, "m": POSITIVE}, powers="jk")  # g stands for gamma m - 1/2, as 2 gamma m - 1 > 0
D = Ring({"w": UNIT, "b": UNIT, "x": POSITIVE}, powers="k", base="w")  # w stands for b^B, x for b^j
HALF = Fraction(1, 2)


class Digit:
    """The number j + n, where j is a digit about which nothing is known."""

    def __init__(self, n: int) -> None:
        """`n` is a small integer."""
        self.n = n

    def __add__(self, other: int) -> Digit:
        return Digit(self.n + other)


class Ratio:
    """The ratio b, of which x is the power j and w the power B: any numbers, as far as the identity is concerned."""

    def __init__(self, b: Any, w: Any, x: Any) -> None:
        """All three are symbols or numbers."""
        self.b, self.w, self.x = b, w, x

    def __pow__(self, k: Any) -> Any:
        if isinstance(k, Digit):
            return self.x * self.b**k.n
        return self.w if k == geometric.BASE else self.b**k


def mass(upper: Any, k: Any, ratio: Any) -> Any:
    """Return P(K = k)."""
    return upper(k, (ratio,)) - upper(k + 1, (ratio,))


def kept(b: Any) -> Any:
    """Return the probability that a sign and a size are kept."""
    return 1 - mass(geometric.geometric_upper, 0, b) / 2


def proposals() -> Iterator[tuple[int, int]]:
    """Yield every sign and small size."""
    yield from ((sign, size) for sign in (-1, 1) for size in range(8))


def keeps(pair: tuple[int, int]) -> bool:
    """Check what the shipped sampler makes of a sign and a size."""
    sign, size = pair
    stream = SimpleNamespace(take=lambda count: numbers(128 if sign > 0 else 0, count=count, kind="u1"))
    stub = SimpleNamespace(size=SimpleNamespace(draw=lambda *_: numbers(size)))
    found = geometric.TwoSided._kept(stub, stream, 1).tolist()  # type: ignore[arg-type]
    return bool(found == ([] if size == 0 and sign < 0 else [sign * size]))


STEPS = (
    identity("a digit is at least 0 and less than B", D,
        lambda b, w, x: (geometric.digit_upper(0, (Ratio(b, w, x),)) + geometric.digit_upper(geometric.BASE,
            (Ratio(b, w, x),)), 1)),
    identity("a digit and what is above it: the geometric mass at j + B k", D,
        lambda b, w, x, k: (mass(geometric.digit_upper, Digit(0), Ratio(b, w, x))
            * mass(geometric.geometric_upper, k, w), (1 - b) * x * w**k)),
    identity("sign and size, no negative zero: the discrete Laplace mass", R,
        lambda b, k: (HALF * mass(geometric.geometric_upper, k, b) / kept(b), discrete_laplace.pmf(b, b**k))),
    exhaustive("of a sign and a size, all but the negative zero is kept, sizes < 8", proposals, keeps),
    identity("staircase: not 0, a sign and 1 + a geometric size have the mass of the step", R,
        lambda b, g, j: (2 * formulas.staircase_upper(1, (b, g)) * HALF * mass(geometric.geometric_upper, j, b),
            staircase.weight(j + 1, b, g, 1))),
    identity("lattice staircase: the same, in m equally likely points", L,
        lambda b, g, m, j: (2 * formulas.lattice_upper(1, (b, g + HALF, m)) * HALF
            * mass(geometric.geometric_upper, j, b) / m, discrete_staircase.weight(j + 1, b, g + HALF, m))),
)  # fmt: skip


def holds(decay: Fraction, gamma: Fraction, n: int) -> bool:
    """Check the masses of a number, of its digits and of a step."""
    above, digit = divmod(n * 97, geometric.BASE)
    made = mass(geometric.digit_upper, digit, decay) * mass(geometric.geometric_upper, above, decay**geometric.BASE)
    steps = formulas.staircase_upper(1, (decay, gamma)) * mass(geometric.geometric_upper, n, decay)
    return made == (1 - decay) * decay ** (n * 97) and steps == staircase.weight(n + 1, decay, gamma, 1)


THEOREM = Theorem(
    id="column_draws",
    title="Digits, signs and sizes of draws in columns have the masses of the law",
    statement="digits to the base 1024 make the geometric number; a sign and a size without negative zero the discrete "
    "Laplace law; zero or not, a sign and 1 + a size the signed step of a staircase",
    source="this project",
    steps=STEPS,
    depends_on=("bulk_laws",),
    holds=holds,
)
