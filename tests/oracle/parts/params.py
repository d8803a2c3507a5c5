"""The parameters of `count` and `bounded_sum`, and what of them is refused."""

from fractions import Fraction
from functools import lru_cache

import calibrated
from mpmath import iv
from params import decay, positive_integer
from trilemma.params import positive, share
from values import ivf, number, require

OBJECTS = ("count", "bounded_sum")
LATTICES = ("discrete_laplace", "discrete_gaussian")
PURE, CONCENTRATED = ("laplace", "discrete_laplace"), ("gaussian", "discrete_gaussian")
CALIBRATED = "analytic_gaussian"  # the normal law of a pair of epsilon and delta
COMMON = ("noise", "epsilon", "decay", "delta", "rho", "contribution", "neighbors", "clamp")
OWN = {"count": (), "bounded_sum": ("lower", "upper", "unit")}
NONE = "any"  # of what is asked of a mechanism before its noise is chosen
RELATIONS = ("add-or-remove-one", "replace-one")


def word(params, name, words, default):
    value = params.get(name)
    if value is None:
        require(default is not None, "missing_parameter", f"{name} is required")
        return default
    require(value in words, name, f"{name} is one of {', '.join(words)}")
    return value


class Settings:
    """What is public of a release. `noise` may only be absent from a quantity that knows none."""

    def __init__(self, name, params, noise=None, more=()):
        self.name = name
        for other in params:
            known = other in (*COMMON, *OWN[name], *more)
            require(known, "unknown_parameter", f"{name} has no use for {other}")
        self.noise = word(params, "noise", (*PURE, *CONCENTRATED, CALIBRATED), noise)
        self.lattice = self.noise in LATTICES
        self.neighbors = word(params, "neighbors", RELATIONS, RELATIONS[0])
        self.contribution = positive_integer({"contribution": "1", **params}, "contribution")
        self.clamped = word(params, "clamp", ("none", "zero"), "none") == "zero"
        self.unit, self.lower, self.upper = Fraction(1), Fraction(0), Fraction(1)
        if name == "bounded_sum":
            self.bounds(params)
        self.ratio = None  # e^-epsilon, where that is what is given
        if self.noise == NONE:
            for budget in ("epsilon", "rho"):
                positive(params, budget, "1")
            share({"delta": "1/2", **params})
        elif self.noise == CALIBRATED:
            self.without(params, "rho")
            decay(params)
            share(params)
            self.pair = {k: params[k] for k in ("epsilon", "decay", "delta") if k in params}
        else:
            self.one_budget(params)

    def without(self, params, *others):
        for other in others:
            require(params.get(other) is None, other, f"{self.noise} has no {other}")

    def one_budget(self, params):
        own, other = ("epsilon", "rho") if self.noise in PURE else ("rho", "epsilon")
        self.without(params, other, "delta")
        if "decay" in params:
            require(self.noise in PURE, "decay", f"{self.noise} has no decay")
            self.ratio = decay(params).b
        else:
            self.budget = positive(params, own)

    def bounds(self, params):
        self.lower, self.upper = number(params, "lower"), number(params, "upper")
        require(self.lower < self.upper, "bounds", "lower must be below upper")
        require(self.lower >= 0 or not self.clamped, "clamp", "a sum below 0 is possible")
        if not self.lattice:
            require(params.get("unit") is None, "unit", f"{self.noise} has no unit")
            return
        self.unit = positive(params, "unit")
        for bound in (self.lower, self.upper):
            require(self.on_lattice(bound), "unit", "the bounds must be multiples of unit")

    def on_lattice(self, x):
        return (x / self.unit).denominator == 1

    def sensitivity(self):
        """What one record may move, by going through the ends of what it may count; that times
        the records of a user.
        """
        ends = (self.lower, self.upper)  # of a count: a missing record and one that is there
        others = ends if self.neighbors == "replace-one" else (Fraction(0),)
        return self.contribution * max(abs(v - w) for v in ends for w in others)

    def scale(self):
        if self.ratio is not None:
            return ivf(self.sensitivity()) / -iv.log(ivf(self.ratio))
        return self.sensitivity() / self.budget

    def sigma_squared(self):
        """A shift of D costs D^2/(2 s), which is rho."""
        return self.sensitivity() ** 2 / (2 * self.budget)

    def sigma(self):
        """The least of the pair, at the present precision."""
        return least_sigma(tuple(self.pair.items()), self.sensitivity(), iv.prec)


@lru_cache(maxsize=8)
def least_sigma(pair, sensitivity, _bits):
    """By the law of the privacy loss; kept, because a law's events come one after the other."""
    return calibrated.sigma({**dict(pair), "sensitivity": sensitivity})
