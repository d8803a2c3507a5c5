"""The laws of noise, each under its own name: `from dpmean.laws import Laplace, Hourglass`.

`Laplace.given(epsilon=1)` makes a law from exact parameters (integers, Fractions, Decimals, or
spellings such as "1/10"). Its methods take what `dpmean.value` takes under the same names and
refuse what it refuses, a double and a point off the lattice among it; only `ratio` may also be an
expression of this package, and `at_epsilon` or `at_ratio` may be given in its place. They compute
exactly: what is rational comes as a Fraction, else as an expression that `dpmean.number` shows.
`sample(bits)` draws.

A law here is the law of `distributions/` behind a door: each public method parses its arguments, by
their names, as the catalogue declares them, and asks the law inside, whose own methods take any
numbers (symbols, balls, columns) unchecked. What a law says to programs and judges alone
(`distributions/law.Law`) stays inside.

>>> from fractions import Fraction
>>> from dpmean import number
>>> from dpmean.laws import DiscreteLaplace, Hourglass, Laplace
>>> Laplace.given(epsilon="1/2", sensitivity=3).variance()
Fraction(72, 1)
>>> number(Hourglass.given(epsilon=1, gamma="optimal").variance())
1.9181035312355251...
>>> str(Hourglass.given(epsilon=1, gamma="1/2").privacy_loss(Fraction(1, 4), Fraction(3, 4)))
'epsilon'
>>> from dpmean.randomness.bits import SystemBits
>>> DiscreteLaplace.given(epsilon=1).sample(SystemBits()).denominator
1
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cached_property, wraps
from inspect import signature
from typing import TYPE_CHECKING, Any

from .distributions.law import Law, NoiseLaw
from .errors import InvalidInput
from .exact.enclosure import sign
from .exact.reals import Real
from .parameters.declared import PARAMETERS, parse

if TYPE_CHECKING:
    from .distributions.discrete_gaussian import DiscreteGaussian as DiscreteGaussian
    from .distributions.discrete_hourglass import DiscreteHourglass as DiscreteHourglass
    from .distributions.discrete_laplace import DiscreteLaplace as DiscreteLaplace
    from .distributions.discrete_staircase import DiscreteStaircase as DiscreteStaircase
    from .distributions.gaussian import Gaussian as Gaussian
    from .distributions.hourglass import Hourglass as Hourglass
    from .distributions.laplace import Laplace as Laplace
    from .distributions.staircase import Staircase as Staircase
    from .distributions.staircase2d import Staircase2D as Staircase2D
    from .distributions.student_t import StudentT as StudentT


# the parameter of the catalogue that an argument of a method is, where the names differ: u is a
# number of [0, 1], i and j count steps of a lattice
_ARGUMENTS = {"ratio": "at_ratio", "u": "alpha", "i": "k", "j": "k"}
_INSTEAD = ("at_epsilon", "at_ratio")  # of ratio


def _parsed(name: str, given: object) -> Any:
    """Returns one argument of a method, parsed."""
    if name == "ratio" and isinstance(given, Real):
        if sign(given) <= 0:
            raise InvalidInput("out_of_range", "ratio: must be greater than 0", argument="ratio")
        return given
    if name == "bits" and not hasattr(given, "peek"):
        raise InvalidInput(
            "unsupported_combination",
            "bits: pass a source of random bits, such as dpmean.randomness.bits.SystemBits()",
            argument="bits",
        )
    parameter = PARAMETERS.get(_ARGUMENTS.get(name, name))
    return given if parameter is None else parameter.parse(given, name)


def _door(method: Callable[..., Any]) -> Callable[..., Any]:
    """Returns a method that parses its arguments and asks the law inside."""
    declared = signature(method)
    left_out = {p.name for p in declared.parameters.values() if p.default is None}

    @wraps(method)
    def asked(self: Any, *values: object, **named: object) -> Any:
        instead = (
            {name: named.pop(name) for name in _INSTEAD if name in named}
            if "ratio" in declared.parameters
            else {}
        )
        bound = (declared.bind_partial if instead else declared.bind)(self, *values, **named)
        given = dict(list(bound.arguments.items())[1:])
        if instead and "ratio" in given:
            raise InvalidInput(
                "unsupported_combination",
                "give one of ratio, at_epsilon and at_ratio",
                argument="ratio",
            )
        parsed = {
            name: _parsed(name, v)
            for name, v in given.items()
            if not (v is None and name in left_out)
        }
        return method(self.inside, **parsed, **(parse(instead) if instead else {}))

    return asked


def _stays_inside(law: type[NoiseLaw], name: str) -> bool:
    """Returns whether a method is for programs alone: the base of all laws has it, and no value of
    the catalogue is named after it.
    """
    from .catalogue.quantities import CATALOGUE

    return name != "sample" and hasattr(Law, name) and f"{law.name}.{name}" not in CATALOGUE


def _nothing(name: str) -> property:
    """Returns what stands in the place of a method that stays inside."""

    def read(self: Any) -> Any:
        raise AttributeError(f"{type(self).__name__} has no public method {name}", name=name)

    return property(read)


def _attribute(name: str) -> property:
    """Returns an attribute that is what the law inside has; a law comes behind its door."""

    def read(self: Any) -> Any:
        found = getattr(self.inside, name)
        if not isinstance(found, NoiseLaw):
            return found
        return _public(type(found))(*(getattr(found, f.name) for f in fields(found)))  # type: ignore[arg-type]

    return property(read)


_PUBLIC: dict[type[NoiseLaw], type[NoiseLaw]] = {}


def _public(law: type[NoiseLaw]) -> type[NoiseLaw]:
    """Returns the class of a law behind its door: the same data and the same names."""
    if law in _PUBLIC:
        return _PUBLIC[law]

    def inside(self: Any) -> Any:
        return law(*(getattr(self, f.name) for f in fields(self)))

    def reduced(self: Any) -> Any:
        return type(self), tuple(getattr(self, f.name) for f in fields(self))

    body: dict[str, Any] = {
        "__module__": __name__,
        "__qualname__": law.__name__,
        "__doc__": law.__doc__,
        "__reduce__": reduced,
        "inside": cached_property(inside),
        "__dir__": lambda self: [n for n in object.__dir__(self) if hasattr(self, n)],
    }
    for name in dir(law):
        own = getattr(law, name)
        if name.startswith("_") or isinstance(own, type):
            continue
        if isinstance(own, property | cached_property):
            body[name] = _attribute(name)
        elif callable(own) and not hasattr(own, "__self__"):
            body[name] = _nothing(name) if _stays_inside(law, name) else _door(own)
    return _PUBLIC.setdefault(law, type(law.__name__, (law,), body))


def __getattr__(name: str) -> Any:
    """Find a law when it is first used: each is found by its own file."""
    from .catalogue.laws import LAWS

    found = {law.__name__: law for law in LAWS.values()}
    if name == "__all__":
        return sorted(found)
    if name not in found:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return _public(found[name])


def __dir__() -> list[str]:
    """Returns the names of the laws."""
    return list(__getattr__("__all__"))
