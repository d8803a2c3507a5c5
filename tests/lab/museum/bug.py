"""What an exhibit is: a small program with a bug that somebody reported of a real library, and its
repair.

A program is written down as it is wrong. Its repair is the same text with one place changed,
`wrong` to `right`, so that the two differ in nothing else; the repaired program is compiled from
that text (`twin`).
"""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ...helpers.rewriting import in_place, rewritten

Program = Callable[..., Any]


@dataclass(frozen=True)
class Bug:
    """One exhibit.

    `repository`, `number` and `title` are those of the report, an issue or a pull request;
    `sentence` is what went wrong there. `object` is what of the vectors the program is judged as;
    with `quantity` it computes that number, with `step` it makes draws of that step, else it makes
    releases. `only` are the words of choices that it has (None: only the default), `refusals` the
    globs of the reject vectors that it is asked.
    """

    name: str
    family: str
    repository: str
    number: int
    title: str
    sentence: str
    object: str
    wrong: str
    right: str
    release: Program
    quantity: str = ""
    step: str = ""
    only: Mapping[str, tuple[str | None, ...]] = field(default_factory=dict)
    refusals: tuple[str, ...] = ()

    @property
    def url(self) -> str:
        """Where the report is; an issue's address leads to a pull request of that number too."""
        return f"https://github.com/{self.repository}/issues/{self.number}"

    @cached_property
    def repaired(self) -> Program:
        """The program with its one place changed."""
        return twin(self.release, self.wrong, self.right)


BUGS: dict[str, Bug] = {}


def bug(
    repository: str,
    number: int,
    title: str,
    sentence: str,
    *,
    judged_as: str,
    wrong: str,
    right: str,
    step: str = "",
    only: Mapping[str, tuple[str | None, ...]] | None = None,
    refusals: tuple[str, ...] | None = None,
) -> Callable[[Program], Program]:
    """Enter a program into the museum, under the name of its function and the family of its
    module.
    """
    object_, _, quantity = judged_as.partition(".")

    def enter(release: Program) -> Program:
        name, family = release.__name__, release.__module__.rpartition(".")[2]
        assert name not in BUGS, name
        asked = (f"{object_}-reject-*neighbours*",) if refusals is None else refusals
        BUGS[name] = Bug(
            name,
            family,
            repository,
            number,
            title,
            sentence,
            object_,
            wrong,
            right,
            release,
            quantity,
            step,
            only or {},
            asked,
        )
        return release

    return enter


def body(program: Program) -> str:
    """The text of a program without its decorator."""
    source = textwrap.dedent(inspect.getsource(program))
    return source[source.index("\ndef ") + 1 :]


def repaired_text(bug: Bug) -> str:
    """The text of a program with its one place changed, laid out as it is."""
    return in_place(body(bug.release), bug.wrong, bug.right, bug.name)


def twin(program: Program, wrong: str, right: str) -> Program:
    """The program whose text has `right` in the one place where this one has `wrong`."""
    return rewritten(program, (wrong, right))
