"""Every kind of vectors is one type: its plan, our answers, its judge, its words; and nobody keeps
another list.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from dpmean.judging import CHECKS, judge_of, plain
from dpmean.judging.judge import Judge
from dpmean.judging.plain import Plain
from dpmean.judging.second_route import CONFIRMED
from dpmean.suite.files import load
from dpmean.suite.kind import Kind
from dpmean.suite.kinds import KINDS, kind_of

PACKAGE = Path(__file__).parents[2] / "reference" / "dpmean"
VECTORS = load()


@pytest.mark.parametrize("name", CHECKS)
def test_every_check_says_all_that_is_asked_of_it(name: str) -> None:
    """Kills a kind without a judge, and a judge of another kind."""
    judge = judge_of(name)
    own = not isinstance(judge, Plain)
    assert (
        isinstance(judge, Judge)
        and type(judge).__module__.endswith(f".{name}") == own
        and judge.words
    )
    assert judge.draws == (name in ("stat", "support")) and judge.by_quantity == (name == "exact")
    assert (judge.asks or name) in KINDS
    if name in KINDS:
        found = kind_of(name)
        assert isinstance(found, Kind) and type(found).__module__.endswith(f".{name}")
        assert found.confirmed == (name in CONFIRMED)
        assert (
            found.problems([v for v in VECTORS if v.kind == name], {v.id for v in VECTORS})
            is not None
        )


def test_a_kind_without_a_judge_of_its_own_is_judged_as_equal_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Kills a plain judge that accepts a near number, one number for two, or an answer where none
    is due.
    """
    monkeypatch.setattr(plain, "kind_of", lambda name: kind_of("exact"))
    one, two = ({"value": "1/3"}, {"values": ["1/3", "2"]})
    base = next(v for v in VECTORS if v.kind == "exact")
    for expect, output, right in (
        (one, {"value": "1/3"}, True),
        (one, {"value": "2/6"}, True),
        (one, {"value": "3333/10000"}, False),
        (two, {"values": ["1/3", "2"]}, True),
        (two, {"values": ["1/3"]}, False),
        (two, {"value": "1/3"}, False),
    ):
        problem = Plain("other").problem(
            replace(base, expect=expect), {"status": "ok", "output": output}
        )
        assert (problem is None) == right, (expect, output, problem)
    refused = Plain("other").problem(
        replace(base, expect=one), {"status": "rejected", "code": "x", "message": ""}
    )
    assert refused is not None and refused.words.startswith("got rejected")


def test_what_is_wrong_with_all_vectors_of_a_kind_is_told() -> None:
    """Kills a lint that a kind has and nobody asks for."""
    twins = [v for v in VECTORS if v.kind == "reject"][:1]
    assert list(kind_of("reject").problems(twins, set())) == [
        f"{twins[0].id}: its twin does not exist"
    ]
    tests = [v for v in VECTORS if v.kind == "stat"]
    assert list(kind_of("stat").problems(tests, set())) == []
    assert "spend" in next(iter(kind_of("stat").problems(tests * 100, set())))


def test_an_unknown_kind_is_nobodys() -> None:
    """Kills a module that is taken for a kind because it stands in the folder."""
    for name in ("draws", "kind", "judge", "verdict", "event", ""):
        with pytest.raises(KeyError):
            kind_of(name)
        with pytest.raises(KeyError):
            judge_of(name)


def test_no_other_file_lists_the_kinds() -> None:
    """Kills a list of kinds kept by hand beside the one."""
    for path in PACKAGE.rglob("*.py"):
        if {"libraries", "templates"} & {
            *path.parts
        } or path == PACKAGE / "suite" / "kinds" / "__init__.py":
            continue
        for line in path.read_text().splitlines():
            words = set(re.findall(r'"(exact|transcript|tape|stat|reject)"', line))
            assert len(words) < 4, f"{path.name}: {line.strip()}"
