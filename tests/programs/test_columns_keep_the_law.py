"""Where columns of releases could leave the law unseen: constants taken for others, outcomes that
do not fit.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpmean.distributions.bulk import columns
from dpmean.distributions.discrete_staircase import DiscreteStaircase
from dpmean.distributions.finite import Uniforms
from dpmean.distributions.law import Law
from dpmean.distributions.polya import NoiseShare, Polya
from dpmean.exact import errorfree, reals
from dpmean.exact.decay import Decay
from dpmean.exact.reals import Number
from dpmean.programs.columns import pools, samples
from dpmean.programs.columns.releases import _Lot
from dpmean.randomness.stream import SystemStream

E = Decay.from_epsilon("1")


def test_a_rational_constant_is_not_taken_for_the_address_of_another() -> None:
    lot: Any = _Lot(4, *[None] * 4, {})  # type: ignore[arg-type]
    irrational: Number = reals.exp(Fraction(1))
    address = Fraction(id(irrational))
    lot.constant(irrational, Fraction(1), 4)
    assert lot.constant(address, Fraction(1), 4).exact_ends(0) == (address, address)


@pytest.mark.parametrize(
    "law",
    [DiscreteStaircase(E, Fraction(1, 2), 1 << 60), NoiseShare(Polya(E, 2, Fraction(1 << 57)))],
)
def test_a_law_with_outcomes_beyond_62_bits_is_not_drawn_in_columns(law: Law) -> None:
    """Of the staircase, 3 draws in 10000 are beyond 2^63 steps: columns without them would have
    another law.
    """
    assert not columns.supported(law)


def test_a_draw_that_does_not_fit_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def overflow(*_: Any) -> Any:
        raise OverflowError

    law = DiscreteStaircase(E, Fraction(1, 2), 2)
    monkeypatch.setattr(pools.bulk, "draw", overflow)
    with pytest.raises(AssertionError, match="not random"):
        next(samples(law, 4, None, stream=SystemStream()))


def test_columns_refuse_a_process_without_gradual_underflow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Numbers below 2^-1022 that become 0 would be errors that nothing counts."""
    monkeypatch.setattr(errorfree.np, "full", lambda *_: np.zeros(1))
    with pytest.raises(ArithmeticError, match="gradual underflow"):
        next(samples(DiscreteStaircase(E, Fraction(1, 2), 2), 4, None))


def test_uniform_parts_are_drawn_where_they_are_output() -> None:
    """They are zeros inside a split message only, where they cancel."""
    batch = next(samples(Uniforms(8, 2), 1 << 10, None))
    assert all({*column.tolist()} == {*range(8)} for column in batch.indices)
