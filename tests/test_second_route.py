"""Every exact vector is confirmed by the second route, and a planted wrong formula in any law is caught by it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from dpmean.catalogue import CATALOGUE
from dpmean.conformance.second_route import disagreements
from dpmean.distributions import discrete_hourglass, discrete_laplace, discrete_staircase, hourglass, laplace, staircase, staircase2d
from dpmean.suite import exact
from dpmean.suite.files import load

ORACLE = f"{sys.executable} {Path(__file__).parent / 'oracle'}"


def test_every_exact_vector_is_confirmed_by_the_second_route() -> None:
    vectors = [v for v in load() if v.kind == "exact"]
    confirmed, found = disagreements(ORACLE, vectors)
    assert found == []
    assert confirmed == len(vectors) > 2500


def test_every_quantity_of_the_catalogue_has_vectors() -> None:
    asked = {f"{v.object}.{v.quantity}" for v in load() if v.kind == "exact"}
    assert asked == set(CATALOGUE)


WRONG = {
    # law: (module, name of its normalising formula, a wrong version of it, a quantity that shows it)
    "laplace": (laplace, "density", lambda rate, w: rate * w, "density"),
    "discrete_laplace": (discrete_laplace, "normalizer", lambda t: (1 - t) / 2, "pmf"),
    "staircase": (staircase, "normalizer", lambda b, g, d: (1 - b) / (2 * d * (b + g * b * (1 - g))), "density"),
    "discrete_staircase": (discrete_staircase, "normalizer", lambda b, g, m: (1 - b) / (2 * g * (1 - b) + 2 * m * b), "pmf"),
    # the paper's printed normaliser (Definition 3): no factor 2, no D^2
    "staircase2d": (staircase2d, "normalizer", lambda b, g, d: (1 - b) ** 2 / (2 * (b * (b + (1 - b) * g) + (1 - b) * (b + (1 - b) * g**2))), "density"),
    "hourglass": (hourglass, "normalizer", lambda b, g, d: (1 - b) ** 2 / (2 * d * (g + b * (1 - g))), "density"),
    "discrete_hourglass": (discrete_hourglass, "normalizer", lambda b, g, m: discrete_staircase.normalizer(b, g, m) * (1 - b), "pmf"),
}


@pytest.mark.parametrize("law", WRONG)
def test_a_planted_wrong_normaliser_is_caught(law: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, name, wrong, quantity = WRONG[law]
    monkeypatch.setattr(module, name, wrong)
    vectors = [v for v in exact.law_vectors(law) if v.quantity == quantity][:10]
    confirmed, found = disagreements(ORACLE, vectors)
    assert len(found) >= 8, (confirmed, found)
    monkeypatch.undo()
    vectors = [v for v in exact.law_vectors(law) if v.quantity == quantity][:10]
    assert disagreements(ORACLE, vectors) == (10, [])
