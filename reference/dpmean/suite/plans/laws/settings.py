"""The parameter settings at which laws are evaluated, each with the reason for choosing it.

`FULL` settings get every argument of every quantity, `FEW` the first arguments and the far ones, `WHOLE` only the
quantities that have no argument (normalisers, variances, ...) and so would have too few vectors.
"""

from __future__ import annotations

from dataclasses import dataclass

FULL, FEW, WHOLE = "full", "few", "whole"


@dataclass(frozen=True)
class Setting:
    """Law parameters, why they were chosen, the flags they earn, and how far they are used."""

    params: dict[str, str]
    why: str
    flags: tuple[str, ...] = ()
    use: str = FULL


PLAIN = (
    Setting({"epsilon": "1"}, "the ordinary case"),
    Setting({"epsilon": "1/2", "sensitivity": "3"}, "sensitivity 3: a missing factor shows", ("SensitivityUnit",)),
    Setting({"epsilon": "1/1000"}, "small epsilon", ("SmallEpsilon",), FEW),
    Setting({"epsilon": "50"}, "large epsilon", ("LargeEpsilon",), FEW),
    Setting({"decay": "1/3"}, "rational decay: exact rationals where the field allows", (), FEW),
    Setting({"epsilon": "1/1000000"},
        "epsilon 10^-6: 1 - e^-epsilon by subtraction keeps ten digits, its square loses all tolerance",
        ("SmallEpsilon",), WHOLE),
    Setting({"epsilon": "700"}, "epsilon 700: b is a normal double, but b^2 underflows and e^(2 epsilon) overflows",
        ("LargeEpsilon",), WHOLE),
    Setting({"epsilon": "7/3", "sensitivity": "2"},
        "epsilon is no double and D = 2: epsilon/D formed in integers, or D to the wrong power", ("SensitivityUnit",),
        WHOLE),
    Setting({"epsilon": "1/1000", "sensitivity": "1000"}, "epsilon/D = 10^-6: a small rate from two harmless numbers",
        ("SmallEpsilon", "SensitivityUnit"), WHOLE),
    Setting({"decay": "1/1000000"},
        "decay 10^-6: epsilon is irrational, so a formula that mixes up epsilon and 1 - b is far off", (), WHOLE),
    Setting({"decay": "999999/1000000", "sensitivity": "3"},
        "decay next to 1 with D = 3: the root b^(1/D) has to be taken without cancelling",
        ("SmallEpsilon", "SensitivityUnit"), WHOLE),
    Setting({"epsilon": "10"},
        "epsilon 10: a term of order b^2 = 2 10^-9 that was left out is far beyond the tolerance", (), WHOLE),
)
GAUSSIAN = (
    Setting({"sigma_squared": "1"}, "the ordinary case"),
    Setting({"sigma_squared": "9/4", "sensitivity": "2"}, "sensitivity 2: the law does not know it, rho has its square",
        ("SensitivityUnit",)),
    Setting({"sigma_squared": "1/4"}, "a narrow law: its variance is 0.215, not 1/4", ("DiscreteNotContinuous",), FEW),
    Setting({"sigma_squared": "10000"}, "a wide law: a sum over a fixed number of outcomes misses mass", ("SumCut",),
        FEW),
    Setting({"sigma_squared": "1/50"}, "sigma^2 = 1/50: the integral in place of the sum is off by a factor of 3",
        ("SumCut", "DiscreteNotContinuous"), FEW),
    Setting({"sigma_squared": "1/10000"},
        "sigma^2 = 10^-4: e^-5000 underflows, the mass at 0 rounds to 1 and the variance to 0", ("LargeEpsilon",),
        WHOLE),
    Setting({"sigma_squared": "1000000"}, "sigma = 1000: ten thousand terms count", ("SumCut",), WHOLE),
    Setting({"sigma_squared": "1/2"}, "2 sigma^2 = 1: a factor 2 in the exponent shows", (), WHOLE),
    Setting({"sigma_squared": "7/3", "sensitivity": "3"}, "sigma^2 is no double, and D = 3", ("SensitivityUnit",),
        WHOLE),
    Setting({"sigma_squared": "1/3", "sensitivity": "5"}, "D^2 / (2 sigma^2) = 75/2: D to the first power shows",
        ("SensitivityUnit", "DiscreteNotContinuous"), WHOLE),
    Setting({"sigma_squared": "100"},
        "sigma = 10: total and variance agree with the continuous law's to more digits than a double has", (), WHOLE),
    Setting({"sigma_squared": "1/20", "sensitivity": "1"},
        "sigma^2 = 1/20: an integral in place of the sum is off by nearly one half", ("SumCut",), WHOLE),
    Setting({"sigma_squared": "1/49"}, "sigma^2 = 1/49: rho = 49/2 from a number that is no double", ("OneSided",),
        WHOLE),
)
STEPPED = (
    Setting({"epsilon": "1", "gamma": "1/2"}, "the ordinary case"),
    Setting({"epsilon": "1", "gamma": "1"}, "gamma = 1: the central step is whole", ("GammaOne",)),
    Setting({"epsilon": "2", "gamma": "1/4", "sensitivity": "3/2"}, "sensitivity 3/2: a missing factor shows",
        ("SensitivityUnit",)),
    Setting({"decay": "1/3", "gamma": "2/5"}, "rational decay: exact rationals where the field allows"),
    Setting({"epsilon": "1", "gamma": "optimal"}, "optimal gamma, irrational", ("OptimalGamma",), FEW),
    Setting({"epsilon": "1/1000", "gamma": "1/2"}, "small epsilon", ("SmallEpsilon",), FEW),
    Setting({"epsilon": "50", "gamma": "1/4"}, "large epsilon", ("LargeEpsilon",), FEW),
    Setting({"epsilon": "3", "gamma": "1/1024"}, "gamma close to 0", ("GammaSmall",), FEW),
    Setting({"epsilon": "1/1000000", "gamma": "1/3"},
        "epsilon 10^-6: powers of 1 - b by subtraction lose 6, 12 and 18 digits", ("SmallEpsilon",), WHOLE),
    Setting({"epsilon": "700", "gamma": "1"},
        "epsilon 700 and gamma = 1: nothing but the central step is left, and b^2 underflows",
        ("LargeEpsilon", "GammaOne"), WHOLE),
    Setting({"epsilon": "30", "gamma": "1/1000000"},
        "gamma 10^-6 against b = 10^-13: gamma and gamma + b(1 - gamma) must not be confused",
        ("GammaSmall", "LargeEpsilon"), WHOLE),
    Setting({"epsilon": "1/2", "gamma": "2/3", "sensitivity": "5"},
        "gamma 2/3 with D = 5: gamma and 1 - gamma exchanged, or gamma D taken for gamma", ("SensitivityUnit",), WHOLE),
    Setting({"decay": "1/2", "gamma": "1", "sensitivity": "2"},
        "gamma = 1 with rational decay: the exact rational shows a step too many or too few", ("GammaOne",), WHOLE),
    Setting({"epsilon": "4", "gamma": "optimal", "sensitivity": "2"},
        "optimal gamma does not depend on D: scaling it by D shows", ("OptimalGamma", "SensitivityUnit"), WHOLE),
)
LATTICE = (
    Setting({"epsilon": "1", "gamma": "1/2", "m": "4"}, "the ordinary case", ("Lattice",)),
    Setting({"epsilon": "1", "gamma": "1", "m": "4"}, "gamma = 1: the central step is whole", ("GammaOne", "Lattice")),
    Setting({"epsilon": "1", "gamma": "1", "m": "1"}, "m = 1: every step is one point on each side",
        ("Lattice", "OnePointStep")),
    Setting({"decay": "1/3", "gamma": "1/5", "m": "5"}, "gamma = 1/m: the central step is one point; rational decay",
        ("Lattice", "OnePointStep")),
    Setting({"epsilon": "2", "gamma": "1/4", "m": "8", "sensitivity": "3/2"}, "sensitivity 3/2",
        ("SensitivityUnit", "Lattice")),
    Setting({"epsilon": "1", "gamma": "optimal", "m": "10"}, "optimal gamma on the lattice", ("OptimalGamma",), FEW),
    Setting({"epsilon": "1/1000", "gamma": "1/2", "m": "2"}, "small epsilon", ("SmallEpsilon", "OnePointStep"), FEW),
    Setting({"epsilon": "50", "gamma": "1/2", "m": "2"}, "large epsilon", ("LargeEpsilon", "OnePointStep"), FEW),
    Setting({"epsilon": "1/1000000", "gamma": "1/2", "m": "2"},
        "epsilon 10^-6 on a coarse lattice: cancellation in 1 - b", ("SmallEpsilon", "OnePointStep"), WHOLE),
    Setting({"epsilon": "700", "gamma": "1", "m": "2"},
        "epsilon 700 and gamma = 1: the three points -1/2, 0, 1/2 with a third each", ("LargeEpsilon", "GammaOne"),
        WHOLE),
    Setting({"epsilon": "1", "gamma": "1/1000", "m": "1000"},
        "a fine lattice, 1/1000: the continuous law's formula is off by one part in a thousand",
        ("OnePointStep", "DiscreteNotContinuous"), WHOLE),
    Setting({"epsilon": "2", "gamma": "1/3", "m": "3"},
        "thirds: the lattice has no double but 0 and the multiples of D", ("OnePointStep", "Lattice"), WHOLE),
    Setting({"epsilon": "1/2", "gamma": "2/3", "m": "6", "sensitivity": "5"},
        "gamma m = 4 of 6 points, D = 5: points counted as lengths show", ("SensitivityUnit", "Lattice"), WHOLE),
    Setting({"decay": "1/2", "gamma": "1", "m": "3", "sensitivity": "2"},
        "gamma = 1: 2 m - 1 points in the central step, not 2 m or 2 m + 1", ("GammaOne", "Lattice"), WHOLE),
)
SETTINGS: dict[str, tuple[Setting, ...]] = {
    "laplace": PLAIN,
    "discrete_laplace": PLAIN,
    "discrete_gaussian": GAUSSIAN,
    "staircase": STEPPED,
    "staircase2d": STEPPED,
    "hourglass": STEPPED,
    "discrete_staircase": LATTICE,
    "discrete_hourglass": LATTICE,
}
