"""Mutants of the mechanisms with one epsilon per user: weights, cuts, groups, samples, fallbacks,
bounds.
"""

from __future__ import annotations

from fractions import Fraction

from dpmean.mechanisms.hetero import fme, ldpe, sm, weights
from dpmean.mechanisms.hetero import minimax as hetero
from dpmean.mechanisms.hetero.adpm import Adpm
from dpmean.mechanisms.hetero.affine import Affine, PerUser
from dpmean.mechanisms.hetero.fme import Fme
from dpmean.mechanisms.hetero.ldpe import Ldpe
from dpmean.mechanisms.hetero.propdpm import PropDpm
from dpmean.mechanisms.hetero.sm import Sm
from dpmean.mechanisms.hetero.stretching import Stretching
from dpmean.mechanisms.hetero.uni import Uni
from dpmean.parameters import declared as parameters

from ..mutant import Mutant, always, edit

_PUBLIC = 'raise InvalidInput("not_finite", "epsilons: must be finite", argument="epsilons")'

MUTANTS = (
    # ADPM's weights
    Mutant(
        "adpm-never-saturated",
        "finite epsilons beyond theta are used in full",
        ("Saturation",),
        weights,
        "granted",
        edit(("else min(e, theta) for", "else e for")),
    ),
    Mutant(
        "adpm-theta-of-four",
        "theta solves the equation with 4 for 8",
        ("Saturation",),
        weights,
        "NOISE",
        always(4),
    ),
    Mutant(
        "adpm-theta-of-everybody",
        "theta is that of all finite epsilons, also where it lies below some",
        ("Saturation",),
        weights,
        "saturation",
        edit(("if following is None or theta <= following:", "if following is None:")),
    ),
    Mutant(
        "adpm-public-at-the-largest",
        "a public record counts as the largest finite epsilon",
        ("PublicUser",),
        weights,
        "granted",
        edit(("theta if e is None", "max(x for x in epsilons if x is not None) if e is None")),
    ),
    Mutant(
        "adpm-public-refused",
        "an infinite epsilon is an error",
        ("PublicUser", "NotFinite"),
        weights,
        "check",
        edit(
            (
                "    if any((e is not None and e.numerator < 0",
                f"    if None in epsilons:\n        {_PUBLIC}\n    if any((e is not None and "
                "e.numerator < 0",
            )
        ),
    ),
    Mutant(
        "adpm-unused-gets-a-little",
        "an epsilon of 0 is replaced by 1/1000",
        ("UnusedUser",),
        weights,
        "weights",
        edit(
            (
                "if c is None else c for c in given]",
                "if c is None else c or Fraction(1, 1000) for c in given]",
            )
        ),
    ),
    Mutant(
        "adpm-weights-sorted",
        "weights come in the order of the sorted epsilons",
        ("UserOrder",),
        weights,
        "weights",
        edit(("(c / total for c in shares)", "sorted((c / total for c in shares))")),
    ),
    Mutant(
        "adpm-granted-as-asked",
        "the granted epsilons are those that were asked for",
        ("Saturation", "Fallback", "PublicUser"),
        Adpm,
        "granted",
        edit(
            (
                "    if self.constant:",
                "    return tuple(e if e is not None else "
                "Fraction(10**4) for e in self.epsilons)\n    if self.constant:",
            )
        ),
    ),
    Mutant(
        "adpm-objective-without-square",
        "the noise enters the objective without its square",
        ("PerUser",),
        weights,
        "squared_error",
        edit(("(squares / 4 + 2) / total**2", "squares / 4 / total**2 + 2 / total")),
    ),
    Mutant(
        "adpm-scale-by-the-mean",
        "the noise has the scale of weights 1/n and the mean epsilon's square",
        ("PerUser", "WrongScale"),
        weights,
        "noise_scale",
        edit(("1 / sum(", "Fraction(1, 2) / sum(")),
    ),
    Mutant(
        "adpm-never-the-midpoint",
        "the midpoint is never released",
        ("Fallback",),
        Adpm,
        "constant",
        edit(("_QUARTER) > 0", "_QUARTER) > 2")),
    ),
    Mutant(
        "adpm-midpoint-at-equality",
        "the midpoint is released where the bound is exactly 1/4",
        ("Fallback",),
        Adpm,
        "constant",
        edit(("_QUARTER) > 0", "_QUARTER) >= 0")),
    ),
    Mutant(
        "adpm-midpoint-by-a-unit-width",
        "the width is left out of the comparison",
        ("Fallback",),
        Adpm,
        "constant",
        edit(
            (
                "noise + dot(self.weights, self.weights) * self.width**2 / 4, self.width**2 * "
                "_QUARTER",
                "noise + dot(self.weights, self.weights) / 4, _QUARTER",
            )
        ),
    ),
    Mutant(
        "adpm-unit-is-the-least",
        "the staircase's unit is the least epsilon, of which the others may be no multiples",
        ("PerUser",),
        Adpm,
        "unit",
        edit(
            (
                "return Fraction(math.gcd(*(c.numerator for c in parts)), "
                "math.lcm(*(c.denominator for c in parts)))",
                "return min(parts)",
            )
        ),
    ),
    Mutant(
        "affine-not-centred",
        "the weighted sum is not centred at the midpoint",
        ("ShiftForgotten",),
        Affine,
        "program",
        edit(
            (
                "mean = middle + dot(given, [x - middle for x in records])",
                "mean = dot(given, records)",
            )
        ),
    ),
    Mutant(
        "affine-error-without-bias",
        "the bias is left out of the mean squared error",
        ("PerUser",),
        Affine,
        "mse",
        edit(("noise, bias)", "noise, _ZERO)")),
    ),
    Mutant(
        "per-user-missing-dropped",
        "a missing record of a public number of records is dropped",
        ("MissingRecord",),
        PerUser,
        "missing",
        always("drop"),
    ),
    Mutant(
        "per-user-sizes-differ",
        "more or fewer records than epsilons are accepted",
        ("UserOrder",),
        PerUser,
        "records",
        edit(
            (
                "if len(found) != len(self.epsilons):",
                "found = (found + [self.midpoint] * len(self.epsilons))[: len(self.epsilons)]\n"
                "    if False:",
            )
        ),
    ),
    Mutant(
        "per-user-negative-accepted",
        "a negative epsilon is accepted",
        ("NotPositive",),
        parameters,
        "_user_epsilon",
        edit(("    if q < 0:", "    q = abs(q)\n    if q < 0:")),
    ),
    Mutant(
        "per-user-all-zero-accepted",
        "a list of zeros is accepted",
        ("NotPositive",),
        weights,
        "check",
        edit(("if all((e == 0 for e in epsilons)):", "if False:")),
    ),
    # baselines
    Mutant(
        "uni-mean-epsilon",
        "the noise is made for the mean epsilon",
        ("PerUser", "WrongScale"),
        Uni,
        "least",
        edit(
            (
                "return min((e for e in self.epsilons if e is not None), default=None)",
                "return sum(e for e in self.epsilons if e is not None) / max(1, len([e for e "
                "in self.epsilons if e is not None])) or None",
            )
        ),
    ),
    Mutant(
        "uni-unused-accepted",
        "an epsilon of 0 is passed over",
        ("UnusedUser",),
        Uni,
        "__post_init__",
        always(PerUser.__post_init__),
    ),
    Mutant(
        "propdpm-weights-by-squares",
        "weights are proportional to the squares of the epsilons",
        ("PerUser",),
        PropDpm,
        "weights",
        edit(
            ("(e / total for e in", '(e * e / sum(x * x for x in self.finite("propdpm")) for e in')
        ),
    ),
    Mutant(
        "stretching-unbiased",
        "the stretched records are divided by the sum of the factors",
        ("PerUser",),
        Stretching,
        "weights",
        edit(
            (
                'len(self.epsilons) * max(self.finite("stretching"))',
                'sum(self.finite("stretching"))',
            )
        ),
    ),
    Mutant(
        "stretching-counts-the-used",
        "n is the number of users whose records are used",
        ("UnusedUser",),
        Stretching,
        "weights",
        edit(("len(self.epsilons) * max(", "len([e for e in self.epsilons if e]) * max(")),
    ),
    Mutant(
        "fme-cut-by-everybody",
        "the threshold is 1/sqrt(n)",
        ("Saturation",),
        fme,
        "remaining",
        edit(("return len(rising) - i\n", "return len(rising)\n")),
    ),
    Mutant(
        "fme-cut-at-equality",
        "a user whose epsilon is exactly the threshold is cut",
        ("Saturation",),
        fme,
        "remaining",
        edit(("(len(rising) - i) > 1:", "(len(rising) - i) >= 1:")),
    ),
    Mutant(
        "fme-least-noise",
        "the noise is the least that the weights need",
        ("PerUser", "WrongScale"),
        Fme,
        "noise_scale",
        edit(
            (
                "return self.width / self._total",
                "return self.width * max(w / e for w, e in zip(self.weights, self.epsilons) if e)",
            )
        ),
    ),
    Mutant(
        "ldpe-noise-for-everybody",
        "a group's noise is made for all n users",
        ("Groups", "WrongScale"),
        Ldpe,
        "noise_scales",
        edit(("self.width / (len(users) * e)", "self.width / (len(self.epsilons) * e)")),
    ),
    Mutant(
        "ldpe-weights-by-size",
        "groups are weighted by their sizes alone",
        ("Groups",),
        ldpe,
        "group_error",
        edit(("1 / (4 * size) + 2 * noise**2", "1 / (4 * size)")),
    ),
    Mutant(
        "ldpe-public-left-out",
        "the public group is left out",
        ("PublicUser",),
        Ldpe,
        "groups",
        edit(("if e != 0:", "if e != 0 and (e is not None or set(self.epsilons) <= {None, 0}):")),
    ),
    Mutant(
        "ldpe-groups-by-place",
        "a group is the users next to each other",
        ("Groups", "UserOrder"),
        Ldpe,
        "groups",
        edit(
            (
                "users.setdefault(e, []).append(i)",
                "users.setdefault(e, []).append(sum(x == e for x in "
                "self.epsilons[:i]) + sum(x != 0 and (x is not None) and e is not None "
                "and x < e for x in self.epsilons))",
            )
        ),
    ),
    # sampling
    Mutant(
        "sm-linear-chances",
        "users are sampled with chance epsilon_i / t",
        ("SampleChance",),
        sm,
        "probability",
        edit(
            (
                "return _ONE if epsilon == most else",
                "return epsilon / most if epsilon else _ZERO\n    return _ONE if epsilon == "
                "most else",
            )
        ),
    ),
    Mutant(
        "sm-chances-of-the-complement",
        "chances are (1 - e^-epsilon) / (1 - e^-t)",
        ("SampleChance",),
        sm,
        "sampling_probability",
        edit(("(growth - 1) / (most - 1)", "(1 - 1 / growth) / (1 - 1 / most)")),
    ),
    Mutant(
        "sm-printed-for-corrected",
        "the sum is divided by the number of the sampled in either edition",
        ("SampleChance",),
        Sm,
        "program",
        edit(
            (
                'self.divisor if self.edition == "corrected" else Fraction(int(size))',
                "Fraction(size)",
            )
        ),
    ),
    Mutant(
        "sm-error-without-sampling",
        "the error is that of a fixed sample",
        ("SampleChance",),
        Sm,
        "mse",
        edit(("(p * (record_variance + offset**2) - p * p * offset**2)", "p * record_variance")),
    ),
    Mutant(
        "sm-noise-without-the-largest",
        "the noise is made for epsilon 1",
        ("PerUser", "WrongScale"),
        Sm,
        "program",
        edit(("self.width / (divisor * self.largest)", "self.width / divisor")),
    ),
    # bounds
    Mutant(
        "bounds-constants-exchanged",
        "the constants of the two cases are exchanged",
        ("Constants",),
        hetero,
        "PRINTED",
        always((Fraction(1048), Fraction(1560))),
    ),
    Mutant(
        "bounds-ratio-without-square",
        "R has epsilon1 to the first power",
        ("Constants",),
        hetero,
        "ratio_form",
        edit(("(low**2 * n * f)", "(low * n * f)")),
    ),
    Mutant(
        "bounds-without-minimum",
        "the upper bound is not cut at 1/4",
        ("Constants", "Fallback"),
        hetero,
        "TRIVIAL",
        always(Fraction(10**30)),
    ),
    Mutant(
        "bounds-epsilon-for-tanh",
        "epsilon is used for tanh(epsilon/2)",
        ("Constants",),
        hetero,
        "reaches",
        edit(("size * tanh_half(reals.exp(-epsilon))", "size * epsilon")),
    ),
    Mutant(
        "bounds-unsorted",
        "T takes the users in the order of the list",
        ("UserOrder", "Constants"),
        hetero,
        "reaches",
        edit(
            (
                "sorted((e for e in epsilons if e is not None))",
                "(e for e in epsilons if e is not None)",
            )
        ),
    ),
    Mutant(
        "weights-of-a-unit-width",
        "the width is left out of the noise",
        ("SensitivityUnit", "WrongScale"),
        PerUser,
        "width",
        always(property(lambda self: Fraction(1))),
    ),
)
