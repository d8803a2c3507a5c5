"""What is printed for people: colours and hanging indents where there is a terminal, plain text
where there is none.

A pipe, a file and a log get each line whole, as it is. NO_COLOR and TERM=dumb leave out the
colours.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap

import click

from ..errors import printable

# the word that a line begins with, apart from the rest
LABEL = re.compile(r"( *)([a-z][\w.-]*)( {2,}| (?=\[))(?=\S)")
SIGNALS = {  # what a line begins with, and its colour
    "error": "red",
    "FAILED": "red",
    "IN DOUBT": "red",
    "STOPPED": "red",
    "LIST": "red",
    "NOT JUDGED": "yellow",
    "LESSER": "yellow",
    "KNOWN": "yellow",
    "RESULT": "bold",
    "warning": "yellow",
}
# columns of text beside a hanging indent; with fewer the text starts two columns from the left
LEAST = 30


def say(text: str = "", err: bool = False) -> None:
    """Print lines: shaped for the terminal if there is one, else as they are.

    Whatever a program or a file said of itself is in them, and drives no terminal: control
    characters become blanks.
    """
    stream = sys.stderr if err else sys.stdout
    text = "\n".join(map(printable, text.split("\n")))
    if not stream.isatty():
        click.echo(text, err=err)
        return
    width = max(shutil.get_terminal_size().columns, LEAST)
    colours = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    click.echo(
        "\n".join(shaped(line, width, colours) for line in text.split("\n")), err=err, color=colours
    )


def shaped(line: str, width: int, colours: bool) -> str:
    """Return a line broken at `width` columns, the rest under the text beside its label, with what
    matters in colour.

    >>> print(shaped("  formula   a long sum of many terms", 24, False))
      formula   a long sum
                of many
                terms
    """
    label = LABEL.match(line)
    indent = len(line) - len(line.lstrip())
    hang = label.end() if label is not None and width - label.end() >= LEAST // 3 else indent + 2
    if len(line) > width:
        line = textwrap.fill(
            line,
            width,
            subsequent_indent=" " * hang,
            replace_whitespace=False,
            expand_tabs=False,
            break_long_words=False,
            break_on_hyphens=False,
        )
    if not colours:
        return line
    for word, colour in SIGNALS.items():
        if line.startswith(word):
            return (
                click.style(word, bold=True, fg=None if colour == "bold" else colour)
                + line[len(word) :]
            )
    if label is not None:
        return label[1] + click.style(label[2], fg="cyan") + line[len(label[1]) + len(label[2]) :]
    return line
