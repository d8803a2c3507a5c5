"""How fast are releases? Every mechanism one by one and in columns, beside NumPy, OpenDP and PyDP
where they have it.

Times are processor time of one thread, the best of a few repeats, which other processes disturb
least, after a first run that builds what is kept. A count grows until it takes `least` seconds;
columns are timed in whole batches, exact rows included, or in fewer rows where those take long
(`rate`). A rate of less than a batch says little of a full one: groups of rows that decide alike
are then small.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpmean.catalogue.coverage import EXAMPLES
from dpmean.catalogue.mechanisms import build
from dpmean.programs.columns import releases
from dpmean.programs.columns.releases import BATCH
from dpmean.programs.release import release

from .plain import plain
from .worker import Worker

MOST = 1 << 20  # releases that are timed at once
LONG = 8
# Algorithms 1 to 3 and ADPM
ONE_STAGE = ("independent_mean", "shifted_mean", "transformed_mean", "adpm")
GOALS = {"one stage": 10**6, "scalar": 10**5, "vectors": 10**4}
# where they have the mean
LIBRARIES = {"OpenDP": ("opendp", "sized_mean"), "PyDP": ("pydp", "shifted_mean")}
WORDS = ("noise", "variant", "base", "edition")
Row = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """A mechanism with parameters and records, and the goal that it is held against."""

    name: str
    given: dict[str, str]
    data: list[Any]
    goal: str

    @property
    def grid(self) -> Fraction | None:
        """The grid of the releases, where the exact rationals have no common denominator; else that
        of the mechanism.
        """
        return Fraction(1, 1 << 20) if self.name == "coinpress_scaled_mean" else None

    @property
    def title(self) -> str:
        """The name, the noise or variant, and the shape of vectors."""
        shape = f"n = {len(self.data)}, d = {len(self.data[0])}" if self.goal == "vectors" else ""
        return ", ".join(
            [
                self.name,
                *(self.given[w] for w in WORDS if w in self.given),
                *([shape] if shape else []),
            ]
        )


def cases() -> list[Case]:
    """Every example of the catalogue, and means of 200 vectors with 8 coordinates.

    The shuffle model's mean of vectors is left out: one release of 80 users is tens of thousands of
    messages, which take seconds. Its example of the catalogue is here.
    """
    found = [Case(n, p, d, "one stage" if n in ONE_STAGE else "scalar") for n, p, d in EXAMPLES]
    rng = random.Random(8)
    data = [[str(rng.randint(0, 16)) for _ in range(8)] for _ in range(200)]
    ball = {"rho": "1", "u": "16", "d": "8", "n": "200"}
    law = {"rho": "1", "d": "8", "n": "200", "radius": "64", "beta": "1/10"}
    return found + [
        Case(n, p, data, "vectors")
        for n, p in (
            ("norm_clipped_mean", {**ball, "threshold": "32"}),
            ("quantile_clipped_mean", {**ball, "beta": "1/10"}),
            ("shifted_clipped_mean", {**ball, "beta": "1/10"}),
            ("quantized_mean", {**law, "bucket": "2"}),
            ("gaussian_mean", {**law, "sigma_min": "1", "sigma_max": "8"}),
            ("coinpress_mean", {**law, "sigma_max": "8", "iterations": "2"}),
            ("coinpress_scaled_mean", {**law, "sigma_min": "1", "sigma_max": "8"}),
            ("local_clipped_mean", ball),
        )
    ]


def rate(
    run: Callable[[int], Any], least: float, repeats: int, start: int = 1, fewest: int = 1
) -> tuple[float, int, Any]:
    """Releases a second, the best of a few repeats; how many were timed, and what the best run
    returned.

    `start` are timed first, and at least `fewest`, unless a run of fewer takes LONG / 4 times
    `least` seconds.
    """
    count = start
    seconds, kept = _timed(run, count)
    while count < MOST and seconds < LONG * least / 4 and (seconds < least or count < fewest):
        count = min(MOST, max(fewest, 2 * count) if seconds < least else count * 4)
        seconds, kept = _timed(run, count)
    for _ in range(repeats - 1):
        again, found = _timed(run, count)
        if again < seconds:
            seconds, kept = again, found
    return count / max(seconds, 1e-9), count, kept


def _timed(run: Callable[[int], Any], count: int) -> tuple[float, Any]:
    start = time.process_time()
    found = run(count)
    return time.process_time() - start, found


def measured(case: Case, least: float, repeats: int, workers: dict[str, Worker]) -> Row:
    """One row: all that can be asked for this mean, one after the other."""
    mechanism = build(case.name, case.given)

    def singly(count: int) -> None:
        for _ in range(count):
            release(mechanism, case.data)

    def columns(count: int) -> tuple[int, int]:
        undecided = few = 0
        for batch in releases(mechanism, case.data, count, grid=case.grid):
            undecided, few = undecided + batch.undecided, few + batch.few
        return undecided, few

    begun = 64 if case.goal == "vectors" else 1 << 10
    first, _ = _timed(columns, begun)
    singly(1)
    one, _, _ = rate(singly, least, repeats)
    many, count, (undecided, few) = rate(columns, least, repeats, begun, BATCH)
    noise = plain(case.name, case.given, case.data)
    found = {
        "what": case.title,
        "goal": GOALS[case.goal],
        "one_by_one": one,
        "columns": many,
        "first_seconds": first,
        "timed": count,
        "undecided": undecided / count,
        "few": few / count,
        "numpy": None if noise is None else rate(noise, least, repeats)[0],
        "load": os.getloadavg()[0],
    }
    for title, (library, name) in LIBRARIES.items():
        mine = (
            case.name == name
            and case.given.get("noise", "laplace") == "laplace"
            and library in workers
        )
        found[title] = (
            workers[library].mean(title, case.given, case.data, least, repeats) if mine else None
        )
    return found


def rows(
    least: float,
    repeats: int,
    workers: dict[str, Worker],
    say: Callable[[str], None],
    wanted: list[Case] | None = None,
) -> list[Row]:
    found = []
    for case in cases() if wanted is None else wanted:
        say(f"releases of {case.title} ...")
        found.append(measured(case, least, repeats, workers))
    return found
