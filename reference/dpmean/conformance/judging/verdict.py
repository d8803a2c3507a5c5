"""Verdicts: what became of one vector, and why that matters."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ...suite.flags import FLAGS
from ...suite.vectors import Vector

PASS, FAIL, UNSUPPORTED, KNOWN = "pass", "fail", "unsupported", "known"
ADAPTER = "Adapter"  # marks failures of the adapter, not of what it adapts


@dataclass(frozen=True)
class Verdict:
    """What became of one vector: status, what was seen, what was wanted, why that matters.

    `known` is the reason of a known finding and `repro` how to see it with the library alone; `evidence` is the figures
    behind a statistical finding, for pictures (its shapes are in vectors/schema/report.schema.json). `matters` is what
    was seen to be wrong where that is not the bug at which the failed test is aimed. `category` is the class of a known
    finding (known.py), and `breaks` says that its list knows it to break a guarantee.
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
    facts: dict[str, str] = field(default_factory=dict)  # what else its list says of a known finding, by name

    @property
    def effect(self) -> str:
        """Return why the verdict matters: what was seen, or a guess from the bugs at which the vector is aimed.

        A guess is labelled as one.
        """
        if self.matters:
            return self.matters
        flags = self.flags or self.vector.flags
        if ADAPTER in flags:
            return "the adapter itself failed here, so this says nothing about the implementation's formulas"
        guesses = "; or ".join(f"{FLAGS[f][0]} ({FLAGS[f][1]})" for f in flags[:2])
        return f"such failures can mean: {guesses}" if guesses else self.vector.why
