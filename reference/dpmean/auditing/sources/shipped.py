"""A shipped mechanism as a source: exact releases in columns."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...catalogue.mechanisms import build
from ...programs.columns import releases
from . import Alone, Raw


class Shipped(Alone):
    """A mechanism of the catalogue, by name and parameters.

    The rows of a batch are not in the order in which they were made.
    """

    in_order = False

    def __init__(self, name: str, given: dict[str, object]) -> None:
        """Builds it."""
        self.name, self.mechanism = name, build(name, given)
        self.key = " ".join([name, *(f"{k}={v}" for k, v in given.items())])

    def draw(self, records: tuple[Any, ...], count: int) -> Raw:
        """Returns exact releases."""
        found: list[Any] = []
        for batch in releases(
            self.mechanism, list(records), count, batch=max(1, min(count, 1 << 16))
        ):
            numbers = batch.doubles()
            if not batch.answered.all():
                answers = iter(numbers)  # rows of arrays, as where all are answered
                found += [next(answers) if yes else None for yes in batch.answered]
            else:
                found.append(numbers)
        if all(isinstance(x, np.ndarray) for x in found):
            return np.concatenate(found) if found else found
        return [row for x in found for row in (x if isinstance(x, np.ndarray) else [x])]
