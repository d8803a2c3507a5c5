"""`dpmean audit`: what do the outputs of a mechanism say about the guarantee that it claims?"""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack, suppress
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

    from ..auditing.pairs import Pair
    from ..auditing.report import ExactReport, Report
    from ..auditing.run import Audit
    from ..auditing.sources import Source
    from ..privacy.neighbors import Neighbors
    from ..wire.protocol import Connection

EVERY = 2.0  # seconds between two lines of progress
KEEP = 5.0  # at least, between two times that outputs are kept for --resume
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
    help="Draw both laws and the growing evidence into this file: .svg or .png.",
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
    if out is not None and out.suffix.lower() not in (".svg", ".png"):
        raise click.UsageError("--out must end in .svg or .png")
    if script is not None:
        check(list(words) if way is Way.COMMAND else [])
    values = _domain(domain, user, way)
    columns = tuple(values) if isinstance(values, dict) else ()
    if columns and script is not None:
        raise click.UsageError("--script: a script has records, no tables; leave --domain out")
    relation = api.relation_of(neighbors)
    found: ExactReport | Report
    kept_in = record or resume
    if way is Way.EXACT:
        found = _exact(words, claims, lower, upper, size if "size" in given else min(size, 2))
    else:
        asked = _pairs(relation, sets, lower, upper, size, files, adapter, words, values, user)
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
            state = _state(resume, source, claims, relation, asked, alpha, given)
            found = _outputs(state, source, draws, budget, began, kept_in)
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
        "sets domain user draws budget alpha timeout workers record resume sandbox",
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
) -> list[Pair]:
    from ..auditing import api
    from ..auditing.asked import given, searched
    from ..auditing.pairs import Pair
    from ..catalogue.laws import LAWS

    if sets:
        both = zip(sets[::2], sets[1::2], strict=True)
        return given(None, [tuple(map(_records, two)) for two in both], relation).pairs
    if files:
        return [Pair((str(files[0]),), (str(files[1]),), 0)]
    low, high = map(float, api.bounds_of(lower, upper))
    if adapter is not None and words and words[0] in LAWS:
        return [Pair((low,), (high,), 0)]
    return searched(relation, low, high, size, domain=domain, user=user).pairs


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


def _state(
    resume: Path | None,
    source: Source,
    claims: tuple[str, ...],
    relation: Neighbors,
    pairs: list[Pair],
    alpha: Fraction,
    given: dict[str, str],
) -> Audit:
    """Returns a new audit, or that of a record, which must be of this source, and of what is given
    beside it.
    """
    from ..auditing import api
    from ..auditing.run import Audit

    asked = api.claims_of(claims or ("epsilon=1",))
    if resume is None:
        return Audit(source.name, asked, relation.value, pairs, alpha, key=source.key)
    from ..auditing.store import load

    state = load(resume)
    if source.key != state.key if state.key is not None else source.name != state.source:
        raise click.UsageError(
            f"--resume: {resume.name} is the record of '{printable(state.key or state.source)}', "
            f"not of '{printable(source.key)}': start that with --record"
        )
    same = {
        "claims": [c.words for c in asked] == [c.words for c in state.claims],
        "neighbors": relation.value == state.relation,
        "alpha": alpha == state.alpha,
        **dict.fromkeys(
            ("sets", "lower", "upper", "size", "domain", "user"),
            repr([(p.one, p.other) for p in pairs])
            == repr([(p.one, p.other) for p in state.pairs]),
        ),
    }
    for name, is_so in same.items():
        if name in given and not is_so:
            raise click.UsageError(
                f"--resume: {resume.name} was made with another {given[name]}; leave it out to go "
                "on, or start anew with --record"
            )
    return state


def _outputs(
    state: Audit,
    source: Source,
    draws: int,
    budget: float | None,
    began: float,
    record: Path | None,
) -> Report:
    from ..auditing.report import Report
    from ..auditing.run import proceed
    from ..auditing.sources.files import Files

    if isinstance(source, Files):
        source.skip(*state.books[0].drawn)
        draws = min(draws, state.draws + sum(source.sizes))
    left = inf if budget is None else max(0.0, budget - (time.monotonic() - began))
    proceed(state, source, draws, left, _Progress(draws, budget, record))
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


class _Progress:
    """What is said while an audit goes on: how long it will take, then how far it is. What came so
    far is kept now and then, for who is killed.
    """

    def __init__(self, draws: int, budget: float | None, record: Path | None) -> None:
        self._draws, self._budget, self._estimated = draws, budget, False
        self._record, self._next = record, time.monotonic() + KEEP
        self._began = self._last = time.monotonic()

    def __call__(self, audit: Audit) -> None:
        from ..auditing.report import odds
        from ..auditing.store import save

        if self._record is not None and time.monotonic() > self._next:
            began = time.monotonic()
            with suppress(OSError):  # which is said at the end
                save(audit, self._record)
            ended = time.monotonic()
            self._next = ended + max(KEEP, 50 * (ended - began))
        if audit.pace is not None and not self._estimated:
            self._estimated = True
            _show(self._estimate(audit), err=True)
        if time.monotonic() - self._last > EVERY and audit.growth:
            self._last = time.monotonic()
            epsilon = audit.growth[-1][2]
            _show(
                f"{audit.draws:,} outputs in {self._last - self._began:.0f} s: the evidence against "
                f"{audit.claims[0].words} is {odds(audit.log_wealth())} to 1, and "
                f"{1 / float(audit.alpha):,.0f} to 1 refutes it"
                + (f"; epsilon is at least {epsilon:.3f}" if epsilon else ""),
                err=True,
            )

    def _estimate(self, audit: Audit) -> str:
        from ..auditing.enough import Sight
        from ..auditing.report import BEYOND_REACH, duration_in_words

        assert audit.pace is not None
        sight = Sight(audit, audit.claims[0])
        if sight.hopeless:
            return f"{audit.claims[0].words}: {BEYOND_REACH}"
        missing = sight.missing
        count = len(audit.pairs)
        first = (
            f"the first call of the program took {audit.pace:.2g} s; to show even a gross leak, "
            f"{missing:,} outputs for {count} {'pair' if count == 1 else 'pairs'} of data sets are "
            "needed"
        )
        if audit.at_once:
            return f"{first}; later calls make many at once"
        needed = missing * audit.pace
        told_ = f"{first}, about {duration_in_words(needed)}"
        if self._budget is not None and needed > self._budget:
            told_ += ", which is more than --budget"
        told_ += f"; --draws {self._draws:,} take {duration_in_words(self._draws * audit.pace)}"
        return f"{told_}; a command with {{count}} among its words is quicker"


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
        from ..auditing.picture import picture

        write(out, picture(found, out.suffix.lower()[1:]))
    if script is not None:
        from ..auditing.script import script_of

        text = script_of(found, list(words))
        if text is None:
            click.echo(
                "wrote no script: the strongest evidence is no half line; --record keeps the "
                "outputs",
                err=True,
            )
        else:
            write(script, text.encode())
