"""How a bundled adapter is found, built once, rebuilt when it changes, and said to be absent or
broken: with a library made here.
"""

from __future__ import annotations

import json
import sys
import time
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from dpmean.errors import AdapterError
from dpmean.libraries import bundled as libraries
from dpmean.libraries.bundled import connector, environments, known_findings, prepared, words
from dpmean.wire.protocol import parse_hello

MANIFEST = """
library = "A Library"
version = "1.0"
language = "python"
needs = [{needs}]
build = [["{{python}}", "-c", "{build}"]]
run = ["{{python}}", "{{here}}/adapter.py"]
repro = ["{{python}}", "{{script}}"]
"""
HELLO = {"ok": True, "protocol": 1, "adapter": {"name": "a", "version": "1"}, "supports": {}}
ADAPTER = (
    f"import sys\nfor line in sys.stdin:\n    print({json.dumps(json.dumps(HELLO))}, flush=True)\n"
)
COUNT = "open('built', 'a').write('x')"


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """`made(needs=..., build=...)` is the folder of the only bundled adapter, called mine."""
    monkeypatch.setattr(libraries, "ADAPTERS", tmp_path / "adapters")
    monkeypatch.setenv("DPMEAN_ENVIRONMENTS", str(tmp_path / "environments"))

    def make(needs: str = "", build: str = COUNT) -> Path:
        folder = tmp_path / "adapters" / "mine"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "adapter.toml").write_text(MANIFEST.format(needs=needs, build=build))
        (folder / "adapter.py").write_text(ADAPTER)
        return folder

    return make


def built() -> tuple[Path, list[str]]:
    """The built folder, and what was said meanwhile."""
    said: list[str] = []
    return prepared(libraries.bundled()["mine"], said.append), said


def test_a_library_is_built_once_and_again_when_it_changes(made: Any) -> None:
    """Kills a build at each run, a cache that is stale, and one that is not told from another's."""
    folder = made()
    here, said = built()
    assert here.parent == environments()
    assert [s.startswith("building A Library in ") for s in said] == [True]
    (folder / "known.toml").write_text("")  # a list of findings changes nothing that is built
    assert (built(), (here / "built").read_text()) == ((here, []), "x")
    (folder / "adapter.py").write_text(ADAPTER + "# changed\n")
    again, said = built()
    assert again != here
    assert (
        len(said),
        (again / "adapter.py").read_text().endswith("# changed\n"),
        (again / "known.toml").exists(),
    ) == (1, True, False)


def test_what_adapters_share_stands_beside_each_when_it_is_built(made: Any) -> None:
    """Kills a build without the shared file, and an old one that is kept when the file changes."""
    folder = made()
    manifest = (folder / "adapter.toml").read_text()
    (folder / "adapter.toml").write_text('shared = ["src/protocol.py"]\n' + manifest)
    (folder.parent / "shared").mkdir()
    seen = []
    for text in ("first = 1\n", "second = 2\n"):
        (folder.parent / "shared" / "protocol.py").write_text(text)
        here, _ = built()
        seen.append(here)
        assert (here / "src" / "protocol.py").read_text() == text
    assert seen[0] != seen[1]


def test_every_shared_file_is_there_and_beside_no_adapter_of_this_tree() -> None:
    """Kills a manifest that names what is not shared, and a copy that a fix would not reach."""
    names = set()
    for library in libraries.bundled().values():
        for place in library.shared:
            assert not (library.folder / place).exists()
            names.add(Path(place).name)
    assert names == {
        p.name for p in (libraries.ADAPTERS / libraries.SHARED).iterdir() if p.is_file()
    }


def test_what_is_built_in_advance_is_built_once(made: Any) -> None:
    """Kills a second build of what is being built, and one that nobody waits for."""
    made(build=f"import time; time.sleep(1); {COUNT}")
    libraries.prepare(["dpmean", "mine", "no library"])
    while not [*environments().glob("mine-*/build.log")]:
        time.sleep(0.01)
    here, said = built()
    assert (here / "built").read_text() == "x"
    assert said == ["A Library is being built"]


def test_two_processes_build_one_folder_once(made: Any) -> None:
    """Kills a lock that another process does not see: the second removed what the first built."""
    made(build=f"import time; time.sleep(1); {COUNT}")
    processes = [get_context("fork").Process(target=built) for _ in range(3)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(30)
    assert [p.exitcode for p in processes] == [0, 0, 0]
    here, said = built()
    assert ((here / "built").read_text(), said) == ("x", [])


def test_the_newest_versions_are_built_beside_the_pinned_ones(made: Any) -> None:
    """Kills a build that keeps a pin, one that is taken for the pinned one, and one that changes
    what is pinned.
    """
    (made() / "requirements.txt").write_text("# what it needs\na-library==1.2.3\nanother==4\n")
    (made() / "locked.txt").write_text("a-library==1.2.3 \\\n    --hash=sha256:12\n")
    said: list[str] = []
    newest, pinned = (
        prepared(libraries.bundled()["mine"], said.append, which) for which in (True, False)
    )
    for name in (
        "requirements.txt",
        "locked.txt",
    ):  # what is installed from, and what it is made of
        assert (newest / name).read_text() == "# what it needs\na-library\nanother\n"
    assert (
        pinned / "requirements.txt"
    ).read_text() == "# what it needs\na-library==1.2.3\nanother==4\n"
    assert prepared(libraries.bundled()["mine"], said.append, newest=True) == newest  # of today
    assert len(said) == 2


def test_a_build_that_was_interrupted_starts_anew(made: Any) -> None:
    made()
    here, _ = built()
    (here / ".ready").unlink()
    assert built()[0] == here
    assert (here / "built").read_text() == "x"


def test_a_bundled_name_is_started_in_its_built_folder(made: Any) -> None:
    made()
    said: list[str] = []
    connection = connector("mine", said.append)()
    try:
        assert parse_hello(connection.ask({"op": "hello"}, 20)).name == "a"
    finally:
        connection.close()
    assert len(said) == 1


def test_a_toolchain_that_is_absent_is_not_judged_and_named(made: Any, tmp_path: Path) -> None:
    made(needs='"sh", "no-such-compiler"')
    with pytest.raises(
        AdapterError,
        match="'no-such-compiler' is not on this machine; install it to judge A Library",
    ):
        built()
    assert not (tmp_path / "environments").exists()


@pytest.mark.parametrize(
    ("build", "told"),
    [
        ("import sys; print('no network'); sys.exit(1)", "no network$"),
        ("import sys; sys.exit(1)", "no message$"),
    ],
)
def test_a_build_that_fails_shows_its_last_words(build: str, told: str, made: Any) -> None:
    made(build=build)
    with pytest.raises(
        AdapterError, match=r"could not build A Library \(log: .*build.log\): " + told
    ):
        built()
    with pytest.raises(AdapterError, match=told):  # and is not taken for built the next time
        built()


def test_a_build_command_that_does_not_start_or_end_is_said(
    made: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = made(build="import time; time.sleep(30)")
    monkeypatch.setattr(libraries, "BUILD_SECONDS", 0.3)
    with pytest.raises(AdapterError, match="could not build A Library: .*timed out after 0"):
        built()
    text = (folder / "adapter.toml").read_text()
    (folder / "adapter.toml").write_text(
        text.replace('build = [["{python}"', 'build = [["/no/such/tool"')
    )
    with pytest.raises(AdapterError, match="could not build A Library: .*No such file"):
        built()


def test_findings_are_looked_for_beside_the_adapter(made: Any) -> None:
    folder = made()
    assert (known_findings("mine"), known_findings("python my_adapter.py")) == (None, None)
    (folder / "known.toml").write_text("")
    assert known_findings("mine") == folder / "known.toml"


def test_placeholders_are_filled_and_programs_of_the_folder_get_their_path(tmp_path: Path) -> None:
    assert words(("{python}", "-m", "{here}/x", "{script}"), tmp_path, "repros/a.py") == [
        sys.executable,
        "-m",
        f"{tmp_path}/x",
        "repros/a.py",
    ]
    assert words(("bin/tool", "{stem}"), tmp_path, "repros/a.py") == [
        str(tmp_path / "bin" / "tool"),
        "a",
    ]
    assert words(("go", "build", "./x"), tmp_path) == ["go", "build", "./x"]


def test_environments_are_where_they_are_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DPMEAN_ENVIRONMENTS", "somewhere")
    monkeypatch.chdir(tmp_path)
    assert environments() == tmp_path / "somewhere"
    monkeypatch.delenv("DPMEAN_ENVIRONMENTS")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert environments() == tmp_path / "cache" / "dpmean" / "environments"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert environments() == tmp_path / ".cache" / "dpmean" / "environments"


@pytest.mark.parametrize(("nothing", "code"), [("dpmean-fast", 0), ("dpmean", 4)])
def test_of_our_own_the_reference_must_have_what_was_chosen(
    nothing: str, code: int, run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills an excuse that goes by the place in the list: here `dpmean` is last."""
    modules = {
        name: "dpmean.wire.bulk" if name == nothing else "dpmean.wire.own"
        for name in ("dpmean-fast", "dpmean")
    }
    monkeypatch.setattr(libraries, "OWN", modules)  # the bulk samplers answer nothing exact
    monkeypatch.setattr(libraries, "OWN_WORKERS", {})
    monkeypatch.setattr(libraries, "bundled", dict)
    assert run("conform", "--bundled", "quick", "--run", "laplace-variance-epsilon1")[0] == code
