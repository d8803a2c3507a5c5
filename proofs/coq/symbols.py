"""Gallina terms: what a shipped function becomes when it is handed variables of Coq. Part of the
trusted base.

A `Gallina` is an expression of sort Z or R, as text. The shipped code runs on it unchanged: arithmetic builds text, a
comparison is a decision that is explored both ways, and `traced` returns the tree of all ways as `if ... then ... else
...`. It is a subclass of Fraction only because shipped code asks `isinstance(x, Fraction)`; it has no value, so that an
operation that is not written here raises. A branch that contradicts an earlier comparison of the same two terms is not
taken: of a < b, a = b and b < a exactly one holds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from ..kernel.refusals import Misuse

INT, REAL = "Z", "R"
_ADD, _MUL, _NEG, _ATOM = 50, 40, 35, 0  # precedence: a greater number binds less
_ALL = frozenset("<=>")
_state: list[_Run] = []  # the run in progress; empty outside `traced`


class If(NamedTuple):
    """A decision of the traced code, with what becomes of it both ways."""

    condition: str
    then: Tree
    otherwise: Tree


Tree = str | If


class _Run:
    """The planned answers of one run, and what is known of each pair of terms."""

    def __init__(
        self, planned: Sequence[bool], known: dict[tuple[str, str], frozenset[str]]
    ) -> None:
        self.planned, self.known, self.asked = planned, dict(known), 0


class _Undecided(BaseException):
    """The run came to a decision that is not planned yet."""


def number(value: int | Fraction, sort: str) -> tuple[str, int]:
    """Return a rational number as text, with its precedence."""
    q = Fraction(value)
    if sort == INT and q.denominator != 1:
        raise Misuse("a rational is no integer")
    text, level = (
        (f"{abs(q.numerator)}", _ATOM)
        if q.denominator == 1
        else (f"{abs(q.numerator)} / {q.denominator}", _MUL)
    )
    return (f"- ({text})", _NEG) if q < 0 else (text, level)


class Gallina(Fraction):
    """A real or integer expression in Coq's syntax."""

    __slots__ = ("level", "sort", "text")
    level: int
    sort: str
    text: str

    def __new__(cls, text: str, sort: str, level: int = _ATOM) -> Gallina:
        """Make a term from its text; callers use variables and operators."""
        made = object.__new__(cls)
        made.text, made.sort, made.level = text, sort, level
        return made

    def at(self, most: int) -> str:
        """Return the text, in parentheses if it binds less than `most`."""
        return self.text if self.level <= most else f"({self.text})"

    def as_real(self) -> Gallina:
        """Return the term as a real."""
        return self if self.sort == REAL else Gallina(f"IZR {self.at(_ATOM)}", REAL, 10)

    def _pair(self, other: Any) -> tuple[Gallina, Gallina]:
        """Return both operands in a common sort."""
        if isinstance(other, bool) or not isinstance(other, int | Fraction):
            raise Misuse(f"cannot trace {type(other).__name__}")
        if isinstance(other, Gallina):
            if self.sort == other.sort:
                return self, other
            return self.as_real(), other.as_real()
        if self.sort == INT and Fraction(other).denominator == 1:
            return self, Gallina(*_with_sort(other, INT))
        return self.as_real(), Gallina(*_with_sort(other, REAL))

    def _binary(self, sign: str, other: Any, swap: bool = False) -> Gallina:
        a, b = self._pair(other)
        if swap:
            a, b = b, a
        level = _ADD if sign in "+-" else _MUL
        return Gallina(f"{a.at(level)} {sign} {b.at(level - 1)}", a.sort, level)

    def __add__(self, other: Any) -> Gallina:  # type: ignore[override]
        return self._binary("+", other)

    def __radd__(self, other: Any) -> Gallina:  # type: ignore[override]
        return self._binary("+", other, swap=True)

    def __sub__(self, other: Any) -> Gallina:  # type: ignore[override]
        return self._binary("-", other)

    def __rsub__(self, other: Any) -> Gallina:  # type: ignore[override]
        return self._binary("-", other, swap=True)

    def __mul__(self, other: Any) -> Gallina:  # type: ignore[override]
        return self._binary("*", other)

    def __rmul__(self, other: Any) -> Gallina:  # type: ignore[override]
        return self._binary("*", other, swap=True)

    def __truediv__(self, other: Any) -> Gallina:  # type: ignore[override]
        return self.as_real()._binary("/", _real(other))

    def __rtruediv__(self, other: Any) -> Gallina:  # type: ignore[override]
        return _real(other)._binary("/", self.as_real())

    def __floordiv__(self, other: Any) -> Gallina:  # type: ignore[override]
        if self.sort != INT or not (isinstance(other, Gallina) and other.sort == INT):
            raise Misuse("only integers are divided with //, which is Z.div: both round down")
        return self._binary("/", other)

    def __pow__(self, exponent: Any) -> Gallina:  # type: ignore[override]
        base = self.as_real().at(_ATOM)
        if isinstance(exponent, int) and exponent >= 0:
            return Gallina(f"{base} ^ {exponent}", REAL, 30)
        if isinstance(exponent, Gallina) and exponent.sort == INT:
            return Gallina(f"powerRZ {base} {exponent.at(_ATOM)}", REAL, 10)
        raise Misuse("exponents are natural numbers or integer terms")

    def __neg__(self) -> Gallina:
        return Gallina(f"- {self.at(_ATOM)}", self.sort, _NEG)

    def __abs__(self) -> Gallina:
        return Gallina(f"{'Z.abs' if self.sort == INT else 'Rabs'} {self.at(_ATOM)}", self.sort, 10)

    def __floor__(self) -> Any:
        return self if self.sort == INT else Gallina(f"Int_part {self.at(_ATOM)}", INT, 10)

    def __lt__(self, other: Any) -> bool:
        return _decide(*self._pair(other), "<")

    def __gt__(self, other: Any) -> bool:
        return _decide(*self._pair(other)[::-1], "<")

    def __ge__(self, other: Any) -> bool:
        return _decide(*self._pair(other)[::-1], "<=")

    def __le__(self, other: Any) -> bool:
        return _decide(*self._pair(other), "<=")

    def __eq__(self, other: object) -> bool:
        return False if isinstance(other, str) else _decide(*self._pair(other), "=")

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __bool__(self) -> bool:
        raise Misuse("a variable has no truth value; compare it")

    def _refused(self: Any, *_: Any) -> Any:
        raise Misuse("this operation is not traced")

    __hash__ = None  # type: ignore[assignment]
    __rmod__: Any = _refused
    __mod__ = __divmod__ = __rdivmod__ = __rfloordiv__ = __rpow__ = __round__ = __rmod__
    __ceil__ = __trunc__ = __float__ = __int__ = __complex__ = __str__ = __format__ = __rmod__


def _with_sort(value: int | Fraction, sort: str) -> tuple[str, str, int]:
    text, level = number(value, sort)
    return text, sort, level


def _real(value: Any) -> Gallina:
    if isinstance(value, Gallina):
        return value.as_real()
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        raise Misuse(f"cannot trace {type(value).__name__}")
    return Gallina(*_with_sort(value, REAL))


def _condition(a: Gallina, b: Gallina, relation: str) -> str:
    name = {
        (INT, "<"): "Z_lt_dec",
        (INT, "<="): "Z_le_dec",
        (INT, "="): "Z.eq_dec",
        (REAL, "<"): "Rlt_dec",
        (REAL, "<="): "Rle_dec",
        (REAL, "="): "Req_EM_T",
    }[a.sort, relation]
    return f"{name} {a.at(_ATOM)} {b.at(_ATOM)}"


def _decide(a: Gallina, b: Gallina, relation: str) -> bool:
    """Return the planned answer, or the only one that what is known of the two terms leaves."""
    if not _state:
        raise Misuse("a traced comparison was used outside of a trace")
    run = _state[-1]
    if a.text == b.text:
        return "=" in relation
    forward, backward = (a.text, b.text), (b.text, a.text)
    possible = run.known.get(forward, _ALL)
    holds = possible & frozenset(relation)
    if not holds or holds == possible:
        return bool(holds)
    if run.asked == len(run.planned):
        raise _Undecided(_condition(a, b, relation))
    answer = run.planned[run.asked]
    run.asked += 1
    left = holds if answer else possible - holds
    run.known[forward] = left
    run.known[backward] = frozenset({"<": ">", ">": "<", "=": "="}[c] for c in left)
    return answer


def traced(function: Callable[[], Any], smaller: Sequence[tuple[str, str]] = ()) -> Tree:
    """Return every way through the function as one tree. `smaller` are pairs of variables of which
    a < b is known.
    """
    known = {pair: frozenset("<") for pair in smaller} | {
        (b, a): frozenset(">") for a, b in smaller
    }

    def grow(planned: tuple[bool, ...]) -> Tree:
        _state.append(_Run(planned, known))
        try:
            result = function()
        except _Undecided as question:
            condition = str(question)
        else:
            if isinstance(result, bool) or not isinstance(result, int | Fraction):
                raise Misuse(f"a traced function returned {type(result).__name__}")
            return result.text if isinstance(result, Gallina) else number(result, REAL)[0]
        finally:
            _state.pop()
        then, otherwise = grow((*planned, True)), grow((*planned, False))
        return then if then == otherwise else If(condition, then, otherwise)

    return grow(())


def lines(tree: Tree, indent: int = 2, most: int = 116) -> str:
    """Return a tree as Gallina, a branch a line, no line longer than `most` where blanks allow
    it.
    """
    pad = " " * indent
    if isinstance(tree, If):
        return (
            f"{lines(f'if {tree.condition} then', indent, most)}\n"
            f"{lines(tree.then, indent + 2, most)}\n{pad}else\n"
            f"{lines(tree.otherwise, indent + 2, most)}"
        )
    words, rows = tree.split(" "), [pad]
    for word in words:
        if len(rows[-1]) + 1 + len(word) > most and rows[-1].strip():
            rows.append(pad + "  ")
        rows[-1] += word if not rows[-1].strip() else f" {word}"
    return "\n".join(rows)
