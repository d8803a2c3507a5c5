"""What the pairs of an audit changed, and what they never did: typed, and then in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..privacy.neighbors import Neighbors
from .domains import Value
from .moved import Change, Moved, Rest

NEVER = {
    Value.BOUND: "no record changed from or to a bound",
    Value.FAR: "no record beyond the bounds was tried",
    Value.MISSING: "no missing record was tried",
    Value.INFINITE: "no infinite record was tried",
}
TOLD = 3  # sizes of which the places are told


@dataclass(frozen=True)
class Coverage:
    """Which places changed in data sets of how many records, by what, and beside what."""

    places: dict[int, frozenset[int]]  # by the number of records, of the larger data set
    changes: frozenset[Change]
    values: frozenset[Value]
    rests: frozenset[Rest]

    @classmethod
    def of(cls, moved: Iterable[Moved]) -> Coverage:
        """Returns what these moves cover."""
        seen = list(moved)
        places: dict[int, set[int]] = {}
        for each in seen:
            at = places.setdefault(each.size, set())
            if each.place is not None:
                at.add(each.place)
        return cls(
            {size: frozenset(places[size]) for size in sorted(places)},
            frozenset(each.change for each in seen),
            frozenset(each.value for each in seen if each.change is not Change.ORDERED),
            frozenset(each.rest for each in seen),
        )

    @property
    def sizes(self) -> tuple[int, ...]:
        """Returns the numbers of records of the larger data sets."""
        return tuple(self.places)

    def unmoved(self, size: int) -> list[tuple[int, int]]:
        """Returns the places that never changed in data sets of so many records, as stretches from
        the first to the last, both included, and counted from 0.
        """
        found: list[tuple[int, int]] = []
        for place in range(size):
            if place in self.places.get(size, ()):
                continue
            if found and found[-1][1] == place - 1:
                found[-1] = (found[-1][0], place)
            else:
                found.append((place, place))
        return found

    def lacking(self, relation: Neighbors | None = None) -> list[Change]:
        """Returns the kinds of change that a relation has, and that were not tried; of a relation
        that is not known all of them.
        """
        has = {
            Change.ADDED: relation is None or not relation.public_size,
            Change.REPLACED: relation is not Neighbors.ADD_OR_REMOVE_ONE,
            Change.ORDERED: relation is not Neighbors.REPLACE_GIVEN_USER,
        }
        return [change for change in Change if has[change] and change not in self.changes]

    def words(self, relation: Neighbors | None = None) -> list[str]:
        """Returns what was not tried, each a sentence without its full stop."""
        if not self.places:
            return ["nothing was changed"]
        told = [f"no data set of more than {max(self.places):,} records was tried"]
        told += self._places()
        of_a_list = (Value.BOUND, Value.FAR) if Value.CATEGORY in self.values else ()
        untried = [v for v in NEVER if v not in self.values and v not in of_a_list]
        told += [NEVER[value] for value in untried]
        never = {
            Change.ADDED: "no record was added or removed",
            Change.REPLACED: "no record was replaced by another",
            Change.ORDERED: "no two orders of the same records were compared",
        }
        return told + [never[change] for change in self.lacking(relation)]

    def _places(self) -> list[str]:
        """Returns which records never changed, of the few smallest sizes and of the others."""
        left = {n: gaps for n, at in self.places.items() if at and (gaps := self.unmoved(n))}
        told = [
            f"of data sets of {size:,} records, {_records(gaps)} never changed"
            for size, gaps in list(left.items())[:TOLD]
        ]
        more = list(left)[TOLD:]
        if more:
            some = f"{more[0]:,}" if len(more) == 1 else f"{more[0]:,} to {more[-1]:,}"
            told.append(f"of data sets of {some} records, others than a few never changed")
        return told


def _records(stretches: list[tuple[int, int]]) -> str:
    """Returns the records of stretches of places in words, counted from 1."""
    words = [f"{a + 1:,}" if a == b else f"{a + 1:,} to {b + 1:,}" for a, b in stretches]
    one = len(stretches) == 1 and stretches[0][0] == stretches[0][1]
    last = f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]
    return f"{'record' if one else 'records'} {last}"
