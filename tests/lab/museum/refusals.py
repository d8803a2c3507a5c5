"""What is refused? Programs that take a parameter which makes no sense and answer with noise of no
meaning.
"""

from __future__ import annotations

from .bug import bug
from .parts import Array, Given, Random

OF_LAPLACE = ("laplace-reject-epsilon*", "laplace-reject-sensitivity*")


@bug(
    "londonaicentre/FLIP",
    833,
    "[Feature]: Add Flower differential-privacy (native clipping + noise) — parity with "
    "NVFLARE percentile-privacy",
    "The range checks let NaN through, because `nan <= 0` is false, and took an infinite "
    "epsilon, which is no noise.",
    judged_as="laplace",
    wrong="p.epsilon <= 0 or p.sensitivity <= 0",
    right="not 0 < p.epsilon < float('inf') > p.sensitivity > 0",
    refusals=OF_LAPLACE,
)
def nan_is_not_negative(center: float, p: Given, random: Random, draws: int) -> Array:
    if p.epsilon <= 0 or p.sensitivity <= 0:
        raise ValueError("epsilon and the sensitivity must be positive and finite")
    return center + random.laplace(0, p.sensitivity / p.epsilon, draws)
