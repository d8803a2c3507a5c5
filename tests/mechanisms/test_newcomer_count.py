"""A mechanism that the package does not have is a full citizen by one file of its own: what it says of
itself is enough for releases, their exact law, transcripts and the judge.

The right numbers are those of the geometric law on both sides: P(K = k) = (1 - t)/(1 + t) t^|k|.
"""

from __future__ import annotations

import json
import math
import os
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

ROOT = Path(__file__).parents[2]
OWN = Path(__file__).parent / "newcomer"


def test_a_private_count_is_a_file(tmp_path: Path) -> None:
    """Kills a second place where a mechanism has to be entered, and a policy that says that missing
    records count as 0 where they are counted.
    """
    shutil.copytree(ROOT / "reference" / "dpmean", tmp_path / "reference" / "dpmean")
    (tmp_path / "vectors").symlink_to(ROOT / "vectors")
    home = tmp_path / "reference" / "dpmean" / "mechanisms" / "addremove"
    shutil.copy(OWN / "noisy_count.py", home)
    done = subprocess.run(
        [sys.executable, OWN / "seen_count.py"],
        env={**os.environ, "PYTHONPATH": str(tmp_path / "reference")},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert seen["listed"] == 1
    assert seen["guarantee"].startswith("pure DP, epsilon = 1; neighbors: add-or-remove-one")
    assert seen["policies"] == ["missing, NaN and non-numeric cells are records like every other"]
    assert Fraction(seen["released"]).denominator == 1
    # three records; the law of the noise is that of the difference of two geometric ones
    t = math.exp(-1)
    for k, ends in enumerate(seen["cdf"]):
        low, high = map(Fraction, ends)
        right = 1 - t ** (k - 2) / (1 + t) if k >= 3 else t ** (3 - k) / (1 + t)
        assert abs(float(low) - right) < 1e-12 and abs(float(high) - right) < 1e-12
    assert abs(float(Fraction(seen["mse"][0])) - 2 * t / (1 - t) ** 2) < 1e-12
    assert seen["transcript"]["value"] == "1"
    assert seen["transcript"]["steps"] == [["count", "3"], ["noisy_count", "1"]]
    assert seen["judged"] == ["pass"]
