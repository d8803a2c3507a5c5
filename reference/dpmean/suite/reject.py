"""The plan of the `reject` vectors: an invalid request and, as its twin, the nearest valid one.

The invalid one must be refused (status `rejected`), the twin must be answered: refusing everything fails the twins,
accepting everything fails the others, crashing fails both.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..catalogue import value
from ..errors import DpmeanError
from .tape import sampler
from .vectors import Vector, needs, slug

BAD_EPSILON = (
    ("0", "epsilon_not_positive", "epsilon 0", "NotPositive", "1/64"),
    ("-1", "epsilon_not_positive", "negative epsilon", "NotPositive", "1"),
    ("nan", "not_a_number", "epsilon NaN: comparisons with NaN are false", "NotANumber", "1"),
    ("inf", "not_finite", "infinite epsilon: no noise", "NotFinite", "64"),
    ("one", "not_a_number", "epsilon is text", "NotANumber", "1"),
)
BAD_SENSITIVITY = (
    ("0", "sensitivity_not_positive", "sensitivity 0", "NotPositive", "1"),
    ("-1", "sensitivity_not_positive", "negative sensitivity", "NotPositive", "1"),
    ("nan", "not_a_number", "sensitivity NaN", "NotANumber", "1"),
    ("inf", "not_finite", "infinite sensitivity", "NotFinite", "1"),
)
BAD_GAMMA = (
    ("0", "gamma_out_of_range", "gamma 0: no central step", "NotPositive", "1/4"),
    ("-1/4", "gamma_out_of_range", "negative gamma", "NotPositive", "1/4"),
    ("5/4", "gamma_out_of_range", "gamma above 1", "NotPositive", "1"),
    ("nan", "not_a_number", "gamma NaN", "NotANumber", "1/2"),
)
LAW_PARAMS: dict[str, dict[str, str]] = {
    "laplace": {"epsilon": "1", "sensitivity": "1"},
    "discrete_laplace": {"epsilon": "1", "sensitivity": "1"},
    "staircase": {"epsilon": "1", "gamma": "1/2", "sensitivity": "1"},
    "discrete_staircase": {"epsilon": "1", "gamma": "1/2", "m": "4", "sensitivity": "1"},
    "staircase2d": {"epsilon": "1", "gamma": "1/2", "sensitivity": "1"},
    "hourglass": {"epsilon": "1", "gamma": "1/2", "sensitivity": "1"},
    "discrete_hourglass": {"epsilon": "1", "gamma": "1/2", "m": "4", "sensitivity": "1"},
}
MEAN_PARAMS: dict[str, dict[str, str]] = {
    "independent_mean": {},
    "shifted_mean": {},
    "transformed_mean": {"noise": "hourglass", "gamma": "1/2"},
    "sized_mean": {"n": "4", "noise": "laplace"},
}
GRID = {"grid": "1/1024"}
# documented by some libraries and harmless or honest there: a `should`, which a list of known findings may explain
DISCRETIONARY = {"infinite epsilon: no noise", "sensitivity 0", "scale 0", "equal bounds: the sensitivity is 0", "gamma 0: no central step"}


def attempt(object_: str, params: dict[str, str], given: dict[str, Any], quantity: str | None) -> str | None:
    """The code with which this package refuses the request, or None when it answers."""
    try:
        if quantity is not None:
            value(f"{object_}.{quantity}", params)
        else:
            from ..bits import Shake128ForTesting

            sampler(object_, params, given)(Shake128ForTesting(b"reject"))
    except DpmeanError as error:
        return error.code
    return None


def _pair(
    object_: str,
    params: dict[str, str],
    change: dict[str, str],
    back: dict[str, str],
    why: str,
    flag: str,
    code: str,
    given: dict[str, Any] | None = None,
    quantity: str | None = None,
    bad_given: dict[str, Any] | None = None,
) -> Iterator[Vector]:
    """The invalid request (`change`, and `bad_given` when its input differs) and its valid twin (`back`)."""
    bad_id = slug(object_, "reject", quantity or "", params.get("noise", ""), *(f"{k}={v}" for k, v in change.items()))
    for is_bad, delta in ((True, change), (False, back)):
        full = {**params, **delta}
        body = (bad_given if is_bad and bad_given is not None else given) or {}
        found = attempt(object_, full, body, quantity)
        if found != (code if is_bad else None):
            raise AssertionError(f"{bad_id}: expected {code if is_bad else 'an answer'}, got {found}")
        yield Vector(
            id=bad_id if is_bad else f"{bad_id}-twin",
            kind="reject",
            object=object_,
            quantity=quantity,
            why=why if is_bad else f"the nearest valid request to: {why}",
            source="the definition of the object",
            params=full,
            input=body,
            expect={"status": "rejected", "code": code, "twin": f"{bad_id}-twin"} if is_bad else {"status": "ok", "twin": bad_id},
            flags=(flag,),
            level="should" if is_bad and why in DISCRETIONARY else "must",
            requires=needs({k: v for k, v in full.items() if is_bad is False or k not in change}),
        )


def _laws() -> Iterator[Vector]:
    for object_, params in LAW_PARAMS.items():
        given = {} if object_.startswith("discrete") else GRID
        for name, rows in (("epsilon", BAD_EPSILON), ("sensitivity", BAD_SENSITIVITY), ("gamma", BAD_GAMMA)):
            if name not in params:
                continue
            for bad, code, why, flag, good in rows:
                yield from _pair(object_, params, {name: bad}, {name: good}, why, flag, code, given)
        if object_.startswith("discrete_") and "m" in params:
            yield from _pair(object_, params, {"gamma": "1/3"}, {"gamma": "1/4"}, "gamma off the lattice: both neighbours are named", "OffGrid", "gamma_off_grid", given)
            yield from _pair(object_, params, {"m": "0"}, {"m": "2"}, "m = 0", "NotPositive", "count_not_positive", given)
    yield from _pair("discrete_laplace", LAW_PARAMS["discrete_laplace"], {"sensitivity": "3/2"}, {"sensitivity": "2"}, "a sensitivity that is no integer", "Lattice", "off_lattice")
    base = LAW_PARAMS["hourglass"]
    yield from _pair("hourglass", base, {"shift_x": "1/4", "shift_y": "1/4"}, {"shift_x": "1/4", "shift_y": "3/4"}, "a shift of another sensitivity than the noise has", "SensitivityUnit", "shift_outside_sensitivity", quantity="privacy_loss")
    yield from _pair("staircase", LAW_PARAMS["staircase"], {"shift": "5/4"}, {"shift": "1"}, "a shift above the sensitivity", "SensitivityUnit", "shift_outside_sensitivity", quantity="privacy_loss")
    yield from _pair("laplace", LAW_PARAMS["laplace"], {"p": "1"}, {"p": "1/2"}, "the quantile at 1 is infinite", "NotFinite", "probability_out_of_range", quantity="quantile")
    yield from _pair("laplace", {"sensitivity": "1"}, {"scale": "0"}, {"scale": "1"}, "scale 0", "NotPositive", "scale_not_positive", quantity="epsilon")


def _means() -> Iterator[Vector]:
    for object_, more in MEAN_PARAMS.items():
        params = {"epsilon": "1", "lower": "0", "upper": "4", **more}
        given = {"data": ["1", "2", "3", "4"], "grid": "1/1024"}
        for bad, code, why, flag, good in BAD_EPSILON:
            yield from _pair(object_, params, {"epsilon": bad}, {"epsilon": good}, why, flag, code, given)
        for change, why, flag, code in (
            ({"lower": "4"}, "equal bounds: the sensitivity is 0", "BoundsOrder", "bounds_order"),
            ({"lower": "5"}, "swapped bounds: the sensitivity is negative", "BoundsOrder", "bounds_order"),
            ({"upper": "inf"}, "an infinite bound", "NotFinite", "not_finite"),
            ({"lower": "nan"}, "a NaN bound", "NotANumber", "not_a_number"),
        ):
            yield from _pair(object_, params, change, {k: params[k] for k in change}, why, flag, code, given)
    sized = {"epsilon": "1", "lower": "0", "upper": "4", "noise": "truncated_laplace", "n": "4"}
    full, empty = {"data": ["1", "2", "3", "4"], "grid": "1/1024"}, {"data": [], "grid": "1/1024"}
    yield from _pair("sized_mean", sized, {"n": "0"}, {"n": "4"}, "n = 0 in a mean of public size", "EmptyData", "count_not_positive", full, bad_given=empty)
    for bad, code, why, flag, good in BAD_EPSILON[:4]:
        yield from _pair("sized_mean", sized, {"epsilon": bad}, {"epsilon": good}, why, flag, code, {"data": ["1", "2", "3", "4"], "grid": "1/1024"})


def reject_vectors() -> list[Vector]:
    """All reject vectors, each followed by its twin."""
    return [*_laws(), *_means()]
