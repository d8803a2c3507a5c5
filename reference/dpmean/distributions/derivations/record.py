"""The steps of a derivation, recorded while it is found, each with an exact check of its own.

A step says that two expressions are equal, and is checked when it is recorded, never by `simplify`:
cancellation     the difference, as one fraction, has the zero polynomial as its numerator; powers b^j are letters
telescoping      a sum to infinity: T(n) - T(n + 1) is the term, T is b^n times a polynomial, so it falls to 0
difference       a finite sum: S(n + 1) - S(n) is the term
antiderivative   an integral: the derivative of F is the integrand, and the value is F at one end minus F at the other
substitution     a root: put into its equation it makes both sides equal
division         an equality modulo a relation: the remainder by the relation is the zero polynomial
Without an open record nothing is checked and nothing is kept, so that a formula alone is found quickly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from typing import Any

import sympy
from sympy.polys.fields import FracField

from .symbols import tidy


class Refuted(AssertionError):
    """A step of a derivation is not true."""


@dataclass(frozen=True)
class Step:
    """One checked equality: what is done, in words, both sides, and the check that it has
    passed.
    """

    says: str
    left: sympy.Expr
    right: sympy.Expr
    check: str
    name: str = ""  # the letter that the value gets, and that later steps may use for it


Given = Mapping[sympy.Expr, sympy.Expr]
_NOTHING: Given = {}
_record: ContextVar[list[Step] | None] = ContextVar("_record", default=None)
_stages: ContextVar[tuple[str, ...]] = ContextVar("_stages", default=())


def same(one: sympy.Expr | int, other: sympy.Expr | int) -> bool:
    """Returns whether the difference cancels to the zero polynomial; powers b^j of a symbol are
    letters.

    Both sides are first computed in the field of fractions in their letters; only where these
    differ (e^h and e^(h/2) are letters of their own there) SymPy looks for relations between them.
    """
    one, other = (sympy.expand_power_exp(sympy.sympify(side)) for side in (one, other))
    if _in_field(one, other):
        return True
    return bool(sympy.cancel(sympy.expand_power_exp(sympy.together(one - other))) == 0)


def _is_letter(node: sympy.Expr) -> bool:
    return not (
        node.is_Add or node.is_Mul or node.is_Rational or (node.is_Pow and node.exp.is_Integer)
    )


def _letters(node: sympy.Expr, kept: dict[sympy.Expr, None]) -> None:
    if _is_letter(node):
        kept[node] = None
    else:
        for part in node.args if not node.is_Pow else (node.base,):
            _letters(part, kept)


def _in_field(one: sympy.Expr, other: sympy.Expr) -> bool:
    """Returns whether both are the same fraction of polynomials in their letters, with rational
    coefficients.
    """
    letters: dict[sympy.Expr, None] = {}
    for side in (one, other):
        _letters(side, letters)
    base = FracField([f"x{n}" for n in range(len(letters))], sympy.QQ)
    value = dict(zip(letters, base.gens, strict=True))

    def walk(node: sympy.Expr) -> Any:
        if node in value:
            return value[node]
        if node.is_Rational:
            return base(sympy.QQ(int(node.p), int(node.q)))
        if node.is_Pow:
            return walk(node.base) ** int(node.exp)
        parts = [walk(part) for part in node.args]
        total = parts[0]
        for part in parts[1:]:
            total = total + part if node.is_Add else total * part
        return total

    try:
        return bool(walk(one) == walk(other))
    except ZeroDivisionError:
        return False


@contextmanager
def recorded() -> Iterator[list[Step]]:
    """Opens a record: every step found inside is checked and kept in the list, a repeated one
    once.
    """
    kept: list[Step] = []
    token = _record.set(kept)
    try:
        yield kept
    finally:
        _record.reset(token)


@contextmanager
def stage(words: str) -> Iterator[None]:
    """Says where the steps inside belong: on step 0, over the steps, ..."""
    token = _stages.set((*_stages.get(), words))
    try:
        yield
    finally:
        _stages.reset(token)


def recording() -> bool:
    """Returns whether a record is open."""
    return _record.get() is not None


def keep(
    says: str, left: sympy.Expr, right: sympy.Expr, check: str, holds: bool, name: str = ""
) -> None:
    """Keeps a step whose check held; one that did not raises Refuted."""
    if not holds:
        raise Refuted(f"{says}: {check} refutes {left} = {right}")
    kept = _record.get()
    if kept is not None:
        step = Step("; ".join((*_stages.get(), says)), left, right, check, name)
        if all((step.left, step.right) != (old.left, old.right) for old in kept):
            kept.append(step)


def equal(
    says: str,
    left: sympy.Expr | int,
    right: sympy.Expr | int,
    name: str = "",
    given: Given = _NOTHING,
) -> sympy.Expr:
    """Returns the right side, and keeps the step that both sides are equal, by cancellation.

    `given` are letters of the left side that stand for values found before.
    """
    left, right = sympy.sympify(left), sympy.sympify(right)
    if recording():
        keep(says, left, right, "cancellation", same(left.xreplace(given), right), name)
    return right


def found(
    says: str, expression: sympy.Expr | int, name: str = "", given: Given = _NOTHING
) -> sympy.Expr:
    """Returns the expression as one fraction, cancelled and factored, and keeps that step."""
    expression = sympy.sympify(expression)
    return equal(says, expression, tidy(expression.xreplace(given)), name, given)


def root(
    says: str, left: sympy.Expr, right: sympy.Expr, unknown: sympy.Symbol, value: sympy.Expr
) -> sympy.Expr:
    """Returns the value, and keeps that it solves left = right for the unknown."""
    if recording():
        holds = same(left.subs(unknown, value), sympy.sympify(right).subs(unknown, value))
        keep(
            f"{says}, from {presentable(left)} = {presentable(sympy.sympify(right))}",
            unknown,
            value,
            "substitution",
            holds,
        )
    return value


def remembered(function: Callable[..., sympy.Expr]) -> Callable[..., sympy.Expr]:
    """A function whose value is found once; its steps are kept in every record that asks for it."""
    values: dict[tuple[object, ...], sympy.Expr] = {}
    steps: dict[tuple[object, ...], list[Step]] = {}

    @wraps(function)
    def asked(*arguments: object) -> sympy.Expr:
        if not recording():
            if arguments not in values:
                values[arguments] = function(*arguments)
            return values[arguments]
        if arguments not in steps:
            outer = _stages.set(())
            with recorded() as kept:
                values[arguments] = function(*arguments)
            _stages.reset(outer)
            steps[arguments] = kept
        for step in steps[arguments]:
            keep(step.says, step.left, step.right, step.check, True, step.name)
        return values[arguments]

    return asked


SPARE = ("n", "q", "a", "w")


def presentable(expression: sympy.Expr) -> sympy.Expr:
    """Returns the expression with a letter of its own for every bound variable."""
    taken = {
        letter.name
        for letter in expression.atoms(sympy.Symbol)
        if not isinstance(letter, sympy.Dummy)
    }
    renamed = {}
    for dummy in sorted(expression.atoms(sympy.Dummy), key=lambda d: (d.name, d.dummy_index)):
        name = next(
            n
            for n in (dummy.name, *SPARE, *(f"{dummy.name}{k}" for k in range(2, 9)))
            if n not in taken
        )
        taken.add(name)
        renamed[dummy] = sympy.Symbol(name, **dummy.assumptions0)
    return expression.xreplace(renamed)
