"""`dpmean audit`: how it ends, whatever the program does; its time; what it refuses at once; records
and scripts.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dpmean.exits import MEANINGS, Exit
from tests.conftest import Run
from tests.helpers.command import dpmean

FAILS = "import sys\nsys.exit(3)\n"
SELDOM = (
    "import sys\nrecords = sys.stdin.read().split()\nprint(len(records)) if records else "
    "sys.exit(3)\n"
)
NOISE = """
import random, sys
count, form, scale = int(sys.argv[1]), sys.argv[2], float(sys.argv[3])
n = len(sys.stdin.read().split())
for _ in range(count):
    x = n + scale * (random.expovariate(1) - random.expovariate(1))
    print(form % round(x, 3) if "%" in form else form)
"""


def program(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "mechanism.py"
    path.write_text(text)
    return [sys.executable, "-S", "-E", str(path)]


@pytest.mark.parametrize(
    ("text", "code", "said", "most"),
    [
        (FAILS, 3, "every start failed", 100),
        # it fails for one data set only, which tells it from its neighbours
        pytest.param(SELDOM, 1, "epsilon=1: refuted", 5000, marks=pytest.mark.slow),
    ],
)
def test_a_program_is_audited_while_it_does_anything(
    text: str, code: int, said: str, most: int, tmp_path: Path
) -> None:
    """Kills an audit that starts a missing program a hundred thousand times, and one that stops at
    the first error.
    """
    words = program(tmp_path, text)
    done = dpmean("audit", "--size", "1", "--budget", "60s", "--", *words)
    assert (done.returncode, said in done.stdout) == (code, True), done.stdout + done.stderr
    assert int(done.stdout.split(" outputs for ")[0].split()[-1].replace(",", "")) <= most


ENDS: dict[str, tuple[tuple[str, ...], Exit, str, list[str]]] = {
    # form and scale of the program's noise, and draws: exit code, status, lacks
    "a number": (("%s", "1", "4000"), Exit.OK, "not refuted", []),
    "too little noise": (("%s", ".1", "4000"), Exit.FAILED, "refuted", []),
    "a text": (("mean = %.3f years", "1", "4000"), Exit.OK, "not refuted", []),
    "a text with too little noise": (("{'n': %s}", ".1", "4000"), Exit.FAILED, "refuted", []),
    "one text": (("no mean", "1", "4000"), Exit.INCONCLUSIVE, "inconclusive", ["no release"]),
    "few outputs": (("%s", "1", "50"), Exit.INCONCLUSIVE, "inconclusive", ["too few outputs"]),
    "no output": (("", "1", "4000"), Exit.INCONCLUSIVE, "inconclusive", ["no release"]),
}


@pytest.mark.parametrize("name", ENDS)
def test_the_exit_code_says_what_the_outputs_said(name: str, tmp_path: Path) -> None:
    """Kills exit code 0 where nothing was seen: in a pipeline it is a pass."""
    (form, scale, draws), code, status, lacks = ENDS[name]
    words = [*program(tmp_path, NOISE), "{count}", form, scale]
    given = ["--data", "0,1", "--data", "0", "--draws", draws, "--json", "-"]
    if name == "no output":
        words, given = [*program(tmp_path, "pass")], [*given[:4], "--draws", "150", *given[6:]]
    done = dpmean("audit", *given, "--", *words)
    (claim,) = json.loads(done.stdout)["claims"]
    assert (done.returncode, claim["status"], claim["lacks"]) == (code, status, lacks), done.stderr


@pytest.mark.share(2)
@pytest.mark.parametrize(
    "words",
    [
        ["yes"],
        ["yes", "{count}"],
        ["false"],
        ["false", "{count}"],
        [sys.executable, "-S", "-c", "import os; os.kill(os.getpid(), 9)"],
    ],
)
def test_a_program_that_only_breaks_has_broken(words: list[str]) -> None:
    """Kills "not refuted" for a program that never released anything, two GiB of what `yes` says,
    and minutes of it.
    """
    began = time.monotonic()
    done = dpmean("audit", "--budget", "60s", "--json", "-", "--", *words)
    assert done.returncode == Exit.BROKE
    assert "the program only broke" in json.loads(done.stdout)["claims"][0]["lacks"]
    assert time.monotonic() - began < 60


def test_the_budget_is_kept_and_the_time_is_told_first(tmp_path: Path) -> None:
    """Kills a budget that starts of the program do not count for, and minutes without a word of how
    long it will take. (That it is kept to within a tenth is tested by a clock of its own,
    `tests/auditing/test_sources.py`: this machine may be busy.)
    """
    words = program(tmp_path, "import time\ntime.sleep(0.2)\nprint(1)")
    began = time.monotonic()
    done = dpmean("audit", "--budget", "3s", "--", *words)
    assert time.monotonic() - began < 6
    assert done.returncode == Exit.INCONCLUSIVE
    first, *_ = done.stderr.splitlines()
    assert re.match(
        r"the first call of the program took 0\.\d+ s; to show even a gross leak, ", first
    )
    assert "which is more than --budget" in first and "{count}" in first
    assert (
        "inconclusive: 0 outputs for 24 pairs are too few to show even a gross leak" in done.stdout
    )


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_audit_reports_and_is_no_pass(number: int, tmp_path: Path) -> None:
    """Kills exit code 0, and a report that is lost because the signal came to the process and to its
    group, as from `timeout`.
    """
    words = program(tmp_path, "import time\ntime.sleep(0.1)\nprint(1)")
    child = subprocess.Popen(
        [sys.executable, "-m", "dpmean.cli.main", "audit", "--json", "-", "--", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stderr is not None
    assert "the first call" in child.stderr.readline()
    for _ in range(2):
        os.kill(child.pid, number)
        time.sleep(0.001)
    out, _ = child.communicate(timeout=60)
    found = json.loads(out)
    assert (child.returncode, found["stopped"]) == (Exit.INTERRUPTED, "interrupted")
    assert found["claims"][0]["status"] == "inconclusive"


ADAPTER = """
import json, sys
name = "good\\x1b[2J\\x1b]0;pwned\\x07\\u202evil"
for line in sys.stdin:
    q = json.loads(line)
    if q["op"] == "hello":
        print(json.dumps({"ok": True, "protocol": 1, "adapter": {"name": name, "version": "1"},
                          "supports": {"kinds": ["stat"], "objects": ["laplace"]}}), flush=True)
    elif q["op"] == "run":
        n = q["input"]["n"]
        reply = %s
        print(json.dumps({"seq": q["seq"], **reply}), flush=True)
"""


@pytest.mark.parametrize(
    ("reply", "code", "told"),
    [
        ('{"status": "ok", "output": {"counts": [["1", n]]}}', Exit.OK, "not refuted"),
        (
            '{"status": "ok", "output": {"counts": [["1", str(10**12)]]}}',
            Exit.BROKE,
            "error [protocol]: a reply was malformed: the counts do not sum to 1",
        ),
        (
            '{"status": "error", "reason": name}',
            Exit.BROKE,
            "the program only broke (error)",
        ),
        ("sys.exit(name)", Exit.BROKE, "the adapter only broke, 6 times"),
        ('{"status": name}', Exit.BROKE, "the adapter only broke, 6 times"),
        ('{"status": "rejected"}', Exit.INCONCLUSIVE, "every output was the same"),
    ],
)
def test_what_an_adapter_says_is_checked_and_drives_no_terminal(
    reply: str, code: Exit, told: str, tmp_path: Path
) -> None:
    """Kills a traceback at a reply, a pass of an adapter that only breaks, and its escapes on your
    terminal.
    """
    command = " ".join(program(tmp_path, ADAPTER % reply))
    words = ("--draws", "2000", "-a", command, "laplace", "epsilon=1")
    done = dpmean("audit", *words)
    assert done.returncode == code, done.stdout + done.stderr
    assert told in done.stdout + done.stderr
    assert all(c == "\n" or c.isprintable() for c in done.stdout + done.stderr)
    assert "Traceback" not in done.stderr


IDLE: list[tuple[tuple[str, ...], str]] = [
    *(
        ((*given, "sized_mean", "epsilon=1", "lower=0", "upper=1", "n=2"), given[0])
        for given in (
            ("--data", "0,1", "--data", "0,0"),
            ("--draws", "100"),
            ("--budget", "5s"),
            ("--alpha", "1e-3"),
            ("--timeout", "5"),
            ("--workers", "2"),
            ("--record", "r.npz"),
        )
    ),
    (("--evidence", "--timeout", "5", "shifted_mean", "epsilon=1"), "--timeout"),
    (("--workers", "2", "-a", "numpy", "laplace"), "--workers"),
    (("--evidence", "-a", "numpy", "laplace"), "--evidence"),
    (("--evidence", "--", "true"), "--evidence"),
    (("--data", "0,1", "--data", "0", "--size", "2", "--", "true"), "--size"),
    (("--data", "0,1", "--data", "0", "--lower", "0", "--", "true"), "--lower"),
    (("--outputs", "a", "--outputs", "b", "--timeout", "5"), "--timeout"),
    (("--outputs", "a", "--outputs", "b", "--size", "5"), "--size"),
    (("--outputs", "a", "--outputs", "b", "-a", "numpy"), "-a"),
    (("--outputs", "a", "--outputs", "b", "--", "true"), "a command"),
]


@pytest.mark.parametrize(("words", "option"), IDLE, ids=lambda v: " ".join(v)[:40])
def test_an_option_without_effect_is_refused(
    words: tuple[str, ...], option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills an option that is read and then forgotten."""
    monkeypatch.chdir(tmp_path)
    for name in "ab":
        (tmp_path / name).write_text("1\n")
    done = dpmean("audit", *words)
    assert done.returncode == Exit.USAGE, done.stdout + done.stderr
    assert f"{option} has no effect on " in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--script", "s.py", "--", "no-such-program", "{count}"), "--script is for a command"),
        (("--script", "s.py", "-a", "no-such-adapter", "laplace"), "--script is for a command"),
        (("--script", "s.py", "sized_mean", "epsilon=1"), "--script is for a command"),
        (("--out", "p.gif", "--", "no-such-program"), "--out must end in .svg or .png"),
        (("--claim", "privacy", "--", "no-such-program"), "claim: one of"),
        (("--lower", "2", "--", "no-such-program"), "lower must be smaller than upper"),
        (("--data", "0,1", "--data", "5,6,7", "--", "no-such-program"), "are no neighbours"),
    ],
)
def test_what_cannot_be_done_is_refused_before_anything_is_started(
    words: tuple[str, ...], told: str
) -> None:
    """Kills a refusal after the whole audit."""
    done = dpmean("audit", *words)
    assert (done.returncode, done.stdout) == (Exit.USAGE, "")
    assert told in done.stderr


def test_a_record_goes_on_with_its_own_program_only(tmp_path: Path) -> None:
    """Kills a run that goes on with another command under the old one's name, and one that forgets a
    claim which was given.
    """
    words = [*program(tmp_path, NOISE), "{count}", "%s", "1"]
    record = str(tmp_path / "a.npz")
    given = ["--data", "0,1", "--data", "0", "--draws", "300"]
    assert dpmean("audit", *given, "--record", record, "--", *words).returncode == Exit.OK
    again = dpmean(
        "audit", *given[:-1], "400", "--claim", "epsilon=1", "--resume", record, "--", *words
    )
    assert again.returncode == Exit.OK, again.stderr
    assert "400 outputs for 1 pair" in again.stdout
    kept = Path(record).read_bytes()
    for more, others, told in (
        ([], [*words[:-1], "2"], "start that with --record"),
        ([], [*words, "--x"], "start that with --record"),
        (["--claim", "epsilon=2"], words, "another --claim"),
        (["--neighbors", "replace-one"], words, "another --neighbors"),
        (["--alpha", "1e-3"], words, "another --alpha"),
        (["--data", "0,1", "--data", "1"], words, "another --data"),
        (["--size", "5"], words, "another --size"),
    ):
        done = dpmean("audit", *more, "--resume", record, "--", *others)
        assert (done.returncode, told in done.stderr) == (Exit.USAGE, True), done.stderr
        assert done.stderr.count("\n") == 1
        assert Path(record).read_bytes() == kept
    Path(record).write_bytes(kept[:-70])
    done = dpmean("audit", "--resume", record, "--", *words)
    assert done.returncode == Exit.USAGE
    assert done.stderr.startswith(
        "error [file_format]: a.npz is no record of an audit, or a damaged"
    )


def test_files_are_named_and_not_their_data_sets(tmp_path: Path) -> None:
    """Kills "[0] and [1]", data sets that nobody gave; outputs that are used again by a second run;
    and files in pairs of equal lines.
    """
    one, other = tmp_path / "one.txt", tmp_path / "other.txt"
    one.write_text("".join(f"{i % 7}\n" for i in range(0, 5000, 3)))
    other.write_text("".join(f"{10 + i % 7}\n" for i in range(0, 5000, 3)))
    words = ("--outputs", str(one), "--outputs", str(other), "--json", "-")
    found = json.loads(dpmean("audit", *words).stdout)
    assert found["not_fresh"] is not None  # they go round
    import random

    for path, low in ((one, 0), (other, 10)):
        path.write_text("".join(f"{low + random.random()}\n" for _ in range(300)))
    done = dpmean("audit", *words)
    evidence = json.loads(done.stdout)["evidence"]
    assert (done.returncode, evidence["pair"]) == (Exit.FAILED, [[str(one)], [str(other)]])
    named = dpmean("audit", *words, "--data", "0,1", "--data", "0")
    assert json.loads(named.stdout)["evidence"]["pair"] == [[0.0, 1.0], [0.0]]


def test_a_script_repeats_what_was_seen(tmp_path: Path) -> None:
    """Kills a script that knows no NaN, a half line that is read from a sentence, and an exit code
    that is lost where there is none.
    """
    words = program(
        tmp_path,
        "import random, sys\nr = sys.stdin.read().split()\nprint(('nan' in r) + random.random() / 2)",
    )
    script = tmp_path / "script.py"
    given = ("--data", "0,nan", "--data", "0", "--draws", "400", "--script", str(script))
    done = dpmean("audit", *given, "--", *words)
    assert done.returncode == Exit.FAILED, done.stdout + done.stderr
    text = script.read_text().replace("2000", "20")
    counts = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, check=True
    )
    of_20 = sorted(int(re.findall(r"(\d+) of 20", t)[0]) for t in counts.stdout.splitlines()[:2])
    assert 3 * of_20[0] < of_20[1]
    script.unlink()
    words = program(tmp_path, "import sys\nprint('a' if 'nan' in sys.stdin.read() else 'b')")
    done = dpmean("audit", *given, "--", *words)
    assert (done.returncode, script.exists()) == (Exit.FAILED, False)
    assert "wrote no script" in done.stderr


def test_the_help_has_the_codes_of_the_one_table(run: Run) -> None:
    """Kills a table of exit codes of the command's own."""
    text = " ".join(run("audit", "--help")[1].split())
    for code in (0, 1, 2, 3, 4, 130):
        assert f"{code} {MEANINGS[Exit(code)]}" in text


def test_neighbours_of_a_shipped_mechanism_are_its_own() -> None:
    """Kills an option that is read and then forgotten."""
    words = ("audit", "sized_mean", "epsilon=1", "lower=0", "upper=1", "n=2", "noise=laplace")
    done = dpmean(*words, "--neighbors", "add-or-remove-one")
    assert (done.returncode, "has its own neighbouring relation" in done.stderr) == (2, True), (
        done.stdout + done.stderr
    )
