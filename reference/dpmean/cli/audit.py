"""`dpmean audit`: what do the outputs of a mechanism say about the guarantee that it claims?"""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack
from enum import Enum
from fractions import Fraction
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from ..errors import InvalidInput, printable
from ..exits import Exit, told
from .main import pairs as key_value
from .options import (
    SECONDS,
    duration,
    emit,
    file_to_write,
    instead,
    json_option,
    sandbox_option,
    write,
)
from .terminal import say

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor

    from ..auditing.named import NamedLaw
    from ..auditing.pairs import Pair
    from ..auditing.report import ExactReport, Report
    from ..auditing.run import Audit
    from ..auditing.sources import Source
    from ..auditing.status import Without
    from ..privacy.neighbors import Neighbors
    from ..wire.protocol import Connection

START_SECONDS, REQUEST_SECONDS = 10.0, 60.0  # limits of one start and of one request
FILE = click.Path(path_type=Path, dir_okay=False)
EXAMPLES = told(
    Exit.OK,
    Exit.FAILED,
    Exit.USAGE,
    Exit.BROKE,
    Exit.INCONCLUSIVE,
    Exit.INTERRUPTED,
) + (
    "  Examples:  dpmean audit --claim epsilon=1 --lower 0 --upper 120 --budget 1m -- python "
    "my_mechanism.py {count}  |  dpmean audit --claim epsilon=1,delta=1e-6 --neighbors replace-one "
    "-- python my_mechanism.py  |  dpmean audit --claim epsilon=1 -a diffprivlib laplace epsilon=1  | "
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
    "--data 0,1,1 --data 0,1 (empty: no record), or several pairs of them, one after the other. "
    "Without them pairs are searched.",
)
@click.option(
    "--domain",
    "domain",
    multiple=True,
    metavar="VALUES",
    help="All values of a record: --domain red,green,blue. Or of the columns of a CSV file, which "
    "the command then reads: --domain age=0:120 --domain sex=m,f --domain row= (bounds, values, "
    "numbers of rows).",
)
@click.option(
    "--user",
    metavar="COLUMN",
    help="The column that says whose a row is: neighbours differ in all rows of one user.",
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
    "--without",
    "left_out",
    default="",
    metavar="WORDS",
    help="Leave out, with commas between them: missing, empty, infinite (records that are not "
    "searched; infinite outputs too), bits (outputs are not told apart by their last bits).",
)
@click.option(
    "--first",
    is_flag=True,
    help="End when all claims are refuted: without it an audit goes on, for every cause and a larger "
    "bound.",
)
@click.option(
    "--law",
    metavar="NAME",
    help="laplace, gaussian or discrete_laplace, where outputs for one pair (--data twice, or "
    "--outputs) are meant to have this law: fewer are needed.",
)
@click.option(
    "--centers",
    metavar="X,Y",
    help="Its centers for the two data sets, such as --centers 2,1.",
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
    help="How long to go on at most, such as 90s or 10m, starts of programs counted; to within a "
    "tenth, or one call of the program.",
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
    type=SECONDS,
    help="Seconds for one start (10 by default) or one request to an adapter (60).",
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
    "--record",
    type=FILE,
    callback=file_to_write,
    help="Keep all outputs in this file (.npz), from which --resume goes on.",
)
@click.option(
    "--resume",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Go on from a record of the same program, with the same claims and pairs.",
)
@sandbox_option()
@json_option()
@click.option(
    "--out",
    type=FILE,
    callback=file_to_write,
    help="Write the report into this file: .svg or .png (both laws and the growing evidence), .html "
    "(a page), .json, or .npz (a record).",
)
@click.option(
    "--script",
    type=FILE,
    callback=file_to_write,
    help="Write a short Python script that repeats what speaks most (commands only).",
)
def audit_command(
    words: tuple[str, ...],
    claims: tuple[str, ...],
    neighbors: str,
    adapter: str | None,
    files: tuple[Path, ...],
    sets: tuple[str, ...],
    domain: tuple[str, ...],
    user: str | None,
    lower: str,
    upper: str,
    size: int,
    left_out: str,
    first: bool,
    law: str | None,
    centers: str | None,
    draws: int,
    budget: float | None,
    alpha: Fraction,
    timeout: float | None,
    workers: int,
    scheduler: str | None,
    evidence: bool,
    record: Path | None,
    resume: Path | None,
    sandbox: bool,
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

    A claim is refuted; or not refuted, which is no proof of privacy; or too little was seen, and
    the report says what. What it says of outputs holds whenever you stop: Ctrl-C prints what has
    come so far.
    """
    from ..auditing import api
    from ..auditing.script import check
    from ..wire.bounded import Bounds

    began = time.monotonic()
    if len(files) not in (0, 2) or len(sets) % 2 or (files and len(sets) > 2):
        raise click.UsageError(
            "--outputs and --data are given twice or not at all: for a data set and its neighbour "
            "(--data for several such pairs, one after the other)"
        )
    way = _way(words, adapter, files, evidence)
    given = _given()
    _refuse_idle(way, given)
    _check_out(out, way)
    if script is not None:
        check(list(words) if way is Way.COMMAND else [])
    values = _domain(domain, user, way)
    columns = tuple(values) if isinstance(values, dict) else ()
    if columns and script is not None:
        raise click.UsageError("--script: a script has records, no tables; leave --domain out")
    relation = api.relation_of(neighbors)
    without = api.without_of(left_out)
    named = _law(law, centers, bool(files) or len(sets) == 2)
    found: ExactReport | Report
    kept_in = record or resume
    if way is Way.EXACT:
        found = _exact(words, claims, lower, upper, size if "size" in given else min(size, 2))
    else:
        asked = _pairs(
            relation, sets, lower, upper, size, files, adapter, words, values, user, without
        )
        connect = None if adapter is None else _connector(adapter, sandbox)
        if connect is not None:  # what is built for it takes none of the budget
            began = time.monotonic()
        bounds = Bounds(timeout or REQUEST_SECONDS, inf, budget)
        with ExitStack() as kept:
            source = _source(
                way,
                words,
                None if connect is None else bounds.wrap(connect),
                files,
                asked[0],
                timeout,
                workers,
                _pool(scheduler, kept),
                sandbox,
                columns,
            )
            kept.callback(source.close)
            fresh = api.opened(
                source,
                api.claims_of(claims or ("epsilon=1",)),
                relation,
                asked,
                alpha,
                named=named,
                without=without,
            )
            state = fresh if resume is None else _resumed(resume, fresh, given)
            found = _outputs(state, source, draws, budget, began, kept_in, first)
        if bounds.told:
            say(f"warning: {bounds.told}", err=True)
    lost = None if kept_in is None else _kept(found, kept_in)
    _written(found, as_json, out, script, words)
    if lost is not None:
        raise lost
    if found.exit is not Exit.OK:
        sys.exit(found.exit)


class Way(Enum):
    """How a mechanism is audited: in words, and the options that have no effect then."""

    EXACT = (
        "the exact law of a shipped mechanism (see --evidence)",
        "sets domain user draws budget alpha timeout workers record resume sandbox left_out first "
        "law centers",
    )
    SHIPPED = "outputs of a shipped mechanism", "timeout workers sandbox user"
    ADAPTER = "outputs of an adapter", "workers evidence user"
    FILES = (
        "outputs from files",
        "timeout workers adapter evidence lower upper size words sandbox domain user",
    )
    COMMAND = "outputs of a command", "evidence"


def _way(
    words: tuple[str, ...], adapter: str | None, files: tuple[Path, ...], evidence: bool
) -> Way:
    if files:
        return Way.FILES
    if not words:
        raise click.UsageError(
            "nothing to audit: give -- COMMAND, -a ADAPTER OBJECT, --outputs twice, or a mechanism"
        )
    if adapter is not None:
        return Way.ADAPTER
    if _is_mechanism(words):
        return Way.SHIPPED if evidence else Way.EXACT
    return Way.COMMAND


def _given() -> dict[str, str]:
    """Returns the options that were given, by name, as they are written."""
    context = click.get_current_context()
    return {
        param.name: param.opts[0]
        for param in context.command.params
        if param.name is not None
        and context.get_parameter_source(param.name) is ParameterSource.COMMANDLINE
        and context.params.get(param.name) != ()
    }


def _refuse_idle(way: Way, given: dict[str, str]) -> None:
    """Refuses options that have no effect."""
    if "scheduler" in given and (way is not Way.COMMAND or "workers" in given):
        raise click.UsageError(
            "--scheduler starts a command (after --) on workers of its own: without --workers, -a, "
            "--outputs or a shipped mechanism"
        )
    if {"scheduler", "sandbox"} <= given.keys():
        raise click.UsageError("--sandbox shuts in what runs on this machine: without --scheduler")
    if way is Way.EXACT and "neighbors" in given:
        raise click.UsageError(
            "--neighbors: a shipped mechanism has its own neighbouring relation, that of the "
            "report; with --evidence another is looked at"
        )
    what, names = way.value
    idle = [(what, names.split())]
    if "sets" in given:
        idle.append(
            ("data sets that are given (--data)", ["lower", "upper", "size", "domain", "user"])
        )
    if "domain" in given:
        idle.append(("records of a domain (--domain)", ["lower", "upper"]))
    for what, listed in idle:
        for name in listed:
            if name in given:
                told_ = "a command" if name == "words" else given[name]
                raise click.UsageError(f"{told_} has no effect on {what}: leave it out")


def _is_mechanism(words: tuple[str, ...]) -> bool:
    from ..catalogue.mechanisms import MECHANISMS

    return bool(words) and words[0] in MECHANISMS and all("=" in w for w in words[1:])


def _exact(
    words: tuple[str, ...], claims: tuple[str, ...], lower: str, upper: str, size: int
) -> Any:
    from ..auditing import api

    given = dict(key_value(words[1:]))
    low, high = api.bounds_of(given.get("lower", lower), given.get("upper", upper))
    chosen = api.claims_of(claims) if claims else None
    return api.shipped(
        words[0],
        dict(given),
        chosen,
        (low, (low + high) / 2, high),
        size,
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


def _connector(adapter: str, sandbox: bool) -> Callable[[], Connection]:
    from ..libraries.bundled import connector

    return connector(adapter, lambda text: say(text, err=True), sandbox=sandbox)


def _source(
    way: Way,
    words: tuple[str, ...],
    connect: Callable[[], Connection] | None,
    files: tuple[Path, ...],
    pair: Pair,
    seconds: float | None,
    workers: int,
    pool: Executor | None,
    sandbox: bool,
    columns: tuple[str, ...],
) -> Source:
    from ..auditing.sources.buffered import Buffered

    if way is Way.FILES:
        from ..auditing.sources.files import Files

        return Files(files[0], files[1], pair)
    if connect is not None:
        from ..auditing.sources.adapter import Adapter
        from ..catalogue.mechanisms import MECHANISMS

        centred = words[0] not in MECHANISMS
        return Buffered(
            Adapter(connect, words[0], key_value(words[1:]), centred, seconds or REQUEST_SECONDS)
        )
    if way is Way.SHIPPED:
        from ..auditing.sources.shipped import Shipped

        return Buffered(Shipped(words[0], dict(key_value(words[1:]))))
    from ..auditing.sources.command import Command

    command = Command(list(words), seconds or START_SECONDS, workers, pool, sandbox, columns)
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
    domain: Any,
    user: str | None,
    without: frozenset[Without],
) -> list[Pair]:
    from ..auditing import api
    from ..auditing.asked import given, searched
    from ..auditing.pairs import Pair
    from ..catalogue.laws import LAWS

    of_a_law = adapter is not None and words and words[0] in LAWS
    if sets or files or of_a_law:
        _refuse_unsearched(without)
    if sets:
        both = zip(sets[::2], sets[1::2], strict=True)
        return given(None, [tuple(map(_records, two)) for two in both], relation).pairs
    if files:
        return [Pair((str(files[0]),), (str(files[1]),), 0)]
    low, high = map(float, api.bounds_of(lower, upper))
    if of_a_law:
        return [Pair((low,), (high,), 0)]
    return searched(
        relation, low, high, size, domain=domain, user=user, hints=(), **api.handed(without)
    ).pairs


def _refuse_unsearched(without: frozenset[Without]) -> None:
    """Refuses to leave records out of data sets that are given."""
    from ..auditing.api import SEARCHED

    for word in SEARCHED:
        if word in without:
            raise click.UsageError(
                f"--without {word} has no effect on data sets that are given: leave it out"
            )


def _law(law: str | None, centers: str | None, one_pair: bool) -> NamedLaw | None:
    """Returns the law that outputs for one pair are meant to have."""
    from ..auditing.named import NamedLaw

    if law is None and centers is None:
        return None
    if law is None or centers is None or not one_pair:
        raise click.UsageError(
            "--law and --centers go together, and with one pair of data sets: --data twice, or "
            "--outputs"
        )
    try:
        one, other = map(float, centers.split(","))
    except ValueError:
        raise click.UsageError("--centers: two numbers, such as --centers 2,1") from None
    return NamedLaw(law, (one, other))


def _check_out(out: Path | None, way: Way) -> None:
    """Refuses, before the audit, a file of which nothing says what to write."""
    from ..auditing.shown import NAMES, SUFFIXES

    if out is not None and out.suffix.lower() not in SUFFIXES:
        raise click.UsageError(f"--out must end in {NAMES}")
    if out is not None and out.suffix.lower() == ".npz" and way is Way.EXACT:
        raise click.UsageError("--out: exact laws have no outputs that a record (.npz) could keep")


def _domain(
    options: tuple[str, ...], user: str | None, way: Way
) -> list[Any] | dict[str, Any] | None:
    """Returns all values of a record, or for each column its bounds, its values, or nothing."""
    if not options and user is None:
        return None
    by_column = user is not None or any("=" in option for option in options)
    if by_column:
        if way is not Way.COMMAND:
            raise click.UsageError(
                "--domain: columns are those of a CSV file that a command reads (after --)"
            )
        found: dict[str, Any] = {}
        for option in options:
            name, equals, values = option.partition("=")
            if not equals or not name or name in found:
                raise click.UsageError(
                    "--domain: name every column once, such as --domain age=0:120 --domain sex=m,f"
                )
            found[name] = _column(values)
        return found if user is None else {**found, user: found.get(user)}
    if len(options) > 1:
        raise click.UsageError(
            "--domain: once, with commas between the values, or for every column NAME=VALUES"
        )
    listed = [_value(word) for word in options[0].split(",")]
    if way is not Way.COMMAND and any(isinstance(value, str) for value in listed):
        raise click.UsageError("--domain: texts are for a command (after --); give numbers")
    return listed


def _column(text: str) -> Any:
    """Returns what a column holds: two bounds, a list of values, or nothing where it is empty."""
    if not text:
        return None
    bounds = [_value(word) for word in text.split(":")]
    if len(bounds) == 2 and not any(isinstance(bound, str) for bound in bounds):
        return tuple(bounds)
    return [_value(word) for word in text.split(",")]


def _value(word: str) -> Any:
    """Returns a number, or the text that is none; whole numbers are integers."""
    try:
        return int(word)
    except ValueError:
        try:
            return float(word)
        except ValueError:
            return word


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


def _resumed(resume: Path, fresh: Audit, given: dict[str, str]) -> Audit:
    """Returns the audit of a record, which must be of this source, and of what is given beside it."""
    from ..auditing.door import COMMAND
    from ..auditing.resuming import resumed

    options = {"left_out": "without"}
    return resumed(resume, fresh, {options.get(n, n): o for n, o in given.items()}, COMMAND)


def _outputs(
    state: Audit,
    source: Source,
    draws: int,
    budget: float | None,
    began: float,
    record: Path | None,
    first: bool,
) -> Report:
    from ..auditing.door import COMMAND
    from ..auditing.progress import Progress
    from ..auditing.report import Report
    from ..auditing.run import proceed
    from ..auditing.sources.files import Files

    if isinstance(source, Files):
        source.skip(*state.books[0].drawn)
        draws = min(draws, state.draws + sum(source.sizes))
    left = inf if budget is None else max(0.0, budget - (time.monotonic() - began))
    progress = Progress(COMMAND, draws, budget, record, lambda line: _show(line, err=True))
    proceed(state, source, draws, left, progress, first=first)
    return Report(state)


def _kept(found: Any, record: Path) -> OSError | None:
    """Keep all outputs in a file; return why they could not be kept, which must cost no report."""
    from ..auditing.store import save

    try:
        save(found.audit, record)
    except OSError as error:
        return error
    click.echo(f"wrote {record}", err=True)
    return None


def _show(text: str, err: bool = False) -> None:
    """Prints lines of which a program may have made a part."""
    say("\n".join(map(printable, text.split("\n"))), err=err)


def _written(
    found: Any, as_json: Path | None, out: Path | None, script: Path | None, words: tuple[str, ...]
) -> None:
    if not instead(as_json):
        _show(str(found))
    if as_json is not None:
        emit(as_json, found.data)
    if out is not None:
        found.save(out)
        click.echo(f"wrote {out}", err=True)
    if script is not None:
        from ..auditing.script import script_of

        text = script_of(found, list(words))
        if text is None:
            click.echo(
                "wrote no script: no half line of numbers speaks against it; --record keeps the "
                "outputs",
                err=True,
            )
        else:
            write(script, text.encode())
