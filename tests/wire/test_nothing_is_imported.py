"""A module that is judged runs in a program of its own, and nowhere else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
import pytest

from dpmean.cli import main
from dpmean.exits import Exit
from dpmean.wire.record import source_of

ENDS = {
    "ends the process": "import os\nos._exit(0)\n",
    "raises": "raise KeyError('x')\n",
    "leaves a trace": "import pathlib, sys\npathlib.Path(sys.argv[0]).resolve()\nraise SystemExit(0)\n",
}


# each command that asks adapters, with what follows `-a ADAPTER`
COMMANDS = {
    "conform": ["--run", "laplace-variance-*"],
    "smoke": [],
    "audit": ["laplace", "epsilon=1", "--draws", "100"],
}
WAYS = {
    **{
        name: ["-m", "dpmean", name, "-a", "direct:pkg.mod", *rest]
        for name, rest in COMMANDS.items()
    },
    "conform --record": [
        *("-m", "dpmean", "conform", "-a", "direct:pkg.mod", *COMMANDS["conform"]),
        *("--record", "r"),
    ],
    "conform of two": [
        *("-m", "dpmean", "conform", "-a", "direct:pkg.mod", "-a", "direct:pkg.mod"),
        *(*COMMANDS["conform"], "--workers", "2", "--newest"),
    ],
    "pytest": [
        *("-m", "pytest", "-q", "-p", "no:cacheprovider", "--dpmean-adapter=direct:pkg.mod"),
        "--dpmean-run=laplace-variance-epsilon1",
    ],
}


def test_every_command_that_asks_adapters_is_tried_here() -> None:
    """Kills a new command with `-a` that nobody tried."""
    context = click.Context(main.cli)
    asking = {
        name
        for name in main.COMMANDS
        if any("-a" in p.opts for p in main.cli.get_command(context, name).params)
    }
    assert asking == set(COMMANDS)


@pytest.mark.parametrize("how", ENDS)
@pytest.mark.parametrize("place", ["__init__.py", "mod.py"])
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.share(6)
def test_a_package_is_not_imported_in_the_runner(
    way: str, how: str, place: str, tmp_path: Path
) -> None:
    """Kills `direct:PKG.MODULE --record`, in which the package ended the run with exit 0."""
    package = tmp_path / "pkg"
    package.mkdir()
    for name in ("__init__.py", "mod.py"):
        (package / name).write_text(ENDS[how] if name == place else "")
    done = subprocess.run(
        [sys.executable, *WAYS[way]],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    said = done.stdout + done.stderr
    if way == "pytest":
        assert done.returncode == pytest.ExitCode.TESTS_FAILED, said
    else:
        assert done.returncode == Exit.BROKE, said
        assert "\nerror [adapter_start]: direct:pkg.mod" in "\n" + done.stderr
    assert "direct:pkg.mod: " in said
    assert "Traceback" not in said


def test_the_file_of_a_module_is_found_without_running_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = tmp_path / "outer" / "inner"
    inner.mkdir(parents=True)
    for folder in (tmp_path / "outer", inner):
        (folder / "__init__.py").write_text("raise SystemExit(1)\n")
    (inner / "mod.py").write_text("raise SystemExit(1)\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert source_of("outer.inner.mod") == inner / "mod.py"
    assert source_of("outer.inner") == inner / "__init__.py"
    assert source_of("outer.other.mod") is None
    assert source_of("no_such_module") is None
    assert not any(name.startswith("outer") for name in sys.modules)
