"""What a theorem file declares: steps for the checker, rows for the ledger, and an executable form.

A row declares its status, which is one of `Status`; nothing reads it off words. What each must come with
is checked in `Theorem.__post_init__`, and that shipped code runs for a row proved by steps in `arithmetic.py`:
  proved by steps   for all parameters, by the steps in `by`, as they stand: each of them is general (no finite domain,
                    no citation), and shipped code runs in one that is neither a counterexample nor of balls
  argument read     for all parameters, by the docstring of the file, which a person reads; `by` names its ingredients,
                    none of them a citation, and not only finite domains
  certified         on the stated `domain`
  exhaustive        on the stated finite `domain`
  recomputed        a sentence about the paper's own figures, tables and experiments: no step proves it, and
                    `dpmean experiment` computes it again, exactly or by simulation; `experiment` names which ones
  cited             the paper itself takes it from elsewhere; `by` names a citation
  asymptotic        `finite` is the exact statement that is proved instead; one step in `by` refutes its mutant
  ambiguous         the text can be read in two ways: by one it is `corrected`, proved by steps; by the other it has a
                    `counterexample`, checked by a step; or `experiment`, whose rows show both by simulation
  wrong as printed  `counterexample` and the `order` in which it is smallest, checked by a step; `corrected`, proved by
                    the other steps; `severity` (below); `survives`, what becomes of what depends on
                    it; or `textual`: the words are at fault (an undefined name, a missing bracket,
                    two sentences that disagree), so there is nothing to compute, and no step may
                    pose as a counterexample; or `experiment`, whose rows refute it by simulation

A row that is wrong as printed is an entry of the errata or, by `entry`, part of another row's
entry: one slip is one entry however often it is repeated. An entry has a severity:
  serious   what a user of the paper would build or cite wrongly: with `quote`, the paper's own words ($..$ is its
            LaTeX, [...] an omission), the `place`, and in `wrong` what is so
  slip      false or undefined as it stands, and what rests on it is repaired in passing
  misprint  a reader corrects it at once; nothing depends on it
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from dpmean.experiments.registry import PAPERS as EXPERIMENTS

from .kernel.steps import Step, require_sealed, require_unmoved

V2, V1, HETERO, TRILEMMA, INSTANCE = "addremove", "addremove.v1", "hetero", "trilemma", "instance"
PAPERS = (V2, V1, HETERO, TRILEMMA, INSTANCE)


class Status(StrEnum):
    """How the statement of a row is established, or what became of it; the file's head says more."""

    BY_STEPS = "proved by steps"
    READ = "argument read"
    CERTIFIED = "certified"
    EXHAUSTIVE = "exhaustive"
    RECOMPUTED = "recomputed"
    CITED = "cited"
    ASYMPTOTIC = "asymptotic"
    AMBIGUOUS = "ambiguous"
    WRONG = "wrong as printed"


SERIOUS, SLIP, MISPRINT = "serious", "slip", "misprint"
SEVERITIES = (SERIOUS, SLIP, MISPRINT)
# rules of which no step proves a statement for all values of its parameters
PARTIAL = ("finite domain", "counterexample", "cited", "balls")


@dataclass(frozen=True)
class Claim:
    """One row of the ledger: a statement of a paper and what became of it."""

    item: str
    statement: str
    status: Status
    by: tuple[str, ...]
    paper: str = V2
    domain: str = ""
    finite: str = ""
    counterexample: str = ""
    order: str = ""
    corrected: str = ""
    survives: str = ""
    note: str = ""
    textual: bool = False
    # names of `dpmean experiment`, of this paper, whose rows name this row
    experiment: tuple[str, ...] = ()
    severity: str = ""
    # the item of the row whose entry of the errata this is part of; of version 2 if both have it
    entry: str = ""
    place: str = ""
    wrong: str = ""
    quote: str = ""


def rows(file: str) -> tuple[Claim, ...]:
    """Return the rows in the TOML file beside a theorem file, by `rows(__file__)`.

    A word that no row has, or that is no status, is an error.
    """
    found = tomllib.loads(Path(file).with_suffix(".toml").read_text(encoding="utf-8"))
    return tuple(
        Claim(
            **{
                **row,
                "status": Status(row["status"]),
                "by": tuple(row.get("by", ())),
                "experiment": tuple(row.get("experiment", ())),
            }
        )
        for row in found["row"]
    )


@dataclass(frozen=True)
class Theorem:
    """One theorem file: its steps, its rows and its executable form."""

    id: str
    title: str
    statement: str
    source: str
    steps: tuple[Step, ...]
    claims: tuple[Claim, ...] = ()
    covers: tuple[str, ...] = ()  # names of the catalogue that rest on it
    programs: tuple[
        str, ...
    ] = ()  # mechanisms whose program, with its scales and guarantee, rests on it
    depends_on: tuple[str, ...] = ()
    holds: Callable[..., bool] | None = (
        None  # the executable form; Hypothesis attacks it with exact numbers
    )

    def __post_init__(self) -> None:
        if type(self.steps) is not tuple or type(self.claims) is not tuple:
            raise ValueError(f"{self.id}: steps and rows are tuples")
        for step in self.steps:
            require_sealed(step)
            require_unmoved(step)
        names = [s.name for s in self.steps]
        if len(set(names)) != len(names):
            raise ValueError(f"{self.id}: two steps have one name")
        for claim in self.claims:
            self._check(claim)

    def _check(self, claim: Claim) -> None:
        """Check that a row comes with what its status demands."""
        where = f"{self.id}: {claim.paper} {claim.item}"
        if claim.paper not in PAPERS:
            raise ValueError(
                f"{where}: no such paper; a theorem that is not in the paper has no claims"
            )
        if not isinstance(claim.by, tuple) or not isinstance(claim.experiment, tuple):
            raise ValueError(f"{where}: `by` and `experiment` are tuples of names")
        if unknown := {*claim.experiment} - {*EXPERIMENTS.get(claim.paper, ())}:
            raise ValueError(f"{where}: {claim.paper} has no experiment {', '.join(unknown)}")
        rules = [self.step(name).rule for name in claim.by]
        proper = [r for r in rules if r not in ("cited", "counterexample")]
        general = [r for r in proper if r != "finite domain"]
        needs: dict[Status, bool] = {
            Status.BY_STEPS: not {"finite domain", "cited"} & {*rules}
            and not {*rules} <= {*PARTIAL},
            Status.READ: bool(general) and "cited" not in rules,
            Status.CERTIFIED: bool(proper) and bool(claim.domain),
            Status.EXHAUSTIVE: "finite domain" in rules and bool(claim.domain),
            Status.RECOMPUTED: bool(claim.experiment) and not claim.by,
            Status.CITED: "cited" in rules,
            Status.ASYMPTOTIC: bool(proper) and bool(claim.finite) and "counterexample" in rules,
            Status.AMBIGUOUS: (
                bool(proper) and "counterexample" in rules if claim.by else bool(claim.experiment)
            )
            and all((claim.counterexample, claim.corrected)),
            Status.WRONG: (
                bool(proper) and claim.textual != ("counterexample" in rules)
                if claim.by
                else bool(claim.experiment)
            )
            and all((claim.counterexample, claim.order, claim.corrected))
            and bool(claim.survives or claim.entry or claim.severity == MISPRINT),
        }
        if claim.statement.startswith(("as in", "the same")):
            raise ValueError(f"{where}: the statement must stand alone")
        if claim.textual and claim.status != Status.WRONG:
            raise ValueError(f"{where}: only a row that is wrong as printed can be textual")
        heads = bool(claim.severity) + bool(claim.entry)
        if heads != (claim.status == Status.WRONG) and not (
            claim.status == Status.AMBIGUOUS and claim.entry and not claim.severity
        ):
            raise ValueError(
                f"{where}: a row that is wrong as printed, and no other, has a severity or an entry"
            )
        if claim.severity not in ("", *SEVERITIES):
            raise ValueError(f"{where}: a severity is one of {', '.join(SEVERITIES)}")
        told = (claim.place, claim.wrong, claim.quote)
        if (
            all(told) != (claim.severity == SERIOUS)
            or any(told) != all(told)
            or (claim.severity == SERIOUS and claim.textual)
        ):
            raise ValueError(
                f"{where}: a serious error, and no other, has a quote, its place, what is wrong "
                "with it, and a counterexample"
            )
        if claim.status not in needs or not needs[claim.status]:
            raise ValueError(
                f"{where}: lacks what the status '{claim.status}' demands (see the head of "
                "proofs/theorem.py)"
            )

    def step(self, name: str) -> Step:
        """Return the step of that name; an unknown name is an error."""
        for s in self.steps:
            if s.name == name:
                return s
        raise KeyError(f"{self.id} has no step named: {name}")
