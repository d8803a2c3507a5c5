"""The records of means of vectors under their policies, and what of their parameters is public:
from vectors/instance.md alone.
"""

from fractions import Fraction
from math import inf

from instance.params import noise, refused, rho_of, root_up, steps_of, turning
from instance.values import threshold_of
from mpmath import iv
from params import positive_integer
from stream import at_most, at_rising_precision
from trilemma.params import constants, edition, positive, share
from values import integer, ivf, number, require

DEFAULT_BETA = "1/10"


class Plan:
    """Parameters checked, records as vectors of integers (in the units of the mechanism)."""

    def __init__(self, name, params, data):
        self.name, self.params, self.n = name, params, len(data)
        require(self.n >= 1, "n", "there must be a record")
        require(
            number(params, "n", str(self.n)) == self.n,
            "size",
            "the number of records is not the public one",
        )
        self.rho, self.noise, self.printed, self.sharp = (
            rho_of(params),
            noise(params),
            edition(params) == "printed",
            constants(params) == "exact",
        )
        if name in ("privquant", "gaussian_mean"):
            refused(params, "steps")
        if name in ("quantized_mean", "gaussian_mean"):
            refused(params, "edition")
        self.steps = steps_of(params)
        if params.get("beta") is not None:
            share(params, "beta")
        self.d = (
            1
            if name == "privquant"
            else positive_integer(params, "d")
            if params.get("d") is not None
            else len(listed(data[0]))
        )
        rows = [listed(x) for x in data]
        require(
            all(len(row) == self.d for row in rows),
            "data",
            "a record has another number of coordinates",
        )
        self.params = {**params, "d": str(self.d)}
        self.rows = [[coordinate(x) for x in row] for row in rows]
        getattr(self, name)()

    def privquant(self):
        self.low, self.high, self.rank = (integer(self.params, k) for k in ("low", "high", "rank"))
        require(self.low <= self.high, "high", "low must not be above high")
        require(1 <= self.rank <= self.n, "rank", "rank must lie between 1 and n")
        self.records = [row[0] for row in self.moved(self.low, self.high)]

    def norm_clipped_mean(self):
        u = positive_integer(self.params, "u") if self.params.get("u") is not None else inf
        c = number(self.params, "threshold")
        require(c >= 0, "threshold", "threshold must not be negative")
        self.q, self.f = c * c, (2 if self.d > 1 else 1) if self.sharp else 4
        self.records = self.moved(0, u)

    def quantile_clipped_mean(self):
        self.threshold = threshold_of(self.name, self.params, DEFAULT_BETA)
        self.records = self.moved(0, positive_integer(self.params, "u"))

    def shifted_clipped_mean(self):
        self.u = positive_integer(self.params, "u")
        self.records = self.moved(0, self.u)

    def quantized_mean(self):
        radius, self.bucket = positive(self.params, "radius"), positive(self.params, "bucket")
        require(
            (radius / self.bucket).denominator == 1, "bucket", "radius must be a multiple of bucket"
        )
        self.g = int(radius / self.bucket)
        rows = [[min(max(known(x, 0), -radius), radius) for x in row] for row in self.rows]
        self.buckets = [[nearest(x / self.bucket) for x in row] for row in rows]

    def gaussian_mean(self):
        radius, least, most = (number(self.params, k) for k in ("radius", "sigma_min", "sigma_max"))
        require(radius >= 0, "radius", "radius must not be negative")
        require(0 < least <= most, "sigma_min", "sigma_min must be positive and at most sigma_max")
        beta = share({"beta": self.params.get("beta", DEFAULT_BETA)}, "beta")
        self.bucket = Fraction(1, root_up(self.n / least**2))

        def reach():  # R'/b
            return (
                ivf(radius) + 2 * ivf(most) * iv.sqrt(self.d + iv.log(ivf(4 * self.n / beta)))
            ) / ivf(self.bucket)

        self.g = turning(lambda k: at_rising_precision(lambda: not at_most(reach(), Fraction(k))))
        most = self.g * self.bucket
        self.buckets = [
            self.ball(
                [
                    min(max(known(x, 0), -most), most) if abs(known(x, 0)) == inf else known(x, 0)
                    for x in row
                ]
            )
            for row in self.rows
        ]

    def ball(self, x):
        square = sum(v * v for v in x)
        if square <= (self.g * self.bucket) ** 2:
            return [nearest(v / self.bucket) for v in x]
        return shrunk(x, square, self.g**2)

    def moved(self, low, high):
        """Each coordinate to the nearest integer, then into its range."""
        found = []
        for row in self.rows:
            row = [0 if x is None else x if abs(x) == inf else nearest(x) for x in row]
            row = [min(max(x, low), high) for x in row]
            require(inf not in row, "data", "an infinite record has no range to be moved into")
            found.append(row)
        return found

    def integers(self):
        """The plan of the shifted_clipped_mean of the buckets + g."""
        keep = {
            k: v
            for k, v in self.params.items()
            if k in ("rho", "beta", "noise", "constants", "steps", "d")
        }
        return Plan(
            "shifted_clipped_mean",
            {**keep, "u": str(2 * self.g)},
            [[str(x + self.g) for x in row] for row in self.buckets],
        )


def listed(x):
    return x if isinstance(x, list) else [x]


def coordinate(text):
    """A rational, an infinity, or None where it is missing."""
    if text in ("nan", "inf", "-inf"):
        return None if text == "nan" else inf if text == "inf" else -inf
    return number({"x": text}, "x")


def known(x, default):
    return Fraction(default) if x is None else x


def nearest(x):
    """The nearest integer, ties to the even one."""
    low = x.numerator // x.denominator
    rest = 2 * (x - low)
    return low + (rest > 1 or rest == 1 and low % 2)


def shrunk(x, square, limit):
    """Coordinate j: the sign of x_j and floor(sqrt(limit x_j^2/square))."""
    sizes = [turning(lambda k, v=v: k * k * square <= limit * v * v) - 1 for v in x]
    return [-size if v < 0 else size for size, v in zip(sizes, x)]
