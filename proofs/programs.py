"""What is proved of each mechanism: which of its formulas run in general steps, and in which steps its
program runs.

Both are seen when the steps are checked, so they stand in programs.json. A theorem says of which
mechanisms it speaks (`programs`); the guarantee is what the mechanism itself says at the parameters
of its vectors.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from dpmean.catalogue.mechanisms import MECHANISMS, build
from dpmean.privacy.guarantees import ApproximateDP, PerUserDP, PureDP, Scope, ZeroConcentratedDP

from .ledger import HERE, VECTORS, Checked
from .theorem import PARTIAL

FILE = HERE / "programs.json"
ALL, FINITE, PARTS = "general", "finite", "formulas"
# by mechanism: steps by theorem in which its program runs, general ones and others, and the
# functions of its files that run in general steps of theorems about it
Runs = dict[str, dict[str, dict[str, int]]]
MEASURES = {
    PureDP: "epsilon-DP",
    PerUserDP: "epsilon-DP, an epsilon a user",
    ApproximateDP: "(epsilon, delta)-DP",
    ZeroConcentratedDP: "rho-zCDP",
}
HEAD = "| mechanism | guarantee | formulas that run in general steps | its program runs |"


def of_run(checked: list[Checked]) -> Runs:
    """Return what ran of every mechanism."""
    found: Runs = {name: {ALL: {}, FINITE: {}, PARTS: {}} for name in sorted(MECHANISMS)}
    for o in checked:
        general = o.step.rule not in PARTIAL
        for name in {*o.programs} & {*MECHANISMS}:
            _count(found[name][ALL if general else FINITE], o.theorem.id)
        for name in o.theorem.programs if general else ():
            for part in _parts(name, o.ran or ()):
                _count(found[name][PARTS], part)
    return {
        name: {kind: dict(sorted(steps.items())) for kind, steps in kinds.items()}
        for name, kinds in found.items()
    }


def _count(steps: dict[str, int], key: str) -> None:
    steps[key] = steps.get(key, 0) + 1


def _parts(name: str, ran: tuple[str, ...]) -> Iterator[str]:
    """Yield the functions that ran from the files of a mechanism's class and of those it is made of."""
    files = {
        c.__module__.removeprefix("dpmean.")
        for c in MECHANISMS[name].__mro__
        if c.__module__.startswith("dpmean.mechanisms.")
    }
    for label in ran:
        for file in files:
            rest = label.removeprefix(f"{file}.")
            if rest != label and not rest.split(".")[-1].startswith("__"):
                yield rest.split(".")[-1]


def text_of(runs: Runs) -> str:
    """Return the text of programs.json."""
    return json.dumps(runs, indent=1, sort_keys=True) + "\n"


def recorded() -> Runs:
    """Return what ran of every mechanism, as it was written down when all was green."""
    found: Runs = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else of_run([])
    return found


def guarantees(name: str) -> list[str]:
    """Return what the mechanism promises at the parameters of its vectors, each kind once."""
    vectors: list[Any] = json.loads((VECTORS / name / "transcript.json").read_text())["vectors"]
    made = [build(name, v["params"]).guarantee for v in vectors]
    return sorted(
        {
            MEASURES[type(g.measure)]
            + ("" if g.scope is Scope.CENTRAL else f", {g.scope.value} model")
            for g in made
        }
    )


def table(places: dict[str, str]) -> list[str]:
    """Return a table with a line for each mechanism."""
    out = [HEAD, "| --- | --- | --- | --- |"]
    for name, runs in recorded().items():
        parts = ", ".join(f"`{part}`" for part in runs[PARTS]) or "none"
        programs = "; ".join(
            f"{words}: {', '.join(f'[{t}]({places[t]}) ({n})' for t, n in runs[kind].items())}"
            for kind, words in ((ALL, "in general steps"), (FINITE, "on finite domains"))
            if runs[kind]
        )
        promised = " or ".join(guarantees(name))
        out.append(f"| {name} | {promised} | {parts} | {programs or '**in no step**'} |")
    return out


def sentence() -> str:
    """Return one sentence that counts the mechanisms by where their programs run."""
    runs = recorded()
    general = [name for name, r in runs.items() if r[ALL]]
    finite = [name for name, r in runs.items() if r[FINITE] and not r[ALL]]
    never = [name for name, r in runs.items() if not r[FINITE] and not r[ALL]]
    return (
        f"Of the programs of {len(runs)} mechanisms {len(general) or 'none'} "
        f"{'runs' if len(general) < 2 else 'run'} in a step for all values, {len(finite)} run in steps "
        f"on finite domains of data and draws, and {len(never) or 'none'} in no step"
        f"{' (' * bool(never)}{', '.join(never)}{')' * bool(never)}."
    )
