"""One-bug implementations: our own adapter with exactly one realistic bug each, and the matrix of the vectors that see
it.

`mutant.py` says what a mutant is; the tables of them are `laws.py`, `gaussian.py`, `quantities.py`, `mechanisms.py`,
`parameters.py`, `hetero.py`, `trilemma.py`, `trilemma_edges.py`, `instance.py`, `instance_messages.py`,
`randomness.py` and `samplers.py`; `matrix.py` runs them (`python -m tests.mutants`), `criteria.py` says what must hold.
"""

from __future__ import annotations

from . import (
    gaussian,
    laws,
    mechanisms,
    parameters,
    quantities,
    randomness,
    samplers,
)
from . import (
    hetero as per_user,
)
from . import (
    instance as multivariate,
)
from . import (
    instance_messages as messages,
)
from . import (
    trilemma as lowbias,
)
from . import (
    trilemma_edges as lowbias_edges,
)
from .mutant import Mutant

MUTANTS: tuple[Mutant, ...] = (*laws.MUTANTS, *gaussian.MUTANTS, *quantities.MUTANTS, *mechanisms.MUTANTS,
    *parameters.MUTANTS, *per_user.MUTANTS, *lowbias.MUTANTS, *lowbias_edges.MUTANTS, *multivariate.MUTANTS,
    *messages.MUTANTS, *randomness.MUTANTS, *samplers.MUTANTS)

__all__ = ["MUTANTS", "Mutant"]
