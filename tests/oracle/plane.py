"""staircase2d: layers are the shells between L1 balls of radius r_{n-1} and r_n, r_n = n +
gamma.
"""

from fractions import Fraction

from line import Staircase
from values import ivf, require


def ball_moment(r, p):
    """Integral of |x|^p over |x|+|y| <= r: slices of height 2(r - |x|), antiderivative in x."""
    return 4 * (r * r ** (p + 1) / Fraction(p + 1) - r ** (p + 2) / Fraction(p + 2))


def ball_sum_square(r):
    """Integral of (x+y)^2: a slice gives 2h x^2 + 2h^3/3 with h = r - |x|."""
    return 2 * (2 * (r * r**3 / Fraction(3) - r**4 / Fraction(4)) + Fraction(2, 3) * r**4 / 4)


def ball_beyond(r, a):
    """Area of the part |x| >= a of the ball: 4 * integral from a to r of (r - x)."""
    return 4 * (r * (r - a) - (r * r - a * a) / Fraction(2)) if r > a else 0


def overlap(r, t, su, sv):
    """Area of {|z|_1 <= r} and {|z - s|_1 <= t}.  With u = x+y, v = x-y a ball is a square
    |u|, |v| <= r and dx dy = du dv / 2."""
    side = lambda s: max(Fraction(0), min(r, s + t) - max(-r, s - t))
    return side(su) * side(sv) / 2 if r > 0 and t > 0 else Fraction(0)


class Plane(Staircase):
    row_growth = 1

    def radius(self, n):
        return n + self.gamma if n >= 0 else Fraction(0)

    def shells(self, F, start=0, stable=1, degree=1):
        return self.sum(lambda n: F(self.radius(n)) - F(self.radius(n - 1)), start, stable, degree)

    def mass(self):
        if self._mass is None:
            self._mass = self.shells(lambda r: ball_moment(r, 0))
        return self._mass

    def raw_moment(self, order):
        return self.shells(lambda r: ball_moment(r, order), degree=order + 1)

    def unit(self):
        return self.D**2

    def covariance(self):
        """Every slice is symmetric in y: the integral of y over it is 0 exactly."""
        return Fraction(0)

    def sum_variance(self):
        return self.shells(ball_sum_square, degree=3) / self.mass() * ivf(self.D**2)

    def exponent(self, x, y):
        return self.level(abs(x) + abs(y))

    def upper(self, a):
        j = self.level(a)
        return self.shells(lambda r: ball_beyond(r, a), j, j + 2, 1) / self.mass() / 2

    def norm_tail(self, r):
        t = r / self.D
        outside = lambda radius: ball_moment(max(radius, t), 0)
        j = self.level(t)
        return self.shells(outside, j, j + 2, 1) / self.mass()

    def slice(self, x):
        """Integral over y of b^j(|x|+|y|), D = 1."""
        a = abs(x)
        j = self.level(a)
        return self.shells(lambda r: 2 * max(Fraction(0), r - a), j, j + 2, 0)

    def marginal(self, x):
        return self.slice(x) / self.mass() / ivf(self.D)

    def conditional(self, x, y):
        return self.q.power(self.exponent(x, y)) / self.slice(x) / ivf(self.D)

    def gap_table(self, shift):
        s, t = (c / self.D for c in shift)
        require(
            abs(s) + abs(t) <= 1, "shift", "|shift_x| + |shift_y| must not exceed the sensitivity"
        )
        ball = lambda i, j: overlap(self.radius(i), self.radius(j), s + t, s - t)

        def table(n):
            out = {}
            for l in range(max(0, n - 2), n + 3):
                area = ball(n, l) - ball(n - 1, l) - ball(n, l - 1) + ball(n - 1, l - 1)
                if area:
                    out[l - n] = area
            shell = ball_moment(self.radius(n), 0) - ball_moment(self.radius(n - 1), 0)
            assert sum(out.values()) == shell
            return out

        return table, 5
