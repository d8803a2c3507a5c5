"""Verdicts: what became of one vector, and what was seen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..suite.vectors import Vector

PASS, FAIL, UNSUPPORTED, KNOWN = "pass", "fail", "unsupported", "known"
ADAPTER = "Adapter"  # marks failures of the adapter, not of what it adapts
DECLARED = "declared"  # the class of a failure that is exactly a policy which the adapter declares


@dataclass(frozen=True)
class Verdict:
    """What became of one vector: status, what was seen, in one word and in a sentence.

    `seen` is a word of severity.py, empty where the figures or the flags say it. `known` is the
    reason of a known finding and `repro` how to see it with the library alone; `evidence` is the
    figures behind a statistical finding (its shapes are in vectors/schema/report.schema.json).
    `matters` is what a failure means where the judge says it better than the word. `category` is
    the class of a known finding (known.py), and `breaks` says that its list knows it to break a
    guarantee.
    """

    vector: Vector
    status: str
    detail: str = ""
    flags: tuple[str, ...] = ()
    known: str = ""
    repro: str = ""
    evidence: dict[str, Any] | None = None
    matters: str = ""
    category: str = ""
    breaks: bool = False
    seen: str = ""
    # what else its list says of a known finding, by name
    facts: dict[str, str] = field(default_factory=dict)
