"""`dpmean report`, and the options of `dpmean conform` that name a report's files: both write the
same formats.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from .options import json_option
from .terminal import say

Command = TypeVar("Command", bound=Callable[..., Any])


def file_options(*names: str) -> Callable[[Command], Command]:
    """Return a decorator that adds one option --NAME FILE for each format.

    The command gets them as keyword arguments of the same names.
    """
    from ..reports import FORMATS

    def add(command: Command) -> Command:
        for name in reversed(names):
            if name == "json":
                command = json_option(FORMATS[name].partition(",")[0], "json")(command)
                continue
            command = click.option(
                f"--{name}",
                name,
                type=click.Path(path_type=Path, dir_okay=False),
                help=f"Write {FORMATS[name]} to this file.",
            )(command)
        return command

    return add


@click.command(
    "report",
    epilog="Example:  dpmean conform -a opendp --json report.json; dpmean report report.json "
    "--html report.html",
)
@click.argument(
    "report_file",
    metavar="REPORT.json",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
)
@file_options("junit", "markdown", "html", "badge")
def report_command(report_file: Path, **files: Path | None) -> None:
    """Make reports from REPORT.json, which `dpmean conform --json` wrote; nothing is judged again.

    Without options the text report is printed. Several runs can be joined in one file: `runs` is a
    list.
    """
    from .. import reports
    from ..reports import machine, text

    chosen = reports.writable(files, report_file)
    report = machine.read(report_file)
    reports.write(report, chosen)
    if not chosen:
        for run in report["runs"]:
            say(text.text(run) + "\n")
