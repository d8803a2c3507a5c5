"""`dpmean release`: one private release from a file. Nothing that depends on the data is printed but the estimate."""

from __future__ import annotations

import json

import click

from .main import pairs


@click.command(
    "release",
    epilog="Example:  dpmean release transformed_mean epsilon=1 lower=0 upper=100 noise=hourglass gamma=optimal people.csv:age --row-is-person",
)
@click.argument("mechanism")
@click.argument("words", nargs=-1, required=True)
@click.option("--user-column", help="Column that identifies a person; a person's record is the mean of her clipped rows.")
@click.option("--row-is-person", is_flag=True, help="Say that each row is one person.")
@click.option("--grid", help="Output grid, a rational that divides both bounds. Default: their common divisor / 10^9.")
@click.option("--rounding", default="nearest", show_default=True, type=click.Choice(["nearest", "stochastic"]), help="How the output goes to the grid.")
@click.option("--strict-cells", is_flag=True, help="Fail on a non-numeric cell. This reveals that one exists: only for files whose cells are public.")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")
def release_command(
    mechanism: str, words: tuple[str, ...], user_column: str | None, row_is_person: bool, grid: str | None, rounding: str, strict_cells: bool, as_json: bool
) -> None:
    """Run MECHANISM with key=value parameters on FILE:COLUMN (CSV or Parquet), with the system's randomness.

    The last word is the file. Bounds must be given: they are public and must not be taken from the data.
    """
    from ..errors import InvalidInput
    from ..mechanisms.registry import build
    from ..mechanisms.release import release
    from ..numbers import rational, spell
    from .columns import read_records

    *parameters, source = words
    built = build(mechanism, pairs(tuple(parameters)))
    if row_is_person == (user_column is not None):
        raise InvalidInput("rows_not_declared", "say --row-is-person, or --user-column NAME: the guarantee protects a person, so a person must be one record")
    records = read_records(source, user_column, strict_cells, built)
    step = None if grid is None else rational(grid, "grid")
    made = release(built, records, grid=step, rounding=rounding)
    unit = "row" if row_is_person else f"value of column {user_column}"
    policies = [*made.policies, f"one person is one {unit}"]
    if user_column is not None:
        policies.append("a person's record is the mean of her clipped rows; rows without a number do not count")
    if as_json:
        payload = {"estimate": spell(made.estimate), "about": made.estimate.numerator / made.estimate.denominator}
        click.echo(json.dumps({**payload, "guarantee": str(made.guarantee), "grid": spell(made.grid), "rounding": rounding, "policies": policies}))
        return
    click.echo(f"estimate   {_decimal(made.estimate)}")
    click.echo(f"guarantee  {made.guarantee}")
    click.echo(f"grid       {spell(made.grid)}, rounding {rounding}")
    for policy in policies:
        click.echo(f"policy     {policy}")


def _decimal(q: object) -> str:
    from fractions import Fraction

    from ..digits import decimals
    from ..numbers import spell

    assert isinstance(q, Fraction)
    low, high = decimals(q, 30)
    return low if low == high else spell(q)
