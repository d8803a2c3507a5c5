"""A bug that is planted in one function for the length of a test, and taken out again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.lab.mutants.mutant import edit, function_of


@contextmanager
def planted(function: Any, old: str, new: str) -> Iterator[None]:
    """Inside, the source of the function has the text `new` where it had `old`."""
    plain = function_of(function)
    code = plain.__code__
    edit((old, new))(function)
    try:
        yield
    finally:
        plain.__code__ = code
