"""Bugs that only a step or a message shows: each is planted in the sampler or the program as it is
shipped, the release has the same law as before, and the draws of the observed step fail its vector.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpmean.distributions.finite import OrderedSample, Uniforms
from dpmean.distributions.polya import NoiseShare, Polya
from dpmean.judging.draws import statistics
from dpmean.judging.draws.sampling import look
from dpmean.mechanisms.instance.shuffle_sum import SplitSum, split
from dpmean.programs.program import Draw, Program, whole
from dpmean.suite import draws
from dpmean.suite.files import load
from dpmean.suite.vectors import Vector
from dpmean.wire import own

VECTORS = {v.id: v for v in load() if v.kind == "stat"}
PARTS = (
    "shuffled_clipped_mean-observe-user_1_median_1_1-d1-n16-epsilon6-delta9_10-u1-constantsexact-"
    "messages5-modulus2"
)
SUM = "shuffled_clipped_mean-observe-median_1_1_sum-d1-n6-epsilon6-delta1_2-u1-constantsexact-messages10-modulus256"
ROWS = "shuffled_mean-observe-shuffled-epsilon1-lower0-upper4-n2-blocks3"
BLOCKS = next(
    v.id for v in VECTORS.values() if v.object == "shuffled_mean" and "observe" not in v.input
)
DRAWS = 1024


def drawn(vector: Vector) -> statistics.Tested:
    """Our own draws of a vector, tested."""
    asked = replace(vector, input={**vector.input, "draws": str(DRAWS)})
    tested = look(asked, own.answer({**asked.prompt(), "seq": "1"})["output"])
    assert not isinstance(tested, str), tested
    return tested


def from_the_last(self: SplitSum, value: int, label: str) -> Program:
    """The last user adds the noise of all, and the others none."""
    noise = 0
    if label.startswith(f"user_{self.n}_"):
        noise = whole(
            (
                yield Draw(
                    f"{label}_noise", NoiseShare(Polya(self.decay, 1, Fraction(self.sensitivity)))
                )
            )
        )
    parts = yield Draw(f"{label}_parts", self._uniforms)
    return split(value + noise, [whole(v) for v in parts], self.modulus)


# what is planted; the vector of a step that shows it, and one whose law it leaves alone
PLANTED: dict[str, tuple[Any, str, Callable[..., Any], str, str]] = {
    "one user adds the noise of all": (SplitSum, "message", from_the_last, PARTS, SUM),
    "the parts are not random": (
        Uniforms,
        "sample",
        lambda self, bits: (0,) * self.count,
        PARTS,
        SUM,
    ),
    "the blocks stay as they are": (
        OrderedSample,
        "sample",
        lambda self, bits: tuple(range(1, self.size + 1)),
        ROWS,
        BLOCKS,
    ),
}


@pytest.mark.parametrize("bug", PLANTED)
def test_a_bug_that_no_release_shows(bug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A right implementation would fail here with a probability of at most 2e-9, and the published
    power is 1.
    """
    place, name, planted, shows, hides = PLANTED[bug]
    for least in ("MANY", "LONG"):
        monkeypatch.setattr(draws, least, 1 << 30)  # one by one: columns do not ask `sample`
    assert drawn(VECTORS[shows]).worst.p > Fraction(1, 10**9)
    monkeypatch.setattr(place, name, planted)
    tested = drawn(VECTORS[shows])
    assert tested.worst.p <= Fraction(1, 10**12)
    assert next(
        p["flag"] for p in VECTORS[shows].expect["power"] if p["bug"] == bug
    ) in tested.flags(Fraction(1, 10**12))
    assert drawn(VECTORS[hides]).worst.p > Fraction(1, 10**9)
