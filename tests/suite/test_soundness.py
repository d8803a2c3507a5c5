"""A copied folder: `dpmean verify FOLDER` says what was done to it, `dpmean diff` compares what lies
in the files, and no damage is more than lines.
"""

from __future__ import annotations

import copy as copies
import hashlib
import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dpmean.cli.vectors import diff_command, verify_command
from dpmean.errors import IntegrityError
from dpmean.suite.files import load, root
from dpmean.suite.history import LEDGER, RELEASED
from dpmean.suite.soundness import contents, hash_of, problems
from dpmean.suite.vectors import SUITE

FILE, OTHER = "v1/laplace/exact.json", "v1/laplace/reject.json"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(root(), tmp_path / "vectors"))


@pytest.fixture
def small(folder: Path) -> Path:
    """A folder of two files, whose manifest lists no others, and its ledger no other ids."""
    manifest = json.loads((folder / "v1/MANIFEST.json").read_text())
    for path in (folder / "v1").rglob("*.json"):
        if path.relative_to(folder).as_posix() not in (FILE, OTHER, "v1/MANIFEST.json"):
            path.unlink()
    ids = {*contents(folder)}
    manifest["files"] = {name: manifest["files"][name] for name in (FILE, OTHER)}
    manifest["vectors"] = {i: h for i, h in manifest["vectors"].items() if i in ids}
    (folder / "v1/MANIFEST.json").write_text(json.dumps(manifest))
    lines = (folder / LEDGER).read_text().splitlines(keepends=True)
    (folder / LEDGER).write_text("".join(line for line in lines if line.split()[2] in ids))
    return folder


def asked(command: Any, *words: object) -> Result:
    return CliRunner().invoke(command, [*map(str, words)])


def rewritten(path: Path, change: Callable[[Any], None], manifest: bool = False) -> None:
    """Change the JSON of a file; and its hash in the manifest too, if that is wanted."""
    content = json.loads(path.read_text())
    change(content)
    path.write_text(json.dumps(content))
    if manifest:
        index = path.parents[1] / "MANIFEST.json"
        listed = json.loads(index.read_text())
        name = path.relative_to(path.parents[2]).as_posix()
        listed["files"][name]["sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
        index.write_text(json.dumps(listed))


# ---------------------------------------------------------------- verify


def test_a_copy_is_sound_and_hashes_are_those_of_vectors(folder: Path) -> None:
    done = asked(verify_command, folder)
    assert (done.exit_code, done.output) == (
        0,
        f"{len(load()):,} vectors of suite {SUITE} are sound\n",
    )
    found = json.loads(asked(verify_command, folder, "--json").output)
    assert found == {
        "folder": str(folder),
        "suite": SUITE,
        "vectors": len(load()),
        "problems": [],
    }
    items = contents(folder)
    assert {v.id: v.content_hash[:16] for v in load()} == {i: hash_of(v) for i, v in items.items()}


def expectation(content: Any) -> None:
    content["vectors"][0]["expect"] = content["vectors"][1]["expect"]


def everywhere(folder: Path) -> None:
    """Change an expectation, and the hashes of manifest and ledger with it."""
    rewritten(folder / FILE, expectation, manifest=True)
    first = json.loads((folder / FILE).read_text())["vectors"][0]["id"]
    item = contents(folder)[first]
    index = folder / "v1/MANIFEST.json"
    listed = json.loads(index.read_text())
    before = listed["vectors"][item["id"]]
    listed["vectors"][item["id"]] = hash_of(item)
    index.write_text(json.dumps(listed))
    text = (folder / LEDGER).read_text()
    (folder / LEDGER).write_text(
        text.replace(f"{item['id']} {before}", f"{item['id']} {hash_of(item)}")
    )


def cut(ledger_: str) -> str:
    """A ledger without its last line, and without the last one of the last released version."""
    lines = ledger_.splitlines(keepends=True)
    released = max(i for i, line in enumerate(lines) if line.split()[0] in RELEASED)
    return "".join(line for i, line in enumerate(lines) if i not in (released, len(lines) - 1))


DAMAGE: dict[str, tuple[Callable[[Path], object], list[str]]] = {
    "a file that is gone": (lambda f: (f / FILE).unlink(), [f"{FILE}: missing"]),
    "a file that is a folder": (
        lambda f: ((f / FILE).unlink(), (f / FILE).mkdir()),
        [f"{FILE}: missing"],
    ),
    "a changed expectation": (
        lambda f: rewritten(f / FILE, expectation),
        [f"{FILE}: not the file of the manifest", "content hash differs from the manifest"],
    ),
    "one that was changed in the manifest too": (
        lambda f: rewritten(f / FILE, expectation, manifest=True),
        ["content hash differs from the manifest"],
    ),
    "one that was changed everywhere": (everywhere, ["the lines of the released version"]),
    "a vector that is gone": (
        lambda f: rewritten(f / FILE, lambda c: c["vectors"].pop(0)),
        [f"{FILE}: not the file of the manifest", " vectors, not "],
    ),
    "an edition of white space": (
        lambda f: (f / FILE).write_bytes((f / FILE).read_bytes() + b" "),
        [f"{FILE}: not the file of the manifest"],
    ),
    "no JSON": (
        lambda f: (f / FILE).write_text("{"),
        [f"{FILE}: not the file of the manifest", f"{FILE}: not a file of vectors"],
    ),
    "half of a surrogate pair": (
        lambda f: rewritten(f / FILE, lambda c: c["vectors"][0].update(why="\ud800")),
        [f"{FILE}: not a file of vectors"],
    ),
    "a number": (
        lambda f: rewritten(f / FILE, lambda c: c["vectors"][0].update(why=3), manifest=True),
        [f"{FILE}: $.vectors[0].why"],
    ),
    "another kind": (
        lambda f: shutil.copy(f / OTHER, f / FILE),
        [f"{FILE}: has vectors of laplace, reject", "ids are not unique"],
    ),
    "a stray file": (
        lambda f: (f / "v1/laplace/mine.json").write_text("{}"),
        ["v1/laplace/mine.json: not in the manifest"],
    ),
    "a schema that is gone": (
        lambda f: (f / "schema/vectors.schema.json").unlink(),
        ["schema/vectors.schema.json: missing"],
    ),
    "a schema that allows anything": (
        lambda f: (f / "schema/vectors.schema.json").write_text("true"),
        [f"schema/vectors.schema.json: not that of suite {SUITE}"],
    ),
    "a ledger that is cut": (
        lambda f: (f / LEDGER).write_text(cut((f / LEDGER).read_text())),
        ["is not what the manifest has", "the lines of the released version"],
    ),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_verify_names_what_was_done(folder: Path, what: str) -> None:
    """Kills a check of the installation in place of the folder, and each look that is left out."""
    damage, told = DAMAGE[what]
    damage(folder)
    done = asked(verify_command, folder)
    assert done.exit_code == 5 and all(line in done.output for line in told), done.output
    assert "Traceback" not in done.output and len(done.output.splitlines()) < 60
    found = json.loads(asked(verify_command, folder, "--json").output)
    assert found["problems"] == done.output.splitlines()


@pytest.mark.parametrize("name", ["v1/MANIFEST.json", LEDGER])
@pytest.mark.parametrize("content", [None, b"", b"[]", b"{", b"\xff\xfe", b'{"suite": 3}'])
def test_without_a_manifest_or_a_ledger_it_is_one_line(
    folder: Path, name: str, content: bytes | None
) -> None:
    if (name, content) == (LEDGER, b""):
        content = b"x y z"
    (folder / name).unlink() if content is None else (folder / name).write_bytes(content)
    error = asked(verify_command, folder).exception
    assert isinstance(error, IntegrityError) and name in str(error) and "\n" not in str(error)


def test_a_path_out_of_the_folder_is_no_manifest(folder: Path) -> None:
    rewritten(
        folder / "v1/MANIFEST.json", lambda c: c["files"].update({"../x.json": c["files"][FILE]})
    )
    error = asked(verify_command, folder).exception
    assert isinstance(error, IntegrityError)
    assert "v1/MANIFEST.json: not a manifest" in str(error)


def test_another_suite_is_held_to_its_manifest_and_ledger(small: Path) -> None:
    """Kills flags and schemas of this suite that are asked of another one, and a copy of another
    suite that is taken as it is.
    """

    def suite(content: Any) -> None:
        content["suite"] = "9.0.0"

    rewritten(small / "v1/MANIFEST.json", suite)
    for name in (FILE, OTHER):
        rewritten(small / name, lambda c: (suite(c), c["vectors"][0].update(flags=["New"])), True)
    (small / "schema/vectors.schema.json").write_text('{"$ref": "http://127.0.0.1:9/x"}')
    of_this = ("the lines of the released version", "neither a released version")
    assert [p for p in problems(small) if not any(words in p for words in of_this)] == []
    rewritten(small / FILE, expectation)
    assert any("content hash differs" in p for p in problems(small))


# ---------------------------------------------------------------- diff


def test_diff_compares_what_lies_in_the_files(small: Path, tmp_path: Path) -> None:
    """Kills a comparison of manifests: an expectation that was changed by hand, and files that are
    gone, made no difference.
    """
    new = Path(shutil.copytree(small, tmp_path / "new"))
    assert asked(diff_command, small, new).exit_code == 0
    gone, fixed, judged, *_ = [v["id"] for v in json.loads((new / FILE).read_text())["vectors"]]

    def change(content: Any) -> None:
        _, second, third, *_ = content["vectors"]
        second["expect"] = third["expect"]
        second["params"]["epsilon"] = "7"
        third["accept"] = {"rule": "within", "ulps": "1000"}
        third["why"] = "another word"
        content["vectors"][0]["id"] = "zzz-new"

    rewritten(new / FILE, change)  # neither manifest knows of it
    done = asked(diff_command, small, new)
    assert done.exit_code == 1
    for line in (
        "added    zzz-new\n",
        f"retired  {gone}\n",
        f"fixed    {fixed} (params, expect)\n",
        f"judged   {judged} (accept)\n",
        f"suite {SUITE} -> {SUITE}: 1 added, 1 retired, 1 fixed, 1 judged\n",
    ):
        assert line in done.output
    (small / OTHER).unlink()
    lost = [v["id"] for v in json.loads((new / OTHER).read_text())["vectors"]]
    found = json.loads(asked(diff_command, small, new, "--json").output)
    assert found == {
        "old": SUITE,
        "new": SUITE,
        "added": sorted([*lost, "zzz-new"]),
        "retired": [gone],
        "fixed": [fixed],
        "judged": [judged],
        "parts": {fixed: ["params", "expect"], judged: ["accept"]},
        "missing": {"old": [OTHER], "new": []},
    }
    shown = asked(diff_command, small, new)
    assert f"missing  {OTHER} (of the manifest of OLD)\n" in shown.output
    (new / OTHER).unlink()  # both lack it: nothing differs but the manifests' words
    shutil.copy(small / FILE, new / FILE)
    assert asked(diff_command, small, new).exit_code == 1


def test_what_a_folder_says_drives_no_terminal(small: Path, tmp_path: Path) -> None:
    new = Path(shutil.copytree(small, tmp_path / "new"))
    rewritten(new / FILE, lambda c: c["vectors"][0].update(id="x\x1b]0;PWN\x07"))
    rewritten(new / "v1/MANIFEST.json", lambda c: c.update(suite="1\x1b]0;PWN\x07"))
    for done in (asked(diff_command, small, new), asked(verify_command, new)):
        said = f"{done.output}{done.exception}"
        assert "PWN" in said or "not a manifest" in said
        assert "\x1b" not in said


# ---------------------------------------------------------------- any damage

WRONG: tuple[Any, ...] = (
    *(None, True, 0, -1, 10**400, "", "x", "\ud800", "9" * 5000, "1.0", "\x1b[2J", "../../x"),
    *([], {}, [[]], ["x"], {"a": 1}, [{}], [None]),
)


def mutated(content: Any, rng: random.Random) -> Any:
    """The same JSON with one thing in it replaced, dropped or doubled."""
    content = copies.deepcopy(content)
    places: list[tuple[Any, Any]] = []

    def walk(inside: Any) -> None:
        for key in inside if isinstance(inside, dict) else range(len(inside)):
            places.append((inside, key))
            if isinstance(inside[key], dict | list):
                walk(inside[key])

    walk(content)
    inside, key = rng.choice(places)
    what = rng.random()
    if what < 0.7:
        inside[key] = rng.choice(WRONG)
    elif what < 0.85:
        del inside[key]
    elif isinstance(inside, dict):
        inside[f"{key}x"] = inside[key]
    else:
        inside.append(inside[key])
    return content


@pytest.mark.parametrize("name", ["v1/MANIFEST.json", FILE, OTHER, LEDGER])
def test_no_damage_is_more_than_lines(small: Path, tmp_path: Path, name: str) -> None:
    """Kills a type, a key or an encoding that is taken for granted: what came of it was a
    traceback.
    """
    rng = random.Random(name)
    whole = (small / name).read_bytes()
    other = Path(shutil.copytree(small, tmp_path / "other"))
    for turn in range(60):
        if turn % 2 and name != LEDGER:
            shallow = json.loads(whole)
            for part in ("vectors", "files"):  # the shape counts, and not how much there is
                if isinstance(shallow.get(part), dict):
                    shallow[part] = dict([*shallow[part].items()][:3])
                elif part in shallow:
                    shallow[part] = shallow[part][:3]
            body = json.dumps(mutated(shallow, rng)).encode()
        else:
            cut = rng.randrange(len(whole))
            body = whole[:cut] + bytes(rng.randrange(256) for _ in range(3)) + whole[cut + 3 :]
        (small / name).write_bytes(body)
        for done in (asked(verify_command, small), asked(diff_command, small, other)):
            error = done.exception
            assert error is None or isinstance(error, SystemExit | IntegrityError), (turn, error)
            assert not isinstance(error, IntegrityError) or "\n" not in str(error)
            assert done.exit_code in (0, 1, 5)
        assert asked(verify_command, small).exit_code in (1, 5), turn
