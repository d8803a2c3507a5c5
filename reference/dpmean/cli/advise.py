"""`dpmean advise`: which mechanism has the least certified error for these numbers."""

from __future__ import annotations

import time
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .main import pairs
from .options import emit, instead, json_option

if TYPE_CHECKING:
    from ..experiments.advice import Advice, Candidate, Line

EVERY = 2.0  # seconds between two lines of progress
EXAMPLES = (
    "Examples:  dpmean advise n=1000 epsilon=1 lower=0 upper=1  |  dpmean advise n=200 "
    "epsilon=1/2 lower=-5 upper=5 mean=3 --json"
)
SIZE = {False: "private (add-or-remove-one)", True: "public (replace-one)"}
GUARANTEES = (
    "The relations promise different things: epsilon under add-or-remove-one is 2 epsilon "
    "under replace-one, and nothing follows the other way."
)
TINY = Fraction(1, 10**40)  # a bias within this is shown as 0


class _Progress:
    """Progress as a line on stderr every two seconds."""

    def __init__(self) -> None:
        self._said = time.monotonic()

    def __call__(self, text: str) -> None:
        if time.monotonic() - self._said > EVERY:
            self._said = time.monotonic()
            click.echo(text, err=True)


@click.command("advise", epilog=EXAMPLES)
@click.argument("words", nargs=-1, metavar="n=... epsilon=... lower=... upper=... [mean=...]")
@json_option("everything, numbers as text,")
def advise_command(words: tuple[str, ...], as_json: Path | None) -> None:
    """Say which mechanism has the least certified error for these numbers, under which neighbouring
    relation, by how much.

    n is the number of records, epsilon the privacy parameter, lower and upper are the public bounds
    of a record, mean is the mean of the records. Without mean=, each mechanism counts with its
    worst error over a grid of means: both bounds, 4 w/(n epsilon) and 16 w/(n epsilon) from each,
    the quarters and the middle, w being the width. That is the worst of a grid and not of all
    means.

    Errors are exact or enclosed, not simulated: mean squared errors at this n, against the mean of
    the records, of the law of the shipped program. The last column is the mean squared error over
    the least one.

    Compared are the mechanisms that need no more than these numbers: under add-or-remove-one those
    that do not know n (independent_mean, shifted_mean, bounded_mean, transformed_mean,
    student_t_mean), under replace-one those for a public n (sized_mean, and adpm with equal
    epsilons and staircase noise; with Laplace noise and equal epsilons adpm, uni, propdpm,
    stretching, ldpe and sm are sized_mean; adpm's relation is that of one given user, which is
    replace-one where all have one epsilon). The two relations promise different things, so look at
    the best of the relation that you need. Noise on a lattice is not compared: it rounds records,
    and its error depends on each of them. What takes too long (epsilon below 1/6, with mean= below
    1/30) or has no exact law here is named below the table.

    Nothing here is private: it reads no data. Do not take n, the bounds or the mean from data that
    are to be protected.
    """
    from ..experiments.advice import advice, parsed

    found = advice(parsed(pairs(words)), _Progress())
    emit(as_json, _payload(found))
    if not instead(as_json):
        click.echo(_text(found))


def _number(x: Any) -> dict[str, str]:
    from ..exact.digits import decimals

    return {"lo": decimals(x.lower, 12)[0], "hi": decimals(x.upper, 12)[1]}


def _payload(found: Advice) -> dict[str, Any]:
    from ..exact.numbers import spell

    asked = found.asked
    return {
        "n": str(asked.n),
        "epsilon": spell(asked.epsilon),
        "lower": spell(asked.lower),
        "upper": spell(asked.upper),
        "means": [spell(m) for m in asked.means],
        "grid": asked.mean is None,
        "mechanisms": [_row(line) for line in found.lines],
        "left_out": [
            {"mechanism": c.name, "parameters": c.shown, "reason": why} for c, why in found.left_out
        ],
    }


def _row(line: Line) -> dict[str, Any]:
    from ..exact.numbers import spell

    return {
        "mechanism": line.candidate.name,
        "parameters": line.candidate.shown,
        "neighbors": line.neighbors.value,
        "mean_squared_error": _number(line.squared),
        "bias": _number(line.bias),
        "at_mean": spell(line.mean),
        "over_least": _number(line.ratio),
    }


def _named(c: Candidate) -> str:
    return f"{c.name} {c.shown}".strip()


def _text(found: Advice) -> str:
    from ..experiments.advice import groups
    from ..experiments.points import about

    asked = found.asked
    given = (
        f"n = {asked.n:,}, epsilon = {float(asked.epsilon):g}, records in [{float(asked.lower):g}, "
        f"{float(asked.upper):g}]"
    )
    lines = [
        f"{given}, mean {float(asked.mean):g}"
        if asked.mean is not None
        else f"{given}; the worst of {len(asked.means)} means, a grid: "
        f"{', '.join(f'{float(m):.7g}' for m in asked.means)}",
        "",
    ]
    table = [
        (
            "mechanism",
            "neighbours",
            "mean squared error",
            "its root",
            "bias",
            "at mean",
            "over the least",
        )
    ]
    for line in found.lines:
        squared = about(line.squared)
        table.append(
            (
                _named(line.candidate),
                line.neighbors.value,
                f"{squared:.6g}",
                f"{squared**0.5:.6g}",
                "0" if line.bias.within(-TINY, TINY) else f"{about(line.bias):.3g}",
                f"{float(line.mean):.7g}",
                f"{about(line.ratio):.4f}",
            )
        )
    widths = [max(len(row[i]) for row in table) for i in range(len(table[0]))]
    lines += [
        "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip()
        for row in table
    ]
    lines.append("")
    for public, (line, *others) in groups(found.lines):
        lead = (
            f"; the next has {about(others[0].squared.over(line.squared)):.4f} times its error"
            if others
            else ""
        )
        lines.append(f"best where n is {SIZE[public]}: {_named(line.candidate)}{lead}")
    lines.append(GUARANTEES)
    lines += [f"left out: {_named(c)}: {why}" for c, why in found.left_out]
    return "\n".join(lines)
