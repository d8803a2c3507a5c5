"""Prose that names a file or a module names one that there is: pages, and the docstrings and
comments of all code.
"""

from __future__ import annotations

import ast
import re
import subprocess
from fnmatch import fnmatch
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CODE = [
    p
    for folder in ("reference", "proofs", "tests")
    for p in sorted((ROOT / folder).rglob("*.py"))
    if "recorded" not in p.parts and not {"templates", "repros"} & set(p.parts)
]
PAGES = [
    p
    for p in (
        *ROOT.glob("*.md"),
        *(ROOT / "proofs").glob("*.md"),
        *(ROOT / "tests").rglob("*.md"),
        *(ROOT / "reference" / "docs").glob("*.md"),
        *(ROOT / "reference").rglob("README.md"),
        *(ROOT / "vectors").glob("*.md"),
    )
    if p.name != "CHANGELOG.md"
]
NAMED = re.compile(r"`((?:[\w.*-]+/)*[\w*-]+\.(?:py|toml|md))(?:`|::)")
MODULE = re.compile(r"\bdpmean(?:\.[a-z_0-9]+)+\b(?!\()")
# files of a reader, of an adapter or of a run, which are not in this tree
OTHERS = {
    "my_adapter.py",
    "mine.py",
    "adapter.py",
    "known.toml",
    "adapter.toml",
    "answer.py",
    "generate.py",
    "my_mechanism.py",
    "conftest.py",
    "Cargo.toml",
    "findings.toml",
    "plan.toml",
    "other.py",
    "shared.toml",
    "stat.toml",
    "stat_bounded.toml",
    "observed.toml",
    "edges.py",
    "edges.toml",
}


@cache
def tree() -> set[str]:
    """Every file below the root, as it would be committed."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode:
        pytest.skip("not a git checkout: the list of the project's files is not known")
    return set(listed.stdout.split("\n"))


def prose(path: Path) -> str:
    """A page, or the docstrings and comments of a file of code."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return text
    docs = [
        ast.get_docstring(n) or ""
        for n in ast.walk(ast.parse(text))
        if isinstance(n, ast.Module | ast.ClassDef | ast.FunctionDef)
    ]
    return "\n".join([*docs, *re.findall(r"#\s.*", text)])


def stands(name: str, page: Path, files: set[str]) -> bool:
    """Whether a name is that of a file: from the root, from the page's folder or one above it, or
    from a room.
    """
    bases = [
        page.parent,
        *page.parent.parents[: len(page.relative_to(ROOT).parts) - 1],
        ROOT / "reference",
        ROOT / "reference" / "dpmean",
        ROOT / "proofs",
        ROOT / "vectors",
    ]
    wanted = [(base / name).relative_to(ROOT).as_posix() for base in bases]
    return (
        any(fnmatch(f, w) for w in wanted for f in files)
        if "*" in name
        else any(w in files for w in wanted)
    )


@pytest.mark.parametrize("path", [*PAGES, *CODE], ids=lambda p: p.relative_to(ROOT).as_posix())
def test_every_file_and_module_that_prose_names_is_there(path: Path) -> None:
    files, text = tree(), prose(path)
    missing = {n for n in NAMED.findall(text) if n not in OTHERS and not stands(n, path, files)}
    for name in set(MODULE.findall(text)):
        parent, _, last = name.rpartition(".")
        try:
            known = find_spec(name) is not None or (find_spec(parent) is not None and last)
        except ModuleNotFoundError:
            known = False
        if not known:
            missing.add(name)
    assert not missing, missing
