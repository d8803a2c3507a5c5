"""`dpmean simulate`: what very many releases of a mechanism on a data set look like, beside their
exact law.
"""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..exits import Exit
from .completion import files_with_columns, names_of_mechanisms
from .main import pairs
from .options import emit, file_to_write, instead, json_option, write
from .terminal import say

if TYPE_CHECKING:
    from ..experiments.releases.beside import Beside
    from ..experiments.releases.report import Simulation
    from ..programs.columns.summary import Summary

EVERY = 2.0  # seconds between two lines of progress
AFTER_STOP = 5.0  # seconds to wait for the exact law after Ctrl-C
MOST = 10**12
# cells of a table of vectors up to which it is read as rows, which columns of releases need
MOST_CELLS = 1 << 20
EXAMPLES = (
    "Examples:  dpmean simulate sized_mean epsilon=1 lower=0 upper=100 n=200 noise=laplace "
    "people.csv:age --releases 10^7 --out ages.svg  |  dpmean simulate transformed_mean "
    "epsilon=1/2 lower=0 upper=100 noise=hourglass gamma=optimal people.csv:age --json -  |  "
    "dpmean simulate coinpress_mean rho=1/2 d=2 n=200 radius=1000 sigma_max=15 "
    "'people.csv:height,weight' --coordinate 2 --csv weights.csv"
)


def _count(ctx: click.Context, param: click.Parameter, value: str) -> int:
    """Return a number of releases: 10000000, 10_000_000, 1e7 or 10^7."""
    from fractions import Fraction

    base, power, exponent = value.partition("^")
    try:
        found = (
            Fraction(int(base) ** min(int(exponent), 40))
            if power and 0 < int(base) <= 1000 and int(exponent) >= 0
            else Fraction(value)
            if len(value) <= 20
            else Fraction(0)
        )
    except (ValueError, ZeroDivisionError):
        found = Fraction(0)
    if found.denominator != 1 or not 1 <= found <= MOST:
        raise click.BadParameter(
            "must be a whole number from 1 to 10^12, such as 1000000, 1e6 or 10^6", ctx, param
        )
    return int(found)


def _picture(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path | None:
    """Return the file of the picture, whose ending says which format it is."""
    if value is not None and value.suffix.lower() not in (".svg", ".png"):
        raise click.BadParameter("must end in .svg or .png", ctx, param)
    return file_to_write(ctx, param, value)


FILE = click.Path(path_type=Path, dir_okay=False)


@click.command("simulate", epilog=EXAMPLES)
@click.argument("mechanism", shell_complete=names_of_mechanisms)
@click.argument("words", nargs=-1, required=True, shell_complete=files_with_columns)
@click.option(
    "--releases",
    "count",
    default="1000000",
    show_default=True,
    metavar="N",
    callback=_count,
    help="How many: 1000000, 1_000_000, 1e6 or 10^6.",
)
@click.option(
    "--user-column",
    help="Column that identifies a person; her record is the mean of her clipped rows.",
)
@click.option(
    "--row-is-person",
    is_flag=True,
    help="Each row is one person. This is so without --user-column.",
)
@click.option("--grid", help="Output grid, as for `dpmean release`.")
@click.option("--strict-cells", is_flag=True, help="Fail on a non-numeric cell.")
@click.option(
    "--coordinate",
    default=1,
    show_default=True,
    type=click.IntRange(1),
    help="Of a mean of vectors: which coordinate is looked at.",
)
@click.option(
    "--bins", default=60, show_default=True, type=click.IntRange(2, 1000), help="Of the histogram."
)
@click.option(
    "--exact-seconds",
    default=60,
    show_default=True,
    type=click.FloatRange(0, 10**6),
    help="How long to wait for the exact law after the last release; 0: leave it out.",
)
@click.option(
    "--out", type=FILE, callback=_picture, help="Draw the histogram into this file: .svg or .png."
)
@click.option(
    "--csv", "as_csv", type=FILE, callback=file_to_write, help="Write the histogram into this file."
)
@json_option()
@click.option(
    "--seed-for-testing",
    metavar="TEXT",
    help="Draw from SHAKE128 of this text, not from the system: repeatable, so nothing to "
    "protect data with.",
)
def simulate_command(
    mechanism: str,
    words: tuple[str, ...],
    count: int,
    user_column: str | None,
    row_is_person: bool,
    grid: str | None,
    strict_cells: bool,
    coordinate: int,
    bins: int,
    exact_seconds: float,
    out: Path | None,
    as_csv: Path | None,
    as_json: Path | None,
    seed_for_testing: str | None,
) -> None:
    """Release MECHANISM very many times on FILE:COLUMN and say how the releases are distributed.

    Parameters and files are those of `dpmean release` (`dpmean release --list` has all mechanisms).
    Every simulated release has exactly the law of a release. Printed are the share without answer,
    mean, bias against the true mean of the records, root mean squared error and quantiles, each
    with an interval that holds whatever the law, and beside it the exact value where the law is
    known.

    Nothing here is private: the report depends on the records as they are. Use it on data that need
    no protection, to choose a mechanism and its parameters.

    Ctrl-C prints what has come so far.
    """
    from ..errors import InvalidInput
    from ..exact.numbers import rational
    from ..experiments.releases.beside import Beside
    from ..experiments.releases.estimates import estimates
    from ..experiments.releases.exact import Question
    from ..experiments.releases.report import Simulation
    from ..experiments.releases.run import batches
    from ..experiments.releases.targets import targets
    from ..programs.columns.summary import Summary
    from .given import mechanism_of, records_of

    if row_is_person and user_column is not None:
        raise InvalidInput(
            "rows_not_declared", "say --row-is-person or --user-column NAME, not both"
        )
    built, given, source = mechanism_of(mechanism, words)
    dimension = built.outputs or 1
    if coordinate > dimension:
        raise InvalidInput(
            "out_of_range", f"coordinate: {mechanism} has {dimension}", argument="coordinate"
        )
    records = records_of(built, source, user_column, strict_cells, MOST_CELLS).records
    step = built.default_grid if grid is None else rational(grid, "grid")
    if step is not None and step <= 0:
        raise InvalidInput("grid_not_positive", "grid: must be greater than 0", argument="grid")
    true = targets(built, records)
    seed = None if seed_for_testing is None else seed_for_testing.encode()
    summary, work = Summary(coordinate - 1, bins), batches(built, records, count, step, seed)
    summary.add(next(work))  # what is refused is refused here
    question = Question(
        mechanism, given, records, coordinate - 1, step, tuple(t.mean for t in true)
    )
    beside, stopped = Beside(question, exact_seconds), False
    try:
        stopped = not _drawn(work, summary, count, beside)
        with _whole():
            summary.close()
        _waited(summary, beside, min(exact_seconds, AFTER_STOP) if stopped else exact_seconds)
    finally:
        beside.stop()
    shown = pairs(words[:-1])
    found = Simulation(
        mechanism,
        shown,
        count,
        seed is not None,
        step,
        summary,
        true,
        estimates(summary, true, beside.known, step),
        known if isinstance(known := beside.known.get("bins"), list) else None,
        beside.why,
    )
    _written(found, out, as_csv, as_json)
    if stopped:
        click.echo(
            f"stopped: these are the first {summary.count:,} of {count:,} releases", err=True
        )
        sys.exit(Exit.INTERRUPTED)


@contextmanager
def _whole() -> Iterator[None]:
    """Let Ctrl-C wait for the end of what stands inside: a batch is counted whole or not at all."""
    came: list[int] = []
    before = {
        s: signal.signal(s, lambda number, _: came.append(number))
        for s in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield
    finally:
        for s, handler in before.items():
            signal.signal(s, handler)
    if came:
        raise KeyboardInterrupt


def _drawn(work: Iterator[Any], summary: Summary, count: int, beside: Beside) -> bool:
    """Take all batches, telling how far they are; return False if Ctrl-C came before the last."""
    began = said = time.monotonic()
    first = summary.count
    try:
        for batch in work:
            with _whole():
                summary.add(batch)
            if summary.edges and summary.unit is not None:
                beside.edges(summary.unit, summary.edges)
            if time.monotonic() - said > EVERY:
                said = time.monotonic()
                rate = (summary.count - first) / (said - began)
                click.echo(
                    f"{summary.count:,} of {count:,} releases, {rate:,.0f} a second", err=True
                )
    except KeyboardInterrupt:
        return False
    return True


def _waited(summary: Summary, beside: Beside, seconds: float) -> None:
    """Wait for the exact law; Ctrl-C leaves it out."""
    from ..experiments.releases.estimates import SHARES, brackets

    with suppress(KeyboardInterrupt):
        if summary.unit is not None and summary.cells is not None:
            beside.edges(summary.unit, summary.edges)
            beside.quantiles(summary.unit, SHARES, brackets(summary))
        if not beside.wait(min(seconds, EVERY)) and seconds > EVERY:
            click.echo(
                f"waiting up to {seconds:g} seconds for the exact law; Ctrl-C leaves it out",
                err=True,
            )
            beside.wait(seconds - EVERY)


def _written(
    found: Simulation, out: Path | None, as_csv: Path | None, as_json: Path | None
) -> None:
    """Write the files, each whole or not at all, and print the report."""
    from ..experiments.releases import report

    if not instead(as_json):
        say(report.as_text(found))
    if as_json is not None:
        emit(as_json, report.as_json(found))
    if as_csv is not None:
        write(as_csv, report.as_csv(found).encode())
    if out is not None and not found.edges:
        click.echo("no release has an answer, so nothing is drawn", err=True)
    elif out is not None:
        from ..experiments.drawing import histogram

        write(out, histogram(report.picture(found), out.suffix.lower()[1:]))
