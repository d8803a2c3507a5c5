"""Whether a program that was just started gives requests for different things the same noise, each in
its own scale: as where every mechanism has a generator of its own, and all of them the same seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from ...suite.vectors import Vector
from ...wire.session import Session
from ..results import Run
from .asking import ask
from .batch import Batch
from .recurrence import same_order


def shared_noise(
    started: Session, first: list[Batch], result: Run, alpha: Fraction, among: Sequence[Vector]
) -> Vector | None:
    """Return another request whose first draws have the noise of these, of a program that was just
    started; None where there is none.
    """
    seen = [b.exact[0][0] for b in first if not b.none]
    if len(seen) < len(first) or len(first[0].columns) > 1:
        return None
    for other in among:
        few = replace(other, input={**other.input, "draws": str(len(seen))})
        batch = ask(started, few, result, again=False)
        if not isinstance(batch, Batch) or len(batch.columns) != 1:
            continue
        drawn = batch.columns[0].tolist()
        if same_order([x for (x,) in seen], drawn, alpha / len(among)):
            return other
    return None


def named(vector: Vector) -> str:
    """Return a request in the words of the command line."""
    return " ".join([vector.object, *(f"{k}={v}" for k, v in vector.params.items())])
