"""Mutants of validation: parameters that must be refused and are not, or that are silently put
right.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from dpmean.catalogue import mechanisms as registry
from dpmean.distributions import discrete_laplace, discrete_staircase
from dpmean.exact import numbers
from dpmean.exact.decay import Decay
from dpmean.exact.numbers import spell
from dpmean.mechanisms.addremove.one_epsilon import OneEpsilon
from dpmean.parameters import declared as parameters
from dpmean.parameters import signature
from dpmean.parameters.declared import PARAMETERS, Parameter
from dpmean.programs import interpret

from ...grid.cells import NUMBER
from ..mutant import Mutant, edit

_SORTED = (
    "signature().parse(given | dict(zip(('lower', 'upper'), sorted((given['lower'], "
    "given['upper']), key=__import__('fractions').Fraction))))"
)


def _parsed_by(parse: Callable[[object, str], Any]) -> Callable[[Parameter], Parameter]:
    """The parameter is parsed, and nothing is checked."""
    return lambda original: Parameter(parse, original.meaning)


def _gamma(value: object, name: str) -> object:
    return value if value == "optimal" else numbers.rational(value, name)


def _read_as(other: Callable[[Fraction], Fraction]) -> Callable[[Any], Any]:
    """A parameter is read exactly, and then kept in another type."""

    def kept(text: object) -> object:
        parts = str(text).split(",")
        return ",".join(spell(other(Fraction(p))) if NUMBER.fullmatch(p) else p for p in parts)

    def change(parse: Callable[..., Any]) -> Callable[..., Any]:
        return lambda given, *more: parse({k: kept(v) for k, v in given.items()}, *more)

    return change


def _wrapped(bits: int) -> Callable[[Fraction], Fraction]:
    """A whole number is kept in so many bits, one of them the sign."""
    half = 1 << (bits - 1)
    return lambda q: Fraction((q.numerator + half) % (2 * half) - half) if q.denominator == 1 else q


def _short_denominator(q: Fraction) -> Fraction:
    """Numerator and denominator lose what is above 32 bits."""
    n, d = q.numerator, q.denominator
    if d < 1 << 32:
        return q
    return Fraction((abs(n) % (1 << 32)) * (1 if n > 0 else -1), d % (1 << 32) or 1)


def _equal_bounds(original: Any) -> Any:
    """The check is there twice: where parameters are read, and where a mean is built."""
    OneEpsilon.__post_init__ = lambda self: None  # parameters are read with upper >= lower
    return edit(("if lower >= upper:", "if lower > upper:"))(original)


MUTANTS = (
    Mutant(
        "numbers-in-32-bits",
        "a whole number of a parameter is kept in 32 bits",
        ("LongNumber", "Narrow"),
        signature,
        "parse",
        _read_as(_wrapped(32)),
    ),
    Mutant(
        "numbers-in-64-bits",
        "a whole number of a parameter is kept in 64 bits",
        ("LongNumber", "Narrow"),
        signature,
        "parse",
        _read_as(_wrapped(64)),
    ),
    Mutant(
        "numbers-denominator-in-32-bits",
        "numerator and denominator of a parameter are kept in 32 bits",
        ("LongNumber",),
        signature,
        "parse",
        _read_as(_short_denominator),
    ),
    Mutant(
        "numbers-with-a-short-denominator",
        "a parameter becomes the nearest fraction with a denominator up to 10^6",
        ("LongNumber", "SmallEpsilon"),
        signature,
        "parse",
        _read_as(lambda q: q.limit_denominator()),
    ),
    Mutant(
        "epsilon-not-checked",
        "epsilon 0 and negative epsilon are accepted",
        ("NotPositive",),
        Decay,
        "from_epsilon",
        edit(
            ("if epsilon <= 0:", "if False:"),
            ("if not EPSILON_LEAST <= epsilon <= EPSILON_MOST:", "if epsilon > EPSILON_MOST:"),
        ),
        "w3c/attribution#165",
    ),
    Mutant(
        "sensitivity-not-checked",
        "sensitivity 0 and negative sensitivity are accepted",
        ("NotPositive",),
        PARAMETERS,
        "sensitivity",
        _parsed_by(numbers.rational),
        "opendp/smartnoise-sdk#128",
    ),
    Mutant(
        "gamma-not-checked",
        "gamma outside (0, 1] is accepted",
        ("NotPositive",),
        PARAMETERS,
        "gamma",
        _parsed_by(_gamma),
    ),
    Mutant(
        "lattice-steps-not-checked",
        "m = 0 is accepted",
        ("NotPositive",),
        PARAMETERS,
        "m",
        _parsed_by(numbers.integer),
    ),
    Mutant(
        "scale-not-checked",
        "scale 0 is accepted",
        ("NotPositive",),
        PARAMETERS,
        "scale",
        _parsed_by(numbers.rational),
        "privcount/privcount#400",
    ),
    Mutant(
        "text-read-as-one",
        "what is not a number is replaced by the default 1",
        ("NotANumber",),
        numbers,
        "_parse",
        edit(
            (
                'raise InvalidInput("not_a_number", f"{name}: not a number; write an integer, '
                'p/q or a decimal", '
                "argument=name)",
                "return Fraction(1)",
            )
        ),
    ),
    Mutant(
        "infinity-read-as-large",
        "an infinite parameter is replaced by 10000",
        ("NotFinite",),
        numbers,
        "_parse",
        edit(
            (
                'raise InvalidInput("not_finite", f"{name}: must be finite", argument=name)',
                "return Fraction(10000)",
            )
        ),
    ),
    Mutant(
        "swapped-bounds-sorted",
        "swapped bounds are put in order silently",
        ("BoundsOrder",),
        registry,
        "build",
        edit(("signature().parse(given)", _SORTED)),
    ),
    Mutant(
        "equal-bounds-accepted",
        "equal bounds are accepted",
        ("BoundsOrder",),
        parameters,
        "parse",
        _equal_bounds,
        "OpenMined/PipelineDP#240",
    ),
    Mutant(
        "off-lattice-gamma-rounded",
        "a gamma off the lattice is rounded silently",
        ("OffGrid",),
        discrete_staircase,
        "lattice_gamma",
        edit(("g = gamma * m\n", "g = floor(gamma * m) * (gamma / gamma)\n")),
    ),
    Mutant(
        "fractional-sensitivity-accepted",
        "discrete Laplace noise for a sensitivity that is no integer",
        ("Lattice",),
        discrete_laplace,
        "_require_integer",
        edit(("if sensitivity.denominator != 1", "if False")),
    ),
    Mutant(
        "public-size-zero-accepted",
        "a mean of public size 0 is attempted",
        ("EmptyData",),
        PARAMETERS,
        "n",
        _parsed_by(numbers.integer),
    ),
    Mutant(
        "grid-not-checked",
        "an output grid of 0 is accepted",
        ("NotPositive",),
        interpret,
        "release",
        edit(("if grid is not None and grid <= 0:", "if False:")),
    ),
)
