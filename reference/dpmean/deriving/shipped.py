"""Where the shipped function of a name is called with letters, and what it must return there.

`CATALOGUE[name].compute`, the function behind `dpmean value`, is called with a letter for every
parameter (`letters.py`); the values of the letters decide comparisons. What it returns is compared
with the derived formula. Names whose parameters are those of `LETTERS` need no row of their own; a
row says what else is given, which floor is the step that the derivation calls j, and at which
numbers of the derivation's letters the function is called where it takes no letter for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any

import sympy

from ..catalogue.quantities import find
from ..distributions.derivations import estimators, gaussians, losses, students
from ..distributions.derivations.symbols import (
    D,
    J,
    alpha,
    b,
    diagonal,
    epsilon,
    g,
    gamma,
    h,
    i,
    j,
    k,
    l,
    lower,
    m,
    mean,
    p,
    r,
    s,
    shift,
    t,
    u,
    upper,
    v,
    x,
    y,
)
from ..parameters.declared import ARGUMENTS
from .letters import Letter, Powers, theta
from .points import AT_POINTS

Given = Mapping[str, Any]
Letters = Mapping[Any, Any]
QUARTER, HALF, THIRD, ONE = Fraction(1, 4), Fraction(1, 2), Fraction(1, 3), Fraction(1)
real_x = sympy.Symbol("x", real=True)


@dataclass(frozen=True)
class Place:
    """Letters for the parameters, what in the returned formula is a letter of the derivation, and
    what the letters of the derivation are here; `where` says so in words.
    """

    given: Given
    steps: Letters = field(default_factory=dict)
    here: Letters = field(default_factory=dict)
    where: str = ""


def _line(width: Fraction = Fraction(3, 2)) -> Given:
    return {
        "decay": Powers(epsilon, b, ONE, lambda q: b**q),
        "gamma": Letter.named(gamma, Fraction(2, 5)),
        "sensitivity": Letter.named(D, width),
    }


_POINTS = {
    **_line(),
    "gamma": Letter.named(g / m, Fraction(2, 5)),
    "m": Letter.named(m, 5),
}
_NORMAL = {
    "sigma_squared": Letter.named(gaussians.v, Fraction(7, 3)),
    "sensitivity": Letter.named(D, 2),
}
_BOUNDS = {
    "decay": Powers(epsilon, b, ONE, lambda q: b**q),
    "lower": Letter.named(lower, -ONE),
    "upper": Letter.named(upper, Fraction(5, 2)),
    "mean": Letter.named(mean, HALF),
    "n": Letter.named(estimators.n, 20),
    "alpha": Letter.named(alpha, THIRD),
}
# what the parameters of an object are called with
LETTERS: dict[str, Given] = {
    "laplace": {**_line(), "decay": Powers(epsilon, b, ONE, lambda q: sympy.exp(-epsilon * q))},
    "discrete_laplace": {
        "decay": Powers(epsilon, b, ONE, lambda q: t ** (D * q)),
        "sensitivity": Letter.named(D, 2),
    },
    "staircase": _line(),
    "staircase2d": _line(),
    "hourglass": _line(),
    "discrete_staircase": _POINTS,
    "discrete_hourglass": _POINTS,
    "gaussian": _NORMAL,
    "discrete_gaussian": _NORMAL,
    "student_t": {"d": 4, "scale": Letter.named(students.scale, Fraction(4, 3))},
    "minimax": _BOUNDS,
    "independent_mean": _BOUNDS,
    "shifted_mean": _BOUNDS,
    "bounded_mean": _BOUNDS,
    "transformed_mean": {**_BOUNDS, "gamma": Letter.named(gamma, Fraction(2, 5))},
    "sized_mean": _BOUNDS,
    "addremove": {
        **_BOUNDS,
        "variance_c": Letter.named(estimators.V, 2),
        "variance_f": Letter.named(estimators.F, THIRD),
        "bound_m": Letter.named(estimators.size, 1),
        "probability": Letter.named(sympy.Symbol("P", positive=True), QUARTER),
    },
}
# and those that are asked of a law: a place on its third step
_ASKED = {
    "x": Letter.named(x, Fraction(19, 5)),
    "y": Letter.named(y, HALF),
    "r": Letter.named(r, Fraction(19, 5)),
    "p": Letter.named(p, Fraction(1, 5)),
    "k": Letter.named(k, 5),
    "order": 2,
    "objective": "mse",
    "ratio": Letter.named(sympy.exp(h), Fraction(6, 5)),
    "shift": Letter.named(shift, ONE),
    "shift_x": Letter.named(shift, QUARTER),
    "shift_y": Letter.named(D - shift, Fraction(5, 4)),
    "renyi_order": Letter.named(losses.order, 3),
}
_STEP = {sympy.floor(x / D - gamma): j - 1}
_LATTICE_STEP = {sympy.floor((i - g) / m): j - 1}
_AT_I = {"x": Letter.named(i * D / m, Fraction(33, 10))}  # i = 11


def _signed(lattice: bool) -> tuple[Place, ...]:
    """On both sides of 0: the derivation's J is the signed step of x, its k the diagonal."""
    size = Fraction(33, 10) if lattice else Fraction(19, 5)
    at = sympy.Symbol("i", integer=True) if lattice else real_x
    found = []
    for side in (1, -1):
        place = at * D / m if lattice else at
        step = sympy.floor((side * at - g) / m) if lattice else sympy.floor(side * at / D - gamma)
        found.append(
            Place(
                {
                    "x": Letter.named(place, side * size),
                    "y": None,
                    "k": Letter.named(diagonal, 5),
                },
                {step: side * J - 1},
                where="x >= 0" if side > 0 else "x < 0",
            )
        )
    return tuple(found)


def _overlaps(near: Given, far: Given, **more: Any) -> tuple[Place, ...]:
    """At a shift that the smallest ball meets, where the derivation's j is 0, and at one that it
    does not, where j is 1.
    """
    return tuple(
        Place({**given, **more}, {}, {j: first}, f"j = {first}")
        for first, given in enumerate((near, far))
    )


_ON_LINE = tuple({"shift": Letter.named(shift, q)} for q in (ONE, Fraction(13, 10)))
_ON_LATTICE = tuple(
    {"shift": Letter.named(s * D / m, q)} for q in (Fraction(3, 10), Fraction(12, 10))
)
_STEPS_OF_LATTICE = {
    "shift_x": Letter.named(s * D / m, Fraction(3, 10)),
    "shift_y": Letter.named(D - s * D / m, Fraction(12, 10)),
}
_IN_PLANE = tuple(
    {"shift_x": Letter.named((u + v) / 2, one), "shift_y": Letter.named((u - v) / 2, other)}
    for one, other in ((HALF, QUARTER), (Fraction(11, 8), Fraction(1, 16)))
)


def _student(degrees: int, **more: Any) -> Place:
    """At a number of degrees of freedom, of which the derivation has the letter d."""
    place = x / (students.scale * sympy.sqrt(degrees))
    right = students.reduced(degrees - 1, sympy.pi / 2, sympy.Integer(1), sympy.Integer(0))
    return Place(
        {"d": degrees, **more},
        {},
        {
            students.d: degrees,
            students.H: right,
            students.y: place,
            students.angle: sympy.atan(place),
            students.s: place / sympy.sqrt(1 + place**2),
            students.c: 1 / sympy.sqrt(1 + place**2),
        },
        f"d = {degrees}",
    )


def _larger(bound: sympy.Symbol, low: Fraction, high: Fraction) -> Place:
    """Where one bound is the larger in size."""
    return Place(
        {"lower": Letter.named(lower, low), "upper": Letter.named(upper, high)},
        {},
        {sympy.Max(sympy.Abs(lower), sympy.Abs(upper)): sympy.Abs(bound)},
        f"|{bound}| the larger",
    )


_RATE = 1 / (2 * gaussians.v)
_SUMS = {theta(_RATE, 1, 0): gaussians.S1}
_LAST = sympy.floor(s / 2 - gaussians.v * h / s)  # the last outcome that counts in the profile
_STUDENTS = tuple(map(_student, (3, 4, 7)))


def _beyond(start: Any, **more: Any) -> tuple[Place, ...]:
    return (Place(more, {**_SUMS, theta(_RATE, start, 0): gaussians.Sk}),)


_SECOND = (Place({}, {**_SUMS, theta(_RATE, 1, 2): gaussians.Mk}),)
_WHOLE_SHIFT = {"shift": Letter.named(shift, 2)}
_SAME = Place({})
_PLACES: dict[str, tuple[Place, ...]] = {
    **{
        f"{law}.{kind}": (Place({}, _STEP),)
        for law, kinds in {
            "staircase": ("density", "log_density", "cdf", "tail"),
            "staircase2d": ("marginal_density", "tail"),
            "hourglass": ("marginal_density", "tail"),
        }.items()
        for kind in kinds
    },
    **{
        f"staircase2d.{kind}": (Place({}, {sympy.floor((x + y) / D - gamma): j - 1}),)
        for kind in ("density", "log_density")
    },
    "staircase2d.conditional_density": (
        Place({}, {**_STEP, sympy.floor((x + y) / D - gamma): l - 1}),
    ),
    "staircase2d.norm_tail": (Place({}, {sympy.floor(r / D - gamma): j - 1}),),
    "staircase.quantile": (
        Place({"p": Letter.named(p, Fraction(9, 10))}, {}, {j: 2}, "j = 2"),
        Place({"p": Letter.named(p, Fraction(99, 100))}, {}, {j: 4}, "j = 4"),
    ),
    "staircase.total_variation": _overlaps(*_ON_LINE),
    "staircase.hockey_stick": _overlaps(*_ON_LINE),
    "discrete_staircase.total_variation": _overlaps(*_ON_LATTICE),
    "discrete_staircase.hockey_stick": _overlaps(*_ON_LATTICE),
    "staircase2d.total_variation": _overlaps(*_IN_PLANE),
    "staircase2d.hockey_stick": _overlaps(*_IN_PLANE),
    **{
        f"discrete_staircase.{kind}": (Place(_AT_I, _LATTICE_STEP),)
        for kind in ("pmf", "log_pmf", "tail")
    },
    "discrete_staircase.cdf": (Place(_AT_I, {sympy.floor((i + 1 - g) / m): j - 1}),),
    "discrete_staircase.privacy_loss": (Place(_ON_LATTICE[0]),),
    "discrete_hourglass.marginal_pmf": (Place(_AT_I, _LATTICE_STEP),),
    "discrete_hourglass.tail": (Place(_AT_I, _LATTICE_STEP),),
    **{f"hourglass.{kind}": _signed(False) for kind in ("density", "log_density")},
    **{f"discrete_hourglass.{kind}": _signed(True) for kind in ("pmf", "log_pmf")},
    "hourglass.conditional_pmf": _signed(False),
    "discrete_hourglass.conditional_pmf": _signed(True),
    **{
        f"discrete_hourglass.{kind}": (Place(_STEPS_OF_LATTICE),)
        for kind in ("privacy_loss", "hockey_stick")
    },
    "discrete_laplace.privacy_loss": (Place(_WHOLE_SHIFT),),
    "discrete_laplace.hockey_stick": (
        Place({"shift": Letter.named(s, 4)}, {sympy.Abs(s - 1): s - 1}, {j: 1}, "j = 1"),
    ),
    "discrete_gaussian.normalizer": (Place({}, _SUMS),),
    "discrete_gaussian.pmf": (Place({}, _SUMS),),
    "discrete_gaussian.log_pmf": (Place({}, _SUMS),),
    "discrete_gaussian.tail": _beyond(k),
    "discrete_gaussian.cdf": _beyond(k + 1),
    "discrete_gaussian.moment": _SECOND,
    "discrete_gaussian.variance": _SECOND,
    "discrete_gaussian.renyi": (Place(_WHOLE_SHIFT),),
    "discrete_gaussian.hockey_stick": (
        Place(
            {"shift": Letter.named(s, 4)},
            {
                **_SUMS,
                theta(_RATE, _LAST + 1, 0): gaussians.Sk,
                theta(_RATE, s - _LAST, 0): gaussians.Mk,
            },
        ),
    ),
    "student_t.density": _STUDENTS,
    "student_t.log_density": _STUDENTS,
    "student_t.cdf": (_student(4),),
    "student_t.variance": _STUDENTS,
    "laplace.epsilon": (Place({"scale": Letter.named(losses.scale, HALF)}),),
    "discrete_laplace.epsilon": (Place({"scale": Letter.named(losses.scale, HALF)}),),
    "gaussian.renyi": (Place({"renyi_order": Letter.named(gaussians.order, 3)}),),
    "transformed_mean.leading_constant": (Place({"noise": "hourglass"}),),
    "independent_mean.leading_constant": (
        _larger(upper, -ONE, Fraction(5, 2)),
        _larger(lower, Fraction(-2), ONE),
    ),
}


# names whose derivation has an option: an order, an objective, a noise, degrees of freedom
OPTIONAL = (
    *(
        f"{law}.moment"
        for law in (
            "laplace",
            "discrete_laplace",
            "staircase",
            "hourglass",
            "discrete_staircase",
            "discrete_hourglass",
            "staircase2d",
            "gaussian",
        )
    ),
    "student_t.cdf",
    "staircase.optimal_gamma",
    "transformed_mean.leading_constant",
)
# Algorithm 3 with a noise on the lattice 1/m
_ROUNDED: dict[str, Given] = {
    "discrete_hourglass": {"gamma": _POINTS["gamma"], "m": _POINTS["m"]},
    "discrete_laplace": {
        "decay": Powers(epsilon, b, ONE, lambda q: t ** (m * q)),
        "m": _POINTS["m"],
        "gamma": None,
    },
    "laplace": {"gamma": None},
}


class Called(StrEnum):
    """How the derivation of a name meets the shipped function of that name."""

    LETTERS = "called with letters"  # its formula is the derived one
    NUMBERS = "called with numbers"  # its values are those of the derived formula
    NEVER = "formula only"  # the function is not called


def called(name: str) -> Called:
    """Returns how the shipped function of a derived name is called."""
    if name in AT_POINTS:
        return Called.NUMBERS
    known = {*_ASKED, *LETTERS.get(name.partition(".")[0], ()), *places(name)[0].given}
    return Called.LETTERS if known.issuperset(_words(name)[0]) else Called.NEVER


def places(name: str, options: Given | None = None) -> tuple[Place, ...]:
    """Returns where a name is called with letters, its derivation having these options."""
    if not options:
        return _PLACES.get(name, (Place({}),))
    if "degrees" in options:
        return (_student(options["degrees"]),)
    return (Place({**options, **_ROUNDED.get(options.get("noise", ""), {})}),)


def _words(name: str) -> tuple[list[str], list[str]]:
    """Returns what `compute` calls the parameters of a name: the required ones, and the others."""
    entry, renamed = find(name), {"epsilon": "decay", "at_epsilon": "ratio", **ARGUMENTS}
    required, optional = (
        [renamed.get(word, word) for word in words] for words in (entry.required, entry.optional)
    )
    return required, optional


def arguments(name: str, place: Place) -> dict[str, Any]:
    """Returns what `compute` is called with: a letter, a word or a number for each parameter."""
    known = {**_ASKED, **LETTERS[name.partition(".")[0]], **place.given}
    required, optional = _words(name)
    return {w: known[w] for w in (*required, *optional) if known.get(w) is not None}
