"""The judge of draws: batches against certified probabilities (`draws/sampling.py`), and once a sampler's
single draws.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import Any

from ..suite.vectors import Vector
from .draws.decoys import ask_before
from .draws.sampling import sample
from .draws.singles import Others, of_a_variant, one_by_one
from .judge import Judge, Trial, wrong_status
from .verdict import PASS, Problem, Verdict

NOISE = ("epsilon", "sigma_squared", "rho")  # parameters that make the noise
SMALL, LARGE = Fraction(1, 8), 4  # of these
MOST_OTHERS = 4  # vectors of the same sampler whose requests come between single draws


def singly(vector: Vector) -> str:
    """The sampler whose single draws are judged once: an object, and where it has several the
    noise; a step by itself.
    """
    step = f" {vector.input['observe']}" if "observe" in vector.input else ""
    return f"{vector.object} {vector.params.get('noise', '')}{step}"


def variant(vector: Vector) -> str:
    """The kind of parameters: the sampler, the names of what is given, the words among its values,
    and whether what makes the noise is far from 1 on either side: a shortcut for one draw may be
    right but for little or much noise.
    """
    words = (
        f"{k}={v}" if v.isalpha() or "_" in v else f"{k}{size(v) if k in NOISE else ''}"
        for k, v in sorted(vector.params.items())
    )
    return f"{singly(vector)}: {' '.join(words)}"


def size(text: str) -> str:
    """Whether a number is far below or above 1; nothing for lists and others."""
    try:
        number = Fraction(text)
    except ValueError:
        return ""
    return " small" if number < SMALL else " large" if number >= LARGE else ""


def apart(params: Mapping[str, str], others: Mapping[str, str]) -> Fraction:
    """How far two lists of parameters are apart: the largest quotient of two numbers of the same
    name.
    """
    found = Fraction(1)
    for name in {*params} & {*others}:
        with suppress(ValueError, ZeroDivisionError):  # words, and lists of numbers
            one, other = abs(Fraction(params[name])), abs(Fraction(others[name]))
            found = max(found, one / other, other / one)
    return found


def _may(trial: Trial, kind: str) -> Iterator[Vector]:
    """What this implementation may be asked of the run's vectors, but for those with many records
    and those of steps.
    """
    return (
        v
        for v in trial.others
        if v.kind == kind
        and not {"records", "observe"} & {*v.input}
        and trial.session.hello.missing(v, "") is None
    )


def between(vector: Vector, trial: Trial) -> Others:
    """What is asked between single draws of a vector: the farthest of the same sampler, others, and
    a refusal.
    """
    drawn = list(_may(trial, "stat"))
    same = [v for v in drawn if singly(v) == singly(vector) and v.params != vector.params]
    same.sort(key=lambda v: apart(vector.params, v.params), reverse=True)
    different = {v.object: v for v in reversed(drawn) if v.object != vector.object}
    refused = [
        v
        for v in _may(trial, "reject")
        if v.object == vector.object and v.quantity is None and v.expect["status"] == "rejected"
    ]
    return Others(same[:MOST_OTHERS], list(different.values())[:2], refused[:1])


class Stat(Judge):
    """Draws against the exact distribution."""

    words = "draws against the exact distribution"
    draws = True

    def problem(self, vector: Vector, reply: dict[str, Any]) -> Problem | None:
        """A refusal; draws are judged as a batch."""
        return wrong_status(vector, reply)

    def check(self, vector: Vector, trial: Trial) -> Verdict:
        """Batches of draws, and single ones where this sampler's were not judged yet."""
        known = variant(vector) in trial.drawn or (
            "observe" in vector.input and singly(vector) in trial.drawn
        )
        others = None if known else between(vector, trial)
        single = of_a_variant if singly(vector) in trial.drawn else one_by_one
        before = partial(ask_before, others=_may(trial, "stat"))
        verdict = sample(trial.session, vector, trial.run, trial.alpha, others, before, single)
        # one that is unsupported, or known to fail, has not asked for single draws
        if verdict.status == PASS:
            trial.drawn |= {singly(vector), variant(vector)}
        return verdict

    def wanted(self, vector: Vector) -> str:
        """Return in words that draws of the exact law are expected."""
        return (
            "draws of the law: a right sampler fails here with probability at most "
            f"{vector.expect['alpha']}"
        )


JUDGE = Stat()
