"""SMT terms: what a shipped comparing function becomes when it is handed variables. Part of the
trusted base.

A `Term` supports linear arithmetic, floor, abs and comparisons; the truth of a comparison is
decided by nobody: every branch that the traced code takes is explored both ways (`paths`), so the
code runs unchanged. `script` writes the negated statement as SMT-LIB text, which is what both
solvers are given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from dpmean.errors import InvalidInput

from .refusals import Misuse, Symbol, symbol

INT, REAL = "Int", "Real"
_decisions: list[Any] = []  # the recorder of the run in progress; empty outside `paths`


def _literal(value: int | Fraction, sort: str) -> str:
    q = Fraction(value)
    digits = f"{abs(q.numerator)}" if sort == INT else f"{abs(q.numerator)}.0"
    if q.denominator != 1:
        digits = f"(/ {digits} {q.denominator}.0)"
    return f"(- {digits})" if q < 0 else digits


class Point(SimpleNamespace):
    """The variables of a statement, which no statement may change."""

    def __setattr__(self, name: str, value: object) -> None:
        raise Misuse("a statement must not change its variables")

    __delattr__ = __setattr__  # type: ignore[assignment]


@symbol
class Term(Symbol):
    """A real or integer expression in SMT-LIB syntax."""

    __slots__ = ("_sort", "_text")

    def __init__(self, text: str, sort: str) -> None:
        """Keep the text of the term and its sort; callers use variables and operators."""
        object.__setattr__(self, "_text", text)
        object.__setattr__(self, "_sort", sort)

    def _pair(self, other: Any) -> tuple[str, str, str]:
        """Return both operands as text in a common sort."""
        if isinstance(other, bool) or not isinstance(other, Term | int | Fraction):
            raise Misuse(f"cannot trace {type(other).__name__}")
        whole = self._sort == INT and (
            other._sort == INT if isinstance(other, Term) else Fraction(other).denominator == 1
        )
        sort = INT if whole else REAL
        right = other._as_sort(sort) if isinstance(other, Term) else _literal(other, sort)
        return self._as_sort(sort), right, sort

    def _as_sort(self, sort: str) -> str:
        """Return the text of the term, converted to a real if a real is wanted."""
        return self._text if sort == self._sort else f"(to_real {self._text})"

    def __add__(self, other: Any) -> Term:
        a, b, sort = self._pair(other)
        return Term(f"(+ {a} {b})", sort)

    def __sub__(self, other: Any) -> Term:
        a, b, sort = self._pair(other)
        return Term(f"(- {a} {b})", sort)

    def __rsub__(self, other: Any) -> Term:
        a, b, sort = self._pair(other)
        return Term(f"(- {b} {a})", sort)

    def __mul__(self, other: Any) -> Term:
        if isinstance(other, Term):
            raise Misuse(
                "a product of two variables is not linear; it needs a certificate, not a solver"
            )
        a, b, sort = self._pair(other)
        return Term(f"(* {b} {a})", sort)

    def __truediv__(self, other: Any) -> Term:
        if isinstance(other, Term) or not isinstance(other, int | Fraction):
            raise Misuse("a term is divided by a number only")
        if self._sort == INT and isinstance(other, int):
            raise Misuse(
                "an integer over an integer is a float in Python: divide a Fraction, or by //"
            )
        return Term(self._as_sort(REAL), REAL) * (1 / Fraction(other))

    def __neg__(self) -> Term:
        return Term(f"(- {self._text})", self._sort)

    def __abs__(self) -> Term:
        zero = _literal(0, self._sort)
        return Term(f"(ite (>= {self._text} {zero}) {self._text} (- {self._text}))", self._sort)

    def __floor__(self) -> Term:
        return self if self._sort == INT else Term(f"(to_int {self._text})", INT)

    def __ceil__(self) -> Term:
        return -(-self).__floor__()

    def __mod__(self, modulus: int) -> Term:
        if self._sort != INT or not isinstance(modulus, int) or modulus < 1:
            raise Misuse("only an integer term modulo a positive integer is linear")
        return Term(f"(mod {self._text} {modulus})", INT)

    __radd__, __rmul__ = __add__, __mul__

    def _compare(self, relation: str, other: Any) -> Truth:
        a, b, _ = self._pair(other)
        return Truth(f"({relation} {a} {b})")

    def __lt__(self, other: Any) -> Truth:
        return self._compare("<", other)

    def __le__(self, other: Any) -> Truth:
        return self._compare("<=", other)

    def __gt__(self, other: Any) -> Truth:
        return self._compare(">", other)

    def __ge__(self, other: Any) -> Truth:
        return self._compare(">=", other)

    def __eq__(self, other: object) -> Truth:  # type: ignore[override]
        return self._compare("=", other)

    def __ne__(self, other: object) -> Truth:  # type: ignore[override]
        return Truth(f"(not {self._compare('=', other)._text})")


@symbol
class Steps(Symbol):
    """A number of lattice steps, written as its multiple of m: i = x m becomes Steps(x), and i // m
    the floor of x.

    This is the definition of floor division, and turns a statement over all lattices into one over
    the reals.
    """

    __slots__ = ("_x",)
    UNIT: Steps

    def __init__(self, x: Term | int) -> None:
        """Make the lattice point x m from a real term x."""
        object.__setattr__(self, "_x", x)

    def __add__(self, other: Steps) -> Steps:
        return Steps(self._x + other._x)

    def __sub__(self, other: Steps) -> Steps:
        return Steps(self._x - other._x)

    def __neg__(self) -> Steps:
        return Steps(-self._x)

    def __ge__(self, other: int) -> Any:
        if other != 0:
            raise Misuse("a lattice point compares with 0 only")
        return self._x >= 0

    def __floordiv__(self, other: Steps) -> Any:
        if other is not Steps.UNIT:
            raise Misuse("lattice steps are divided by m only")
        return self._x.__floor__()


Steps.UNIT = Steps(1)


@symbol
class Truth(Symbol):
    """A comparison; asking for its truth value is a branch, recorded and explored both ways."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        """Keep the text of a comparison; callers compare terms."""
        object.__setattr__(self, "_text", text)

    def __bool__(self) -> bool:
        if not _decisions:
            raise Misuse("a traced comparison was used outside a statement")
        planned, taken = _decisions[-1]
        for text, choice in taken:
            if text == self._text:
                return bool(choice)  # this branch was taken before in the same run
        choice = True
        if len(taken) < len(planned):
            text, choice = planned[len(taken)]
            if text != self._text:
                raise Misuse("the statement does not branch the same way when it is run again")
        taken.append((self._text, choice))
        return bool(choice)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Truth | bool):
            raise Misuse("a comparison is compared with another one only")
        return bool(self) is bool(other)

    def __ne__(self, other: object) -> bool:
        return not self == other


def paths(function: Callable[[], Any]) -> list[tuple[list[str], Any]]:
    """Return every way through the function: the branch conditions and the result. The conditions
    cover all cases.
    """
    found: list[tuple[list[str], Any]] = []
    pending: list[list[tuple[str, bool]]] = [[]]
    while pending:
        planned = pending.pop()
        taken: list[tuple[str, bool]] = []
        _decisions.append((planned, taken))
        try:
            result = function()
            if isinstance(result, Truth):
                result = bool(result)
        finally:
            _decisions.pop()
        if len(taken) < len(planned):
            raise Misuse("the statement does not branch the same way when it is run again")
        found.append(([text if choice else f"(not {text})" for text, choice in taken], result))
        pending += [
            [*taken[:i], (taken[i][0], not taken[i][1])] for i in range(len(planned), len(taken))
        ]
    return found


def conjunction(conditions: list[str]) -> str:
    """Return the SMT-LIB text that says that all conditions hold."""
    return (
        "true"
        if not conditions
        else conditions[0]
        if len(conditions) == 1
        else f"(and {' '.join(conditions)})"
    )


def disjunction(cases: list[str]) -> str:
    """Return the SMT-LIB text that says that one of the cases holds."""
    return (
        "false"
        if not cases
        else cases[0]
        if len(cases) == 1
        else "(or\n  " + "\n  ".join(cases) + ")"
    )


def when(statement: Callable[[SimpleNamespace], Any], v: SimpleNamespace, outcome: bool) -> str:
    """Return the condition under which the statement's truth is `outcome`."""
    ways = paths(lambda: statement(v))
    if any(result is not True and result is not False for _, result in ways):
        raise Misuse("a statement must be true or false on every path")
    return disjunction([conjunction(c) for c, result in ways if result is outcome])


def script(
    variables: Mapping[str, str], assume: Callable[[Any], Any], conclude: Callable[[Any], Any]
) -> str:
    """Return SMT-LIB text that is unsatisfiable exactly when `assume` implies `conclude` for all
    values.
    """
    v = Point(**{name: Term(name, sort) for name, sort in variables.items()})
    lines = [
        "(set-logic ALL)",
        *(f"(declare-const {name} {sort})" for name, sort in variables.items()),
    ]

    def concluded(point: SimpleNamespace) -> Any:
        try:
            return conclude(point)
        except InvalidInput:
            # the shipped code refuses here: the solvers must show that the hypotheses never lead
            # here
            return False

    lines += [
        f"(assert {when(assume, v, True)})",
        f"(assert {when(concluded, v, False)})",
        "(check-sat)",
    ]
    return "\n".join(lines) + "\n"
