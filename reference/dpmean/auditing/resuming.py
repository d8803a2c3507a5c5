"""An audit that goes on from a record: the record must be of the same program, and of what is asked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ..errors import InvalidInput, printable
from .door import Door
from .run import Audit
from .store import load, of_pairs

PAIRS = ("pairs", "sets", "lower", "upper", "size", "domain", "user")  # what the pairs follow from


def resumed(path: Path, fresh: Audit, asked: Mapping[str, str], door: Door) -> Audit:
    """Returns the audit of a record, with the pairs of `fresh` where these are the same: a function
    gets records of the types that were given.

    `asked` has what must be as it was, each name with how it is written. InvalidInput where the
    record is of another program, or of something else.
    """
    state = load(path)
    mine, theirs = fresh.key or fresh.source, state.key or state.source
    if (fresh.key if state.key is not None else fresh.source) != theirs:
        raise InvalidInput(
            "unsupported_combination",
            f"resume: {path.name} is the record of '{printable(theirs)}', not of "
            f"'{printable(mine)}': start that with {door.record}",
            argument="resume",
        )
    alike = of_pairs(state.pairs) == of_pairs(fresh.pairs)
    same = {
        "claims": [c.words for c in fresh.claims] == [c.words for c in state.claims],
        "neighbors": fresh.relation == state.relation,
        "alpha": fresh.alpha == state.alpha,
        "without": fresh.without == state.without,
        **dict.fromkeys(("law", "centers"), fresh.law == state.law),
        **dict.fromkeys(PAIRS, alike),
    }
    for name, is_so in same.items():
        if name in asked and not is_so:
            raise InvalidInput(
                "unsupported_combination",
                f"resume: {path.name} was made with another {asked[name]}; "
                f"{door.again}, or start anew with {door.record}",
                argument="resume",
            )
    if alike and [p.moved for p in state.pairs] == [p.moved for p in fresh.pairs]:
        state.pairs = fresh.pairs
    return state
