"""`dpmean adapter init --object`: the object is declared in every language, and its page has
requests and replies.
"""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from dpmean.cli import objects
from dpmean.cli.adapter import LANGUAGES, TEMPLATES, of_object
from dpmean.wire import own
from tests.conftest import Run


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_template_declares_another_object_and_answers_nothing_of_it_yet(lang: str) -> None:
    """Kills a template in which the toy answers for an object that it is not."""
    text = (TEMPLATES / lang / LANGUAGES[lang].edit).read_text()
    changed = of_object(text, "sized_mean")
    assert (
        changed.count('"sized_mean"') == 1
        and changed.count('"laplace"') == text.count('"laplace"') - 1 == 1
    )
    assert "objects" in next(line for line in changed.splitlines() if '"sized_mean"' in line)
    assert "sized_mean is not written yet" in changed and "only Laplace" not in changed


def test_an_adapter_of_a_mean_runs_and_its_page_says_what_is_asked(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, _ = run(
        "adapter", "init", "--object", "sized_mean", "--lang", "python", "--into", "mine"
    )
    assert (
        code == 0
        and "wrote mine/sized_mean.md" in out
        and "what is asked: mine/sized_mean.md" in out
    )
    code, out, _ = run("smoke", "-a", shlex.join([sys.executable, "mine/adapter.py"]))
    assert code == 4 and "objects sized_mean" in out and "nothing was answered" in out
    text = (tmp_path / "mine/sized_mean.md").read_text()
    assert "`lower`: lower bound of a record" in text and "`sensitivity`: " in text
    blocks = [block.strip().splitlines() for block in text.split("```")[1::2]]
    assert len(blocks) >= 4
    for request, reply in blocks:
        asked = json.loads(request)
        assert asked["object"] == "sized_mean"
        if asked["kind"] not in objects.SHAPES:
            told = json.loads(reply)
            assert told == own.answer(asked) and (told["status"] == "rejected") == (
                asked["kind"] == "reject"
            )


def test_objects_are_listed_and_a_near_one_is_named(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, _ = run("adapter", "objects")
    lines = {line.split()[0]: line for line in out.splitlines()}
    assert code == 0 and set(lines) == set(objects.objects()) >= {
        "laplace",
        "sized_mean",
        "adpm",
        "composition",
    }
    assert "parameters epsilon [sensitivity]" in lines["laplace"]
    code, _, err = run("adapter", "init", "--object", "sizedmean", "--lang", "go")
    assert code == 2 and "did you mean sized_mean?" in err
    # no terminal: the list, and the toy
    code, out, err = run("adapter", "init", "--lang", "python", "--into", "toy")
    assert code == 0 and err.startswith(out[:0] + next(iter(lines))) and "laplace is taken" in err
    assert (tmp_path / "toy/adapter.py").read_bytes() == (
        TEMPLATES / "python/adapter.py"
    ).read_bytes()


def test_a_terminal_is_asked(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(objects.sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(objects.sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(objects.click, "prompt", lambda *_, **__: "staircase")
    assert run("adapter", "init", "--lang", "python", "--into", "mine")[0] == 0
    assert (
        "# staircase: what your adapter is asked for"
        in (tmp_path / "mine/staircase.md").read_text()
    )
