"""The mutants of both sets; each was written blind, before its author had seen a vector, a check or
a test.

What may be put here: the list, and the check that every mutant really answers something wrongly.
"""

from __future__ import annotations

from dpmean.wire import own

from .laws import LAWS
from .means import MEANS
from .patching import Mutant
from .plane import PLANE
from .second_laws import SECOND_LAWS
from .second_means import SECOND_MEANS

FIRST: tuple[Mutant, ...] = (*LAWS, *PLANE, *MEANS)
SECOND: tuple[Mutant, ...] = (*SECOND_LAWS, *SECOND_MEANS)
MUTANTS = (*FIRST, *SECOND)


def harmless(mutant: Mutant) -> list[int]:
    """The indices of the witnesses that the mutant answers as the right implementation does (there
    should be none).
    """
    right = [own.answer(w) for w in mutant.witnesses]
    with mutant.patch():
        wrong = [own.answer(w) for w in mutant.witnesses]
    for reply in right + wrong:
        if reply["status"] in ("error", "unsupported"):
            raise AssertionError(f"{mutant.name}: {reply}")
    return [i for i, (a, b) in enumerate(zip(right, wrong, strict=True)) if a == b]
