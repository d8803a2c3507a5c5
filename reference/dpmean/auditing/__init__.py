"""Audits: what does a mechanism really guarantee?

Exact: where its law is known or can be enumerated, the hockey-stick divergence over all events, for
every pair of neighbours of a small domain (`exact.py`, `enumeration.py`).
Evidence: from outputs else. Bets against the claim, whose capital bounds the error however long one
looks (`betting.py`, `families.py`, `book.py`, `run.py`).

`api.py` has `dpmean.audit`. What may be put here: what says something of a guarantee, and what draws
its report. What reads command lines is elsewhere.
"""
