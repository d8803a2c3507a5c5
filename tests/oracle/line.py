"""Laws built of constant layers along lines: staircase, discrete_staircase, discrete_laplace.

Everything is measured in units of D.  A position is a rational x (continuous) or the integer
index i of the lattice point i/m.  All intervals are half-open [A, B); the mirror image of
[A, B) is [-B + delta, -A + delta) with delta = 1 on a lattice and 0 on the line.
"""

from fractions import Fraction
from math import ceil, floor

from compare import Compare
from mpmath import iv
from series import layer_sum
from values import ends, ivf, require


class Staircase(Compare):
    plain_limit = 1500
    row_growth = 0  # how much faster than x^p a layer's p-th moment grows

    def __init__(self, q, gamma, D=Fraction(1), m=None):
        self.q, self.gamma, self.D, self.m = q, gamma, D, m
        self.delta = 0 if m is None else 1
        if m is not None:
            require((gamma * m).denominator == 1, "gamma", "gamma must be a multiple of 1/m")
            self.plain_limit = self.plain_limit // m
        if gamma.denominator > 10**9:  # an optimal gamma: exact fractions get long
            self.plain_limit = 0
        self._mass = None

    # ---- geometry ----
    def edge(self, c):
        """Where level c ends on the positive side."""
        return c + self.gamma if self.m is None else int((c + self.gamma) * self.m)

    def level(self, x):
        """j(|x|) of the definition, x a position."""
        t = abs(x) if self.m is None else Fraction(abs(x), self.m)
        return floor(t + 1 - self.gamma)

    def position(self, x):
        """The position of the point x (in the user's units), None if off the lattice."""
        t = x / self.D
        if self.m is None:
            return t
        t *= self.m
        return t.numerator if t.denominator == 1 else None

    def integral(self, A, B, p):
        """Integral (or lattice sum) of x^p over [A, B), x in units of D."""
        if B <= A:
            return 0
        if self.m is None:
            return Fraction(B ** (p + 1) - A ** (p + 1)) / (p + 1)
        return B - A if p == 0 else Fraction(sum(i**p for i in range(A, B)), self.m**p)

    def right(self, n, least=0):
        """The part of layer n with x >= least >= 0: triples (A, B, row); the line has one row,
        0.
        """
        yield max(self.edge(n - 1) if n else 0, least), self.edge(n), 0

    def layer(self, n):
        for A, B, k in self.right(n):
            yield A, B, k
            yield -B + self.delta, min(0, -A + self.delta), -k

    def exponent(self, x, k):
        return self.level(x)

    # ---- sums over the layers ----
    def sum(self, c, start=0, stable=1, degree=0):
        return layer_sum(self.q, c, start, stable, degree, self.plain_limit)

    def mass(self):
        if self._mass is None:
            self._mass = self.sum(
                lambda n: sum(self.integral(A, B, 0) for A, B, _ in self.layer(n)),
                degree=self.row_growth,
            )
        return self._mass

    def raw_moment(self, order):
        """Sum over layers of the integral of |x|^order, not normalised, D = 1."""
        return 2 * self.sum(
            lambda n: sum(self.integral(A, B, order) for A, B, _ in self.right(n)),
            degree=order + self.row_growth,
        )

    def unit(self):
        return Fraction(1) if self.m is not None else self.D

    def normalizer(self):
        return 1 / (self.mass() * ivf(self.unit()))

    def at(self, x, k=0):
        """Density or pmf at a position."""
        return self.normalizer() * self.q.power(self.exponent(x, k))

    def log_at(self, x, k=0):
        return iv.log(self.normalizer()) - ivf(self.q.rate() * self.exponent(x, k))

    def moment(self, order):
        return self.raw_moment(order) / self.mass() * ivf(self.D**order)

    def upper(self, a):
        """P(X >= position a) for a > 0 (for a >= 0 on the line)."""
        j = self.level(a)
        c = lambda n: sum(self.integral(A, B, 0) for A, B, _ in self.right(n, a))
        return self.sum(c, j, j + 1 + self.row_growth, self.row_growth) / self.mass()

    def tail(self, x):
        t = x / self.D
        a = t if self.m is None else ceil(t * self.m)
        return Fraction(1) if a == 0 else 2 * self.upper(a)

    def cdf_position(self, a):
        if a < 0:
            return self.upper(-a)
        return 1 - self.upper(a + self.delta)

    def cdf(self, x):
        t = x / self.D
        if self.m is None:
            return Fraction(1, 2) if t == 0 else self.cdf_position(t)
        return self.cdf_position(floor(t * self.m))

    # ---- quantiles ----
    def _reaches(self, a, p):
        """cdf(position a) >= p ?  Equality to the last of 4x the usual bits counts as equality
        (both sides are then rationals of far smaller height)."""
        keep = iv.prec
        try:
            for prec in (keep, 4 * keep + 8 * p.denominator.bit_length()):
                iv.prec, self._mass = prec, None
                lo, hi = ends(self.cdf_position(a) - ivf(p))
                if lo > 0 or hi < 0:
                    return lo > 0
            return True
        finally:
            iv.prec, self._mass = keep, None

    def quantile(self, p):
        if self.m is None:
            if p == Fraction(1, 2):
                return Fraction(0)
            return self._line_quantile(1 - p) if p > Fraction(1, 2) else -self._line_quantile(p)
        lo, hi = -1, 0  # invariant: not reached at lo, reached at hi
        while self._reaches(lo, p):
            lo *= 2
        while not self._reaches(hi, p):
            hi = 2 * hi + 1
        while hi - lo > 1:
            mid = (lo + hi) // 2
            lo, hi = (lo, mid) if self._reaches(mid, p) else (mid, hi)
        return hi * self.D / self.m

    def _line_quantile(self, u):
        """The x > 0 with P(X > x) = u < 1/2: find the layer, solve the linear piece."""
        beyond = lambda c: ends(self.upper(self.edge(c)) - ivf(u))[0] > 0
        lo, hi = -1, 0  # beyond the end of layer lo: more than u
        while beyond(hi):
            lo, hi = hi, 2 * hi + 1
        while hi - lo > 1:
            mid = (lo + hi) // 2
            lo, hi = (mid, hi) if beyond(mid) else (lo, mid)
        height = self.q.power(hi) / self.mass()
        if hi == 0:
            return ivf(Fraction(1, 2) - u) / height * ivf(self.D)
        return (ivf(self.edge(hi)) - (ivf(u) - self.upper(self.edge(hi))) / height) * ivf(self.D)


class DiscreteLaplace(Staircase):
    """pmf proportional to e^(-epsilon |k|/D): layer n is {-n, n}, ratio q = e^(-epsilon/D)."""

    def __init__(self, q):
        super().__init__(q, Fraction(1), Fraction(1), 1)

    def privacy_loss(self, shift):
        s = abs(shift[0])
        if s.denominator == 1 and s > 20000:  # |k - s| - |k| <= |s|, and equal to it at k = 0
            return (
                ivf(s) * self.q.rate() if isinstance(self.q.rate(), iv.mpf) else s * self.q.rate()
            )
        return super().privacy_loss(shift)

    def shift_position(self, shift):
        require(shift[0].denominator == 1, "shift", "shift must be an integer")
        require(abs(shift[0]) <= 20000, "shift", "shift too large for this oracle")
        return int(shift[0]), 0
