"""Our own exact answers as a library in double precision would give them: rounded once, one-sided
quantities upwards.

A base for mutants, right as it stands: what a bug of rounding, cancellation or underflow changes is
a function here, or one of the package whose result is then rounded.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from dpmean.catalogue.quantities import CATALOGUE, value
from dpmean.errors import InvalidInput
from dpmean.exact.digits import binary64, bits_of
from dpmean.exact.enclosure import compare
from dpmean.exact.reals import Number

ONE_SIDED = ("epsilon", "rho", "scale", "sensitivity")  # what may only err towards more noise


def nearest(x: Number) -> float:
    return binary64(x)


def upwards(x: Number) -> float:
    """The least double that is not below x."""
    double = binary64(x)
    return math.nextafter(double, math.inf) if compare(Fraction(double), x) < 0 else double


def logarithm(log: Number, density: Number) -> float:
    """A log-density: never from the density itself, which underflows."""
    del density
    return nearest(log)


def tail(x: Number) -> float:
    """A tail probability: never from the distribution function, which is 1 in doubles far out."""
    return nearest(x)


def below(x: Number) -> float:
    """A value of a distribution function: never 1 minus the other tail."""
    return nearest(x)


def _density(name: str, params: dict[str, str]) -> Number:
    """The density itself: 0 where it is too small to be written, as it is in doubles."""
    try:
        found: Number = value(name, params).values[0]
    except InvalidInput:
        return Fraction(0)
    return found


def _one(name: str, params: dict[str, str], x: Number) -> float:
    object_, _, quantity = name.partition(".")
    if quantity.startswith("log_"):
        return logarithm(x, _density(f"{object_}.{quantity.removeprefix('log_')}", params))
    if quantity in ("tail", "norm_tail"):
        return tail(x)
    if quantity == "cdf":
        return below(x)
    return upwards(x) if quantity in ONE_SIDED else nearest(x)


def exact(request: dict[str, Any]) -> dict[str, Any]:
    """The answer to an exact request, in doubles."""
    name = f"{request['object']}.{request['quantity']}"
    if name not in CATALOGUE:
        raise LookupError(f"no quantity {name}")
    result = value(name, request["params"])
    shown = [{"f64": bits_of(_one(name, request["params"], x))} for x in result.values]
    return {"values": shown} if result.is_list else {"value": shown[0]}
