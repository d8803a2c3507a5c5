"""Requests about users with one epsilon each: the list, the bounds, and what every mechanism
refuses.
"""

from collections import Counter
from math import inf

from params import positive_integer
from values import Rejected, number, require

MECHANISMS = ("adpm", "uni", "propdpm", "stretching", "fme", "ldpe", "sm")


def parsed(raw):
    """The epsilons of a request: rationals, and `inf` of math for public records (to compare with,
    never to compute with).
    """
    if not isinstance(raw, str) or not raw:
        raise Rejected("epsilons", "epsilons is a list separated by commas")
    found = [inf if e == "inf" else number({"epsilons": e}, "epsilons") for e in raw.split(",")]
    require(all(e >= 0 for e in found), "epsilons", "no epsilon is negative")
    require(any(e > 0 for e in found), "epsilons", "at least one epsilon must be positive")
    return found


class Users:
    """Bounds and epsilons of one request to the mechanism `name`."""

    def __init__(self, name, params):
        self.name, self.params = name, params
        self.lower, self.upper = number(params, "lower", "0"), number(params, "upper", "1")
        require(self.lower < self.upper, "bounds", "lower must be below upper")
        self.width, self.middle = self.upper - self.lower, (self.lower + self.upper) / 2
        self.epsilons = parsed(params.get("epsilons"))
        self.n, self.top = len(self.epsilons), max(self.epsilons)
        if name in ("propdpm", "stretching", "sm"):
            require(self.top < inf, "epsilons", f"{name} has no public records")
        if name == "uni":
            require(min(self.epsilons) > 0, "epsilons", "uni uses every record")
        self.noise = params.get("noise", "laplace") if name == "adpm" else "laplace"
        require(
            self.noise in ("laplace", "staircase"), "noise", "noise must be laplace or staircase"
        )
        if name == "adpm" and self.noise == "laplace":
            require(params.get("gamma") is None, "gamma", "laplace noise has no gamma")
        if self.noise == "staircase" and params.get("gamma", "optimal") != "optimal":
            require(0 < number(params, "gamma") <= 1, "gamma", "gamma must lie in (0, 1]")
        self.edition = params.get("edition", "corrected") if name == "sm" else None
        require(
            self.edition in (None, "corrected", "printed"),
            "edition",
            "edition must be corrected or printed",
        )

    def groups(self):
        """[(epsilon, how many)] ascending, without the users whose data is not used."""
        return sorted((e, n) for e, n in Counter(self.epsilons).items() if e > 0)

    def distribution(self):
        """(mean, variance) of the records, which there must be on the interval."""
        mean, variance = number(self.params, "record_mean"), number(self.params, "record_variance")
        require(
            self.lower <= mean <= self.upper, "record_mean", "the mean must lie between the bounds"
        )
        require(
            0 <= variance <= (mean - self.lower) * (self.upper - mean),
            "record_variance",
            "no such variance between the bounds",
        )
        return mean, variance


def two_groups(params, least=0):
    """((epsilon1, n f), how many others)."""
    n, epsilon = positive_integer(params, "n"), number(params, "epsilon1")
    first = n * number(params, "f")
    require(
        first.denominator == 1 and least <= first <= n,
        "f",
        f"n f must be an integer from {least} to n",
    )
    require(epsilon >= 0, "epsilon1", "epsilon1 must not be negative")
    return (epsilon, int(first)), n - int(first)


def second_epsilon(params, epsilon):
    """epsilon2, `inf` of math where it is public."""
    other = inf if params.get("epsilon2") == "inf" else number(params, "epsilon2")
    require(other >= epsilon, "epsilon2", "epsilon2 must not be below epsilon1")
    return other
