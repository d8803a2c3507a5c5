"""What needs an extra says which in one line; what does not need it works without."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ABSENT = "import sys; sys.modules.update({name}=None); from dpmean.cli.main import main; main()"


def without(name: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", ABSENT.format(name=name), *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize(
    ("name", "extra", "words"),
    [
        ("matplotlib", "pictures", ("experiment", "trilemma", "table1", "--out", "{here}")),
        (
            "pyarrow",
            "files",
            (
                "release",
                "sized_mean",
                "n=1",
                "epsilon=1",
                "lower=0",
                "upper=1",
                "noise=laplace",
                "{here}/x.parquet:a",
                "--row-is-person",
            ),
        ),
        ("sympy", "symbols", ("derive", "laplace.variance")),
        ("sympy", "symbols", ("value", "laplace.variance", "--symbolic")),
        ("sympy", "symbols", ("derive", "--check", "laplace")),
    ],
)
def test_a_missing_extra_is_named_in_one_line(
    name: str, extra: str, words: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "x.parquet").write_bytes(b"PAR1")
    done = without(name, *(w.format(here=tmp_path) for w in words))
    assert done.returncode == 2
    assert (
        done.stderr.splitlines()[-1]
        == f"error [usage]: this needs {name}: pip install 'dpmean[{extra}]'"
    )


def test_an_exact_value_is_proved_and_judged_without_any_extra() -> None:
    """Kills a core that needs SymPy again: 1/2 is exact here only because an equality of
    polynomials in e is proved.
    """
    absent = ABSENT.replace("{name}=None", "dict.fromkeys({name}, None)")
    extras = ("sympy", "mpmath", "rich", "pygments", "pyarrow", "matplotlib", "scipy")
    for words, said in (
        (("value", "staircase.cdf", "epsilon=1", "gamma=optimal", "x=0"), "1/2"),
        (("conform", "-a", "dpmean", "--run", "laplace-variance-*"), "RESULT: conforms"),
    ):
        done = subprocess.run(
            [sys.executable, "-c", absent.format(name=extras), *words],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert (done.returncode, said in done.stdout) == (0, True), done.stdout + done.stderr


def test_a_page_is_made_without_the_pictures(tmp_path: Path) -> None:
    """Kills a page that takes the place of the verdict: whoever has only the core asks for one in
    CI.
    """
    page, draws = tmp_path / "page.html", "example:too_little"
    done = without(
        "matplotlib",
        "conform",
        "--from-csv",
        draws,
        "--law",
        "laplace",
        "epsilon=1",
        "--html",
        str(page),
    )
    assert done.returncode == 1, done.stderr  # that of the verdict
    assert "How to fix it" in page.read_text() and "<svg" not in page.read_text()
