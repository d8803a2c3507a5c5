"""Nothing of a person leaves a release but the estimate: every cell, header, label, folder and count
is a random marker, and all ways out are searched for them (`tests/helpers/tainted.py`). Each kind of
leak is planted in turn, and is found.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import logging
import os
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any
from unittest import mock

import click
import numpy as np
import pytest
from click.shell_completion import ShellComplete

import dpmean
from dpmean.catalogue.mechanisms import MECHANISMS, build
from dpmean.cli import columns, ledger
from dpmean.cli import release as release_file
from dpmean.cli.main import cli
from dpmean.cli.options import emit
from dpmean.errors import InvalidInput, Unforeseen
from dpmean.programs import door, records, sealed
from dpmean.programs.release import Release
from tests.helpers.small_releases import (
    FREE,
    RELEASES,
    by_user,
    mechanism_of,
    size_of,
    vectors,
    words_of,
)
from tests.helpers.tainted import Left, Marked, command, forms, python

SEEDS = (1, 2)
Runs = dict[str, Left]


def marked(folder: Path, seed: int, key: str) -> Marked:
    """The files of a data set for one release."""
    found = Marked(folder, seed, None if mechanism_of(key) in FREE else size_of(key))
    found.csv("d.csv")
    found.parquet("d.parquet")
    found.plane("plane.csv")
    found.parquet("plane.parquet", plane=True)
    return found


def good(data: Marked, key: str) -> Iterator[tuple[str, Left]]:
    """Releases from both readers and from Python, as text and as JSON, with a ledger."""
    words = words_of(key)
    for kind in ("csv", "parquet"):
        source = f"d.{kind}:{'x,y' if vectors(key) else 'x'}"
        yield kind, command(data, *words, source, "--row-is-person")
        yield f"{kind} json", command(data, *words, source, "--row-is-person", "--json")
        if vectors(key):
            yield f"{kind} plane", command(data, *words, f"plane.{kind}:*", "--row-is-person")
        elif by_user(key) and mechanism_of(key) in FREE:
            yield f"{kind} user", command(data, *words, source, "--user-column", "u")
    source = f"d.csv:{'x,y' if vectors(key) else 'x'}"
    more = ("--row-is-person", "--ledger", "l.jsonl", "--json", "out.json")
    yield "ledger", command(data, *words, source, *more)
    built = build(words[0], dict(word.split("=") for word in words[1:]))
    rows = [(float(x), Fraction(y)) for x, y, _, _ in data.rows]
    yield "list", python(data, built, rows if vectors(key) else [x for x, _ in rows])
    array = np.array([[*map(float, row)] for row in rows])
    yield "array", python(data, built, array if vectors(key) else array[:, 0])
    yield "iterator", python(data, built, iter(rows if vectors(key) else [y for _, y in rows]))


MEAN = ("shifted_mean", "epsilon=1", "lower=0", "upper=10")
SIZED = ("sized_mean", "epsilon=1", "lower=0", "upper=10", "n=5", "noise=laplace")
USERS = ("uni", "epsilons=1,1,1", "lower=0", "upper=10")
PLANE = ("norm_clipped_mean", "rho=1", "u=100", "d=3", "n=2", "threshold=5")
ROW = "--row-is-person"


def refused(data: Marked) -> Iterator[tuple[str, Left]]:
    """Requests and files that are refused, each for another reason."""
    whole = (data.where / "d.parquet").read_bytes()
    (data.where / "half.parquet").write_bytes(whole[: len(whole) // 2] + b"PAR1")
    (data.where / "text.parquet").write_bytes(b"PAR1" + data.hidden.encode() * 99)
    (data.where / "twice.csv").write_text(f"x,x,{data.hidden}\n{data.rows[0][0]},1,2\n")
    (data.where / "folder").mkdir(exist_ok=True)
    (data.where / "empty.csv").write_text("")
    (data.where / "quotes.csv").write_text(f'x,{data.hidden}\n"{data.rows[0][2]}\n,"{data.hidden}')
    # the last character of a name that is nearly that of a column
    near = data.hidden[:-1] + ("a" if data.hidden[-1] != "a" else "b")
    data.typed = [near]  # type: ignore[attr-defined]
    for kind in ("csv", "parquet"):
        file = f"d.{kind}"
        yield f"{kind} column", command(data, *MEAN, f"{file}:salary", ROW)
        yield f"{kind} text", command(data, *MEAN, f"{file}:t", ROW, "--strict-cells")
        yield f"{kind} size", command(data, *SIZED, f"{file}:x", ROW)
        yield f"{kind} users", command(data, *USERS, f"{file}:x", ROW)
        yield f"{kind} label", command(data, *MEAN, f"{file}:x", "--user-column", "who")
        yield f"{kind} plane", command(data, *PLANE, f"plane.{kind}:*", ROW)
    for file in ("half.parquet", "text.parquet", "twice.csv", "folder", "empty.csv", "no.csv"):
        yield file, command(data, *MEAN, f"{file}:x", ROW)
    yield "quotes", command(data, *MEAN, "quotes.csv:x", ROW, "--strict-cells")
    yield "no ledger", command(data, *MEAN, "d.csv:x", ROW, "--ledger", "d.csv")
    yield "budget", command(data, *MEAN, "d.csv:x", ROW, "--ledger=b", "--spend-at-most=rho=1")
    values = [float(x) for x, _, _, _ in data.rows]
    mean, users = (
        dpmean.mechanism(MEAN[0], **_pairs(MEAN)),
        dpmean.mechanism("uni", **_pairs(USERS)),
    )
    sized = dpmean.mechanism("sized_mean", **_pairs(SIZED))
    for name, built, records_ in (
        ("size", sized, values),
        ("users", users, values),
        ("text", mean, data.rows[0][2]),
        ("mapping", mean, dict.fromkeys(values)),
        ("object", mean, [object(), *values]),
        ("dates", mean, [np.datetime64("2020-01-01")]),
        ("iterator", mean, (float(x) for _, _, _, x in data.rows)),
        ("one", mean, values[0]),
        ("no mechanism", MEAN, values),
    ):
        yield f"python {name}", python(data, built, records_)


def _pairs(words: tuple[str, ...]) -> dict[str, Any]:
    return dict(word.split("=") for word in words[1:])


PLACES: dict[str, tuple[Any, str]] = {
    "a cell is read": (columns, "datum"),
    "rows are read": (columns, "csv_rows"),
    "labels are read": (columns, "_label_numbers"),
    "a record is clipped": (records, "clip_record"),
    "records are prepared": (records, "_read"),
    "records come in": (door, "_records"),
}
UNFORESEEN: tuple[Callable[[str], BaseException], ...] = (
    ValueError,
    KeyError,
    AssertionError,
    lambda text: OSError(5, text, text),
    lambda text: OSError(text),
    lambda text: UnicodeDecodeError("ascii", text.encode(), 0, 1, text),
    OverflowError,
    MemoryError,
    RecursionError,
    KeyboardInterrupt,
    SystemExit,
    lambda text: InvalidInput("not_records", "a line"),
)


@contextlib.contextmanager
def broken(place: str, made: Callable[[str], BaseException]) -> Iterator[None]:
    """Inside, the function ends with an error in whose words, notes and cause its records are."""
    where, name = PLACES[place]

    def fail(*given: object, **_: object) -> None:
        text = " ".join(map(str, _flat(given)))
        error = made(text)
        error.add_note(text)
        error.__dict__["value"] = text
        raise error from ValueError(text)

    with mock.patch.object(where, name, fail):
        yield


def _flat(given: Any) -> list[object]:
    if isinstance(given, list | tuple):
        return [x for part in given for x in _flat(part)]
    return [given.to_pylist() if hasattr(given, "to_pylist") else given]


def unforeseen(data: Marked, places: Iterable[str] = PLACES) -> Iterator[tuple[str, Left]]:
    """Every error in every place, and an interruption there."""
    built = dpmean.mechanism(MEAN[0], **_pairs(MEAN))
    values = [Fraction(x) for x, _, _, _ in data.rows]
    for place in places:
        for number, made in enumerate(UNFORESEEN):
            with broken(place, made):
                user = ("--user-column", "u") if place != "rows are read" else (ROW,)
                file = "d.parquet" if place == "labels are read" else "d.csv"
                yield f"{place} {number}", command(data, *MEAN, f"{file}:x", *user)
                if PLACES[place][0] is not columns:
                    yield f"{place} {number} python", python(data, built, values)


def both(
    folder: Path, scenario: Callable[[Marked], Iterator[tuple[str, Left]]], key: str = MEAN[0]
) -> list[str]:
    """What leaves in a scenario that should not: markers, and whatever is not the same for other
    data.
    """
    found: list[str] = []
    runs: list[Runs] = []
    for seed in SEEDS:
        data = marked(folder, seed, key)
        runs.append({})
        for name, left in scenario(data):
            found += [f"{name}: {leak}" for leak in left.leaks(data)]
            runs[-1][name] = left
    for name, left in runs[0].items():
        found += [f"{name}: {way} differs" for way in left.differs(runs[1][name])]
    return found


def test_every_mechanism_has_a_small_release() -> None:
    """Kills a mechanism that nobody looked at."""
    assert {mechanism_of(key) for key in RELEASES} == {*MECHANISMS}


@pytest.mark.parametrize("key", RELEASES)
def test_nothing_but_the_estimate_leaves_a_release(tmp_path: Path, key: str) -> None:
    """Kills whatever a mechanism or a reader tells of cells, names, labels, folders and counts, in
    text, JSON, a ledger, a notebook, logs, warnings and files, and memory that a crash would write.
    """
    statuses = set()

    def told(data: Marked) -> Iterator[tuple[str, Left]]:
        for name, left in good(data, key):
            statuses.add(left.status)
            yield name, left

    assert both(tmp_path, told, key) == []
    assert statuses == {"0", "ok"}


def test_a_good_release_is_one(tmp_path: Path) -> None:
    """Kills a search that looks at nothing: releases succeed, the ways are there and are not
    empty.
    """
    data = marked(tmp_path, 3, MEAN[0])
    runs = dict(good(data, MEAN[0]))
    assert {left.status for left in runs.values()} == {"0", "ok"}
    assert "policy" in runs["csv"].ways["stdout"] and runs["csv"].ways["core"] == "0"
    assert '"epsilon": "1"' in runs["ledger"].ways["file l.jsonl"]
    assert "guarantee" in runs["ledger"].ways["file out.json"]
    assert "guarantee" in runs["list"].ways["repr"] and "<th" in runs["list"].ways["html"]


def test_nothing_leaves_with_a_refusal(tmp_path: Path) -> None:
    """Kills a hint, a cause, a count or a path in an error that we foresaw."""
    assert both(tmp_path, refused) == []
    for left in dict(refused(marked(tmp_path, 3, MEAN[0]))).values():
        assert left.status in ("0", "2", "InvalidInput")
        assert len(left.ways["stderr"].splitlines()) == (left.status == "2")


def test_nothing_leaves_with_what_nobody_foresaw(tmp_path: Path) -> None:
    """Kills a traceback with its words, a cause, a note, an attribute, and frames whose variables
    are the records; whatever happens, wherever.
    """
    assert both(tmp_path, unforeseen) == []
    found = dict(unforeseen(marked(tmp_path, 3, MEAN[0])))
    assert {left.status for left in found.values()} == {
        *("70", "2", "130"),
        *("Unforeseen", "OSError", "OverflowError", "MemoryError", "RecursionError"),
        *("KeyboardInterrupt", "InvalidInput"),
    }
    assert all(len(left.ways["stderr"].strip().splitlines()) <= 1 for left in found.values())


def test_what_nobody_foresaw_says_where_it_was() -> None:
    """Kills an error that helps nobody: its type and its place are told."""
    mean = dpmean.mechanism(MEAN[0], **_pairs(MEAN))
    with (
        broken("a record is clipped", ValueError),
        pytest.raises(Unforeseen, match=r"\(ValueError in programs/records\.py, line \d+\)"),
    ):
        dpmean.release(mean, [1, 2])


def test_an_interruption_tells_nothing(tmp_path: Path) -> None:
    """Kills a word or a file that is left when Ctrl-C comes, at any moment of a real process."""
    data = Marked(tmp_path, 5, 600)
    data.rows, data.labels = data.rows * 300, data.labels * 300
    data.csv("d.csv")
    ends = []
    for seconds in (0.3, 0.5, 0.8, 1.2, 2, 3, 5, 8):  # until one was too late
        child = subprocess.Popen(
            [sys.executable, "-m", "dpmean", "release", *MEAN, "d.csv:x", ROW],
            cwd=data.where,
            env=os.environ | {"TMPDIR": str(data.temporary)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        time.sleep(seconds)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=60)
        ends.append(child.returncode)
        if child.returncode == 0:
            break
        # all of the release may have left when the signal comes
        assert not out or "\nnote " in out, "a part of a release"
        assert not Left({"stderr": err}).leaks(data)
        # before the command has begun Python itself ends, with a traceback of imports
        assert child.returncode == -2 or err.splitlines()[-1] == "interrupted"
    assert 130 in ends and {*ends} <= {0, 130, -2}
    assert not [*data.temporary.iterdir()]
    assert {p.name for p in data.where.iterdir()} == {"d.csv", "temporary"}


# ---------------------------------------------------------------- leaks that are planted


def around(where: Any, name: str, leak: Callable[..., object]) -> Any:
    """A change: the function calls `leak` with what it returns and was given, then returns what it
    did.
    """
    plain = getattr(where, name)

    def changed(*args: Any, **kwargs: Any) -> Any:
        found = plain(*args, **kwargs)
        told = leak(found, *args)
        return found if told is None else told

    return mock.patch.object(where, name, changed)


def clipped(leak: Callable[[str], object]) -> Any:
    """A change: clipping a record tells it, as the decimal that it was."""
    return around(records, "clip_record", lambda x, *_: leak(str(float(x))) and None)


def printed(form: Callable[[str], str]) -> Any:
    """A change: clipping prints a function of the record to standard error."""
    return clipped(lambda text: click.echo(form(text), err=True))


def left_behind(text: str) -> None:
    with tempfile.NamedTemporaryFile("w", delete=False) as handle:
        handle.write(text)


def caused(_: Any, error: BaseException) -> BaseException:
    found = RuntimeError("a line")
    found.__cause__ = error
    return found


def noted(found: BaseException, error: BaseException) -> BaseException:
    for note in getattr(error, "__notes__", ()):
        found.add_note(note)
    return found


def hinted(_: None, names: Any, wanted: Any, where: str) -> None:
    if where == "schema":
        raise InvalidInput("column_missing", f"did you mean {names[-1]}?")


def resolved(_: Any, source: str) -> None:
    if not Path(source.rpartition(":")[0]).is_absolute():
        click.echo(f"reading {Path(source).resolve()}", err=True)


def with_line(name: str, line: Callable[[Release], str]) -> Any:
    return around(Release, name, lambda found, self: found + line(self))


MADE: list[Any] = []  # the last records that came in


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


# what is planted, and a scenario that meets it
PLANTED: dict[str, tuple[Callable[[], Any], Callable[[Marked], Iterator[tuple[str, Left]]]]] = {
    name: (change, scenario)
    for scenario, changes in {
        lambda data: good(data, MEAN[0]): {
            "a cell": lambda: printed(str),
            "a cell backwards": lambda: printed(lambda x: x[::-1]),
            "a cell in hexadecimal": lambda: printed(lambda x: x.encode().hex()),
            "a cell in base 64": lambda: printed(
                lambda x: base64.b64encode(b"x=" + x.encode()).decode()
            ),
            "a digest of a cell": lambda: printed(digest),
            "the beginning of a cell": lambda: printed(lambda x: x[:6]),
            "a rounded cell": lambda: printed(lambda x: f"{float(x):.5f}"),
            "a double in hexadecimal": lambda: printed(lambda x: float(x).hex()),
            "Python's hash of a cell": lambda: printed(lambda x: str(hash(float(x)))),
            "whether a cell is even": lambda: printed(lambda x: f"{x[-1] in '02468'}"),
            "a warning": lambda: clipped(lambda x: warnings.warn(x, stacklevel=1)),
            "a log": lambda: clipped(logging.getLogger("dpmean").debug),
            "a file for a while": lambda: clipped(left_behind),
            "the count": lambda: around(
                door, "column", lambda found, _: click.echo(f"{len(found)} records", err=True)
            ),
            "a path": lambda: around(columns, "_split", resolved),
            "a label": lambda: around(
                columns, "_label_numbers", lambda _, c, __: click.echo(str(c), err=True)
            ),
            "a header": lambda: around(
                columns, "column_names", lambda found, _: click.echo(found[-1].upper(), err=True)
            ),
            "a policy": lambda: around(
                columns,
                "read",
                lambda found, *_: columns.Read(
                    found.records, found.person, (f"the first is {found.records[0]}",)
                ),
            ),
            "a key of the JSON": lambda: mock.patch.object(
                release_file, "emit", lambda path, told: emit(path, told | {"records": MADE})
            ),
            "a file of the ledger": lambda: around(
                ledger.Ledger,
                "_entry",
                lambda found, self: found | {"digest": digest(Path("d.csv").read_text())},
            ),
            "what a notebook shows": lambda: with_line("_repr_html_", lambda _: f"<!--{MADE}-->"),
            "what Python shows": lambda: with_line("__repr__", lambda _: f"\n{MADE}"),
            "a core file": lambda: mock.patch.object(release_file, "resource"),
        },
        refused: {
            "a hint from a schema": lambda: around(columns, "_check", hinted),
            "the count in an error": lambda: mock.patch.object(
                door,
                "_records",
                lambda cells, _: _raise(InvalidInput("size_mismatch", f"{len(cells)} records")),
            ),
            "a cell in an error": lambda: mock.patch.object(
                columns,
                "_all_numeric",
                lambda _, cells: _raise(InvalidInput("cell_not_numeric", f"{cells[0][0]}")),
            ),
        },
        lambda data: unforeseen(data, ["a record is clipped"]): {
            "the words of an error": lambda: around(
                sealed, "bare", lambda _, error: RuntimeError(str(error))
            ),
            "the cause of an error": lambda: around(sealed, "bare", caused),
            "the notes of an error": lambda: around(sealed, "bare", noted),
            "the frames of an error": lambda: around(
                sealed,
                "bare",
                lambda found, error: found.with_traceback(error.__traceback__),
            ),
            "the error itself": lambda: around(sealed, "bare", lambda _, error: error),
            "the words of an interruption": lambda: around(
                sealed,
                "bare",
                lambda found, error: (
                    Unforeseen(KeyboardInterrupt, str(error))
                    if isinstance(error, KeyboardInterrupt)
                    else found
                ),
            ),
        },
    }.items()
    for name, change in changes.items()
}


def _raise(error: BaseException) -> None:
    raise error


@pytest.mark.parametrize("what", PLANTED)
def test_every_kind_of_leak_is_found(tmp_path: Path, what: str) -> None:
    """Kills a search that cannot find a leak of this kind."""
    change, scenario = PLANTED[what]

    def kept(found: Any, *_: object) -> None:
        MADE[:] = [x if isinstance(x, str) else str(float(x)) for x in list(found)[:3]]

    with around(door, "column", kept), change():
        assert both(tmp_path, scenario) != []


def test_the_tab_key_shows_no_person(tmp_path: Path) -> None:
    """Kills a first line with a number, which is a person's, as names of columns."""
    data = marked(tmp_path, 3, MEAN[0])

    def shown(typed: str) -> list[str]:
        made = ShellComplete(cli, {}, "dpmean", "_DPMEAN_COMPLETE")
        return [c.value for c in made.get_completions(["release", "shifted_mean"], typed)]

    assert shown(f"{data.where / 'plane.csv'}:") == []
    assert shown(f"{data.where / 'd.csv'}:x") == [f"{data.where / 'd.csv'}:x"]


def test_the_forms_of_a_marker() -> None:
    """Kills a form that is short enough to be anywhere, and a marker that is not looked for."""
    for marker in ("qWertZuiopAs", "4.831640597237"):
        found = forms(marker)
        assert marker in found and marker[::-1] in found and marker[:6] in found
        assert min(map(len, found)) >= 6
    assert "4.83164" in forms("4.831640597237") and (4.831640597237).hex() in forms(
        "4.831640597237"
    )
