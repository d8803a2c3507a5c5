"""A draw that follows from another is told, in either direction and whatever the law; independent
draws are not.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import norm

from dpmean.judging.draws.successors import FEWEST, follows

ALPHA = Fraction(1, 10**9)
N = 1 << 16
Column = np.ndarray
INVERSES: dict[str, Callable[[Column], Column]] = {
    "laplace": lambda u: -np.sign(u - 0.5) * np.log1p(-2 * np.abs(u - 0.5)),
    "gaussian": norm.ppf,
    "uniform": lambda u: u,
}


def shared(step: int) -> Column:
    """Uniform numbers of 7 bytes, each of which begins `step` bytes after the one before."""
    given = np.random.default_rng().integers(0, 256, step * N + 8).astype(np.float64)
    return sum(given[k : k + step * N : step][:N] / 256.0 ** (k + 1) for k in range(7))  # type: ignore[return-value]


@pytest.mark.parametrize("law", INVERSES)
def test_uniform_numbers_that_share_bytes_are_told(law: str) -> None:
    x = INVERSES[law](np.clip(shared(1), 1e-12, 1 - 1e-12))
    assert "predecessors" in follows(x, Fraction(0), ALPHA)
    assert "successors" in follows(x[::-1], Fraction(0), ALPHA)


@pytest.mark.parametrize("law", INVERSES)
def test_uniform_numbers_of_their_own_bytes_are_not(law: str) -> None:
    x = INVERSES[law](np.clip(shared(7), 1e-12, 1 - 1e-12))
    assert follows(x, Fraction(0), ALPHA) == ""


def test_sizes_that_follow_from_one_another_are_told_though_signs_are_fair() -> None:
    """Kills a look at the draws alone."""
    x = -np.log(np.clip(shared(1), 1e-12, 1)) * np.random.default_rng().choice((-1, 1), N)
    assert follows(x, Fraction(0), ALPHA)
    assert follows(x + 1000, Fraction(1000), ALPHA)


@pytest.mark.parametrize("name", ["lattice", "atoms", "constant", "two values", "few"])
def test_draws_that_are_often_equal_are_not(name: str) -> None:
    """Kills a comparison with equally large classes where there are none."""
    rng = np.random.default_rng()
    x = rng.laplace(size=N)
    made = {
        "lattice": np.rint(3 * x),
        "atoms": np.clip(x, -1, 1),
        "constant": np.zeros(N),
        "two values": np.sign(x),
        "few": x[: FEWEST - 1],
    }
    assert follows(made[name], Fraction(0), ALPHA) == ""
