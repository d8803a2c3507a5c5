"""Options that more than one command takes, and what --json writes."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

import click

from .. import written
from ..auditing.durations import EXAMPLES, seconds_of
from ..errors import InvalidInput
from ..exact.numbers import rational

Command = TypeVar("Command", bound=Callable[..., Any])


class _Seconds(click.FloatRange):
    """A time limit as an option: a number in a range, which NaN is not."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Refuse NaN, with which every comparison is false."""
        seconds = float(super().convert(value, param, ctx))
        if seconds != seconds:
            self.fail("must be a number of seconds", param, ctx)
        return seconds


LEAST = Fraction(1, 10**60)  # of a probability of error


def probability(ctx: click.Context, param: click.Parameter, value: str) -> Fraction:
    """Return the value of an option that is a probability in (0, 1/100], exact, such as 1/1000000
    or 1e-6.
    """
    try:
        alpha = rational(value, "probability")
    except InvalidInput:
        raise click.BadParameter("must be a number such as 1e-6 or 1/1000000", ctx, param) from None
    if not LEAST <= alpha <= Fraction(1, 100):
        raise click.BadParameter("must be at least 1e-60 and at most 1/100", ctx, param)
    return alpha


def duration(ctx: click.Context, param: click.Parameter, value: str | None) -> float | None:
    """Return the seconds of an option such as 90s, 10m or 2h."""
    if value is None:
        return None
    seconds = seconds_of(value)
    if seconds is None:
        raise click.BadParameter(f"must be {EXAMPLES}", ctx, param)
    return seconds


SECONDS = _Seconds(0.1, 3600)


def _shut_in(ctx: click.Context, param: click.Parameter, value: bool) -> bool:
    """Refuse what cannot be had on this machine."""
    if value:
        from ..wire.sandbox import unusable

        if reason := unusable():
            raise click.BadParameter(reason, ctx, param)
    return value


def sandbox_option() -> Callable[[Command], Command]:
    """Return the option --sandbox of the commands that run programs of others."""
    return click.option(
        "--sandbox",
        is_flag=True,
        callback=_shut_in,
        help="Run it without network, with files that are read-only, and a temporary folder of its "
        "own (Linux, with bubblewrap). Sockets and pipes of yours outside /run are not shut off.",
    )


def file_to_write(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path | None:
    """Return the file of an option in which something is written at the end; one that cannot be
    written is an error now.
    """
    del ctx, param
    if value is not None and not instead(value):
        written.possible(value)
    return value


def json_option(what: str = "the report", name: str = "as_json") -> Callable[[Command], Command]:
    """Return the option --json [FILE], which means the same in every command: `emit` does what it
    says.
    """
    return click.option(
        "--json",
        name,
        is_flag=False,
        flag_value="-",
        metavar="[FILE]",
        type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
        callback=file_to_write,
        help=f"Write {what} as JSON: without FILE, or with -, to standard output in place of the "
        "text; else to FILE (a name that ends in .json, or --json=FILE), beside the text.",
    )


def instead(as_json: Path | None) -> bool:
    """Tell whether JSON takes the place of the text."""
    return as_json is not None and str(as_json) == "-"


def emit(as_json: Path | None, payload: object, indent: int | None = None) -> None:
    """Write the JSON that --json asks for: to standard output, or to a file, whole or not at
    all.
    """
    if as_json is None:
        return
    text = json.dumps(payload, indent=indent, allow_nan=False)
    if instead(as_json):
        click.echo(text)
    else:
        write(as_json, text.encode() + b"\n")


def write(path: Path, content: bytes) -> None:
    """Write a file, whole or not at all, and say so."""
    written.whole(path, content)
    click.echo(f"wrote {path}", err=True)
