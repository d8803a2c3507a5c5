"""Which vectors a pattern means, wherever one is given: `dpmean list`, `conform --run`,
`dpmean.conform(run=...)`.
"""

from __future__ import annotations

from fnmatch import fnmatch

from ..errors import near_name
from ..suite.vectors import Vector

SUPPORT = "support"


def fits(vector: Vector, pattern: str) -> bool:
    """Tell whether a vector is meant: by a glob on its id, with its kind or without, or by the name
    of its object.
    """
    return (
        pattern == vector.object
        or fnmatch(vector.id, pattern)
        or fnmatch(f"{vector.kind}/{vector.id}", pattern)
    )


def nearest(pattern: str, vectors: list[Vector]) -> str:
    """Return the end of an error: a pattern that matches nothing, and the object or id that is most
    like it.
    """
    bare = pattern.rpartition("/")[2].rstrip("*-")
    near = near_name(bare, {v.object for v in vectors}, 70) or near_name(
        bare, (v.id for v in vectors), 80
    )
    glob = "a pattern is a glob such as 'hourglass-*', or an object"
    hint = f"did you mean {near}?" if near and near != bare else glob
    return f"'{pattern[:60]}'; {hint}"


def counted(vectors: list[Vector]) -> str:
    """Return how many there are, in the words that every command uses."""
    checks = sum(v.kind == SUPPORT for v in vectors)
    parts = [
        f"{n:,} {word}{'' if n == 1 else 's'}"
        for n, word in ((len(vectors) - checks, "vector"), (checks, "support check"))
        if n
    ]
    return " and ".join(parts) or "0 vectors"
