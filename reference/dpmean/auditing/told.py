"""Causes in words and as data: what was seen, for which data sets, why that leaks, and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .cause import Cause
from .causes import Seen
from .hunting import Found
from .page import Reason
from .peers import Where

if TYPE_CHECKING:
    from .run import Audit

SAME = {
    Where.PLACE: "only where the record at this place changes",
    Where.SIZE: "only with so many records, and not with fewer",
    Where.VALUE: "only with this value",
}
ALONE = (
    Cause.NO_NOISE,
    Cause.PLACE,
    Cause.CATEGORY,
    Cause.SWITCH,
    Cause.ERRORS,
    Cause.FORM,
    Cause.TOO_LITTLE,
)


def seen_in_words(audit: Audit, found: Found) -> str:
    """Returns what was seen of one finding."""
    pair = audit.pairs[found.pair]
    if not found.event:
        return f"for {pair}"
    return (
        f"{found.event}; for {pair}: {found.hits:,} times for the likelier input and "
        f"{found.misses:,} for the other, in {found.draws:,} outputs of both"
    )


def reason(audit: Audit, seen: Seen) -> Reason:
    """Returns a cause in words: its name, what was seen, why that leaks, and how to mend it."""
    numbers, of = audit.reader.numbers, ""
    if seen.leaf is not None and (len(numbers) > 1 or seen.leaf not in numbers):
        of = f" ({audit.reader.names[seen.leaf]})"
    guess = ", a hypothesis: it refutes nothing by itself" if seen.hypothesis else ""
    told: list[str] = []
    if seen.found:
        more = len(seen.found) - 1
        others = f" (and {more} more {'pair' if more == 1 else 'pairs'})" if more else ""
        told.append(f"{seen_in_words(audit, seen.found[0])}{others}")
    if seen.cause in ALONE:
        told += [SAME[where] for where in seen.where]
    return Reason(f"{seen.cause.word}{of}{guess}", tuple(told), seen.cause.why, seen.cause.fix)


def cause_lines(audit: Audit, seen: Seen, number: int) -> list[str]:
    """Returns a cause in lines: its name, what was seen, why that leaks, and how to mend it."""
    told = reason(audit, seen)
    return [
        f"cause {number}: {told.name}",
        *(f"  seen: {line}" for line in told.seen),
        f"  why: {told.why}",
        f"  to mend it: {told.fix}",
    ]


def cause_data(audit: Audit, seen: Seen) -> dict[str, Any]:
    """Returns a cause as JSON's types."""
    return {
        "cause": seen.cause.word,
        "hypothesis": seen.hypothesis,
        "why": seen.cause.why,
        "fix": seen.cause.fix,
        "only": [where.value for where in seen.where],
        "seen": [
            {
                "event": found.event,
                "pair_in_words": str(audit.pairs[found.pair]),
                "place": found.pair,
                "hits": found.hits,
                "misses": found.misses,
                "draws": found.draws,
                "after": found.after,
            }
            for found in seen.found
        ],
    }
