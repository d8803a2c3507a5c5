"""`dpmean value`: one reference value."""

from __future__ import annotations

from pathlib import Path

import click

from .completion import names_of_values, parameters_of_a_value
from .main import pairs
from .options import emit, instead, json_option
from .terminal import say

MOST_LINES = 40  # how many entries of a list are printed, unless --json


@click.command(
    "value",
    epilog="Examples:  dpmean value staircase.density epsilon=1 gamma=1/2 x=3/4  |  dpmean value "
    "hourglass.variance epsilon=1 gamma=optimal --json  |  dpmean value adpm.weights "
    "epsilons=1/100,1/2,inf  |  dpmean value independent_mean.mse data=0,1/2,1 epsilon=1 "
    "lower=0 upper=1",
)
@click.argument("name", required=False, shell_complete=names_of_values)
@click.argument("parameters", nargs=-1, shell_complete=parameters_of_a_value)
@click.option(
    "--digits",
    default=30,
    show_default=True,
    type=click.IntRange(1, 1000),
    help="Significant digits of the enclosure.",
)
@json_option("the value")
@click.option(
    "--list", "listing", is_flag=True, help="List the names (all, or those that start with NAME)."
)
@click.option(
    "--symbolic", is_flag=True, help="Print the derived formula and its LaTeX instead of a number."
)
def value_command(
    name: str | None,
    parameters: tuple[str, ...],
    digits: int,
    as_json: Path | None,
    listing: bool,
    symbolic: bool,
) -> None:
    """The value of NAME at the given parameters (key=value, exact: 1/10 or 0.1, never rounded).

    Prints two decimals that enclose the true value (consecutive ones, where it can be computed to
    any precision and told from them), its correctly rounded binary64, the formula, what its letters stand for (2 D x
    is a product), and the source. Give epsilon=..., or decay=e^-epsilon as a rational; a list of
    epsilons also as epsilons=@FILE:COLUMN.

    MECHANISM.mse and MECHANISM.bias take data=0,1/2,1 (vectors: data=0,1;1,0) and the mechanism's
    parameters.
    """
    from ..catalogue.quantities import find, of_object

    if listing or name is None or (not parameters and not symbolic and of_object(name)):
        _list(name if listing and name else f"{name.rstrip('.*')}." if name else "", as_json)
        return
    words = pairs(parameters)
    if "data" in words:
        from ..catalogue import released as quantities

        if quantities.asked(name, words):
            _released(name, words, digits, as_json)
            return
    entry = find(name)
    if symbolic:
        _symbolic(name, as_json)
        return
    from ..catalogue.quantities import value
    from ..exact.digits import report
    from ..parameters.letters import where

    result = value(name, _expanded(words))
    shown = [report(v, digits, certain=False) for v in result.values]
    payload: dict[str, object] = {"name": name, "parameters": words}
    payload |= {"values": shown} if result.is_list else dict(shown[0])
    if result.loss is not None:
        payload["loss"] = str(result.loss)
    letters = where(entry, words)
    payload |= {"formula": entry.formula, **({"where": letters} if letters else {})}
    payload |= {"field": entry.field, "source": entry.source}
    emit(as_json, payload)
    if instead(as_json):
        return
    for line in shown[:MOST_LINES]:
        _print(line)
    if len(shown) > MOST_LINES:
        say(f"  ... and {len(shown) - MOST_LINES} more: --json has all")
    if result.loss is not None:
        say(f"  loss      {result.loss}")
    say(f"  formula   {entry.formula}")
    if letters:
        say(
            "  where     "
            + "; ".join(f"{letter} = {meaning}" for letter, meaning in letters.items())
        )
    say(f"  field     {entry.field}\n  source    {entry.source}")


def _released(name: str, words: dict[str, str], digits: int, as_json: Path | None) -> None:
    """Print a quantity of a release on given records."""
    from ..catalogue.released import MEANING, released
    from ..exact.digits import decimals, report
    from ..exact.enclosure import Interval

    shown: list[dict[str, str]] = []
    for v in released(name, _expanded(words)):
        if isinstance(v, str):
            shown.append({"value": v})
        elif isinstance(v, Interval):
            shown.append({"lo": decimals(v.lower, digits)[0], "hi": decimals(v.upper, digits)[1]})
        else:
            shown.append(report(v, digits, certain=False))
    meaning = MEANING[name.partition(".")[2]]
    emit(as_json, {"name": name, "parameters": words, "values": shown, "formula": meaning})
    if instead(as_json):
        return
    for line in shown:
        _print(line)
    say(f"  formula   {meaning}\n  source    the exact law of the release")


def _expanded(words: dict[str, str]) -> dict[str, object]:
    """Return the words with @FILE:COLUMN replaced; what reads files is imported only where there is
    one.
    """
    if not any(text.startswith("@") for text in words.values()):
        return dict(words)
    from .columns import expand

    return expand(words)


def _print(line: dict[str, str]) -> None:
    """Print one value: a word, an enclosure, or a number with its binary64."""
    if "value" in line:
        say(line["value"])
        return
    exact = f"  = {line['exact']}" if len(line.get("exact", "")) in range(1, 60) else ""
    say(
        f"[{line['lo']}, {line['hi']}]{exact}"
        if line["lo"] != line["hi"]
        else f"{line['lo']}{exact}"
    )
    if "about" in line:
        say(f"  binary64  {line['about']}  ({line['f64']})")


def _list(prefix: str, as_json: Path | None) -> None:
    from ..catalogue.quantities import CATALOGUE
    from ..errors import InvalidInput, near_name

    entries = [e for e in CATALOGUE.values() if e.name.startswith(prefix)]
    if not entries:
        near = near_name(prefix, [*(name.partition(".")[0] for name in CATALOGUE), *CATALOGUE], 60)
        hint = f"did you mean {near}?" if near else "`dpmean value --list` lists all names"
        raise InvalidInput(
            "unknown_name", f"no value's name starts with '{prefix[:60]}'; {hint}", argument="name"
        )
    emit(
        as_json,
        [
            {
                "name": e.name,
                "summary": e.summary,
                "required": e.required,
                "optional": e.optional,
                "formula": e.formula,
                "source": e.source,
            }
            for e in entries
        ],
    )
    if instead(as_json):
        return
    for e in entries:
        words = " ".join([*e.required, *(f"[{p}]" for p in e.optional)])
        say(f"{e.name:38} {words:42} {e.summary}")


def _symbolic(name: str, as_json: Path | None) -> None:
    from ..catalogue.quantities import find
    from ..distributions.derivations import derive

    found = derive(find(name).name)
    emit(as_json, {"name": name, **found})
    if not instead(as_json):
        say(f"{found['formula']}\n  LaTeX     {found['latex']}\n  derived   {found['derivation']}")
