"""`dpmean matrix`: one page that says of every library what matters to somebody who has to choose
one.
"""

from __future__ import annotations

from pathlib import Path

import click

FILE = click.Path(path_type=Path, dir_okay=False)


@click.command(
    "matrix",
    epilog="Example:  dpmean conform --bundled all --json all.json; dpmean matrix all.json "
    "--markdown LIBRARIES.md   (a record becomes a report by `dpmean judge RECORD --json "
    "FILE`)",
)
@click.argument(
    "reports",
    metavar="REPORT.json...",
    nargs=-1,
    required=True,
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
)
@click.option(
    "--markdown",
    type=FILE,
    help="Write the page in Markdown to this file; its links start at the top of a checkout.",
)
@click.option(
    "--html",
    type=FILE,
    help="Write the page in HTML to this file; it holds the scripts themselves.",
)
@click.option(
    "--front",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Put the short table between its two markers in this file.",
)
@click.option("--short", is_flag=True, help="Print the short table of the libraries alone.")
def matrix_command(
    reports: tuple[Path, ...],
    markdown: Path | None,
    html: Path | None,
    front: Path | None,
    short: bool,
) -> None:
    """Make the page of libraries from REPORT.json..., which `dpmean conform --json` wrote; nothing
    is judged again.

    Does it leak? Is the noise right, the mean, and under which neighbours? What does it refuse? Of
    several runs of one adapter the last counts. Without options the page is printed in Markdown.
    """
    from .. import written
    from ..libraries import page_html as libraries_html
    from ..libraries import page_markdown as libraries_markdown
    from ..reports import machine, writable

    files = writable({"markdown": markdown, "html": html})
    read = [machine.read(path) for path in reports]
    if front:
        text = libraries_markdown.front(front.read_text(encoding="utf-8"), read)
        written.whole(front, text)
    if short:
        click.echo("\n".join(libraries_markdown.short(read)))
    elif not files and not front:
        click.echo(libraries_markdown.page(read), nl=False)
    for name, path in files.items():
        page = libraries_markdown.page(read) if name == "markdown" else libraries_html.page(read)
        written.whole(path, page)
