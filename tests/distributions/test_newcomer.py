"""A law that the package does not have is a full citizen by two files of its own: what it says of
itself is enough for values, releases, quotients, columns, tapes, vectors and the judge.

The right numbers are integrals of the logistic density by mpmath, which shares no formula with the
law's file.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath
import pytest

ROOT = Path(__file__).parents[2]
OWN = Path(__file__).parent / "newcomer"
M = mpmath.mp.clone()
M.dps = 30
EDGES = [-M.inf, -20, -5, -3, 0, 1, 3, 5, 20, M.inf]


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the package knows of the law when its two files are there, and no other is changed."""
    home = tmp_path_factory.mktemp("newcomer")
    shutil.copytree(ROOT / "reference" / "dpmean", home / "reference" / "dpmean")
    (home / "vectors").symlink_to(ROOT / "vectors")
    laws = home / "reference" / "dpmean" / "distributions"
    shutil.copy(OWN / "logistic.py", laws / "logistic.py")
    shutil.copy(OWN / "logistic_in_columns.py", laws / "bulk" / "logistic.py")
    done = subprocess.run(
        [sys.executable, OWN / "seen.py"],
        env={**os.environ, "PYTHONPATH": str(home / "reference")},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def density(x: Any) -> Any:
    return M.sech(x / 2) ** 2 / 4


def mean_of(function: Callable[[Any], Any], *more: Any) -> Any:
    """E function(Z), cut at the given places."""
    places = sorted({*EDGES, *more})
    return M.quad(lambda x: function(x) * density(x), places)


def below(x: Any) -> Any:
    """P(Z <= x), by integration."""
    return mean_of(lambda z: z <= x, x)


def near(ends: list[str], right: Any, off: float = 1e-15) -> bool:
    """Whether an enclosure is narrow and contains the right number, which is known up to `off`."""
    low, high = (Fraction(end) for end in ends)
    middle = Fraction(int(right * 10**25), 10**25)
    return low <= high < low + Fraction(1, 10**15) and low - Fraction(off) < middle < high + off


def clipped(x: Any) -> Any:
    return min(1, max(0, x))


def test_values(seen: dict[str, Any]) -> None:
    """Kills a law that is not found, and a quantity that is not asked of it."""
    found = seen["values"]
    assert near(found["cdf"], below(0.5))
    assert near(found["tail"], 1 - below(3) + below(-3))
    assert near(found["variance"], mean_of(lambda z: z * z))
    assert near(found["quantile"], M.findroot(lambda x: below(x) - M.mpf(1) / 5, -1))
    ratio = M.exp(M.mpf(1) / 4)
    gain = M.quad(lambda z: max(0, density(z) - ratio * density(z - 1)), [*EDGES[:-3], 0.1, 0.2, 1])
    assert near(found["hockey_stick"], gain, 1e-6)


def test_releases(seen: dict[str, Any]) -> None:
    """Kills moments that are known of listed laws only."""
    moved, halved = seen["moved"], seen["halved"]
    assert near(moved["cdf"]["4"], below(1))
    assert near(moved["mean"], M.mpf(3))
    assert near(moved["mse"], mean_of(lambda z: (z + 3) ** 2))
    assert near(halved["cdf"]["1/3"], below(M.mpf(2) / 3 - 2))
    assert near(halved["mean"], mean_of(lambda z: clipped((z + 2) / 2), -2, 0))
    assert near(halved["mse"], mean_of(lambda z: clipped((z + 2) / 2) ** 2, -2, 0))
    low, high, how = seen["divergence"]
    assert how == "one noise, shifted"
    assert low <= high


def logistic(x: Any) -> Any:
    return 1 / (1 + M.exp(-x))


def test_two_noises(seen: dict[str, Any]) -> None:
    """Kills a sum or a quotient of two noises that is known of listed laws only, a wrong side of
    the denominator, and a wrong end of a clipped quotient.
    """
    summed, divided = seen["summed"], seen["divided"]
    assert near(summed["cdf"]["4"], mean_of(lambda w: logistic(3 - 2 * w)))
    assert near(summed["mse"], 1 + 5 * mean_of(lambda z: z * z))
    # (Z + 2)/(W + 3) <= t is Z <= t d - 2 for d = W + 3 > 0, and Z >= t d - 2 below
    half = mean_of(lambda w: logistic((w + 3) / 2 - 2) if w > -3 else logistic(2 - (w + 3) / 2))
    assert near(divided["cdf"]["1/2"], half)

    def moment(w: Any, order: int) -> Any:
        """E C^order given W = w: the integral of order t^(order - 1) P(C > t)."""
        side = 1 if w > -3 else -1
        return M.quad(
            lambda t: order * t ** (order - 1) * logistic(side * (2 - t * (w + 3))), [0, 1]
        )

    M.dps = 15
    for order, name in ((1, "mean"), (2, "mse")):
        right = mean_of(lambda w, k=order: moment(w, k))
        assert near(divided[name], right, 1e-9), name
    M.dps = 30


def test_columns(seen: dict[str, Any]) -> None:
    """Kills boxes of another law: they contain the quantiles of both ends of each cell."""
    assert len(seen["columns"]) == 64
    for word, hi, lo, radius in seen["columns"]:
        for u in (M.mpf(word) / 2**64, M.mpf(word + 1) / 2**64):
            assert abs(M.log(u / (1 - u)) - hi - lo) <= radius < 1e-16


def test_tapes_and_verdicts(seen: dict[str, Any]) -> None:
    """Kills a draw that is no quantile, a vector without power, and a judge that knows no such
    law.
    """
    u = M.mpf(0x5555555555555555) / 2**64
    (value,) = seen["tape"]["values"]
    assert abs(M.log(u / (1 - u)) - M.mpf(value.split("/")[0]) / int(value.split("/")[1])) < 1e-3
    assert seen["judged"]["status"] == ["pass"]
    assert "half the noise" in seen["judged"]["power"]
