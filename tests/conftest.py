"""The fixture of the commands, and the Hypothesis profiles: `ci` is reproducible, `thorough` searches anew each time;
HYPOTHESIS_PROFILE chooses. NumPy multiplies matrices by one thread, here and in the processes that tests start.
"""

from __future__ import annotations

import os
import sys

# before NumPy is loaded: the threads of two processes on two cores wait for one another, five times as long and more
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import Phase, settings

from dpmean.cli import main

LONGEST = ("tests/suite/test_vectors.py", "tests/proofs/test_proofs.py", "tests/conformance/test_mutants.py",
    "tests/test_wheel.py", "tests/conformance/test_statistics.py")  # files that take half a minute and more
Run = Callable[..., tuple[int, str, str]]

# no explain phase: it traces every line, and a failure would take minutes to appear
settings.register_profile("ci", derandomize=True, deadline=None, max_examples=60,
    phases=[Phase.explicit, Phase.generate, Phase.shrink])
settings.register_profile("thorough", deadline=None, max_examples=600,
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files come first, so that no process is left with one of them when the other has nothing to do."""
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("value", ...)` is (exit code, standard output, standard error)."""
    monkeypatch.setattr(main.signal, "signal", lambda *_: None)  # this process keeps its own

    def command(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["dpmean", *words])
        code: Any = 0
        try:
            main.main()
        except SystemExit as end:
            code = end.code
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return command
