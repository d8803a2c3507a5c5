"""The numbers of the formula reader: fractions as long as they are exact, otherwise mpmath's
numbers of 60 digits.

An approximation within 10^-40 of an integer, or of what it is compared with, counts as that: no
formula of the catalogue separates two numbers that are so close and not equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import mpmath as mp

Value = Any  # int, Fraction, mpf, or a tuple of these
MOST_TERMS = 400
NEAR = mp.mpf(10) ** -40


class NoValueError(Exception):
    """The formula has no value here, or none that this reader would find in a reasonable time."""


_EXACT = frozenset((int, Fraction))


def exact(a: Value, b: Value = 0) -> bool:
    return type(a) in _EXACT and type(b) in _EXACT


def real(value: Value) -> Any:
    """The number with 60 digits."""
    if type(value) is mp.mpf:
        return value
    if isinstance(value, Fraction):
        return mp.mpf(value.numerator) / value.denominator
    if isinstance(value, tuple):
        raise NoValueError("a list is no number")
    return mp.mpf(value)


def of_real(value: Any) -> Any:
    """The value of a function of the reals, which must be real and a number."""
    if not isinstance(value, mp.mpf) or mp.isnan(value):
        raise NoValueError("no real number")
    return value


def add(a: Value, b: Value) -> Value:
    return a + b if exact(a, b) else real(a) + real(b)


def subtract(a: Value, b: Value) -> Value:
    return a - b if exact(a, b) else real(a) - real(b)


def multiply(a: Value, b: Value) -> Value:
    if (exact(a) and a == 0) or (exact(b) and b == 0):
        return 0
    return a * b if exact(a, b) else real(a) * real(b)


def divide(a: Value, b: Value) -> Value:
    if b == 0:
        raise NoValueError("division by 0")
    return Fraction(a) / b if exact(a, b) else real(a) / real(b)


def power(a: Value, b: Value) -> Value:
    whole = exact(b) and Fraction(b).denominator == 1
    if whole and exact(a) and abs(b) <= 4096:
        if a == 0 and b < 0:
            raise NoValueError("division by 0")
        return Fraction(a) ** int(b)
    if whole and abs(b) <= 10**18:
        return real(a) ** int(b)
    if compare(a, 0) < 0:
        raise NoValueError("root of a negative number")
    return real(a) ** real(b)


def compare(a: Value, b: Value) -> int:
    """The sign of a - b."""
    if exact(a, b):
        return (a > b) - (a < b)
    x, y = real(a), real(b)
    if x == y:
        return 0
    if mp.isfinite(x) and mp.isfinite(y) and abs(x - y) <= NEAR * max(abs(x), abs(y)):
        return 0
    return 1 if x > y else -1


def floor(a: Value) -> int:
    if exact(a):
        return a.__floor__()
    if not mp.isfinite(a):
        raise NoValueError("floor of infinity")
    nearest = mp.nint(a)
    return int(nearest) if abs(a - nearest) <= NEAR * max(1, abs(a)) else int(mp.floor(a))


def ceiling(a: Value) -> int:
    return -floor(subtract(0, a))


def root(a: Value) -> Value:
    if compare(a, 0) < 0:
        raise NoValueError("root of a negative number")
    return mp.sqrt(real(a))


def logarithm(a: Value) -> Value:
    if compare(a, 0) <= 0:
        raise NoValueError("logarithm of a number that is not positive")
    return mp.log(real(a))


def extreme(values: list[Value], sign: int) -> Value:
    """The greatest of the values (sign 1) or the least (sign -1); the first of equal ones."""
    best = values[0]
    for v in values[1:]:
        best = v if compare(v, best) == sign else best
    return best


def factorial(n: Value, step: int) -> Value:
    """n (n - step) (n - 2 step) ...: n! and n!!."""
    found = 1
    for k in range(floor(n), 0, -step):
        found *= k
    return found


def series(terms: Iterator[Value]) -> Value:
    """The sum of a series whose terms end up falling at least geometrically."""
    total, small = mp.mpf(0), 0
    for count, term in enumerate(terms):
        t = real(term)
        total += t
        small = small + 1 if total and abs(t) <= mp.eps**0.8 * abs(total) else 0
        if small > 3:
            return total
        if count > MOST_TERMS:
            raise NoValueError("too many terms")
    raise NoValueError("no term")


def first_whole(holds: Callable[[int], bool], low: int | None) -> int:
    """The least integer, from `low` on, at which a condition holds that does not stop to hold."""
    if low is not None:
        for k in range(low, low + 64):
            if holds(k):
                return k
        low += 63
    start = 0 if low is None else low
    step = 1
    if low is None and holds(start):
        while holds(start - step):
            step = further(step)
        below, above = start - step, start - step // 2 if step > 1 else start
    else:
        while not holds(start + step):
            step = further(step)
        below, above = start + step // 2 if step > 1 else start, start + step
    while above - below > 1:
        middle = (below + above) // 2
        below, above = (below, middle) if holds(middle) else (middle, above)
    return above


def further(step: int) -> int:
    if step > 1 << 400:
        raise NoValueError("nothing found")
    return 2 * step


def last_zero(function: Callable[[Any], Any], low: Value, high: Value) -> Value:
    """The greatest zero between low and high, if it is no nearer than a fifth (of its distance to
    low) to another.
    """
    above, start = real(high), real(low)
    for _ in range(60):
        below = start + (above - start) * mp.mpf("0.8")
        if function(below) * function(above) <= 0:
            return zero(function, below, above)
        above = below
    raise NoValueError("too near to the lower end")


def zero(function: Callable[[Any], Any], low: Value | None, high: Value | None) -> Value:
    """A zero of a function that changes its sign once between low and high, by the Illinois method.
    Without `high`, or without both, the bracket is widened.
    """
    return rational(function, _zero(function, low, high))


def rational(function: Callable[[Any], Any], found: Any) -> Value:
    """The rational number that is the zero exactly, where there is a short one."""
    near = Fraction(int(mp.nint(found * 2**200)), 2**200).limit_denominator(10**18)
    if abs(real(near) - found) >= NEAR * max(1, abs(found)):
        return found
    value = function(near)
    return near if exact(value) and value == 0 else found


def _zero(function: Callable[[Any], Any], low: Value | None, high: Value | None) -> Any:
    a, b = (
        real(-1 if low is None else low),
        real(high if high is not None else 1 if low is None else abs(low) + 1),
    )
    fa, fb = real(function(a)), real(function(b))
    for _ in range(200):
        if fa * fb <= 0 or high is not None:
            break
        b = 2 * b + 1
        fb = real(function(b))
        if low is None:
            a = -b
            fa = real(function(a))
    if fa * fb > 0:
        raise NoValueError("no change of sign")
    least = 2**24 * mp.eps * max(abs(fa), abs(fb))
    if fa == 0 or fb == 0:
        return a if fa == 0 else b
    for turn in range(2000):
        middle = (a + b) / 2 if turn % 12 == 11 else b - fb * (b - a) / (fb - fa)
        f = real(function(middle))
        if (f > 0) != (fb > 0):
            a, fa = b, fb
        else:
            fa /= 2
        b, fb = middle, f
        if abs(b - a) <= 2**40 * mp.eps * max(abs(a), abs(b)) or abs(f) <= least:
            return b
    raise NoValueError("no convergence")
