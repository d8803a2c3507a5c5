"""What a kind of vectors is: everything that the files, the runner and our own adapter may ask of
one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .vectors import Vector


class Kind(ABC):
    """A kind of question that a conformance vector asks; each file of `kinds/` has one, as
    `KIND`.
    """

    # whether a second derivation can confirm what the vectors expect (`fill --oracle`); a decision
    # has no second one
    confirmed: bool = True
    # what is checked, in a few words, where no judge of its own says it (`judging/`)
    words: str = ""

    @abstractmethod
    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return the `output` with which this package answers a request of this kind.

        Raises LookupError where the request is not of this package, and DpmeanError where it is
        refused.
        """

    def problems(self, vectors: Sequence[Vector], known: set[str]) -> Iterable[str]:
        """Yield what is wrong with all shipped vectors of this kind together; `known` are the ids
        of all vectors.
        """
        del vectors, known
        return ()
