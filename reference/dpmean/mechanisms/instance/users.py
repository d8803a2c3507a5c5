"""Users of the local and the shuffle model: each knows her own record and what has been announced
to everybody.

This is what both models share. A user is an object with one record; her messages are made by
generators that yield draws of her own, whose labels start with her name. Draws can be answered from
one stream, as a release does, or, with `separately`, each user's from a stream of her own, as on
her own machine.
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
    "all users run in this one process, which sees every record: the guarantee is about their "
    "messages, and holds against others where each user runs her own part"
)


class User:
    """One user and her record of integers; she hears announcements, and follows them on her own
    vector.
    """

    def __init__(self, number: int, record: Sequence[int]) -> None:
        """`number` is the number of the user, counted from 1."""
        self.name, self._vector = f"user_{number}", list(record)
        self._norm: int | None = None

    @property
    def vector(self) -> list[int]:
        """Her vector, as the announcements have made it."""
        return self._vector

    @vector.setter
    def vector(self, vector: list[int]) -> None:
        self._vector, self._norm = vector, None

    def rotate(self, signs: Sequence[int]) -> None:
        """Rotates her vector by the announced signs, whose number is a power of two."""
        self.vector = rotation.rotate(self.vector, signs)

    def shift(self, center: Sequence[int]) -> None:
        """Subtracts the announced centre of all data from her vector."""
        self.vector = [v - c for v, c in zip(self.vector, center, strict=True)]

    def clip(self, squared: Fraction | int, steps: int) -> None:
        """Clips her vector at the announced threshold, given squared; from now on it is in units of
        1/steps.
        """
        self.vector = truncated(self.vector, squared, steps)

    def squared_norm(self) -> int:
        """Returns the squared norm of her vector, which is kept while the vector stays."""
        if self._norm is None:
            self._norm = sum(v * v for v in self.vector)
        return self._norm


def records_of(data: Iterable[Any], n: int, d: int, u: int) -> list[list[int]]:
    """Returns the record of each user: n records with d integers from 0 to u; see `table.read`."""
    if not isinstance(data, Table):
        return [list(row) for row in read(data, n, d, 0, u).rows]
    rows = taken(data, n, d, 0, u).shown()
    if rows is None:
        raise InvalidInput(
            "size_mismatch",
            f"data: {n} records of {d} coordinates, few enough that users can be run one by one",
            argument="n",
        )
    return [[int(v) for v in row] for row in rows]


def owner(label: str) -> str | None:
    """Returns whose draw a label is of: "user_3" for "user_3_median_2_level", None for a draw in
    public.
    """
    first, _, rest = label.partition("_")
    return f"user_{rest.partition('_')[0]}" if first == "user" else None


def separately(bits: Bits) -> Callable[[Draw], Any]:
    """Returns an answer for `run` that gives every user a stream of her own.

    User i draws from the child "user-i" of the stream, and draws in public come from the child
    "public".
    """
    streams: dict[str | None, Bits] = {}

    def answer(draw: Draw) -> Any:
        who = owner(draw.label)
        if who not in streams:
            streams[who] = bits.child("public" if who is None else who.replace("_", "-"))
        return draw.law.sample(streams[who])

    return answer
