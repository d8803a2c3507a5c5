"""What is installed: every file by its hash, every version listed once, every action by its commit."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.lab.releases import locked

ROOT = locked.ROOT
OURS = sorted((ROOT / "reference" / "locked").glob("*.txt"))
THEIRS = sorted(locked.LIBRARIES.glob("*/locked.txt"))
HASHED = re.compile(r"([^ \n]+==[^\\\n]+?)((?: \\\n {4}--hash=sha256:[0-9a-f]{64})+)\n")
ACTION = re.compile(r"^[ #-]*uses: *(.*)$", re.MULTILINE)
COMMIT = re.compile(r"[\w.-]+(/[\w.-]+)+@[0-9a-f]{40} # v\d+(\.\d+)*")
COMMENT = re.compile(r"^ *#.*\n", re.MULTILINE)


def entries(text: str) -> list[Requirement]:
    """What a list installs; AssertionError if anything but pinned names with hashes stands there."""
    text = COMMENT.sub("", text)
    assert HASHED.sub("", text) == ""
    found = [Requirement(match[1]) for match in HASHED.finditer(text)]
    assert found and all(re.fullmatch(r"==[\w.+!-]+", str(r.specifier)) for r in found)
    return found


def pins(path: Path) -> dict[str, str]:
    """The version of each name in a list without hashes; a name may stand there once."""
    found = [Requirement(line) for line in COMMENT.sub("", path.read_text()).splitlines()]
    named = {canonicalize_name(r.name): str(r.specifier) for r in found}
    assert len(named) == len(found)
    return named


def needed(name: str) -> list[Requirement]:
    """What pyproject.toml asks for where a list is installed."""
    project, groups = locked.PROJECT["project"], locked.PROJECT["dependency-groups"]
    words = locked.LISTS[name]
    extras = [b for a, b in zip(words, words[1:], strict=False) if a == "--extra"]
    found = list(project["dependencies"]) if "pyproject.toml" in words else []
    while extras:
        for text in project["optional-dependencies"][extras.pop()]:
            of = Requirement(text)
            if of.name == project["name"]:
                extras += of.extras
            else:
                found.append(text)
    for a, b in zip(words, words[1:], strict=False):
        found += groups[b] if a == "--group" else []
    return [Requirement(text) for text in found]


def test_a_list_without_a_hash_or_with_another_index_is_seen() -> None:
    """Kills a reading of lists that passes over what it does not know."""
    one = "a==1 \\\n    --hash=sha256:" + "0" * 64 + "\n"
    assert [r.name for r in entries("# said\n" + one + "    # via b\n")] == ["a"]
    for more in ("b==1\n", "--index-url x\n", "b @ file:///c\n", one.replace("==", ">=")):
        with pytest.raises(AssertionError):
            entries(one + more)


@pytest.mark.parametrize("path", [*OURS, *THEIRS], ids=lambda p: f"{p.parent.name}/{p.name}")
def test_everything_that_is_installed_is_pinned_with_hashes(path: Path) -> None:
    """Kills a line without a hash, a range, an address, and a word about an index."""
    entries(path.read_text())
    assert "://" not in path.read_text()


def test_a_version_is_that_of_the_constraints_in_every_list() -> None:
    """Kills a version that is changed in one file by hand, a forgotten list, and a constraint that
    nothing needs.
    """
    assert {p.stem for p in OURS} == {*locked.LISTS}
    of_us = pins(ROOT / "constraints.txt")
    seen: set[str] = set()
    for path in OURS:
        named = {canonicalize_name(r.name): str(r.specifier) for r in entries(path.read_text())}
        if path.stem == "flint":
            assert named.keys() == {"python-flint"}
            assert named["python-flint"] != of_us["python-flint"]
        else:
            assert named.items() <= of_us.items(), path.name
            seen |= named.keys()
    assert seen == of_us.keys()


@pytest.mark.parametrize("name", sorted(locked.LISTS))
def test_a_list_has_what_pyproject_asks_for(name: str) -> None:
    """Kills a dependency that is declared and not locked, and a lock that its range excludes."""
    have = {
        canonicalize_name(r.name): str(r.specifier).removeprefix("==")
        for r in entries((ROOT / f"reference/locked/{name}.txt").read_text())
    }
    asked = needed(name)
    assert asked
    for requirement in asked:
        assert requirement.specifier.contains(have[canonicalize_name(requirement.name)])


def test_what_builds_us_is_in_the_list_that_is_installed_before() -> None:
    """Kills a build with a back end that nobody pinned."""
    have = {r.name for r in entries((ROOT / "reference/locked/build.txt").read_text())}
    assert {Requirement(r).name for r in locked.PROJECT["build-system"]["requires"]} <= have


def test_python_libraries_are_built_of_their_pins_with_hashes() -> None:
    """Kills a list beside a library that was not made anew, and a library that is built without."""
    with_pins = sorted(locked.LIBRARIES.glob("*/requirements.txt"))
    assert [p.parent for p in with_pins] == [p.parent for p in THEIRS] != []
    for own, made in zip(with_pins, THEIRS, strict=True):
        assert pins(own) == {
            canonicalize_name(r.name): str(r.specifier) for r in entries(made.read_text())
        }
    for manifest in locked.LIBRARIES.glob("*/adapter.toml"):
        if '"pip"' in manifest.read_text():
            assert '"-r", "locked.txt"]' in manifest.read_text(), manifest


def test_nothing_is_installed_here_but_by_hash() -> None:
    """Kills a `pip install` by version alone in what CI, make and the Action run."""
    files = [ROOT / "Makefile", ROOT / ".ci/run", *(ROOT / ".github").rglob("*.yml")]
    calls = [
        line.strip()
        for path in files
        for line in path.read_text().splitlines()
        if re.search(r"\binstall --quiet\b|\bpip install\b", line)
    ]
    assert len(calls) >= 5
    for call in calls:
        assert "--no-deps" in call, call
        ours = "--no-build-isolation" in call or "dpmean==$VERSION" in call
        assert ours or "--require-hashes -r" in call, call


def test_actions_are_named_by_commit() -> None:
    """Kills an action by a tag, which whoever owns it can move; ours, in the example, has a word for
    the commit.
    """
    files = [*(ROOT / ".github").rglob("*.yml")]
    used = [name for path in files for name in ACTION.findall(path.read_text())]
    ours = [name for name in used if name.startswith("OWNER/dpmean/")]
    assert len(ours) == 1 and "@COMMIT " in ours[0]
    assert len(used) >= 7
    for name in used:
        assert name in ours or COMMIT.fullmatch(name), name
    steps: list[dict[str, Any]] = [
        step
        for path in files
        for document in [yaml.safe_load(path.read_text())]
        for job in [*document.get("jobs", {}).values(), document.get("runs", {})]
        for step in job.get("steps", [])
    ]
    assert len([s for s in steps if "uses" in s]) == len(used) - 2  # two in the comment
