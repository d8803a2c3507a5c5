"""One output, whatever it is, as a kind and numbers; and whether these are all that it says.

The *kind* is the output with its numbers left out: `number`, `NaN`, `list of 3 numbers`, `text
'mean = #'`, `{'n': number, 'mean': number}`, `ValueError: no records`. The numbers are doubles. A
text is read like a structure: each number that stands in it, with no letter before it, is one of its
numbers, and what is around them is its kind. How a number is written is not looked at.

What is not read is called so: an object of an unknown type, digits beyond those of a double,
what is too long or too deep.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from decimal import Decimal
from enum import Enum, StrEnum
from fractions import Fraction
from hashlib import blake2b
from typing import Any, NamedTuple

import numpy as np

MOST_TEXT = 1 << 16  # characters of a text that are read
MOST_WORD = 200  # characters of a kind that are shown; the digest of what is longer tells it apart
MOST_NUMBERS, MOST_PARTS, DEEPEST = 4096, 1 << 14, 16
SURE = 1 << 53  # fractions p/q with |p| q below are told apart by their doubles
DIGITS = 17  # that tell every double from the next
BEYOND = "number with more digits than a double"
NUMBER = re.compile(
    r"(?<![\w.])[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|(?:nan|inf|infinity)\b)", re.I
)


class Sort(StrEnum):
    """What an output is worth as evidence, apart from what it says."""

    VALUE = "value"
    TEXT = "text"  # known by its equality with others
    REFUSED = "refused"  # no release, but an answer
    BROKE = "broke"


class Failed(NamedTuple):
    """What came in place of an output: a word, such as `ValueError` or `exit code 1`, and what it
    said.
    """

    word: str
    sort: Sort = Sort.BROKE
    said: str = ""


def failed(error: Exception) -> Failed:
    """Returns an exception as what came in place of an output."""
    try:
        said = str(error)
    except Exception:
        said = ""
    return Failed(type(error).__name__, said=said)


class Described(NamedTuple):
    """An output: the word for its kind, its numbers, its sort, and whether that is all of it."""

    word: str
    numbers: tuple[float, ...] = ()
    sort: Sort = Sort.VALUE
    whole: bool = True


def described(output: Any) -> Described:
    """Returns what an output is."""
    if isinstance(output, Described):
        return output
    if type(output) is float:
        return Described("NaN" if output != output else "number", (output,))
    if isinstance(output, Failed):
        said = output.said[:MOST_TEXT]
        return Described(
            _short(f"{output.word}: {said}" if said else output.word),
            (),
            output.sort,
            len(said) == len(output.said),
        )
    reading = _Reading()
    try:
        word = reading.of(output, 0)
    except Exception:  # a mapping or a number of the program's own, which cannot be read
        return Described(type(output).__name__, (), Sort.VALUE, False)
    numbers = tuple(reading.numbers)
    return Described(
        _short(word),
        numbers[:MOST_NUMBERS],
        Sort.TEXT if reading.texts else Sort.VALUE,
        reading.whole and len(numbers) <= MOST_NUMBERS,
    )


class _Reading:
    """One way through an output."""

    def __init__(self) -> None:
        self.numbers: list[float] = []
        self.whole, self.texts, self.parts = True, False, 0

    def of(self, x: Any, depth: int) -> str:
        """Returns the kind of a part, whose numbers are noted."""
        self.parts += 1
        if depth > DEEPEST or self.parts > MOST_PARTS:
            self.whole = False
            return "..."
        if x is None:
            return "no answer"
        if isinstance(x, Enum):
            return f"{type(x).__name__}.{x.name}"
        if isinstance(x, bool | np.bool_):
            return self._number(float(x), "truth value")
        if isinstance(x, str | bytes):
            return self._text(x)
        if isinstance(x, complex | np.complexfloating):
            return f"complex ({self._real(x.real)}, {self._real(x.imag)})"
        if isinstance(x, np.integer):
            return self._real(int(x))
        if isinstance(x, int | float | Fraction | Decimal | np.floating):
            return self._real(x)
        if isinstance(x, np.ndarray):
            return self._array(x, depth)
        if isinstance(x, list | tuple | range):
            return self._list([self.of(part, depth + 1) for part in x])
        if isinstance(x, set | frozenset):
            return self._set(x, depth)
        if isinstance(x, Mapping):
            return self._mapping(x, depth)
        if is_dataclass(x) and not isinstance(x, type):
            inside = (f"{f.name}={self.of(getattr(x, f.name), depth + 1)}" for f in fields(x))
            return f"{type(x).__name__}({', '.join(inside)})"
        return self._unknown(x)

    def _number(self, value: float, word: str = "number") -> str:
        self.numbers.append(value)
        return "NaN" if math.isnan(value) else word

    def _real(self, x: Any) -> str:
        if isinstance(x, Decimal) and not x.is_finite():
            return self._number(math.nan if x.is_nan() else float(x))
        try:
            value = float(x)
        except OverflowError:
            value = math.inf if x > 0 else -math.inf
        if isinstance(x, float) or _told_apart(x, value):
            return self._number(value)
        self.whole = False
        return self._number(value, BEYOND)

    def _text(self, x: str | bytes) -> str:
        self.texts = True
        text = x if isinstance(x, str) else x.decode("latin-1")
        if len(text) > MOST_TEXT:
            self.whole = False
            text = text[:MOST_TEXT]
        pattern = NUMBER.sub(lambda found: self._written(found[0]), text)
        return f"{'text' if isinstance(x, str) else 'bytes'} {pattern!r}"

    def _written(self, word: str) -> str:
        value = float(word)
        extreme = value == 0 or not math.isfinite(value)
        if (extreme or len(word) > DIGITS) and not exactly_written(word, value):
            self.whole = False
        self.numbers.append(value)
        return "NaN" if math.isnan(value) else "#"

    def _list(self, words: list[str]) -> str:
        kinds = set(words)
        if len(words) == 1:
            plain = {"number", "NaN", "truth value", BEYOND}
            return words[0] if kinds <= plain else f"[{words[0]}]"
        if kinds == {"truth value"}:
            return f"list of {len(words)} truth values"
        if words and kinds <= {"number", "NaN"}:
            return "NaN" if "NaN" in kinds else f"list of {len(words)} numbers"
        return f"[{', '.join(words)}]"

    def _array(self, x: np.ndarray[Any, Any], depth: int) -> str:
        self.whole = self.whole and type(x) is np.ndarray
        x = np.asarray(x)
        if x.ndim == 0:
            return self.of(x.item() if x.dtype != np.longdouble else x[()], depth + 1)
        if x.dtype.kind == "f" and x.dtype.itemsize <= 8:
            flat = x.ravel()[: MOST_NUMBERS + 1].astype(np.float64)
            self.numbers += flat.tolist()
            count = "x".join(map(str, x.shape))
            if np.isnan(flat).any():
                return "NaN"
            return "number" if x.size == 1 else f"list of {count} numbers"
        return self.of(x.tolist(), depth + 1)

    def _set(self, x: Any, depth: int) -> str:
        """Reads the members in an order of their own, since a set has none."""
        inside = []
        for member in x:
            reading = _Reading()
            reading.parts = self.parts
            word = reading.of(member, depth + 1)
            self.parts, self.whole = reading.parts, self.whole and reading.whole
            self.texts = self.texts or reading.texts
            inside.append((word, reading.numbers))
        inside.sort()
        self.numbers += [number for _, numbers in inside for number in numbers]
        return "{" + ", ".join(word for word, _ in inside) + "}"

    def _mapping(self, x: Mapping[Any, Any], depth: int) -> str:
        inside = []
        for key, value in x.items():
            if not isinstance(key, str | bytes | int | float | Fraction | type(None)):
                self.whole = False
                key = type(key).__name__
            inside.append(f"{key!r}: {self.of(value, depth + 1)}")
        return "{" + ", ".join(inside) + "}"

    def _unknown(self, x: Any) -> str:
        self.whole = False
        try:
            value = float(x)
        except Exception:
            return type(x).__name__
        return self._number(value, type(x).__name__)


def _told_apart(x: Any, value: float) -> bool:
    """Tells whether a number is known by its double: it is that double, or short enough."""
    if not math.isfinite(value):
        return bool(isinstance(x, np.floating) and (x != x or math.isinf(x)))
    if x == value:
        return True
    if isinstance(x, Fraction):
        return abs(x.numerator) * x.denominator < SURE
    if isinstance(x, Decimal):
        return exactly_written(str(x), value)
    return False


def exactly_written(word: str, value: float) -> bool:
    """Tells whether a decimal is known by its double: it has no digits but those of that double, or
    few enough.
    """
    mantissa = word.lower().partition("e")[0].replace(".", "").strip("+-")
    if value == 0 or not math.isfinite(value):
        return not any(c.isdigit() for c in mantissa.strip("0"))
    if len(mantissa.lstrip("0")) <= DIGITS:
        return True
    given = Decimal(word)
    exponent = given.as_tuple().exponent
    assert isinstance(exponent, int)
    return abs(Fraction(given) - Fraction(value)) * 2 <= Fraction(10) ** exponent


def _short(word: str) -> str:
    if len(word) <= MOST_WORD:
        return word
    return f"{word[:MOST_WORD]} ... {digest(word):x}"


def digest(word: str) -> int:
    """Returns 62 bits that tell a word from others, the same in every process."""
    raw = blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(raw, "big") >> 2
