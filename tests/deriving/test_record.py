"""A step that is not true is refused: wrong sums, integrals, roots and shipped formulas are planted
one by one.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
import sympy

from dpmean.deriving.derived import derivation
from dpmean.distributions import hourglass, laplace, staircase
from dpmean.distributions.derivations import DERIVATIONS, record, staircases, sums
from dpmean.distributions.derivations.record import Refuted, equal, recorded, root, same
from dpmean.distributions.derivations.steps import LINE
from dpmean.distributions.derivations.symbols import D, b, gamma, h, x


@pytest.fixture(autouse=True)
def _forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that was found under a fault is remembered: each test records its own."""
    monkeypatch.setattr(
        staircases, "normalizer", record.remembered(staircases.normalizer.__wrapped__)
    )


# names whose steps are quick to check, with every kind of check among them
QUICK = (
    "laplace.hockey_stick",
    "laplace.renyi",
    "staircase.tail",
    "staircase.quantile",
    "discrete_staircase.cdf",
    "hourglass.sum_pmf",
    "gaussian.moment",
    "student_t.cdf",
    "transformed_mean.laplace_mse_bound",
    "bounded_mean.leading_constant",
)


quick = cache(derivation)


@pytest.mark.parametrize("name", QUICK)
def test_a_derivation_is_checked_from_its_definition_to_the_shipped_formula(name: str) -> None:
    found = quick(name)
    assert found.steps
    assert found.definition
    assert found.shipped


@pytest.mark.slow
@pytest.mark.parametrize("name", DERIVATIONS)
def test_every_derivation_is_checked(name: str) -> None:
    assert derivation(name).shipped


def test_quick_names_have_every_kind_of_check() -> None:
    """But for division, which the minimax constant alone needs: it is among the slow ones."""
    kinds = {step.check for name in QUICK for step in quick(name).steps}
    assert kinds == {"cancellation", "telescoping", "difference", "antiderivative", "substitution"}


def test_a_wrong_geometric_sum_does_not_telescope(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kills the sum of n r^n as 1/(1 - r)^2, without the factor r."""
    wrong = sums._geometric

    def without_factor(term: Any, index: Any, ratio: Any, start: Any) -> Any:
        return wrong(term, index, ratio, start) + ratio**start

    monkeypatch.setattr(sums, "_geometric", without_factor)
    with recorded(), pytest.raises(Refuted, match="telescoping"):
        staircases.normalizer(LINE)


def test_a_sum_from_the_wrong_start_is_not_the_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    """The differences are right, the beginning is not."""
    right = sums._geometric
    monkeypatch.setattr(
        sums,
        "_geometric",
        lambda term, index, ratio, start: right(
            term, index, ratio, start + 1 if start == 1 else start
        ),
    )
    with recorded(), pytest.raises(Refuted, match="telescoping"):
        staircases.normalizer(LINE)


def test_a_wrong_antiderivative_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    right = sympy.integrate
    monkeypatch.setattr(
        sympy, "integrate", lambda f, z: 2 * right(f, z) if isinstance(z, tuple) else right(f, z)
    )
    with recorded(), pytest.raises(Refuted, match="antiderivative"):
        staircases.normalizer(LINE)


def test_a_wrong_finite_sum_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    right = sympy.summation
    monkeypatch.setattr(sympy, "summation", lambda f, limits: right(f, limits) + limits[2])
    z = sympy.Dummy("z")
    with recorded(), pytest.raises(Refuted, match="difference"):
        sums.lattice_sum(z**2, z, 1, 7)


def test_a_wrong_root_and_a_wrong_equality_are_refused() -> None:
    with recorded(), pytest.raises(Refuted, match="substitution"):
        root("the root", 2 * x, D, x, D)
    with recorded(), pytest.raises(Refuted, match="cancellation"):
        equal("wrong", (b + gamma) ** 2, b**2 + gamma**2)


@pytest.mark.parametrize(
    ("module", "function", "name"),
    [
        (hourglass, "sum_pmf", "hourglass.sum_pmf"),
        (staircase, "tail", "staircase.tail"),
        (laplace, "moment", "laplace.variance"),
    ],
)
def test_a_wrong_shipped_formula_is_refused(
    module: Any, function: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kills a last line that is compared with anything but what the shipped function returns."""
    right = getattr(module, function)
    monkeypatch.setattr(module, function, lambda *given: 2 * right(*given))
    with pytest.raises(Refuted, match="shipped"):
        derivation(name)


def test_equality_knows_no_more_than_algebra() -> None:
    j = sympy.Symbol("j", integer=True)
    assert same(b ** (j + 1), b * b**j)
    assert same((b**2 - 1) / (b - 1), b + 1)
    assert same(sympy.exp(h) * sympy.exp(h), sympy.exp(2 * h))
    assert not same(b**j, b ** (2 * j))
    assert not same(sympy.sqrt(b), b)
    assert not same(1 / (b - b**2 / b), 0)  # the denominator is 0


def test_nothing_is_checked_without_a_record() -> None:
    """A value for `dpmean value --symbolic` is found as fast as before."""
    assert equal("wrong", b, gamma) == gamma
    with recorded() as kept:
        staircases.moment(LINE)
        staircases.moment(LINE)
    assert len(kept) == len({(s.left, s.right) for s in kept}) > 5
