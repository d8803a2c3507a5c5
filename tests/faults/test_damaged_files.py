"""Every file that a command reads, damaged: one line says what to do, or the answer is that of the
whole file.

The answer is compared where a format guards what it says by hashes, and where a command reads no
number that another number could take the place of. By night there are 5,000 damages, by day a share
of them; a failure names the generator's seed.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import json
import random
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from dpmean.exits import Exit
from dpmean.suite.vectors import canonical
from tests.helpers.command import dpmean
from tests.helpers.damaging import of_bytes, of_json, of_value, of_zip

SECONDS = 20  # of one command
NIGHT = 5000
Damage = Callable[[random.Random, bytes], bytes]
ONE_RUN = ("--run", "laplace-variance-epsilon1", "--run", "laplace-reject-epsilon0*")
KNOWN = """\
versions = ["1.0", ">=2,<3"]
[[finding]]
ids = ["laplace-variance-epsilon1", "hourglass-*"]
reason = "it counts twice"
repro = "repro/twice.py"
class = "defect"
severity = "guarantee"
strict = true

[[finding]]
ids = ["laplace-stat-epsilon1-0"]
reason = "its noise is too small at 1"
repro = "repro/small.py"
class = "documented"
quote = "the scale is 1"
source = "https://example.org/page"
strict = false
"""


class TooLong(BaseException):
    """A command that goes on for longer than SECONDS."""


@contextmanager
def limited() -> Iterator[None]:
    """Ends what takes too long."""

    def late(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def of_record(rng: random.Random, content: bytes) -> bytes:
    """Other bytes, or other values with a hash that is right for them."""
    if rng.random() < 0.5:
        return of_bytes(rng, content)
    lines = [json.loads(line) for line in gzip.decompress(content).splitlines()]
    place = rng.randrange(len(lines))
    lines[place] = of_value(rng, lines[place])
    total, out = hashlib.sha256(), []
    for line in lines:
        if isinstance(line, dict) and isinstance(line.get("end"), dict) and "sha256" in line["end"]:
            line["end"] |= {"sha256": total.hexdigest(), "whole": ""}
        text = (json.dumps(line) + "\n").encode()
        total.update(text)
        out.append(text)
    return gzip.compress(b"".join(out), 1)


def of_audit(rng: random.Random, content: bytes) -> bytes:
    """A store of an audit with another header, or of which a member is damaged."""

    def header(name: str, body: bytes) -> bytes:
        if name != "header.npy":
            return body
        text = np.load(io.BytesIO(body)).tobytes()
        changed, out = json.dumps(of_value(rng, json.loads(text))).encode(), io.BytesIO()
        np.save(out, np.frombuffer(changed, np.uint8))
        return out.getvalue()

    return of_zip(rng, content, header)


def small_folder(where: Path) -> None:
    """A folder of vectors of a suite of its own, of three files."""
    from dpmean.suite.files import manifest_of, root

    full, files, vectors = manifest_of(root()), {}, {}
    for name in [n for n in full["files"] if n.startswith("v1/laplace/")][:3]:
        (where / name).parent.mkdir(parents=True, exist_ok=True)
        (where / name).write_bytes((root() / name).read_bytes())
        files[name] = full["files"][name]
        for vector in json.loads((where / name).read_bytes())["vectors"]:
            vectors[vector["id"]] = full["vectors"][vector["id"]]
    manifest = {**full, "suite": "9.9.0", "files": files, "vectors": vectors}
    (where / "v1/MANIFEST.json").write_text(json.dumps(manifest, indent=0, sort_keys=True))
    (where / "v1/IDS").write_text(
        "".join(f"9.9.0 added {i} {content}\n" for i, content in sorted(vectors.items()))
    )
    assert canonical(manifest)


@dataclass(frozen=True)
class Format:
    """A file as it is whole, the commands that read it, and how it is damaged. `guarded`: an answer
    with exit code 0 must be that of the whole file.
    """

    name: str
    commands: tuple[tuple[str, ...], ...]
    damage: Damage
    guarded: bool = False


AUDITED = ("audit", "--draws", "300", "--claim", "epsilon=1")
RELEASED = ("release", "shifted_mean", "epsilon=1", "lower=0", "upper=9")
FORMATS = {
    "record": Format(
        "m.rec", (("judge", "{m}", *ONE_RUN, "--html", "{out}", "--badge", "{more}"),), of_record
    ),
    "report": Format(
        "m.json",
        (
            ("report", "{m}"),
            ("report", "{m}", "--html", "{out}", "--markdown", "{more}", "--junit", "{third}"),
            ("matrix", "{m}"),
            ("matrix", "{m}", "--html", "{out}", "--markdown", "{more}"),
            ("known-failing", "write", "{m}", "{new}"),
        ),
        of_json,
    ),
    "known": Format(
        "m.toml",
        (
            ("known-failing", "check", "{m}"),
            ("judge", "{whole}/record", *ONE_RUN, "--known-failing", "{m}"),
        ),
        of_bytes,
    ),
    "manifest": Format(
        "vectors/v1/MANIFEST.json",
        (("verify", "{vectors}"), ("diff", "{vectors}", "{whole}/v")),
        of_json,
    ),
    "vectors": Format(
        "vectors/v1/laplace/exact.json",
        (("verify", "{vectors}"), ("diff", "{whole}/v", "{vectors}")),
        of_json,
        guarded=True,
    ),
    "ids": Format("vectors/v1/IDS", (("verify", "{vectors}"),), of_bytes, guarded=True),
    "csv": Format(
        "m.csv",
        (
            (*RELEASED, "{m}:a", "--row-is-person"),
            (*RELEASED, "{m}:a", "--user-column", "b"),
            ("conform", "--from-csv", "{m}:a", "--law", "laplace", "epsilon=1"),
            ("value", "adpm.weights", "epsilons=@{m}:eps"),
        ),
        of_bytes,
    ),
    "parquet": Format(
        "m.parquet",
        (
            (*RELEASED, "{m}:a", "--row-is-person"),
            (*RELEASED, "{m}:a", "--user-column", "b"),
            ("value", "adpm.weights", "epsilons=@{m}:eps"),
        ),
        of_bytes,
    ),
    "outputs": Format(
        "m.txt", ((*AUDITED, "--outputs", "{m}", "--outputs", "{whole}/two"),), of_bytes
    ),
    "audit": Format(
        "m.npz", (("audit", "--draws", "100", "--resume", "{m}", "--", "/bin/echo", "1"),), of_audit
    ),
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole files, by the names of their formats."""
    folder = tmp_path_factory.mktemp("whole")
    made = dpmean(
        "conform",
        "-a",
        "dpmean",
        *ONE_RUN,
        "--record",
        str(folder / "record"),
        "--json",
        str(folder / "report"),
    )
    assert made.returncode == 0, made.stderr
    (folder / "known").write_text(KNOWN)
    small_folder(folder / "v")
    rows = [[str(i % 9), str(i), "1/2"] for i in range(30)]
    with (folder / "csv").open("w", newline="") as file:
        csv.writer(file).writerows([["a", "b", "eps"], *rows])
    table = {"a": [i % 9 for i in range(30)], "b": [f"u{i}" for i in range(30)], "eps": [0.5] * 30}
    pq.write_table(pa.table(table), folder / "parquet")
    for name in ("outputs", "two"):
        (folder / name).write_text("\n".join(str(i % 7) for i in range(200)))
    kept = folder / "audit.npz"
    made = dpmean(*AUDITED, "--record", str(kept), "--", "/bin/echo", "1")
    assert made.returncode == Exit.INCONCLUSIVE, made.stderr
    kept.rename(folder / "audit")
    for name, source in (
        ("manifest", "MANIFEST.json"),
        ("vectors", "laplace/exact.json"),
        ("ids", "IDS"),
    ):
        (folder / name).write_bytes((folder / "v" / "v1" / source).read_bytes())
    return folder


def asked(words: tuple[str, ...], folder: Path, whole: Path, name: str) -> Any:
    """What a command says of a file in a folder."""
    (folder / "new.toml").unlink(missing_ok=True)
    places = {
        "m": folder / name,
        "whole": whole,
        "vectors": folder / "vectors",
        **{o: folder / f"{o}.txt" for o in ("out", "more", "third")},
        "new": folder / "new.toml",
    }
    with limited():
        return dpmean(*(word.format_map(places) for word in words))


def faults(kind: str, count: int, whole: Path, folder: Path) -> list[str]:
    """What is wrong with what the commands say of damaged files of one format."""
    format_, found = FORMATS[kind], []
    if format_.name.startswith("vectors/"):
        small_folder(folder / "vectors")
    file, body, ends = folder / format_.name, (whole / kind).read_bytes(), Counter[int]()
    file.write_bytes(body)
    right = {w: asked(w, folder, whole, format_.name) for w in format_.commands}
    for number in range(count):
        rng = random.Random(f"{kind} {number}")
        words = rng.choice(format_.commands)
        damaged = format_.damage(rng, body)
        if damaged == body:
            continue
        file.write_bytes(damaged)
        done = asked(words, folder, whole, format_.name)
        ends[done.returncode] += 1
        where = f"{kind} {number} ({' '.join(words)[:40]})"
        if done.returncode == Exit.MISTAKE or "Traceback" in done.stderr:
            found.append(f"{where}: {done.stderr.strip().splitlines()[-2:]}")
        elif done.returncode in (Exit.USAGE, Exit.BROKE) and not done.stdout:
            if len([x for x in done.stderr.splitlines() if x.startswith("error [")]) != 1:
                found.append(f"{where}: not one line: {done.stderr[:300]!r}")
        elif format_.guarded and done.returncode == 0 and done.stdout != right[words].stdout:
            found.append(f"{where}: another answer, and no word of damage")
        if any(ord(c) < 32 and c != "\n" for c in done.stdout + done.stderr):
            found.append(f"{where}: a control character reaches the terminal")
    assert sum(ends.values()) > ends[0], ends  # damage was seen at all
    return found


@pytest.mark.parametrize("kind", FORMATS)
def test_a_damaged_file_is_told_in_one_line(kind: str, whole: Path, tmp_path: Path) -> None:
    """Kills a reader that takes a damaged file for a whole one, or whose own mistake it becomes."""
    assert faults(kind, 12, whole, tmp_path) == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", FORMATS)
def test_thousands_of_damaged_files_are_told_in_one_line(
    kind: str, whole: Path, tmp_path: Path
) -> None:
    """Kills what a share of the damages does not meet."""
    assert faults(kind, NIGHT // len(FORMATS), whole, tmp_path) == []
