"""What a program of the local or the shuffle model, or of a baseline, really draws from: the laws
that the exact quantities speak of.
"""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest

from dpmean.catalogue.mechanisms import build
from dpmean.catalogue.quantities import value
from dpmean.distributions.discrete_gaussian import DiscreteGaussian
from dpmean.distributions.finite import Bernoulli
from dpmean.distributions.polya import NoiseShare
from dpmean.exact.enclosure import compare
from dpmean.programs.program import Draw
from dpmean.programs.run import run

ROWS = [["3", "0", "1"], ["0", "2", "2"], ["1", "1", "0"], ["2", "3", "3"], ["1", "0", "3"]]


def drawn(
    name: str, params: dict[str, str], data: list[list[str]]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The laws of all draws of one run by label, and its steps; responses are kept, signs 1, all
    else 0.
    """
    laws: dict[str, Any] = {}

    def answer(draw: Draw) -> Any:
        laws[draw.label] = draw.law
        if draw.label.endswith("_parts"):
            return (F(0),) * draw.law.count
        return F(int(draw.label.endswith("_kept") or draw.label.startswith(("sign", "spin"))))

    steps = run(build(name, params).program([[F(v) for v in row] for row in data]), answer).steps
    return laws, dict(steps)


def exact(name: str, params: dict[str, str], *keys: str, **more: str) -> Any:
    (found,) = value(name, {**{k: params[k] for k in keys if k in params}, **more}).values
    return found


def variances(laws: dict[str, Any], *words: str) -> list[F]:
    found = labelled(laws, *words)
    assert all(isinstance(law, DiscreteGaussian) for law in found)
    return [law.sigma_squared for law in found]


def labelled(laws: dict[str, Any], *words: str) -> list[Any]:
    found = [law for label, law in laws.items() if all(w in f"{label}_" for w in words)]
    assert found, words
    return found


@pytest.mark.parametrize("constants", ["paper", "exact"])
def test_messages_of_the_local_model(constants: str) -> None:
    """Kills a response or a noise that is not the one that the quantity names, in any round."""
    p = {"rho": "3", "d": "3", "n": "5", "u": "3", "steps": "2", "constants": constants}
    laws, steps = drawn("local_clipped_mean", p, ROWS)
    assert {law.p for law in labelled(laws, "_median_", "_kept_")} == {
        exact("local_clipped_mean.median_keep", p, "rho", "d", "constants")
    }
    assert {law.p for law in labelled(laws, "_threshold_", "_kept_")} == {
        exact("local_clipped_mean.threshold_keep", p, "rho", "constants")
    }
    assert all(isinstance(law, Bernoulli) for law in labelled(laws, "_kept_"))
    noise = exact(
        "local_clipped_mean.noise_variance",
        p,
        "rho",
        "steps",
        threshold_squared=str(steps["threshold_squared"]),
    )
    assert noise > 0
    assert variances(laws, "_noise_") == [noise] * (5 * 4)


@pytest.mark.parametrize("constants", ["paper", "exact"])
def test_votes_and_what_is_sent_around_them(constants: str) -> None:
    p = {"rho": "2", "d": "3", "n": "5", "radius": "3", "sigma_max": "3/2", "constants": constants}
    laws, steps = drawn("local_coordinate_mean", p, ROWS)
    assert {law.p for law in labelled(laws, "_kept_")} == {
        exact("local_coordinate_mean.keep", p, "rho", "d", "constants")
    }
    assert len(labelled(laws, "_kept_")) == 2 * 3 * 5
    assert variances(laws, "_noise_") == [
        exact("local_coordinate_mean.noise_variance", p, "rho", "d", "n", "sigma_max")
    ] * (3 * 3)
    half = exact("local_coordinate_mean.half_width", p, "n", "sigma_max")
    far = drawn("local_coordinate_mean", p, [*ROWS[:2], *[["1000000"] * 3] * 3])[1]
    assert far["user_3_values"] == [half] * 3, "clipped at A"
    assert steps["mean"] != far["mean"]


@pytest.mark.parametrize("tails", ["together", "each"])
def test_balls(tails: str) -> None:
    p = {
        "rho": "2",
        "d": "3",
        "n": "5",
        "radius": "3",
        "sigma_max": "3/2",
        "iterations": "4",
        "beta": "1/3",
        "tails": tails,
    }
    laws, _ = drawn("coinpress_mean", p, ROWS)
    for i in range(1, 5):
        given = ("rho", "d", "n", "radius", "sigma_max", "iterations", "beta", "tails")
        assert (
            variances(laws, f"noise_{i}_")
            == [exact("coinpress_mean.noise_variance", p, *given, iteration=str(i))] * 3
        )


def test_products() -> None:
    p = {
        "rho": "2",
        "d": "3",
        "n": "5",
        "radius": "3",
        "sigma_min": "1/2",
        "sigma_max": "3/2",
        "iterations": "2",
        "beta": "1/3",
    }
    laws, _ = drawn("coinpress_scaled_mean", p, ROWS)
    for i in (1, 2):
        assert (
            variances(laws, f"product_{i}_")
            == [
                exact(
                    "coinpress_scaled_mean.product_variance",
                    p,
                    "rho",
                    "d",
                    "n",
                    "iterations",
                    "beta",
                    iteration=str(i),
                )
            ]
            * 6
        )


@pytest.mark.parametrize("dropouts", ["0", "1"])
def test_shares_of_the_shuffle_model(dropouts: str) -> None:
    """Kills a share for another epsilon, range or number of users."""
    p = {
        "epsilon": "200",
        "delta": "1/4",
        "d": "3",
        "n": "5",
        "u": "3",
        "beta": "9/10",
        "steps": "2",
        "dropouts": dropouts,
    }
    laws, steps = drawn("shuffled_clipped_mean", p, ROWS)
    squared, clip = str(steps["threshold_squared"]), 0
    assert F(squared) > 0
    clip = exact(
        "shuffled_clipped_mean.clip", p, "n", "d", "beta", "steps", threshold_squared=squared
    )
    for word, quantity, keys, sensitivity in (
        ("median_", "median_epsilon", ("d", "u"), "1"),
        ("threshold_", "threshold_epsilon", ("d", "u"), "1"),
        ("mean_", "mean_epsilon", ("d",), str(2 * clip)),
    ):
        spent = exact(f"shuffled_clipped_mean.{quantity}", p, "epsilon", "delta", *keys)
        wanted = exact(
            "shuffled_clipped_mean.share_variance",
            p,
            "n",
            "dropouts",
            epsilon=str(spent),
            sensitivity=sensitivity,
        )
        for law in labelled(laws, f"_{word}", "_noise_"):
            assert isinstance(law, NoiseShare)
            assert compare(law.variance(), wanted) == 0
