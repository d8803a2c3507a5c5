"""The judge of draws: batches against certified probabilities (`sampling.py`), and once a sampler's single draws."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any

from ...suite.vectors import Vector
from .judge import Judge, Trial, wrong_status
from .sampling import sample
from .verdict import PASS, Verdict


def singly(vector: Vector) -> str:
    """The sampler whose single draws are judged once: an object, and where it has several the noise; a step by itself.
    """
    step = f" {vector.input['observe']}" if "observe" in vector.input else ""
    return f"{vector.object} {vector.params.get('noise', '')}{step}"


def apart(params: Mapping[str, str], others: Mapping[str, str]) -> Fraction:
    """How far two lists of parameters are apart: the largest quotient of two numbers of the same name."""
    found = Fraction(1)
    for name in {*params} & {*others}:
        with suppress(ValueError, ZeroDivisionError):  # words, and lists of numbers
            one, other = abs(Fraction(params[name])), abs(Fraction(others[name]))
            found = max(found, one / other, other / one)
    return found


class Stat(Judge):
    """Draws against the exact distribution."""

    words = "draws against the exact distribution"
    draws = True

    def bears_on_the_guarantee(self, verdict: Mapping[str, Any]) -> bool:
        """Draws that are those of another law."""
        return bool(verdict.get("evidence", {}).get("type", "") == "law")

    def problem(self, vector: Vector, reply: dict[str, Any]) -> str | None:
        """A refusal; draws are judged as a batch."""
        return wrong_status(vector, reply)

    def check(self, vector: Vector, trial: Trial) -> Verdict:
        """Batches of draws, and single ones where this sampler's were not judged yet."""
        others = [v for v in trial.others if singly(v) == singly(vector) and v.kind == "stat"
            and v.params != vector.params and "records" not in v.input and trial.session.hello.missing(v, "") is None]
        other = max(others, key=lambda v: apart(vector.params, v.params), default=None)
        verdict = sample(trial.session, vector, trial.run, trial.alpha, singly=singly(vector) not in trial.drawn,
            other=other)
        if verdict.status == PASS:  # one that is unsupported, or known to fail, has not asked for single draws
            trial.drawn.add(singly(vector))
        return verdict

    def wanted(self, vector: Vector) -> str:
        """Return in words that draws of the exact law are expected."""
        return f"draws of the law: a right sampler fails here with probability at most {vector.expect['alpha']}"


JUDGE = Stat()
