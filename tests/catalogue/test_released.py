"""Errors of a release on given records, from Python and from the command: the same numbers, exact
where they are rational, and certified in any case.
"""

from __future__ import annotations

import json
from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import dpmean
from dpmean.catalogue.coverage import EXAMPLES
from dpmean.cli.main import cli
from dpmean.errors import DpmeanError, InvalidInput

COARSE = {"epsilon": "1", "delta": "1/10"}
SPLIT = {**COARSE, "clip": "2", "sigma": "1", "n1": "2", "n2": "2"}
# rationals that come through weights that are none
RATIONAL: tuple[tuple[str, str, dict[str, str], F], ...] = (
    ("dpucoarse.mse", "0,1,2", COARSE, F(3, 4)),
    ("dpucoarse.bias", "0,1,2", COARSE, F(0)),
    ("dpucoarse.mse", "0,1,2", {"epsilon": "1/3", "delta": "2/7"}, F(3, 4)),
    ("dpucoarse.bias", "0,1,2", {**COARSE, "constants": "exact"}, F(0)),
    ("kv_mean.bias", "0,1,2,1/2", SPLIT, F(3, 8)),
    ("unknown_size.bias", "0,1,1", {"base": "sized_mean", "epsilon": "1", "delta": "1/4"}, F(0)),
)
# the same, where no proof is known
ENCLOSED = (
    ("dpucoarse.mse", "0,1,2", {"decay": "1/3", "delta": "1/10"}, F(3, 4)),
    ("dpucoarse.bias", "0,1,2", {"decay": "1/3", "delta": "1/10"}, F(0)),
    ("kv_mean.bias", "0,1,2,1/2", {**SPLIT, "decay": "1/3"}, F(3, 8)),
)


def command(name: str, data: str, given: dict[str, str]) -> list[dict[str, str]]:
    words = [f"{k}={v}" for k, v in given.items()]
    done = CliRunner().invoke(cli, ["value", name, f"data={data}", *words, "--json=-"])
    if done.exception is not None:
        raise done.exception
    found: list[dict[str, str]] = json.loads(done.output)["values"]
    return found


@pytest.mark.parametrize(("name", "data", "given", "expected"), RATIONAL)
def test_what_is_rational_is_found(
    name: str, data: str, given: dict[str, str], expected: F
) -> None:
    """Kills "undecided" of a number that is a short fraction."""
    if name.startswith("unknown_size"):
        given = {**given, "lower": "0", "upper": "1"}
    assert dpmean.value(name, given, data=data).exact == expected
    (shown,) = command(name, data, given)
    assert F(shown["exact"]) == F(shown["lo"]) == expected and shown["about"] == str(
        float(expected)
    )


@pytest.mark.parametrize(("name", "data", "given", "expected"), ENCLOSED)
def test_what_nobody_can_tell_from_a_decimal_is_enclosed(
    name: str, data: str, given: dict[str, str], expected: F
) -> None:
    """Kills an error in place of an enclosure, one that is no enclosure, and digits that are shown
    as if they were known.
    """
    given = {k: v for k, v in given.items() if k != "epsilon" or "decay" not in given}
    (shown,) = command(name, data, given)
    low, high = F(shown["lo"]), F(shown["hi"])
    assert low < expected < high and high - low < F(1, 10**29) and "exact" not in shown
    assert shown.get("about") == (str(float(expected)) if expected else None)
    value = dpmean.value(name, given, data=data)
    assert F(value.lo) == low and F(value.hi) == high and value.exact is None
    assert value.report()["lo"] == shown["lo"]
    assert repr(value).startswith("[") and "..." not in repr(value)
    assert value < expected + F(1, 1000) and value > expected - F(1, 1000)
    with pytest.raises(dpmean.Undecided):
        _ = value == expected


@pytest.mark.parametrize(("name", "given", "records"), EXAMPLES, ids=range(len(EXAMPLES)))
@pytest.mark.parametrize("quantity", ["mse", "bias"])
def test_python_has_what_the_command_has(
    name: str, given: dict[str, str], records: list[Any], quantity: str
) -> None:
    """Kills a name that only the command knows, and records that are read in another way."""
    if name == "privquant":
        given = {**given, "target": "3/2"}
    rows = [row if isinstance(row, list) else [row] for row in records]
    vectors = isinstance(records[0], list)
    text = (";" if vectors else ",").join(",".join(row) for row in rows)
    exact: list[Any] = [[F(x) for x in row] for row in rows]
    ways = [text, exact if vectors else [x for (x,) in exact]]
    try:
        shown = command(f"{name}.{quantity}", text, given)
    except DpmeanError as error:
        for data in ways:
            with pytest.raises(InvalidInput) as same:
                dpmean.value(f"{name}.{quantity}", given, data=data)
            assert str(same.value) == str(error)
        return
    for data in ways:
        if "value" in shown[0]:
            with pytest.raises(InvalidInput, match=shown[0]["value"]):
                dpmean.value(f"{name}.{quantity}", given, data=data)
            continue
        found = dpmean.value(f"{name}.{quantity}", given, data=data)
        (one,) = [found] if not found.is_list else [*found]
        low, high = F(one.lo), F(one.hi)
        wide = F(shown[0]["hi"]) - F(shown[0]["lo"])
        assert low <= F(shown[0]["lo"]) and high >= F(shown[0]["hi"])
        assert high - low <= wide * F(1001, 1000) + F(1, 10**29)


def test_records_and_target_are_what_doors_take() -> None:
    mean = {"epsilon": 1, "lower": 0, "upper": 1, "n": 3, "noise": "laplace"}
    for data in ([0, 0.5, 1], np.array([0, 0.5, 1]), iter([0, "1/2", F(1)])):
        assert dpmean.value("sized_mean.mse", mean, data=data) == F(2, 9)
    assert dpmean.value("sized_mean.bias", mean, data=[0, 0, 0], target=F(-1)) == 1
    for data in ({0: 1}, [1j, 0, 0], [[0], [1], [2]], 5):
        with pytest.raises(InvalidInput) as error:
            dpmean.value("sized_mean.mse", mean, data=data)
        assert error.value.code == "not_records"
    with pytest.raises(InvalidInput, match="got a float"):
        dpmean.value("sized_mean.mse", mean, data=[0, 0, 0], target=0.5)
    plane = {"rho": 4, "u": 2, "d": 2, "n": 2, "threshold": 1, "noise": "gaussian"}
    found = dpmean.value("norm_clipped_mean.bias", plane, data=[[0, 1], [1, 1]], target=[0, "1/2"])
    assert found.is_list and len(found) == 2
    assert found == dpmean.value("norm_clipped_mean.bias", plane, data="0,1;1,1", target="0,1/2")


def test_advice_can_be_followed() -> None:
    """Kills "ask with least = 0" of a command that has no such parameter, and a quantile that is
    seen in a mean.
    """
    told = set()
    for name, given, records in EXAMPLES:
        if name == "privquant":
            continue
        try:
            dpmean.value(f"{name}.bias", given, data=records)
        except InvalidInput as error:
            told.add(str(error).partition(";")[2].strip())
            assert "least" not in str(error) and "quantile" not in str(error)
    assert {words for words in told if words} == {"`dpmean simulate` estimates them"}
    with pytest.raises(InvalidInput, match="target: needed, as this does not estimate a mean"):
        quantile = next(given for name, given, _ in EXAMPLES if name == "privquant")
        dpmean.value("privquant.mse", quantile, data=["1", "2", "4"])


def test_no_record_has_a_smooth_bound() -> None:
    """Kills a refusal of the number that a release of no records uses."""
    for n, expected in ((0, 3), (1, 3)):
        assert (
            dpmean.value("student_t_mean.smooth_bound", n=n, epsilon=1, lower=-1, upper=2)
            == expected
        )
    assert dpmean.value("student_t_mean.smooth_bound", n=2, epsilon=1, lower=-1, upper=2) < 3
    for name, more in (("smooth_bound", {"n": -1}), ("mse", {"n": 0, "record_variance": 1})):
        with pytest.raises(InvalidInput) as error:
            dpmean.value(f"student_t_mean.{name}", more, epsilon=1)
        assert error.value.code == "count_not_positive"
