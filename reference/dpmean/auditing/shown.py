"""What every report of an audit can do: text, JSON, a picture, a page, a file of any of them."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from .. import written
from ..errors import InvalidInput
from .page import Page, document, fragment
from .status import Status

PICTURES = ("svg", "png")
SUFFIXES = (".svg", ".png", ".html", ".json", ".npz")
NAMES = ".svg or .png (a picture), .html (a page), .json, or .npz (a record of all outputs)"


class Verdict(NamedTuple):
    """What an audit says of one claim: its words, the status, and the reason in words."""

    claim: str
    status: Status
    told: str


class Shown(ABC):
    """A report as it can be shown. `str()` is its text, and `data` what a machine reads."""

    @property
    @abstractmethod
    def data(self) -> dict[str, Any]:
        """Returns everything as JSON's types."""

    @property
    @abstractmethod
    def verdicts(self) -> list[Verdict]:
        """Returns what is said of each claim, in the order in which they were given."""

    @property
    @abstractmethod
    def headline(self) -> str:
        """Returns the one sentence of the report."""

    @property
    def refuted(self) -> bool:
        """Whether any claim is refuted."""
        return any(verdict.status is Status.REFUTED for verdict in self.verdicts)

    @abstractmethod
    def _drawn(self, kind: str) -> bytes:
        """Returns the picture."""

    @abstractmethod
    def _page(self) -> Page:
        """Returns what a page says, but for its picture."""

    @abstractmethod
    def _record(self, path: Path) -> None:
        """Writes all outputs into a file."""

    def __repr__(self) -> str:
        return str(self)

    def json(self) -> str:
        """Returns `data` as the text of JSON."""
        return json.dumps(self.data, allow_nan=False)

    def picture(self, kind: str = "svg") -> bytes:
        """Returns both laws and the growing evidence, or an exact curve, as a picture: svg or png.
        It needs the extra `pictures`.
        """
        if kind not in PICTURES:
            raise InvalidInput(
                "unknown_name", f"kind: one of {', '.join(PICTURES)}", argument="kind"
            )
        return self._drawn(kind)

    def html(self) -> str:
        """Returns the report as a page of its own: no script, and no other file."""
        return document(self._page(), self._svg())

    def _repr_html_(self) -> str:
        """Returns the same as a part of a page, for a notebook."""
        return fragment(self._page(), self._svg())

    def _svg(self) -> bytes | None:
        """Returns the picture; None where the library that draws it is not installed."""
        try:
            return self.picture("svg")
        except ModuleNotFoundError as error:
            if error.name != "matplotlib":
                raise
            return None

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the report into a file, whole or not at all: as the end of its name says, .svg or
        .png (the picture), .html (the page), .json (`data`), or .npz (a record of all outputs, with
        which `resume=` goes on). InvalidInput where the name ends otherwise, or where there are no
        outputs; OSError where it cannot be written.
        """
        target = Path(path)
        suffix = suffix_of(target, "path")
        if suffix == ".npz":
            self._record(target)
            return
        made: dict[str, Callable[[], bytes | str]] = {
            ".json": lambda: self.json() + "\n",
            ".html": self.html,
        }
        written.whole(target, made[suffix]() if suffix in made else self.picture(suffix[1:]))


def suffix_of(path: Path, argument: str) -> str:
    """Returns the end of a name that says what to write; InvalidInput where it says nothing."""
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise InvalidInput("out_of_range", f"{argument} must end in {NAMES}", argument=argument)
    return suffix
