"""What the words and signs of a formula do: arithmetic, functions, what is done with many values,
and the few letters whose meaning is said in words (an order statistic, the law of a number of
successes).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath as mp

from tests.catalogue import exactly
from tests.catalogue.exactly import NoValueError, Value, real


def combined(what: str, first: int, values: list[Value]) -> Value:
    """The sum, least, greatest, common divisor or place of the least (from `first`) of values."""
    if what == "argmin":
        least = exactly.extreme(values, -1)
        return next(first + k for k, v in enumerate(values) if exactly.compare(v, least) == 0)
    if what == "gcd":
        parts = [Fraction(v) for v in values if v]
        return Fraction(
            math.gcd(*(p.numerator for p in parts)), math.lcm(*(p.denominator for p in parts))
        )
    if what == "sum":
        total: Value = 0
        for v in values:
            total = exactly.add(total, v)
        return total
    return exactly.extreme(values, 1 if what == "max" else -1)


def _ranked(reading: Any, k: Value) -> Value:
    if not 1 <= k <= len(reading.users("i")):
        raise NoValueError("no such rank")
    return sorted(reading.users("i"), key=real)[exactly.floor(k) - 1]


def _sampled(reading: Any, m: Value) -> Value:
    law: list[Value] = [1]
    for i in range(1, len(reading.users("i")) + 1):
        p = reading.bind("i", i, lambda: reading.call("p_i"))
        law = [
            exactly.add(exactly.multiply(a, exactly.subtract(1, p)), exactly.multiply(b, p))
            for a, b in zip([*law, 0], [0, *law], strict=True)
        ]
    return law[exactly.floor(m)]


ARITHMETIC: dict[str, Callable[..., Value]] = {
    "+": exactly.add,
    "-": exactly.subtract,
    "*": exactly.multiply,
    "/": exactly.divide,
    "^": exactly.power,
    "negative": lambda a: exactly.subtract(0, a),
    "abs": lambda a: a if exactly.compare(a, 0) >= 0 else -a,
    "positive": lambda a: a if exactly.compare(a, 0) >= 0 else 0,
    "!": lambda n: exactly.factorial(n, 1),
    "!!": lambda n: exactly.factorial(n, 2),
}
SIGNS: dict[str, Callable[[int], bool]] = {
    "<": lambda c: c < 0,
    "<=": lambda c: c <= 0,
    ">": lambda c: c > 0,
    ">=": lambda c: c >= 0,
    "=": lambda c: c == 0,
    "!=": lambda c: c != 0,
}
FUNCTIONS: dict[str, Callable[..., Value]] = {
    "log": exactly.logarithm,
    "log2": lambda a: exactly.logarithm(a) / mp.log(2),
    "sqrt": exactly.root,
    "floor": exactly.floor,
    "ceil": exactly.ceiling,
    "min": lambda *v: exactly.extreme(list(v), -1),
    "max": lambda *v: exactly.extreme(list(v), 1),
    "sign": lambda a: exactly.compare(a, 0),
    "clip": lambda a, low, high: exactly.extreme([exactly.extreme([a, low], 1), high], -1),
}
OF_REALS: dict[str, Callable[[Any], Any]] = {
    "erfc": mp.erfc,
    "sinh": mp.sinh,
    "cosh": mp.cosh,
    "tanh": mp.tanh,
    "arcosh": mp.acosh,
    "arctan": mp.atan,
    "cos": mp.cos,
    "Gamma": mp.gamma,
}
FUNCTIONS |= {
    name: (lambda f: lambda a: exactly.of_real(f(real(a))))(f) for name, f in OF_REALS.items()
}
PRIMITIVES: dict[str, Callable[..., Value]] = {
    "the number of users": lambda r: len(r.users("i")),
    "the number of norms": lambda r: len(r.users("i")),
    "the epsilon of user i": lambda r: r.users("i")[r.index("i") - 1],
    "the i-th norm": lambda r: r.users("i")[r.index("i") - 1],
    "the k-th of the norms in rising order": _ranked,
    "the k-th of the epsilons in rising order": _ranked,
    "the g-th of the different positive epsilons in rising order": lambda r: r.users("g")[
        r.index("g") - 1
    ],
    "the number of users who have it": lambda r: r.request["epsilons"].count(
        r.users("g")[r.index("g") - 1]
    ),
    "the probability that m users are sampled, each by herself with p_i": _sampled,
}
