"""Hostile values: of parameters, which are refused (each with the nearest that is not), and of
records, which are not.

A library that raises for one of two data sets that differ in such a record tells everybody that the
record is there.
"""

from __future__ import annotations

from .tables import rows

Row = tuple[str, str, str, str, str]
FIELDS = "bad code why flag valid"
BAD_EPSILON: tuple[Row, ...] = rows(__file__, "epsilon", FIELDS)
BAD_SENSITIVITY: tuple[Row, ...] = rows(__file__, "sensitivity", FIELDS)
BAD_SIGMA: tuple[Row, ...] = rows(__file__, "sigma_squared", FIELDS)
BAD_GAMMA: tuple[Row, ...] = rows(__file__, "gamma", FIELDS)
# the record in which one of two neighbouring data sets differs
RECORDS: tuple[tuple[str, str, str, str], ...] = rows(__file__, "record", "name record why level")
