"""`dpmean audit` has what `dpmean.audit` has: files by their suffix, what is left out, the first
refutation, a named law; and refuses what has no effect, or cannot be made, before anything starts.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from dpmean.auditing.store import load
from dpmean.exits import Exit
from tests.helpers.command import dpmean

NOISE = """
import random, sys
count, leak = int(sys.argv[1]), sys.argv[2]
records = sys.stdin.read().split()
x = {
    "none": 0,
    "records": len(records),
    "missing": 20 * ("nan" in records),
    "empty": 20 * (not records),
    "infinite": 0,
    "bits": 0,
}[leak]
odd = len(records) % 2
for _ in range(count):
    noise = random.choice((-1, 1)) * random.expovariate(2)
    if leak == "bits":
        print(odd * 2**-50 + random.randrange(2**40) / 2**40)
    elif leak == "infinite" and odd and random.random() < 0.7:
        print("inf")
    else:
        print(round(x + noise, 3))
"""
PAIR = ["--data", "0,1", "--data", "0"]


def program(tmp_path: Path, leak: str) -> list[str]:
    path = tmp_path / "mechanism.py"
    path.write_text(NOISE)
    return [sys.executable, "-S", "-E", str(path), "{count}", leak]


@pytest.mark.parametrize("suffix", [".html", ".json", ".svg", ".png", ".npz"])
def test_a_report_is_written_as_the_end_of_its_name_says(suffix: str, tmp_path: Path) -> None:
    """Kills a suffix that is refused, or that writes what another one does."""
    out, words = tmp_path / f"r{suffix}", program(tmp_path, "records")
    done = dpmean("audit", *PAIR, "--draws", "2000", "--out", str(out), "--json", "-", "--", *words)
    assert (done.returncode, f"wrote {out}" in done.stderr) == (Exit.FAILED, True), done.stderr
    content = out.read_bytes()
    if suffix == ".html":
        headline = json.loads(done.stdout)["headline"]
        assert headline.startswith("epsilon=1 is refuted; epsilon is at least ")
        assert f"<strong>{headline}</strong>" in content.decode()
    elif suffix == ".json":
        assert json.loads(content) == json.loads(done.stdout)
    elif suffix == ".npz":
        assert load(out).draws == 2000
    else:
        assert (b"<svg" in content) == (suffix == ".svg")


@pytest.mark.share(4)
@pytest.mark.parametrize("word", ["missing", "empty", "infinite", "bits"])
def test_what_is_left_out_refutes_nothing_and_is_told(word: str, tmp_path: Path) -> None:
    """Kills an option that is read and then forgotten: with it a leak is not seen that comes by what
    is left out alone, and without it, or with another one, it is.
    """
    words = program(tmp_path, word)
    draws = "8000" if word == "infinite" else "3000"
    given = ["--size", "1", "--draws", draws, "--claim", "epsilon=2", "--first", "--json", "-"]
    other = "empty" if word != "empty" else "missing"
    for without, code in ((word, {Exit.OK, Exit.INCONCLUSIVE}), (other, {Exit.FAILED})):
        done = dpmean("audit", *given, "--without", without, "--", *words)
        assert done.returncode in code, done.stdout + done.stderr
        assert json.loads(done.stdout)["without"] == [without]


def test_what_is_left_out_goes_on_from_a_record(tmp_path: Path) -> None:
    """Kills a record that forgets it, and one that goes on with something else."""
    record, words = str(tmp_path / "a.npz"), program(tmp_path, "none")
    made = dpmean("audit", "--without", "bits", "--draws", "300", "--record", record, "--", *words)
    assert made.returncode == Exit.INCONCLUSIVE, made.stderr
    kept = Path(record).read_bytes()
    for more in ([], ["--without", "bits"]):
        done = dpmean("audit", *more, "--draws", "300", "--resume", record, "--", *words)
        assert "without bits: outputs were not told apart" in done.stdout, done.stderr
    for word in ("missing", "missing,bits"):
        done = dpmean("audit", "--without", word, "--resume", record, "--", *words)
        assert (done.returncode, "another --without" in done.stderr) == (Exit.USAGE, True)
    Path(record).write_bytes(kept)


def test_the_first_refutation_ends_an_audit_where_it_is_asked(tmp_path: Path) -> None:
    words, draws = program(tmp_path, "records"), []
    for more in (["--first"], []):
        done = dpmean("audit", *PAIR, *more, "--draws", "6000", "--json", "-", "--", *words)
        assert done.returncode == Exit.FAILED
        draws.append(json.loads(done.stdout)["draws"])
    assert draws[0] < 3000 and draws[1] == 6000


def test_a_named_law_is_bet_on_and_kept(tmp_path: Path) -> None:
    """Kills a law that is read and then forgotten, by the audit or by its record."""
    words, record = program(tmp_path, "records"), tmp_path / "a.npz"
    given = ["--law", "laplace", "--centers", "2,1", "--record", str(record), "--draws", "300"]
    done = dpmean("audit", *PAIR, *given, "--", *words)
    assert done.returncode in (Exit.OK, Exit.FAILED, Exit.INCONCLUSIVE), done.stderr
    kept = load(record)
    assert kept.law is not None and (kept.law.name, kept.law.centers) == ("laplace", (2.0, 1.0))
    assert kept.books[0].named is not None
    for more in (["gaussian", "--centers", "2,1"], ["laplace", "--centers", "1,2"]):
        done = dpmean("audit", *PAIR, "--law", *more, "--resume", str(record), "--", *words)
        assert (done.returncode, "another --law" in done.stderr) == (Exit.USAGE, True), done.stderr


SHIPPED = ("sized_mean", "epsilon=1", "lower=0", "upper=1", "n=2")
REFUSED: list[tuple[tuple[str, ...], str]] = [
    (("--without", "bits", *SHIPPED), "--without has no effect on the exact law"),
    (("--first", *SHIPPED), "--first has no effect on the exact law"),
    (("--law", "laplace", *SHIPPED), "--law has no effect on the exact law"),
    (("--centers", "0,1", *SHIPPED), "--centers has no effect on the exact law"),
    (("--out", "r.npz", *SHIPPED), "--out: exact laws have no outputs"),
    (("--out", "r", "--", "no-such-program"), "--out must end in .svg or .png (a picture), .html"),
    (("--without", "nothing", "--", "no-such-program"), "without: some of missing, empty"),
    (("--without", "missing", *PAIR, "--", "x"), "--without missing has no effect on data sets"),
    (("--without", "bits,empty", *PAIR, "--", "x"), "--without empty has no effect on data sets"),
    (("--without", "empty", "--outputs", "a", "--outputs", "b"), "--without empty has no effect"),
    (("--without", "missing", "-a", "numpy", "laplace"), "--without missing has no effect"),
    (("--law", "laplace", *PAIR, "--", "x"), "--law and --centers go together"),
    (("--centers", "0,1", *PAIR, "--", "x"), "--law and --centers go together"),
    (("--law", "laplace", "--centers", "0,1", "--", "x"), "with one pair of data sets"),
    (("--law", "laplace", "--centers", "0,1", *PAIR, *PAIR, "--", "x"), "with one pair"),
    (("--law", "cauchy", "--centers", "0,1", *PAIR, "--", "x"), "law: one of laplace"),
    (("--law", "laplace", "--centers", "0", *PAIR, "--", "x"), "--centers: two numbers"),
    (("--law", "laplace", "--centers", "0,a", *PAIR, "--", "x"), "--centers: two numbers"),
    (("--law", "laplace", "--centers", "1,1", *PAIR, "--", "x"), "centers: two different numbers"),
    (("--script", "s.py", "--", "x", "{count}"), "--script is for a command"),
    (("--script", "s.py", "--outputs", "a", "--outputs", "b"), "--script is for a command"),
    (("--script", "s.py", "--evidence", *SHIPPED), "--script is for a command"),
    (("--script", "s.py", "--domain", "a=0:1", "--", "x"), "--script: a script has records"),
    (("--script", "s.py", "--domain", "a=0:1", "--user", "u", "--", "x"), "--script: a script"),
]


@pytest.mark.parametrize(("words", "told"), REFUSED, ids=lambda v: " ".join(v)[:60])
def test_what_has_no_effect_or_cannot_be_made_is_refused_before_anything_is_started(
    words: tuple[str, ...], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills an option that is read and then forgotten, and a refusal after the whole audit."""
    monkeypatch.chdir(tmp_path)
    for name in "ab":
        (tmp_path / name).write_text("1\n2\n")
    done = dpmean("audit", *words)
    assert (done.returncode, done.stdout) == (Exit.USAGE, ""), done.stderr
    assert told in done.stderr and done.stderr.count("\n") == 1
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a", "b"]


def test_a_law_and_bits_are_taken_of_outputs_from_files(tmp_path: Path) -> None:
    """Kills a refusal of what has an effect on two files of outputs."""
    import random

    for name, centre in (("a", 2.0), ("b", 1.0)):
        numbers = [centre + random.gauss(0, 0.3) for _ in range(600)]
        (tmp_path / name).write_text("".join(f"{x}\n" for x in numbers))
    given = ["--without", "bits,infinite", "--law", "gaussian", "--centers", "2,1"]
    files = ["--outputs", str(tmp_path / "a"), "--outputs", str(tmp_path / "b")]
    done = dpmean("audit", *given, *files)
    assert done.returncode == Exit.FAILED, done.stderr
    assert "without bits: " in done.stdout and "without infinite: " in done.stdout
