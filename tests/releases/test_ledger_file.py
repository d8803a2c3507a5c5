"""`dpmean release --ledger FILE`: what it says is at least what left, whoever kills it and whoever
else writes; and on a file that is none, nothing is drawn.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dpmean.cli import ledger as ledger_file
from dpmean.cli.ledger import Ledger
from dpmean.errors import DpmeanError
from dpmean.privacy.guarantees import Guarantee, PureDP
from dpmean.privacy.neighbors import Neighbors
from dpmean.privacy.spending import Spent
from dpmean.randomness.bits import SystemBits
from tests.helpers.command import dpmean

ROW = "--row-is-person"
Words = Callable[..., tuple[str, ...]]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which commands run, with people.csv."""
    (tmp_path / "people.csv").write_text("age,who\n1,a\n2,b\n3,a\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def words(epsilon: str = "1", *more: str, file: str = "people.csv:age") -> tuple[str, ...]:
    return (
        *("release", "shifted_mean", f"epsilon={epsilon}", "lower=0", "upper=4", file),
        *("--ledger", "l.jsonl", *more, *(() if "--user-column" in more else (ROW,))),
    )


def spends(*given: str) -> tuple[int, str]:
    """How the command ends, and its line about the sum, or its error."""
    done = dpmean(*given)
    lines = [line for line in done.stdout.splitlines() if line.startswith("spent")]
    assert (done.returncode == 0) == ("estimate" in done.stdout) == bool(lines)
    return done.returncode, lines[0][11:] if lines else done.stderr


def entries(path: Path) -> list[dict[str, str]]:
    head, *lines = path.read_text().splitlines()
    assert json.loads(head) == {"ledger": "dpmean release", "format": "1"}
    return [json.loads(line) for line in lines]


def mine(path: Path, epsilon: str = "1", most: Spent | None = None) -> Ledger:
    promise = Guarantee(PureDP(F(epsilon)), Neighbors.REPLACE_ONE, unit="person")
    return Ledger(path, most, promise, "people.csv:age", "row")


# ---------------------------------------------------------------- sums and budgets


def test_the_sum_is_said_with_every_release(here: Path) -> None:
    """Kills a sum that is rounded, starts anew, or is of other releases; and a line with more in it
    than what was spent, by whom, on what and when.
    """
    assert spends(*words("1/3")) == (0, "epsilon = 1/3; releases in l.jsonl: 1")
    assert spends(*words("1/2")) == (0, "epsilon = 5/6; releases in l.jsonl: 2")
    told = json.loads(dpmean(*words("1/6", "--json")).stdout)
    assert (told["spent"], told["spend_at_most"], told["releases"]) == ({"epsilon": "1"}, None, 3)
    found = entries(here / "l.jsonl")
    assert [e["epsilon"] for e in found] == ["1/3", "1/2", "1/6"]
    for entry in found:
        when = datetime.fromisoformat(entry.pop("when"))
        assert timedelta(0) <= datetime.now(UTC) - when < timedelta(minutes=5)
        del entry["epsilon"]
        assert entry == {
            "data": "people.csv:age",
            "person": "row",
            "unit": "person",
            "neighbors": "add-or-remove-one",
        }


def test_a_budget_is_kept_to_its_very_end(here: Path) -> None:
    """Kills a budget that is passed by the release that passes it, one that is kept from being
    spent, one that the next release forgets, and one that the next release can raise.
    """
    most = ("--spend-at-most", "epsilon=1")
    assert spends(*words("3/4", *most))[1].startswith("epsilon = 3/4 of at most epsilon = 1;")
    before = (here / "l.jsonl").read_bytes()
    for more in ((), most):
        code, told = spends(*words("1/3", *more))
        assert code == 2 and told == (
            "error [budget_spent]: 'l.jsonl': spent epsilon = 3/4 of at most epsilon = 1; this "
            "release needs epsilon = 1/3. Nothing was drawn\n"
        )
    code, told = spends(*words("1/4", "--spend-at-most", "epsilon=2"))
    assert code == 2 and "its budget is epsilon = 1; leave out --spend-at-most" in told
    assert (here / "l.jsonl").read_bytes() == before
    assert spends(*words("1/4"))[0] == 0 and spends(*words("1/1000000"))[0] == 2


def test_a_budget_may_come_later_and_counts_what_was_spent(here: Path) -> None:
    assert spends(*words("1"))[0] == 0
    assert spends(*words("1", "--spend-at-most", "epsilon=3/2"))[0] == 2
    assert spends(*words("1/4", "--spend-at-most", "epsilon=3/2"))[0] == 0
    assert spends(*words("1/2"))[0] == 2 and spends(*words("1/4"))[0] == 0


def test_what_a_budget_does_not_name_is_not_spent(here: Path) -> None:
    """Kills a delta or a rho that a budget of epsilon lets pass."""
    known = ("--ledger", "l.jsonl", "--spend-at-most", "epsilon=100", ROW)
    for mechanism in (
        ("privquant", "rho=1", "low=0", "high=9", "rank=1", "n=3"),
        ("name_and_shame", "delta=1/9", "n=3"),
    ):
        code, told = spends("release", *mechanism, "people.csv:age", *known)
        assert code == 2 and "budget_spent" in told
    assert not (here / "l.jsonl").exists()


def test_two_kinds_are_two_sums(here: Path) -> None:
    known = ("people.csv:age", "--ledger", "l.jsonl", ROW)
    sized = ("sized_mean", "epsilon=1", "lower=0", "upper=9", "n=3", "noise=laplace")
    shame = ("name_and_shame", "delta=1/9", "n=3")
    rank = ("privquant", "rho=1/2", "low=0", "high=9", "rank=1", "n=3")
    found = [spends("release", *mechanism, *known)[1] for mechanism in (sized, shame, rank)]
    assert found[-1] == "epsilon = 1, delta = 1/9, rho = 1/2; releases in l.jsonl: 3"


def test_apples_and_pears_are_refused(here: Path) -> None:
    """Kills a sum over other neighbours, and over a file whose persons are now rows, now users."""
    assert spends(*words())[0] == 0
    sized = ("sized_mean", "epsilon=1", "lower=0", "upper=9", "n=3", "noise=laplace")
    code, told = spends("release", *sized, "people.csv:age", "--ledger", "l.jsonl", ROW)
    assert code == 2 and "neighbors: replace-one: they do not add" in told
    code, told = spends(*words("1", "--user-column", "who"))
    assert code == 2 and "one person of 'people.csv' is one row" in told
    (here / "visits.csv").write_text("age,who\n1,a\n")
    assert spends(*words("1", "--user-column", "who", file="visits.csv:age"))[0] == 0
    two = (here / "l.jsonl").read_text().replace("add-or-remove-one", "replace-one", 1)
    (here / "l.jsonl").write_text(two)
    assert "do not add" in spends(*words())[1]
    assert len(entries(here / "l.jsonl")) == 2


def test_a_budget_wants_a_ledger_and_a_budget(here: Path) -> None:
    given = ("release", "shifted_mean", "epsilon=1", "lower=0", "upper=4", "people.csv:age", ROW)
    assert "name it by --ledger" in spends(*given, "--spend-at-most", "epsilon=1")[1]
    assert "a budget is epsilon=1" in spends(*words("1", "--spend-at-most", "3"))[1]


# ---------------------------------------------------------------- when a line is written


class Dead(BaseException):
    """The end of a process."""


def test_nothing_is_drawn_before_the_line_is_on_the_disk(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills a draw before the line is written and synchronized, a line for a request that was
    refused before it drew, and a second line for the second piece of randomness.
    """
    events: list[str] = []
    plain, sync = SystemBits._more, os.fsync

    def more(self: SystemBits, nbytes: int) -> bytes:
        events.append("draw")
        return plain(self, nbytes)

    def synced(handle: int) -> None:
        kept = (here / "l.jsonl").exists() and len(entries(here / "l.jsonl")) == 1
        events.append("line" if kept else "head")
        sync(handle)

    monkeypatch.setattr(SystemBits, "_more", more)
    monkeypatch.setattr(ledger_file.os, "fsync", synced)
    sized = ("sized_mean", "epsilon=1", "lower=0", "upper=9", "n=4", "noise=laplace")
    known = ("people.csv:age", "--ledger", "l.jsonl", ROW)
    assert "size_mismatch" in spends("release", *sized, *known)[1]
    assert events == [] and not (here / "l.jsonl").exists()
    assert spends(*words())[0] == 0
    assert "line" in events and "draw" in events
    assert events.index("line") < events.index("draw")
    assert len(entries(here / "l.jsonl")) == 1


def test_a_release_without_a_draw_is_written_down(here: Path) -> None:
    """Kills a release that draws nothing and is not counted."""
    path = here / "l.jsonl"
    assert mine(path).book().releases == 1
    found = mine(path, "1/2")
    assert [found.book().spent for _ in range(3)] == [Spent(F(3, 2))] * 3


def test_a_line_that_cannot_be_synchronized_is_taken_back(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills a release after an error of the disk, and half of a line that is left there."""
    assert spends(*words())[0] == 0
    before = (here / "l.jsonl").read_bytes()

    def full(*_: object) -> Any:
        raise OSError(28, "No space left on device")

    for name in ("fsync", "pwrite"):
        with monkeypatch.context() as patched:
            patched.setattr(ledger_file.os, name, full)
            code, told = spends(*words())
        assert (code, told) == (
            2,
            "error [ledger_unusable]: 'l.jsonl': no space left on device. Nothing was drawn\n",
        )
        assert (here / "l.jsonl").read_bytes() == before


def test_short_writes_go_on(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = os.pwrite
    monkeypatch.setattr(ledger_file.os, "pwrite", lambda h, text, at: plain(h, text[:3], at))
    assert mine(here / "l.jsonl").book().releases == 1
    assert len(entries(here / "l.jsonl")) == 1


# ---------------------------------------------------------------- damage


@given(st.data())
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_last_line_that_was_cut_off_gives_way(here: Path, data: st.DataObject) -> None:
    """Kills a ledger that a killed process makes unreadable, one that loses a line that was whole,
    and one that goes on in the middle of a line: the file is cut at any byte of its last write.
    """
    path = here / "cut.jsonl"
    path.unlink(missing_ok=True)
    mine(path).book()
    first = path.read_bytes()
    long = mine(path, "1/2", Spent(F(9)))
    long.source = f"{'a' * 300}.csv:age"  # longer than what takes its place
    long.book()  # a budget and a release in one write
    whole = path.read_bytes()
    place = data.draw(st.integers(len(first), len(whole)))
    path.write_bytes(whole[:place])
    again = mine(path, "1/4").book()
    kept = place >= len(whole) - 1  # all but the end of the line
    assert again.releases == 2 + kept
    assert again.spent == Spent(F(5, 4) + (F(1, 2) if kept else 0))
    assert path.read_bytes().endswith(b"\n")
    assert mine(path, "1").book().spent.epsilon == again.spent.epsilon + 1


@given(st.data())
@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_damaged_file_is_one_line_and_stays_as_it_is(here: Path, data: st.DataObject) -> None:
    """Kills a traceback, a line that is skipped, and a release on a ledger that cannot be read."""
    path = here / "damaged.jsonl"
    path.unlink(missing_ok=True)
    for epsilon in ("1", "1/2", "1/3"):
        mine(path, epsilon, Spent(F(9))).book()
    text = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(text) - 1))
        if data.draw(st.booleans()):
            text[place] = data.draw(st.integers(0, 255))
        else:
            del text[place : place + data.draw(st.integers(1, 40))]
    path.write_bytes(text)
    try:
        mine(path, "1").book()
    except DpmeanError as error:
        assert error.code in ("ledger_unusable", "budget_spent") and "\n" not in str(error)
        assert path.read_bytes() == bytes(text)
    else:  # a digit, a word of the data or the time was changed: that nobody can see
        assert len(entries(path)) >= 2


FOREIGN: dict[str, bytes] = {
    "empty": b"",
    "a table": b"age,who\n1,a\n",
    "other JSON": b'{"a": 1}\n',
    "a list": b"[]\n",
    "a number": b"3\n",
    "zeros": bytes(5000),
    "a later format": b'{"ledger": "dpmean release", "format": "2"}\n',
    "half of a head": b'{"ledger": "dpmean rel',
    "no UTF-8": b"\xff\xfe\x00",
    "deep": b"[" * 100_000,
    "long": b'"' + b"a" * (3 << 20),
    "Parquet": b"PAR1" + bytes(99) + b"PAR1",
}
HEAD = b'{"ledger": "dpmean release", "format": "1"}\n'
ENTRY = {
    "when": "2026-01-01T00:00:00+00:00",
    "data": "people.csv:age",
    "person": "row",
    "unit": "person",
    "neighbors": "add-or-remove-one",
    "epsilon": "1",
}
LINES: dict[str, Any] = {
    "a float": ENTRY | {"epsilon": 1.5},
    "an integer": ENTRY | {"epsilon": 1},
    "a negative amount": ENTRY | {"epsilon": "-1"},
    "nothing": ENTRY | {"epsilon": "0"},
    "no number": ENTRY | {"epsilon": "one"},
    "an infinity": ENTRY | {"epsilon": "inf"},
    "an amount that is lost": {k: v for k, v in ENTRY.items() if k != "epsilon"},
    "an unknown word": ENTRY | {"mu": "1"},
    "a word too few": {k: v for k, v in ENTRY.items() if k != "unit"},
    "a unit that is no word": ENTRY | {"unit": ["person"]},
    "a budget in an entry": ENTRY | {"spend_at_most": {"epsilon": "9"}},
    "a budget that is no budget": {"spend_at_most": "epsilon=1"},
    "a list": [ENTRY],
    "null": None,
}


@pytest.mark.parametrize("what", FOREIGN)
def test_a_foreign_file_is_left_alone(here: Path, what: str) -> None:
    """Kills a file of somebody else that is written into, and its content in an error."""
    (here / "l.jsonl").write_bytes(FOREIGN[what])
    code, told = spends(*words())
    assert code == 2 and len(told.splitlines()) == 1 and "Nothing was drawn" in told
    assert told.startswith("error [ledger_unusable]: 'l.jsonl': ") and len(told) < 160
    assert (here / "l.jsonl").read_bytes() == FOREIGN[what]


@pytest.mark.parametrize("what", LINES)
def test_a_line_of_another_kind_is_damage(here: Path, what: str) -> None:
    """Kills a line that counts as nothing because it is not understood."""
    text = HEAD + json.dumps(LINES[what]).encode() + b"\n"
    (here / "l.jsonl").write_bytes(text)
    code, told = spends(*words())
    assert code == 2 and "line 2 is damaged. Nothing was drawn" in told
    assert (here / "l.jsonl").read_bytes() == text


@pytest.mark.parametrize("last", [b"paid", b"{", b'{"when": "2026', b'{"spend_at_most": {"eps'])
def test_what_somebody_wrote_at_the_end_is_no_line_that_was_cut_off(
    here: Path, last: bytes
) -> None:
    """Kills a word of somebody that is taken for a cut line and thrown away, and a cut line that is
    taken for damage.
    """
    mine(here / "l.jsonl").book()
    before = (here / "l.jsonl").read_bytes().replace(b"replace-one", b"add-or-remove-one")
    (here / "l.jsonl").write_bytes(before + last)
    code, told = spends(*words())
    if last == b"paid":
        assert code == 2 and "line 3 is damaged" in told
        assert (here / "l.jsonl").read_bytes() == before + last
    else:
        assert code == 0 and (here / "l.jsonl").read_bytes().startswith(before + b'{"when": "')
        assert len(entries(here / "l.jsonl")) == 2


def test_the_ledger_is_no_place_for_the_release(here: Path) -> None:
    """Kills --json on the ledger, which overwrites the whole account."""
    assert spends(*words())[0] == 0
    before = (here / "l.jsonl").read_bytes()
    code, said = spends(*words("1", "--json=l.jsonl"))
    assert code == 2 and "--json names the ledger" in said
    assert (here / "l.jsonl").read_bytes() == before


def test_two_budgets_are_damage(here: Path) -> None:
    most = json.dumps({"spend_at_most": {"epsilon": "9"}}).encode() + b"\n"
    (here / "l.jsonl").write_bytes(HEAD + most + most)
    assert "line 3 is damaged" in spends(*words())[1]


def test_a_ledger_that_was_written_by_hand_is_read(here: Path) -> None:
    """Kills a ledger that an editor cannot make: a last line without its end, decimals, a budget
    at the top.
    """
    most = b'{"spend_at_most": {"epsilon": "2.50"}}\n'
    text = HEAD + most + json.dumps(ENTRY | {"epsilon": "0.5"}).encode()
    (here / "l.jsonl").write_bytes(text)
    assert spends(*words())[1] == "epsilon = 3/2 of at most epsilon = 5/2; releases in l.jsonl: 2"
    assert spends(*words())[0] == 0 and spends(*words())[0] == 2


def test_what_is_no_file_or_may_not_be_written(here: Path) -> None:
    """Kills a release that nobody could write down, and a command that waits for a pipe."""
    os.mkfifo(here / "pipe")
    (here / "folder").mkdir()
    (here / "dangling").symlink_to(here / "nowhere" / "l.jsonl")
    mine(here / "kept.jsonl").book()
    (here / "kept.jsonl").chmod(0o444)
    for name, told in (
        ("pipe", "no plain file"),
        ("folder", "no plain file"),
        ("/dev/zero", "no plain file"),
        ("dangling", "no such file or directory"),
        ("no/folder/l.jsonl", "no such file or directory"),
        ("kept.jsonl", "it may be read only"),
        ("people.csv/l.jsonl", "not a directory"),
    ):
        given = [name if word == "l.jsonl" else word for word in words()]
        code, error = spends(*given)
        assert code == 2 and told in error and len(error.splitlines()) == 1, name
    assert len(entries(here / "kept.jsonl")) == 1


def test_one_file_under_two_names_is_one_ledger(here: Path) -> None:
    """Kills a lock and a sum that go by the name."""
    assert spends(*words())[0] == 0
    (here / "other.jsonl").symlink_to("l.jsonl")
    given = ["other.jsonl" if word == "l.jsonl" else word for word in words()]
    assert spends(*given)[1] == "epsilon = 2; releases in other.jsonl: 2"
    assert (here / "other.jsonl").is_symlink()


# ---------------------------------------------------------------- processes


def started(here: Path, *given: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "dpmean", *given],
        cwd=here,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


# releases one after another, each printed when it left
MANY = """
import sys
from pathlib import Path
from fractions import Fraction
import dpmean
from dpmean.cli.ledger import Ledger
from dpmean.privacy.spending import Spent
from dataclasses import replace
mean = dpmean.mechanism("shifted_mean", epsilon="1/16", lower=0, upper=4)
promise = replace(mean.guarantee, unit="person")
for _ in range(int(sys.argv[1])):
    ledger = Ledger(Path("l.jsonl"), Spent(Fraction(sys.argv[2])), promise, "people.csv:age", "row")
    try:
        made = dpmean.release(mean, [1, 2, 3], bits=ledger.bits())
    except dpmean.InvalidInput as error:
        print(error.code, flush=True)
        continue
    ledger.book()
    print("released", flush=True)
"""


def test_processes_at_once_share_one_budget(here: Path) -> None:
    """Kills two processes that both take what is left, a line that overwrites another, and a sum
    that misses one: of 60 releases by three processes 40 fit.
    """
    children = [
        subprocess.Popen(
            [sys.executable, "-c", MANY, "20", "40/16"], cwd=here, stdout=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    said = [line for child in children for line in child.communicate(timeout=120)[0].split()]
    assert (said.count("released"), said.count("budget_spent"), len(said)) == (40, 20, 60)
    found = entries(here / "l.jsonl")
    assert found[0] == {"spend_at_most": {"epsilon": "5/2"}} and len(found) == 41
    assert sum(F(e["epsilon"]) for e in found[1:]) == F(5, 2)
    assert {p.name for p in here.iterdir()} == {"people.csv", "l.jsonl"}


def killed(here: Path, seed: int, rounds: int) -> tuple[int, int]:
    """How many releases left, and how many the ledger has, of processes that are killed at random
    moments.
    """
    dice, left = random.Random(seed), 0
    for _ in range(rounds):
        command = [sys.executable, "-c", MANY, "100000", "9999"]
        with subprocess.Popen(command, cwd=here, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            if dice.randrange(3):
                left += child.stdout.readline() == "released\n"  # it runs; else it only starts
            time.sleep(dice.random() / 8)
            child.send_signal(signal.SIGKILL)
            left += child.stdout.read().count("released")
        assert counted(here) >= left, "a release left and was not counted"
    return left, counted(here)


def counted(here: Path) -> int:
    """How many releases the ledger has, as the next one would read it."""
    path = here / "l.jsonl"
    if not path.exists():
        return 0
    promise = Guarantee(PureDP(F(1, 16)), Neighbors.ADD_OR_REMOVE_ONE, unit="person")
    found = Ledger(path, None, promise, "people.csv:age", "row")
    with found._opened() as handle:
        return found._read(handle)[0].releases


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(i, marks=pytest.mark.slow) for i in range(1, 25))]
)
def test_a_killed_process_leaves_a_ledger_that_counts_all_that_left(here: Path, seed: int) -> None:
    """Kills a release that leaves before its line is on the disk, and a ledger that a kill damages:
    after each of them it is read again, and the next process goes on.
    """
    left, found = killed(here, seed, 8)
    assert left <= found <= left + 8  # at most one of each that was killed was not printed
    assert left > 0


def test_the_command_itself_is_killed(here: Path) -> None:
    """Kills a command that prints before it writes."""
    for pause in (0.2, 0.3, 0.4, 0.5):
        child = started(here, *words("1"))
        time.sleep(pause)
        child.send_signal(signal.SIGKILL)
        out, _ = child.communicate()
        assert counted(here) >= ("estimate" in out)
    assert spends(*words("1"))[0] == 0
