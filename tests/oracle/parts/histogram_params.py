"""The parameters of `histogram`, what of them is refused, and how far a user moves the counts."""

from fractions import Fraction

from mpmath import iv
from params import positive_integer
from parts.noises import DiscreteLaplace, noise_of
from parts.params import CALIBRATED, PURE, RELATIONS, Settings
from parts.randomized import categories
from series import Decay
from stream import integer_root, quotient
from values import ivf, number, require

OBJECTS = ("histogram",)
ZERO, ONE = Fraction(0), Fraction(1)
MOST = 4096  # categories of a release
LONG = 1 << 18  # bits of a power that is still written out
THRESHOLD = "count_threshold"


def ends_of_moves(m, relation):
    """What a user of m records may change: of sums that are convex in her changes the largest are
    at the corners of what she may do, all of m records into one category, or all out of one.
    """
    into = (0, m)
    return [(-a, b) for a in into for b in into if relation == "replace-one" or 0 in (a, b)]


def largest(m, relation, size):
    return Fraction(max(sum(size(v) for v in move) for move in ends_of_moves(m, relation)))


def sensitivity(m, relation):
    return largest(m, relation, abs)


def squared_sensitivity(m, relation):
    return largest(m, relation, lambda v: v * v)


class Histogram(Settings):
    """Of one category a count, with how far all of them move in place of its sensitivity. `more`
    are the other parameters of a request; with a threshold the noise may be Laplace noise only.
    """

    def __init__(self, params, noise=None, more=()):
        super().__init__("count", params, noise, more)
        self.name = "histogram"
        require(self.noise != CALIBRATED, "noise", f"no histogram has {self.noise}")
        self.threshold = None

    def sensitivity(self):
        return sensitivity(self.contribution, self.neighbors)

    def sigma_squared(self):
        return squared_sensitivity(self.contribution, self.neighbors) / (2 * self.budget)

    def with_threshold(self, params=None):
        """Categories that are not public: T of `params`, or no T yet."""
        require(self.noise in PURE, "noise", f"no threshold of {self.noise} is known")
        added = self.neighbors == RELATIONS[0]
        require(added, "neighbors", "a threshold is known where records are added or removed")
        require(not self.clamped, "clamp", "with a threshold nothing is clamped")
        if params is not None:
            self.threshold = number(params, THRESHOLD)
            require(self.threshold >= 1, THRESHOLD, "a threshold is at least 1")
            whole = self.threshold.denominator == 1
            require(whole or not self.lattice, "not_integer", "a threshold of counts is whole")
        return self

    def faded(self, x):
        """e^(-x/v), v the scale of Laplace noise; a rational where it is one, and not too long."""
        share = x / self.sensitivity()
        if share == 0:
            return ONE
        if self.ratio is None:
            return iv.exp(-ivf(self.budget * share))
        b, share = simplified(self.ratio, share)
        if share.denominator == 1 and abs(share) * bits(b) <= LONG:
            return b ** int(share)
        return iv.exp(ivf(share) * iv.log(ivf(b)))

    def at_least(self, gap):
        """P(Z >= gap) of Laplace noise: on a line the density falls from 0 to both sides alike; on
        a lattice 0, 1, 2, ... have (1 - t) t^k of what lies there, and 0 is on both sides.
        """
        if not self.lattice:
            half = self.faded(abs(gap)) / 2
            return half if gap >= 0 else 1 - half
        t = self.faded(ONE)
        if gap > 0:
            return quotient(self.faded(gap), 1 + t)
        return 1 - quotient(self.faded(1 - gap), 1 + t)

    def law(self):
        """The noise of one category as a law of events."""
        if self.noise == "laplace" and self.ratio is not None:
            return Faded(self)
        if self.lattice and self.ratio is not None:
            b, share = simplified(self.ratio, 1 / self.sensitivity())
            return DiscreteLaplace(Decay(b=b, root=1 / share), ONE)
        return noise_of(self)


class Faded:
    """Laplace noise of which e^-epsilon is given."""

    lattice = False

    def __init__(self, settings):
        self.beyond, self.v = settings.at_least, settings.scale()

    def mass(self, _):
        return ZERO

    def variance(self):
        return 2 * self.v * self.v

    def clamped(self, s):
        """E X and E (X - s)^2 of X = max(0, s + Z), s >= 0: what lies below -s has the probability
        p, and is farther than s by an amount with the mean v and the second moment 2 v^2.
        """
        p, v = ivf(self.beyond(s)), self.v
        return ivf(s) + p * v, self.variance() - p * (2 * ivf(s) * v + 2 * v * v)


def simplified(b, share):
    """b^share as a power of a root of b, the exponent's denominator being as small as it can be."""
    while True:
        d = next((d for d in range(2, bits(b) + 1) if share.denominator % d == 0 and root(b, d)), 1)
        if d == 1:
            return b, share
        b, share = root(b, d), share * d


def bits(b):
    return max(b.numerator, b.denominator).bit_length()


def root(b, d):
    """A rational, or None."""
    found = Fraction(integer_root(b.numerator, d), integer_root(b.denominator, d))
    return found if found**d == b else None


def of_release(params):
    """What is public of a release: (settings, number of categories)."""
    settings = Histogram(params, more=("categories", THRESHOLD))
    k = categories(params, MOST)
    if params.get(THRESHOLD) is not None:
        settings.with_threshold(params)
    return settings, k


def contribution_and_relation(params):
    """Of a quantity of these two alone."""
    for name in params:
        known = name in ("contribution", "neighbors")
        require(known, "unknown_parameter", f"there is no use for {name} here")
    relation = params.get("neighbors") or RELATIONS[0]
    require(relation in RELATIONS, "neighbors", f"neighbors is one of {', '.join(RELATIONS)}")
    return positive_integer({"contribution": "1", **params}, "contribution"), relation
