"""A leak in one leaf of an output is seen, in whatever an output is; and right noise there is no
leak.
"""

from __future__ import annotations

import json
import secrets
import uuid
from collections import namedtuple
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import dpmean
from dpmean.auditing.book import families
from dpmean.auditing.described import Leaf, Role
from dpmean.auditing.report import Report
from dpmean.auditing.sources.command import read_line
from dpmean.auditing.status import Lack, Status

PAIR = ([0.0, 1.0], [0.0])
RANDOM = np.random.default_rng()
Release = Callable[[float, int], Any]


@dataclass
class Result:
    mean: float
    n: int


Point = namedtuple("Point", "mean n")


class Slots:
    __slots__ = ("mean", "n")

    def __init__(self, mean: float, n: int) -> None:
        self.mean, self.n = mean, n


def fail(text: str) -> Any:
    raise ValueError(text)


# what is made of a mean with right noise, and of a number that is the count where there is a leak
STYLES: dict[str, Release] = {
    "a dict": lambda mean, n: {"mean": mean, "n": n},
    "a dict in a dict": lambda mean, n: {"a": {"mean": mean}, "b": {"c": [n]}},
    "an optional key": lambda mean, n: {"mean": mean} | ({"n": n} if mean > 0 else {}),
    "one of two shapes": lambda mean, n: {"mean": mean} if secrets.randbelow(2) else {"n": n},
    "a number or a text": lambda mean, n: mean if secrets.randbelow(2) else f"only {n} people",
    "a list of any length": lambda mean, n: [n] + [mean] * secrets.randbelow(4),
    "a list with a number of numbers": lambda mean, n: [1.0] * n,
    "a tuple": lambda mean, n: (mean, n),
    "a row": lambda mean, n: np.array([mean, n]),
    "a matrix": lambda mean, n: np.array([[mean, 0.0], [n, mean]]),
    "an array of objects": lambda mean, n: np.array([mean, "a", n], object),
    "a record": lambda mean, n: np.array([(mean, n)], dtype=[("mean", float), ("n", int)])[0],
    "a masked array": lambda mean, n: np.ma.masked_array([mean, n], [mean > 0, False]),
    "a mask": lambda mean, n: np.ma.masked_array([mean, mean], [False, n == 2]),
    "a data class": lambda mean, n: Result(mean, n),
    "a named tuple": lambda mean, n: Point(mean, n),
    "slots": lambda mean, n: Slots(mean, n),
    "a namespace": lambda mean, n: SimpleNamespace(mean=mean, n=n),
    "a set": lambda mean, n: {round(mean), 1000 + n},
    "a complex number": lambda mean, n: complex(mean, n),
    "a decimal": lambda mean, n: [Decimal(repr(mean)), Decimal(n)],
    "a fraction": lambda mean, n: (round(mean, 3), Fraction(1, n)),
    "a date": lambda mean, n: {"mean": mean, "day": date(2026, 1, n)},
    "a duration": lambda mean, n: timedelta(days=n),
    "a text": lambda mean, n: f"mean {mean:.3f} of {n}",
    "bytes": lambda mean, n: b"mean %.3f of %d" % (mean, n),
    "JSON": lambda mean, n: json.dumps({"mean": mean, "n": n}),
    "decimals of a text": lambda mean, n: f"{mean:.{n}f}",
    "decimals of a text with words": lambda mean, n: f"mean: {mean:.{n}f} years",
    "decimals of JSON": lambda mean, n: f'{{"mean": {mean:.{n}f}}}',
    "decimals of a line": lambda mean, n: read_line(f"{mean:.{n}f}"),
    "a sign of a line": lambda mean, n: read_line(f"{abs(mean):{'+' if n == 2 else ''}.3f}"),
    "zeros of a line": lambda mean, n: read_line(f"{abs(mean):0{8 + n}.3f}"),
    "spaces": lambda mean, n: f"{mean:.3f}" + " " * n,
    "the length of a token": lambda mean, n: secrets.token_hex(8 * n),
    "how many tokens": lambda mean, n: [secrets.token_hex(8) for _ in range(n)],
    "how many keys": lambda mean, n: {secrets.token_hex(8): "a" for _ in range(n)},
    "a message": lambda mean, n: mean if secrets.randbelow(2) else fail(f"of {n} and {mean:.9f}"),
    "a message with noise": lambda mean, n: (
        fail(f"m {mean + 4 * n}") if secrets.randbelow(2) else 0
    ),
    "a type of error": lambda mean, n: fail("x") if secrets.randbelow(2) and n == 2 else mean,
    "the last of many": lambda mean, n: [RANDOM.laplace()] * 30 + [n],
    "one after many numbers": lambda mean, n: {f"k{i}": 0.0 for i in range(300)} | {"n": n},
}


def audited(style: str, leak: bool, **more: Any) -> Report:
    make = STYLES[style]

    def release(records: list[float]) -> Any:
        mean = float(np.round((sum(records) + RANDOM.laplace()) * 2**20) / 2**20)
        return make(mean, len(records) if leak else 1)

    found = dpmean.audit(
        release, "epsilon=1", **{"data": PAIR, "draws": 1500, "first": True, **more}
    )
    assert isinstance(found, Report)
    return found


@pytest.mark.parametrize("style", STYLES)
def test_the_exact_count_in_one_leaf_is_seen(style: str) -> None:
    """Kills a leaf that is not looked at, in each kind of output."""
    found = audited(style, leak=True)
    assert found.refuted, str(found)


TOKENS = {"the length of a token", "how many tokens", "how many keys"}


@pytest.mark.share(4)
@pytest.mark.parametrize("style", [s for s in STYLES if s != "a message with noise"])
def test_the_same_with_a_public_number_is_not_refuted(style: str) -> None:
    """Kills a leak that is seen where there is none; and a pass where a part of most outputs was
    equal to nothing.
    """
    found = audited(style, leak=False, draws=600)
    claim = found.audit.claims[0]
    assert not found.refuted
    alone = Lack.PARTS in found.lacks(claim) or Lack.RELEASE in found.lacks(claim)
    assert alone == (style in TOKENS or found.audit.reader.alike != ""), str(found)
    if style in TOKENS:
        assert found.status(claim) is Status.INCONCLUSIVE


def test_a_token_beside_a_number_does_not_hide_it() -> None:
    """Kills the numbers of a dict that has an identifier of its own each time."""

    def release(records: list[float]) -> Any:
        return {"id": uuid.uuid4(), "n": len(records), "key": secrets.token_hex(4)}

    found = dpmean.audit(release, "epsilon=1", data=PAIR, draws=1000)
    assert isinstance(found, Report)
    assert found.refuted and "n <= 1" in str(found)


def test_evidence_names_its_leaf() -> None:
    """Kills "coordinate 2" for what has a name."""
    for style, name in (
        ("a dict in a dict", "b.c[0]"),
        ("a matrix", "[1, 0]"),
        ("JSON", "n"),
        ("decimals of a line", "the decimals of the output"),
        ("a text", "number 2 of the text"),
    ):
        assert name in str(audited(style, leak=True)), style


def test_what_was_not_looked_at_is_named_and_is_no_pass() -> None:
    found = dpmean.audit(
        lambda r: {"mean": float(RANDOM.laplace()), "meta": {"handle": object()}},
        "epsilon=1",
        data=PAIR,
        draws=600,
    )
    assert isinstance(found, Report)
    assert found.status(found.audit.claims[0]) is Status.INCONCLUSIVE
    assert "`meta.handle`, an object of type object" in str(found)


def test_a_number_that_came_after_the_first_bets_has_none_and_that_is_said() -> None:
    """Kills "not refuted" for a place of outputs on which there was no bet."""
    calls = iter(range(10**9))

    def release(records: list[float]) -> Any:
        late = next(calls) > 800
        first = {"a": RANDOM.integers(2), "c": RANDOM.integers(2)}
        return first | {"b": 1.0} if late else first

    found = dpmean.audit(release, "epsilon=1", data=PAIR, draws=1500)
    assert isinstance(found, Report)
    # that outputs depend on how many came before may be seen too: it is true
    assert Lack.PARTS in found.lacks(found.audit.claims[0])


def test_a_number_has_the_families_and_shares_that_it_had() -> None:
    """Kills a capital of single numbers that is shared with leaves which they have not."""
    known = {
        "x": 0.68,
        "kind": 0.06,
        "where x lies": 0.07,
        "x, value": 0.11,
        "x, lowest bit": 0.08 / 3,
    }
    leaves = [Leaf("x")]
    for given in ((), leaves, [*leaves, Leaf("n")]):
        found = families(1, ["number"], 0.0, given)
        shares = {family.name: share for share, family in found}
        assert shares.items() >= {k: pytest.approx(v) for k, v in known.items()}.items()
        assert sum(shares.values()) == pytest.approx(1) and len(found) == 7
    printed = [*leaves, Leaf("x", Role.WRITTEN), Leaf("x", Role.LENGTH)]
    more = {family.name: share for share, family in families(3, ["number"], 0.0, printed)}
    assert more.pop("the decimals of the output") == pytest.approx(0.01 / 1.02)
    assert more.pop("the length of the output") == pytest.approx(0.01 / 1.02)
    assert list(more) == list(shares)
    assert [s * 1.02 for s in more.values()] == pytest.approx(list(shares.values()))


def test_leaves_are_roles_apart() -> None:
    assert Leaf("n") != Leaf("n", Role.WRITTEN) and hash(Leaf("n")) == hash(Leaf("n", Role.VALUE))
