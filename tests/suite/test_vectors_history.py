"""What was published stays: ids are never reused, nothing vanishes or changes in silence, versions
mean what they say.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from dpmean.errors import IntegrityError
from dpmean.suite import history
from dpmean.suite.files import ledger, load, manifest_of, root
from dpmean.suite.history import LEDGER, Line, extended, parse, render, state
from dpmean.suite.soundness import problems
from dpmean.suite.vectors import SUITE

PAST = [Line("0.1.0", "added", "a", "1111"), Line("0.1.0", "added", "b", "2222")]


def in_the_making(monkeypatch: pytest.MonkeyPatch, past: list[Line]) -> None:
    monkeypatch.setattr(history, "RELEASED", {"0.1.0": history.digest(past, "0.1.0")})
    monkeypatch.setattr(history, "FIXED", {"0.2.0": {"a*": "a wrong digit"}})
    monkeypatch.setattr(history, "RETIRED", {"0.2.0": {"b": "it asked nothing"}})


def test_the_committed_ledger_agrees_with_the_manifest_and_the_changelog() -> None:
    events = ledger()
    living, _ = state(events)
    assert living == manifest_of(root())["vectors"] == {v.id: v.content_hash[:16] for v in load()}
    assert {e.version for e in events} == {*history.RELEASED, SUITE}
    changelog = Path(__file__).parents[2] / "CHANGELOG.md"
    if changelog.is_file():
        assert f"(suite {SUITE})" in changelog.read_text()


def test_new_ids_are_added_and_declared_changes_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    in_the_making(monkeypatch, PAST)
    found = extended(PAST, {"a": "9999", "c": "3333"}, "0.2.0")
    assert found == [
        *PAST,
        Line("0.2.0", "fixed", "a", "9999"),
        Line("0.2.0", "retired", "b", "-"),
        Line("0.2.0", "added", "c", "3333"),
    ]
    assert history.problems(found, {"a": "9999", "c": "3333"}, "0.2.0") == []
    # the version in the making may still change
    assert extended(found, {"a": "9999", "c": "4444"}, "0.2.0")[-1].content == "4444"


def test_an_undeclared_change_or_disappearance_stops_fill(monkeypatch: pytest.MonkeyPatch) -> None:
    in_the_making(monkeypatch, PAST)
    with pytest.raises(IntegrityError, match="b: would be fixed"):
        extended(PAST, {"a": "1111", "b": "9999"}, "0.2.0")
    with pytest.raises(IntegrityError, match="a: would be retired"):
        extended(PAST, {"b": "2222"}, "0.2.0")
    with pytest.raises(IntegrityError, match="suite 0.1.0 is released"):
        extended(PAST, {"a": "1111", "b": "2222", "c": "3333"}, "0.1.0")


def test_an_id_is_never_reused(monkeypatch: pytest.MonkeyPatch) -> None:
    retired = [*PAST, Line("0.2.0", "retired", "b", "-")]
    monkeypatch.setattr(
        history, "RELEASED", {v: history.digest(retired, v) for v in ("0.1.0", "0.2.0")}
    )
    with pytest.raises(IntegrityError, match="never reused"):
        extended(retired, {"a": "1111", "b": "2222"}, "0.3.0")
    for events in (
        [*retired, Line("0.3.0", "added", "b", "2222")],
        [*PAST, Line("0.3.0", "added", "a", "1111")],
        [*PAST, Line("0.3.0", "fixed", "z", "1")],
    ):
        with pytest.raises(IntegrityError, match="never reused"):
            state(events)


def test_a_released_version_is_never_touched_again(monkeypatch: pytest.MonkeyPatch) -> None:
    in_the_making(monkeypatch, PAST)
    forged = [Line("0.1.0", "added", "a", "9999"), PAST[1]]
    assert any(
        "released version 0.1.0 were changed" in p
        for p in history.problems(forged, {"a": "9999", "b": "2222"}, "0.2.0")
    )
    unknown = [*PAST, Line("0.1.5", "fixed", "a", "9999")]
    assert any(
        "neither a released version" in p
        for p in history.problems(unknown, {"a": "9999", "b": "2222"}, "0.2.0")
    )


def test_a_patch_only_corrects(monkeypatch: pytest.MonkeyPatch) -> None:
    in_the_making(monkeypatch, PAST)
    for events, good in (
        ([Line("0.1.1", "fixed", "a", "9999")], True),
        ([Line("0.1.1", "added", "c", "3333")], False),
        ([Line("0.1.1", "retired", "b", "-")], False),
    ):
        every = [*PAST, *events]
        assert (history.problems(every, state(every)[0], "0.1.1") == []) is good


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(root(), tmp_path / "vectors")
    return tmp_path / "vectors"


def test_verify_notices_a_ledger_that_was_edited(copy: Path) -> None:
    path = copy / LEDGER
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[1:]))
    assert any("0.1.0" in p or "not what the manifest has" in p for p in problems(copy))
    path.write_text("0.1.0 renamed a b\n")
    with pytest.raises(IntegrityError, match="a line is not"):
        problems(copy)
    path.unlink()
    with pytest.raises(IntegrityError, match="IDS"):
        problems(copy)


def test_a_ledger_is_written_as_it_is_read() -> None:
    text = (root() / LEDGER).read_bytes()
    assert render(parse(text.decode())) == text
