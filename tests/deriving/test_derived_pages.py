"""What is printed: text that people read, LaTeX that compiles, JSON whose steps hold in numbers."""

from __future__ import annotations

import json
import re
from typing import Any

import mpmath
import pytest
import sympy
from matplotlib.mathtext import MathTextParser
from sympy.parsing.sympy_parser import parse_expr

from dpmean.deriving import pages
from dpmean.deriving.derived import Derived, derivation
from dpmean.deriving.notation import escaped, latex, plain
from dpmean.distributions.derivations.symbols import D, b, epsilon, gamma, m

NAMES = (
    "staircase.variance",
    "hourglass.marginal_density",
    "laplace.hockey_stick",
    "discrete_staircase.tail",
    "gaussian.density",
    "student_t.variance",
)


@pytest.fixture(scope="module")
def found() -> dict[str, Derived]:
    return {name: derivation(name) for name in NAMES}


# values inside the range of every letter; the index letters are whole
AT = {
    "b": "1/3",
    "gamma": "2/5",
    "D": "3/2",
    "epsilon": "7/5",
    "j": "2",
    "i": "9",
    "m": "5",
    "g": "2",
    "x": "4/3",
    "h": "1/4",
    "shift": "5/4",
    "z": "8/7",
    "point": "3/4",
    "low": "3/5",
    "sigma": "6/5",
    "d": "7",
    "y": "1/2",
    "scale": "4/3",
    "H": "5/3",
    "I": "2/3",
    "n": "3",
    "c": "3/5",
    "s": "4/5",
    "mean": "1/3",
    "lower": "-1/2",
    "upper": "2",
    "r": "9/8",
}


def in_numbers(text: str, letters: dict[str, mpmath.mpf]) -> mpmath.mpf:
    """The value of one side, sums and integrals by mpmath and not by SymPy."""
    symbols = {name: sympy.Symbol(name) for name in (*AT, *letters)}
    tree = parse_expr(
        text, local_dict={**symbols, **{word: sympy.Function(word) for word in ("Sum", "Integral")}}
    )

    def value(node: Any, bound: dict[str, Any]) -> Any:
        if node.func.__name__ in ("Sum", "Integral"):
            f, (index, low, high) = node.args[0], node.args[1]
            ends = [mpmath.inf if end == sympy.oo else value(end, bound) for end in (low, high)]

            def inside(z: Any) -> Any:
                return value(f, {**bound, index.name: z})

            if node.func.__name__ == "Integral":
                return mpmath.quad(inside, ends)
            last = int(ends[0]) + 150 if ends[1] == mpmath.inf else int(ends[1])
            return mpmath.fsum(inside(k) for k in range(int(ends[0]), last + 1))
        if node.is_Symbol:
            return bound[node.name]
        if node.is_Number:
            return mpmath.mpf(int(node.p)) / int(node.q)
        return mpmath.pi if node == sympy.pi else _apply(node, [value(a, bound) for a in node.args])

    return value(tree, letters)


def _apply(node: Any, values: list[Any]) -> Any:
    if node.is_Add:
        return mpmath.fsum(values)
    if node.is_Mul:
        return mpmath.fprod(values)
    if node.is_Pow:
        return values[0] ** values[1]
    return getattr(mpmath, node.func.__name__)(*values)


def test_every_step_holds_in_numbers(found: dict[str, Derived]) -> None:
    """Kills a printed step whose two sides are not equal, and letters of earlier steps that have
    another value.
    """
    checked = 0
    with mpmath.workdps(30):
        for name, derived in found.items():
            letters = {
                letter: mpmath.mpf(sympy.Rational(q).p) / sympy.Rational(q).q
                for letter, q in AT.items()
            }
            for step in pages.members(derived)["steps"]:
                if step["check"] == "substitution":
                    continue
                left, right = (in_numbers(step[side], letters) for side in ("left", "right"))
                assert mpmath.almosteq(left, right, 1e-20), (name, step)
                if "name" in step:
                    letters[step["name"]] = right
                checked += 1
    assert checked >= 35


def test_text_numbers_its_steps_and_ends_with_the_shipped_formula(
    found: dict[str, Derived],
) -> None:
    lines = pages.text(found["staircase.variance"]).splitlines()
    numbers = [int(line.split()[0]) for line in lines if re.match(r" *\d+  ", line)]
    assert numbers == list(range(1, len(found["staircase.variance"].steps) + 3))
    assert "the shipped formula: catalogue.quantities.value('staircase.variance'" in lines[-3]
    assert lines[-1].startswith("  source      addremove")
    assert "**" not in "\n".join(lines)
    assert "letters" in lines[3]
    assert "b = e^-epsilon" in lines[3]


def test_latex_is_a_document_whose_formulas_parse(found: dict[str, Derived]) -> None:
    """Every formula is read by a second program (matplotlib's); braces and environments close; no
    character is bare.
    """
    text = pages.document(list(found.values()))
    text.encode("ascii")
    for word in ("document", "enumerate"):
        assert text.count(rf"\begin{{{word}}}") == text.count(rf"\end{{{word}}}") > 0
    braces = text.replace(r"\{", "").replace(r"\}", "")
    assert braces.count("{") == braces.count("}")
    parser = MathTextParser("path")
    formulas = re.findall(r"\\\[ (.*?) \\\]", text)
    assert len(formulas) > 40
    for formula in sorted({*formulas}, key=len)[:30]:
        parser.parse(f"${formula}$".replace(r"\limits", ""))  # which that program does not know
    outside = re.sub(r"\\\[ .*? \\\]|\$.*?\$", "", text)
    assert re.findall(r"(?<!\\)[_^&#%]|(?<!\\textasciicircum)\^", outside) == []


def test_words_are_escaped_and_formulas_have_the_papers_letters() -> None:
    assert escaped("b^j_k & 50 % {x}") == r"b\textasciicircum{}j\_k \& 50 \% \{x\}"
    assert latex(sympy.exp(-epsilon / D)) == r"e^{- \frac{\epsilon}{D}}"
    assert latex(sympy.Symbol("lower") ** 2) == r"\mathrm{lower}^{2}"
    assert plain(b**2 / (1 - gamma)) == "b^2/(1 - gamma)"
    n = sympy.Dummy("n", integer=True)
    assert plain(sympy.Sum(b**n, (n, 1, sympy.oo))) == "sum over n from 1 of b^n"
    assert plain(sympy.Sum(n * m, (n, 1, m))) == "sum over n from 1 to m of m*n"


def test_json_names_checks_and_calls(found: dict[str, Derived]) -> None:
    for derived in found.values():
        shown = json.loads(json.dumps(pages.members(derived)))
        assert {step["check"] for step in shown["steps"]} <= set(pages.CHECKS)
        assert shown["shipped"][0]["calls"]
        assert set(shown) == {
            "name",
            "summary",
            "definition",
            "method",
            "letters",
            "steps",
            "formula",
            "latex",
            "called",
            "shipped",
            "source",
        }
