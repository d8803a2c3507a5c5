"""Records, stores and caches after a fault: what was whole counts, what is torn is told or found again;
JSON that means different things to different readers is none; bombs are refused in bounded memory.
"""

from __future__ import annotations

import errno
import gzip
import json
import os
import subprocess
import sys
import zipfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from dpmean import strict_json
from dpmean.auditing import store
from dpmean.errors import IntegrityError, InvalidInput
from dpmean.exits import Exit
from dpmean.suite.files import manifest_of
from dpmean.suite.schemas import breaches
from dpmean.wire import record
from proofs.mutate import run as planted
from proofs.mutate.run import Outcome
from tests.helpers.command import dpmean

ONE = ("--run", "laplace-variance-epsilon1", "--run", "laplace-reject-epsilon0*")


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("record") / "r"
    assert dpmean("conform", "-a", "dpmean", *ONE, "--record", str(path)).returncode == 0
    return path.read_bytes()


def test_whole_runs_of_a_torn_record_are_judged_and_the_rest_is_told(
    recorded: bytes, tmp_path: Path
) -> None:
    """Kills a run that is lost with the one after it, which was killed; and one that is called whole."""
    path, report = tmp_path / "r", tmp_path / "r.json"
    path.write_bytes(recorded + recorded[: len(recorded) // 2])
    done = dpmean("judge", str(path), *ONE, f"--json={report}")
    assert done.returncode == Exit.USAGE and "RESULT: " in done.stdout
    assert "its run was cut short" in done.stderr and "record the run anew" in done.stderr
    assert len(json.loads(report.read_text())["runs"]) == 1
    path.write_bytes(recorded[: len(recorded) // 2])
    done = dpmean("judge", str(path), *ONE)
    assert (done.returncode, done.stdout) == (Exit.USAGE, "")


ENDS: dict[str, dict[str, Any]] = {
    "no sizes": {"tiers": {}},
    "smaller sizes": {"tiers": {"laplace-stat-epsilon1-0": 4}},
    "huge sizes": {"tiers": {"laplace-stat-epsilon1-0": 1 << 39}},
    "another probability": {"alpha": "1/1000"},
    "no probability": {"alpha": "1/" + "9" * 4000},
    "another end": {"how": "interrupted"},
}


@pytest.mark.parametrize("name", ENDS)
@pytest.mark.parametrize("rehashed", [False, True])
def test_the_end_of_a_record_is_held_to_a_hash(
    name: str, rehashed: bool, recorded: bytes, tmp_path: Path
) -> None:
    """Kills a last line that can say anything: that less was asked, or what no verdict follows from.
    Who writes the hash anew is no damage, and no traceback either.
    """
    *lines, last, _ = gzip.decompress(recorded).decode().split("\n")
    end = json.loads(last)["end"] | ENDS[name]
    if rehashed:
        end["whole"] = record._whole(end)
    path = tmp_path / "r"
    path.write_bytes(gzip.compress("\n".join([*lines, json.dumps({"end": end}), ""]).encode()))
    done = dpmean("judge", str(path), *ONE)
    refused = not rehashed or name in ("huge sizes", "no probability")
    assert (done.returncode == Exit.USAGE) is refused
    assert "Traceback" not in done.stderr
    assert done.returncode != Exit.MISTAKE


@pytest.mark.parametrize("alpha", ["1/" + "9" * 400, "1/" + "9" * 3990, "1e-400"])
def test_a_probability_that_no_double_holds_is_one_line(alpha: str) -> None:
    words = ("conform", "--from-csv", "example", "--law", "laplace", "epsilon=1")
    done = dpmean(*words, "--alpha-total", alpha)
    assert done.returncode == Exit.USAGE
    assert done.stderr.count("\n") <= 4 and "Traceback" not in done.stderr


def test_a_device_or_a_pipe_is_no_report_and_no_file_of_vectors(tmp_path: Path) -> None:
    """Kills a reader that waits for ever, or until the memory is full."""
    os.mkfifo(tmp_path / "pipe")
    for name in ("/dev/zero", str(tmp_path / "pipe")):
        done = dpmean("report", name, "--badge", str(tmp_path / "b"))
        assert done.returncode == Exit.USAGE and "no plain file" in done.stderr
    copied = tmp_path / "vectors"
    assert dpmean("copy", str(copied)).returncode == 0
    (copied / "v1/laplace/stat.json").unlink()
    (copied / "v1/laplace/stat.json").symlink_to("/dev/zero")
    (copied / "v1/MANIFEST.json").rename(tmp_path / "m")
    (copied / "v1/MANIFEST.json").symlink_to("/dev/zero")
    assert dpmean("verify", str(copied)).returncode == Exit.DAMAGED
    (copied / "v1/MANIFEST.json").unlink()
    (tmp_path / "m").rename(copied / "v1/MANIFEST.json")
    assert dpmean("verify", str(copied)).returncode == Exit.DAMAGED


def test_a_disk_that_is_full_costs_the_record_and_not_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills a run of an hour that ends by a record without room, and a torn record that nobody is
    told of.
    """
    more = ("--run", "laplace-stat-epsilon1-0", "--tier", "2048")
    write = record.gzip.GzipFile.write
    for fine in (1, 3):  # the first one is what opening it writes
        left = [fine]

        def full(self: Any, data: Any, left: list[int] = left) -> int:
            if not left[0]:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            left[0] -= 1
            return write(self, data)

        path, report = tmp_path / f"r{fine}", tmp_path / f"r{fine}.json"
        with monkeypatch.context() as patched:
            patched.setattr(record.gzip.GzipFile, "write", full)
            done = dpmean(
                "conform", "-a", "dpmean", *more, f"--json={report}", "--record", str(path)
            )
        assert done.returncode == Exit.USAGE and "RESULT: " in done.stdout, done.stderr
        assert f"the record is not whole: remove: {path}" in done.stderr
        assert json.loads(report.read_text())["runs"][0]["verdicts"]


def bomb(lines: int) -> bytes:
    return gzip.compress(b'{"begin":{}}\n' + 2 * (b'[{"op":"x"},{"a":"' + b"0" * lines + b'"}]\n'))


def test_a_record_that_unpacks_to_more_than_there_can_be_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills a bomb that is unpacked: a line, a file, or exchanges without end."""
    path = tmp_path / "r"
    for name, limit in (("LARGEST", 500), ("MOST", 900), ("MOST_EXCHANGES", 0)):
        path.write_bytes(bomb(1000) if name != "MOST_EXCHANGES" else bomb(10))
        with monkeypatch.context() as patched:
            patched.setattr(record, name, limit)
            with pytest.raises(InvalidInput, match=r"\(JSONDecodeError|\(ValueError"):
                list(record.read(path))


LIMITED = """\
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
sys.argv = ["dpmean", *sys.argv[1:]]
from dpmean.cli.main import main
main()
"""


@pytest.mark.parametrize("name", ["deep.json", "wide.json", "deep.toml", "line.rec"])
def test_bombs_are_one_line_in_a_gigabyte(name: str, tmp_path: Path) -> None:
    """Kills 10^6 levels, and gigabytes in a file of some megabytes: a traceback, or all memory."""
    path = tmp_path / name
    if name == "line.rec":
        with gzip.open(path, "wb", compresslevel=1) as file:
            for _ in range(8):
                file.write(b"[" * 10**7)
    elif name == "wide.json":  # everything in it is wrong, in many ways
        path.write_text('{"format": "1.2", "runs": [' + "{}," * 10**6 + "{}]}")
    else:
        path.write_text(("a = " if name == "deep.toml" else "") + "[" * 10**6 + "]" * 10**6)
    words = {
        "deep.json": ("report", str(path)),
        "wide.json": ("report", str(path)),
        "deep.toml": ("known-failing", "check", str(path)),
        "line.rec": ("judge", str(path), *ONE),
    }[name]
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", LIMITED, *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
    )
    assert done.returncode == Exit.USAGE, done.stderr
    assert done.stderr.count("\n") <= 2 and done.stderr.startswith("error [file_format]: ")


def test_a_store_that_says_that_it_unpacks_to_too_much_is_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills a zip of a megabyte that takes gigabytes before it is refused."""
    path, opened = tmp_path / "a.npz", list[str]()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("header.npy", b"0" * 10**6)
    monkeypatch.setattr(store, "MOST", 10**6 - 1)
    monkeypatch.setattr(store.np, "load", lambda *_, **__: opened.append("opened"))
    with pytest.raises(InvalidInput, match="no record of an audit"):
        store.load(path)
    assert opened == []


@pytest.mark.parametrize(
    "text",
    [
        b'{"a": 1, "a": 2}',
        b'{"a": {"b": 1, "b": 1}}',
        b"NaN",
        b"[-Infinity]",
        b"1e999",
        b"12345678901234567890",
        b'["\\ud800"]',
        b"\xef\xbb\xbf{}",
        '{"a": 1}'.encode("utf-16"),
        b'["\xff"]',
        b"[" * 10**5 + b"]" * 10**5,
        b"",
        b"{} {}",
        b'["\0"]',
    ],
)
def test_json_that_readers_read_differently_is_none(text: bytes) -> None:
    """Kills a reader that takes the last of two members, or what no JSON can hold."""
    with pytest.raises(ValueError):  # noqa: PT011
        strict_json.parse(text)


def test_json_is_read() -> None:
    text = '{"a": [1, -2, 0.5, "\u00e9", "\\ud83d\\ude00", null, true], "b": {}}'
    assert strict_json.parse(text) == json.loads(text) == strict_json.parse(text.encode())
    assert strict_json.parse("9223372036854775807") == 2**63 - 1


def test_what_the_validator_cannot_follow_breaks_the_schema() -> None:
    """Kills a traceback of a document that is nested deeper than the validator goes."""
    deep = json.loads("[" * 500 + "]" * 500)
    assert breaches({"type": "object"}, deep) == [("$", "type", "nested too deep")]


@pytest.mark.parametrize(
    "change",
    [
        {"suite": "1"},
        {"files": {"v1/laplace/exact.json": 5}},
        {"files": {"v1/laplace/exact.json": {"sha256": 1, "count": 1}}},
        {"files": {"v1/laplace/exact.json": {"sha256": "", "count": "1"}}},
        {"files": {"../../etc/passwd": {"sha256": "", "count": 1}}},
        {"vectors": {"a": 1}},
        {"vectors": []},
    ],
)
def test_a_manifest_that_is_none_is_told_by_every_command(change: Any, tmp_path: Path) -> None:
    """Kills a check of the manifest in one command of two."""
    whole = {"suite": "9.9.0", "files": {}, "vectors": {}}
    (tmp_path / "v1").mkdir()
    (tmp_path / "v1" / "IDS").write_text("")
    (tmp_path / "v1" / "MANIFEST.json").write_text(json.dumps(whole))
    assert manifest_of(tmp_path) == whole
    (tmp_path / "v1" / "MANIFEST.json").write_text(json.dumps(whole | change))
    with pytest.raises(IntegrityError, match="not a manifest"):
        manifest_of(tmp_path)
    for words in (("verify", str(tmp_path)), ("diff", str(tmp_path), str(tmp_path))):
        assert dpmean(*words).returncode == Exit.DAMAGED


@pytest.mark.parametrize("kept", [b"", b"{", b"[]", b"\xff\xfe", b"[" * 10**5, b'{"a": 5}'])
def test_a_damaged_cache_of_planted_changes_is_found_out_again(kept: bytes, tmp_path: Path) -> None:
    """Kills a cache that stops the proofs until somebody removes it."""
    (tmp_path / "ran.json").write_bytes(kept)
    assert planted.kept(tmp_path / "ran.json", dict) == {}
    assert planted.kept(tmp_path / "none.json", dict) == {}


def test_a_line_that_a_killed_run_left_torn_costs_that_line_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills a record of hours that one torn line makes unreadable, and a next line that is lost by
    being written behind it.
    """
    monkeypatch.setattr(planted, "RECORD", tmp_path / "mutation.jsonl")
    made = [Outcome("t", f"f{i}", "w", "x", "d", 1, "", "") for i in range(3)]
    for outcome in made[:2]:
        planted._keep(outcome)
    whole = planted.RECORD.read_bytes()
    planted.RECORD.write_bytes(whole[:-9])
    planted._keep(made[2])
    assert [asdict(o) for o in planted.known().values()] == [asdict(made[0]), asdict(made[2])]
    planted.RECORD.write_bytes(planted.RECORD.read_bytes() + b"\xff\n5\n{}\n")
    assert len(planted.known()) == 2
