"""Derived formulas beside the values of the catalogue at points, for functions that take numbers
alone.

Where a shipped function makes a fraction of a parameter it takes no letter. Then `value` is asked at
rational points, and its certified decimals are compared with the derived formula, evaluated by SymPy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

import sympy

from ..catalogue.quantities import value
from ..distributions.derivations import estimators
from ..distributions.derivations.record import Refuted
from ..distributions.derivations.symbols import P, alpha, epsilon, lower, mean, upper
from ..exact.digits import report

DIGITS = 60
Letters = Mapping[sympy.Symbol, sympy.Expr]
Point = tuple[dict[str, str], Callable[[], Letters]]


def number(name: str, given: Mapping[str, str]) -> sympy.Expr:
    """Returns the value of a name as a decimal number of 60 digits: the lower end of its
    enclosure.
    """
    return sympy.Float(report(value(name, given).values[0], DIGITS)["lo"], DIGITS + 10)


_NAMES = {"epsilon": epsilon, "mean": mean, "n": estimators.n, "lower": lower, "upper": upper}


def _laplace(**given: str) -> Point:
    return dict(given), lambda: {_NAMES[word]: sympy.Rational(text) for word, text in given.items()}


def _plane(noise: str, **given: str) -> Point:
    """Both laws of the plane: the letters are their variance, covariance, fourth moment and tail at
    n/4.
    """

    def letters() -> Letters:
        law = {word: given[word] for word in ("epsilon", "gamma")}
        share = (Fraction(given["mean"]) - Fraction(given["lower"])) / (
            Fraction(given["upper"]) - Fraction(given["lower"])
        )
        return {
            estimators.V: number(f"{noise}.variance", law),
            alpha: sympy.Rational(str(share)),
            estimators.covariance: number(f"{noise}.covariance", law),
            estimators.fourth: number(f"{noise}.moment", {**law, "order": "4"}),
            P: number(f"{noise}.tail", {**law, "x": str(Fraction(given["n"]) / 4)}),
            **{_NAMES[word]: sympy.Rational(given[word]) for word in ("n", "lower", "upper")},
        }

    return {"noise": noise, **given}, letters


AT_POINTS: dict[str, tuple[Point, ...]] = {
    "transformed_mean.laplace_mse_bound": (
        _laplace(epsilon="1", mean="1/3", n="20", lower="0", upper="1"),
        _laplace(epsilon="1/5", mean="2", n="300", lower="-1", upper="4"),
    ),
    "transformed_mean.mse_bound": (
        _plane("hourglass", epsilon="1", gamma="1/2", mean="1/3", n="20", lower="0", upper="1"),
        _plane("staircase2d", epsilon="1/3", gamma="2/3", mean="1", n="50", lower="-1", upper="4"),
    ),
}


def agree(name: str, formula: sympy.Expr, points: tuple[Point, ...]) -> str:
    """Returns where the derived formula has been found in the certified enclosure; elsewhere it
    raises Refuted.
    """
    for given, letters in points:
        shown = report(value(name, given).values[0], DIGITS)
        derived = sympy.N(formula.subs(letters()), DIGITS + 20)
        low, high = (sympy.Float(shown[end], DIGITS + 20) for end in ("lo", "hi"))
        slack = abs(high) * sympy.Float(10, DIGITS + 20) ** (2 - DIGITS)
        if not low - slack <= derived <= high + slack:
            raise Refuted(
                f"{name}: at {given} shipped is {shown['lo']}, derived {sympy.N(derived, 30)}"
            )
    return f"equal to {DIGITS - 2} digits at {len(points)} points"
