"""Means of vectors at the size of Fashion-MNIST: 70,000 images of 784 pixels, as a command, as fast
as promised, and the same bit for bit on Python's integers.

The images are those of Debian's package dataset-fashion-mnist where it is installed, else as many
random ones, half of whose pixels are 0: time, memory and equality do not depend on which.
"""

from __future__ import annotations

import gzip
import json
import resource
import subprocess
import sys
import time
from array import array
from collections.abc import Iterable, Sequence
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dpmean.exact.rotation import hadamard, rotate
from dpmean.mechanisms.instance.shifted_clipped_mean import ShiftedClippedMean
from dpmean.programs.interpret import release
from dpmean.programs.numpy_table import from_columns
from dpmean.programs.table import Rows, truncated
from dpmean.randomness.bits import Shake128ForTesting

INSTALLED = Path("/usr/share/datasets/fashion-mnist")
N, D, U = 70_000, 784, 1023
SECONDS, BYTES = 10, 4 << 30


def pixels(n: int = N) -> Any:
    """n images as rows of integers from 0 to 1023."""
    if INSTALLED.is_dir():
        parts = [
            gzip.decompress((INSTALLED / f"{part}-images-idx3-ubyte.gz").read_bytes())[16:]
            for part in ("train", "t10k")
        ]
        grey = np.frombuffer(b"".join(parts), np.uint8).reshape(N, D)[:n]
    else:
        random = np.random.default_rng(0)
        grey = random.integers(0, 256, (n, D), np.uint8) * random.integers(0, 2, (n, D), np.uint8)
    return (grey.astype(np.int32) * U + 127) // 255


@pytest.mark.slow
def test_the_command_releases_seventy_thousand_images_in_ten_seconds_and_four_gigabytes(
    tmp_path: Path,
) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    rows = pixels()
    path = tmp_path / "images.parquet"
    parquet.write_table(
        pa.table({f"p{j}": np.ascontiguousarray(rows[:, j].astype(np.uint16)) for j in range(D)}),
        path,
    )
    command = [
        sys.executable,
        "-m",
        "dpmean.cli.main",
        "release",
        "shifted_clipped_mean",
        "rho=1/2",
        f"u={U}",
        f"d={D}",
        f"n={N}",
        f"{path}:*",
        "--row-is-person",
        "--json",
    ]
    took = []
    for _ in range(2):  # the second time the file is in memory
        start = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        took.append(time.perf_counter() - start)
    found = json.loads(done.stdout)
    error = np.linalg.norm(np.array(found["about"]) - rows.mean(axis=0))
    assert error < 100  # of 10,000 and more, the norms of the images
    assert min(took) < SECONDS
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024 < BYTES


class Packed(Rows):
    """Python's integers, kept eight bytes each between two operations: seventy million of them
    would be 18 GB.
    """

    def __init__(self, rows: Iterable[Sequence[int]], d: int) -> None:
        """Every row has d integers."""
        super().__init__([array("q", row) for row in rows], d)

    def rotated(self, signs: Sequence[int]) -> Packed:
        """See Rows."""
        return Packed((rotate(row, signs) for row in self.rows), len(signs))

    def within(self, low: int, high: int) -> Packed:
        """See Rows."""
        return Packed(([max(low, min(v, high)) for v in row] for row in self.rows), self.d)

    def minus(self, center: Sequence[int]) -> Packed:
        """See Rows."""
        return Packed(
            ([v - c for v, c in zip(row, center, strict=True)] for row in self.rows), self.d
        )

    def clipped_sum(self, squared: F, steps: int) -> list[int]:
        """See Rows."""
        total = [0] * self.d
        for row in self.rows:
            total = [a + b for a, b in zip(total, truncated(row, squared, steps), strict=True)]
        return total

    def shown(self) -> Any:
        """Too many to be looked at."""
        return


@pytest.mark.slow
def test_seventy_thousand_images_on_both_tables_from_one_tape() -> None:
    rows = pixels()
    mechanism = ShiftedClippedMean(F(1, 2), U, D, N)
    tapes = [Shake128ForTesting(b"seventy thousand") for _ in range(2)]
    fast = release(mechanism.program(from_columns(list(rows.T), 0, U)), tapes[0], None)
    slow = release(mechanism.program(Packed((row.tolist() for row in rows), D)), tapes[1], None)
    assert fast == slow
    assert tapes[0].used == tapes[1].used


def test_three_hundred_images_on_both_tables_from_one_tape() -> None:
    rows = pixels(300)[:, 300:360]  # sixty pixels: padded to 64
    mechanism = ShiftedClippedMean(F(40), U, 60, 300)
    tapes = [Shake128ForTesting(b"a few") for _ in range(3)]
    fast = release(mechanism.program(from_columns(list(rows.T), 0, U)), tapes[0], None)
    slow = release(mechanism.program(Rows(rows.tolist(), 60)), tapes[1], None)
    assert fast == slow == release(mechanism.program(Packed(rows.tolist(), 60)), tapes[2], None)
    assert mechanism.plan.rank > 1


class Counted(int):
    """An integer that counts how often one like it is added, subtracted, multiplied or divided."""

    done = 0


def _counting(name: str) -> Any:
    plain = getattr(int, name)

    def operation(self: Counted, other: int) -> Any:
        Counted.done += 1
        found = plain(self, other)
        return found if found is NotImplemented else Counted(found)

    return operation


for _name in (
    "__add__",
    "__radd__",
    "__sub__",
    "__rsub__",
    "__mul__",
    "__rmul__",
    "__floordiv__",
    "__rfloordiv__",
):
    setattr(Counted, _name, _counting(_name))


@pytest.mark.parametrize("log_d", range(11))
def test_the_rotation_takes_d_log_d_additions(log_d: int) -> None:
    Counted.done = 0
    hadamard([Counted(j) for j in range(1 << log_d)])
    assert Counted.done == log_d << log_d


def work(n: int, d: int) -> int:
    """Operations on coordinates in one release."""
    Counted.done = 0
    rows = [[Counted(1 + (i * j + i // 3) % 3) for j in range(d)] for i in range(n)]
    release(
        ShiftedClippedMean(F(10**6), 3, d, n).program(Rows(rows, d)),
        Shake128ForTesting(b"work"),
        None,
    )
    return Counted.done


@pytest.mark.parametrize("log_d", range(8))
def test_a_release_takes_d_log_d_operations_a_record(log_d: int) -> None:
    """d (log2 d + 11) for each of n records, and a few more for the few that are clipped: linear in
    n, and d log d.

    Kills a rotation by d^2 products, a norm for each median, a pass over the data for each count.
    """
    per_record = (log_d + 11) << log_d
    found = [(n, work(n, 1 << log_d)) for n in (8, 16, 32, 64)]
    assert all(n * per_record <= done <= n * per_record * F(21, 20) for n, done in found), found
    assert found[-1][1] == 64 * per_record + (1 << log_d)  # and one for each coordinate of the sum
