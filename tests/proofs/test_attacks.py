"""Every attempt to make the checker accept a falsehood (`tests/helpers/attempts.py`) is refused,
and what refuses them works.
"""

from __future__ import annotations

import ast
from fractions import Fraction
from typing import Any

import pytest

from proofs import ledger, show
from proofs.guards import gate, snapshot
from proofs.kernel import points
from proofs.kernel.tracing import INT, REAL
from tests.helpers.attempts import ATTEMPTS, HALF, REFUSALS
from tests.helpers.theorems import FOUND


@pytest.mark.parametrize("name", ATTEMPTS)
def test_refused(name: str) -> None:
    with pytest.raises(REFUSALS):
        ATTEMPTS[name]()


def test_no_theorem_file_is_refused_at_the_door() -> None:
    for path, file in ledger.places().items():
        gate.require(ledger.HERE / file, file)
        assert path


def test_a_patched_solver_or_package_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    from dpmean.distributions import staircase
    from proofs.kernel import solvers

    before = snapshot.taken()
    assert snapshot.changed(before) == []
    monkeypatch.setattr(solvers, "z3_answer", lambda _: "unsat")
    assert snapshot.changed(before) == ["proofs.kernel.solvers.z3_answer"]
    monkeypatch.setattr(staircase.Staircase, "tail", lambda *_: 0)
    assert "dpmean.distributions.staircase.Staircase.tail" in snapshot.changed(before)


def test_a_row_above_a_red_theorem_is_not_established() -> None:
    below = next(t for t in FOUND if t.id == "series")
    above = next(t for t in FOUND if t.id == "staircase_optimal_gamma")
    red = [ledger.Checked(below, below.steps[0], "red", "")]
    assert above.claims and not any(show.established(FOUND, above, c, red) for c in above.claims)
    assert all(show.established(FOUND, above, c, []) for c in above.claims)


def test_points_are_200_distinct_ones_that_satisfy_the_hypotheses_and_depend_on_the_text() -> None:
    def order(v: Any) -> bool:
        return bool(v.x < v.y < v.x + 1 and v.n == 3)

    sorts = {"x": REAL, "y": REAL, "n": INT}
    model = {"x": Fraction(0), "y": HALF, "n": 3}
    one, other = (points.satisfying(sorts, order, text, model) for text in ("one", "other"))
    assert (
        len({tuple(vars(p).items()) for p in one}) == 200 and all(map(order, one)) and one != other
    )


def test_what_is_trusted_is_one_folder_of_1060_statements_at_most() -> None:
    """Kills a rule that calls code of this project that nobody counts among what is trusted.

    Whoever trusts the proofs reads `kernel/`, some thousand statements whatever their layout: the
    rules with their symbols, signs and solvers, and a fifth of it (points, models, captured) that
    runs the same statements on numbers and finds what moved, so that they refuse more. Beside it the
    kernel knows one error of the package, by which shipped code refuses.
    """
    files = [*(ledger.HERE / "kernel").glob("*.py")]
    trees = [ast.parse(p.read_text()) for p in files]
    assert sum(isinstance(n, ast.stmt) for tree in trees for n in ast.walk(tree)) <= 1060
    beside = {
        (node.level, node.module)
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        and (node.level > 1 or (node.module or "").split(".")[0] in ("dpmean", "proofs"))
    }
    assert beside == {(0, "dpmean.errors")}
    # each file is reached from the rules, so that the folder holds nothing else
    reached, pending = set[str](), ["rules"]
    while pending:
        name = pending.pop()
        if name not in reached:
            reached.add(name)
            tree = ast.parse((ledger.HERE / "kernel" / f"{name}.py").read_text())
            for node in ast.walk(tree):
                if isinstance(node, ast.ImportFrom) and node.level == 1:
                    pending += [node.module] if node.module else [a.name for a in node.names]
    assert reached == {p.stem for p in files} - {"__init__"}
