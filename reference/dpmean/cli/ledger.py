"""The file of `dpmean release --ledger FILE`: what each release spent, line by line, and the sum.

The file is text, a JSON object a line: first what the file is, then a line for each release, and
one for the budget, if there is one. A line has the guarantee, the neighbours, who a person is, the
file and column as they were typed, and the time; nothing else, and nothing of the records.

A line is on the disk before anything is drawn, so that whoever kills the process, and whenever, what
was released was counted; what was counted may not have been released. A line is written in one
piece at the end of the file, under its own lock (`flock`), which every name of the file shares and
the end of a process takes away. A last line that is not whole was never followed by a draw, and
gives way to the next one. Anything else that is no line of ours is a damaged or foreign file, on
which nothing is released.
"""

from __future__ import annotations

import fcntl
import json
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ..errors import InvalidInput
from ..exact.numbers import rational
from ..privacy.guarantees import Guarantee
from ..privacy.spending import NAMES, NOTHING, Spent, of_measure
from ..randomness.bits import SystemBits

HEAD = {"ledger": "dpmean release", "format": "1"}
LONGEST = 1 << 20  # bytes of a line; more cannot be typed
TOLD = ("when", "data", "person", "unit", "neighbors")  # of a release, and what it spent
MOST = "spend_at_most"
BEGIN = (b'{"when": "', b'{"spend_at_most": ')  # every line after the first


@dataclass(frozen=True)
class Account:
    """What stands in a ledger: how many releases, their sum, the budget, and of what they are."""

    releases: int = 0
    spent: Spent = NOTHING
    most: Spent | None = None
    kinds: frozenset[tuple[str, str]] = frozenset()  # unit and neighbours of its releases
    persons: tuple[tuple[str, str], ...] = ()  # of each file, as it was typed, who a person is

    def words(self) -> dict[str, Any]:
        """Return the sum for machines."""
        return {
            "spent": self.spent.words(),
            MOST: None if self.most is None else self.most.words(),
            "releases": self.releases,
        }


class Ledger:
    """A ledger, and the one release that it is asked for."""

    def __init__(
        self, path: Path, most: Spent | None, guarantee: Guarantee, source: str, person: str
    ) -> None:
        """`most` is the budget that was typed, `source` and `person` what was typed as the data."""
        self.path, self.most = path, most
        self.needs = of_measure(guarantee.measure)
        self.kind = guarantee.unit, guarantee.neighbors.value
        self.source, self.person = source, person
        self.booked: Account | None = None

    def check(self) -> None:
        """Raise what `book` would raise now, and write nothing."""
        if self.path.exists() or self.path.is_symlink():
            with self._opened() as handle:
                self._after(self._read(handle)[0])
        else:
            self._after(Account())

    def book(self) -> Account:
        """Write the line of this release, once, and return what stands in the ledger with it;
        InvalidInput where the budget or another process leaves no room, or the file cannot be used.
        """
        if self.booked is None:
            self._made()
            with self._opened() as handle:
                account, end = self._read(handle)
                after = self._after(account)
                text = b""
                if account.most is None and self.most is not None:
                    text += _line({MOST: self.most.words()})
                text += _line(self._entry())
                self._appended(handle, end, text)
            self.booked = after
        return self.booked

    def bits(self) -> SystemBits:
        """Return the system's randomness, of which nothing comes before the line is written."""
        return _Booked(self)

    def _entry(self) -> dict[str, str]:
        unit, neighbors = self.kind
        return {
            "when": datetime.now(UTC).isoformat(timespec="seconds"),
            "data": self.source,
            "person": self.person,
            "unit": unit,
            "neighbors": neighbors,
            **self.needs.words(),
        }

    def _after(self, account: Account) -> Account:
        """Return the account with this release; InvalidInput where it may not be made."""
        most = account.most or self.most
        if account.most is not None and self.most not in (None, account.most):
            raise self._refused(f"its budget is {account.most}; leave out --spend-at-most")
        others = sorted(account.kinds - {self.kind})
        if others:
            unit, neighbors = others[0]
            raise self._refused(
                f"it has releases with unit: {unit}, neighbors: {neighbors}, and this one has unit: "
                f"{self.kind[0]}, neighbors: {self.kind[1]}: they do not add; take a ledger for each"
            )
        file = self.source.rpartition(":")[0]
        for name, person in account.persons:
            if name == file and person != self.person:
                raise self._refused(
                    f"in it one person of '{name[:200]}' is one {person}, and now one "
                    f"{self.person}: say the same as before"
                )
        total = account.spent + self.needs
        if most is not None and not total.within(most):
            raise InvalidInput(
                "budget_spent",
                f"'{self.path.name}': spent {account.spent} of at most {most}; this release needs "
                f"{self.needs}. Nothing was drawn",
                argument="ledger",
            )
        persons = dict(account.persons) | {file: self.person}
        return Account(
            account.releases + 1, total, most, frozenset({self.kind}), tuple(persons.items())
        )

    def _refused(self, why: str) -> InvalidInput:
        return InvalidInput(
            "ledger_unusable", f"'{self.path.name}': {why}. Nothing was drawn", argument="ledger"
        )

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Make one line of an error of the system."""
        try:
            yield
        except OSError as error:
            raise self._refused((error.strerror or "an error of the system").lower()) from None

    def _made(self) -> None:
        """Make the file with its first line, whole or not at all, where there is none."""
        if self.path.exists():
            return
        part = self.path.with_name(f"{self.path.name}.{os.getpid()}.part")
        with self._told():
            try:
                with part.open("xb") as handle:
                    handle.write(_line(HEAD))
                    handle.flush()
                    os.fsync(handle.fileno())
                with suppress(FileExistsError):  # another process was first
                    os.link(part, self.path)
            finally:
                part.unlink(missing_ok=True)
            folder = os.open(self.path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    @contextmanager
    def _opened(self) -> Iterator[int]:
        """Open and lock the file."""
        with self._told():
            found = self.path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise self._refused("no plain file")
        if not found.st_mode & 0o222:
            raise self._refused("it may be read only")
        with self._told():
            handle = os.open(self.path, os.O_RDWR)
        try:
            with self._told():
                fcntl.flock(handle, fcntl.LOCK_EX)
                if not os.path.samestat(os.fstat(handle), self.path.stat()):
                    raise self._refused("it was replaced just now")
            yield handle
        finally:
            os.close(handle)

    def _read(self, handle: int) -> tuple[Account, int]:
        """Return what stands in the file, and where the last whole line ends."""
        account, end = Account(), 0
        with self._told(), os.fdopen(os.dup(handle), "rb") as lines:
            lines.seek(0)
            for number, line in enumerate(iter(lambda: lines.readline(LONGEST), b""), 1):
                whole = line.endswith(b"\n")
                try:
                    account = _with(account, number, json.loads(line))
                except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
                    # a line whose writing was cut off is the last one
                    if not whole and number > 1 and _begun(line) and not lines.read(1):
                        break
                    what = "no ledger of dpmean" if number == 1 else f"line {number} is damaged"
                    raise self._refused(what) from None
                end += len(line)
                if not whole:  # an editor left out the end of the last line
                    break
        if not end:
            raise self._refused("empty, which no ledger is; remove it if nothing was released")
        return account, end

    def _appended(self, handle: int, end: int, text: bytes) -> None:
        """Write the text after what is whole, and wait until it is on the disk; if that fails the
        file is as it was.
        """
        with self._told():
            if end and os.pread(handle, 1, end - 1) != b"\n":
                text = b"\n" + text
            os.ftruncate(handle, end)
            try:
                done = 0
                while done < len(text):
                    done += os.pwrite(handle, text[done:], end + done)
                os.fsync(handle)
            except OSError:
                with suppress(OSError):
                    os.ftruncate(handle, end)
                raise


class _Booked(SystemBits):
    """The system's randomness, once a line of a ledger is on the disk."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__()
        self._ledger = ledger

    def _more(self, nbytes: int) -> bytes:
        self._ledger.book()
        return super()._more(nbytes)

    def child(self, label: str) -> SystemBits:
        """Return a fresh source that asks the same ledger."""
        del label
        return _Booked(self._ledger)


def _begun(line: bytes) -> bool:
    """Tell whether a piece of a line begins as our lines do."""
    return any(line.startswith(begin) or begin.startswith(line) for begin in BEGIN)


def _line(words: dict[str, Any]) -> bytes:
    return json.dumps(words).encode() + b"\n"


def _with(account: Account, number: int, line: Any) -> Account:
    """Return the account with one line more; ValueError where it is none of ours."""
    if number == 1:
        if line != HEAD:
            raise ValueError
        return account
    if [*line] == [MOST]:
        if account.most is not None:
            raise ValueError
        return Account(
            account.releases, account.spent, _spent(line[MOST]), account.kinds, account.persons
        )
    told = {name: line[name] for name in TOLD}
    if not all(isinstance(word, str) for word in told.values()):
        raise ValueError
    kind = told["unit"], told["neighbors"]
    amounts = {name: word for name, word in line.items() if name not in told}
    if not amounts:  # a release that spent nothing was never counted
        raise ValueError
    persons = dict(account.persons) | {told["data"].rpartition(":")[0]: told["person"]}
    return Account(
        account.releases + 1,
        account.spent + _spent(amounts),
        account.most,
        account.kinds | {kind},
        tuple(persons.items()),
    )


def _spent(words: dict[str, str]) -> Spent:
    """Return exact amounts; ValueError where they are not positive numbers as we spell them."""
    if not {*words} <= {*NAMES}:
        raise ValueError
    found = {name: rational(word, name) for name, word in words.items()}
    if not all(isinstance(words[name], str) and part > 0 for name, part in found.items()):
        raise ValueError
    return Spent(**found)
