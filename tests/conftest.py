"""The fixture of the commands, which rows of long tests are asked, and the Hypothesis profiles:
`ci` is reproducible, `thorough` searches anew each time; HYPOTHESIS_PROFILE chooses. NumPy
multiplies matrices by one thread, here and in the processes that tests start; and an interrupt is
one, also where the tests run in the background.

A test that is marked `share(n)` runs one in n of its rows, and the others have the marker `slow`.
The digest of its name says where a row stands, so that a part has rows of all kinds; DPMEAN_PART
(0, 1, ...) chooses another part, and `all` has every row, as for `make mutation`.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from hashlib import sha256

# before NumPy is loaded: the threads of two processes on two cores wait for one another, five times
# as long and more
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import Phase, settings

from dpmean.cli import main

# a shell starts what it puts into the background with SIGINT ignored, and children inherit that
signal.signal(signal.SIGINT, signal.default_int_handler)

# a fifth of the time of all
LONGEST = (
    "tests/proofs/test_proofs.py",
    "tests/wire/test_hostile_adapters.py",
    "tests/wire/test_hostile_rows.py",
    "tests/judging/test_runner.py",
    "tests/suite/test_vectors.py",
    "tests/test_wheel.py",
    "tests/judging/draws/test_statistics.py",
    "tests/lab/test_mutants.py",
)
Run = Callable[..., tuple[int, str, str]]

# no explain phase: it traces every line, and a failure would take minutes to appear
settings.register_profile(
    "ci",
    derandomize=True,
    deadline=None,
    max_examples=60,
    phases=[Phase.explicit, Phase.generate, Phase.shrink],
)
settings.register_profile(
    "thorough",
    deadline=None,
    max_examples=600,
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.hookimpl(tryfirst=True)  # before pytest leaves out what is slow
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files come first, so that no process is left with one of them when the other has
    nothing to do.
    """
    part = os.environ.get("DPMEAN_PART", "0")
    tests: dict[str, list[tuple[bytes, pytest.Item, int]]] = {}
    for item in items:
        if part != "all" and (share := item.get_closest_marker("share")):
            tests.setdefault(item.nodeid.partition("[")[0], []).append(
                (sha256(item.name.encode()).digest(), item, share.args[0])
            )
    for rows in tests.values():
        for place, (_, item, of) in enumerate(sorted(rows, key=lambda row: row[0])):
            if place % of != int(part) % min(of, len(rows)):
                item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))


gc.disable()  # nothing of what is collected goes away; while tests run, it is looked at seldom


def pytest_collection_finish() -> None:
    """Not frozen: what plants changes in the package finds its functions among the collector's
    objects.
    """
    gc.set_threshold(20_000, 50, 100)
    gc.enable()


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
