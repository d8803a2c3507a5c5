"""All plans by the kind of their vectors. Only what regenerates vectors imports this file: it reads every table."""

from __future__ import annotations

from collections.abc import Callable

from ..kinds.exact import exact_vectors
from ..kinds.stat import stat_vectors
from ..vectors import Vector
from .addremove.transcripts import transcript_vectors
from .rejects import reject_vectors
from .tapes import tape_vectors

PLANS: dict[str, Callable[[], list[Vector]]] = {
    "exact": exact_vectors,
    "transcript": transcript_vectors,
    "tape": tape_vectors,
    "stat": stat_vectors,
    "reject": reject_vectors,
}
