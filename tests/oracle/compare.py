"""privacy_loss and hockey_stick: the cells of f(z) cut by the cells of f(z - shift).

A cell where f(z) = A q^n and f(z - shift) = A q^(n + d) has log-ratio d * rate (d is its gap), and
gives A q^n max(0, 1 - ratio q^d) times its measure to the hockey stick.  The measures per layer n and
gap d are enumerated exactly; from some layer on they are polynomials in n (checked by layer_sum).
"""

from fractions import Fraction
from math import ceil

from mpmath import iv
from series import layer_sum
from values import Rejected, ivf, plus_part, require


class Compare:
    """The comparing part of a law made of layers (line.py, hourglass.py, plane.py)."""

    def gaps(self, n, s, rows=0):
        """Layer n cut into the cells of z -> f(z - (s, rows)): {exponent there - n: measure}."""
        out = {}
        for A, B, k in self.layer(n):
            if B <= A:
                continue
            far = self.level(A - s), self.level(B - s)
            near = range(0 if A <= s <= B else max(0, min(far) - 2), max(far) + 1)
            cuts = {A, B, s} | {s + self.edge(c) for c in near}
            cuts |= {s - self.edge(c) + self.delta for c in near}
            cuts = sorted(z for z in cuts if A <= z <= B)
            for u, v in zip(cuts, cuts[1:]):
                z = (u + v) / Fraction(2) if self.m is None else u
                d = self.exponent(z - s, k - rows) - n
                out[d] = out.get(d, 0) + v - u
        return out

    def shift_position(self, shift):
        require(abs(shift[0]) <= self.D, "shift", "|shift| must not exceed the sensitivity")
        s = self.position(shift[0])
        require(s is not None, "shift", "shift must be a lattice point")
        return s, 0

    def shift_stable(self, s):
        return 4 + ceil(abs(s) if self.m is None else Fraction(abs(s), self.m))

    def gap_table(self, shift):
        """(table(n) -> {gap: measure}, layer from which it is regular)."""
        s, rows = self.shift_position(shift)
        memo = {}

        def table(n):
            if n not in memo:
                memo[n] = self.gaps(n, s, rows)
            return memo[n]

        return table, self.shift_stable(s)

    def kept_table(self, shift):
        """gap_table, computed once for all levels of a shift."""
        kept = self.__dict__.setdefault("tables", {})
        if shift not in kept:
            kept[shift] = self.gap_table(shift)
        return kept[shift]

    def privacy_loss(self, shift):
        table, stable = self.kept_table(shift)
        worst = max(d for n in range(stable + 3) for d in table(n))
        return worst * self.q.rate() if worst else Fraction(0)

    def hockey_stick(self, shift, ratio):
        """Sum over layers n and gaps d of q^n max(0, 1 - ratio q^d) * (measure of those cells)."""
        table, stable = self.kept_table(shift)
        everything = {d for n in range(stable + 3) for d in table(n)}
        gain = {d: plus_part(ratio.one_minus(self.q, d)) for d in everything}
        gain = {d: ivf(g) for d, g in gain.items() if isinstance(g, iv.mpf) or g}
        if not gain:
            return Fraction(0)
        total = iv.mpf(0)
        for n in range(stable):
            total += self.q.power(n) * sum(
                (gain[d] * ivf(w) for d, w in table(n).items() if d in gain), iv.mpf(0)
            )
        for d in gain:
            c = lambda n: table(n).get(d, 0)
            if any(c(n) for n in range(stable, stable + 3)):
                total += gain[d] * layer_sum(self.q, c, stable, stable, self.row_growth, 200)
        return total / self.mass()


class Ratio:
    """e^h given by a rational h, or by the rational e^h itself."""

    def __init__(self, h=None, value=None):
        if value is not None and value <= 0:
            raise Rejected("at_ratio", "at_ratio must be positive")
        self.h, self.value = h, value

    def interval(self):
        return ivf(self.value) if self.value is not None else iv.exp(ivf(self.h))

    def log(self):
        return self.h if self.h is not None else iv.log(ivf(self.value))

    def one_minus(self, q, d):
        """1 - e^h q^d, exact zero when it is one."""
        if self.h is not None and q.epsilon is not None:
            power = self.h - q.rate() * d
            return Fraction(0) if power == 0 else 1 - iv.exp(ivf(power))
        if self.value is not None and d == 0:
            return 1 - self.value
        if self.value is not None and q.b is not None and q.root == 1 and abs(d) < 500:
            return 1 - self.value * q.b**d
        return 1 - self.interval() * q.power(d)
