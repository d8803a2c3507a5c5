"""The mean mechanisms on given draws, in plain rationals: from the definitions of vectors/*.md
alone.

`Mean` holds the bounds, the records under the policies and the arithmetic before and after the
noise; `transcript` runs it on the draws of a request and names every step.
"""

from fractions import Fraction

from boxes import clip
from mpmath import iv
from params import positive_integer
from stream import plus, product, quotient
from values import number, require


class Mean:
    """Bounds, records and what a mechanism computes from noise."""

    def __init__(self, name, params, data):
        self.name, self.params = name, params
        self.noise = params.get("noise", "laplace")
        self.lower, self.upper = number(params, "lower"), number(params, "upper")
        require(self.lower < self.upper, "bounds", "lower must be below upper")
        self.width, self.middle = self.upper - self.lower, (self.lower + self.upper) / 2
        known = [self.record(x) for x in data]
        if name == "sized_mean":
            require(
                positive_integer(params, "n") == len(data), "size", "n is the number of records"
            )
            self.clipped = [self.middle if x is None else x for x in known]
        else:
            self.clipped = [x for x in known if x is not None]
        self.n = len(self.clipped)

    def record(self, text):
        """One record clipped to the bounds; None when it is missing."""
        if text == "nan":
            return None
        if text in ("inf", "-inf"):
            return self.upper if text == "inf" else self.lower
        return min(max(Fraction(text), self.lower), self.upper)

    def sums(self):
        """The two statistics to which noise is added."""
        if self.name == "transformed_mean":
            share = [(x - self.lower) / self.width for x in self.clipped]
            if self.noise.startswith("discrete_"):
                m = positive_integer(self.params, "m")
                share = [Fraction(round(x * m), m) for x in share]
            return sum(share, Fraction(0)), self.n - sum(share, Fraction(0))
        origin = self.middle if self.name == "shifted_mean" else 0
        return sum((x - origin for x in self.clipped), Fraction(0)), Fraction(self.n)

    def quotient(self, a, b, below=None):
        """a/b, or a/(a + b) for Algorithm 3 (`below` is a + b when it is known better than its
        parts).
        """
        if below is None:
            below = plus(a, b) if self.name == "transformed_mean" else b
        if not isinstance(below, iv.mpf) and below == 0:
            return {
                "independent_mean": self.middle,
                "shifted_mean": Fraction(0),
                "transformed_mean": Fraction(1, 2),
            }[self.name]
        if self.name == "transformed_mean" and not isinstance(b, iv.mpf) and b == 0:
            return Fraction(1)
        return quotient(a, below)

    def output(self, ratio):
        """The quotient, clipped and moved to where the records are."""
        if self.name == "independent_mean":
            return clip(ratio, self.lower, self.upper)
        if self.name == "shifted_mean":
            return plus(clip(ratio, -self.width / 2, self.width / 2), self.middle)
        return plus(product(clip(ratio, Fraction(0), Fraction(1)), self.width), self.lower)

    def moved(self, noisy):
        """sized_mean's output."""
        return clip(noisy, self.lower, self.upper) if self.noise == "truncated_laplace" else noisy

    def exact(self):
        """The mean of the clipped records."""
        return sum(self.clipped, Fraction(0)) / self.n


def plain(value):
    return [plain(v) for v in value] if isinstance(value, list) else str(value)


def transcript(name, params, given):
    """Every named step, and the value."""
    mean = Mean(name, params, given["data"])
    draws = {
        k: [Fraction(v) for v in d] if isinstance(d, list) else Fraction(d)
        for k, d in given["outcomes"].items()
    }
    steps = [["clipped", mean.clipped]]
    if name == "sized_mean":
        noisy = mean.exact() + draws["noise"]
        value = mean.moved(noisy)
        steps += [["exact_mean", mean.exact()], ["noisy_mean", noisy]]
    else:
        first, second = ("s1", "s2") if name == "transformed_mean" else ("sum", "count")
        labels = (
            ("noise_1", "noise_2") if name == "transformed_mean" else ("noise_sum", "noise_count")
        )
        z = draws["noise"] if "noise" in draws else [draws[label] for label in labels]
        unit = positive_integer(params, "m") if mean.noise == "discrete_laplace" else 1
        a, b = mean.sums()
        noisy = a + z[0] / unit, b + z[1] / unit
        ratio = mean.quotient(*noisy)
        value = mean.output(ratio)
        steps += [
            [first, a],
            [second, b],
            [f"noisy_{first}", noisy[0]],
            [f"noisy_{second}", noisy[1]],
            ["ratio", ratio],
        ]
    return {"steps": [[n, plain(v)] for n, v in [*steps, ["mean", value]]], "value": str(value)}
