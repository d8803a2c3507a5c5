"""What `dpmean derive` prints: a derivation as text, as a LaTeX document, or as JSON."""

from __future__ import annotations

from typing import Any

import sympy

from ..distributions.derivations.record import Step, presentable
from .definitions import LETTERS
from .derived import Comparison, Derived
from .notation import escaped, latex, plain
from .shipped import Called

CHECKS = {
    "cancellation": "the difference, as one fraction, has the zero polynomial as its numerator",
    "telescoping": "what is left from n on, less what is left from n + 1 on, is the term, and it falls to "
    "0",
    "difference": "the sum of one term more, less the sum, is the term",
    "antiderivative": "the derivative is the integrand, and the ends give the value",
    "substitution": "put into the equation, it makes both sides equal",
    "division": "the remainder modulo the relation is the zero polynomial",
}
UNCALLED = "the shipped function of this name is not called, and nothing is said of it"
_HEAD = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage{amsmath}
\usepackage[landscape,margin=1cm]{geometry}
\begin{document}
\allowdisplaybreaks
"""


def letters_of(derived: Derived) -> dict[str, str]:
    """Returns what the letters of the result stand for, those that are not words of a parameter."""
    names = sorted(letter.name for letter in derived.formula.free_symbols)
    return {name: LETTERS[name] for name in names if name in LETTERS}


def _sides(step: Step) -> tuple[sympy.Expr, ...]:
    name = (sympy.Symbol(step.name),) if step.name and step.left != sympy.Symbol(step.name) else ()
    return (*name, step.right) if step.left == step.right else (*name, step.left, step.right)


def _shipped(compared: Comparison) -> str:
    where = f" at {compared.where}" if compared.formula is not None and compared.where else ""
    return (
        f"the shipped {'value' if compared.formula is None else 'formula'}{where}: {compared.call}"
    )


def text(derived: Derived) -> str:
    """Returns the derivation for people, a step in two lines."""
    lines = [
        f"{derived.name}: {derived.summary}",
        f"  definition  {derived.definition}",
        f"  method      {derived.how}",
    ]
    letters = letters_of(derived)
    if letters:
        lines.append(
            "  letters     " + "; ".join(f"{name} = {meaning}" for name, meaning in letters.items())
        )
    for number, step in enumerate(derived.steps, 1):
        lines += [
            f"{number:3}  {step.says}",
            f"       {' = '.join(map(plain, _sides(step)))}    [{step.check}]",
        ]
    lines += [
        f"{len(derived.steps) + 1:3}  so {derived.name} is",
        f"       {plain(derived.formula)}",
    ]
    for number, compared in enumerate(derived.shipped, len(derived.steps) + 2):
        lines.append(f"{number:3}  {_shipped(compared)}")
        lines.append(
            f"       {compared.where}    [points]"
            if compared.formula is None
            else f"       {plain(compared.formula)}    [cancellation: equal to the derived one]"
        )
    if derived.called is Called.NEVER:
        lines.append(f"     {derived.called}: {UNCALLED}")
    return "\n".join([*lines, f"  source      {derived.source}"])


def document(derivations: list[Derived]) -> str:
    """Returns a LaTeX document of the derivations, a section each."""
    return _HEAD + "\n".join(map(_section, derivations)) + "\n\\end{document}"


def _section(derived: Derived) -> str:
    lines = [
        rf"\section*{{{escaped(derived.name)}: {escaped(derived.summary)}}}",
        rf"Definition: {escaped(derived.definition)}. Method: {escaped(derived.how)}.",
    ]
    letters = letters_of(derived)
    if letters:
        lines.append(
            "Letters: "
            + "; ".join(
                f"${latex(sympy.Symbol(name))}$ is {escaped(meaning)}"
                for name, meaning in letters.items()
            )
            + "."
        )
    lines.append(r"\begin{enumerate}")
    for step in derived.steps:
        lines.append(rf"\item {escaped(step.says)} \hfill ({step.check})")
        lines.append(rf"\[ {' = '.join(map(latex, _sides(step)))} \]")
    lines.append(rf"\item the result: \[ {latex(derived.formula)} \]")
    for compared in derived.shipped:
        lines.append(
            rf"\item {escaped(_shipped(compared))} \hfill "
            + (
                rf"({escaped(compared.where)})"
                if compared.formula is None
                else "(equal, by cancellation)"
            )
        )
        if compared.formula is not None:
            lines.append(rf"\[ {latex(compared.formula)} \]")
    if derived.called is Called.NEVER:
        lines.append(rf"\item {escaped(derived.called)}: {escaped(UNCALLED)}.")
    return "\n".join([*lines, r"\end{enumerate}", f"Source: {escaped(derived.source)}."])


def members(derived: Derived) -> dict[str, Any]:
    """Returns the derivation for machines: formulas as SymPy text and as LaTeX, the check of every
    step by its name.
    """
    steps = [
        {
            "says": step.says,
            **({"name": step.name} if step.name else {}),
            "left": str(presentable(step.left)),
            "right": str(presentable(step.right)),
            "latex": " = ".join(map(latex, _sides(step))),
            "check": step.check,
        }
        for step in derived.steps
    ]
    shipped = [
        {
            "calls": [c.call],
            "where": c.where,
            **(
                {}
                if c.formula is None
                else {"formula": str(presentable(c.formula)), "latex": latex(c.formula)}
            ),
            "check": "points" if c.formula is None else "cancellation",
        }
        for c in derived.shipped
    ]
    return {
        "name": derived.name,
        "summary": derived.summary,
        "definition": derived.definition,
        "method": derived.how,
        "letters": letters_of(derived),
        "steps": steps,
        "formula": str(presentable(derived.formula)),
        "latex": latex(derived.formula),
        "called": derived.called.value,
        "shipped": shipped,
        "source": derived.source,
    }
