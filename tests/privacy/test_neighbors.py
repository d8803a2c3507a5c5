"""A relation says its own pairs: all of them, in both directions, and nothing that another relation
has.
"""

from __future__ import annotations

from collections import Counter

import pytest

from dpmean.privacy.neighbors import Neighbors, pairs

DOMAIN = (0, 1, 2)


def distance(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, int]:
    """How many records only the first has, and only the second."""
    a, b = Counter(first), Counter(second)
    return sum((a - b).values()), sum((b - a).values())


@pytest.mark.parametrize(
    ("relation", "distances"),
    [
        (Neighbors.ADD_OR_REMOVE_ONE, {(1, 0), (0, 1)}),
        (Neighbors.REPLACE_ONE, {(1, 1)}),
        (Neighbors.ADD_REMOVE_OR_REPLACE_ONE, {(1, 0), (0, 1), (1, 1)}),
        (Neighbors.REPLACE_GIVEN_USER, {(1, 1)}),
    ],
)
def test_the_pairs_are_those_of_the_relation(
    relation: Neighbors, distances: set[tuple[int, int]]
) -> None:
    """Kills a relation whose pairs are another's, and one direction that is left out."""
    found = {
        (a, tuple(sorted(b))) for size in (0, 1, 2, 3) for a, b in pairs(DOMAIN, size, relation)
    }
    assert {distance(a, b) for a, b in found} == distances
    assert all((b, a) in found for a, b in found if len(b) <= 3)
    assert relation.public_size == (distances == {(1, 1)})


def test_every_relation_has_words_of_its_own() -> None:
    """Kills a relation that is printed as another."""
    assert (
        len({r.words for r in Neighbors})
        == len({r.value for r in Neighbors})
        == len(Neighbors)
        >= 4
    )
    assert Neighbors("replace-one") is Neighbors.REPLACE_ONE
