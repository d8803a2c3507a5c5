"""The page that goes from a colleague's function to a private mean: its code is run as it stands,
and an audit finds the causes that it prints, and none once they are mended.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from dpmean.auditing import Report
from dpmean.auditing.cause import Cause

PAGE = Path(__file__).parents[2] / "reference" / "docs" / "A-PRIVATE-MEAN.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
NAMED = re.findall(r"^cause [0-9]+: (.*)$", TEXT, re.MULTILINE)
FIXES = re.findall(r"^  to mend it: (.*)$", TEXT, re.MULTILINE)


def test_the_page_prints_words_of_the_program() -> None:
    words = {cause.word: cause.fix for cause in Cause}
    assert len(BLOCKS) == 3
    assert [words[name] for name in NAMED] == FIXES


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of NumPy's divisions by zero
def test_each_step_is_led_by_the_report(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Kills an audit that hides the cause that matters, one that orders causes anew, and one that
    refutes what is mended.
    """
    page: Any = ModuleType("a_private_mean")
    monkeypatch.setitem(sys.modules, page.__name__, page)
    seen: list[Report] = []
    for block in BLOCKS[:2]:
        exec(compile(block, str(PAGE), "exec"), vars(page))  # noqa: S102
        assert isinstance(page.report, Report)
        seen.append(page.report)
    assert seen[0].refuted
    assert [cause.cause.word for cause in seen[0].causes if not cause.hypothesis] == NAMED
    assert not seen[1].refuted
    assert not seen[1].causes
    exec(compile(BLOCKS[2], str(PAGE), "exec"), vars(page))  # noqa: S102
    assert "pure DP, epsilon = 1" in capsys.readouterr().out
