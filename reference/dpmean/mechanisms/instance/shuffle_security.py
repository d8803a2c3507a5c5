"""How well split-and-mix hides all but the sum: a proved bound on the distance of its views, for
any n, m and q.

The published count of messages stands beside it.

Each of n users splits her number modulo q into m uniformly random shares that add up to it, and all
n m shares are shuffled. Theorem: the view for numbers x is within total variation distance
sqrt(r)/2 of n m uniformly random numbers with the same sum, where 1 + r = E q^(C - 1) and C is the
number of connected parts of a random bipartite multigraph on n + n nodes of degree m.

Proof. A view y has probability P(y) = q^(-n (m - 1)) P(the blocks of m of the permuted y add up to
x). Under the uniform law U of vectors with that sum, E_U (P/U)^2 is therefore q^(n m - 1 - 2 n (m -
1)) times the sum over y of the probability that the blocks of two independent permutations both add
up to x. For two given permutations this is a linear system for the labels y of the n m edges
between n blocks of one and n blocks of the other: the sums at all nodes are given. A connected part
with e edges and v nodes has q^(e - v + 1) solutions where its two sides agree, else none, so that
there are at most q^(n m - 2 n + C) altogether. Hence E_U (P/U)^2 <= E q^(C - 1), and the distance
is at most half the root of E_U (P/U)^2 - 1 (Cauchy-Schwarz).

Counting: there are a_k = (m k)!/(k!)^2 such multigraphs on k + k nodes, over (k!)^2, whole or not;
the parts of a graph are an exponential formula, so that E q^C = [t^n] (sum of a_k t^k)^q / a_n.
With E_n = E q^C and b(n, k) = a_k a_(n-k)/a_n = binom(n, k)^2/binom(m n, m k), the power of a
series obeys n E_n = sum over k = 1, ..., n of (k q - (n - k)) b(n, k) E_(n-k), E_0 = 1.

Many users. a_(k+1)/a_k rises, so b(n, k) falls in k up to n/2, and in n. If E_i <= 2 q for J <= i <
n and n >= 2 J, the recurrence gives r_n <= sum over j < J of b(n, j) (E_j + 2 q) + 2 q n b(n, J),
which for m >= 3 falls in n. Where that is at most 1 at n = 2 J, and E_i <= 2 q is computed for J <=
i < 2 J, induction proves it for every n >= 2 J.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb, prod

from ...errors import InvalidInput
from ...exact import reals
from ...exact.enclosure import ceil
from ...exact.reals import Number, Scalar

MOST_SMALL = 64  # J is at most this, and below twice as many users the recurrence itself is used
MOST_MESSAGES = 1000
LEAST_DISTANCE = Fraction(1, 1 << 240)
DIGITS = 512  # bits of an upper bound of E_n, so that r_n is seen down to 2^-500

_ONE = Fraction(1)


def weight(n: int, k: int, m: int) -> Fraction:
    """Returns b(n, k) = binom(n, k)^2/binom(m n, m k)."""
    return Fraction(comb(n, k) ** 2, comb(m * n, m * k))


def distance(root: Scalar) -> Scalar:
    """Returns sqrt(r)/2, the bound on the distance of a view from ideal ones; root = sqrt(r)."""
    return root / 2


def exact_parts(m: int, q: int, most: int) -> list[Fraction]:
    """Returns E_0, ..., E_most, where E_n = E q^C."""
    found = [_ONE]
    for n in range(1, most + 1):
        found.append(
            sum(
                ((k * q - (n - k)) * weight(n, k, m) * found[n - k] for k in range(1, n + 1)),
                Fraction(0),
            )
            / n
        )
    return found


def raised(x: Fraction) -> Fraction:
    """Returns the least number of DIGITS bits that is not below x > 0."""
    shift = x.numerator.bit_length() - x.denominator.bit_length() - DIGITS
    unit = Fraction(1 << shift) if shift > 0 else Fraction(1, 1 << -shift)
    return ceil(x / unit) * unit


@lru_cache(maxsize=4096)
def rise(j: int, m: int) -> Fraction:
    """Returns a_(j+1)/a_j = (m j + 1) ... (m j + m)/(j + 1)^2.

    b(n, k + 1)/b(n, k) is the value at k over that at n - k - 1.
    """
    return Fraction(prod(range(m * j + 1, m * j + m + 1)), (j + 1) ** 2)


class Bounds:
    """Upper bounds of few digits of E_0, E_1, ...

    In the recurrence, terms below 0 are left out and the others are raised.
    """

    def __init__(self, m: int, q: int) -> None:
        """Nothing is computed until it is asked for."""
        self.m, self.q, self.known = m, q, [_ONE]
        self._settled: dict[int, bool] = {}

    def row(self, n: int) -> list[Fraction]:
        """Returns upper bounds of b(n, k) for k = 0, ..., n."""
        half = [_ONE]
        for k in range(n // 2):
            above, below = rise(k, self.m), rise(n - k - 1, self.m)
            half.append(
                raised(
                    Fraction(
                        half[-1].numerator * above.numerator * below.denominator,
                        half[-1].denominator * above.denominator * below.numerator,
                    )
                )
            )
        return half + half[: n - n // 2][::-1]

    def at(self, n: int) -> Fraction:
        """Returns an upper bound of E_n."""
        while len(self.known) <= n:
            i = len(self.known)
            row = self.row(i)
            terms = [
                (k * self.q - (i - k), row[k], self.known[i - k])
                for k in range(1, i + 1)
                if k * self.q > i - k
            ]
            # denominators are powers of 2, so that the sum is one of integers over the largest of
            # them
            most = max((b.denominator * e.denominator for _, b, e in terms), default=1)
            total = sum(
                c * b.numerator * e.numerator * (most // (b.denominator * e.denominator))
                for c, b, e in terms
            )
            self.known.append(raised(Fraction(total, most * i)))
        return self.known[n]

    def beyond(self, n: int, small: int) -> Fraction:
        """Returns the bound of r_n for n >= 2 J, where J = small."""
        return self.each_beyond(n, small)[-1]

    def each_beyond(self, n: int, most: int) -> list[Fraction]:
        """Returns the bounds of r_n for n >= 2 J, where J = 1, ..., most."""
        found, near = [], Fraction(0)
        for small in range(1, most + 1):
            share = weight(n, small, self.m)
            found.append(near + 2 * self.q * n * share)
            near += share * (self.at(small) + 2 * self.q)
        return found

    def settled(self, small: int) -> bool:
        """Returns whether J = small will do for the induction.

        It does if the bound is at most 1 at n = 2 J, and E_i <= 2 q for J <= i < 2 J.
        """
        if small not in self._settled:
            self._settled[small] = (
                all(self.at(i) <= 2 * self.q for i in range(small, 2 * small))
                and self.beyond(2 * small, small) <= 1
            )
        return self._settled[small]


@lru_cache(maxsize=256)
def bounds_of(m: int, q: int) -> Bounds:
    """Returns the bounds for m messages and modulus q, one object for each pair."""
    return Bounds(m, q)


@lru_cache(maxsize=1024)
def excess(n: int, m: int, q: int) -> Fraction | None:
    """Returns a proved upper bound of r_n, or None where nothing is proved."""
    bounds = bounds_of(m, q)
    if n <= 2 * MOST_SMALL:
        return bounds.at(n) / q - 1
    found = bounds.each_beyond(n, MOST_SMALL) if m >= 3 else []
    return next(
        (
            r
            for r, small in sorted(zip(found, range(1, MOST_SMALL + 1), strict=False))
            if bounds.settled(small)
        ),
        None,
    )


def excess_of_any(least: int, most: int, m: int, q: int) -> Fraction | None:
    """Returns the largest of the bounds for least, ..., most users; beyond 2 MOST_SMALL users the
    bounds fall.
    """
    found = [excess(n, m, q) for n in range(least, max(least, min(most, 2 * MOST_SMALL + 1)) + 1)]
    known = [r for r in found if r is not None]
    return max(known) if len(known) == len(found) else None


def security(n: int, m: int, q: int) -> Number:
    """Returns a proved bound, at most 1, on the distance between a view and uniform numbers with
    the same sum.
    """
    found = excess(n, m, q)
    if found is None or found >= 4:
        return _ONE
    result: Number = distance(reals.root(found, 2))
    return result


def secure(least: int, most: int, m: int, q: int, limit: Fraction) -> bool:
    """Returns whether the proved distance is at most `limit` for any number of users from least to
    most.
    """
    found = excess_of_any(least, most, m, q)
    return found is not None and found <= (2 * limit) ** 2


def least_messages(n: int, q: int, limit: Fraction, dropouts: int = 0) -> int:
    """Returns the least number of messages m >= 2 whose proved distance is at most `limit`.

    Up to `dropouts` of the n users may be silent.
    """
    fewest = n - dropouts
    if limit < LEAST_DISTANCE:
        raise InvalidInput(
            "out_of_range",
            "delta: too small beside e^epsilon for what is proved here",
            argument="delta",
        )
    for m in range(2, MOST_MESSAGES + 1):
        # with two or more users the bound has at least this term, for one node on either side as a
        # part of its own
        if fewest > 1 and q * weight(fewest, 1, m) > 16 * limit**2:
            continue
        if secure(fewest, n, m, q, limit):
            return m
    raise InvalidInput(
        "out_of_range", f"messages: more than {MOST_MESSAGES} for this delta", argument="messages"
    )


def cited_count(sigma: Scalar, log_q: Scalar, log_n: Scalar, log_two: Scalar) -> Scalar:
    """Returns (2 sigma log 2 + log q)/(log n - 1) + 2.

    With base-2 logarithms it is (2 sigma + log q)/(log n - log e) + 2.
    """
    return (2 * sigma * log_two + log_q) / (log_n - 1) + 2


def cited_messages(n: int, q: int, sigma: int) -> int:
    """Returns the published number of messages for a distance of 2^-sigma and n >= 19 users.

    The theorem is of Balle, Bell, Gascon, Nissim (2020); it is cited, not proved, and not used: no
    guarantee here rests on it. It was known from secondary sources only. The abstract of the
    authors' note of 2019 (arXiv 1909.11225) says 12 messages for n = 10^4, 32 bits and sigma = 40,
    which is this formula; implementations by others add 1 instead of 2, and get 11 there. The
    larger one is given.
    """
    if n < 19:
        raise InvalidInput(
            "out_of_range", "n: the published theorem is for at least 19 users", argument="n"
        )
    return max(
        3,
        ceil(
            cited_count(
                sigma, reals.log(Fraction(q)), reals.log(Fraction(n)), reals.log(Fraction(2))
            )
        ),
    )
