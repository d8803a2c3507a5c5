"""The vectors of a histogram, of all kinds but `stat` (which are rows of `stat.toml`): thresholds and
users, data sets against settings, bits, and refusals.

What is said of one category is asked as of a count, with the tables of `values.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...kinds import tape as tapes
from ...kinds import transcript as transcripts
from ...kinds.reject import neighbours, pair
from ...vectors import Vector, slug
from ..hostile import BAD_EPSILON, RECORDS
from ..in_step import FIELDS, Row, Tables, in_step
from ..tables import rows
from ..tape_bits import endings, shake
from .values import (
    BETAS,
    CLAMPS,
    COUNTS,
    EPSILONS,
    FEW,
    GAUSSIAN,
    LAPLACE,
    MANY,
    MIDDLING,
    RELATIONS,
    RHOS,
    SUMMED,
    TIES,
    USERS,
    either,
)

OBJECT = "histogram"
Params = dict[str, str]
Texts = tuple[str, ...]
Flags = tuple[str, ...]

THRESHOLDS: tuple[Row, ...] = rows(__file__, "thresholds", FIELDS)
SPREAD: tuple[Row, ...] = rows(__file__, "spread", FIELDS)
DELTAS: tuple[Row, ...] = rows(__file__, "deltas", FIELDS)
OF_A_USER: tuple[Row, ...] = rows(__file__, "users", FIELDS)
DATA_SETS: tuple[tuple[str, Texts, str, Flags], ...] = rows(
    __file__, "data_set", "name data why flags"
)
SETTINGS: tuple[tuple[str, Params, Texts, str, Flags], ...] = rows(
    __file__, "setting", "name params draws why flags"
)
RELEASES: tuple[tuple[Params, Texts, str, Flags], ...] = rows(
    __file__, "release", "params data grid flags"
)
BAD: tuple[tuple[Params, Params, Params, str, str, str, str], ...] = rows(
    __file__, "bad", "params change back note why flag code"
)
QUANTITIES: tuple[tuple[str, Params, Params, Params, str, str, str, str], ...] = rows(
    __file__, "quantity", "quantity params change back note why flag code"
)
ANSWERED: tuple[tuple[Params], ...] = rows(__file__, "answered", "params")
PARAMS = {"categories": "3", "noise": "laplace", "epsilon": "1"}
GIVEN = {"data": ["1", "2", "0", "2"], "grid": "1/1024"}
BUGS = {
    f"{OBJECT}.sensitivity": "the largest change of one count where records are replaced, or a user of one record",
    f"{OBJECT}.squared_sensitivity": "records that are all in categories of their own, or (2 m)^2 of replaced ones",
    f"{OBJECT}.scale": "the scale of a count where records are replaced: half of the noise",
    f"{OBJECT}.sigma_squared": "the variance of a count where records are replaced, or of Laplace's D",
    f"{OBJECT}.variance": "the variance of a count where records are replaced",
    f"{OBJECT}.half_width": "a quantile at 1 - beta in place of 1 - beta/2, or the noise of a count",
    f"{OBJECT}.expected": "a clamp that is ignored, or the noise of a count",
    f"{OBJECT}.mse": "an error around the expected output in place of the true count",
    f"{OBJECT}.delta": "one of the two ways to spread records alone, a sum in place of 1 minus a product, or a noisy "
    "count that must exceed the threshold",
    f"{OBJECT}.least_threshold": "delta divided by the records of a user, the threshold of one record, or a whole "
    "threshold rounded down",
}
TABLES: tuple[tuple[Tables, Flags, int], ...] = (
    (
        {f"{OBJECT}.{q}": (USERS, RELATIONS) for q in ("sensitivity", "squared_sensitivity")},
        ("OneSided", "Contribution"),
        12,
    ),
    (
        {f"{OBJECT}.{q}": (MANY, RELATIONS) for q in ("sensitivity", "squared_sensitivity")},
        ("OneSided", "Contribution"),
        2,
    ),
    ({f"{OBJECT}.scale": (EPSILONS, either(*LAPLACE), USERS, RELATIONS)}, ("WrongScale",), 12),
    ({f"{OBJECT}.sigma_squared": (RHOS, either(*GAUSSIAN), USERS, RELATIONS)}, ("WrongScale",), 12),
    (
        {f"{OBJECT}.variance": (EPSILONS, either(*reversed(LAPLACE)), USERS, RELATIONS)},
        ("WrongScale",),
        8,
    ),
    (
        {f"{OBJECT}.variance": (RHOS, either(*reversed(GAUSSIAN)), FEW, RELATIONS)},
        ("WrongScale",),
        5,
    ),
    (
        {f"{OBJECT}.half_width": (BETAS, EPSILONS, either(*LAPLACE), FEW, RELATIONS)},
        ("WrongScale",),
        8,
    ),
    (
        {f"{OBJECT}.half_width": (SUMMED, BETAS, either(*GAUSSIAN), FEW, RELATIONS)},
        ("WrongScale",),
        4,
    ),
    ({f"{OBJECT}.half_width": (TIES, FEW)}, ("DiscreteNotContinuous",), 2),
    ({f"{OBJECT}.half_width": (MIDDLING, FEW[1:], RELATIONS)}, ("WrongScale",), 2),
    (
        {
            f"{OBJECT}.{q}": (COUNTS, EPSILONS, CLAMPS, either(*LAPLACE), FEW, RELATIONS)
            for q in ("expected", "mse")
        },
        ("Clamp",),
        12,
    ),
    ({f"{OBJECT}.delta": (THRESHOLDS, SPREAD)}, ("Threshold",), 20),
    ({f"{OBJECT}.least_threshold": (DELTAS, OF_A_USER)}, ("Threshold",), 20),
)


def exact_vectors() -> Iterator[Vector]:
    """Yield sensitivities, the noise of one category, and what thresholds cost."""
    for tables, always, wanted in TABLES:
        yield from in_step(tables, BUGS, always, {}, wanted)


def transcript_vectors() -> Iterator[Vector]:
    """Yield every data set in every setting; the noises of a setting move on from set to set."""
    for s, (setting, params, draws, setting_why, setting_flags) in enumerate(SETTINGS):
        for d, (name, data, why, flags) in enumerate(DATA_SETS):
            noises = {f"noise_{j + 1}": draws[(j + d + s) % len(draws)] for j in range(len(draws))}
            yield transcripts.make(
                OBJECT,
                params,
                data,
                noises,
                f"{params['noise']}-{setting}-{name}",
                f"{setting_why}; {why}",
                (*setting_flags, *flags),
            )


def tape_vectors() -> Iterator[Vector]:
    """Yield releases from bits, digests of many, and tapes that end."""
    for params, data, grid, flags in RELEASES:
        tag = slug(OBJECT, *params.values())
        given: dict[str, Any] = {"data": list(data)} | ({"grid": grid} if grid else {})
        for name, more, why, flag in (
            (
                "four",
                {"tape": shake(tag, 256), "count": "4"},
                "four releases: a noise for each category, in order",
                "TapeOrder",
            ),
            (
                "accumulated",
                {"seed": shake(tag, 8), "count": "40"},
                "40 releases, one digest: any wrong draw, order or threshold shows",
                "Accumulated",
            ),
        ):
            taken: dict[str, Any] = {**given, **more}
            yield tapes.make(OBJECT, params, taken, name, why, (flag, *flags))
    for bits, why in (("00", "bits 0"), ("ff", "bits 1")):
        given = {"data": ["0", "1"], "count": "1", "tape": bits * 4 + shake(f"{OBJECT}{bits}", 512)}
        yield tapes.make(
            OBJECT,
            {"categories": "2", "noise": "discrete_gaussian", "rho": "1"},
            given,
            f"begins{bits}",
            f"the tape begins with {why}: draws that begin again as seldom, or as often, as possible",
            ("Unlucky",),
        )
    yield from endings(OBJECT, PARAMS, {**GIVEN, "count": "2"}, size=256)


def reject_vectors() -> Iterator[Vector]:
    """Yield invalid requests, each with the nearest valid one, and records of every kind."""
    for bad, code, why, flag, good in BAD_EPSILON:
        change, back = {"epsilon": bad}, {"epsilon": good}
        yield from pair(OBJECT, PARAMS, change, back, why, flag, code, GIVEN)
    for params, change, back, note, why, flag, code in BAD:
        yield from pair(OBJECT, params, change, back, why, flag, code, GIVEN, note=note)
    for quantity, params, change, back, note, why, flag, code in QUANTITIES:
        yield from pair(OBJECT, params, change, back, why, flag, code, quantity=quantity, note=note)
    for (params,) in ANSWERED:
        for i, (name, record, why, level) in enumerate(RECORDS):
            others = [str(i % 3), "2"]
            yield from neighbours(OBJECT, params, [*others, record], others, name, why, level)
