"""The logistic law in columns, as the author of the law would write it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import flint
from dpmean.distributions.logistic import Logistic, cdf, density

from dpmean.distributions.bulk.continuous import Quantiles, Single
from dpmean.distributions.bulk.outcomes import Sampler
from dpmean.distributions.law import Law
from dpmean.exact.decay import Decay
from dpmean.exact.inverse_series import UNIT, Shape

STANDARD = Logistic(Decay.from_epsilon(Fraction(1)))


def shape() -> Shape:
    """Returns F(y) = 1/(1 + e^-y)."""
    whole = flint.arb(1 << UNIT)
    return Shape(lambda y: cdf((-y).exp()) * whole, lambda y: density(1, (-y).exp()) * whole)


SAMPLERS: Mapping[type[Law], Callable[[Any], Sampler]] = {
    Logistic: lambda law: Single(Quantiles(law, STANDARD, shape), law.width)
}
