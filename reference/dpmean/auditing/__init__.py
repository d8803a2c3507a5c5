"""Audits: what does a mechanism really guarantee?

Exact: where its law is known or can be enumerated, the hockey-stick divergence over all events, for
every pair of neighbours of a small domain (`exact.py`, `enumeration.py`).
Evidence: from outputs else. Bets against the claim, whose capital bounds the error however long one
looks (`betting.py`, `families.py`, `book.py`, `run.py`).

`api.py` has `dpmean.audit`, and `asserting.py` `dpmean.assert_private`. What may be put here: what says
something of a guarantee, and what draws its report. What reads command lines is elsewhere.

Report        what `dpmean.audit` returns for a function whose outputs are looked at: `headline`, `refuted`, `causes`,
              `number` (a lower bound of epsilon, of 95 % confidence), `data`, `save(path)`, and more
ExactReport   what it returns for a function that is judged exactly
Inconclusive  the error of `dpmean.assert_private` where nothing can be said
Suspicious    its warning
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["ExactReport", "Inconclusive", "Report", "Suspicious"]

if TYPE_CHECKING:
    from .asserting import Inconclusive, Suspicious
    from .report import ExactReport, Report

_HOME = {
    "ExactReport": "report",
    "Inconclusive": "asserting",
    "Report": "report",
    "Suspicious": "asserting",
}


def __getattr__(name: str) -> Any:
    """Import a name when it is first used."""
    from importlib import import_module

    if name not in _HOME:
        raise AttributeError(f"module 'dpmean.auditing' has no attribute '{name}'")
    return getattr(import_module(f".{_HOME[name]}", __name__), name)
