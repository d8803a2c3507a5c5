"""`dpmean findings`: what is known about the bundled libraries, and where it was reported.

Each finding has a script that shows it with the library alone. Controls, which promise no privacy,
stand apart.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import did_you_mean
from ..exits import Exit
from .completion import names_of_libraries
from .options import emit, instead, json_option
from .terminal import say

if TYPE_CHECKING:
    from ..judging.known import Known
    from ..libraries.bundled import Library
    from ..libraries.findings import Reproduction


@click.command(
    "findings",
    epilog="Exit: 0 listed, or every script that ran saw its finding; 1 one was not reproduced; 2 "
    "usage; 3 a library could not be built.  Example:  dpmean findings opendp --reproduce",
)
@click.argument("names", nargs=-1, metavar="[LIBRARY]...", shell_complete=names_of_libraries)
@click.option(
    "--reproduce",
    is_flag=True,
    help="Run the script of each finding (builds the library first, once).",
)
@json_option("the findings")
def findings_command(names: tuple[str, ...], reproduce: bool, as_json: Path | None) -> None:
    """List the known findings on the bundled libraries (all, or LIBRARY...), or run the scripts
    that show them.

    A library whose toolchain is not on this machine is not judged, which is no failure.
    """
    from ..libraries import findings
    from ..libraries.bundled import bundled

    every = bundled()
    unknown = next((n for n in names if n not in every), None)
    if unknown is not None:
        raise click.UsageError(
            f"no bundled library '{unknown[:40]}'"
            + did_you_mean(unknown, every, f"there are {', '.join(every)}")
        )
    chosen = [every[n] for n in dict.fromkeys(names)] or list(every.values())
    if not reproduce:
        listed = [
            (library, finding)
            for library in findings.ordered(chosen)
            for finding in findings.of(library)
        ]
        emit(
            as_json,
            {"findings": [_plain(library, finding) for library, finding in listed]},
            indent=1,
        )
        if not instead(as_json):
            _list(listed)
        return
    tried = []
    for found in findings.reproduce(chosen, lambda text: click.echo(text, err=True)):
        tried.append(found)
        if not instead(as_json):
            say(_line(found))
    emit(
        as_json,
        {
            "findings": [
                _plain(o.library, o.finding) | {"status": o.status, "said": o.said} for o in tried
            ]
        },
        indent=1,
    )
    seen = {o.status for o in tried}
    if findings.NOT_REPRODUCED in seen:
        sys.exit(Exit.FAILED)
    sys.exit(Exit.BROKE if findings.NOT_BUILT in seen else Exit.OK)


def _list(listed: list[tuple[Library, Known]]) -> None:
    """Print a line for each finding; those on controls come last, under a heading of their own."""
    headed = False
    for library, finding in listed:
        if library.control and not headed:
            headed = True
            click.echo("\ncontrols, which promise no privacy:")
        reported = finding.told.get("reported", "")
        where = (
            f"; {reported}"
            if reported == "unreported"
            else f"; reported: {reported}"
            if reported
            else ""
        )
        since = f"; since {finding.told['since']}" if "since" in finding.told else ""
        say(
            f"{library.name} {library.version}  {finding.category:10} {finding.severity or '':9} "
            f"{finding.repro}: {finding.reason}{since}{where}"
        )


def _line(found: Reproduction) -> str:
    """Return one line: the status, the script, and the finding or why it was not seen."""
    from ..libraries.findings import REPRODUCED

    why = found.finding.reason if found.status == REPRODUCED else " ".join(found.said.split())
    return (
        f"{found.status:15} {found.library.name} {found.finding.category} "
        f"{found.finding.repro}: {why[:300]}"
    )


def _plain(library: Library, finding: Known) -> dict[str, Any]:
    """Return one finding as an object for machines."""
    return {
        "library": library.name,
        "version": library.version,
        "ids": list(finding.ids),
        "reason": finding.reason,
        "repro": finding.repro,
        "strict": finding.strict,
        "class": finding.category,
        "breaks": finding.breaks,
        "control": library.control,
        **finding.facts,
    }
