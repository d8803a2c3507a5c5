"""A mechanism and its records as a command is given them: MECHANISM, key=value words, and
FILE:COLUMN last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .main import pairs

if TYPE_CHECKING:
    from ..programs.mechanism import Mechanism
    from .columns import Read


def mechanism_of(name: str, words: tuple[str, ...]) -> tuple[Any, dict[str, object], str]:
    """Return the mechanism, the parameters from which it is built, and the last word, which names
    file and columns.
    """
    from ..catalogue.mechanisms import build
    from ..errors import InvalidInput
    from ..mechanisms.hetero.many import for_many
    from .columns import expand

    *parameters, source = words
    if "=" in source and ":" not in source:
        raise InvalidInput("file_not_found", "the last word must be FILE:COLUMN", argument="file")
    given = for_many(name, expand(pairs(tuple(parameters))))
    return build(name, given), given, source


def records_of(
    mechanism: Mechanism, source: str, user_column: str | None, strict: bool, most_cells: int = 0
) -> Read:
    """Return the records of the file, one per person, and how they were read; a mechanism that takes rows as they are
    refuses a user column.

    Vectors of integers in a Parquet file are arrays, unless they have at most `most_cells` cells:
    then they are rows.
    """
    from ..errors import InvalidInput
    from ..mechanisms.hetero.affine import PerUser
    from ..mechanisms.instance.of_vectors import VectorMean
    from .columns import read

    if user_column is not None and isinstance(mechanism, PerUser):
        raise InvalidInput(
            "rows_not_declared",
            f"{mechanism.name} takes one epsilon per row: each row must be one person "
            "(--row-is-person)",
        )
    few = False
    if isinstance(mechanism, VectorMean):
        if user_column is not None:
            raise InvalidInput(
                "rows_not_declared",
                f"{mechanism.name} takes one vector per row: each row must be one person "
                "(--row-is-person)",
            )
        few = getattr(mechanism, "n", 0) * mechanism.d <= most_cells
    return read(source, user_column, strict, mechanism, few)
