"""What an implementation answered, as numbers.

An answer is an exact rational, an enclosure, or a double with its distance in units in the last
place (ulps).
"""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from fractions import Fraction

from ..catalogue.promises import Side
from ..errors import InvalidInput
from ..exact.digits import decimals, from_bits
from ..exact.numbers import MAX_DIGITS, rational, spell
from .evidence import Seen
from .verdict import Problem

WIDEST = Fraction(1, 10**9)  # width relative to the truth beyond which an enclosure answers nothing
GENEROUS = Fraction(1, 10)  # how far above the truth a one-sided answer may be
NO_ANSWER = "none"  # what a mechanism says that may not answer
FAR = 10**13  # ulps, a thousandth of the truth, beyond which a factor says more
NEAR_ZERO = Fraction(1, 10**20)  # the widest enclosure of a truth that is exactly 0


@dataclass(frozen=True)
class Answer:
    """A value that was given: [low, high] (equal for a point), and the double when it was one."""

    low: Fraction
    high: Fraction
    double: float | None = None

    def __str__(self) -> str:
        if self.double is not None:
            return repr(self.double)
        return (
            _digits(self.low)
            if self.low == self.high
            else f"[{_digits(self.low)}, {_digits(self.high)}]"
        )


def _digits(q: Fraction) -> str:
    """Return a rational for people: as it is when it is short, else its first digits."""
    short = q.numerator.bit_length() + q.denominator.bit_length() <= 200
    return spell(q) if short else "about " + decimals(q, 12)[0]


def parse(value: object) -> Answer | Problem:
    """Return the answer that a reply's value spells, or what is wrong with it."""
    if isinstance(value, str):
        return _rational(value)
    if isinstance(value, dict) and isinstance(value.get("f64"), str):
        try:
            double = from_bits(value["f64"])
        except (ValueError, struct.error):
            return _unreadable("f64 must be 16 hexadecimal digits")
        if not math.isfinite(double):
            return Problem(f"got {double}", Seen.NOT_FINITE)
        return Answer(Fraction(double), Fraction(double), double)
    if isinstance(value, dict) and "lo" in value and "hi" in value:
        low, high = _rational(value["lo"]), _rational(value["hi"])
        if isinstance(low, Problem) or isinstance(high, Problem):
            return _unreadable("lo and hi must be decimals")
        if low.low > high.high:
            return _unreadable("lo is above hi")
        return Answer(low.low, high.high)
    return _unreadable('a value is "p/q", {"f64": ...} or {"lo": ..., "hi": ...}')


def _unreadable(words: str) -> Problem:
    return Problem(words, Seen.UNREADABLE)


def _rational(text: object) -> Answer | Problem:
    if not isinstance(text, str):
        return _unreadable("a rational must be a string")
    if len(text) > MAX_DIGITS:
        return _unreadable(f"a rational of {len(text)} characters; at most {MAX_DIGITS} are read")
    try:
        q = rational(text, "answer")
    except InvalidInput:
        return Problem(f"got '{text[:40]}', which is not a rational")
    return Answer(q, q)


def ulps_off(answer: Answer, low: Fraction, high: Fraction) -> Fraction:
    """Return by how many ulps of the nearest end an answered double lies outside of [low, high]; 0
    inside.
    """
    assert answer.double is not None
    end = low if answer.low < low else high
    distance = max(low - answer.low, answer.low - high, Fraction(0))
    if distance == 0:
        return distance
    return distance / _ulp(end)


def _ulp(q: Fraction) -> Fraction:
    """Return the unit in the last place of the double nearest to q; beyond the doubles, that of the
    largest.
    """
    return Fraction(
        math.ulp(q.numerator / q.denominator if abs(q) < Fraction(2) ** 1023 else 1.7e308)
    )


@dataclass(frozen=True)
class Asked:
    """How an answer is compared with the truth.

    Rule `within`: an exact answer or an enclosure must contain or meet the truth; a double may be
    `ulps` away from it. Rule `at_least`: too small is wrong, by more than `ulps`; a
    privacy-relevant quantity may err towards more noise, by a tenth, and beyond that by an `excess`
    that the implementation declares. What is too small by no more than `near` ulps is rounded the
    wrong way. `dangerous` is the side of the truth on which the number promises more privacy than
    there is.
    """

    rule: str = "within"
    ulps: str = "4"
    excess: str = "0"
    near: str = "4"
    dangerous: Side | None = None


def judge_value(
    value: object, expected: dict[str, str] | str, asked: Asked = Asked()
) -> Problem | None:
    """Return None when the answer is acceptable, else what is wrong with it."""
    if NO_ANSWER in (value, expected):
        got, want = (NO_ANSWER if x == NO_ANSWER else "a number" for x in (value, expected))
        return None if value == expected else Problem(f"got {got}, want {want}")
    answer = parse(value)
    if isinstance(answer, Problem):
        return answer
    if isinstance(expected, str):
        low = high = Fraction(expected)
        shown = expected
    else:
        exact = expected.get("exact")
        low, high = (
            (Fraction(exact), Fraction(exact))
            if exact
            else (Fraction(expected["lo"]), Fraction(expected["hi"]))
        )
        shown = exact or f"[{expected['lo']}, {expected['hi']}]"
    if asked.rule == "at_least":
        return _at_least(answer, low, high, shown, asked)
    if answer.double is None:
        width, size = answer.high - answer.low, max(abs(low), abs(high))
        if answer.low <= high and low <= answer.high:
            if width <= (WIDEST * size if size else NEAR_ZERO):
                return None
            told = f"got {answer}, an enclosure too wide to say anything, want {shown}"
            return Problem(told, Seen.WIDE)
        return Problem(f"got {answer}, want {shown}", _side_of(answer, low, asked))
    off = ulps_off(answer, low, high)
    if off <= Fraction(asked.ulps):
        return None
    seen = _side_of(answer, low, asked)
    if off > FAR and low * high > 0:
        times = decimals(answer.low / low, 4)[0]
        return Problem(
            f"got {answer}, want {shown}, {times} times the true value, {asked.ulps} ulp allowed",
            seen,
        )
    return Problem(
        f"got {answer}, want {shown}, off by {decimals(off, 2)[1]} ulp, {asked.ulps} allowed", seen
    )


def _side_of(answer: Answer, low: Fraction, asked: Asked) -> Seen:
    """Return what a number is that is off: on the dangerous side of the truth, or only another."""
    side = Side.BELOW if answer.high < low else Side.ABOVE
    return Seen.DANGEROUS if side is asked.dangerous else Seen.NUMBER


def _at_least(
    answer: Answer, low: Fraction, high: Fraction, shown: str, asked: Asked
) -> Problem | None:
    """Return what is wrong with a number that may only err upwards."""
    if answer.low > high * (1 + GENEROUS) + Fraction(asked.excess):
        return Problem(
            f"got {answer}, more than a tenth above {shown}: another quantity, not a cautious one"
        )
    below = f"got {answer}, which is below {shown}: it may only err upwards"
    if answer.double is not None:
        slack = Fraction(asked.ulps) * _ulp(low)
        if answer.low >= low - slack:
            return None
        near = answer.low >= low - Fraction(asked.near) * _ulp(low)
        return Problem(below, Seen.NEAR if near else Seen.DANGEROUS)
    # a tight enclosure that contains the truth claims no direction
    if answer.low >= low or (answer.high >= low and answer.high - answer.low <= low * NEAR_ZERO):
        return None
    return Problem(below, Seen.DANGEROUS)
