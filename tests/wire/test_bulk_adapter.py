"""The bulk samplers through the runner, as anybody's implementation; and one at a time from a
buffer.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest

from dpmean.distributions.bulk import ShakeStreamForTesting, SystemStream, bulk
from dpmean.distributions.bulk.singly import Singly
from dpmean.judging.run import run
from dpmean.judging.support import support_vectors
from dpmean.judging.verdict import FAIL, PASS, UNSUPPORTED
from dpmean.suite.files import load
from dpmean.suite.vectors import Vector
from dpmean.wire import bulk as adapter
from dpmean.wire.direct import Direct
from dpmean.wire.sizes import Sizes

WIDE = "discrete_laplace-stat-epsilon1_549755813888-sensitivity131072-0"  # beyond 64 bits
OBJECTS: list[str] = adapter.HELLO["supports"]["objects"]  # type: ignore[index, assignment]


def asked(objects: list[str]) -> list[Vector]:
    everything = load()
    return [
        v
        for v in [*everything, *support_vectors(everything)]
        if v.kind in ("stat", "reject", "support") and v.object in objects
    ]


def test_the_bulk_samplers_have_vectors() -> None:
    kinds = Counter(v.kind for v in asked(OBJECTS))
    assert kinds["stat"] == 93 and kinds["reject"] >= 130 and kinds["support"] >= 1


@pytest.mark.share(2)
@pytest.mark.parametrize("object_", OBJECTS)
def test_the_bulk_samplers_conform(object_: str) -> None:
    """All statistical, reject and support checks of an object, in batches of 2^14."""
    vectors = asked([object_])
    verdicts = run(
        lambda: Direct("dpmean.wire.bulk"), vectors, seconds=60, sizes=Sizes(tier=1 << 14)
    ).verdicts
    assert [(v.vector.id, v.detail) for v in verdicts if v.status == FAIL] == []
    passed = {v.vector.id for v in verdicts if v.status == PASS}
    wide = {v.vector.id for v in verdicts if v.status == UNSUPPORTED and v.vector.kind == "stat"}
    assert {v.id for v in vectors if v.kind == "stat"} - wide <= passed
    assert wide == ({WIDE} if object_ == "discrete_laplace" else set())
    assert [v for v in vectors if v.kind == "reject" and v.id in passed]


def test_it_says_what_it_has_not() -> None:
    for request in (
        {"kind": "stat", "object": "laplace", "params": {"epsilon": "1"}},
        {"kind": "reject", "object": "staircase", "quantity": "density", "params": {}},
    ):
        assert adapter.answer({**request, "seq": "1"})["status"] == "unsupported"


@pytest.mark.parametrize(
    ("name", "given"),
    [("discrete_laplace", {"epsilon": "1"}), ("hourglass", {"epsilon": "1", "gamma": "1/2"})],
)
def test_single_draws_are_the_bulk_draws_in_order(name: str, given: dict[str, object]) -> None:
    sampler, stream = bulk(name, given), ShakeStreamForTesting(b"one")
    one = Singly(sampler, ShakeStreamForTesting(b"one"), buffer=10)
    expected = [
        row
        for _ in range(3)
        for row in zip(*(c.tolist() for c in sampler.draw(stream, 10)), strict=True)
    ]
    assert [next(one) for _ in range(30)] == expected


def test_a_forked_process_does_not_draw_what_its_parent_draws() -> None:
    one = Singly(bulk("discrete_laplace", {"epsilon": "1/100"}), SystemStream())
    next(one)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(write, repr([next(one) for _ in range(20)]).encode())
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(read, 4096).decode() != repr([next(one) for _ in range(20)])
