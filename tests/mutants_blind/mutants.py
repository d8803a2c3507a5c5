"""The twenty mutants in one list; they were written blind, before their author had seen a vector, a check or a test.

What may be put here: the list, and the check that every mutant really answers something wrongly.
"""

from __future__ import annotations

from dpmean.conformance import own

from .laws import LAWS
from .means import MEANS
from .patching import Mutant
from .plane import PLANE

MUTANTS = (*LAWS, *PLANE, *MEANS)


def harmless(mutant: Mutant) -> list[int]:
    """The indices of the witnesses that the mutant answers as the right implementation does (there should be none)."""
    right = [own.answer(w) for w in mutant.witnesses]
    with mutant.patch():
        wrong = [own.answer(w) for w in mutant.witnesses]
    for reply in right + wrong:
        if reply["status"] in ("error", "unsupported"):
            raise AssertionError(f"{mutant.name}: {reply}")
    return [i for i, (a, b) in enumerate(zip(right, wrong, strict=True)) if a == b]
