"""The unit of privacy that a release states is the reader's: a person is one record, whatever her
rows hold, and what is said of her is what was read.
"""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import dpmean
from dpmean.cli.columns import Read, read
from tests.helpers.command import dpmean as command

MEAN = dpmean.mechanism("shifted_mean", epsilon=1, lower=0, upper=10)
SIZED = dpmean.mechanism("sized_mean", epsilon=1, lower=0, upper=10, n=3, noise="laplace")
TEXT = st.text(st.sampled_from('",\n\r 0123456789.-e/x'), max_size=9)
ROWS = st.lists(
    st.tuples(TEXT, st.sampled_from(["a", "b", "c", "", "None", "a\nb"]), TEXT), max_size=9
)
FILES = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)


def read_of(path: Path, rows: list[tuple[str, str, str]], user: str | None, mechanism: Any) -> Read:
    """What is read of a file with these rows, as a writer writes them."""
    with path.open("w", newline="", encoding="utf-8") as handle:
        writer = csv.writer(handle, quoting=csv.QUOTE_ALL, lineterminator="\n")
        writer.writerow(["x", "u", "t"])
        writer.writerows(rows)
    return read(f"{path}:x", user, False, mechanism, False)


@given(rows=ROWS, place=st.integers(0, 8), cells=st.tuples(TEXT, TEXT))
@FILES
def test_a_person_is_one_record(
    tmp_path: Path, rows: list[tuple[str, str, str]], place: int, cells: tuple[str, str]
) -> None:
    """Kills a row that is no record, or two of them, where each row is a person; a person who is
    none or two where a column says who she is; and a person whose cells are another's record.
    """
    path = tmp_path / "d.csv"
    for user, persons in ((None, len(rows)), ("u", len({u for _, u, _ in rows}))):
        for mechanism in (MEAN, SIZED):
            before = read_of(path, rows, user, mechanism).records
            assert len(before) == persons
            if place < len(rows):
                other = [*rows]
                other[place] = cells[0], rows[place][1], cells[1]
                after = read_of(path, other, user, mechanism).records
                assert len(after) == persons
                assert sum((Counter(before) - Counter(after)).values()) <= 1
                mine = rows[place][1]
                less = [
                    r for i, r in enumerate(rows) if (i != place if user is None else r[1] != mine)
                ]
                left = read_of(path, less, user, mechanism).records
                assert len(left) == persons - 1
                assert not Counter(left) - Counter(before)


@pytest.mark.parametrize("options", [("--row-is-person",), ("--user-column", "u")])
def test_what_is_said_of_a_person_is_what_was_read(
    tmp_path: Path, options: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills a release that says by itself who a person is, whoever she was to the reader."""
    from dpmean.cli import columns

    (tmp_path / "d.csv").write_text("x,u\n1,a\n2,b\n3,a\n")
    words = ("release", "shifted_mean", "epsilon=1", "lower=0", "upper=4", "d.csv:x", *options)
    told = command(*words, cwd=tmp_path).stdout
    who = "row" if options == ("--row-is-person",) else "value of column u"
    assert f"policy     one person is one {who}\n" in told and "unit: person" in told
    assert ("a person's record is the mean of her clipped rows" in told) == (who != "row")
    monkeypatch.setattr(columns, "person_of", lambda _: "thing that the reader read")
    assert "one person is one thing that the reader read" in command(*words, cwd=tmp_path).stdout


def test_a_row_of_another_length_is_what_the_policy_says(tmp_path: Path) -> None:
    """Kills a policy that says *missing* of what is left out, or the other way round."""
    (tmp_path / "d.csv").write_text("x,u\n1,a\n2,b,5,6\n3,c\n")
    known = ("d.csv:x", "--row-is-person")
    open_, public = (
        command("release", *words, *known, cwd=tmp_path)
        for words in (
            ("shifted_mean", "epsilon=1", "lower=0", "upper=4"),
            ("sized_mean", "epsilon=1", "lower=0", "upper=4", "n=3", "noise=laplace"),
        )
    )
    assert "fields than the header is not a record" in open_.stdout
    assert "fields than the header is a missing record" in public.stdout
    path = f"{tmp_path / 'd.csv'}:x"
    assert read(path, None, False, MEAN, False).records == ["1", "3"]
    assert read(path, None, False, SIZED, False).records == ["1", None, "3"]
    assert "'1'" not in repr(read(path, None, False, MEAN, False))
