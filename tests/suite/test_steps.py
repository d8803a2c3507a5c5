"""Steps and messages that our own implementation exposes: all that transcripts have, drawn with the
right law.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from dpmean.judging.draws.asking import batch_of, width_of
from dpmean.judging.draws.batch import Batch
from dpmean.judging.draws.sampling import look
from dpmean.suite.files import load
from dpmean.suite.steps import STEPS
from dpmean.suite.vectors import Vector
from dpmean.wire import own
from dpmean.wire.protocol import HELLO, parse_hello
from dpmean.wire.vocabulary import exposes

VECTORS = load()
OBSERVED = [v for v in VECTORS if "observe" in v.input]
NAMED = {step for v in VECTORS if v.kind == "transcript" for step, _ in v.expect.get("steps", ())}


def test_every_step_of_a_transcript_is_exposed_and_no_other() -> None:
    """Kills a step that nobody can ask for, and a misspelt one."""
    assert [name for name in sorted(NAMED) if not exposes(STEPS, name)] == []
    assert [name for name in STEPS if not any(exposes((name,), step) for step in NAMED)] == []
    assert parse_hello(own.answer(HELLO)).steps == STEPS


def test_every_observed_step_is_one_of_a_transcript_of_its_object() -> None:
    def named(vector: Vector, step: str) -> tuple[str, str]:
        return vector.object, re.sub("(?<=_)[0-9]+", "*", step)

    steps = {
        named(v, s) for v in VECTORS if v.kind == "transcript" for s, _ in v.expect.get("steps", ())
    }
    assert len(OBSERVED) >= 25
    assert {named(v, v.input["observe"]) for v in OBSERVED} <= steps


@pytest.mark.parametrize("vector", OBSERVED, ids=lambda v: v.id)
def test_our_own_draws_of_a_step_are_those_of_its_law(vector: Vector) -> None:
    """64 draws; a right implementation fails here with a probability of at most 1e-6 for each
    vector.
    """
    asked = replace(vector, input={**vector.input, "draws": "64"})
    reply = own.answer({**asked.prompt(), "seq": "1"})
    assert reply["status"] == "ok", reply
    tested = look(asked, reply["output"])
    assert not isinstance(tested, str), tested
    assert tested.worst.p > Fraction(1, 10**6), tested.worst


def test_a_message_of_another_length_is_told() -> None:
    vector = next(
        v for v in OBSERVED if v.input.get("width") == "3" and v.object == "local_clipped_mean"
    )
    vector = replace(vector, input={**vector.input, "draws": "2"})
    assert width_of(vector) == 3
    told = str(batch_of(vector, {"counts": [[["1", "1"], "2"]]}))
    assert told == "counts: a value is not a rational"
    assert (
        str(batch_of(vector, {"samples": "3ff0000000000000" * 4}))
        == "expected 2 draws of 48 hexadecimal digits"
    )
    for output in ({"counts": [[["1", "1", "1"], "2"]]}, {"samples": "3ff0000000000000" * 6}):
        batch = batch_of(vector, output)
        assert isinstance(batch, Batch)
        event = {"on": "all", "relation": "eq", "at": ["1", "1", "1"]}
        assert batch.count(event, Fraction(0)) == (2, 2)
        assert batch.count(event | {"at": ["1", "1", "-1"]}, Fraction(0)) == (0, 0)
        assert batch.count({"on": "sum", "relation": "ge", "at": "3"}, Fraction(0)) == (2, 2)
