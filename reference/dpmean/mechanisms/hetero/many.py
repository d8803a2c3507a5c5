"""ADPM's weights for very many users: certified enclosures, and dyadic weights that keep
everybody's epsilon.

The closed form of `weights.py` with a million denominators has a million digits. Here each epsilon
is cut to an integer e in units of 2^-bits, and e >= 2^72 for all that are positive, so that no
division without remainder, neither this one nor a later one, drops more than a relative d = 2^-72.
theta is the least of the (B_k + 8) / A_k over all k (`proofs/theorems/hetero/adpm_weights.py`: for
any k users the sum of e_i (theta - e_i) is at most 8), a quotient of sums of positive terms; so
whatever is computed from the cut epsilons is off by a known factor:

    epsilon    in [1, 1 + d] times e;
    theta      in [1/(1 + d), (1 + d)^2] times that of the e, and that in [1, 1 + d] times its integer part;
    c_i and S  in [1/(1 + d), (1 + d)^3] times theirs: a least of two, and a sum of such;
    w_i        in [1/(1 + d)^4, (1 + d)^4] times c_i / S, and that in [1, 1 + d] times its integer part, within 2^-69 of
               it in all.

A rounded scale exceeds the exact 1/S by a factor of at most (1 + d)^3 (1 + (n + 1)^2 / (2^q - n)),
and 4^-q, for n users and 2^q > n. Everything is integers: one sort, a few sums and one division for
each user, in time n log n.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate

from .weights import NOISE, Epsilon, check

GUARD = 72  # binary digits of the smallest positive epsilon after the cut
FEW = 1000  # users up to which a release has the exact weights


@dataclass(frozen=True)
class Cut:
    """The epsilons as integers in units of 2^-bits (-1 for infinite ones); theta and the shares c_i
    likewise.
    """

    bits: int
    epsilons: tuple[int, ...]
    theta: int | None
    shares: tuple[int, ...]

    @cached_property
    def total(self) -> int:
        """S, the sum of the shares, in units of 2^-bits."""
        return sum(self.shares)


def cut(epsilons: Sequence[Epsilon]) -> Cut:
    """Returns the epsilons cut to integers, with theta and the shares of these."""
    check(epsilons)
    pairs = [(-1, 1) if e is None else e.as_integer_ratio() for e in epsilons]
    # a >= 2^(its length - 1) and b < 2^(its length)
    bits = GUARD + max(
        0, max((b.bit_length() - a.bit_length() + 1 for a, b in pairs if a > 0), default=0)
    )
    scaled = tuple((a << bits) // b if a > 0 else a for a, b in pairs)
    rising = sorted(e for e in scaled if e > 0)
    if not rising:
        return Cut(bits, scaled, None, tuple(1 << bits if e < 0 else 0 for e in scaled))
    noise = NOISE << (2 * bits)
    theta = 0
    following = iter(rising[1:])
    for a, b in zip(accumulate(rising), accumulate(e * e for e in rising), strict=True):
        after = next(following, None)
        if after is None or b + noise <= a * after:
            theta = (b + noise) // a
            break
    return Cut(bits, scaled, theta, tuple(theta if e < 0 or e > theta else e for e in scaled))


@dataclass(frozen=True)
class Enclosed:
    """Enclosures of every weight, between weight (1 - error) and weight (1 + error); theta
    likewise.

    weight = numerators[i] / 2^bits.
    """

    bits: int
    numerators: tuple[int, ...]
    theta: Fraction | None
    error: Fraction

    def weight(self, user: int) -> tuple[Fraction, Fraction]:
        """Returns a certified enclosure of the weight of one user, as a lower and an upper
        bound.
        """
        middle = Fraction(self.numerators[user], 1 << self.bits)
        return middle * (1 - self.error), middle * (1 + self.error)


def enclosed(epsilons: Sequence[Epsilon]) -> Enclosed:
    """Returns certified enclosures of all weights, to a relative 2^-68, which is 20 digits."""
    found = cut(epsilons)
    least = min(c for c in found.shares if c)
    bits = GUARD + (found.total // least).bit_length()
    total = found.total
    numerators = tuple((c << bits) // total for c in found.shares)
    theta = None if found.theta is None else Fraction(found.theta, 1 << found.bits)
    return Enclosed(bits, numerators, theta, Fraction(1, 1 << (GUARD - 4)))


@dataclass(frozen=True)
class Rounded:
    """Weights that are multiples of 2^-bits and add up to 1, and a scale with w_i <= epsilon_i
    scale, exactly.
    """

    bits: int
    numerators: tuple[int, ...]
    scale: Fraction
    public: tuple[bool, ...]

    @cached_property
    def weights(self) -> tuple[Fraction, ...]:
        """The weights as rational numbers, one for each user."""
        return tuple(Fraction(a, 1 << self.bits) for a in self.numerators)

    @property
    def granted(self) -> tuple[Epsilon, ...]:
        """The privacy w_i / scale of each user; None (no noise) for the public records when they
        are alone.
        """
        if not self.scale:
            return tuple(None if p else Fraction(0) for p in self.public)
        above, below = self.scale.denominator, self.scale.numerator << self.bits
        return tuple(Fraction(a * above, below) for a in self.numerators)


def rounded(epsilons: Sequence[Epsilon], bits: int) -> Rounded:
    """Returns weights of `bits` binary digits after the point, and the least scale that serves
    everybody.

    What is missing to 1 after the cut goes to the largest weights. The scale is the largest of w_i
    / e_i, rounded up to the grid 4^-bits; as e_i <= epsilon_i it serves the true epsilons. An
    unused user gets nothing, not even where all weights are cut to 0.
    """
    found = cut(epsilons)
    numerators = [(c << bits) // found.total for c in found.shares]
    most = max(numerators)
    large = [
        i
        for i, (a, c) in enumerate(zip(numerators, found.shares, strict=True))
        if c and 2 * a >= most
    ]
    each, more = divmod((1 << bits) - sum(numerators), len(large))
    for j, i in enumerate(large):
        numerators[i] += each + (j < more)
    public = tuple(e < 0 for e in found.epsilons)
    top, below = 0, 1  # the largest of a / e
    for a, e in zip(numerators, found.epsilons, strict=True):
        if e > 0 and a * below > top * e:
            top, below = a, e
    # a / 2^bits over e / 2^found.bits, in units of 4^-bits
    needed = -(-(top << found.bits + bits) // below)
    return Rounded(bits, tuple(numerators), Fraction(needed, 1 << 2 * bits), public)


def for_many(name: str, given: Mapping[str, object]) -> dict[str, object]:
    """Returns the parameters of a release, with `weight_bits` added to those of ADPM for more than
    FEW users.

    Exact weights have about as many digits as there are users.
    """
    epsilons = given.get("epsilons", "")
    users = (
        epsilons.count(",") + 1
        if isinstance(epsilons, str)
        else len(epsilons)
        if isinstance(epsilons, Sequence)
        else 0
    )
    if (
        name != "adpm"
        or users <= FEW
        or "weight_bits" in given
        or given.get("noise", "laplace") != "laplace"
    ):
        return dict(given)
    return {**given, "weight_bits": "128"}
