"""`dpmean release`: one private release from a file. Nothing that depends on the data is printed
but the estimate.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .completion import files_with_columns, names_of_mechanisms
from .options import emit, instead, json_option
from .terminal import say

if TYPE_CHECKING:
    from fractions import Fraction

    from ..programs.mechanism import Mechanism


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
    as_json: Path | None,
) -> None:
    """Run MECHANISM with key=value parameters on FILE:COLUMN (CSV or Parquet), with the system's
    randomness.

    The last word is the file. Bounds must be given: they are public and must not be taken from the
    data. Parameters in brackets may be left out; --list says what each of them means.

    epsilons=1/10,1/2,inf is one epsilon per row, epsilons=@FILE:COLUMN takes them from a column,
    matched by row number. They are public input: the guarantee covers the records, not what the
    epsilons reveal. inf is a public record, 0 one that is not used.
    """
    from ..errors import InvalidInput, printable
    from ..exact.numbers import rational, spell
    from ..privacy.guarantees import PerUserDP
    from ..programs.release import NOTE, release
    from .columns import public_size, vector_names
    from .given import mechanism_of, records_of

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
    records = records_of(built, source, user_column, strict_cells)
    step = None if grid is None else rational(grid, "grid")
    made = release(built, records, grid=step, rounding=rounding)
    unit = "row" if row_is_person else f"value of column {user_column}"
    promise = replace(made.guarantee, unit="person")
    policies = [*made.policies, f"one person is one {unit}"]
    if user_column is not None:
        policies.append(
            "a person's record is the mean of her clipped rows; rows without a number do not "
            "count; rows without a user are one person"
        )
    if not strict_cells:
        public = user_column is None and public_size(built)
        policies.append(
            "the first row of a CSV file is its header; a row is a line, or several where a cell "
            "in quotes has line breaks; one with another number of fields than the header is "
            f"{'a missing record' if public else 'not a record'}"
        )
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
        },
    )
    if instead(as_json):
        return
    if isinstance(made.estimate, tuple):
        names = [printable(name) for name in vector_names(source)]
        wide = max(map(len, names))
        lead = [f"{name:{wide}}  " for name in names]
    else:
        lead = [""]
    shown = replace(made, guarantee=promise, policies=tuple(policies)).rows()
    lead += [""] * (len(shown) - len(lead))
    say(
        "\n".join(
            f"{label:11}{name}{line}" for name, (label, line) in zip(lead, shown, strict=True)
        )
    )


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
