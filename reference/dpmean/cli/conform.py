"""`dpmean conform` and `dpmean judge`: verdicts on implementations, and again from a record."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..exits import Exit, told, worst
from ..judging import CHECKS
from ..suite.power import SIZES
from .completion import names_of_adapters, names_of_laws, names_of_objects
from .options import SECONDS, duration, instead, probability, sandbox_option
from .report import file_options
from .terminal import say

if TYPE_CHECKING:
    from ..judging.outcome import Judged
    from ..suite.vectors import Vector

EVERY = 60.0  # seconds between two lines of progress
EXIT = told(*Exit)


def selection(command: Any) -> Any:
    """The options that choose vectors, shared by `conform` and `judge`."""
    for option in (
        click.option(
            "--run",
            "patterns",
            multiple=True,
            shell_complete=names_of_objects,
            help="Only vectors whose id matches this glob, or of this object. Repeatable.",
        ),
        click.option(
            "--skip", multiple=True, help="Skip vectors whose id matches this glob. Repeatable."
        ),
        click.option(
            "--kind",
            "kinds",
            multiple=True,
            type=click.Choice(CHECKS),
            help="Only this kind. Repeatable.",
        ),
        click.option(
            "--known-failing",
            type=click.Path(path_type=Path, exists=True, dir_okay=False),
            help="TOML list of known findings (bundled libraries have their own).",
        ),
        file_options("json", "junit", "markdown", "html", "badge"),
        click.option(
            "--level",
            type=click.Choice(["must", "should"]),
            default="should",
            show_default=True,
            help="must: leave out vectors that are discretionary.",
        ),
        click.option(
            "--severity",
            type=click.Choice(["guarantee", "result", "contract", "policy"]),
            default="contract",
            show_default=True,
            help="Only failures as grave as this decide the exit code; lesser ones are listed.",
        ),
        click.option("-v", "--verbose", is_flag=True, help="Show every failure in full."),
    ):
        command = option(command)
    return command


@click.command(
    "conform", epilog=EXIT + "  Example:  dpmean conform -a 'python my_adapter.py' -a opendp"
)
@click.option(
    "-a",
    "--adapter",
    "adapters",
    multiple=True,
    shell_complete=names_of_adapters,
    help="A command line, direct:MODULE, dpmean or dpmean-fast (this package), or a bundled "
    "library (`dpmean findings` names them). Repeatable.",
)
@click.option(
    "--bundled",
    type=click.Choice(["quick", "all"]),
    help="Judge this package and the bundled libraries too: the quick (Python) ones, or all.",
)
@click.option(
    "--newest",
    is_flag=True,
    help="Judge the newest versions of bundled Python libraries, as who "
    "installs them today gets them; lists of known findings hold for the versions that they name.",
)
@click.option(
    "--alpha-total",
    default="1/1000000",
    show_default=True,
    callback=probability,
    help="Probability of any false alarm in the whole run, all adapters together.",
)
@click.option(
    "--timeout",
    default=60.0,
    show_default=True,
    type=SECONDS,
    help="Seconds for one request; more where the machine is slow or busy.",
)
@click.option(
    "--longest",
    type=SECONDS,
    help="Seconds of waiting for one adapter in all. Default: 240 times the limit of a request.",
)
@click.option(
    "--record",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write every reply and where it came from to this one file, for `dpmean judge`.",
)
@click.option(
    "--tier",
    metavar="DRAWS|REPORT",
    help="Draws in a batch (" + ", ".join(map(str, SIZES)) + "), fewer only where they take very "
    "long; or the JSON report of an earlier run, to ask exactly as much again. Default: what is "
    "declared of a bundled library; of others what they make in some seconds of work, chosen once.",
)
@click.option(
    "--thorough", is_flag=True, help="Batches of up to 2^24 draws where the implementation is fast."
)
@click.option(
    "--budget",
    callback=duration,
    metavar="TIME",
    help="How long the run may take for each adapter, such as 90s or 10m: batches are smaller, "
    "and what is left at its end is not asked (exit 4).",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    help="Processes that judge side by side, each with programs of "
    "its own.  [default: 1; for dpmean 2]",
)
@sandbox_option()
@click.option("-x", "--stop", is_flag=True, help="Stop at the first failure.")
@click.option(
    "--from-csv",
    metavar="FILE:X[,Y]",
    help="Judge samples from a CSV or Parquet file instead; needs --law. "
    "FILE may be the word example: 2,000 draws that come with dpmean.",
)
@click.option(
    "--law",
    shell_complete=names_of_laws,
    help="The law of the samples; its parameters follow as key=value (and center=).",
)
@click.argument("parameters", nargs=-1)
@selection
def conform_command(
    adapters: tuple[str, ...],
    bundled: str | None,
    newest: bool,
    alpha_total: Fraction,
    timeout: float,
    longest: float | None,
    record: Path | None,
    tier: str | None,
    thorough: bool,
    budget: float | None,
    workers: int | None,
    sandbox: bool,
    stop: bool,
    from_csv: str | None,
    law: str | None,
    parameters: tuple[str, ...],
    **chosen: Any,
) -> None:
    """Judge implementations against the vectors: exact values, transcripts, tapes, statistics,
    rejections, support.

    With --from-csv: judge samples without any adapter, against the exact law with the given
    parameters: dpmean conform --from-csv draws.csv:noise --law laplace epsilon=1/2 sensitivity=4

    To see a verdict in seconds, with draws that come with dpmean, right ones and then some with too
    little noise:

    \b
    dpmean conform --from-csv example --law laplace epsilon=1
    dpmean conform --from-csv example:too_little --law laplace epsilon=1
    """
    if from_csv is not None or law is not None or parameters:
        _samples(from_csv, law, parameters, alpha_total, adapters, chosen)
        return
    from ..judging.evidence import Severity
    from ..judging.outcome import Job, statistical
    from ..libraries import bundled as libraries
    from ..libraries.judged import conform
    from ..reports.machine import sizes_of
    from ..suite.pvalues import share
    from ..wire.sizes import THOROUGH, THOROUGH_SECONDS, Sizes

    libraries_asked = (
        []
        if bundled is None
        else [
            *libraries.OWN,
            *(
                name
                for name, library in libraries.bundled().items()
                if bundled == "all" or library.quick
            ),
        ]
    )
    named = list(dict.fromkeys([*adapters, *libraries_asked]))
    if not named:
        raise click.UsageError(
            "give at least one -a ADAPTER, or --bundled quick; or try --from-csv example "
            "--law laplace epsilon=1"
        )
    vectors = _choose(chosen)
    sizes = Sizes(THOROUGH, THOROUGH_SECONDS) if thorough else Sizes()
    sizes, earlier = replace(sizes, budget=budget), None
    if tier is not None and tier in [str(n) for n in SIZES]:
        sizes = replace(sizes, tier=int(tier), probed=None)
    elif tier is not None:
        earlier = _report(tier)
    job = Job(
        vectors,
        share(alpha_total, len(named) * statistical(vectors)),
        timeout,
        chosen["known_failing"],
        stop,
        not (chosen["patterns"] or chosen["skip"] or chosen["kinds"] or chosen["level"] == "must"),
        workers,
        sizes,
        Severity(chosen["severity"]),
        newest,
        longest,
        sandbox,
    )
    if record is not None:
        _new(record)
    libraries.prepare(named, newest)
    made, lost = [], None
    for i, adapter in enumerate(named):
        if len(named) > 1:
            click.echo(f"judging {adapter} ({i + 1} of {len(named)})", err=True)
        with _progress(adapter, len(vectors)) as step:
            judged = conform(
                adapter,
                job
                if earlier is None
                else replace(job, sizes=replace(sizes_of(earlier, adapter), budget=budget)),
                record=record,
                say=lambda text: click.echo(text, err=True),
                progress=step,
            )
        # the reference must have everything
        among_others = adapter in libraries_asked and adapter not in ("dpmean", *adapters)
        if among_others and (
            judged.run is None or (judged.code == Exit.INCONCLUSIVE and not judged.answered)
        ):
            # a library that cannot be had or built here, or has nothing of what was chosen, is
            # reported, not failed
            judged.code = Exit.OK
        made.append(_show(judged, chosen))
        lost = lost or judged.lost
        if judged.code == Exit.INTERRUPTED:
            break
    _finish(made, chosen, lost)


def _report(path: str) -> dict[str, Any]:
    """Return the report of an earlier run, whose tier is taken again."""
    from ..errors import InvalidInput
    from ..reports.machine import read

    if not Path(path).is_file():
        raise InvalidInput(
            "file_not_found",
            f"tier: '{path[:80]}' is neither one of {', '.join(map(str, SIZES))} nor a file",
            argument="tier",
        )
    return read(Path(path))


def _new(record: Path) -> None:
    """Make the file of a record; nothing is overwritten, and what cannot be written is an error
    now.
    """
    from ..errors import InvalidInput

    try:
        record.touch(exist_ok=False)
    except FileExistsError as error:
        raise InvalidInput(
            "file_format", f"{record} is there already; give another file", argument="record"
        ) from error


def _samples(
    source: str | None,
    law: str | None,
    parameters: tuple[str, ...],
    alpha: Fraction,
    adapters: tuple[str, ...],
    chosen: dict[str, Any],
) -> None:
    from ..judging.evidence import Severity
    from ..judging.outcome import exit_code
    from ..judging.samples import judge_samples
    from .columns import read_samples
    from .main import pairs

    if source is None or law is None or adapters:
        raise click.UsageError(
            "samples are judged by --from-csv FILE:X --law NAME key=value ..., without -a"
        )
    judged = judge_samples(source, law, pairs(parameters), read_samples(source), alpha)
    judged.severity = Severity(chosen["severity"])
    assert judged.run is not None
    judged.code = exit_code(judged.run, judged.severity, stale=False)
    _finish([_show(judged, chosen)], chosen)


@click.command("judge", epilog=EXIT + "  Example:  dpmean judge acme.record")
@click.argument(
    "records", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True, dir_okay=False)
)
@selection
def judge_command(records: tuple[Path, ...], **chosen: Any) -> None:
    """Give the verdicts of recorded runs again (`conform --record FILE`), from their replies alone:
    no adapter and no library is needed.
    """
    from ..errors import InvalidInput
    from ..judging.evidence import Severity
    from ..judging.outcome import Job, rejudge
    from ..libraries.bundled import known_findings

    job = Job(
        _choose(chosen),
        known_failing=chosen["known_failing"],
        complete=False,
        severity=Severity(chosen["severity"]),
    )
    made: list[dict[str, Any]] = []
    damaged: InvalidInput | None = None
    for path in records:
        with _progress(path.name, len(job.vectors)) as step:
            try:
                for judged in rejudge(path, job, step, known_findings):
                    made.append(_show(judged, chosen))
            except InvalidInput as error:
                if error.argument != "record":
                    raise
                damaged = damaged or error
    if damaged and not made:
        raise damaged
    if not made:
        raise click.UsageError("nothing is recorded there")
    _finish(made, chosen, damaged)


def _choose(chosen: dict[str, Any]) -> list[Vector]:
    from ..judging.selecting import fits, nearest
    from ..reports import writable
    from .vectors import judged

    writable(chosen)
    everything = judged()
    patterns, skip, kinds = chosen["patterns"], chosen["skip"], chosen["kinds"]

    def wanted(v: Vector) -> bool:
        matched = not patterns or any(fits(v, p) for p in patterns)
        level = chosen["level"] == "should" or v.level == "must"
        skipped = any(fits(v, p) for p in skip)
        return matched and level and not skipped and (not kinds or v.kind in kinds)

    for pattern in patterns:
        if not any(fits(v, pattern) for v in everything):
            raise click.UsageError(f"--run: no vector matches {nearest(pattern, everything)}")
    vectors = [v for v in everything if wanted(v)]
    # a refusal is judged by its twin, which is asked too
    twins = {v.expect["twin"] for v in vectors if v.kind == "reject"} - {v.id for v in vectors}
    if twins:
        kept = {v.id for v in vectors} | twins
        vectors = [v for v in everything if v.id in kept and not any(fits(v, p) for p in skip)]
    if not vectors:
        raise click.UsageError("no vector matches all of these; see `dpmean list`")
    return vectors


def _show(judged: Judged, chosen: dict[str, Any]) -> dict[str, Any]:
    """Print the verdict on one adapter, and return what the reports are made from."""
    from ..reports import machine, text

    made = machine.run_json(judged)
    if judged.run is None:
        say(
            f"{judged.adapter}: NOT JUDGED: {judged.reason}\n"
            if judged.code == 0
            else f"error [adapter_start]: {judged.adapter}: {judged.reason}\n",
            err=judged.code != 0,
        )
    elif not instead(chosen["json"]):
        say(text.text(made, chosen["verbose"]) + "\n")
    return made


def _finish(
    made: list[dict[str, Any]], chosen: dict[str, Any], failed: Exception | None = None
) -> None:
    """Write the reports and exit with the worst code, or say of what was judged that a file failed."""
    from ..reports import machine, text, writable, write

    if len(made) > 1 and not instead(chosen["json"]):
        click.echo(text.table(made))
    write(machine.report_json(made), writable(chosen))
    if failed is not None:
        raise failed
    code = worst(run["exit_code"] for run in made)
    sys.exit(code if code or any(run["verdicts"] for run in made) else Exit.INCONCLUSIVE)


class _progress:  # noqa: N801
    """A progress bar on a terminal; elsewhere, as in a log of CI, a line a minute."""

    def __init__(self, label: str, total: int) -> None:
        self._label, self._total, self._start, self._said = label[:30], total, time.monotonic(), 0.0

    def __enter__(self) -> Callable[[int, Vector], None]:
        if not sys.stderr.isatty():
            return self._line

        def doing(vector: Vector | None) -> str:
            return "" if vector is None else f"{vector.kind} {vector.object}"

        self._bar = click.progressbar(
            length=self._total, label=self._label, file=sys.stderr, item_show_func=doing
        )
        self._bar.__enter__()
        return lambda _i, v: self._bar.update(1, v)

    def _line(self, i: int, vector: Vector) -> None:
        seconds = time.monotonic() - self._start
        if seconds - self._said >= EVERY:
            self._said = seconds
            click.echo(
                f"{self._label}: {i} of {self._total} after {seconds:.0f} s, now {vector.kind} "
                f"{vector.object}",
                err=True,
            )

    def __exit__(self, *_: object) -> None:
        if hasattr(self, "_bar"):
            self._bar.render_finish()
            # the line of the bar is gone: what follows is the report
            click.echo("\x1b[1A\x1b[2K", nl=False, err=True)
