"""`dpmean release`: one private release from a file. Nothing that depends on the data is printed
but the estimate.

The records are seen behind one door, `_released`, which is sealed: what is printed is made of what
comes out of it.
"""

from __future__ import annotations

import resource
from collections.abc import Callable
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..programs.sealed import sealed
from .completion import files_with_columns, names_of_mechanisms
from .options import emit, instead, json_option
from .terminal import say

if TYPE_CHECKING:
    from fractions import Fraction

    from ..privacy.guarantees import Guarantee
    from ..programs.mechanism import Mechanism
    from ..programs.release import Release
    from ..randomness.bits import Bits
    from .ledger import Ledger


def _listed(context: click.Context, asked: bool) -> None:
    """Print all mechanisms, then all parameters, and exit."""
    if not asked:
        return
    from ..catalogue.mechanisms import MECHANISMS
    from ..parameters.declared import PARAMETERS

    for mechanism in MECHANISMS.values():
        say(mechanism.usage())
        say(f"    {_summary(mechanism)}")
    taken = {
        p for mechanism in MECHANISMS.values() for p in (*mechanism.required, *mechanism.optional)
    }
    say("\nParameters:")
    for name, parameter in PARAMETERS.items():
        if name in taken:
            say(f"    {name:14} {parameter.meaning}")
    context.exit()


def _summary(mechanism: type[Mechanism]) -> str:
    """Return what a mechanism declares about itself: its summary, then its noises and what each of
    them needs.
    """
    noises = [
        name + (f" ({', '.join(p.removesuffix('?') for p in needs)})" if needs else "")
        for name, needs in mechanism.noises.items()
    ]
    chosen = "noise" in (*mechanism.required, *mechanism.optional)
    return f"{mechanism.summary}; noise = {', '.join(noises)}" if chosen else mechanism.summary


class _WithMechanisms(click.Command):
    """A command whose help lists every mechanism, from what each declares about itself."""

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The text of the command, then the mechanisms: of numbers, then of vectors."""
        from ..catalogue.mechanisms import MECHANISMS

        super().format_help_text(ctx, formatter)
        for title, vectors in (
            ("Means of numbers, from FILE:COLUMN", False),
            (
                "Means of vectors, from FILE:COLUMN,COLUMN,... with one column for each of d "
                "coordinates, or FILE:*",
                True,
            ),
        ):
            with formatter.section(title):
                for mechanism in MECHANISMS.values():
                    if mechanism.vectors == vectors:
                        formatter.write_text(mechanism.usage())
                        formatter.indent()
                        formatter.write_text(_summary(mechanism))
                        formatter.dedent()


@click.command(
    "release",
    cls=_WithMechanisms,
    epilog="Example:  dpmean release transformed_mean epsilon=1 lower=0 upper=100 noise=hourglass "
    "gamma=optimal people.csv:age --row-is-person",
)
@click.argument("mechanism", shell_complete=names_of_mechanisms)
@click.argument("words", nargs=-1, required=True, shell_complete=files_with_columns)
@click.option(
    "--user-column",
    help="Column that identifies a person; a person's record is the mean of her clipped rows.",
)
@click.option("--row-is-person", is_flag=True, help="Say that each row is one person.")
@click.option(
    "--grid",
    help="Output grid, a rational that divides both bounds. Default: their common divisor / 10^9.",
)
@click.option(
    "--rounding",
    default="nearest",
    show_default=True,
    type=click.Choice(["nearest", "stochastic"]),
    help="How the output goes to the grid.",
)
@click.option(
    "--strict-cells",
    is_flag=True,
    help="Fail on a non-numeric cell. This reveals that one exists: only for files whose cells "
    "are public.",
)
@click.option(
    "--ledger",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write down in FILE what this release spends, before anything is drawn, and say the sum of "
    "all that stands there: one file for all releases on the same persons, whatever the data file. "
    "It is text, a line for each release; the first release makes it.",
)
@click.option(
    "--spend-at-most",
    metavar="BUDGET",
    help="Keep the sum of the ledger within BUDGET, such as epsilon=3 or epsilon=3,delta=1e-6,rho=1:"
    " a release beyond it is refused, and what the budget does not name may not be spent. The "
    "ledger keeps the first budget that it is given, for all later releases.",
)
@json_option("the release")
@click.option(
    "--list",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda context, _, asked: _listed(context, asked),
    help="List every mechanism with all its parameters, optional ones in brackets, and what "
    "they mean.",
)
def release_command(
    mechanism: str,
    words: tuple[str, ...],
    user_column: str | None,
    row_is_person: bool,
    grid: str | None,
    rounding: str,
    strict_cells: bool,
    ledger: Path | None,
    spend_at_most: str | None,
    as_json: Path | None,
) -> None:
    """Run MECHANISM with key=value parameters on FILE:COLUMN (CSV or Parquet), with the system's
    randomness.

    The last word is the file. Bounds must be given: they are public and must not be taken from the
    data. Parameters in brackets may be left out; --list says what each of them means.

    epsilons=1/10,1/2,inf is one epsilon per row, epsilons=@FILE:COLUMN takes them from a column,
    matched by row number. They are public input: the guarantee covers the records, not what the
    epsilons reveal. inf is a public record, 0 one that is not used.

    Releases on the same persons add up: --ledger keeps the sum. How long a release takes, and how
    much memory, depends on the records and on what is drawn: no promise is made of either.
    """
    from ..errors import InvalidInput, printable
    from ..exact.numbers import rational, spell
    from ..privacy.guarantees import PerUserDP
    from ..programs.release import NOTE
    from .columns import person_of
    from .given import mechanism_of

    # what a crash leaves on the disk would have the records
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    built, _, source = mechanism_of(mechanism, words)
    if row_is_person and user_column is not None:
        raise InvalidInput(
            "rows_not_declared", "say --row-is-person or --user-column NAME, not both"
        )
    if not row_is_person and user_column is None:
        raise InvalidInput(
            "rows_not_declared",
            "say --row-is-person, or --user-column NAME: the guarantee protects a "
            "person, so a person must be one record",
        )
    step = None if grid is None else rational(grid, "grid")
    promise = replace(built.guarantee, unit="person")
    if ledger is not None and as_json is not None and ledger.resolve() == as_json.resolve():
        raise InvalidInput(
            "ledger_unusable", "--json names the ledger: give it a file of its own", argument="json"
        )
    book = _ledger(ledger, spend_at_most, promise, source, person_of(user_column))
    made, person, how, names = _released(
        built,
        source,
        user_column,
        strict_cells,
        step,
        rounding,
        None if book is None else book.bits(),
    )
    account = None if book is None else book.book()  # at the latest: some releases draw nothing
    policies = [*made.policies, f"one person is one {person}", *how]
    measure = promise.measure
    if as_json is not None and isinstance(measure, PerUserDP):
        levels = {
            "epsilons": [_epsilon(e) for e in measure.epsilons],
            "granted": [_epsilon(e) for e in measure.granted],
        }
    else:
        levels = {}
    emit(
        as_json,
        {
            "estimate": _each(made.estimate, spell),
            "about": _each(made.estimate, _double),
            "guarantee": str(promise),
            "grid": None if made.grid is None else spell(made.grid),
            "rounding": rounding,
            "policies": policies,
            "note": NOTE,
            **levels,
            **({} if account is None else account.words()),
        },
    )
    if instead(as_json):
        return
    if isinstance(made.estimate, tuple):
        names = [*map(printable, names)]
        wide = max(map(len, names))
        lead = [f"{name:{wide}}  " for name in names]
    else:
        lead = [""]
    shown = replace(made, guarantee=promise, policies=tuple(policies)).rows()
    if account is not None:
        most = "" if account.most is None else f" of at most {account.most}"
        shown.append(("spent", f"{account.spent}{most}; releases in {ledger}: {account.releases}"))
    lead += [""] * (len(shown) - len(lead))
    say(
        "\n".join(
            f"{label:11}{name}{line}" for name, (label, line) in zip(lead, shown, strict=True)
        )
    )


@sealed
def _released(
    mechanism: Mechanism,
    source: str,
    user_column: str | None,
    strict: bool,
    grid: Fraction | None,
    rounding: str,
    bits: Bits | None,
) -> tuple[Release, str, tuple[str, ...], list[str]]:
    """Return the release of a file's records, who a person is and how she was read, and the names
    of the estimate's coordinates: what may be printed.
    """
    from ..programs.release import release
    from .columns import vector_names
    from .given import records_of

    names = (
        vector_names(source)
        if mechanism.vectors
        else [str(j) for j in range(mechanism.outputs or 0)]
    )
    read = records_of(mechanism, source, user_column, strict)
    made = release(mechanism, read.records, grid=grid, rounding=rounding, bits=bits)
    return made, read.person, read.policies, names


def _ledger(
    path: Path | None, budget: str | None, promise: Guarantee, source: str, person: str
) -> Ledger | None:
    """Return the ledger that is asked for, if there is room in it."""
    if path is None:
        if budget is not None:
            raise click.UsageError("--spend-at-most is a budget of a ledger: name it by --ledger")
        return None
    from ..privacy import spending
    from .ledger import Ledger

    most = None if budget is None else spending.budget(budget)
    found = Ledger(path, most, promise, source, person)
    found.check()
    return found


def _each(estimate: Any, show: Callable[[Any], object]) -> object:
    """Return a number as it is shown, or a list of them, or None for no answer."""
    return (
        None
        if estimate is None
        else [show(v) for v in estimate]
        if isinstance(estimate, tuple)
        else show(estimate)
    )


def _double(q: Fraction) -> float | None:
    """Return the nearest double; None where the estimate is beyond all of them."""
    from ..exact.digits import binary64

    near = binary64(q)
    return near if isfinite(near) else None


def _epsilon(e: object) -> str:
    """Return one user's epsilon, in the spelling of `epsilons`."""
    from ..exact.numbers import spell

    return "inf" if e is None else spell(e)  # type: ignore[arg-type]
