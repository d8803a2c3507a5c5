"""The parameter settings at which laws are evaluated, each with the reason for choosing it.

`FULL` settings get every argument of every quantity, `FEW` the first arguments and the far ones, `WHOLE` only the
quantities that have no argument (normalisers, variances, ...) and so would have too few vectors.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..tables import rows

FULL, FEW, WHOLE = "full", "few", "whole"
FIELDS = "params why flags use"


@dataclass(frozen=True)
class Setting:
    """Law parameters, the reason for choosing them, the flags they earn, and how far they are used."""

    params: dict[str, str]
    why: str
    flags: tuple[str, ...] = ()
    use: str = FULL


PLAIN = tuple(Setting(*row) for row in rows(__file__, "plain", FIELDS))
GAUSSIAN = tuple(Setting(*row) for row in rows(__file__, "gaussian", FIELDS))
STEPPED = tuple(Setting(*row) for row in rows(__file__, "stepped", FIELDS))
LATTICE = tuple(Setting(*row) for row in rows(__file__, "lattice", FIELDS))
SETTINGS: dict[str, tuple[Setting, ...]] = {
    "laplace": PLAIN,
    "discrete_laplace": PLAIN,
    "discrete_gaussian": GAUSSIAN,
    "staircase": STEPPED,
    "staircase2d": STEPPED,
    "hourglass": STEPPED,
    "discrete_staircase": LATTICE,
    "discrete_hourglass": LATTICE,
}
