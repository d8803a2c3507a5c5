"""`dpmean conform` and `dpmean smoke`: judge an implementation."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from ..conformance.protocol import Connection
    from ..conformance.run import Run
    from ..suite.vectors import Vector



class _Seconds(click.FloatRange):
    """A time limit: a range that NaN is not in."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Refuse NaN, with which every comparison is false."""
        seconds = float(super().convert(value, param, ctx))
        if seconds != seconds:
            self.fail("must be a number of seconds", param, ctx)
        return seconds


SECONDS = _Seconds(0.1, 3600)
KINDS = ["exact", "transcript", "tape", "stat", "reject", "support"]


@click.command(
    "conform",
    epilog="Exit: 0 conforms, 1 a vector failed or a list is stale, 2 usage, 3 the adapter did not start or broke the protocol, "
    "4 nothing was judged, 5 the vector files are damaged.  Example:  dpmean conform -a 'python my_adapter.py' -a opendp",
)
@click.option("-a", "--adapter", "adapters", multiple=True, required=True, help="A command line, direct:MODULE, or dpmean, diffprivlib, opendp. Repeatable.")
@click.option("--run", "patterns", multiple=True, help="Only vectors whose id matches this glob. Repeatable.")
@click.option("--skip", multiple=True, help="Skip vectors whose id matches this glob. Repeatable.")
@click.option("--kind", "kinds", multiple=True, type=click.Choice(KINDS), help="Only this kind. Repeatable.")
@click.option("--known-failing", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="TOML list of known findings (bundled libraries have their own).")
@click.option("--timeout", default=60.0, show_default=True, type=SECONDS, help="Seconds for one request.")
@click.option("-x", "--stop", is_flag=True, help="Stop at the first failure.")
@click.option("--json", "json_file", type=click.Path(path_type=Path, dir_okay=False), help="Write the report as JSON to this file.")
@click.option("-v", "--verbose", is_flag=True, help="Show every failure in full.")
def conform_command(
    adapters: tuple[str, ...],
    patterns: tuple[str, ...],
    skip: tuple[str, ...],
    kinds: tuple[str, ...],
    known_failing: Path | None,
    timeout: float,
    stop: bool,
    json_file: Path | None,
    verbose: bool,
) -> None:
    """Judge implementations against the vectors: exact values, transcripts, tapes, statistics, rejections, support."""
    from ..conformance import report

    if json_file is not None:
        json_file.write_text("")  # a report that cannot be written should be known before the run
    vectors, supports = _choose(patterns, skip, kinds)
    worst, payload = 0, []
    for adapter in adapters:
        result, complaints, code = _judge(adapter, vectors, supports, known_failing, timeout, stop, complete=not (patterns or skip or kinds))
        if result is not None:
            click.echo(report.text(result, adapter, complaints, code, verbose) + "\n")
            payload.append(report.as_json(result, adapter, complaints, code))
        worst = max(worst, code)
        if result is not None and result.stopped == "interrupted":
            worst = 130
            break
    if json_file is not None:
        json_file.write_text(json.dumps({"runs": payload}, indent=1) + "\n")
    sys.exit(worst)


def _choose(patterns: tuple[str, ...], skip: tuple[str, ...], kinds: tuple[str, ...]) -> tuple[list[Vector], list[Vector]]:
    from ..conformance.run import support_vectors
    from ..suite.files import load

    everything = load()

    def wanted(v: Vector, kind: str) -> bool:
        names = (v.id, f"{kind}/{v.id}")
        chosen = not patterns or any(fnmatch(n, p) for n in names for p in patterns)
        return chosen and not any(fnmatch(n, p) for n in names for p in skip) and (not kinds or kind in kinds)

    vectors = [v for v in everything if wanted(v, v.kind)]
    supports = [v for v in support_vectors(everything) if wanted(v, "support")]
    if not vectors and not supports:
        raise click.UsageError("no vector matches; see `dpmean list`")
    return vectors, supports


def _judge(
    adapter: str, vectors: list[Vector], supports: list[Vector], known_failing: Path | None, timeout: float, stop: bool, complete: bool
) -> tuple[Run | None, list[str], int]:
    from ..conformance import known, libraries
    from ..conformance.run import run, support
    from ..conformance.verdict import FAIL, UNSUPPORTED
    from ..errors import AdapterError

    lists = [p for p in (libraries.known_findings(adapter), known_failing) if p is not None]
    entries = [entry for p in lists for entry in known.read(p)]  # a damaged list is an error before the run, not after it
    try:
        connect: Callable[[], Connection] = libraries.connector(adapter, lambda text: click.echo(text, err=True))
        with _progress(adapter, len(vectors) + len(supports)) as step:
            result = run(connect, vectors, seconds=timeout, progress=step, stop_at_first=stop)
            if supports and not result.stopped:
                support(connect, supports, result, seconds=timeout, progress=step)
    except AdapterError as error:
        click.echo(f"error [{error.code}]: {adapter}: {error}", err=True)
        return None, [], 3
    complaints = known.apply(result, entries, complete=complete)
    if any(v.status == FAIL for v in result.verdicts) or complaints:
        return result, complaints, 1
    if result.stopped:
        return result, complaints, 3
    judged = any(v.status != UNSUPPORTED for v in result.verdicts)
    return result, complaints, 0 if judged else 4


class _progress:  # noqa: N801 - used like a function
    """A progress bar on a terminal, nothing elsewhere."""

    def __init__(self, label: str, total: int) -> None:
        self._label, self._total = label[:30], total

    def __enter__(self) -> Callable[[int, Vector], None]:
        if not sys.stderr.isatty():
            return lambda _i, _v: None
        from rich.console import Console
        from rich.progress import Progress

        self._bar = Progress(console=Console(stderr=True), transient=True)
        self._bar.start()
        task = self._bar.add_task(self._label, total=self._total)
        return lambda _i, v: self._bar.update(task, advance=1, description=f"{self._label} {v.kind} {v.object}")

    def __exit__(self, *_: object) -> None:
        if hasattr(self, "_bar"):
            self._bar.stop()


@click.command("smoke")
@click.option("-a", "--adapter", required=True, help="A command line, direct:MODULE, or dpmean, diffprivlib, opendp.")
@click.option("--timeout", default=10.0, show_default=True, type=SECONDS, help="Seconds for one request.")
def smoke_command(adapter: str, timeout: float) -> None:
    """Check in seconds that an adapter speaks the protocol: hello, one request of each declared kind, bye."""
    from ..conformance import libraries
    from ..conformance.run import Session
    from ..conformance.verdict import PASS, judge, look
    from ..suite.files import load

    session = Session(libraries.connector(adapter, lambda text: click.echo(text, err=True)), timeout)
    hello = session.hello
    click.echo(f"hello      {hello.name} {hello.version}: kinds {', '.join(hello.kinds) or 'none'}; objects {', '.join(hello.objects) or 'none'}")
    asked, failed = 0, 0
    try:
        for kind in hello.kinds:
            candidates = [v for v in load() if v.kind == kind and hello.missing(v) is None]
            for vector in candidates:
                reply = session.ask(vector.prompt())
                if reply["status"] == "unsupported":
                    continue
                asked += 1
                if reply["status"] == "error":
                    outcome = "the adapter reports an error of its own"
                    failed += 1
                elif kind == "stat" and reply["status"] == "ok":
                    problem = look(vector, reply["output"])[1]
                    outcome = "reply is well formed" if problem is None else problem
                    failed += problem is not None
                else:
                    verdict = judge(vector, reply)
                    outcome = "ok" if verdict.status == PASS else f"{verdict.status}: {verdict.detail}"
                click.echo(f"{kind:10} {vector.id}: {outcome}")
                break
            else:
                click.echo(f"{kind:10} nothing answered among {len(candidates)} requests")
    finally:
        session.close()
    click.echo("the adapter speaks the protocol" if asked and not failed else "nothing was answered" if not asked else "a reply was malformed")
    sys.exit(0 if asked and not failed else 3 if failed else 4)
