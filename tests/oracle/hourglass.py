"""hourglass and discrete_hourglass: rows k (x + y = kD) of constant pieces along x."""

from fractions import Fraction
from math import floor

from line import Staircase
from series import Decay, layer_sum
from values import ivf, require


class Hourglass(Staircase):
    plain_limit = 60
    row_growth = 1  # layer n has about 2n pieces

    def exponent(self, x, k):
        """The exponent of b at x on the diagonal k, as the definition reads."""
        t = x if self.m is None else Fraction(x, self.m)
        if t < 0:
            t, k = -t, -k
        if t < k + self.gamma:
            return k
        i = floor(t - k - self.gamma) + 1
        return 2 * i + k

    def right(self, n, least=0):
        """Pieces of layer n at x >= 0: the flat piece of row n; and 2i + k = n, i >= 1, whose
        interval ends at (k + i + gamma) > 0, that is c = k + i >= 0, k = 2c - n, i = n - c."""
        yield max(0, least), self.edge(n), n
        for c in range(self.level(least) if least else 0, n):
            yield max(0, self.edge(c - 1), least), self.edge(c), 2 * c - n

    def on_row(self, n, k):
        """The measure of layer n on row k: its x >= 0 part and the mirror of row -k's."""
        total = 0
        for row, mirrored in ((k, False), (-k, True)):
            c, odd = divmod(n + row, 2)
            if odd or not 0 <= c <= n:
                continue
            A, B = (0, self.edge(n)) if row == n else (max(0, self.edge(c - 1)), self.edge(c))
            total += B - A - (self.delta if mirrored and A == 0 else 0)  # x = 0 counts once
        return total

    def mixed(self, p, r):
        """E X^p K^r with K = (X+Y)/D, D = 1."""
        c = lambda n: sum(self.integral(A, B, p) * k**r for A, B, k in self.layer(n))
        return self.sum(c, degree=p + r + 1) / self.mass()

    def covariance(self):
        """E XY = E (XK - X^2)."""
        c = lambda n: sum(
            self.integral(A, B, 1) * k - self.integral(A, B, 2) for A, B, k in self.layer(n)
        )
        return self.sum(c, degree=3) / self.mass() * ivf(self.D**2)

    def sum_variance(self):
        return self.mixed(0, 2) * ivf(self.D**2)

    def sum_pmf(self, k):
        """Row k: exponents |k| + 2i."""
        square = Decay(self.q.epsilon and 2 * self.q.epsilon, self.q.b and self.q.b**2)
        total = layer_sum(square, lambda i: self.on_row(abs(k) + 2 * i, k), 0, 2, 0)
        return self.q.power(abs(k)) * total / self.mass()

    def rows_at(self, x):
        """Sum over k of b^exponent(x, k): on layer n only k = n (flat piece) and k = 2c - n."""
        c = self.level(x)
        sign = -1 if x < 0 else 1

        def count(n):
            return sum(self.exponent(x, sign * k) == n for k in {n, 2 * c - n})

        return self.sum(count, c, c + 1, 0)

    def marginal(self, x):
        return self.normalizer() * self.rows_at(x)

    def conditional_row(self, x, k):
        return self.q.power(self.exponent(x, k)) / self.rows_at(x)

    def shift_position(self, shift):
        rows = sum(shift) / self.D
        require(rows in (1, -1), "shift", "the shift must lie on the segment +-(x0, D - x0)")
        require(0 <= shift[0] * rows <= self.D, "shift", "the shift must lie on +-(x0, D - x0)")
        s = self.position(shift[0])
        require(s is not None, "shift", "shift must be a lattice point")
        return s, int(rows)
