"""Where columns of releases could leave the law unseen: constants taken for others, outcomes that do not fit."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpmean.exact import reals
from dpmean.exact.reals import Number
from dpmean.programs.columns.releases import _Lot


def test_a_rational_constant_is_not_taken_for_the_address_of_another() -> None:
    lot: Any = _Lot(4, *[None] * 4, {})  # type: ignore[arg-type]
    irrational: Number = reals.exp(Fraction(1))
    address = Fraction(id(irrational))
    lot.constant(irrational, Fraction(1), 4)
    assert lot.constant(address, Fraction(1), 4).exact_ends(0) == (address, address)
