"""Users of the local and the shuffle model: each knows her own record and what has been announced to everybody, nothing
else.

What may be put here: what both models share. A user is an object with one record; her messages are made by generators
that yield draws of her own, whose labels start with her name.
Draws can be answered from one stream, as a release does, or, with `separately`, each user's from a stream of her own,
as on her own machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

from ...errors import InvalidInput
from ...exact import rotation
from ...programs.program import Draw
from ...programs.table import Table, read, taken, truncated
from ...randomness.bits import Bits

SIMULATED = (
    "all users run in this one process, which sees every record: the guarantee is about their messages, and holds "
    "against others where each user runs her own part"
)


class User:
    """One user and her record of integers. She hears announcements, and follows them on her own vector."""

    def __init__(self, number: int, record: Sequence[int]) -> None:
        """Users are counted from 1."""
        self.name, self.vector = f"user_{number}", list(record)

    def rotate(self, signs: Sequence[int]) -> None:
        """Announced: the signs of the rotation, a power of two of them."""
        self.vector = rotation.rotate(self.vector, signs)

    def shift(self, center: Sequence[int]) -> None:
        """Announced: the centre of all data."""
        self.vector = [v - c for v, c in zip(self.vector, center, strict=True)]

    def clip(self, squared: Fraction, steps: int) -> None:
        """Announced: the squared threshold of the norm. From now on the vector is in units of 1/steps."""
        self.vector = truncated(self.vector, squared, steps)

    def squared_norm(self) -> int:
        """Of her vector."""
        return sum(v * v for v in self.vector)


def records_of(data: Iterable[Any], n: int, d: int, u: int) -> list[list[int]]:
    """The record of each user: n of them with d integers from 0 to u; see `table.read`."""
    if not isinstance(data, Table):
        return [list(row) for row in read(data, n, d, 0, u).rows]
    rows = taken(data, n, d, 0, u).shown()
    if rows is None:
        raise InvalidInput("size_mismatch",
            f"data: {n} records of {d} coordinates, few enough that users can be run one by one", argument="n")
    return [[int(v) for v in row] for row in rows]


def owner(label: str) -> str | None:
    """Whose draw it is: "user_3" of "user_3_median_2_level"; None: it is drawn in public."""
    first, _, rest = label.partition("_")
    return f"user_{rest.partition('_')[0]}" if first == "user" else None


def separately(bits: Bits) -> Callable[[Draw], Any]:
    """An answer for `interpret.run`: every user draws from the child "user-i" of the stream, everybody together from
    the fork "public".
    """
    streams: dict[str | None, Bits] = {}

    def answer(draw: Draw) -> Any:
        who = owner(draw.label)
        if who not in streams:
            streams[who] = bits.child("public" if who is None else who.replace("_", "-"))
        return draw.law.sample(streams[who])

    return answer
