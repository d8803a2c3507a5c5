"""The `exact` vectors of the laws: every quantity of the catalogue at every setting, and what is asked without a law.

`optimal_gamma` and `epsilon` of a given scale are questions of the designer, not of a law at a setting; their points
are
listed here.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....catalogue.quantities import CATALOGUE
from ...evaluate import make
from ...vectors import Vector
from .arguments import BUGS, WHOLE_LAW, arguments, few
from .settings import FULL, SETTINGS, WHOLE


def law_vectors(object_: str) -> Iterator[Vector]:
    """The exact vectors of one law."""
    for entry in (e for e in CATALOGUE.values() if e.name.startswith(object_ + ".")):
        quantity = entry.name.split(".")[1]
        if quantity in ("optimal_gamma", "epsilon", "renyi"):
            continue
        for s in SETTINGS[object_]:
            if s.use == WHOLE and quantity not in WHOLE_LAW:
                continue
            every = arguments(object_, quantity, s)
            for own, why, flags in every if s.use == FULL else few(every):
                yield make(entry, {**s.params, **own}, f"{s.why}; {why}; catches {BUGS[quantity]}", s.flags + flags)


# epsilon or decay, why, flags
DESIGNS = (
    ("epsilon", "1/1000", "small epsilon", ("SmallEpsilon",)),
    ("epsilon", "1/2", "below one", ()),
    ("epsilon", "1", "the ordinary case", ()),
    ("epsilon", "4", "above one", ()),
    ("epsilon", "50", "large epsilon", ("LargeEpsilon",)),
    ("epsilon", "1/1000000",
        "epsilon 10^-6: the closed form subtracts two numbers of size 10^6, so half the digits are lost",
        ("SmallEpsilon",)),
    ("epsilon", "200",
        "epsilon 200: gamma is about e^(-epsilon/3) (in the plane e^(-epsilon/4)): tiny, but neither 0 nor b",
        ("LargeEpsilon",)),
    ("epsilon", "1/100",
        "epsilon 1/100: a search on a grid of gammas or with a loose tolerance stops in the third digit",
        ("SmallEpsilon",)),
    ("epsilon", "20", "epsilon 20: another branch (gamma = 1, or the lattice's smallest) is far from optimal",
        ("LargeEpsilon",)),
    ("epsilon", "7/3", "epsilon 7/3 is no double: parsed as 7/3 or as 2.33 shows", ()),
    ("decay", "1/8", "given by decay 1/8: taken for an epsilon it gives another gamma", ()),
    ("decay", "1/1000000", "given by decay 10^-6: b in place of 1 - b shows", ("LargeEpsilon",)),
)
# (sensitivity, scale, why, flags)
SCALES = (
    ("1", "2", "the ordinary case", ()),
    ("3", "1/2", "more than one unit", ()),
    ("1", "3", "1/3 is not a double: round up", ()),
    ("7", "1/4", "more than one unit, small scale", ("LargeEpsilon",)),
    ("1", "1024", "large scale", ("SmallEpsilon",)),
    ("1", "10", "1/10 is not a double: the nearest one lies above it, printed with fewer digits it lies below", ()),
    ("1", "49", "1/49: the nearest double lies below it, so rounding to nearest understates epsilon", ()),
    ("2", "7", "2/7: the sensitivity enters once, and the quotient must be rounded up", ()),
    ("1", "1/700", "a scale so small that e^epsilon is close to the largest double", ("LargeEpsilon",)),
    ("5", "1/1024", "epsilon 5120: e^-epsilon is 0 in doubles, the answer is not infinite", ("LargeEpsilon",)),
    ("1", "1000003", "epsilon about 10^-6, no double: an absolute tolerance of 10^-9 would hide a wrong digit",
        ("SmallEpsilon",)),
    ("3", "1099511627776", "epsilon 3 2^-40: exact in doubles, and not 0", ("SmallEpsilon",)),
)

# (quantity, params, flags): p is a value of the distribution function
TIES: tuple[tuple[str, dict[str, str], tuple[str, ...]], ...] = (
    ("discrete_staircase.quantile", {"decay": "1/3", "gamma": "1/2", "m": "2", "p": "1/3"}, ("NegativeSide",)),
    ("discrete_staircase.quantile", {"decay": "1/3", "gamma": "1/5", "m": "5", "p": "5/12"},
        ("NegativeSide", "OnePointStep")),
    ("discrete_staircase.quantile", {"decay": "1/3", "gamma": "1", "m": "1", "p": "1/4"},
        ("NegativeSide", "OnePointStep")),
    ("discrete_laplace.quantile", {"decay": "1/3", "p": "1/4"}, ("NegativeSide",)),
    ("discrete_laplace.quantile", {"decay": "1/2", "p": "2/3"}, ()),
)
# (quantity, params, what the answer is)
OVERFLOWING = (
    ("laplace.density", {"epsilon": "1000", "x": "0"}, "half of it, at the centre"),
    ("laplace.variance", {"epsilon": "5000"}, "2/epsilon^2"),
    ("laplace.log_density", {"epsilon": "1000", "x": "3"}, "a log of about -3000"),
    ("discrete_laplace.pmf", {"epsilon": "1000", "k": "0"}, "all mass is at 0"),
    ("discrete_laplace.log_pmf", {"epsilon": "1000", "k": "-2"}, "a log of -2000"),
    ("discrete_laplace.quantile", {"epsilon": "1000", "p": "3/4"}, "0"),
    ("staircase.cdf", {"epsilon": "1000", "gamma": "1/2", "x": "1/4"},
        "three quarters: a quarter of the central step is above"),
    ("staircase.variance", {"epsilon": "1000", "gamma": "1/2"}, "that of the central step alone"),
    ("discrete_staircase.quantile", {"epsilon": "1000", "gamma": "1/2", "m": "4", "p": "3/4"},
        "the end of the central step"),
    ("hourglass.log_density", {"epsilon": "1000", "gamma": "1/2", "x": "0", "k": "2"}, "a log of about -2000"),
    ("staircase2d.norm_tail", {"epsilon": "1000", "gamma": "1", "r": "1/2"}, "three quarters of the ball's area"),
)
# (params, why): the best multiple of 1/m has little to do with where the continuous optimum lies
COARSE = (
    ({"epsilon": "8", "m": "36", "objective": "mse"},
        "m = 36 at epsilon 8: the continuous optimum is 1.97/36, the best multiple 3/36, which is not even next to it"),
    ({"decay": "1/1000", "m": "38", "objective": "mse"},
        "m = 38 at decay 1/1000: the continuous optimum is 2.98/38, the best multiple 4/38"),
    ({"epsilon": "1/10", "m": "3", "objective": "mse"}, "m = 3 and a small epsilon: 2/3, above one half"),
    ({"epsilon": "1/1000", "m": "5", "objective": "mse"}, "m = 5 and epsilon 1/1000: 3/5, above one half"),
    ({"decay": "1/4", "m": "3", "objective": "absolute"}, "m = 3 at decay 1/4: the continuous optimum of the absolute "
        "error is exactly the multiple 1/3, and so is the lattice's"),
)


def design_vectors() -> Iterator[Vector]:
    """optimal_gamma of every law that has it, quantiles at ties, and the epsilon that noise of a given scale buys."""
    for name in ("staircase", "staircase2d", "hourglass", "discrete_staircase", "discrete_hourglass"):
        for given, value, why, flags in DESIGNS:
            for objective in ("mse", "absolute") if name in ("staircase", "discrete_staircase") else ("mse",):
                params = {given: value, "objective": objective} | ({"m": "12"} if name.startswith("discrete") else {})
                yield make(CATALOGUE[f"{name}.optimal_gamma"], params, f"{why}; objective {objective}",
                    ("OptimalGamma", "Objective", *flags))
        if name.startswith("discrete"):
            for params, why in COARSE if name == "discrete_staircase" else COARSE[2:4]:
                yield make(CATALOGUE[f"{name}.optimal_gamma"], params, why, ("OptimalGamma", "Lattice"))
            params = {"epsilon": "4", "objective": "mse", "m": "5"}
            yield make(CATALOGUE[f"{name}.optimal_gamma"], params,
                "m = 5 at epsilon 4: the best multiple is not the continuous optimum rounded, nor rounded up",
                ("OptimalGamma", "Lattice"))
            for m, why in (("1", "m = 1: there is nothing but gamma = 1"), ("2", "m = 2: 1/2 or 1"),
                    ("1000", "m = 1000: the best multiple is next to the continuous optimum, on the better side of it")):
                flags = ("OnePointStep",) if m == "1" else ()
                yield make(CATALOGUE[f"{name}.optimal_gamma"], {"epsilon": "1", "objective": "mse", "m": m}, why,
                    ("OptimalGamma", "Lattice", *flags))
    tie = (
        "the distribution function is exactly p there: the quantile is that point, and by symmetry from the upper half "
        "it is one step too high"
    )
    for quantity, params, more in TIES:
        yield make(CATALOGUE[quantity], params, tie, ("CellBoundary", *more))
    for quantity, params, why in OVERFLOWING:
        yield make(CATALOGUE[quantity], params,
            f"epsilon {params['epsilon']}: {why}; e^epsilon overflows and e^-epsilon is 0 in doubles",
            ("LargeEpsilon",))
    for name in ("laplace", "discrete_laplace"):
        for sensitivity, scale, why, flags in SCALES:
            yield make(CATALOGUE[f"{name}.epsilon"], {"sensitivity": sensitivity, "scale": scale}, why,
                ("OneSided", *flags))
