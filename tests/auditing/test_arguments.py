"""`dpmean.audit` takes what it declares, and refuses the rest in one line that says what to give."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import dpmean
from dpmean.auditing.report import ExactReport, Report
from dpmean.errors import InvalidInput


def zero(records: list[float]) -> float:
    return 0.0


def exact(records: list[Fraction], random: Any) -> Any:
    return random.integer(2)


WRONG: list[tuple[dict[str, Any], str]] = [
    *(({"claim": c}, "claim: a text such as") for c in (1, 1.0, None, [], [1], b"epsilon=1", {})),
    ({"claim": "eps=1"}, "claim: one of"),
    ({"claim": "epsilon"}, "claim: one of"),
    ({"claim": "epsilon=x"}, "epsilon: "),
    *(({"neighbors": n}, "neighbors: one of") for n in ("bounded", 1, None)),
    *(({"size": n}, "size: an integer") for n in (0, -1, 2.5, "4", None, True)),
    *(({"draws": n}, "draws: an integer") for n in (0, -1, 2.5, "4", None, True)),
    *(({"seconds": s}, "seconds: ") for s in (0, -1.0, "60", None, float("nan"), True)),
    *(({"alpha": a}, "alpha: ") for a in (1e-6, None, "x", "0", "1", [])),
    *(({"data": d}, "data: two data sets") for d in ([0], 5, "01", ([0], [0], [0]), {0: 1})),
    *(({"data": d}, "data: two data sets") for d in (([0], 1), ("01", "0"))),
    ({"data": ([0], [0])}, "the two data sets are no neighbours"),
    ({"lower": float("nan")}, "lower: "),
    ({"upper": float("inf")}, "upper: "),
    ({"lower": "a"}, "lower: "),
    ({"lower": 1.0}, "lower must be smaller than upper"),
    ({"domain": [0, 1], "data": ([0, 1], [0])}, "domain: has no effect on data sets that are"),
    ({"domain": [0, 1], "upper": 2}, "lower: has no effect on records of a domain"),
    ({"domain": [0], "neighbors": "replace-one"}, "domain: at least two values"),
    ({"domain": []}, "domain: a list of 1 to"),
    *(({"domain": d}, "domain: a list of records") for d in (5, "ab", {1, 2})),
    ({"domain": [{}, {}]}, "domain: values are numbers, texts"),
    ({"domain": {}}, "domain: a dict from names of columns"),
    ({"domain": {1: [0]}}, "domain: a dict from names of columns"),
    *(
        ({"domain": {"age": d}}, "domain: column 'age' has a tuple")
        for d in ((1, 0), (0, 1, 2), ("a", "b"), [], "ab", 5, (0, float("inf")))
    ),
    ({"domain": {"id": None}}, "domain: give a column with"),
    (
        {"domain": {"id": [1, 2], "age": (0, 9)}, "user": "id"},
        "domain: the column of users has None",
    ),
    ({"domain": {"age": (0, 9)}, "user": 5}, "user: the name of the column"),
    ({"user": "id"}, "user: needs a domain by column"),
    ({"user": "id", "data": ([0], [])}, "user: every row has the column 'id'"),
    ({"table": [{"age": 1}]}, "table: needs a domain by column"),
    ({"table": [{"age": 1}], "domain": {"sex": ["m", "f"]}}, "domain: name every column of table"),
    ({"table": [(1,)], "domain": {"a": (0, 1), "b": (0, 1)}}, "table: rows are dicts, or tuples"),
    *(({"table": t, "domain": {"a": (0, 1)}}, "table: a data frame") for t in (5, [], "ab")),
    ({"data": ([{"a": 1}, {"b": 1}], [])}, "data: every row is a dict with the same columns"),
    ({"data": ([0], []), "pairs": [([0], [])]}, "pairs: has no effect on two data sets"),
    *(
        ({"pairs": p}, "pairs: a list of pairs")
        for p in ([], 5, "01", [[0]], [([0], 1)], ([0], []))
    ),
    ({"pairs": [([0], []), ([0], [0])]}, "the two data sets are no neighbours"),
    ({"neighbors": lambda a, b: False}, "neighbors: the function is true of no pair"),
    ({"neighbors": lambda a, b: False, "data": ([0], [])}, "given as neighbors is not true"),
    ({"neighbors": lambda a, b: True, "data": ([0], [0])}, "they are the same"),
    ({"centers": (0.0, 1.0)}, "centers: has no effect"),
    ({"law": "laplace"}, "law: needs data and centers"),
    ({"law": "cauchy", "data": ([0, 1], [0]), "centers": (0, 1)}, "law: one of"),
    ({"function": 5}, "function: what is called"),
    ({"function": exact, "many": True}, "many: has no effect"),
    *(({"function": exact, k: ["a"]}, f"{k}: has no effect") for k in ("table", "user")),
    ({"function": exact, "law": "laplace"}, "law: has no effect"),
    ({"function": exact, "domain": 5}, "domain: a list of records"),
    ({"function": exact, "domain": []}, "domain: a list of records"),
    ({"function": exact, "domain": (0, 1), "data": ([2], [])}, "data: a record is not one of"),
    ({"function": exact, "lower": 0.5}, "lower: got a float"),
    ({"function": lambda r, random: object()}, "an output of an unknown kind"),
]


@pytest.mark.parametrize(("given", "told"), WRONG)
def test_what_is_no_argument_is_refused_in_one_line(given: dict[str, Any], told: str) -> None:
    """Kills a traceback, and an argument that is read and then forgotten."""
    with pytest.raises(InvalidInput) as seen:
        dpmean.audit(
            given.get("function", zero), **{k: v for k, v in given.items() if k != "function"}
        )
    assert told in str(seen.value)
    assert "\n" not in str(seen.value) and len(str(seen.value)) < 400
    assert "object at 0x" not in str(seen.value)


@pytest.mark.parametrize(
    "given",
    [
        {"claim": ("epsilon=1", "rho=1/2")},
        {"claim": iter(["epsilon=1"])},
        {"draws": np.int64(9), "size": np.int32(2)},
        {"seconds": Fraction(1, 2)},
        {"lower": 0, "upper": 120},
        {"lower": Fraction(1, 3), "upper": "1/2"},
        {"lower": np.float64(0.1), "upper": 0.5},
        {"data": (np.array([0.0, 1.0]), [0.0])},
    ],
)
def test_what_is_an_argument_is_taken(given: dict[str, Any]) -> None:
    assert isinstance(dpmean.audit(zero, **{"draws": 9, "seconds": 5, **given}), Report)


def test_bounds_are_the_values_of_an_exact_audit_without_a_domain() -> None:
    """Kills default bounds that the exact way refuses, and NaN outputs that are each their own."""
    found = dpmean.audit(lambda r, random: float("nan") if random.integer(2) else 1.0, size=1)
    assert isinstance(found, ExactReport)
    assert found.epsilon == 0
    assert "3 values" in str(found)
