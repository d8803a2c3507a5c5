"""The vectors of randomized response, of all kinds but `stat` (which are rows of `stat.toml`): settings,
each with the reason for choosing it, records that are no categories, and bits with a purpose.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ....catalogue.mechanisms import build
from ...kinds import tape as tapes
from ...kinds import transcript as transcripts
from ...kinds.reject import neighbours, pair
from ...vectors import Vector, slug
from ..hostile import BAD_EPSILON, RECORDS
from ..in_step import FIELDS, Row, Tables, in_step
from ..tables import rows
from ..tape_bits import boundary, endings, shake, steer
from .values import EPSILONS

OBJECT = "randomized_response"
Params = dict[str, str]
Flags = tuple[str, ...]

CATEGORIES: tuple[Row, ...] = rows(__file__, "categories", FIELDS)
TRUE: tuple[Row, ...] = rows(__file__, "true", FIELDS)
LEVELS: tuple[Row, ...] = rows(__file__, "levels", FIELDS)
ORDERS: tuple[Row, ...] = rows(__file__, "orders", FIELDS)
ANSWERS: tuple[Row, ...] = rows(__file__, "answers", FIELDS)
RECORD: tuple[tuple[str, str, str, Flags], ...] = rows(__file__, "record", "name data why flags")
DRAWN: tuple[tuple[str, Params, Params, str, Flags], ...] = rows(
    __file__, "drawn", "name params draws why flags"
)
RELEASES: tuple[tuple[Params, str, Flags], ...] = rows(__file__, "release", "params data flags")
BAD: tuple[tuple[Params, Params, str, str, str, str], ...] = rows(
    __file__, "bad", "change back note why flag code"
)
QUANTITIES: tuple[tuple[str, Params, Params, Params, str, str, str, str], ...] = rows(
    __file__, "quantity", "quantity params change back note why flag code"
)
PARAMS = {"categories": "4", "epsilon": "1"}
BUGS = {
    f"{OBJECT}.truth": "the probability that is kept, or e^epsilon/(1 + e^epsilon) whatever the categories",
    f"{OBJECT}.epsilon": "the odds of two categories, or of a uniform answer that may be her own",
    f"{OBJECT}.hockey_stick": "p - q e^h without the other side, or a delta beyond epsilon",
    f"{OBJECT}.renyi": "categories that are left out, or the order of the other direction",
    f"{OBJECT}.mse": "a variance that is not divided by (p - q)^2, or all people counted alike",
}
TABLES: tuple[tuple[Tables, Flags], ...] = (
    ({f"{OBJECT}.truth": (CATEGORIES, EPSILONS)}, ("Normalizer",)),
    ({f"{OBJECT}.epsilon": (TRUE, CATEGORIES)}, ("Profile",)),
    ({f"{OBJECT}.hockey_stick": (LEVELS, CATEGORIES)}, ("Profile",)),
    ({f"{OBJECT}.renyi": (ORDERS, CATEGORIES, EPSILONS)}, ("RenyiOrder",)),
    ({f"{OBJECT}.mse": (ANSWERS, CATEGORIES, EPSILONS)}, ("WrongScale",)),
)


def exact_vectors() -> Iterator[Vector]:
    """Yield what answers are worth."""
    for tables, always in TABLES:
        yield from in_step(tables, BUGS, always, {})


def transcript_vectors() -> Iterator[Vector]:
    """Yield every record with every outcome of the draws."""
    for drawn, params, draws, drawn_why, drawn_flags in DRAWN:
        for name, data, why, flags in RECORD:
            yield transcripts.make(
                OBJECT,
                params,
                [data],
                draws,
                f"{drawn}-{name}",
                f"{drawn_why}; {why}",
                (*drawn_flags, *flags),
            )


def tape_vectors() -> Iterator[Vector]:
    """Yield releases from bits, digests of many, tapes that end, and tapes next to a boundary."""
    for params, data, flags in RELEASES:
        tag, given = slug(OBJECT, *params.values(), data), {"data": [data]}
        for name, more, why, flag in (
            ("eight", {"tape": shake(tag, 64), "count": "8"}, "eight answers", "TapeOrder"),
            (
                "accumulated",
                {"seed": shake(tag, 8), "count": "60"},
                "60 answers, one digest: any wrong draw or probability shows",
                "Accumulated",
            ),
        ):
            taken: dict[str, Any] = {**given, **more}
            yield tapes.make(OBJECT, params, taken, name, why, (flag, *flags))
        yield from endings(OBJECT, params, {**given, "count": "3"})
    given, kept = {"data": ["2"]}, build(OBJECT, PARAMS).kept
    yield from boundary(OBJECT, PARAMS, given, "kept", "1 - (p - q)", "", 1 - kept)
    three = {"categories": "3", "epsilon": "1"}
    other = 1 - build(OBJECT, three).kept
    random = steer(lambda k: other if k == 0 else Fraction(int(k > 0)), 0)
    yield from boundary(OBJECT, three, given, "third", "1/3", random, Fraction(1, 3))


def reject_vectors() -> Iterator[Vector]:
    """Yield invalid requests, each with the nearest valid one, and records of every kind."""
    given = {"data": ["2"]}
    for bad, code, why, flag, good in BAD_EPSILON:
        change, back = {"epsilon": bad}, {"epsilon": good}
        yield from pair(OBJECT, PARAMS, change, back, why, flag, code, given)
    for change, back, note, why, flag, code in BAD:
        yield from pair(OBJECT, PARAMS, change, back, why, flag, code, given, note=note)
    for data, note, why in (
        ([], "nobody", "no record: nobody answers"),
        (["2", "1"], "two", "two records: each person answers for herself"),
    ):
        yield from pair(
            OBJECT,
            PARAMS,
            {},
            {},
            why,
            "OneRecord",
            "size_mismatch",
            given,
            bad_given={"data": data},
            note=note,
        )
    for quantity, params, change, back, note, why, flag, code in QUANTITIES:
        yield from pair(OBJECT, params, change, back, why, flag, code, quantity=quantity, note=note)
    for name, record, why, level in RECORDS:
        yield from neighbours(OBJECT, PARAMS, [record], ["1"], name, why, level)
