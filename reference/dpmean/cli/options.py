"""Types of options that more than one command takes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import click

from ..errors import InvalidInput
from ..numbers import rational


class _Seconds(click.FloatRange):
    """A time limit: a range that NaN is not in."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Refuse NaN, with which every comparison is false."""
        seconds = float(super().convert(value, param, ctx))
        if seconds != seconds:
            self.fail("must be a number of seconds", param, ctx)
        return seconds


class _Alpha(click.ParamType):
    """A probability in (0, 1/100], exact."""

    name = "probability"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Fraction:
        """A rational such as 1/1000000 or 1e-6."""
        try:
            alpha = rational(value, "alpha-total")
        except InvalidInput:
            self.fail("must be a number such as 1e-6 or 1/1000000", param, ctx)
        if not 0 < alpha <= Fraction(1, 100):
            self.fail("must be above 0 and at most 1/100", param, ctx)
        return alpha


SECONDS = _Seconds(0.1, 3600)
ALPHA = _Alpha()
