"""How much an implementation that is known is asked for, whatever machine judges it.

A bundled library has it beside its adapter, in a file `tier` of TOML: `draws` of a batch, and `fewer`,
the draws by glob of ids for vectors whose draws take much longer. Of others the runner chooses a
tier by their work.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ..judging.selecting import fits
from ..suite.vectors import Vector
from ..wire.sizes import Sizes
from .bundled import ADAPTERS

OWN, OWN_SECONDS = 1 << 16, 0.25  # draws of a batch of this package, and what one may take

Known = Callable[[Sequence[Vector], int | None], Sizes]


def declared(adapter: str) -> Known | None:
    """Return what says the sizes of a run with so many draws in a batch (None: those that are
    declared); None for an adapter of which nothing is known.
    """
    if adapter == "dpmean":
        return _own
    path = ADAPTERS / adapter / "tier.toml"
    return partial(_listed, tomllib.loads(path.read_text())) if path.is_file() else None


def _listed(told: dict[str, Any], vectors: Sequence[Vector], tier: int | None) -> Sizes:
    fewer = {v.id: n for v in vectors for glob, n in told.get("fewer", {}).items() if fits(v, glob)}
    return Sizes(tier=int(told["draws"]) if tier is None else tier, fewer=fewer)


def _own(vectors: Sequence[Vector], tier: int | None) -> Sizes:
    # all laws and mechanisms, which no other adapter needs
    from ..suite.draws import in_columns

    one_by_one = frozenset(v.id for v in vectors if not in_columns(v.object, v.input))
    return Sizes(seconds=OWN_SECONDS, tier=OWN if tier is None else tier, probed=one_by_one)
