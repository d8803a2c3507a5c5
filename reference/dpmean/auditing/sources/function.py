"""A Python function as a source: called with a list of records, it returns one output."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ..outputs import Failed, described
from . import Alone, Raw


class Function(Alone):
    """A function of the records; with `many`, of the records and a number of outputs, of which it
    returns a list.
    """

    def __init__(self, function: Callable[..., Any], many: bool = False) -> None:
        """Takes the function as it is."""
        self.name, self._function, self._many = (
            getattr(function, "__name__", "function"),
            function,
            many,
        )

    def draw(self, records: tuple[Any, ...], count: int) -> Raw:
        """Returns what the function returns; an exception is an output of its own kind."""
        if self._many:
            try:
                found: Raw = self._function(list(records), count)
            except Exception as error:
                return [Failed(type(error).__name__)] * count
            return found
        return [self._one(records) for _ in range(count)]

    def _one(self, records: tuple[Any, ...]) -> Any:
        try:
            return self._function(list(records))
        except Exception as error:
            return Failed(type(error).__name__)

    def forked(self, records: tuple[Any, ...], count: int) -> list[Raw]:
        """Returns the outputs of two forks of this process, where there are forks."""
        if "fork" not in multiprocessing.get_all_start_methods():
            return []
        context = multiprocessing.get_context("fork")
        found: list[Raw] = []
        for _ in range(2):
            here, there = context.Pipe(duplex=False)
            child = context.Process(target=self._child, args=(there, records, count), daemon=True)
            child.start()
            there.close()
            with suppress(EOFError):
                if here.poll(60):
                    found.append(here.recv())
            child.kill()
            child.join()
        return found if len(found) == 2 else []

    def _child(self, pipe: Any, records: tuple[Any, ...], count: int) -> None:
        pipe.send(
            [numbers or Failed(word) for word, numbers in map(described, self.draw(records, count))]
        )
