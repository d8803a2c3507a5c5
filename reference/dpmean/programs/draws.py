"""How a draw of which nobody knows the outcome is answered: a pair of noises is taken apart into the
cases of its law.
"""

from __future__ import annotations

from ..distributions.law import CUT, Law, Pair
from ..errors import InvalidInput
from ..exact.enclosure import compare
from ..exact.reals import Number, balanced_sum
from .unknowns import Form, Run, Unknown

MOST_CASES = 1 << 16  # of one draw


def kept_cases(law: Law) -> tuple[list[tuple[Pair, Number]], Number] | None:
    """Returns the cases of a law that are kept, each with its probability, and the probability of
    all others.

    That of the others is at most 2^-60. Returns None for laws that are not taken apart; raises
    InvalidInput where more than MOST_CASES cases would be kept.
    """
    found = law.cases()
    if found is None:
        return None
    kept: list[tuple[Pair, Number]] = []
    sums: list[
        Number
    ] = []  # sums[-1] is that of the last cases; a sum is of at least as many as all after it
    for chance, case in found:
        kept.append((case, chance))
        sums.append(chance)
        # as a binary counter carries: every sum stays a balanced tree
        for bit in range(len(kept).bit_length()):
            if len(kept) % (2 << bit):
                break
            sums[-2:] = [sums[-2] + sums[-1]]
        if len(kept) % 8 == 0:
            left = 1 - balanced_sum(sums)
            if compare(left, CUT) <= 0:
                return kept, left
        if len(kept) > MOST_CASES:
            raise InvalidInput(
                "out_of_range", "epsilon: so small that the noise has too many cases"
            )
    raise AssertionError  # pragma: no cover - cases never end


def pair(run: Run, label: str, on: Pair) -> tuple[Form, ...]:
    """Returns both noises of a case as forms in new unknowns."""
    ends = ("",) if len(on.laws) == 1 else ("+", "-")
    unknowns = [Unknown(law, f"{label}{end}") for law, end in zip(on.laws, ends, strict=True)]
    return tuple(
        Form(run, constant, dict(zip(unknowns, factors, strict=True)))
        for constant, factors in on.coordinates
    )
