"""What a histogram and randomized response share: how many categories a release has, and what is said
of records that are none.
"""

from __future__ import annotations

from ...errors import InvalidInput

MOST = 4096  # categories of a release
BETWEEN = "a record between two categories is the nearer one, of two the even one"


def require_few(categories: int) -> None:
    """Raises InvalidInput for more categories than a release has."""
    if categories > MOST:
        raise InvalidInput(
            "out_of_range", f"categories: a release has at most {MOST}", argument="categories"
        )
