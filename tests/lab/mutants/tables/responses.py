"""Mutants of randomized response: its coin, its random answer, its records, and what answers are worth."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpmean.exact.numbers import datum
from dpmean.mechanisms.parts import one_answer, randomized_response
from dpmean.mechanisms.parts.randomized_response import RandomizedResponse

from ..mutant import Mutant, edit


def _midpoint(original: Any) -> Any:
    """A missing record is the middle category."""
    return lambda data, low, high, missing: original(data, low, high, "midpoint")


def _modulo(original: Any) -> Any:
    """A record beyond the last category begins at the first again."""

    def within(x: Any, high: Fraction) -> Any:
        exact = datum(x)
        return exact % (high + 1) if isinstance(exact, Fraction) else x

    return lambda data, low, high, missing: original(
        [within(x, high) for x in data], low, high, missing
    )


MUTANTS = (
    Mutant(
        "response-kept-with-the-truth",
        "her own category is kept with the probability of a true answer, and may be the random one too",
        ("Normalizer",),
        randomized_response,
        "kept",
        edit(("(1 - b) / weight", "1 / weight")),
    ),
    Mutant(
        "response-coin-of-two",
        "a true answer has probability e^epsilon/(1 + e^epsilon), whatever the number of categories",
        ("Normalizer",),
        one_answer,
        "weight",
        edit(("(k - 1) * b", "b")),
    ),
    Mutant(
        "response-last-never-random",
        "a random answer is one of all categories but the last",
        ("AtBound",),
        RandomizedResponse,
        "program",
        edit(("UniformInteger(self.categories)", "UniformInteger(self.categories - 1)")),
    ),
    Mutant(
        "response-cut",
        "a record between two categories is cut to a whole number",
        ("Rounding",),
        RandomizedResponse,
        "records",
        edit(("nearest(x)", "int(x)")),
    ),
    Mutant(
        "response-missing-in-the-middle",
        "a missing record is the middle category",
        ("MissingRecord",),
        randomized_response,
        "prepare",
        _midpoint,
    ),
    Mutant(
        "response-modulo",
        "a record beyond the last category is taken modulo their number",
        ("ClipForgotten",),
        randomized_response,
        "prepare",
        _modulo,
    ),
    Mutant(
        "response-odds-of-two",
        "the epsilon of a probability is log(p/(1 - p)), whatever the number of categories",
        ("Profile",),
        one_answer,
        "odds",
        edit(("p * (k - 1)", "p")),
    ),
    Mutant(
        "response-renyi-of-two",
        "the Renyi divergence leaves out the categories that neither has",
        ("RenyiOrder",),
        one_answer,
        "far",
        edit((" + (k - 2) * to_the_order", "")),
    ),
    Mutant(
        "response-all-alike",
        "the variance of the estimate is that of the answers of people who have the category",
        ("WrongScale",),
        one_answer,
        "error",
        edit(("(n - count) * b * (1 + (k - 2) * b)", "(n - count) * (k - 1) * b")),
    ),
)
