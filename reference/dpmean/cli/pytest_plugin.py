"""A pytest plugin: one test item for each vector, in the test suite of the implementation that is
judged.

    pytest --dpmean-adapter 'python3 my_adapter.py' -m dpmean

The items are called dpmean::ID and carry the marker `dpmean`, so that -m, -k, --lf and reports work
on them. What the implementation does not support is skipped, with the reason; a finding of a list
(--dpmean-known-failing, and the bundled libraries' own) is expected to fail: strictly when the list
names the vector's id itself and the verdict is certain. One adapter process serves all items of a
pytest process and is started by the first of them.

Without --dpmean-adapter nothing happens: nothing is collected, and nothing of dpmean but this file
is imported.
"""

from __future__ import annotations

import shlex
from collections.abc import Container, Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from fractions import Fraction

    from ..judging.known import Known
    from ..judging.results import Run
    from ..judging.verdict import Verdict
    from ..suite.vectors import Vector
    from ..wire.session import Session

SECONDS = 60.0  # seconds for one request


class _Checks(Container[str]):
    """The names of the checks, imported when one of them is given."""

    def __contains__(self, name: object) -> bool:
        return name in list(self)

    def __iter__(self) -> Iterator[str]:
        from ..judging import CHECKS

        return iter(CHECKS)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Register the options; put them into `addopts` to have them always."""
    group = parser.getgroup("dpmean", "conformance vectors of differentially private means")
    group.addoption(
        "--dpmean-adapter",
        metavar="CMD",
        help="Judge this adapter: a command line, direct:MODULE, or a bundled name. One test "
        "per vector.",
    )
    group.addoption(
        "--dpmean-run",
        metavar="GLOB",
        action="append",
        default=[],
        help="Only vectors whose id matches. Repeatable.",
    )
    group.addoption(
        "--dpmean-kind",
        metavar="KIND",
        action="append",
        default=[],
        choices=_Checks(),
        help="Only this kind, as `dpmean conform` names them. Repeatable.",
    )
    group.addoption(
        "--dpmean-known-failing",
        metavar="FILE",
        type=Path,
        help="TOML list of known findings: these are expected to fail.",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker, so that -m works under --strict-markers."""
    config.addinivalue_line(
        "markers", "dpmean: a conformance vector of dpmean (see --dpmean-adapter)"
    )


@pytest.hookimpl(tryfirst=True)  # before -k and -m choose
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Add the vectors' items after the suite's own."""
    if config.option.dpmean_adapter:
        items.extend(Vectors.from_parent(session, name="dpmean", nodeid="dpmean").collect())


def _nothing_judged(config: pytest.Config) -> bool:
    """Tell whether vectors were asked and every one of them was skipped."""
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    stats = {} if terminal is None else terminal.stats
    seen = {
        outcome
        for outcome, reports in stats.items()
        if outcome
        for r in reports
        if str(getattr(r, "nodeid", "")).startswith("dpmean::")
    }
    return seen == {"skipped"}


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Make a run in which nothing was judged no success.

    The exit code is that of a run without tests, as `conform` has one for it.
    """
    if (
        session.config.option.dpmean_adapter
        and exitstatus == pytest.ExitCode.OK
        and _nothing_judged(session.config)
    ):
        session.exitstatus = pytest.ExitCode.NO_TESTS_COLLECTED


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say in the summary that nothing was judged, and why."""
    if config.option.dpmean_adapter and _nothing_judged(config):
        terminalreporter.write_line(
            "dpmean: nothing was judged: the adapter supports none of the chosen vectors",
            yellow=True,
        )


class Vectors(pytest.Collector):
    """The chosen vectors, and the one adapter that all their items ask."""

    def collect(self) -> Iterator[VectorItem]:
        """Yield one item for each vector and support check that the options choose."""
        from ..errors import DpmeanError
        from ..judging import known
        from ..judging.outcome import statistical
        from ..judging.support import support_vectors
        from ..libraries import bundled as libraries
        from ..suite.files import load
        from ..suite.pvalues import TOTAL, share

        option = self.config.option
        try:
            everything = load()
            lists = [
                path
                for path in (
                    libraries.known_findings(option.dpmean_adapter),
                    option.dpmean_known_failing,
                )
                if path is not None
            ]
            entries = [entry for path in lists for entry in known.read(path) if not entry.missing]
        except DpmeanError as error:
            raise pytest.UsageError(f"dpmean: {error}") from error
        chosen = [v for v in [*everything, *support_vectors(everything)] if self._wanted(v)]
        if not chosen:
            raise pytest.UsageError(
                "dpmean: no vector matches --dpmean-run and --dpmean-kind; see `dpmean list`"
            )
        shared = Shared(
            option.dpmean_adapter,
            entries,
            share(TOTAL, statistical(chosen)),
            {v.id: v for v in everything if v.kind == "reject"},
        )
        self.config.add_cleanup(shared.close)
        for vector in chosen:
            yield VectorItem.from_parent(self, name=vector.id, vector=vector, shared=shared)

    def _wanted(self, v: Vector) -> bool:
        globs, kinds = self.config.option.dpmean_run, self.config.option.dpmean_kind
        return (not kinds or v.kind in kinds) and (
            not globs
            or any(fnmatch(name, glob) for name in (v.id, f"{v.kind}/{v.id}") for glob in globs)
        )


class Shared:
    """The adapter's session, which the first item that asks starts.

    What broke it for good fails all later items at once.
    """

    def __init__(
        self, adapter: str, entries: list[Known], alpha: Fraction, twins: dict[str, Vector]
    ) -> None:
        """Keep what the session needs.

        `adapter` is as conform's -a takes it, `entries` are the known findings, `alpha` is the
        false-alarm probability of each statistical check, and `twins` are the vectors in whose
        light refusals are judged.
        """
        self._twins = twins
        self._judged: dict[str, Verdict] = {}
        self.adapter, self.entries, self.alpha = adapter, entries, alpha
        self._open: tuple[Session, Run] | None = None
        self._broken: Exception | None = None
        self._drawn: set[str] = set()

    def verdict(self, vector: Vector) -> Verdict:
        """Ask and judge; AdapterError is raised when there is no adapter to ask (any more)."""
        from ..judging.policies import excused
        from ..judging.reject import beside

        verdict = self._alone(vector)
        if vector.kind != "reject" or self._open is None:
            return verdict
        twin = self._twins.get(vector.expect["twin"])
        return excused(
            beside(verdict, None if twin is None else self._alone(twin)), self._open[0].hello
        )

    def undecided(self, verdict: Verdict) -> str | None:
        """Return why a failure is no verdict by a declared policy, or None."""
        from ..judging.policies import undecided

        found = verdict if self._open is None else undecided(verdict, self._open[0].hello)
        return found.detail if found != verdict else None

    def _alone(self, vector: Vector) -> Verdict:
        """Return the verdict on one vector, which is asked once."""
        if vector.id not in self._judged:
            self._judged[vector.id] = self._ask(vector)
        return self._judged[vector.id]

    def _ask(self, vector: Vector) -> Verdict:
        from ..errors import AdapterError
        from ..judging.results import Run
        from ..judging.run import judge_one
        from ..libraries.bundled import connector
        from ..wire.bounded import Bounds
        from ..wire.session import Session

        if self._broken is not None:
            raise self._broken
        try:
            if self._open is None:
                session = Session(Bounds(SECONDS).wrap(connector(self.adapter)), SECONDS)
                self._open = session, Run(session.hello)
            session, run = self._open
            return judge_one(session, vector, run, self.alpha, self._drawn)
        except AdapterError as error:
            self._broken = error
            raise

    def finding(self, vector: Vector) -> Known | None:
        """Return the entry of the lists that speaks of this vector and this version."""
        version = self._open[0].hello.version if self._open else ""
        return next((e for e in self.entries if e.covers(vector.id) and e.speaks_of(version)), None)

    def close(self) -> None:
        """End the session with the adapter, if it was started."""
        if self._open is not None:
            self._open[0].close()


class NotConforming(Exception):
    """A vector failed; the message is the report."""


class VectorItem(pytest.Item):
    """The pytest item that judges one vector."""

    def __init__(self, *, vector: Vector, shared: Shared, **rest: Any) -> None:
        """Keep the `shared` session, which all items of a collection have in common."""
        super().__init__(**rest)
        self.vector, self.shared = vector, shared
        self.add_marker(pytest.mark.dpmean)

    def runtest(self) -> None:
        """Judge the vector: pass, skip what is unsupported, or fail with the verdict."""
        from ..errors import printable
        from ..judging.evidence import JUDGED
        from ..judging.known import CERTAIN
        from ..judging.sentences import guesses, meaning
        from ..judging.severity import severity_of
        from ..judging.verdict import FAIL, KNOWN

        verdict = self.shared.verdict(self.vector)
        if verdict.status not in JUDGED:
            pytest.skip(printable(f"{verdict.status}: {verdict.detail}"))
        if verdict.status == KNOWN:
            pytest.xfail(verdict.known)
        entry = self.shared.finding(self.vector)
        if entry is not None:
            strict = entry.strict and self.vector.kind in CERTAIN and self.vector.id in entry.ids
            self.add_marker(pytest.mark.xfail(reason=entry.reason, strict=strict))
        elif (open_ := self.shared.undecided(verdict)) is not None:
            pytest.skip(printable(f"inconclusive: {open_}"))
        if verdict.status == FAIL:
            asked = " ".join(
                [
                    self.vector.kind,
                    self.vector.object,
                    *filter(None, [self.vector.quantity]),
                    *(f"{k}={v}" for k, v in self.vector.params.items()),
                ]
            )
            again = (
                f"dpmean conform -a {shlex.quote(self.shared.adapter)} --run {self.vector.id} -v"
            )
            guess = "".join(f"guess   {words}\n" for words in guesses(verdict))
            raise NotConforming(
                f"seen    {printable(verdict.detail)}\nasked   {asked}\nmeans   "
                f"{severity_of(verdict).words}: {meaning(verdict)}\n{guess}repeat  {again}"
            )

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the report alone, because a traceback through the runner would help nobody."""
        from ..errors import AdapterError

        if isinstance(excinfo.value, NotConforming | AdapterError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Return the id as the item's name; there is no file and no line."""
        return self.path, None, f"dpmean::{self.name}"
