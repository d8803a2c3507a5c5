"""`conform --from-csv`: samples in a file, judged without an adapter."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from dpmean.errors import InvalidInput
from dpmean.judging.evidence import Follows
from dpmean.judging.samples import judge_samples
from tests.conftest import Run
from tests.lab.simulators.laws import law

N = 20000
FEW = 5000  # pairs, each judged as rationals; what is planted in them shows in a hundred


Conform = Callable[..., SimpleNamespace]


def judged(run: Run, *words: str) -> SimpleNamespace:
    """A run of the command in this process: starting another takes longer than to judge."""
    code, out, err = run("conform", *words)
    return SimpleNamespace(returncode=code, stdout=out, stderr=err)


@pytest.fixture
def conform(run: Run) -> Conform:
    return lambda path, columns, *words: judged(run, "--from-csv", f"{path}:{columns}", *words)


def write(path: Path, columns: dict[str, np.ndarray]) -> Path:
    rows = zip(*columns.values(), strict=True)
    path.write_text(
        ",".join(columns)
        + "\n"
        + "\n".join(",".join(repr(float(v)) for v in row) for row in rows)
        + "\n"
    )
    return path


CASES = {
    # the samples' law, what they are said to be, the exit code
    "right": (
        "laplace",
        {"epsilon": "1/2", "sensitivity": "4"},
        ["--law", "laplace", "epsilon=1/2", "sensitivity=4"],
        0,
    ),
    "sensitivity left out": (
        "laplace",
        {"epsilon": "1/2"},
        ["--law", "laplace", "epsilon=1/2", "sensitivity=4"],
        1,
    ),
    "another law": (
        "laplace",
        {"epsilon": "1"},
        ["--law", "staircase", "epsilon=1", "gamma=1/2"],
        1,
    ),
    "lattice": (
        "discrete_laplace",
        {"epsilon": "1"},
        ["--law", "discrete_laplace", "epsilon=1"],
        0,
    ),
    "another centre": (
        "discrete_laplace",
        {"epsilon": "1"},
        ["--law", "discrete_laplace", "epsilon=1", "center=1"],
        1,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_samples_of_a_line(name: str, tmp_path: Path, conform: Conform) -> None:
    true, params, said, code = CASES[name]
    path = write(
        tmp_path / "draws.csv",
        {"id": np.arange(N), "noise": law(true, params, np.random.default_rng(4), N)[0]},
    )
    done = conform(path, "noise", *said)
    assert done.returncode == code, done.stdout + done.stderr
    assert ("FAILED" in done.stdout) == bool(code)
    # sqrt(log(4e6 * 17 points) / (2 N)): what is passed is told with what it does not show
    assert (
        "20,000 samples do not show a distribution function that is off by less than 0.021"
        in done.stdout
    ) == (code == 0)


def test_samples_of_few_digits_are_judged_as_what_they_are(
    tmp_path: Path, conform: Conform
) -> None:
    """Kills a judge that calls rounded decimals lattice noise or reused, and one that excuses noise
    on the sensitivity's lattice.
    """
    draws = np.random.default_rng(4).laplace(size=N)
    for digits, code in ((4, 0), (2, 0), (0, 1)):
        done = conform(
            write(tmp_path / f"{digits}.csv", {"noise": np.round(draws, digits)}),
            "noise",
            "--law",
            "laplace",
            "epsilon=1",
        )
        assert done.returncode == code, done.stdout + done.stderr


def test_samples_that_repeat_are_not_fresh(tmp_path: Path, conform: Conform) -> None:
    draws = np.random.default_rng(4).laplace(size=N)
    for again in (draws, -draws):
        done = conform(
            write(tmp_path / "twice.csv", {"noise": np.concatenate([draws, again])}),
            "noise",
            "--law",
            "laplace",
            "epsilon=1",
        )
        assert (
            done.returncode,
            f"{N} of {2 * N} draws equal an earlier one or its mirror image" in done.stdout,
        ) == (1, True)


def test_samples_of_the_plane(tmp_path: Path, conform: Conform) -> None:
    params = {"epsilon": "1", "gamma": "1/2"}
    x, y = law("hourglass", params, np.random.default_rng(5), FEW)
    said = ["--law", "hourglass", "epsilon=1", "gamma=1/2"]
    # doubles that were printed and read again still add up to a multiple of Delta within 2^-20
    assert conform(write(tmp_path / "a.csv", {"x": x, "y": y}), "x,y", *said).returncode == 0
    assert conform(write(tmp_path / "b.csv", {"x": x, "y": -y}), "x,y", *said).returncode == 1


@pytest.mark.parametrize(
    ("text", "columns", "words", "message"),
    [
        ("x\n1\n2\n", "x", ["--law", "laplace", "epsilon=1"], "at least 100"),
        (
            "x\n" + "1\n" * 150 + "1,2\n" + "1\n" * 50,
            "x",
            ["--law", "laplace", "epsilon=1"],
            "row 151 of 'd.csv' has another number of cells",
        ),
        ("x\n" + "1\n" * 200 + "nan\n", "x", ["--law", "laplace", "epsilon=1"], "sample 201"),
        ("x\n" + "1\n" * 200, "x", ["--law", "lapalce", "epsilon=1"], "no law"),
        (
            "x\n" + "1\n" * 200,
            "x",
            ["--law", "hourglass", "epsilon=1", "gamma=1/2"],
            "2 coordinates",
        ),
        ("x\n" + "1\n" * 200, "x", ["epsilon=1"], "--law"),
        ("x\n" + "1\n" * 200, "y", ["--law", "laplace", "epsilon=1"], "no column"),
        ("x\n" + "1\n" * 200, "x", ["--law", "laplace", "eps=1"], "did you mean epsilon"),
        (
            "x\n" + "1\n" * 200,
            "x",
            ["--law", "laplace", "scale=8"],
            "it takes epsilon, sensitivity",
        ),
        ("x\n" + "1\n" * 200, "x", ["--law", "laplace"], "needs epsilon"),
        (
            "x\n" + "1\n" * 200,
            "x",
            ["--law", "discrete_staircase", "epsilon=1", "gamma=1/2"],
            "needs m",
        ),
        (
            "x\n" + "1\n" * 200,
            "x",
            ["--law", "laplace", "epsilon=1", "center=one"],
            "center: not a number",
        ),
    ],
)
def test_mistakes_are_one_line(
    text: str, columns: str, words: list[str], message: str, tmp_path: Path, conform: Conform
) -> None:
    (tmp_path / "d.csv").write_text(text)
    done = conform(tmp_path / "d.csv", columns, *words)
    assert done.returncode == 2, done.stdout
    assert message in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("epsilon", "matters"), [("1/4", "more noise than the law has"), ("1", "no better than 0.8")]
)
def test_a_wrong_scale_is_told_with_its_direction(
    epsilon: str, matters: str, tmp_path: Path, conform: Conform
) -> None:
    """Killed: "the tail is cut" of noise that has far too much in its tail."""
    path = write(
        tmp_path / "draws.csv",
        {"noise": law("laplace", {"epsilon": epsilon}, np.random.default_rng(7), N)[0]},
    )
    (line,) = (
        line
        for line in conform(path, "noise", "--law", "laplace", "epsilon=1/2").stdout.splitlines()
        if line.startswith("  means")
    )
    assert matters in line


@pytest.mark.parametrize(
    ("true", "words"),
    [
        ({"epsilon": "1", "gamma": "1/2"}, ["--law", "hourglass", "decay=1/3", "gamma=1/2"]),
        ({"epsilon": "1", "gamma": "1/2"}, ["--law", "hourglass", "epsilon=1", "gamma=optimal"]),
    ],
)
def test_a_decay_and_the_optimal_gamma_are_taken_and_the_command_of_a_failure_repeats_it(
    true: dict[str, str], words: list[str], tmp_path: Path, conform: Conform, run: Run
) -> None:
    """Killed: known bugs that are asked of parameters from which none can be made; a repeat that
    names a vector that is in no file.
    """
    x, y = law("hourglass", true, np.random.default_rng(6), FEW)
    done = conform(write(tmp_path / "d.csv", {"x": x, "y": -y}), "x,y", *words)
    assert (done.returncode, done.stderr) == (1, "")
    (line,) = (line for line in done.stdout.splitlines() if line.startswith("  repeat"))
    dpmean, *again = shlex.split(line.removeprefix("  repeat"))
    assert dpmean == "dpmean"
    repeated = judged(run, *again[1:])
    assert (again[0], repeated.returncode, repeated.stdout.splitlines()[4:]) == (
        "conform",
        1,
        done.stdout.splitlines()[4:],
    )


ROUNDED: dict[str, tuple[Callable[[Any], Any], str]] = {
    "32-bit": (lambda x: x.astype(np.float32).astype(float), "32-bit floating-point numbers"),
    "%.3e": (
        lambda x: np.array([float(f"{v:.3e}") for v in x]),
        "decimals of 4 significant digits",
    ),
}


@pytest.mark.parametrize("name", ROUNDED)
def test_samples_that_were_exported_with_few_digits_are_not_another_law(name: str) -> None:
    """Kills "another law" of a right one whose numbers were cut, each by its own size, on the way."""
    rounded, words = ROUNDED[name]
    x = rounded(np.random.default_rng(1).laplace(0, 1, 20_000))
    rows = [(Fraction(v),) for v in x.tolist()]
    found = judge_samples("f", "laplace", {"epsilon": "1"}, rows, Fraction(1, 10**6))
    (verdict,) = found.run.verdicts
    assert words in verdict.detail
    assert [s.follows for s in verdict.follows] == [Follows.UNDECLARED_GRID]
    wide = [(v * 2,) for (v,) in rows]
    (verdict,) = judge_samples(
        "f", "laplace", {"epsilon": "1"}, wide, Fraction(1, 10**6)
    ).run.verdicts
    assert Follows.MORE_NOISE in {s.follows for s in verdict.follows}


OUTSIDE = {
    "laplace": ({"epsilon": "0"}, {"epsilon": "-1"}, {"epsilon": "x"}, {}),
    "discrete_laplace": ({"epsilon": "0"}, {"decay": "1"}),
    "gaussian": ({"sigma_squared": "0"}, {"sigma_squared": "-1"}, {"sigma_squared": "x"}, {}),
    "discrete_gaussian": ({"sigma_squared": "0"}, {}),
    "staircase": ({"epsilon": "1", "gamma": "2"}, {"epsilon": "0", "gamma": "1/2"}),
    "student_t": (
        {"degrees": "0"},
        {"degrees": "3/2"},
        {"degrees": "3", "scale": "0"},
        {"degrees": "3", "scale": "-1"},
        {},
    ),
}


@pytest.mark.parametrize(
    ("name", "params"), [(name, p) for name, each in OUTSIDE.items() for p in each]
)
def test_parameters_that_make_no_law_are_one_line(name: str, params: dict[str, str]) -> None:
    """Kills a traceback, and a search for a tail that never ends, of a law that there is not."""
    rows = [(Fraction(i, 7),) for i in range(-100, 100)]
    with pytest.raises(InvalidInput) as error:
        judge_samples("f", name, params, rows, Fraction(1, 10**6))
    assert "\n" not in str(error.value)
