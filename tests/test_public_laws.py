"""The methods of public laws take what `dpmean.value` takes under the same names, and refuse what it
refuses.
"""

from __future__ import annotations

import copy
import datetime
import pickle
from collections.abc import Callable
from dataclasses import fields
from decimal import Decimal
from fractions import Fraction as F
from inspect import isfunction, signature
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dpmean
from dpmean.catalogue.laws import LAWS
from dpmean.distributions.law import Law, NoiseLaw
from dpmean.errors import DpmeanError, InvalidInput
from dpmean.exact import reals
from dpmean.exact.loss import Loss
from dpmean.randomness.bits import Shake128ForTesting

# for each law, parameters of a request
MADE: dict[str, dict[str, Any]] = {
    "discrete_gaussian": {"sigma_squared": "1/3", "sensitivity": 2},
    "discrete_hourglass": {"epsilon": 1, "gamma": "1/2", "m": 4, "sensitivity": 8},
    "discrete_laplace": {"epsilon": 3, "sensitivity": 7},
    "discrete_staircase": {"epsilon": 1, "gamma": "1/2", "m": 4, "sensitivity": 8},
    "gaussian": {"sigma_squared": "1/3"},
    "hourglass": {"epsilon": 1, "gamma": "optimal", "sensitivity": 2},
    "laplace": {"decay": "1/3", "sensitivity": 7},
    "staircase": {"epsilon": 3, "gamma": "1/3", "sensitivity": 2},
    "staircase2d": {"epsilon": 3, "gamma": "1/3", "sensitivity": 2},
    "student_t": {"degrees": 3, "scale": 2},
}
EXACT: tuple[Any, ...] = (
    *(0, 1, 2, -1, 3, -4, F(1, 2), F(3, 4), F(-5, 3), F(7), "1/2", "-2", "0.1", " 3 ", "4/2"),
    *(Decimal("0.25"), Decimal(2), "1e1"),
)
NO_NUMBER: tuple[Any, ...] = (
    *(0.1, 0.5, 1.0, float("nan"), float("inf"), True, 1j, None, b"1", "x", "", "1/0", "inf"),
    *(np.float64(0.5), np.float32(1), np.int64(1), np.bool_(True), np.array([1.0]), [1], (1, 2)),
    *({1}, {"x": 1}, object(), datetime.date(2020, 1, 1), Decimal("NaN"), dpmean.number(2)),
    *(reals.pi(), 1.5 + 0j, "optimal"),
)
METHODS = [
    (law.name, name)
    for law in LAWS.values()
    for name in dir(law)
    if not name.startswith("_")
    and isfunction(getattr(law, name))
    and (f"{law.name}.{name}" in dpmean.CATALOGUE or name == "sample" or not hasattr(Law, name))
]
OF_A_LAW = {"epsilon", "gamma", "m", "sensitivity", "sigma_squared", "degrees", "scale"}


def arguments(law: str, name: str) -> list[str]:
    return [*signature(getattr(LAWS[law], name)).parameters][1:]


def asked_for(law: str, name: str) -> list[str]:
    """The parameters of a value, beside those of the law."""
    entry = dpmean.CATALOGUE.get(f"{law}.{name}")
    return [] if entry is None else [p for p in entry.parameters if p not in OF_A_LAW]


# a value of the name of a method, with its arguments (student_t.privacy_loss is of a mechanism)
ROWS = [
    (law, name)
    for law, name in METHODS
    if f"{law}.{name}" in dpmean.CATALOGUE
    and asked_for(law, name) == [{"ratio": "at_epsilon"}.get(a, a) for a in arguments(law, name)]
]


def public(name: str) -> Any:
    return getattr(dpmean.laws, LAWS[name].__name__).given(**MADE[name])


def seen(asked: Callable[[], Any]) -> Any:
    """What comes of asking: digits, with the form of a loss, or the code of what is refused."""
    try:
        found = asked()
        if isinstance(found, Loss):
            return str(found)
        if isinstance(found, dpmean.Value) and found.loss is not None:
            return str(found.loss)
        return dpmean.number(found).digits(25)
    except DpmeanError as error:
        return error.code


def test_every_law_is_asked_here() -> None:
    assert {*MADE} == {*LAWS} == {law for law, _ in ROWS}
    without = [f"{law}.{name}" for law, name in METHODS if (law, name) not in ROWS]
    assert [name for name in without if name in dpmean.CATALOGUE] == ["student_t.privacy_loss"]


@pytest.mark.parametrize(("law", "name"), ROWS)
@settings(max_examples=40)
@given(st.data())
def test_a_method_is_the_value_of_its_name(law: str, name: str, data: st.DataObject) -> None:
    """Kills a method that computes with a double, takes a point off the lattice or a truth value,
    reads no spelling, or refuses what `value` takes.
    """
    entry = dpmean.CATALOGUE[f"{law}.{name}"]
    given_ = {
        p: data.draw(st.one_of(st.sampled_from(EXACT), st.sampled_from(EXACT + NO_NUMBER)))
        for p in asked_for(law, name)
        if p in entry.required or data.draw(st.booleans())
    }
    if any(given_.get(p, 0) is None for p in entry.optional):
        return  # what is None is left out of a call
    expected = seen(lambda: dpmean.value(f"{law}.{name}", {**MADE[law], **given_}))
    made = public(law)
    assert seen(lambda: getattr(made, name)(**given_)) == expected
    if "at_epsilon" not in given_:
        assert seen(lambda: getattr(made, name)(*given_.values())) == expected or entry.optional


@pytest.mark.parametrize(("law", "name"), METHODS)
def test_no_argument_of_any_method_is_taken_unread(law: str, name: str) -> None:
    """Kills a method beside the catalogue that is forgotten: each refuses each thing that is no
    exact number, and nothing but a typed error comes of it.
    """
    made, names = public(law), arguments(law, name)
    for place, wrong in ((p, w) for p in names if p not in ("bits", "name") for w in NO_NUMBER):
        good: dict[str, Any] = dict.fromkeys(names, 1) | {place: wrong}
        if "bits" in names:
            good["bits"] = Shake128ForTesting(b"laws")
        if "name" in names:
            good["name"] = "x"
        if (wrong is None and place in ("y", "k")) or (place == "ratio" and wrong is NO_NUMBER[-3]):
            continue  # left out; a real number of this package is a ratio
        with pytest.raises(InvalidInput):
            getattr(made, name)(**good)
    if "bits" in names:
        with pytest.raises(InvalidInput, match="bits: pass"):
            getattr(made, name)(**dict.fromkeys(names, 1))


@pytest.mark.parametrize("name", LAWS)
def test_what_programs_ask_of_a_law_stays_inside(name: str) -> None:
    """Kills a method that nobody parses for and that a stranger finds."""
    made = public(name)
    inside = {n for n in vars(Law) if isfunction(vars(Law)[n]) and not n.startswith("_")}
    inside -= {m for law, m in METHODS if law == name}
    assert {"table", "curve", "altered"} <= inside
    assert not inside & {*dir(made)}
    for method in inside:
        with pytest.raises(AttributeError, match=f"has no public method {method}"):
            getattr(made, method)
    assert {m for law, m in METHODS if law == name} | {"variance"} <= {*dir(made)}


def test_doubles_and_points_off_the_lattice_are_refused() -> None:
    """Kills certified digits of a double, a mass between the points of a lattice, and a result that
    raises when it is shown.
    """
    laplace = public("laplace")
    with pytest.raises(InvalidInput, match="write Fraction\\('1/10'\\) or '1/10'"):
        laplace.cdf(0.1)
    assert seen(lambda: laplace.cdf("0.1")) == seen(lambda: laplace.cdf(F(1, 10)))
    for name in ("pmf", "cdf", "tail", "log_pmf"):
        for law in ("discrete_laplace", "discrete_gaussian"):
            assert seen(lambda: getattr(public(law), name)(F(1, 2))) == "not_an_integer"
            assert seen(lambda: getattr(public(law), name)(0.1)) == "not_exact"
    assert seen(lambda: public("discrete_staircase").pmf(F(1, 2))) == "off_lattice"


def test_a_ratio_is_a_number_or_an_expression_or_its_logarithm() -> None:
    law = public("laplace")
    e = reals.exp(F(1))
    ways = [
        law.hockey_stick(7, e),
        law.hockey_stick(7, ratio=e),
        law.hockey_stick("7", at_epsilon="1"),
    ]
    assert len({dpmean.number(w).digits() for w in ways}) == 1
    two, asked = law.hockey_stick(7, 2), law.hockey_stick(7, at_ratio="2")
    assert dpmean.number(two).digits() == dpmean.number(asked).digits()
    for wrong in ((7, -e), (7, 0), (7, 1.0)):
        with pytest.raises(InvalidInput):
            law.hockey_stick(*wrong)
    for both in ({"ratio": 2, "at_ratio": 2}, {"at_epsilon": 1, "at_ratio": 2}):
        with pytest.raises(InvalidInput):
            law.hockey_stick(7, **both)
    for call in ((), (1,), (1, 2, 3)):
        with pytest.raises(TypeError):
            law.hockey_stick(*call)


@pytest.mark.parametrize("name", LAWS)
def test_a_public_law_is_the_law(name: str) -> None:
    """Kills a door that forgets a parameter, draws another law, or cannot be copied; the laws
    within a law have doors too.
    """
    made, plain = public(name), LAWS[name].given(**MADE[name])
    repr(dpmean.number(made.variance()))  # what was evaluated before is not copied
    assert isinstance(made, LAWS[name]) and repr(made) == repr(plain) and made.name == name
    assert made == type(made)(*(getattr(made, f.name) for f in fields(made)))
    for back in (copy.copy(made), copy.deepcopy(made), pickle.loads(pickle.dumps(made))):
        assert type(back) is type(made) and repr(back) == repr(made)
    assert type(made).given.__doc__ and type(made).sample.__doc__ == LAWS[name].sample.__doc__
    assert signature(type(made).variance) == signature(LAWS[name].variance)
    draws = [law.sample(Shake128ForTesting(b"x")) for law in (made, plain)]
    if made.on_lattice:
        assert draws[0] == draws[1]
    for part in ("marginal", "offset"):
        if hasattr(plain, part):
            within = getattr(made, part)
            assert type(within).__module__ == "dpmean.laws" and isinstance(within, NoiseLaw)
            with pytest.raises(InvalidInput):
                within.cdf(0.1)
