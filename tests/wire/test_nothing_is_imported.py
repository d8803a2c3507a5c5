"""A module that is judged runs in a program of its own, and nowhere else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from dpmean.exits import Exit
from dpmean.wire.record import source_of

ENDS = {
    "ends the process": "import os\nos._exit(0)\n",
    "raises": "raise KeyError('x')\n",
    "leaves a trace": "import pathlib, sys\npathlib.Path(sys.argv[0]).resolve()\nraise SystemExit(0)\n",
}


@pytest.mark.parametrize("how", ENDS)
@pytest.mark.parametrize("place", ["__init__.py", "mod.py"])
def test_a_package_is_not_imported_in_the_runner(how: str, place: str, tmp_path: Path) -> None:
    """Kills `direct:PKG.MODULE --record`, in which the package ended the run with exit 0."""
    package = tmp_path / "pkg"
    package.mkdir()
    for name in ("__init__.py", "mod.py"):
        (package / name).write_text(ENDS[how] if name == place else "")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "dpmean", "conform", "-a", "direct:pkg.mod"),
            *("--run", "laplace-variance-*", "--record", str(tmp_path / "r")),
        ],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == Exit.BROKE, done.stdout + done.stderr
    assert done.stderr.startswith("error [adapter_start]: direct:pkg.mod")


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
