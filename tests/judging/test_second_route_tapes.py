"""Of transcripts and tapes: the second route has read vectors/*.md and nothing else (that it
confirms all: test_second_route.py).

A fault planted in the shipped sampler or mechanism makes vectors that the second route contradicts.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dpmean.distributions.samplers import canonne_kamath_steinke, inversion
from dpmean.judging.second_route import disagreements
from dpmean.mechanisms.addremove import shifted_mean, sized_mean, transformed_mean
from dpmean.programs import interpret
from dpmean.suite.files import load
from dpmean.suite.kinds import tape, transcript
from dpmean.suite.vectors import Vector

ORACLE = f"{sys.executable} {Path(__file__).parents[1] / 'oracle'}"


def contradicted(vectors: list[Vector]) -> list[str]:
    """What the second route does not confirm, answers of other statuses included."""
    return disagreements(ORACLE, vectors)[1]


def again(*ids: str) -> list[Vector]:
    """These vectors as the code would make them now."""
    known, made = {v.id: v for v in load()}, []
    for id_ in ids:
        v = known[id_]
        if v.kind == "tape":
            made.append(tape.make(v.object, v.params, v.input, "again", v.why, v.flags))
        else:
            made.append(
                transcript.make(
                    v.object,
                    v.params,
                    tuple(v.input["data"]),
                    v.input["outcomes"],
                    "again",
                    v.why,
                    v.flags,
                )
            )
    return made


WIDE = "discrete_laplace-tape-epsilon1_549755813888-sensitivity2097152"  # a scale of 2^60
CONSUMED, DEALT, CLIP = inversion.Inversion._consumed, interpret._dealt, shifted_mean.clip


def off_by_one(self: Any, u: int, width: int, k: int) -> int:
    """A bit too many: as by < where <= is meant."""
    return CONSUMED(self, u, width, k) + 1


def in_32_bits(bits: Any) -> Any:
    """Uniform integers are put together by shifts in 32 bits."""

    def draw(n: int) -> int:
        width = (n - 1).bit_length()
        while True:
            k = bits.peek(width) & 0xFFFFFFFF
            bits.skip(width)
            if k < n:
                return int(k)

    return draw


def backwards(known: int, count: int, i: int, players: int) -> tuple[int, int]:
    """The variables take their turns in the reverse order."""
    return DEALT(known, count, players - 1 - i, players)


def unclipped(x: Any, lower: Fraction, upper: Fraction) -> Any:
    """Nothing is clipped above."""
    return CLIP(x, lower, upper + 1000)


@pytest.mark.parametrize(
    ("target", "name", "wrong", "ids"),
    [
        (
            inversion.Inversion,
            "_consumed",
            off_by_one,
            [
                "categorical-tape-weights2-1-third",
                "discrete_laplace-tape-epsilon1-ordinary",
                "staircase2d-tape-epsilon1-gamma1_2-ordinary",
            ],
        ),
        (
            inversion.Inversion,
            "_consumed",
            off_by_one,
            [f"{WIDE}-inversion-long", f"{WIDE}-inversion-long-accumulated"],
        ),
        (
            canonne_kamath_steinke,
            "below",
            in_32_bits,
            [
                f"{WIDE}-cks-long",
                "discrete_gaussian-tape-sigma_squared3602879701896397_36028797018963968-cks-long",
            ],
        ),
        (
            interpret,
            "_dealt",
            backwards,
            [
                "uniform-tape-dimensions2-turns",
                "staircase2d-tape-epsilon1-gamma1_2-ordinary",
                "independent_mean-tape-epsilon1-lower0-upper4-grid1_8-nearest",
            ],
        ),
        (shifted_mean, "clip", unclipped, ["shifted_mean-transcript-bounds0to1-outside-noise4"]),
        (
            transformed_mean,
            "clip",
            unclipped,
            ["transformed_mean-transcript-laplace-bounds0to1-one-noise2"],
        ),
        (
            sized_mean,
            "clip",
            unclipped,
            ["sized_mean-transcript-truncated_laplace-bounds0to8-above"],
        ),
    ],
)
def test_a_planted_fault_is_contradicted(
    target: Any, name: str, wrong: Any, ids: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert contradicted(again(*ids)) == []
    monkeypatch.setattr(target, name, wrong)
    assert len(contradicted(again(*ids))) == len(ids)
