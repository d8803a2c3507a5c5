"""Running a program to its end: with any answers to its draws, with injected outcomes, and with all
combinations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

from ..errors import InvalidInput
from ..exact.enclosure import compare
from ..exact.reals import Number
from .program import Compare, Draw, Program, Step


@dataclass
class Transcript:
    """The record of one run of a program: named steps in order, the draws with their outcomes, and
    the output.
    """

    steps: list[tuple[str, Any]] = field(default_factory=list)
    draws: list[tuple[Draw, Any]] = field(default_factory=list)
    output: Any = None


def side(request: Compare) -> int:
    """Returns the answer to a comparison of exact outcomes."""
    return compare(request.form, request.against)


def run(
    program: Program, answer: Callable[[Draw], Any], decided: Callable[[Compare], int] = side
) -> Transcript:
    """Drives a program to its end, answering its draws and its comparisons, and returns its
    transcript.
    """
    transcript = Transcript()
    reply: Any = None
    while True:
        try:
            request = program.send(reply)
        except StopIteration as end:
            transcript.output = end.value
            return transcript
        if isinstance(request, Step):
            transcript.steps.append((request.name, request.value))
            reply = None
        elif isinstance(request, Compare):
            reply = decided(request)
        else:
            reply = answer(request)
            transcript.draws.append((request, reply))


def replay(program: Program, outcomes: Mapping[str, Any]) -> Transcript:
    """Runs a program on injected exact outcomes, one per draw label; a missing or superfluous label
    is an error.
    """
    remaining = dict(outcomes)

    def answer(draw: Draw) -> Any:
        if draw.label not in remaining:
            raise InvalidInput(
                "draw_mismatch", f"draws: no outcome for '{draw.label}'", argument="draws"
            )
        return remaining.pop(draw.label)

    transcript = run(program, answer)
    if remaining:
        raise InvalidInput(
            "draw_mismatch", f"draws: nothing asks for '{min(remaining)}'", argument="draws"
        )
    return transcript


def enumerate_outputs(
    program: Callable[[], Program], supports: Mapping[str, Sequence[tuple[Any, Number]]]
) -> Iterator[tuple[Transcript, Number]]:
    """Yields every combination of outcomes with its probability; `supports` has both for each draw
    label.
    """
    labels = list(supports)
    for combination in product(*supports.values()):
        probability: Number = Fraction(1)
        for _, p in combination:
            probability = probability * p
        yield (
            replay(program(), dict(zip(labels, (o for o, _ in combination), strict=True))),
            probability,
        )
