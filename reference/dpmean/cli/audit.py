"""`dpmean audit`: what do the outputs of a mechanism say about the guarantee that it claims?"""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from ..errors import InvalidInput
from .main import pairs as key_value
from .options import SECONDS, duration, emit, instead, json_option
from .terminal import say

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from ..auditing.pairs import Pair
    from ..auditing.run import Audit
    from ..auditing.sources import Source
    from ..privacy.neighbors import Neighbors

EXIT_REFUTED, EXIT_FAILS, EXIT_STALE = 1, 3, 4
EVERY = 2.0  # seconds between two lines of progress
FILE = click.Path(path_type=Path, dir_okay=False)
EXAMPLES = (
    "Examples:  dpmean audit --claim epsilon=1 --neighbors add-or-remove-one -- python "
    "my_mechanism.py  |  dpmean audit --claim epsilon=1,delta=1e-6 -- python my_mechanism.py "
    "--releases {count}  |  dpmean audit --claim epsilon=1 -a diffprivlib laplace epsilon=1  | "
    " dpmean audit --claim epsilon=1 --outputs one.txt --outputs other.txt  |  dpmean audit "
    "transformed_mean epsilon=1 lower=0 upper=1 noise=laplace"
)


def _alpha(ctx: click.Context, param: click.Parameter, value: str) -> Fraction:
    from ..exact.numbers import rational

    try:
        found = rational(value, "alpha")
    except InvalidInput:
        raise click.BadParameter("must be a number such as 1e-6 or 1/20", ctx, param) from None
    if not 0 < found <= Fraction(1, 2):
        raise click.BadParameter("must be above 0 and at most 1/2", ctx, param)
    return found


def _count(ctx: click.Context, param: click.Parameter, value: str) -> int:
    from .simulate import _count as read

    return read(ctx, param, value)


@click.command("audit", epilog=EXAMPLES, context_settings={"ignore_unknown_options": False})
@click.argument("words", nargs=-1)
@click.option(
    "--claim",
    "claims",
    multiple=True,
    metavar="CLAIM",
    help="epsilon=1 | epsilon=1,delta=1e-6 | rho=1/2 | renyi=ORDER:BOUND | mu=1 | "
    "epsilons=1/2;1;2 (one a user). Repeatable. A shipped mechanism's own by default.",
)
@click.option(
    "--neighbors",
    default="add-or-remove-one",
    show_default=True,
    metavar="RELATION",
    help="add-or-remove-one, replace-one, add-remove-or-replace-one or replace-given-user.",
)
@click.option(
    "-a", "--adapter", help="An adapter, as for `dpmean conform`; then OBJECT key=value ... follow."
)
@click.option(
    "--outputs",
    "files",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="Two files of outputs, one a line: those for a data set and those for its neighbour.",
)
@click.option(
    "--data",
    "sets",
    multiple=True,
    metavar="RECORDS",
    help="Two neighbouring data sets, such as "
    "--data 0,1,1 --data 0,1 (empty: no record). Without them pairs are searched.",
)
@click.option("--lower", default="0", show_default=True, help="Of the records that are searched.")
@click.option("--upper", default="1", show_default=True, help="Of the records that are searched.")
@click.option(
    "--size",
    default=4,
    show_default=True,
    type=click.IntRange(1, 100_000),
    help="About how many records the data sets have that are searched.",
)
@click.option(
    "--draws",
    default="100000",
    show_default=True,
    metavar="N",
    callback=_count,
    help="Outputs in all, at most.",
)
@click.option(
    "--budget",
    metavar="TIME",
    callback=duration,
    help="How long to go on at most, such as 90s or 10m.",
)
@click.option(
    "--alpha",
    default="1e-6",
    show_default=True,
    callback=_alpha,
    help="Probability that anything the report says is wrong.",
)
@click.option(
    "--timeout",
    default=10.0,
    show_default=True,
    type=SECONDS,
    help="Seconds for one start or request.",
)
@click.option(
    "--workers",
    default=1,
    show_default=True,
    type=click.IntRange(1, 64),
    help="Commands that run side by side.",
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Start commands on the workers of this Dask scheduler (needs the extra `dask`, and the "
    "command there).",
)
@click.option(
    "--evidence",
    is_flag=True,
    help="Judge a shipped mechanism by its outputs too, not by its exact law.",
)
@click.option(
    "--record", type=FILE, help="Keep all outputs in this file (.npz), from which --resume goes on."
)
@click.option(
    "--resume",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Go on from a record, with the same claims and pairs; bets go on where they were.",
)
@json_option()
@click.option(
    "--out", type=FILE, help="Draw both laws and the growing evidence into this file: .svg or .png."
)
@click.option(
    "--script",
    type=FILE,
    help="Write a short Python script that repeats what speaks most (commands only).",
)
def audit_command(
    words: tuple[str, ...],
    claims: tuple[str, ...],
    neighbors: str,
    adapter: str | None,
    files: tuple[Path, ...],
    sets: tuple[str, ...],
    lower: str,
    upper: str,
    size: int,
    draws: int,
    budget: float | None,
    alpha: Fraction,
    timeout: float,
    workers: int,
    scheduler: str | None,
    evidence: bool,
    record: Path | None,
    resume: Path | None,
    as_json: Path | None,
    out: Path | None,
    script: Path | None,
) -> None:
    """Say what a mechanism's outputs tell about the guarantee that it claims, whatever language it
    is written in.

    After `--`: a command that reads one record a line and prints one output; with {count} among its
    words it prints so many, one a line, which is quicker. Or -a ADAPTER OBJECT key=value; two files
    of outputs; or a shipped mechanism, whose exact law is compared for all small data sets and
    their neighbours.

    A claim is refuted, or these outputs do not refute it: that is no proof of privacy. The report
    holds whenever you stop; Ctrl-C prints what has come so far. Exit code 1: a claim is refuted. 3:
    every start of the program failed. 4: outputs are not fresh.
    """
    from ..auditing import api
    from ..auditing.report import ExactReport, Report
    from ..auditing.store import load, save

    if len(files) not in (0, 2) or len(sets) not in (0, 2):
        raise click.UsageError(
            "--outputs and --data are given twice or not at all: for a data set and its neighbour"
        )
    if scheduler is not None and (
        workers != 1 or adapter is not None or files or _is_mechanism(words)
    ):
        raise click.UsageError(
            "--scheduler starts a command (after --) on workers of its own: without --workers, -a, "
            "--outputs or a shipped mechanism"
        )
    relation = api.relation_of(neighbors)
    found: ExactReport | Report
    if adapter is None and not files and not evidence and _is_mechanism(words):
        if (
            click.get_current_context().get_parameter_source("neighbors")
            is ParameterSource.COMMANDLINE
        ):
            raise click.UsageError(
                "--neighbors: a shipped mechanism has its own neighbouring relation, that of the "
                "report; with --evidence another is looked at"
            )
        found = _exact(words, claims, lower, upper, size)
    else:
        from ..auditing.run import Audit, proceed

        state = load(resume) if resume is not None else None
        asked = (
            state.pairs
            if state is not None
            else _pairs(relation, sets, lower, upper, size, files, adapter, words)
        )
        with ExitStack() as kept:
            source = _source(words, adapter, files, timeout, workers, _pool(scheduler, kept))
            kept.callback(source.close)
            if state is None:
                state = Audit(
                    source.name,
                    api.claims_of(claims or ("epsilon=1",)),
                    relation.value,
                    list(asked),
                    alpha,
                )
            proceed(state, source, _limit(draws, source), budget or 1e9, _progress())
        if record is not None or resume is not None:
            save(state, record or resume)  # type: ignore[arg-type]
            click.echo(f"wrote {record or resume}", err=True)
        found = Report(state)
    _written(found, as_json, out, script, words)
    if isinstance(found, Report) and found.audit.stale:
        sys.exit(EXIT_STALE)
    if found.refuted:
        sys.exit(EXIT_REFUTED)
    if isinstance(found, Report) and found.audit.reader.failing:
        sys.exit(EXIT_FAILS)


def _is_mechanism(words: tuple[str, ...]) -> bool:
    from ..catalogue.mechanisms import MECHANISMS

    return bool(words) and words[0] in MECHANISMS and all("=" in w for w in words[1:])


def _exact(
    words: tuple[str, ...], claims: tuple[str, ...], lower: str, upper: str, size: int
) -> Any:
    from ..auditing import api
    from ..exact.numbers import rational

    given = dict(key_value(words[1:]))
    low, high = (
        rational(given.get("lower", lower), "lower"),
        rational(given.get("upper", upper), "upper"),
    )
    chosen = api.claims_of(claims) if claims else None
    return api.shipped(
        words[0],
        dict(given),
        chosen,
        (low, (low + high) / 2, high),
        min(size, 2),
        None,
        lambda n: click.echo(f"{n} laws", err=True) if n % 10 == 0 else None,
    )


def _pool(scheduler: str | None, kept: ExitStack) -> Executor | None:
    """Returns what runs starts on a Dask cluster, until `kept` ends; None where there is none."""
    if scheduler is None:
        return None
    from ..distributions.bulk.cluster import connected

    executor: Executor = kept.enter_context(connected(scheduler)).get_executor(pure=False)
    return executor


def _source(
    words: tuple[str, ...],
    adapter: str | None,
    files: tuple[Path, ...],
    seconds: float,
    workers: int,
    pool: Executor | None,
) -> Source:
    from ..auditing.sources.buffered import Buffered

    if files:
        from ..auditing.sources.files import Files

        return Files(*files)
    if not words:
        raise click.UsageError(
            "nothing to audit: give -- COMMAND, -a ADAPTER OBJECT, --outputs twice, or a mechanism"
        )
    if adapter is not None:
        from ..auditing.sources.adapter import Adapter
        from ..catalogue.mechanisms import MECHANISMS
        from ..libraries.bundled import connector

        connect = connector(adapter, lambda text: click.echo(text, err=True))
        return Buffered(
            Adapter(
                connect,
                words[0],
                key_value(words[1:]),
                words[0] not in MECHANISMS,
                max(seconds, 60.0),
            )
        )
    if _is_mechanism(words):
        from ..auditing.sources.shipped import Shipped

        return Buffered(Shipped(words[0], dict(key_value(words[1:]))))
    from ..auditing.sources.command import Command

    command = Command(list(words), seconds, workers, pool)
    return Buffered(command) if command.many else command


def _pairs(
    relation: Neighbors,
    sets: tuple[str, ...],
    lower: str,
    upper: str,
    size: int,
    files: tuple[Path, ...],
    adapter: str | None,
    words: tuple[str, ...],
) -> list[Pair]:
    from ..auditing.pairs import Pair, candidates, pair
    from ..catalogue.laws import LAWS
    from ..exact.numbers import rational

    if files:
        return [Pair((0,), (1,), 0)]
    if sets:
        return [pair(_records(sets[0]), _records(sets[1]), relation)]
    if adapter is not None and words and words[0] in LAWS:
        return [Pair((float(rational(lower, "lower")),), (float(rational(upper, "upper")),), 0)]
    return candidates(
        relation, float(rational(lower, "lower")), float(rational(upper, "upper")), size
    )


def _records(text: str) -> list[float]:
    try:
        return [
            float(Fraction(part)) if "/" in part else float(part)
            for part in text.split(",")
            if part.strip()
        ]
    except (ValueError, ZeroDivisionError):
        raise click.UsageError(
            "--data: numbers with commas between them, such as 0,1,0.5"
        ) from None


def _limit(draws: int, source: Source) -> int:
    sizes = getattr(source, "sizes", None)
    return draws if sizes is None else min(draws, sum(sizes))


def _progress() -> Any:
    last = [time.monotonic()]

    def say(audit: Audit) -> None:
        if time.monotonic() - last[0] > EVERY:
            last[0] = time.monotonic()
            click.echo(
                f"{audit.draws:,} outputs; capital {10 ** (audit.log_wealth() / 2.302585):.3g}; "
                f"epsilon above {audit.growth[-1][2]:.3f}"
                if audit.growth
                else f"{audit.draws:,} outputs",
                err=True,
            )

    return say


def _written(
    found: Any, as_json: Path | None, out: Path | None, script: Path | None, words: tuple[str, ...]
) -> None:
    if not instead(as_json):
        say(str(found))
    if as_json is not None:
        emit(as_json, found.data)
    if out is not None:
        from ..auditing.picture import picture

        if out.suffix.lower() not in (".svg", ".png"):
            raise click.UsageError("--out must end in .svg or .png")
        out.write_bytes(picture(found, out.suffix.lower()[1:]))
        click.echo(f"wrote {out}", err=True)
    if script is not None:
        from ..auditing.script import script_of

        script.write_text(script_of(found, list(words)))
        click.echo(f"wrote {script}", err=True)
