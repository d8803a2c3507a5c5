"""Records of thousands of digits, where a mechanism has no bounds: a release is the same release
moved, whatever bits come.
"""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dpmean
from dpmean.catalogue.mechanisms import MECHANISMS
from dpmean.distributions.laplace import Laplace
from dpmean.programs import interpret
from dpmean.programs.program import Draw, Program
from dpmean.randomness.bits import Shake128ForTesting

SPLIT = {"epsilon": "2", "delta": "1/2", "clip": "2", "n1": "2", "n2": "1"}
# one for each mechanism without bounds; those that move with their records
MOVED: dict[str, dict[str, str]] = {
    "dpucoarse": {"epsilon": "1", "delta": "1/2"},
    "dpumean": SPLIT,
    "kv_mean": SPLIT,
}
NAMED = {
    "name_and_shame": {"delta": "1/2", "n": "3"},
    "unknown_size": {"base": "name_and_shame", "epsilon": "1", "delta": "1/2"},
}
HUGE = (F(10) ** 400, F(10) ** 4000, -(F(10) ** 4900), F(10) ** 4999, -2 * F(10) ** 3001)


def made(name: str, data: list[F], seed: bytes, rounding: str = "nearest") -> Any:
    found = dpmean.release(
        dpmean.mechanism(name, MOVED.get(name) or NAMED[name]),
        data,
        rounding=rounding,
        bits=Shake128ForTesting(seed),
    )
    assert repr(found) and found._repr_html_()
    return found.estimate


def test_every_mechanism_without_bounds_is_here() -> None:
    """unknown_size has bounds for those bases that have them."""
    without = {name for name, m in MECHANISMS.items() if m.missing == "zero"}
    assert without == {*MOVED, *NAMED} - {"unknown_size"}


@pytest.mark.parametrize("name", MOVED)
@pytest.mark.parametrize("rounding", ["nearest", "stochastic"])
def test_a_release_moves_with_its_records(name: str, rounding: str) -> None:
    """Kills precision that is spent on a large constant, until it ends in Undecided."""
    answers = 0
    for i in range(12):
        records, seed = [F(0), F(1, 4), F(1, 4)], b"%d" % i
        here = made(name, records, seed, rounding)
        answers += here is not None
        for far in HUGE:
            there = made(name, [x + far for x in records], seed, rounding)
            # where no bin is found, records over n delta are released: none, one, or more
            assert (there is None and here is None) or (there - here) / far in (0, 1, 2, 4)
    assert answers > 2


@pytest.mark.parametrize("name", [*MOVED, *NAMED])
@pytest.mark.parametrize("far", HUGE, ids=range(len(HUGE)))
def test_one_huge_record_never_decides_the_status(name: str, far: F) -> None:
    """Kills an error where the bin of the huge record, or the record, is what is released."""
    found = [made(name, [far, F(0), F(1, 4)], b"%d" % i) for i in range(40)]
    assert any(x is not None and abs(x) > F(10) ** 300 for x in found)


@given(
    st.fractions(-100, 100),
    st.integers(-(10**80), 10**80),
    st.fractions(F(1, 50), 5),
    st.sampled_from([F(1), F(3, 7), F(1, 100)]),
    st.integers(0, 2**32),
)
def test_a_move_by_grid_steps_moves_the_output(
    start: F, steps: int, factor: F, grid: F, seed: int
) -> None:
    """Kills a unit that forgets the factor, the denominator or the grid, and other bits used."""

    def program(constant: F) -> Program:
        noise: Any = yield Draw("noise", Laplace.given(epsilon=1))
        return (noise + constant) * factor

    bits = [Shake128ForTesting(b"%d" % seed) for _ in range(2)]
    (here,) = interpret.release(program(start), bits[0], grid)
    (there,) = interpret.release(program(start + steps * grid / factor), bits[1], grid)
    assert here is not None and there == here + steps * grid
    assert bits[0].used == bits[1].used
