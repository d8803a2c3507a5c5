"""The five noises of `count` and `bounded_sum`, each symmetric around 0: P(Z >= z), P(Z = z), the
variance, and what a clamped release leaves of it.

Laplace: polynomials times e^(-rate |z|), by antiderivatives on pieces. Discrete Laplace: sums over
layers (`series.py`), those of a class of numbers modulo another one too. Normal law: the series of
`normal_law.py`, its variance a rational or, where a pair of epsilon and delta is given, an interval
(`calibrated.py`). Discrete Gaussian: term by term, what is left bounded by a geometric series.
"""

from fractions import Fraction
from functools import lru_cache
from math import ceil

from gaussian import LONGEST, WIDE, Gaussian
from mpmath import iv, mp
from normal_law import upper_tail
from parts.params import CALIBRATED
from series import Decay, layer_sum
from stream import plus, product, quotient
from values import Unsupported, ends, ivf, require

ZERO, ONE = Fraction(0), Fraction(1)


def minus(x, y):
    return plus(x, product(y, -ONE))


class Nothing:
    """No noise at all: of the steps before it."""

    lattice = False

    def beyond(self, z):
        return Fraction(z <= 0)

    def mass(self, z):
        return Fraction(z == 0)


class Laplace:
    """Density h e^(-rate |z|); h from the total mass 1."""

    lattice = False

    def __init__(self, rate):
        self.rate, self.height = rate, ONE
        self.height = 1 / (2 * self.integral([ONE], ZERO, None))

    def end(self, p, z, side):
        """The antiderivative at z of p(z) e^(-side rate z), by parts; 0 where z is None, infinite.
        Rational at 0.
        """
        if z is None:
            return ZERO
        slope, total, power = -side * self.rate, ZERO, ONE
        while p:
            power *= slope
            total += sum((c * z**i for i, c in enumerate(p)), ZERO) / power
            p, power = [i * c for i, c in enumerate(p)][1:], -power
        total *= self.height
        return product(total, iv.exp(ivf(slope * z))) if z else total

    def integral(self, p, a, b):
        """Of p times the density over [a, b], on one side of 0; None is infinite."""
        side = 1 if b is None or a is not None and a >= 0 else -1
        return minus(self.end(p, b, side), self.end(p, a, side))

    def beyond(self, z):
        if z >= 0:
            return self.integral([ONE], z, None)
        return plus(self.integral([ONE], z, ZERO), self.integral([ONE], ZERO, None))

    def mass(self, _):
        return ZERO

    def variance(self):
        return 2 * self.integral([ZERO, ZERO, ONE], ZERO, None)

    def clamped(self, s):
        """E max(0, s + Z) and E (max(0, s + Z) - s)^2, piece by piece between -s and 0."""
        cuts, mean, square = [None, *sorted({-s, ZERO}), None], ZERO, ZERO
        for a, b in zip(cuts, cuts[1:]):
            above = a is not None and a >= -s
            mean = plus(mean, self.integral([s, ONE] if above else [ZERO], a, b))
            square = plus(square, self.integral([ZERO, ZERO, ONE] if above else [s * s], a, b))
        return mean, square


class Normal:
    lattice = False

    def __init__(self, s2):
        self.s2 = s2

    def beyond(self, z):
        return upper_tail(self.s2, z)

    def mass(self, _):
        return ZERO

    def variance(self):
        return self.s2


class Lattice:
    """K steps of size `unit`; `upper(k, period, r)` is the mass of the points >= k >= 1 that are r
    modulo the period.
    """

    lattice = True

    def __init__(self, unit):
        self.unit = unit

    def beyond(self, z):
        k = ceil(z / self.unit)
        return self.upper(k) if k > 0 else minus(ONE, self.upper(1 - k))

    def mass(self, z):
        k = z / self.unit
        return self.at(abs(int(k))) if k.denominator == 1 else ZERO

    def classed(self, k, period, r):
        """The mass of the points >= k (all: None) that are r modulo the period."""
        if k is not None and k > 0:
            return self.upper(k, period, r)
        total = self.upper(1, period, r)
        if r % period == 0:
            total = plus(total, self.at(0))
        total = plus(total, self.upper(1, period, -r))  # -1, -2, ..., mirrored
        return total if k is None else minus(total, self.upper(1 - k, period, -r))


def first_of(k, period, r):
    """The least number >= k that is r modulo the period."""
    return k + (r - k) % period


class DiscreteLaplace(Lattice):
    def __init__(self, q, unit):
        super().__init__(unit)
        self.q = q
        self.total = layer_sum(self.q, lambda n: 2 if n else 1)  # layer n: the points n and -n

    def at(self, k):
        return self.q.power(k) / self.total

    def upper(self, k, period=1, r=0):
        q = self.q
        every = (
            Decay(b=q.b, root=Fraction(q.root) / period)
            if q.epsilon is None
            else Decay(epsilon=q.epsilon * period)
        )
        start = self.q.power(first_of(k, period, r))
        return start * layer_sum(every, lambda n: 1) / self.total

    def over(self, k, weight):
        """The sum of weight(n) over the points n >= k, a polynomial of degree 2 at most."""
        return layer_sum(self.q, weight, k, k, 2) / self.total

    def variance(self):
        return ivf(self.unit**2) * 2 * self.over(1, lambda n: n * n)

    def clamped(self, s):
        """Only what the clamp changes is added up: below -s for s >= 0; for s < 0 what it leaves,
        above -s.
        """
        u, k = self.unit, int(abs(s) / self.unit) + 1
        part = self.over(k, lambda n: u * n - abs(s))
        if s >= 0:  # u n less than s + 0: the error s in place of u n, as K has mean 0
            mean = plus(s, part)
            return mean, plus(self.variance(), self.over(k, lambda n: s * s - (u * n) ** 2))
        return part, plus(s * s, self.over(k, lambda n: (u * n) ** 2 - s * s))


class DiscreteGaussian(Lattice):
    def __init__(self, s2, unit):
        super().__init__(unit)
        self.law = Gaussian(s2)

    def at(self, k):
        return self.law.at(k)

    def upper(self, k, period=1, r=0):
        if period == 1:
            return self.law.upper(k)
        total, j = iv.mpf(0), first_of(k, period, r)
        for _ in range(LONGEST):
            term = self.law.power(j)
            total += term
            # the next is less than that by fall, and each further one by more
            fall = iv.exp(-ivf(Fraction(2 * j * period + period**2) / (2 * self.law.s2)))
            rest = ends(term * fall / (1 - fall))[1]
            if rest < ends(total)[0] * mp.mpf(2) ** -iv.prec:
                return quotient(total + iv.mpf([0, rest]), self.law.total())
            j += period
        raise Unsupported("too wide a law for this oracle")

    def variance(self):
        wide = self.law.s2 >= WIDE
        return ivf(self.unit**2) * (self.by_frequencies() if wide else self.law.moment(2))

    def by_frequencies(self):
        """The second moment by Poisson summation, x = 4 pi^2 s2: k^2 e^(-k^2/(2 s2)) has the
        transform s2 (1 - n^2 x) times that of e^(-k^2/(2 s2)), which is e^(-n^2 x/2).
        """
        x = 4 * iv.pi**2 * ivf(self.law.s2)
        share, whole, n, last = iv.mpf(1), iv.mpf(1), 0, iv.mpf(1)
        while ends(last)[1] >= mp.mpf(2) ** (-iv.prec - 8):
            n += 1
            power = iv.exp(-n * n * x / 2)
            last = 2 * n * n * x * power
            share, whole = share + 2 * power - last, whole + 2 * power
        # as x > 19 each `last` is less than half of the one before: what is left is below it
        error = iv.mpf([-1, 1]) * last
        return ivf(self.law.s2) * (share + error) / (whole + error)


@lru_cache(maxsize=8)
def made(kind, size, unit, _bits):
    if kind == "discrete_gaussian":
        return DiscreteGaussian(size / unit**2, unit)
    if kind == "discrete_laplace":
        return DiscreteLaplace(Decay(epsilon=unit / size), unit)
    return Normal(size) if kind == "gaussian" else Laplace(1 / size)


def noise_of(settings, times=ONE):
    """The noise of a release; what is kept of it is of one precision. Of noise that is the least
    of its kind, `times` it.
    """
    if settings.noise == CALIBRATED:
        return Normal(settings.sigma() ** 2 * ivf(times**2))
    if settings.ratio is not None:  # decay^(1/(sensitivity/unit)) a step
        whole = settings.noise == "discrete_laplace"
        require(whole, "decay", "the probabilities of whole noise only are known by a decay here")
        steps = settings.sensitivity() / settings.unit
        return DiscreteLaplace(Decay(b=settings.ratio, root=steps), settings.unit)
    size = settings.scale() if settings.noise.endswith("laplace") else settings.sigma_squared()
    return made(settings.noise, size, settings.unit, iv.prec)
