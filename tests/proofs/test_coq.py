"""What the theorems in Coq are about is the shipped code, and nothing in them is left unproved. No
Coq is needed.
"""

from __future__ import annotations

import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from dpmean.distributions import cells, discrete_gaussian, hourglass
from dpmean.mechanisms.addremove import transformed_mean
from dpmean.privacy import conversions
from proofs.coq import build, emit
from proofs.coq.symbols import INT, REAL, Gallina, If, traced
from proofs.kernel.refusals import Misuse

ROOT = Path(__file__).parents[2]
X, Y = Gallina("x", REAL), Gallina("y", REAL)


def test_emitted_is_what_the_shipped_functions_are_now() -> None:
    assert emit.EMITTED.read_text() == emit.text()


@pytest.mark.parametrize(
    ("module", "name", "change", "definitions"),
    [
        (cells, "floor", None, {"level"}),
        (hourglass, "hourglass_exponent", lambda j, k: abs(j) + abs(k + j), {"hourglass_density"}),
        (
            hourglass,
            "normalizer",
            lambda b, g, d: (1 - b) / (2 * d * (g + b * (1 - g))),
            {"hourglass_density"},
        ),
        (
            transformed_mean,
            "clip",
            lambda x, low, high: x,
            {"program_release_0", "program_release_1"},
        ),
        (
            transformed_mean,
            "summed",
            lambda records: sum(records, Fraction(1)),
            {"program_s1_1", "program_s2_1"},
        ),
        (
            transformed_mean.TransformedMean,
            "width",
            property(lambda self: 2 * (self.upper - self.lower)),
            {"program_s1_1", "program_release_0"},
        ),
        (
            discrete_gaussian,
            "total",
            lambda upper: 1 + upper,
            {"discrete_gaussian_mass", "discrete_gaussian_total"},
        ),
        (discrete_gaussian, "rho", lambda d, s: d**2 / s, {"discrete_gaussian_rho"}),
        (discrete_gaussian, "renyi", lambda d, a, s: a * d / s, {"discrete_gaussian_divergence"}),
        (conversions, "epsilon_of_rho", lambda rho, root: rho + root, {"zcdp_epsilon"}),
        (
            discrete_gaussian.DiscreteGaussian,
            "rate",
            property(lambda self: 1 / self.sigma_squared),
            {"discrete_gaussian_mass"},
        ),
    ],
)
def test_a_change_of_the_shipped_code_changes_what_is_emitted(
    module: object,
    name: str,
    change: object,
    definitions: set[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = {e.name: e.text() for e in emit.emissions()}
    if name == "floor":
        kept = cells.floor
        change = lambda t: kept(t) + 1  # noqa: E731
    monkeypatch.setattr(module, name, change)
    after = {e.name: e.text() for e in emit.emissions()}
    assert definitions <= {n for n in before if before[n] != after[n]}


def test_a_trace_takes_every_branch_and_none_that_contradicts_another() -> None:
    tree = traced(lambda: 1 if X < Y else 2 if X == Y else 3 if Y < X else 4)
    assert tree == If("Rlt_dec x y", "1", If("Req_EM_T x y", "2", "3"))
    assert traced(lambda: 1 if X < Y else 2, [("x", "y")]) == "1"
    assert traced(lambda: X + 1 if X < Y else X + 1) == "x + 1"


def test_operands_are_in_parentheses_where_they_need_them() -> None:
    n = Gallina("n", INT)
    terms = {
        "(x - y) * (x + 1)": (X - Y) * (X + 1),
        "x - (y - 1)": X - (Y - 1),
        "1 / (x / y)": 1 / (X / Y),
        "(- x) ^ 2": (-X) ** 2,
        "powerRZ x (n - 1)": X ** (n - 1),
        "x + IZR (n * 2)": X + n * 2,
        "Int_part (x - y) + n": (X - Y).__floor__() + n,
        "x * (1 / 2)": X * Fraction(1, 2),
    }
    for wanted, term in terms.items():
        assert term.text == wanted


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: hash(X),
        lambda: float(X),
        lambda: int(X),
        lambda: bool(X),
        lambda: X**X,
        lambda: X // Y,
        lambda: round(X),
        lambda: X % 2,
        lambda: Fraction(X),
        lambda: X + 0.5,
        lambda: X.numerator,
        lambda: str(X),
    ],
)
def test_what_is_not_traced_is_refused(wrong: object) -> None:
    with pytest.raises((Misuse, AttributeError, TypeError)):
        wrong()  # type: ignore[operator]


def test_no_theorem_is_left_unproved() -> None:
    assert build.unproved() == []
    assert [
        w for w in ("Admitted.", "Axiom a : A.", "admit.") if not build.UNPROVED.search(w)
    ] == []
    assert build.without_comments("a (* Axiom (* x *) Admitted *) b") == "a  b"


def test_every_file_opens_with_a_comment_and_keeps_to_the_width() -> None:
    for path in sorted(emit.HERE.glob("*.v")):
        text = path.read_text()
        assert text.startswith("(* "), path.name
        assert max(map(len, text.splitlines())) <= 120, path.name
        assert len(text.splitlines()) <= 300, path.name


def test_files_are_compiled_after_those_that_they_require() -> None:
    order = build.files()
    assert order.index("Emitted") < order.index("Exponent")


def test_what_all_theorems_assume_is_printed() -> None:
    text = (emit.HERE / "Statements.v").read_text()
    stated = set(re.findall(r"^Theorem (\w+)", text, flags=re.MULTILINE))
    listed = set(
        re.findall(
            r"\w+",
            text[text.index("Definition all_theorems := (") : text.index("Print Assumptions")],
        )
    )
    assert stated
    assert stated <= listed


def test_an_axiom_that_is_not_the_libraries_is_seen() -> None:
    printed = "Axioms:\nClassical_Prop.classic : forall P : Prop, P\nExponent.cheat\n  : False\n"
    assert build.assumptions(printed) - build.ALLOWED.keys() == {"Exponent.cheat"}


def test_where_coq_is_missing_one_line_says_what_to_do() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "proofs.coq", "--check"],
        cwd=ROOT,
        env={"PATH": "/nonexistent"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "apt-get install" in done.stderr
