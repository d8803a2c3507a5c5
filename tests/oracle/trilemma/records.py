"""What is public about the nine mechanisms with little or no bias, and their records under the
policies: from the definitions of vectors/*.md alone.
"""

from fractions import Fraction
from math import floor

from margins import clipped_margin_up, combined_margin_up
from params import decay, positive_integer
from roots import rate_sign
from stream import at_most, at_rising_precision, rooted, two_sided_geometric
from trilemma.coarse_quantities import half_width, mean_bounds, sharp_condition, threshold_parts
from trilemma.params import bounds, constants, degrees, edition, order, positive, share
from values import number, require

NONE = "none"
BASES = ("sized_mean", "clipped_mean", "name_and_shame", "combined_mean", "dpumean")
# no bounds: a missing or infinite record is 0
FREE = ("name_and_shame", "dpucoarse", "dpumean", "kv_mean")
SIZED = ("sized_mean", "clipped_mean", "combined_mean", "name_and_shame")
ON_LATTICE = ("clipped_mean", "combined_mean", "dpucoarse", "dpumean", "kv_mean", "shuffled_mean")


class Plan:
    """Parameters checked, records under the policies; None for a record that is dropped."""

    def __init__(self, name, params, data):
        if name in SIZED and "n" not in params:
            params = {**params, "n": str(len(data))}
        self.name, self.params = name, params
        self.q = decay(params) if name != "name_and_shame" else None
        self.noise = params.get("noise", "laplace")
        require(
            self.noise
            in (
                ("laplace", "discrete_laplace")
                if name in ON_LATTICE or name == "unknown_size"
                else ("laplace",)
            ),
            "noise",
            f"no such noise for {name}",
        )
        self.m = positive_integer(params, "m") if self.noise == "discrete_laplace" else None
        getattr(self, name)()
        self.records = [self.record(x) for x in data]
        if name in ("unknown_size", "student_t_mean"):
            self.records = [x for x in self.records if x is not None]
        else:
            self.sized(len(data))

    # ---- parameters ----
    def between(self):
        self.lower, self.upper = bounds(self.params)
        self.width, self.middle = self.upper - self.lower, (self.lower + self.upper) / 2

    def sized_mean(self):
        self.between()

    def margin(self, c):
        self.between()
        low, high = self.lower - c, self.upper + c
        if self.m:
            low, high = (
                Fraction(floor(low * self.m), self.m),
                -Fraction(floor(-high * self.m), self.m),
            )
        self.low, self.high = low, high

    def clipped_mean(self):
        order(self.params, Fraction(2), strict=False)
        positive(self.params, "bias")
        self.margin(clipped_margin_up(self.params))

    def combined_mean(self):
        self.delta = share(self.params)
        self.margin(combined_margin_up(self.params))

    def name_and_shame(self):
        self.delta, self.variant = share(self.params), self.params.get("variant", "independent")
        require(
            self.variant in ("independent", "single"),
            "variant",
            "variant must be independent or single",
        )

    def dpucoarse(self):
        self.delta, self.sigma = share(self.params), positive(self.params, "sigma", "1")
        if constants(self.params) == "exact":
            sharp_condition(self.params)

    def dpumean(self):
        self.dpucoarse()
        self.n1, self.n2 = positive_integer(self.params, "n1"), positive_integer(self.params, "n2")
        self.clip = positive(self.params, "clip")
        if self.m:
            self.g = self.sigma / (2 * self.m)
            require(
                (self.clip / self.g).denominator == 1,
                "clip",
                "clip must be a multiple of sigma/(2m)",
            )

    kv_mean = dpumean

    def unknown_size(self):
        self.v = half_width(self.params)
        self.n0 = positive_integer({"n0": self.params.get("n0", "1")}, "n0")
        self.edition, self.base = edition(self.params), self.params.get("base")
        require(self.base in BASES, "base", f"base must be one of {', '.join(BASES)}")
        require(
            self.base in ON_LATTICE or self.noise == "laplace",
            "noise",
            "this base has laplace noise only",
        )
        if self.base == "dpumean":
            require(self.n0 > positive_integer(self.params, "n1"), "n0", "n0 must be above n1")
        # its parameters are checked whatever the records are
        self.of_size(self.n0, ["0"] * self.n0)

    def student_t_mean(self):
        self.lower, self.upper = mean_bounds(self.params)
        self.width = self.upper - self.lower
        degrees(self.params)
        constants(self.params)

    def shuffled_mean(self):
        self.between()
        if self.m:
            require(
                self.rnd(self.lower) == self.lower and self.rnd(self.upper) == self.upper,
                "m",
                "lower and upper must be multiples of 1/m",
            )
        self.n, self.blocks = (
            positive_integer(self.params, "n"),
            positive_integer(self.params, "blocks"),
        )

    # ---- records ----
    def sized(self, given):
        name, params = self.name, self.params
        if name in ("dpumean", "kv_mean"):
            wanted = self.n1 + self.n2
        elif name == "shuffled_mean":
            wanted = self.n * self.blocks
        else:
            wanted = number(params, "n", str(given))
            require(
                wanted.denominator == 1 and (wanted > 0 or name == "dpucoarse" and wanted == 0),
                "n",
                "n must be a positive integer",
            )
            self.n = int(wanted)
        require(wanted == given, "size", "the number of records is not the public one")
        if name == "name_and_shame" and self.variant == "single":
            require(self.n * self.delta <= 1, "delta", "n delta must be at most 1")

    def record(self, text):
        """One record before any clipping; infinities stay where they are clipped later."""
        name = self.name
        if text not in ("nan", "inf", "-inf"):
            return self.on_lattice(Fraction(text))
        if name in FREE:
            return Fraction(0)
        if name == "unknown_size":
            return None if text == "nan" else text
        if text == "nan":
            return None if name == "student_t_mean" else self.on_lattice(self.middle)
        low, high = (
            (self.low, self.high)
            if name in ("clipped_mean", "combined_mean")
            else (self.lower, self.upper)
        )
        return low if text == "-inf" else high

    def on_lattice(self, x):
        """rnd, where it comes first."""
        if self.m and self.name == "combined_mean":
            return self.rnd(x)
        if self.m and self.name in ("dpucoarse", "dpumean", "kv_mean"):
            return self.sigma * self.rnd(x / self.sigma)
        return x

    def rnd(self, x):
        return Fraction(round(x * self.m), self.m)

    def clipped(self):
        low, high = (
            (self.low, self.high)
            if self.name in ("clipped_mean", "combined_mean")
            else (self.lower, self.upper)
        )
        return [min(max(x, low), high) for x in self.records]

    def of_size(self, n, data):
        """The base of unknown_size for these records."""
        params = {
            k: v
            for k, v in self.params.items()
            if k not in ("n", "n2", "n0", "base", "edition", "constants")
        }
        params |= (
            {"n2": str(n - positive_integer(self.params, "n1"))}
            if self.base == "dpumean"
            else {"n": str(n)}
        )
        return Plan(self.base, params, [str(x) for x in data])

    # ---- dpucoarse ----
    def coarse_records(self):
        return self.records if self.name == "dpucoarse" else self.records[: self.n1]

    def bins(self, offset):
        """[(k, how many)] in rising order, T = offset - 1/2."""
        found = {}
        for x in self.coarse_records():
            k = floor(x / self.sigma - (offset - Fraction(1, 2)) + Fraction(1, 2))
            found[k] = found.get(k, 0) + 1
        return sorted(found.items())

    def over(self, count, factor=Fraction(1)):
        """Is `count` + (2/epsilon) log(factor) above the threshold?  (count - base) epsilon/2 + log(factor x) > 0.

        Integer noise, constants exact: a count is, if a lone record would get that far with
        probability delta at most.
        """
        if self.m and constants(self.params) == "exact":
            sharp_condition(self.params)
            law = two_sided_geometric(rooted(decay(self.params, 2)))
            return at_rising_precision(
                lambda: at_most(law.above(int(count) - 2), share(self.params))
            )
        base, x = threshold_parts(self.params)
        return rate_sign((factor * x) ** 2, count - base, self.q) > 0

    def fine(self, t):
        """(sum inside, below, above, mean) of the second part around t."""
        low, high = t - self.clip, t + self.clip
        rest = self.records[self.n1 :]
        inside = sum((x for x in rest if low <= x <= high), Fraction(0))
        below, above = sum(x < low for x in rest), sum(x > high for x in rest)
        return inside, below, above, (inside + below * low + above * high) / self.n2

    def unit(self):
        """Of injected noise: the value of K = 1 before the division by n."""
        return (
            Fraction(1)
            if not self.m
            else self.g
            if self.name in ("dpumean", "kv_mean")
            else Fraction(1, self.m)
        )
