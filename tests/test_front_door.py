"""`import dpmean`: what is there, under which names, with types, and quickly."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import dpmean
from dpmean.catalogue.laws import LAWS
from dpmean.catalogue.mechanisms import MECHANISMS

PACKAGE = Path(dpmean.__file__).parent


def test_dir_shows_what_there_is_and_nothing_else() -> None:
    assert dir(dpmean) == sorted(dpmean.__all__)
    for name in dpmean.__all__:
        assert getattr(dpmean, name) is not None and (
            name.startswith("__")
            or name in (dpmean.__doc__ or "")
            or name in ("CATALOGUE", "DpmeanError", "InvalidInput", "Value")
        ), name
    with pytest.raises(AttributeError):
        dpmean.nothing  # type: ignore[attr-defined]


def test_every_law_and_mechanism_can_be_imported_by_its_name() -> None:
    """Kills one that was added to the catalogue and not to the door, and a name without a type."""
    for door, found in ((dpmean.laws, LAWS), (dpmean.mechanisms, MECHANISMS)):
        classes = {getattr(door, name) for name in door.__all__}
        # a law there is the law of the catalogue behind a door
        inside = {c.__mro__[door is dpmean.laws] for c in classes}
        assert inside == set(found.values()) and len(classes) == len(door.__all__)
        assert dir(door) == sorted(door.__all__)
        text = Path(door.__file__).read_text()
        assert set(re.findall(r"^    from \.\S+ import (\w+) as \1$", text, re.MULTILINE)) == set(
            door.__all__
        )
        with pytest.raises(AttributeError):
            door.Nothing
    assert (PACKAGE / "py.typed").is_file()


def test_laws_and_mechanisms_are_made_from_exact_parameters() -> None:
    assert dpmean.laws.Laplace.given(epsilon="1/2").variance() == 8
    made = dpmean.mechanisms.SizedMean.given(epsilon=1, lower=0, upper=10, n=4, noise="laplace")
    assert made == dpmean.mechanism(
        "sized_mean", {"epsilon": "1"}, lower=0, upper=10, n=4, noise="laplace"
    )
    for wrong in ({"epsilon": 0.5}, {"epsilon": 1, "gamma": 1}, {}):
        with pytest.raises(dpmean.InvalidInput):
            dpmean.laws.Laplace.given(**wrong)


def test_a_release_shows_what_it_is() -> None:
    made = dpmean.mechanisms.SizedMean.given(epsilon=1, lower=0, upper=10, n=4, noise="laplace")
    found = dpmean.release(made, [1, 2, 3, 4])
    labels = [line.split()[0] for line in repr(found).splitlines()]
    assert labels == ["estimate", "guarantee", "grid", *["policy"] * len(found.policies), "note"]
    # once: what a second release costs, and what this library is not
    assert repr(found).count("adds up") == repr(found).count("not a production library") == 1
    assert str(found.guarantee) in repr(found) and str(found.guarantee) in found._repr_html_()
    assert all(policy in repr(found) for policy in found.policies)


def test_an_import_is_quick() -> None:
    """0.05 s of processor time are the aim; a twentieth of a second more is left to a busy
    machine.
    """
    code = "import time; t = time.process_time(); import dpmean; print(time.process_time() - t)"
    spent = min(
        float(
            subprocess.run(
                [sys.executable, "-c", code], capture_output=True, text=True, check=True
            ).stdout
        )
        for _ in range(3)
    )
    assert spent < 0.1, spent


def test_a_value_of_a_law_loads_that_law_alone() -> None:
    """Kills an import of all mechanisms, which takes longer than the value."""
    code = (
        "import sys, dpmean; dpmean.value('hourglass.variance', epsilon=1, gamma='optimal'); "
        "print([m for m in sys.modules if m.startswith(('dpmean.mechanisms', "
        "'dpmean.distributions.student'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


ELSEWHERE = """
import importlib.machinery, os, sys, random, threading, logging  # which ask for what is taken away
del os.register_at_fork
"""


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["-c", "import dpmean"], 1),
        (["-c", "import dpmean.laws"], 1),
        (["-c", "import sys; sys.argv = ['C:/Scripts/dpmean']; import dpmean.cli.main"], 2),
        (["-m", "dpmean", "--version"], 2),
    ],
)
def test_where_processes_fork_unseen_one_sentence_says_that_it_does_not_run(
    tmp_path: Path, words: list[str], code: int
) -> None:
    """Kills an import that succeeds on Windows, where every use then ends in an AttributeError, and
    a command that ends in a traceback.
    """
    (tmp_path / "sitecustomize.py").write_text(ELSEWHERE)
    path = os.pathsep.join([str(tmp_path), str(PACKAGE.parent)])
    done = subprocess.run(
        [sys.executable, *words],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    sentence = f"dpmean does not run on this platform ({sys.platform}) yet; use Linux or macOS"
    last = done.stderr.splitlines()[-1]
    assert done.returncode == code and sentence in last and not done.stdout
    assert last.startswith("ImportError: " if code == 1 else "error [usage]: ")
    assert code == 1 or done.stderr.count("\n") == 1
