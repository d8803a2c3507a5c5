"""`dpmean known-failing`: write a list of known failures from a report, or check one against the
vectors.
"""

from __future__ import annotations

import json
import sys
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import click

from ..exits import Exit

FILE = click.Path(path_type=Path, dir_okay=False)
HEAD = """\
# Known findings, for `dpmean conform --known-failing`. A strict entry must fail: when it passes, the list is
# stale. Say in `reason` what the library does and documents, and in `repro` how to see it without this suite: an
# entry with a placeholder excuses nothing. `class` is one of defect, documented, convention, adapter, control;
# `breaks = true` says that the guarantee is broken.
"""


@click.group("known-failing")
def known_failing_command() -> None:
    """Lists of known failures: `write` one from a report, `check` one against the vectors."""


@known_failing_command.command(
    "write",
    epilog="Example:  dpmean conform -a ./mine --json r.json; dpmean known-failing write r.json "
    "known.toml",
)
@click.argument("report", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.argument("target", type=FILE)
def write_command(report: Path, target: Path) -> None:
    """Write the failures of REPORT (one adapter, `conform --json`) to TARGET, which must not
    exist.
    """
    from .. import written
    from ..errors import InvalidInput
    from ..judging.known import CERTAIN
    from ..reports.machine import read

    if target.exists():
        raise InvalidInput(
            "file_format",
            f"{target} exists; give another name, so that no reason is lost",
            argument="target",
        )
    runs = read(report)["runs"]
    if len(runs) != 1:
        raise InvalidInput(
            "file_format",
            f"{report} has {len(runs)} adapters; make a report of one",
            argument="report",
        )
    failures = [v for v in runs[0]["verdicts"] if v["status"] == "fail"]
    version = runs[0]["adapter"]["version"]
    entries = "".join(_entry(v, v["kind"] in CERTAIN) for v in failures)
    written.whole(target, HEAD + f"versions = [{json.dumps(version)}]\n" + entries, new=True)
    click.echo(f"{len(failures)} failure{'s' if len(failures) != 1 else ''} written to {target}")


def _entry(verdict: dict[str, Any], strict: bool) -> str:
    # JSON strings are TOML strings
    lines = [
        "",
        "[[finding]]",
        f"ids = [{json.dumps(verdict['id'])}]",
        f"reason = {json.dumps(verdict['detail'][:300])}",
        'repro = "to be written"',
        'class = "defect"',
    ]
    return "\n".join([*lines, *([] if strict else ["strict = false"])]) + "\n"


@known_failing_command.command("check")
@click.argument("target", type=click.Path(path_type=Path, exists=True, dir_okay=False))
def check_command(target: Path) -> None:
    """Check that TARGET is readable and that every id or glob in it names a vector."""
    from ..judging import known
    from ..judging.support import support_vectors
    from ..suite.files import load

    entries, everything = known.read(target), load()
    ids = [v.id for v in [*everything, *support_vectors(everything)]]
    unknown = [p for entry in entries for p in entry.ids if not any(fnmatchcase(i, p) for i in ids)]
    for pattern in unknown:
        click.echo(f"'{pattern}': no vector has this id")
    if unknown:
        sys.exit(Exit.FAILED)
    click.echo(
        f"{len(entries)} findings name {sum(any(e.covers(i) for e in entries) for i in ids)} "
        "vectors"
    )
