"""`dpmean experiment`: the figures and tables of a paper, recomputed, beside what the paper
prints.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..exits import Exit
from .options import emit, instead, json_option
from .terminal import say

if TYPE_CHECKING:
    from ..experiments.points import Panel

EVERY = 2.0  # seconds between two lines of progress
EXIT = (
    "Exit: 0 done (whatever the verdicts), 1 an exact error lies outside the interval of its "
    "simulation, 2 usage, 130 interrupted (what was done is kept)."
)


class _Progress:
    """Progress as a line on stderr every two seconds."""

    def __init__(self) -> None:
        self._said = time.monotonic()

    def __call__(self, text: str) -> None:
        if time.monotonic() - self._said > EVERY:
            self._said = time.monotonic()
            click.echo(text, err=True)


@click.command(
    "experiment",
    epilog=EXIT
    + "  Example:  dpmean experiment hetero figure1b table2 --out results --vectors 200 "
    "--runs 200000",
)
@click.argument("paper", required=False)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write SVG, CSV and JSON into this folder, each figure when it is done.",
)
@json_option("all rows, points and simulations")
@click.option(
    "--runs",
    default=20_000,
    show_default=True,
    type=click.IntRange(1000, 10**8),
    help="Runs of each simulation that an exact error is checked against, in addremove exact "
    "releases (hetero: 200000, trilemma's figure2: 5000 at most).",
)
@click.option(
    "--vectors",
    default=50,
    show_default=True,
    type=click.IntRange(20, 10**5),
    help="Sampled vectors of epsilons for each column of a table (hetero).",
)
@click.option(
    "--trials",
    default=20,
    show_default=True,
    type=click.IntRange(10, 10**4),
    help="Trials of each comparison of estimators (instance; the paper has 100; a half of them "
    "in the local model, a quarter with images).",
)
@click.option(
    "--heights",
    metavar="FILE:COLUMN",
    help="The 25,000 heights of trilemma's figure3b, if you have them (the paper's [63]); else "
    "their normal law.",
)
@click.option(
    "--seed",
    default="dpmean",
    show_default=True,
    help="Of the sampled vectors and of the simulations. Nothing here protects data.",
)
@click.option(
    "--list",
    "listing",
    is_flag=True,
    help="List the names (without PAPER: of all papers); compute nothing.",
)
def experiment_command(
    paper: str | None,
    names: tuple[str, ...],
    out: Path | None,
    as_json: Path | None,
    runs: int,
    vectors: int,
    trials: int,
    heights: str | None,
    seed: str,
    listing: bool,
) -> None:
    """Recompute the figures and tables of PAPER, with exact errors.

    There is a row for everything that the paper prints, its number beside ours.

    PAPER is addremove ("Mean estimation in the add-remove model of differential privacy", version
    2), NAME of it figure2c, figure2d, figure2e, figure3, appendixh1, appendixh2, appendixh3 or
    appendixh4 (the four plots of Appendix H in their order); or addremove.v1, its version 1, NAME
    of it figure2a, figure2b or figure2c. All in two minutes of one core. Every point is the exact
    bias, variance and mean squared error of the shipped algorithm at that number of records; --runs
    exact releases check some of them. Their epsilons and means are mostly not printed: rows say
    which were taken.

    Or PAPER is hetero ("Mean estimation under heterogeneous privacy"), NAME of it figure1a,
    figure1b, table2, figure2, figure3a, figure3b, figure4, example2, remark2, baselines or fme.
    Without NAME (or with `all`): all of them, in a minute or two.

    Or PAPER is trilemma ("A bias-accuracy-privacy trilemma"), NAME of it figure1, table1,
    lognormal, figure2, figure3a or figure3b; all in a minute. The clipped mean of figure1,
    lognormal and figure2 has closed forms: nothing there is simulated but a check. The paper's
    salaries are not here: table1 compares its printed numbers with each other, lognormal with the
    law of the printed mean and median, figure2 uses a small population that comes with the package.
    figure3a and figure3b have the parameters of the authors' program: the bias and deviation of KV
    are enclosed, also beside the drawn curves. figure3b has the normal law of the 25,000 heights,
    or takes them with --heights; --runs 1000000 are the paper's.

    Or PAPER is instance ("Instance-optimal mean estimation under differential privacy"), NAME of it
    settings, figure1, figure2, figure3, figure4, figure5, figure6, figure7, figure8, figure9,
    figure10, figure11 or figure12. All in about ten minutes of one core at 20 trials, in about an
    hour at 100. Figure 9 is exact; everything else is the trimmed mean of --trials trials. Figures
    7 and 8 have images of Fashion-MNIST: Debian's package dataset-fashion-mnist if it is installed,
    else an extract.

    The rows say agrees or differs; where a printed number differs, a cause, and what came of
    changing it; `ledger` is the row of proofs/claims.toml that says what became of the sentence.
    A sentence that says more than trials can show ("always at least as good") is never said to
    agree: it is `not refuted` where nothing that was seen speaks against it, and `cannot say`
    stands where so few trials could tell nothing. Which of two errors is less is decided by a
    sign test, false with probability 10^-4 at most at a point.
    `refuted` and `possible` stand at readings of what the paper leaves open. Errors
    are exact or enclosed, and simulations only check them; what is said of given heights is
    intervals of simulations.

    In table2 of hetero agrees says only that two ranges overlap: that of our figures over the
    sampled vectors (the paper's epsilons are not known), and that of the numbers which round to the
    printed figure.
    """
    from ..experiments import export, registry
    from ..experiments.points import Job
    from ..experiments.words import tally
    from .columns import read_samples

    if out is not None:
        from ..experiments import drawing  # noqa: F401  (if it cannot be had, that is said before anything is computed)

    if paper is None:
        if not listing:
            raise click.UsageError("name a paper: " + ", ".join(registry.PAPERS))
        click.echo(
            "\n".join(f"{name}: {' '.join(those)}" for name, those in registry.PAPERS.items())
        )
        return
    chosen = registry.names(paper, names)
    if listing:
        click.echo("\n".join(chosen))
        return
    known = tuple(x for (x,) in read_samples(heights)) if heights else ()
    job, done, outside, stopped = Job(runs, vectors, seed, _Progress(), trials, known), [], 0, False
    panels: list[Panel] = []
    try:
        for name in chosen:
            panel = registry.run(paper, name, job)
            if out is not None:
                for path in export.write(out, paper, panel):
                    click.echo(f"wrote {path}", err=True)
            outside += sum(not check.inside for check in panel.checks)
            done.append(export.as_json(paper, panel))
            panels.append(panel)
            if not instead(as_json):
                say(export.as_text(panel))
    except KeyboardInterrupt:
        stopped = True
    click.echo(tally(panels), err=instead(as_json))
    emit(
        as_json,
        {
            "paper": paper,
            "seed": seed,
            "runs": runs,
            "vectors": vectors,
            "trials": trials,
            "stopped": stopped,
            "panels": done,
        },
    )
    if stopped:
        click.echo(f"stopped: {len(done)} of {len(chosen)} experiments were done", err=True)
        sys.exit(Exit.INTERRUPTED)
    if outside:
        click.echo(
            f"{outside} exact errors lie outside the intervals of their simulations", err=True
        )
        sys.exit(Exit.FAILED)
