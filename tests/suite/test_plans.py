"""Plans are found: a module contributes by the name of a function, in an order that its own name
fixes.
"""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType, SimpleNamespace

import pytest

from dpmean.suite import plans
from dpmean.suite.files import load
from dpmean.suite.kinds import KINDS
from dpmean.suite.vectors import Vector

FIRST = next(v for v in load() if v.kind == "exact")


def contributing(monkeypatch: pytest.MonkeyPatch, *given: list[Vector]) -> None:
    """As if there were only these plans, each with exact vectors."""
    found = [SimpleNamespace(exact_vectors=lambda vectors=vectors: vectors) for vectors in given]
    monkeypatch.setattr(plans, "modules", lambda: iter(found))


def test_every_kind_has_a_plan_and_laws_come_first() -> None:
    """Kills a kind that no plan contributes to, and an order that depends on the file system."""
    found: list[ModuleType] = list(plans.modules())
    names = [m.__name__.removeprefix(f"{plans.__name__}.") for m in found]
    laws = [name for name in names if name.startswith("laws.")]
    assert names == [*sorted(laws), *sorted(set(names) - set(laws))]
    for kind in KINDS:
        assert any(hasattr(module, f"{kind}_vectors") for module in found), kind


def test_a_question_that_two_plans_ask_keeps_its_first_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    contributing(monkeypatch, [FIRST], [replace(FIRST, why="another reason")])
    assert plans.planned("exact") == [FIRST]


def test_an_id_that_two_plans_mean_differently_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kills a vector that disappears behind another of its name."""
    contributing(monkeypatch, [FIRST], [replace(FIRST, params={})])
    with pytest.raises(AssertionError, match="two plans mean"):
        plans.planned("exact")
