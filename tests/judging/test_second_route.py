"""Every number in the vectors is confirmed by the second route, and a planted wrong formula is
caught by it.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from dpmean.catalogue.quantities import CATALOGUE
from dpmean.distributions import (
    discrete_gaussian,
    discrete_hourglass,
    discrete_laplace,
    discrete_staircase,
    hourglass,
    laplace,
    staircase,
    staircase2d,
)
from dpmean.judging.second_route import disagreements
from dpmean.suite.files import load
from dpmean.suite.plans import stat_rows
from dpmean.suite.plans.laws import stat, stat_vectors, values
from dpmean.suite.power import TIERS

ORACLE = f"{sys.executable} {Path(__file__).parents[1] / 'oracle'}"


KINDS = [("exact", 3000), ("transcript", 300), ("tape", 300), ("stat", 25)]
SHARE = 64


def confirm(kind: str, least: int, share: int = 1) -> None:
    """Every vector of a kind, or one in so many, chosen by their contents."""
    vectors = [v for v in load() if v.kind == kind and int(v.content_hash[:8], 16) % share == 0]
    confirmed, found = disagreements(ORACLE, vectors)
    assert found == []
    assert confirmed == len(vectors) >= least // (2 * share)


@pytest.mark.parametrize(("kind", "least"), KINDS)
def test_a_part_of_the_vectors_is_confirmed_by_the_second_route(kind: str, least: int) -> None:
    """All are when they are written (`make vectors`), and every night."""
    confirm(kind, least, SHARE)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "least"), KINDS)
def test_every_vector_is_confirmed_by_the_second_route(kind: str, least: int) -> None:
    confirm(kind, 2 * least)


@pytest.mark.slow
@pytest.mark.parametrize(
    "planted", ["", "hourglass.Hourglass.covariance = lambda self: self.tail(1)"]
)
def test_the_laws_of_the_second_route_agree_with_brute_force(planted: str) -> None:
    """Kills a fault that the package and its second route share, in a law whose definition cell by
    cell says otherwise.
    """
    code = f"import brute_force, hourglass; {planted}\nbrute_force.main()"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[1] / "oracle",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == bool(planted), done.stderr
    assert not planted or done.stderr.startswith("FAILED covariance: hourglass.covariance")


def test_every_quantity_of_the_catalogue_has_vectors() -> None:
    asked = {f"{v.object}.{v.quantity}" for v in load() if v.kind == "exact"}
    assert asked == set(CATALOGUE)


WRONG = {
    # law: (module, name of its normalising formula, a wrong version of it, a quantity that shows
    # it)
    "laplace": (laplace, "density", lambda rate, w: rate * w, "density"),
    "discrete_laplace": (discrete_laplace, "normalizer", lambda t: (1 - t) / 2, "pmf"),
    "discrete_gaussian": (discrete_gaussian, "total", lambda upper: 1 + upper, "pmf"),
    "staircase": (
        staircase,
        "normalizer",
        lambda b, g, d: (1 - b) / (2 * d * (b + g * b * (1 - g))),
        "density",
    ),
    "discrete_staircase": (
        discrete_staircase,
        "normalizer",
        lambda b, g, m: (1 - b) / (2 * g * (1 - b) + 2 * m * b),
        "pmf",
    ),
    # the paper's printed normaliser (Definition 3): no factor 2, no D^2
    "staircase2d": (
        staircase2d,
        "normalizer",
        lambda b, g, d: (
            (1 - b) ** 2 / (2 * (b * (b + (1 - b) * g) + (1 - b) * (b + (1 - b) * g**2)))
        ),
        "density",
    ),
    "hourglass": (
        hourglass,
        "normalizer",
        lambda b, g, d: (1 - b) ** 2 / (2 * d * (g + b * (1 - g))),
        "density",
    ),
    "discrete_hourglass": (
        discrete_hourglass,
        "normalizer",
        lambda b, g, m: discrete_staircase.normalizer(b, g, m) * (1 - b),
        "pmf",
    ),
}


@pytest.mark.share(2)
@pytest.mark.parametrize("law", WRONG)
def test_a_planted_wrong_normaliser_is_caught(law: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, name, wrong, quantity = WRONG[law]
    monkeypatch.setattr(module, name, wrong)
    vectors = list(islice((v for v in values.law_vectors(law) if v.quantity == quantity), 10))
    confirmed, found = disagreements(ORACLE, vectors)
    assert len(found) >= 8, (confirmed, found)
    monkeypatch.undo()
    vectors = list(islice((v for v in values.law_vectors(law) if v.quantity == quantity), 10))
    assert disagreements(ORACLE, vectors) == (10, [])


def scaled(share: str) -> Callable[[Any], Any]:
    """A method whose result is this much of the right one."""
    return lambda right: lambda self, *at: right(self, *at) * Fraction(share)


def moved(right: Any) -> Any:
    """A method of the next argument."""
    return lambda self, at: right(self, at + 1)


def wider(right: Any) -> Any:
    """The density of a little more noise."""
    return lambda law, unit: right(
        laplace.Laplace(law.decay, law.sensitivity * Fraction(51, 50)), unit
    )


# id of a statistical vector: what its probabilities and density are made of, and a wrong version of
# it
WRONG_CHANCE = {
    "laplace-stat-epsilon1-0": (laplace.Laplace, "tail", scaled("1001/1000")),
    "laplace-stat-epsilon1_2-sensitivity4-1": (laplace.Laplace, "density", scaled("1001/1000")),
    "discrete_laplace-stat-epsilon1-0": (
        discrete_laplace.DiscreteLaplace,
        "pmf",
        scaled("1001/1000"),
    ),
    "discrete_laplace-stat-epsilon1_549755813888-sensitivity131072-0": (
        stat,
        "EVEN",
        lambda right: replace(right, chance=lambda _: Fraction(501, 1000)),
    ),
    "discrete_gaussian-stat-sigma_squared4-0": (
        discrete_gaussian.DiscreteGaussian,
        "tail",
        scaled("1001/1000"),
    ),
    "staircase-stat-epsilon1-gamma1_2-0": (staircase.Staircase, "cdf", scaled("1001/1000")),
    "hourglass-stat-epsilon1-gamma1_2": (hourglass.Hourglass, "sum_pmf", moved),
    "staircase2d-stat-epsilon1-gamma1_2": (staircase2d.Staircase2D, "norm_tail", moved),
    "independent_mean-stat-epsilon1-lower0-upper1": (laplace.Laplace, "curve", wider),
    "shifted_mean-stat-epsilon1-lower0-upper1-200": (laplace.Laplace, "curve", wider),
    "transformed_mean-stat-epsilon1-lower0-upper1-noiselaplace": (laplace.Laplace, "curve", wider),
    "transformed_mean-stat-epsilon1-lower0-upper1-noisehourglass-gamma1_2": (
        hourglass.Hourglass,
        "sum_pmf",
        moved,
    ),
    "transformed_mean-stat-epsilon2-lowern1-upper3-noisestaircase2d-gamma1_16-further": (
        staircase2d,
        "radius_beyond",
        lambda right: lambda k, b, gamma: right(k, b, gamma * Fraction(51, 50)),
    ),
    "unknown_size-stat-basesized_mean-epsilon1-delta1_2-lower0-upper1-n03-further": (
        discrete_laplace.DiscreteLaplace,
        "cdf",
        scaled("1001/1000"),
    ),
    "dpucoarse-stat-epsilon1-delta1_4-further": (laplace.Laplace, "curve", wider),
    "shuffled_mean-stat-blocks2-epsilon2-lower0-n2-upper2-noisediscrete_laplace-m2-variant": (
        discrete_laplace.DiscreteLaplace,
        "pmf",
        scaled("1001/1000"),
    ),
}


class NoPower:
    """The powers are left out: they take long, and no question is about them."""

    def __init__(self, *_: object) -> None: ...

    def power(self, _bug: object) -> dict[str, Any]:
        return {"at_least": dict.fromkeys(map(str, TIERS), "0")}


@pytest.mark.share(5)
@pytest.mark.parametrize("id_", WRONG_CHANCE)
def test_a_planted_wrong_probability_of_an_event_is_caught(
    id_: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    law, name, wrong = WRONG_CHANCE[id_]
    monkeypatch.setattr(law, name, wrong(getattr(law, name)))
    for module in (stat, stat_rows):
        monkeypatch.setattr(module, "Tests", NoPower)
    again = [v for v in stat_vectors.stat_vectors() if v.id == id_] or [
        stat_rows.Row(row).vector() for _, row in stat_rows.rows() if row["id"] == id_
    ]
    confirmed, found = disagreements(ORACLE, again)
    assert (confirmed, len(found)) == (0, 1), found
    assert "first route [" in found[0]
