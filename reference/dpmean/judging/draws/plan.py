"""Which draws are made for a `stat` vector, who looks at them, and what each look may err.

One table: a row is a look. `share` says how many times alpha, the false-alarm probability of one
look at a law, it may err; the code takes it from here, and `dpmean explain draws` prints it. Draws
of two programs and single draws are made once for every sampler of a run, those among others once
more for each kind of parameters.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

REUSED = Fraction(1, 100)  # of alpha, for the looks at whether draws are fresh


@dataclass(frozen=True)
class Look:
    """One look: what is drawn, which function asks for it and looks, what at, and its share."""

    name: str
    drawn: str
    by: str
    at: str
    share: Fraction


LOOKS = (
    Look(
        "calibration",
        "1 to 16,384, before anything is judged",
        "wire/sizes.py",
        "nothing",
        Fraction(0),
    ),
    Look(
        "decoys",
        "one for each parameter changed alone",
        "decoys.ask_before",
        "nothing",
        Fraction(0),
    ),
    Look(
        "law",
        "a batch, and if it is unlikely a second one, of four times as many where there is a doubt",
        "sampling.sample",
        "the law, by events and points: both batches have to be unlikely",
        Fraction(1),
    ),
    Look(
        "fresh",
        "the same two batches",
        "freshness.stale, freshness.ties",
        "one lag, order, successors, pairs, counts, stretches; ties of a continuous law",
        REUSED,
    ),
    Look(
        "second input",
        "a batch at the neighbouring centre, only where the law has failed or draws repeat",
        "second.second_input",
        "what follows of epsilon, which decides no check",
        Fraction(0),
    ),
    Look(
        "neighbouring data",
        "up to four batches of neighbours, only where a mechanism has failed",
        "neighbours.told_apart",
        "what follows of its guarantee, which decides no check",
        Fraction(0),
    ),
    Look(
        "beyond the bounds",
        "six batches with one record changed, only where a mean has failed",
        "moved.moved",
        "whether a record's influence is bounded, which decides no check",
        Fraction(0),
    ),
    Look(
        "started",
        "128, 32 or 8, by two programs that start at once; then as many of up to three others",
        "singles._started, shared_noise.shared_noise",
        "the law, and whether they are fresh",
        Fraction(1),
    ),
    Look(
        "again",
        "two batches that are asked for alike",
        "singles._again",
        "whether the second is the first",
        REUSED,
    ),
    Look(
        "among",
        "2,048 or 512, one by one among other requests",
        "singles._among",
        "the law, and whether they are fresh",
        Fraction(1),
    ),
    Look(
        "support",
        "a batch at each neighbouring input, by sizes of a stated leak",
        "support.support_check",
        "whether the numbers themselves tell the inputs apart",
        Fraction(1),
    ),
)
_BY_NAME = {look.name: look for look in LOOKS}


def share(*names: str) -> Fraction:
    """Return what these looks may err together, in parts of alpha."""
    return sum((_BY_NAME[name].share for name in names), Fraction(0))
