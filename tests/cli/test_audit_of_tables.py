"""`dpmean audit` of records that are texts, or rows of a CSV file with columns, several rows a user; and
of several pairs of data sets.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from dpmean.exits import Exit
from tests.helpers.command import dpmean

TABLE = """
import csv, random, sys
rows = list(csv.DictReader(sys.stdin))
count, leak = int(sys.argv[1]), sys.argv[2]
x = {
    "users": len({row["id"] for row in rows}),
    "rows": max([sum(row["id"] == r["id"] for row in rows) for r in rows] or [0]) > 5,
    "women": sum(row["sex"] == "f" for row in rows),
    "missing": any(row["age"] == "" for row in rows),
    "none": 0,
}[leak]
for _ in range(count):
    print(round(20 * x + random.gauss(0, 1), 3))
"""
TEXTS = """
import sys
words = sys.stdin.read().split()
for _ in range(int(sys.argv[1])):
    print("yes" if sys.argv[2] in words else "no")
"""
COLUMNS = ["--domain", "age=0:120", "--domain", "sex=m,f", "--user", "id"]


def program(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "mechanism.py"
    path.write_text(text)
    return [sys.executable, "-S", "-E", str(path), "{count}"]


@pytest.mark.share(2)
@pytest.mark.parametrize(
    ("leak", "code"),
    [("users", Exit.FAILED), ("women", Exit.FAILED), ("missing", Exit.FAILED), ("none", Exit.OK)],
)
def test_a_table_is_audited_by_its_columns(leak: str, code: Exit, tmp_path: Path) -> None:
    """Kills a header that a command does not get, and a column that never changes; an innocent one
    passes, and the evidence is rows by name.
    """
    words = [*program(tmp_path, TABLE), leak]
    done = dpmean(
        "audit",
        *COLUMNS,
        "--first",
        "--draws",
        "9000" if code else "4000",
        "--json",
        "-",
        "--",
        *words,
    )
    assert done.returncode == code, done.stdout + done.stderr
    evidence = json.loads(done.stdout)["evidence"]
    if code is Exit.FAILED:
        rows = [row for records in evidence["pair"] for row in records]
        assert rows and all({*row} == {"age", "sex", "id"} for row in rows)
        assert "differ in the rows of id " in evidence["pair_in_words"]


def test_texts_are_records_of_a_command(tmp_path: Path) -> None:
    """Kills a domain that is not tried; the last of the values is the one that is given away."""
    words = program(tmp_path, TEXTS)
    given = [
        "--domain",
        "red,green,blue",
        "--neighbors",
        "replace-one",
        "--draws",
        "3000",
        "--first",
    ]
    assert dpmean("audit", *given, "--", *words, "blue").returncode == Exit.FAILED
    assert dpmean("audit", *given, "--", *words, "white").returncode == Exit.INCONCLUSIVE


def test_several_pairs_are_looked_at(tmp_path: Path) -> None:
    """Kills a second pair that is dropped, and a first one."""
    words = program(tmp_path, TEXTS)
    both = ["--data", "1,2", "--data", "1", "--data", "7,8,9", "--data", "7,9", "--draws", "4000"]
    for leak in ("2.0", "8.0"):
        done = dpmean("audit", *both, "--", *words, leak)
        assert done.returncode == Exit.FAILED, done.stderr
        assert "for 2 pairs of neighbours" in done.stdout


def test_a_record_of_tables_goes_on(tmp_path: Path) -> None:
    """Kills rows that come back as something else, for which a command makes other outputs."""
    words, record = [*program(tmp_path, TABLE), "none"], str(tmp_path / "a.npz")
    first = dpmean("audit", *COLUMNS, "--draws", "300", "--record", record, "--", *words)
    assert first.returncode == Exit.INCONCLUSIVE, first.stderr
    done = dpmean("audit", *COLUMNS, "--draws", "600", "--resume", record, "--", *words)
    assert "600 outputs" in done.stdout, done.stderr
    other = ["--domain", "age=0:99", *COLUMNS[2:], "--draws", "600", "--resume", record]
    assert "another --domain" in dpmean("audit", *other, "--", *words).stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--domain", "a,b", "--data", "0", "--data", "0,1", "--", "x"), "--domain has no effect"),
        (("--user", "id", "--data", "0", "--data", "0,1", "--", "x"), "--user has no effect"),
        (("--domain", "0,1", "--upper", "2", "--", "x"), "--upper has no effect"),
        (("--domain", "0,1", "sized_mean", "n=2"), "--domain has no effect"),
        (("--user", "id", "-a", "numpy", "laplace"), "--user has no effect"),
        (("--domain", "0,1", "--domain", "2", "--", "x"), "--domain: once, with commas"),
        (("--domain", "a=0:1", "--domain", "2", "--", "x"), "--domain: name every column once"),
        (("--domain", "a=0:1", "--domain", "a=1:2", "--", "x"), "--domain: name every column once"),
        (("--domain", "a=1:0", "--", "x"), "domain: column 'a' has a tuple of two bounds"),
        (("--domain", "a=", "--", "x"), "domain: give a column with"),
        (("--user", "id", "--", "x"), "domain: give a column with"),
        (("--domain", "id=1,2", "--domain", "a=0:1", "--user", "id", "--", "x"), "numbered"),
        (("--domain", "a,b", "-a", "numpy", "laplace"), "--domain: texts are for a command"),
        (("--domain", "a=0:1", "-a", "numpy", "laplace"), "--domain: columns are those of a CSV"),
        (("--domain", "a", "--neighbors", "replace-one", "--", "x"), "at least two values"),
        (("--domain", "a=0:1", "--script", "s.py", "--", "x"), "--script: a script has records"),
        (("--data", "0", "--data", "0,1", "--data", "0", "--", "x"), "--data are given twice"),
    ],
)
def test_what_says_nothing_of_records_is_refused(words: tuple[str, ...], told: str) -> None:
    """Kills an option that is read and then forgotten, and a traceback."""
    done = dpmean("audit", *words)
    assert (done.returncode, done.stdout) == (Exit.USAGE, ""), done.stderr
    assert told in done.stderr and done.stderr.count("\n") == 1
