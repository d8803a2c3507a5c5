"""Types of options that more than one command takes."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import click

from ..errors import InvalidInput
from ..exact.numbers import rational

UNITS = {"s": 1, "m": 60, "h": 3600}


class _Seconds(click.FloatRange):
    """A time limit as an option: a number in a range, which NaN is not."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Refuse NaN, with which every comparison is false."""
        seconds = float(super().convert(value, param, ctx))
        if seconds != seconds:
            self.fail("must be a number of seconds", param, ctx)
        return seconds


def probability(ctx: click.Context, param: click.Parameter, value: str) -> Fraction:
    """Return the value of an option that is a probability in (0, 1/100], exact, such as 1/1000000 or 1e-6."""
    try:
        alpha = rational(value, "probability")
    except InvalidInput:
        raise click.BadParameter("must be a number such as 1e-6 or 1/1000000", ctx, param) from None
    if not 0 < alpha <= Fraction(1, 100):
        raise click.BadParameter("must be above 0 and at most 1/100", ctx, param)
    return alpha


def duration(ctx: click.Context, param: click.Parameter, value: str | None) -> float | None:
    """Return the seconds of an option such as 90s, 10m or 2h."""
    if value is None:
        return None
    found = re.fullmatch(r"([0-9]{1,6}(?:\.[0-9]{1,3})?)([smh])", value)
    seconds = 0.0 if found is None else float(found[1]) * UNITS[found[2]]
    if seconds < 1:
        raise click.BadParameter("must be a time of at least a second, such as 90s, 10m or 2h", ctx, param)
    return seconds


SECONDS = _Seconds(0.1, 3600)
