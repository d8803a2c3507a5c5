"""`dpmean derive`: a quantity derived from its definition, step by step, and the samplers of high
precision.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..exits import Exit
from .completion import names_of_values
from .main import pairs
from .options import emit, instead, json_option


@click.command(
    "derive",
    epilog="Examples:  dpmean derive hourglass.variance  |  dpmean derive hourglass  |  dpmean "
    "derive laplace.moment order=4 --latex > moment.tex  |  dpmean derive staircase --all "
    "--json  |  dpmean derive --check hourglass",
)
@click.argument("name", required=False, shell_complete=names_of_values)
@click.argument("options", nargs=-1, metavar="[KEY=VALUE]...")
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="Derive all of NAME (a law, an algorithm); --latex does, too.",
)
@click.option("--latex", "as_latex", is_flag=True, help="Print a LaTeX document.")
@json_option("every step, its formulas and its check")
@click.option(
    "--check", is_flag=True, help="Check all derivations, and the laws by samplers of 60 digits."
)
@click.option(
    "--draws",
    default=100_000,
    show_default=True,
    type=click.IntRange(100, 10_000_000),
    help="How many draws of each law --check makes.",
)
@click.option(
    "--seed", default="dpmean derive", show_default=True, help="Of the draws and points of --check."
)
def derive_command(
    name: str | None,
    options: tuple[str, ...],
    everything: bool,
    as_latex: bool,
    as_json: Path | None,
    check: bool,
    draws: int,
    seed: str,
) -> None:
    """From the definition of a law to the shipped formula of NAME, step by step, each step checked.

    NAME is a quantity (hourglass.variance), or a law or algorithm (hourglass): its quantities are
    listed, with how each is derived or the reason why it has no derivation. Without NAME all are
    listed. Options in place of a default: order=4 of a moment, noise=laplace of
    transformed_mean.leading_constant, objective=absolute of staircase.optimal_gamma, degrees=5 of
    student_t.cdf. A step that comes again in a derivation is printed once.

    A sum is checked by telescoping, an integral by its antiderivative, everything else by
    cancelling fractions of polynomials: never by simplifying. The last step is the formula that
    `dpmean value NAME` computes, called with letters in place of numbers ("called with letters");
    where it takes numbers alone, its values ("called with numbers"); where it is not called, the page
    says "formula only". A step that is not true ends the command with exit code 1.

    --check does this for all names (or those of NAME), and then draws from every law by a sampler
    of 60 digits that is written from the definition alone: normalisation, marginals, moments,
    privacy losses, and the law of the draws.
    """
    if check:
        _check(name, draws, seed, as_json)
        return
    from ..distributions.derivations import DERIVATIONS
    from ..distributions.derivations.record import Refuted

    names, everything = _names(name), everything or (as_latex and (name is None or "." not in name))
    if name not in names and not everything:
        _list(names, as_json)
        return
    wanted = [n for n in names if n in DERIVATIONS]
    if not wanted:
        _without(names, as_json)
        return
    words = pairs(options)
    given = {word: int(text) if text.isdecimal() else text for word, text in words.items()}
    from ..deriving import pages
    from ..deriving.derived import derivation

    try:
        found = [derivation(n, **given) for n in wanted]
    except Refuted as refuted:
        click.echo(f"not true: {refuted}", err=True)
        sys.exit(Exit.FAILED)
    if as_json is not None:
        shown = [pages.members(d) for d in found]
        emit(as_json, shown if everything else shown[0])
    if not instead(as_json):
        click.echo(pages.document(found) if as_latex else "\n\n".join(map(pages.text, found)))


def _check(name: str | None, draws: int, seed: str, as_json: Path | None) -> None:
    """Check derivations and laws; print a line for each law's findings, and what is not true."""
    from ..deriving.run import derivations, laws

    names, failed, shown = _names(name), 0, []
    for finding in (
        *derivations(names),
        *laws(dict.fromkeys(n.partition(".")[0] for n in names), draws, seed),
    ):
        failed += not finding.holds
        shown.append(
            {
                "about": finding.law,
                "what": finding.what,
                "holds": finding.holds,
                "seen": finding.seen,
            }
        )
        if not instead(as_json):
            click.echo(
                f"{'ok  ' if finding.holds else 'NOT '} {finding.law:18} {finding.what}: "
                f"{finding.seen}"
            )
    emit(as_json, shown)
    if not instead(as_json):
        click.echo(f"{failed} of these are not true" if failed else "all of it holds")
    sys.exit(Exit.FAILED if failed else Exit.OK)


def _names(name: str | None) -> list[str]:
    """The names of the catalogue that are meant: one, those of a law or an algorithm, or all."""
    from ..catalogue.quantities import CATALOGUE, find
    from ..errors import InvalidInput, near_name

    objects = dict.fromkeys(n.partition(".")[0] for n in CATALOGUE)
    if name is None:
        return list(CATALOGUE)
    if name in objects:
        return [n for n in CATALOGUE if n.startswith(f"{name}.")]
    if "." in name:
        return [find(name).name]
    near = near_name(name, objects, 60)
    hint = f"did you mean {near}?" if near else "`dpmean derive` lists all names"
    raise InvalidInput("unknown_name", f"nothing is named '{name[:60]}'; {hint}", argument="name")


def _list(names: list[str], as_json: Path | None) -> None:
    from ..deriving.reasons import WORDS, reason
    from ..deriving.shipped import called
    from ..distributions.derivations import DERIVATIONS

    emit(
        as_json,
        [
            {
                "name": n,
                **(
                    {"reason": WORDS[n], "meaning": reason(n)}
                    if n in WORDS
                    else {"method": DERIVATIONS[n].how, "called": called(n).value}
                ),
            }
            for n in names
        ],
    )
    if instead(as_json):
        return
    for n in names:
        click.echo(
            f"{n:38} "
            + (
                f"no derivation: {reason(n)}"
                if n in WORDS
                else f"{DERIVATIONS[n].how} ({called(n)})"
            )
        )


def _without(names: list[str], as_json: Path | None) -> None:
    """Say why these have no derivation."""
    if instead(as_json):
        _list(names, as_json)
        return
    from ..catalogue.quantities import CATALOGUE
    from ..deriving.reasons import reason

    for n in names:
        click.echo(
            f"{n} has no derivation. {reason(n)}\n  formula   {CATALOGUE[n].formula}\n  source    "
            f"{CATALOGUE[n].source}"
        )
