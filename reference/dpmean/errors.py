"""Typed errors, by blame. Each carries a stable `.code`; vectors and adapters refer to codes, never
to messages.

What may be put here: exception classes, the table of codes, and what messages are made with. No
message ever contains a value of the data.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

# code -> what it means and what to do. A code is never reused for another meaning.
CODES: dict[str, str] = {
    "not_exact": "a parameter was a float; write it as an exact rational such as 1/10",
    "not_a_number": "a parameter is not a number (NaN, text, or an unreadable spelling)",
    "not_finite": "a parameter is infinite where a finite number is needed",
    "not_an_integer": "a parameter must be an integer",
    "epsilon_not_positive": "epsilon must be greater than 0",
    "decay_out_of_range": "decay = e^-epsilon must lie strictly between 0 and 1",
    "epsilon_and_decay": "give exactly one of epsilon and decay",
    "gamma_out_of_range": "gamma must lie in (0, 1]",
    "gamma_off_grid": "gamma must be a multiple of 1/m",
    "sensitivity_not_positive": "sensitivity must be greater than 0",
    "scale_not_positive": "scale must be greater than 0",
    "bounds_order": "lower must be smaller than upper",
    "bounds_missing": "lower and upper must be given: taking them from the data would not be private",
    "grid_misses_bounds": "lower and upper must be multiples of the output grid",
    "grid_not_positive": "the grid step must be greater than 0",
    "off_lattice": "the point is not on the lattice of the law",
    "off_support": "the point is not in the support of the law",
    "shift_outside_sensitivity": "the shift is not in the sensitivity space that the law protects",
    "lattice_mismatch": "the noise and the query do not live on the same lattice",
    "probability_out_of_range": "a probability must lie strictly between 0 and 1",
    "out_of_range": "a parameter is outside its range",
    "count_not_positive": "n and m must be at least 1",
    "not_records": "the data are not one column of numbers, or rows of numbers for a mean of vectors",
    "size_mismatch": "the number of records is not the public n",
    "unknown_name": "no such name",
    "unknown_parameter": "no such parameter for this name",
    "missing_parameter": "a parameter is missing",
    "unsupported_combination": "these parameters do not go together",
    "tape_exhausted": "the randomness tape ended before the draw was decided",
    "draw_mismatch": "the injected draws do not fit the program",
    "undecided": "a comparison could not be decided within the precision cap",
    "file_not_found": "the file does not exist or cannot be read",
    "file_empty": "the file has no header",
    "file_format": "the file is neither CSV nor Parquet, or is damaged",
    "column_missing": "the file has no such column",
    "column_not_numeric": "the column's declared type is not numeric",
    "cell_not_numeric": "a cell of the column is not a number (only with strict cells)",
    "rows_not_declared": "say which column identifies a person, or that each row is one person",
    "budget_spent": "the release would spend more than the ledger's budget",
    "ledger_unusable": "the file of --ledger cannot be written, is no ledger, is damaged, or is of other guarantees",
    "integrity": "a vector file does not match its manifest",
    "protocol": "the adapter broke the protocol",
    "adapter_start": "the adapter could not be started",
}


MOST_CHARACTERS = 800  # of a message; what is longer (a bound of thousands of digits) is cut


def printable(text: str) -> str:
    """Return text without control characters: a report must not drive a terminal, hide a word, or
    be no XML.
    """
    if text.isprintable():  # nearly always, and a run has some 300,000 texts
        return text
    return "".join(c if c.isprintable() else " " for c in text)


class DpmeanError(Exception):
    """The base of all errors of this package.

    `code` is stable; the message says what to do, in one line of printable characters.
    """

    def __init__(self, code: str, message: str, *, argument: str | None = None) -> None:
        """`argument` names the parameter that is to blame; an unknown code is a programming
        error.
        """
        if code not in CODES:
            raise KeyError(code)
        line = "".join(c if c.isprintable() else "?" for c in message)
        super().__init__(line if len(line) <= MOST_CHARACTERS else f"{line[:MOST_CHARACTERS]} ...")
        self.code = code
        self.argument = argument

    def __reduce__(self) -> tuple[object, ...]:
        """Errors come back from other processes as they were."""
        return type(self), (self.code, str(self)), {"argument": self.argument}


class InvalidInput(DpmeanError, ValueError):
    """The caller gave something that the definition does not allow. Never depends on the value of a
    record.
    """


class TooWide(InvalidInput):
    """A right question that columns of 64 bits cannot answer; draws one at a time can."""


class CellsInDoubles(UserWarning):
    """Bulk draws, which are integers in a unit, were added to doubles: what is released betrays the
    value.

    `distributions/bulk/drawn.py` says what to do instead.
    """


class Unforeseen(Exception):
    """An error of ours that nobody foresaw, where records are seen: its type and its place, and not
    its words, in which a record may be.
    """

    def __init__(self, kind: type[BaseException], place: str) -> None:
        """`place` is a file of this package, and a line."""
        super().__init__(
            f"a mistake in dpmean itself ({kind.__name__[:40]} in {place}); please report it. What "
            "it said is not shown, for a record may be in it"
        )


class TapeExhausted(DpmeanError):
    """The supplied randomness ended; a longer tape would have decided the draw."""


class Undecided(DpmeanError):
    """The number is too close to a boundary for the precision cap and no exact form settles it."""


class IntegrityError(DpmeanError):
    """A shipped file is not what its manifest says."""


class Broke(StrEnum):
    """How a program broke that was to answer; its value is the word in records."""

    ENDED = "ended"  # it ended, or closed its input
    LATE = "late"  # no answer came within the time limit
    UNREADABLE = "unreadable"  # what came is no reply
    CLOCK = "clock"  # the time of the whole run was over


class AdapterError(DpmeanError):
    """The implementation under test did not start or broke the protocol; `broke` says how."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        argument: str | None = None,
        broke: Broke = Broke.UNREADABLE,
    ) -> None:
        """Take what a DpmeanError takes, and how the program broke."""
        super().__init__(code, message, argument=argument)
        self.broke = broke

    def __reduce__(self) -> tuple[object, ...]:
        """Errors come back from other processes as they were."""
        return type(self), (self.code, str(self)), {"argument": self.argument, "broke": self.broke}


def near_name(name: str, names: Iterable[str], percent: int = 0) -> str | None:
    """Returns the one of these names that is most like a misspelt one, without regard to case; None
    if none is so like it.
    """
    from difflib import get_close_matches

    spelt = {known.casefold(): known for known in names}
    found = get_close_matches(name.casefold(), spelt, 1, percent / 100)
    return spelt[found[0]] if found else None


def did_you_mean(name: str, names: Iterable[str], otherwise: str = "", percent: int = 60) -> str:
    """Returns the end of a message about a name that does not exist: `; did you mean NEAR?`, or
    what is said where no name is like it.
    """
    near = near_name(name, names, percent)
    return f"; did you mean {near}?" if near else otherwise and f"; {otherwise}"
