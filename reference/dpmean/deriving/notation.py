"""Formulas as plain text and as LaTeX, with the words of the steps made safe for both."""

from __future__ import annotations

import re
from typing import Any

import sympy
from sympy.printing.latex import LatexPrinter
from sympy.printing.str import StrPrinter

from ..distributions.derivations.record import presentable

GREEK = ("alpha", "epsilon", "gamma", "sigma")
_ESCAPES = {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "_": r"\_",
    "&": r"\&",
    "%": r"\%",
    "#": r"\#",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "$": r"\$",
}


class _Plain(StrPrinter):  # type: ignore[misc]
    """SymPy's text, with ^ for powers, and sums and integrals in words."""

    def _print_Sum(self, expr: Any) -> str:
        return self._over("sum", expr)

    def _print_Integral(self, expr: Any) -> str:
        return self._over("integral", expr)

    def _over(self, word: str, expr: Any) -> str:
        index, low, high = expr.limits[0]
        end = "" if high is sympy.oo and word == "sum" else f" to {self._print(high)}"
        return (
            f"{word} over {self._print(index)} from {self._print(low)}{end} of "
            f"{self._print(expr.function)}"
        )

    def _print_Infinity(self, expr: Any) -> str:
        del expr
        return "infinity"


class _Latex(LatexPrinter):  # type: ignore[misc]
    """SymPy's LaTeX, with e for exp, as the papers write it."""

    def _print_ExpBase(self, expr: Any, exp: Any = None) -> str:
        inside = rf"e^{{{self._print(expr.args[0])}}}"
        return inside if exp is None else rf"\left({inside}\right)^{{{exp}}}"


def plain(expression: Any) -> str:
    """Returns a formula as text, with ^ for powers."""
    text: str = _Plain().doprint(presentable(sympy.sympify(expression)))
    return text.replace("**", "^")


def latex(expression: Any) -> str:
    """Returns a formula as LaTeX, for mathematics mode."""
    shown = presentable(sympy.sympify(expression))
    words = {
        letter: rf"\mathrm{{{letter.name}}}"
        for letter in shown.atoms(sympy.Symbol)
        if len(letter.name) > 1 and letter.name.isalpha() and letter.name not in GREEK
    }
    text: str = _Latex({"symbol_names": words}).doprint(shown)
    return text


def escaped(words: str) -> str:
    """Returns words as LaTeX text."""
    return re.sub(r"[\\^_&%#{}~$]", lambda m: _ESCAPES[m[0]], words)
