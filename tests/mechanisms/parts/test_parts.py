"""A count and a bounded sum: their sensitivities by brute force under both relations, their errors
under the clamp by second ways, and what holds for all records.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dpmean
from dpmean.catalogue.mechanisms import build
from dpmean.catalogue.quantities import value
from dpmean.distributions.multiples import Multiples
from dpmean.errors import InvalidInput
from dpmean.exact.enclosure import interval
from dpmean.privacy.neighbors import Neighbors
from dpmean.programs.columns.releases import releases
from dpmean.programs.interpret import release
from dpmean.programs.law_of import law_of
from dpmean.programs.records import Repeated
from dpmean.programs.run import replay
from dpmean.randomness.bits import TapeForTesting

F = Fraction
NOISES: dict[str, dict[str, str]] = {
    "laplace": {"epsilon": "1"},
    "gaussian": {"rho": "1/2"},
    "discrete_laplace": {"epsilon": "1"},
    "discrete_gaussian": {"rho": "1/2"},
}
RELATIONS = ("add-or-remove-one", "replace-one")
# bounds, and a unit of which they are multiples
BOUNDS = (
    ("-1", "2", "1/2"),
    ("1", "3", "1"),
    ("-2", "-2/3", "2/3"),
    ("-2", "2", "1"),
    ("0", "1", "1"),
)
DOMAIN = (None, "-inf", "inf", "-7/5", "-1", "0", "2/3", "9/4")
Data = tuple[Any, ...]


def part(name: str, noise: str, more: dict[str, str] | None = None) -> Any:
    params = {"noise": noise, **NOISES[noise], **(more or {})}
    if name == "bounded_sum":
        params = {"lower": "-1", "upper": "2"} | params
        if noise.startswith("discrete"):
            params = {"unit": "1/2"} | params
    return build(name, params)


def exact_of(mechanism: Any, data: Data) -> Fraction:
    steps = dict(replay(mechanism.program(data), {"noise": F(0)}).steps)
    found: Fraction = steps["count" if mechanism.name == "count" else "exact_sum"]
    return found


def users(domain: Data, most: int) -> Iterator[Data]:
    """What one user may have: up to `most` records."""
    for size in range(most + 1):
        yield from combinations_with_replacement(domain, size)


def changes(relation: str, most: int, domain: Data) -> Iterator[tuple[Data, Data]]:
    """All pairs of what a user has in two neighbouring data sets."""
    for mine in users(domain, most):
        if relation == "add-or-remove-one":
            yield mine, ()
        else:
            for other in combinations_with_replacement(domain, len(mine)):
                yield mine, other


@pytest.mark.parametrize("relation", RELATIONS)
@pytest.mark.parametrize("most", [1, 2])
@pytest.mark.parametrize("noise", ["laplace", "discrete_gaussian"])
@pytest.mark.parametrize("bounds", [(), *BOUNDS])
def test_the_sensitivity_is_the_largest_change(
    relation: str, most: int, noise: str, bounds: tuple[str, ...]
) -> None:
    """Kills a sensitivity that is too small, and one that no two data sets attain."""
    more = {"neighbors": relation, "contribution": str(most)}
    if bounds:
        more |= dict(zip(("lower", "upper"), bounds, strict=False))
        more |= {"unit": bounds[2]} if noise.startswith("discrete") else {}
    mechanism = part("bounded_sum" if bounds else "count", noise, more)
    others = ("1", None, "9")
    at = {mine: exact_of(mechanism, (*others, *mine)) for mine in users(DOMAIN, most)}
    moved = {abs(at[mine] - at[other]) for mine, other in changes(relation, most, DOMAIN)}
    assert max(moved) == mechanism.sensitivity


@pytest.mark.parametrize("name", ["count", "bounded_sum"])
@pytest.mark.parametrize("noise", NOISES)
@pytest.mark.parametrize("relation", RELATIONS)
def test_the_noise_is_made_for_the_sensitivity(name: str, noise: str, relation: str) -> None:
    """Kills noise whose loss under a shift by the sensitivity is not what is promised."""
    mechanism = part(name, noise, {"neighbors": relation, "contribution": "3"})
    law, d = mechanism.law, mechanism.sensitivity
    guarantee = mechanism.guarantee
    assert guarantee.neighbors.value == relation and guarantee.unit == "user of at most 3 records"
    if "laplace" in noise:
        loss = law.loss(d) if isinstance(law, Multiples) or "discrete" in noise else None
        assert (
            (law.privacy_loss(d).value(F(1)) if loss is None else loss)
            == guarantee.measure.epsilon
            == 1
        )
        assert value_of(f"{name}.scale", params_of(mechanism)) == d
    else:
        steps = mechanism.steps if mechanism.step else law
        assert (d / (mechanism.step or 1)) ** 2 / (2 * steps.sigma_squared) == guarantee.measure.rho
        assert value_of(f"{name}.sigma_squared", params_of(mechanism)) == d * d


def value_of(name: str, params: dict[str, Any]) -> Any:
    return value(name, params).values[0]


def params_of(mechanism: Any) -> dict[str, str]:
    found = {
        "noise": mechanism.noise,
        "contribution": str(mechanism.contribution),
        "neighbors": mechanism.neighbors,
        **NOISES[mechanism.noise],
    }
    for name in ("lower", "upper", "unit"):
        if getattr(mechanism, name, None) is not None:
            found[name] = str(getattr(mechanism, name))
    return found


@pytest.mark.parametrize("relation", RELATIONS)
@pytest.mark.parametrize("exact", [0, 1, 5])
def test_the_error_of_clamped_laplace_noise_is_that_of_the_law_of_a_release(
    relation: str, exact: int
) -> None:
    """Kills a closed form that is not that of the density."""
    more = {"neighbors": relation, "contribution": "2", "clamp": "zero", "epsilon": "2/3"}
    for mechanism, data in (
        (part("count", "laplace", more), ["1"] * exact),
        (part("bounded_sum", "laplace", more | {"lower": "0", "upper": "3"}), ["1"] * exact),
    ):
        law = law_of(mechanism, data)
        for found, wanted in (
            (law.mean(), mechanism.expected(F(exact))),
            (law.mean_squared_error(F(exact)), mechanism.mean_squared_error(F(exact))),
        ):
            one, other = interval(found, 100), interval(wanted, 100)
            assert one.lower <= other.upper and other.lower <= one.upper
            assert one.upper - one.lower < F(1, 2**80)


@pytest.mark.parametrize("unit", [None, "1/2", "3"])
@pytest.mark.parametrize("steps", [0, 1, 5])
@pytest.mark.parametrize("decay", ["1/3", "1/2"])
def test_the_error_of_clamped_lattice_noise_is_a_sum_over_the_lattice(
    unit: str | None, steps: int, decay: str
) -> None:
    """Kills a closed form that is not that of the masses, which are rational here."""
    params = {"noise": "discrete_laplace", "decay": decay, "clamp": "zero"}
    step = F(unit or 1)
    mechanism = (
        build("count", params)
        if unit is None
        else build("bounded_sum", params | {"lower": "0", "upper": unit, "unit": unit})
    )
    t, exact, most = F(decay), steps * step, 160
    mass = {k: (1 - t) / (1 + t) * t ** abs(k) for k in range(-most, most + 1)}
    mean = sum(p * max(F(0), exact + k * step) for k, p in mass.items())
    error = sum(p * (max(F(0), exact + k * step) - exact) ** 2 for k, p in mass.items())
    for found, wanted in (
        (mechanism.expected(exact), mean),
        (mechanism.mean_squared_error(exact), error),
    ):
        assert 0 < found - wanted < F(1, 2**100)


def test_without_a_clamp_the_error_is_that_of_the_noise() -> None:
    for name in ("count", "bounded_sum"):
        for noise in NOISES:
            mechanism = part(name, noise)
            assert mechanism.expected(F(3)) == 3
            assert mechanism.mean_squared_error(F(3)) is mechanism.variance() or interval(
                mechanism.mean_squared_error(F(3)), 60
            ) == interval(mechanism.variance(), 60)


RECORD = st.one_of(
    st.none(), st.sampled_from(["inf", "-inf"]), st.fractions(max_denominator=60), st.integers()
)
UNIT = st.fractions(min_value=F(1, 50), max_value=5, max_denominator=50)


@given(
    data=st.lists(RECORD, max_size=6), unit=UNIT, low=st.integers(-6, 6), width=st.integers(1, 9)
)
def test_records_lie_in_the_bounds_and_on_the_lattice(
    data: list[Any], unit: Fraction, low: int, width: int
) -> None:
    """Kills a rounding that leaves the bounds or the lattice, and one that is not repeatable."""
    lower, upper = low * unit, (low + width) * unit
    mechanism = build(
        "bounded_sum",
        {"noise": "discrete_laplace", "epsilon": 1, "lower": lower, "upper": upper, "unit": unit},
    )
    records = list(mechanism.records(data))
    assert len(records) == len(data)
    for given_, x in zip(data, records, strict=True):
        assert lower <= x <= upper and (x / unit).denominator == 1
        if isinstance(given_, Fraction | int) and lower <= given_ <= upper:
            assert abs(x - given_) <= unit / 2
            assert abs(x - given_) < unit / 2 or (x / unit).numerator % 2 == 0
        if given_ is None:
            assert x == max(lower, min(F(0), upper))
    assert list(mechanism.records(records)) == records


@given(
    data=st.lists(RECORD, max_size=6),
    user=st.lists(RECORD, max_size=3),
    other=st.lists(RECORD, max_size=3),
    noise=st.fractions(max_denominator=20),
)
def test_a_user_moves_the_exact_number_by_at_most_the_sensitivity(
    data: list[Any], user: list[Any], other: list[Any], noise: Fraction
) -> None:
    for name in ("count", "bounded_sum"):
        for relation in RELATIONS:
            replaced = other[: len(user)] if relation == "replace-one" else []
            if relation == "replace-one" and len(replaced) < len(user):
                continue
            mechanism = part(name, "laplace", {"neighbors": relation, "contribution": "3"})
            one, two = (exact_of(mechanism, (*data, *more)) for more in (user, replaced))
            assert abs(one - two) <= mechanism.sensitivity
            shown = replay(mechanism.program([*data, *user]), {"noise": noise}).output
            assert shown == one + noise
            clamped = build("count", {"noise": "laplace", "epsilon": "1", "clamp": "zero"})
            found = replay(clamped.program(data), {"noise": noise}).output
            assert found == max(F(0), exact_of(clamped, tuple(data)) + noise)


@pytest.mark.parametrize("clamp", ["none", "zero"])
@pytest.mark.parametrize("noise", NOISES)
def test_columns_have_the_law_of_the_release(noise: str, clamp: str) -> None:
    """Kills a clamp, a unit or a noise of whole columns that is not that of one release."""
    mechanism = part("bounded_sum", noise, {"clamp": clamp, "lower": "0", "upper": "2"})
    law = law_of(mechanism, ["1/2"])
    (batch,) = releases(mechanism, ["1/2"], 40000)
    assert batch.few == 0
    shown = batch.indices[0]
    for x in (F(-1), F(0), F(1, 2), F(2), F(9, 2)):
        p = float(interval(law.cdf(x), 60).lower)
        share = float((shown <= int(x / batch.grid)).mean())
        assert abs(share - p) < 6 * (p * (1 - p) / 40000) ** 0.5 + 1e-9


def test_a_hundred_thousand_records_cost_no_more_than_their_runs() -> None:
    data = Repeated([("1/4", 10**5), (None, 10**5), ("7", 3)])
    assert exact_of(part("count", "laplace"), data) == 10**5 + 3  # type: ignore[arg-type]
    assert exact_of(part("bounded_sum", "laplace"), data) == F(10**5, 4) + 6  # type: ignore[arg-type]


def test_a_clamped_output_is_certain_before_its_sign_is() -> None:
    """Kills a clamp by comparison, which would take bits until the sign is known."""
    mechanism = build("count", {"noise": "laplace", "epsilon": "1", "clamp": "zero"})
    bits = TapeForTesting(bytes.fromhex("80" * 8))
    # U in (1/4, 3/4) would be enough; two bits are the first with finite ends
    assert release(mechanism.program([]), bits, F(8)) == (F(0),)
    assert bits.used <= 3


@pytest.mark.parametrize(
    ("params", "code", "argument"),
    [
        ({"noise": "laplace"}, "missing_parameter", "epsilon"),
        ({"noise": "gaussian", "epsilon": "1"}, "unsupported_combination", "epsilon"),
        ({"noise": "laplace", "epsilon": "1", "rho": "1"}, "unsupported_combination", "rho"),
        ({"noise": "laplace", "epsilon": "1", "neighbors": "swap"}, "unknown_name", "neighbors"),
        (
            {"noise": "laplace", "epsilon": "1", "contribution": "0"},
            "count_not_positive",
            "contribution",
        ),
    ],
)
def test_what_does_not_go_together_is_refused(
    params: dict[str, str], code: str, argument: str
) -> None:
    with pytest.raises(InvalidInput) as caught:
        build("count", params)
    assert (caught.value.code, caught.value.argument) == (code, argument)


def test_every_pair_of_data_sets_is_told_apart_by_no_more_than_epsilon() -> None:
    """The hockey-stick divergence of neighbours at epsilon is 0, clamped or not; of half the noise it is
    not.
    """
    for clamp in ("none", "zero"):
        for noise, more in (("laplace", {}), ("discrete_laplace", {"unit": "1"})):
            given_ = {"lower": "0", "upper": "2", "clamp": clamp, **more}
            for one, other in combinations([(), ("2",), (None, "5"), ("1", "5", None)], 2):
                if abs(len(one) - len(other)) > 1:
                    continue
                mechanism = part("bounded_sum", noise, given_)
                assert abs(exact_of(mechanism, one) - exact_of(mechanism, other)) <= 2
                found = law_of(mechanism, one).hockey_stick(law_of(mechanism, other), F(1))
                assert found.upper == 0
    weak = part("bounded_sum", "laplace", {"lower": "0", "upper": "2", "epsilon": "2"})
    found = law_of(weak, ()).hockey_stick(law_of(weak, ("2",)), F(1))
    assert found.lower > 0


def test_the_relation_of_an_instance_is_the_one_that_was_asked_for() -> None:
    assert part("count", "laplace").relation is Neighbors.ADD_OR_REMOVE_ONE
    assert part("count", "laplace", {"neighbors": "replace-one"}).relation is Neighbors.REPLACE_ONE


@given(
    st.fractions(F(1, 9), F(8, 9), max_denominator=9),
    st.fractions(F(1, 500), F(499, 500), max_denominator=500),
    st.integers(1, 3),
)
def test_half_of_an_interval_on_a_lattice_is_the_least_that_is_enough(
    b: F, beta: F, most: int
) -> None:
    """Kills a step too many or too few, and a probability for each side: summed from the centre."""
    given_ = {"noise": "discrete_laplace", "decay": str(b**most), "contribution": str(most)}
    half = dpmean.value("count.half_width", given_, beta=str(beta)).exact
    within, outside = [(1 - b) / (1 + b)], F(2 * b / (1 + b))  # P(Z = 0), P(abs(Z) > 0)
    steps = 0
    while outside > beta:
        steps += 1
        within.append(within[0] * b**steps * 2)
        outside = 1 - sum(within)
    assert half == steps


@pytest.mark.parametrize("noise", ["laplace", "gaussian"])
@pytest.mark.parametrize("beta", ["1/20", "1/3", "1/1000000"])
def test_half_of_an_interval_of_continuous_noise_is_exceeded_with_beta(
    noise: str, beta: str
) -> None:
    """By the distribution function of the law."""
    budget = {"epsilon": "2"} if noise == "laplace" else {"rho": "2"}
    given_ = {"noise": noise, "contribution": "3", **budget}
    half = interval(dpmean.value("count.half_width", given_, beta=beta).values[0])
    made = dpmean.mechanism("count", given_)
    law = made.law  # type: ignore[attr-defined]
    outside = [interval(2 * (1 - law.cdf(x))) for x in (half.lower - F(1, 2**40), half.upper)]
    assert outside[1].upper <= F(beta) * (1 + F(1, 10**9))
    assert outside[0].lower >= F(beta)
