"""`dpmean sample`: how often each outcome comes in very many exact draws of a law."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from ..exits import Exit
from .completion import names_of_laws
from .main import pairs
from .options import emit, instead, json_option

EVERY = 2.0  # seconds between two lines of progress


class _WithLaws(click.Command):
    """A command whose help lists every law that can be drawn in bulk, from what each declares about
    itself.
    """

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The text of the command, then the laws."""
        from ..distributions.bulk.laws import CONTINUOUS, LATTICE

        super().format_help_text(ctx, formatter)
        with formatter.section("Laws"):
            for law in (
                *(law for law, _ in LATTICE.values()),
                *(law for law, _ in CONTINUOUS.values()),
            ):
                formatter.write_text(law.usage())


@click.command(
    "sample",
    cls=_WithLaws,
    epilog="Example:  dpmean sample discrete_laplace epsilon=1/10 --draws 100000000 --workers 2 > "
    "counts.csv",
)
@click.argument("law", shell_complete=names_of_laws)
@click.argument("parameters", nargs=-1, metavar="KEY=VALUE...")
@click.option(
    "--draws", default=1_000_000, show_default=True, type=click.IntRange(1), help="How many."
)
@click.option(
    "--workers",
    default=1,
    show_default=True,
    type=click.IntRange(1, 1024),
    help="Processes. The counts of a seed do not depend on it.",
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Draw on the workers of this Dask scheduler (needs the extra `dask`).",
)
@click.option(
    "--grid", help="A power of 2 to which continuous coordinates are truncated. Default: 1/1048576."
)
@click.option(
    "--seed-for-testing",
    metavar="TEXT",
    help="Draw from SHAKE128 of this text, not from the system: repeatable, so nothing to "
    "protect data with.",
)
@json_option("the counts, with the units of the columns,")
def sample_command(
    law: str,
    parameters: tuple[str, ...],
    draws: int,
    workers: int,
    scheduler: str | None,
    grid: str | None,
    seed_for_testing: str | None,
    as_json: Path | None,
) -> None:
    """Draw from LAW, exactly and in bulk, and print outcome,count lines (in units of its lattice,
    its grid, or the sensitivity).

    What was counted is printed on Ctrl-C too.
    """
    from ..distributions.bulk.cluster import counts_on_cluster
    from ..distributions.bulk.counts import Counts, counts
    from ..distributions.bulk.laws import GRID, bulk
    from ..errors import InvalidInput
    from ..exact.numbers import rational, spell

    if scheduler is not None and workers != 1:
        raise InvalidInput(
            "unsupported_combination",
            "say --workers or --scheduler, not both: the scheduler has workers of its own",
            argument="workers",
        )
    given = pairs(parameters)
    step = GRID if grid is None else rational(grid, "grid")
    units = [spell(u) for u in bulk(law, given, step).units]
    seed = None if seed_for_testing is None else seed_for_testing.encode()
    done, total, said, stopped = 0, Counts(), time.monotonic(), False
    try:
        if scheduler is None:
            work = counts(law, given, draws, workers=workers, seed_for_testing=seed, grid=step)
        else:
            work = counts_on_cluster(law, given, draws, scheduler, seed_for_testing=seed, grid=step)
        for so_far in work:
            done, total = so_far
            if time.monotonic() - said > EVERY:
                said = time.monotonic()
                click.echo(f"{done:,} of {draws:,} draws", err=True)
    except KeyboardInterrupt:
        stopped = True
    rows = sorted(total.items())
    emit(
        as_json,
        {
            "law": law,
            "parameters": given,
            "draws": str(done),
            "units": units,
            "counts": [[list(map(str, o)), str(n)] for o, n in rows],
        },
    )
    if not instead(as_json):
        if sys.stderr.isatty():
            click.echo(
                f"each line: an outcome (in units of {' and '.join(units)}), then how often it "
                "came",
                err=True,
            )
        click.echo("".join(f"{','.join(map(str, o))},{n}\n" for o, n in rows), nl=False)
    if stopped:
        click.echo(f"stopped: these are the first {done:,} of {draws:,} draws", err=True)
        sys.exit(Exit.INTERRUPTED)
