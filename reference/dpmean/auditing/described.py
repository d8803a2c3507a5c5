"""One output, whatever it is, as a kind and named numbers; and whether these are all that it says.

The *kind* is the output with its numbers left out: `number`, `NaN`, `list of 3 numbers`, `text
'mean = #'`, `{'n': number, 'mean': number}`, `ValueError: no records`. The numbers are doubles, each
with the name of its place, or *leaf*: `n`, `[2]`, `a.b[0]`, `number 1 of the text`; `x` where the
output is one number. Two outputs that differ differ in their kind, in a number, or in a mark: how
many digits a printed number has after its point (`texts.py`), and how long a text or a list is.

What is not read is named with its place: an object of an unknown type (`objects.py`), digits beyond
those of a double, what is too long or too deep.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence, ValuesView
from collections.abc import Set as AbstractSet
from dataclasses import fields as declared
from dataclasses import is_dataclass
from datetime import date
from decimal import Decimal
from enum import Enum, StrEnum
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from itertools import islice
from typing import Any, NamedTuple
from uuid import UUID

import numpy as np

from . import texts
from .objects import fields, of_type, parts
from .texts import DEEPEST, exactly_written, inside

MOST_TEXT = 1 << 16  # characters of a text that are read
MOST_WORD = 200  # characters of a kind that are shown; the digest of what is longer tells it apart
MOST_NUMBERS, MOST_PARTS = 4096, 1 << 14
MOST_MARKS = 32  # printed numbers whose digits are looked at one by one; those of more, together
SURE = 1 << 53  # fractions p/q with |p| q below are told apart by their doubles
BEYOND = "number with more digits than a double"
WHOLE, REST = "x", "the other numbers"
ONE = (WHOLE,)  # the names of the numbers of one number
FLOATS = {float, np.float64}
KEYS = (str, bytes, int, float, Fraction, Decimal, date, UUID, np.integer, Enum, type(None))
PLAIN = (float, int, str, bytes, bytearray, list, tuple, dict, set, frozenset)


class Sort(StrEnum):
    """What an output is worth as evidence, apart from what it says."""

    VALUE = "value"
    TEXT = "text"  # known by its equality with others
    REFUSED = "refused"  # no release, but an answer
    BROKE = "broke"


class Role(StrEnum):
    """What a leaf is."""

    VALUE = "value"  # a number
    WRITTEN = "written"  # how many digits a printed number has after its point
    LENGTH = "length"  # how many parts or characters there are, numbers left out

    __hash__ = str.__hash__  # leaves are looked up often


class Leaf(NamedTuple):
    """A place of outputs at which a number is looked at."""

    name: str
    role: Role = Role.VALUE

    def __str__(self) -> str:
        """Returns it in words."""
        if self.role is Role.VALUE:
            return self.name
        what = "decimals" if self.role is Role.WRITTEN else "length"
        return f"the {what} of {'the output' if self.name == WHOLE else self.name}"


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


class Missed(NamedTuple):
    """A part of an output that was not read: its place, and what it is."""

    name: str
    what: str

    def __str__(self) -> str:
        """Returns it in words."""
        return f"`{self.name}`, {self.what}"


class Described(NamedTuple):
    """An output: the word for its kind, its numbers and their names, its sort, the marks, and what
    was not read first.
    """

    word: str
    numbers: tuple[float, ...] = ()
    names: tuple[str, ...] = ()
    sort: Sort = Sort.VALUE
    marks: tuple[tuple[Leaf, float], ...] = ()
    missed: Missed | None = None

    @property
    def whole(self) -> bool:
        """Whether that is all of it."""
        return self.missed is None


def unnamed(width: int) -> list[Leaf]:
    """Returns the leaves of a number, or of a list of so many."""
    return [Leaf(WHOLE)] if width == 1 else [Leaf(f"[{j}]") for j in range(width)]


def described(output: Any) -> Described:
    """Returns what an output is."""
    if type(output) is float:
        return Described("NaN" if output != output else "number", (output,), ONE)
    if isinstance(output, Described):
        return output
    reading = _Reading()
    try:
        if isinstance(output, Failed):
            place = f"message of {output.word}"
            said = reading.pattern(output.said, place, f"{texts.braced(place)}, number {{}}")
            word = f"{output.word}: {said}" if said else output.word
        else:
            word = reading.of(output, "", 0)
    except Exception:  # a mapping or a number of the program's own, which cannot be read
        missed = Missed(WHOLE, of_type(output))
        return Described(type(output).__name__, missed=missed)
    sort = Sort.TEXT if reading.texts else Sort.VALUE
    return reading.found(word, output.sort if isinstance(output, Failed) else sort)


class _Reading:
    """One way through an output."""

    def __init__(self) -> None:
        self.numbers: list[float] = []
        self.names: list[str] = []
        self.written: list[tuple[str, int]] = []
        self.lengths: list[tuple[Leaf, float]] = []
        self.missed: Missed | None = None
        self.texts, self.parts = False, 0

    def found(self, word: str, sort: Sort) -> Described:
        """Returns all that was read, as an output of this kind."""
        names = tuple(self.names[:MOST_NUMBERS])
        if len(self.numbers) > MOST_NUMBERS:
            self.miss(self.names[MOST_NUMBERS], f"a number after {MOST_NUMBERS} others")
        marks = [(Leaf(name, Role.WRITTEN), float(n)) for name, n in self.written[:MOST_MARKS]]
        if len(self.written) > MOST_MARKS:
            rest = repr([n for _, n in self.written[MOST_MARKS - 1 :]])
            marks[-1] = (Leaf(REST, Role.WRITTEN), float(digest(rest) % SURE))
        return Described(
            _short(word),
            tuple(self.numbers[:MOST_NUMBERS]),
            names,
            sort,
            (*marks, *self.lengths[:MOST_MARKS]),
            self.missed,
        )

    def miss(self, path: str, what: str) -> None:
        """Notes a part that is not read; the first one is told."""
        self.missed = self.missed or Missed(path or WHOLE, what)

    def of(self, x: Any, path: str, depth: int) -> str:
        """Returns the kind of a part, whose numbers are noted."""
        self.parts += 1
        if depth > DEEPEST or self.parts > MOST_PARTS:
            deep = depth > DEEPEST
            self.miss(
                path,
                f"a part below {DEEPEST} levels" if deep else f"a part after {MOST_PARTS} others",
            )
            return "..."
        word = self._of(x, path, depth)
        if type(x) in PLAIN or not isinstance(x, PLAIN):
            return word
        held = getattr(x, "__dict__", None)  # by a number, a text or a list of the program's own
        if not held or isinstance(x, Enum) or is_dataclass(x):
            return word
        return f"{word} and {self._fields(type(x).__name__, held.items(), path, depth)}"

    def _of(self, x: Any, path: str, depth: int) -> str:
        if x is None:
            return "no answer"
        if isinstance(x, Enum):
            return f"{type(x).__name__}.{x.name or repr(x.value)}"
        if isinstance(x, bool | np.bool_):
            return self._number(float(x), path, "truth value")
        if isinstance(x, str | bytes | bytearray):
            return self._text(x, path)
        if isinstance(x, complex | np.complexfloating):
            real, imag = (
                self._real(v, inside(path, n)) for v, n in ((x.real, "real"), (x.imag, "imag"))
            )
            return f"complex ({real}, {imag})"
        if isinstance(x, np.integer) and not isinstance(x, np.timedelta64):
            return self._real(int(x), path)
        if isinstance(x, int | float | Fraction | Decimal | np.floating):
            return self._real(x, path)
        if isinstance(x, np.ndarray):
            return self._array(x, path, depth)
        if isinstance(x, np.void) and x.dtype.names:
            held = [(name, x[name]) for name in x.dtype.names]
            return self._fields("record", held, path, depth)
        if isinstance(x, tuple) and hasattr(x, "_fields"):
            return self._fields(type(x).__name__, zip(x._fields, x, strict=True), path, depth)
        if is_dataclass(x) and not isinstance(x, type):
            names = [f.name for f in declared(x)]
            more = [(name, value) for name, value in fields(x) if name not in names]
            own = [(name, getattr(x, name)) for name in names if hasattr(x, name)]
            return self._fields(type(x).__name__, own + more, path, depth)
        if isinstance(x, Mapping):
            return self._mapping(x, path, depth)
        if isinstance(x, AbstractSet):
            return self._set(x, path, depth)
        if isinstance(x, Sequence | ValuesView):
            return self._list(list(islice(x, MOST_PARTS + 1)), path, depth)
        if isinstance(x, UUID):
            self.texts = True
            return f"UUID {x}"
        return self._object(x, path, depth)

    def _number(self, value: float, path: str, word: str = "number") -> str:
        self.numbers.append(value)
        self.names.append(path or WHOLE)
        return "NaN" if math.isnan(value) else word

    def _real(self, x: Any, path: str) -> str:
        if isinstance(x, Decimal) and not x.is_finite():
            return self._number(math.nan if x.is_nan() else float(x), path)
        try:
            value = float(x)
        except OverflowError:
            value = math.inf if x > 0 else -math.inf
        if isinstance(x, float) or _told_apart(x, value):
            return self._number(value, path)
        self.miss(path, f"a {BEYOND}")
        return self._number(value, path, BEYOND)

    def pattern(self, text: str, path: str, name: str) -> str:
        """Returns the pattern of a text, whose numbers and length are noted."""
        if len(text) > MOST_TEXT:
            self.miss(path, f"a text of more than {MOST_TEXT:,} characters")
            text = text[:MOST_TEXT]
        pattern, numbers = texts.read(text, path, name)
        for number in numbers:
            self._number(number.value, number.name)
            self.written.append((number.name, number.decimals))
            if not number.exact:
                self.miss(number.name, f"a {BEYOND}")
        self._length(path, len(pattern))
        return pattern

    def _text(self, x: str | bytes | bytearray, path: str) -> str:
        self.texts = True
        text = x if isinstance(x, str) else x.decode("latin-1")
        name = f"{texts.braced(path)}, number {{}}" if path else "number {} of the text"
        return f"{'text' if isinstance(x, str) else 'bytes'} {self.pattern(text, path, name)!r}"

    def _length(self, path: str, length: int) -> None:
        self.lengths.append((Leaf(path or WHOLE, Role.LENGTH), float(length)))

    def _list(self, x: list[Any], path: str, depth: int) -> str:
        self._length(path, len(x))
        if x and FLOATS.issuperset(map(type, x)):
            self.numbers += map(float, x)
            self.names += grid(path, (len(x),))
            return of_numbers((len(x),), any(part != part for part in x))
        words = [self.of(part, inside(path, i), depth + 1) for i, part in enumerate(x)]
        kinds = set(words)
        if kinds == {"truth value"}:
            return f"list of {len(words)} truth value{'s' if len(words) > 1 else ''}"
        if words and kinds <= {"number", "NaN"}:
            return of_numbers((len(x),), "NaN" in kinds)
        return f"[{', '.join(words)}]"

    def _array(self, x: np.ndarray[Any, Any], path: str, depth: int) -> str:
        if isinstance(x, np.ma.MaskedArray):
            return self._list(np.atleast_1d(x).tolist(), path, depth)
        if not isinstance(x, np.recarray) and type(x) is not np.ndarray:
            self.miss(path, of_type(x))
        x = np.asarray(x)
        if x.ndim == 0:
            return self.of(x[()] if x.dtype.kind != "O" else x.item(), path, depth + 1)
        if doubles(x):
            self.parts += min(x.size, MOST_NUMBERS)
            flat = x.ravel()[: MOST_NUMBERS + 1].astype(np.float64)
            self.numbers += flat.tolist()
            if x.size == 1:
                self.names.append(path or WHOLE)
            else:
                self._length(path, len(x))
                self.names += grid(path, x.shape)
            return of_numbers(() if x.size == 1 else x.shape, bool(np.isnan(flat).any()))
        return self._list(list(x) if x.dtype.kind in "VmMO" else x.tolist(), path, depth)

    def _set(self, x: Iterable[Any], path: str, depth: int) -> str:
        """Reads the members in an order of their own, since a set has none."""
        found = []
        for member in x:
            reading = _Reading()
            reading.parts = self.parts
            word = reading.of(member, "", depth + 1)
            self.parts, self.texts = reading.parts, self.texts or reading.texts
            found.append((word, reading.numbers, [n for _, n in reading.written], reading))
        found.sort(key=lambda one: (one[0], [_order(n) for n in one[1]], one[2]))
        self._length(path, len(found))
        for i, (_, numbers, _, reading) in enumerate(found, 1):
            base = f"{path}, member {i}" if path else f"member {i}"

            def told(name: str, base: str = base) -> str:
                return base if name == WHOLE else f"{base}, {name}"

            self.numbers += numbers
            self.names += map(told, reading.names)
            self.written += [(told(name), n) for name, n in reading.written]
            self.lengths += [(Leaf(told(leaf.name), leaf.role), n) for leaf, n in reading.lengths]
            if reading.missed is not None:
                self.miss(told(reading.missed.name), reading.missed.what)
        return "{" + ", ".join(word for word, *_ in found) + "}" if found else "set()"

    def _mapping(self, x: Mapping[Any, Any], path: str, depth: int) -> str:
        words, taken = [], set()
        self._length(path, len(x))
        for key, value in x.items():
            name = inside(path, key)
            self.texts = True
            if not all(isinstance(k, KEYS) for k in (key if isinstance(key, tuple) else [key])):
                key = type(key).__name__
                self.miss(name := f"{path}[{key}]", f"a key, an object of type {key}")
            if name in taken:
                self.miss(name, "one of two keys with the same name")
                continue
            taken.add(name)
            words.append(f"{key!r}: {self.of(value, name, depth + 1)}")
        return "{" + ", ".join(words) + "}"

    def _fields(self, word: str, held: Iterable[tuple[Any, Any]], path: str, depth: int) -> str:
        told, taken = [], set()
        for name, value in held:
            place = inside(path, name) if name else path
            if name in taken:
                self.miss(place, "one of two with the same name")
                continue
            taken.add(name)
            told.append(f"{name}{'=' if name else ''}{self.of(value, place, depth + 1)}")
        return f"{word}({', '.join(told)})"

    def _object(self, x: Any, path: str, depth: int) -> str:
        found = parts(x)
        if found is not None:
            if found.missed:
                self.miss(path, found.missed)
            if not found.named and not found.missed:
                return found.word
            word = self._fields(found.word, found.named, path, depth)
            if not found.missed:
                return word
        else:
            self.miss(path, of_type(x))
            word = type(x).__name__
        try:
            value = float(x)
        except Exception:
            return word
        return self._number(value, path, word)


def doubles(x: np.ndarray[Any, Any]) -> bool:
    """Tells whether doubles say all that an array says."""
    if x.dtype.kind == "f":
        return x.dtype.itemsize <= 8
    return x.dtype.kind in "iu" and bool(np.all((x < SURE) & (x > -SURE)))


def of_numbers(shape: tuple[int, ...], missing: bool) -> str:
    """Returns the kind of one number, or of a list or array of numbers."""
    if not shape:
        return "NaN" if missing else "number"
    plural = "" if shape == (1,) else "s"
    return f"list of {'x'.join(map(str, shape))} number{plural}{' with NaN' if missing else ''}"


@lru_cache(maxsize=256)
def grid(path: str, shape: tuple[int, ...]) -> tuple[str, ...]:
    """Returns the names of the numbers of an array: `[0]`, `[1]`, or `[0, 1]` where it has rows and
    columns; one more than are read at most.
    """
    places = islice(np.ndindex(*shape), MOST_NUMBERS + 1)
    return tuple(f"{path}[{', '.join(map(str, place))}]" for place in places)


def _order(number: float) -> tuple[bool, float]:
    return (True, 0.0) if number != number else (False, number)


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


def _short(word: str) -> str:
    if len(word) <= MOST_WORD:
        return word
    return f"{word[:MOST_WORD]} ... {digest(word):x}"


def digest(word: str) -> int:
    """Returns 62 bits that tell a word from others, the same in every process."""
    raw = blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(raw, "big") >> 2
