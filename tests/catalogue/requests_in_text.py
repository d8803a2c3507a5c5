"""A request as the vectors and `dpmean value` give it, in text, turned into numbers, lists and
words.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

import mpmath as mp

from tests.catalogue.exactly import Value


def request_of(params: Mapping[str, str]) -> dict[str, Value]:
    """The numbers, lists and words of a request that is given in text."""
    return {name: _given(name, text) for name, text in params.items()}


def _given(name: str, text: str) -> Value:
    if name in ("epsilons", "norms"):
        return tuple(number_of(part) for part in text.split(","))
    try:
        return number_of(text)
    except ValueError:
        return text


@cache
def number_of(text: str) -> Value:
    return mp.inf if text.strip().lower() in ("inf", "infinity", "+inf") else Fraction(text)


def holds_for(label: str, words: set[str]) -> bool:
    """Whether the words of a request choose the edition of this label."""
    return any(all(word in words for word in part.split(" and ")) for part in label.split(" or "))
