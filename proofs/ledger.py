"""The ledger: collects the theorem files, runs their steps, and counts what their rows say."""

from __future__ import annotations

import difflib
import importlib
import json
import pkgutil
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import dpmean

from . import theorems
from .guards import gate, shipped, snapshot
from .kernel import trusted
from .kernel.refusals import NotProved
from .kernel.steps import Step, require_sealed, require_unmoved
from .theorem import PAPERS, Claim, Status, Theorem

HERE = Path(__file__).parent
VECTORS = HERE.parent / "vectors" / "v1"


@dataclass(frozen=True)
class Checked:
    """What became of one step of a theorem."""

    theorem: Theorem
    step: Step
    error: str  # "" when it checks
    account: str
    ran: tuple[str, ...] | None = (
        None  # the functions of the package that ran in it; None where nobody looked
    )
    programs: tuple[str, ...] = ()  # the mechanisms whose program ran in it


def package() -> str:
    """Return the folder of the package whose formulas are checked."""
    return str(Path(dpmean.__file__).parent)


def require_own_package() -> None:
    """Refuse to check another copy of the package than the one beside these proofs."""
    own = HERE.parent / "reference" / "dpmean"
    if Path(dpmean.__file__).resolve().parent != own.resolve():
        raise ValueError(
            f"this python imports dpmean from {package()}, not from {own}; install the checkout "
            "(pip install -e .) or use .venv/bin/python"
        )


def choose(found: list[Theorem], names: list[str]) -> tuple[list[Theorem], set[str]]:
    """Return the theorems meant by ids or by items of a paper, and those items; everything if no
    name is given.
    """
    by_id = {t.id: t for t in found}
    chosen: list[Theorem] = []
    items: set[str] = set()
    for name in names:
        key = "".join(name.lower().split())
        matching = [
            (t, c)
            for t in found
            for c in t.claims
            if "".join(c.item.lower().split()).startswith(key)
        ]
        if name in by_id:
            chosen.append(by_id[name])
            items |= {c.item for c in by_id[name].claims}
        elif matching:
            chosen += [t for t, _ in matching]
            items |= {c.item for _, c in matching}
        else:
            near = [i for i in by_id if i.startswith(name)] or difflib.get_close_matches(
                name, by_id, n=3
            )
            raise ValueError(
                f"no theorem and no statement is called {name}"
                + (f"; did you mean {' or '.join(near)}?" if near else "")
                + " (--list shows the theorems)"
            )
    return list({t.id: t for t in chosen}.values()) or found, items


def places() -> dict[str, str]:
    """Return the path below proofs/ of each theorem's file, by its id: theorems/PAPER/ID.py, or
    theorems/laws/ID.py.
    """
    papers = [m.name for m in pkgutil.iter_modules(theorems.__path__) if m.ispkg]
    files = [p for paper in papers for p in sorted((HERE / "theorems" / paper).glob("*.py"))]
    return {p.stem: p.relative_to(HERE).as_posix() for p in files if p.stem != "__init__"}


def _imported(module: str) -> Theorem:
    """Return the theorem of a file; one that ends the process, or is no theorem, is an error."""
    try:
        theorem = importlib.import_module(module).THEOREM
    except SystemExit as error:
        raise ValueError(f"{module} ends the process") from error
    if type(theorem) is not Theorem:
        raise ValueError(f"{module}: its THEOREM is none")
    return theorem


def load() -> list[Theorem]:
    """Load every theorem file, in an order in which each comes after those it depends on."""
    modules = {
        name: f"{__package__}.{path.removesuffix('.py').replace('/', '.')}"
        for name, path in places().items()
    }
    files = {f"domains/{p.name}": p for p in (HERE / "domains").glob("*.py")} | {
        path: HERE / path for path in places().values()
    }
    for path, file in files.items():
        gate.require(file, path)
    snapshot.preload(files.values())
    before = snapshot.taken()
    found: dict[str, Theorem] = {name: _imported(module) for name, module in modules.items()}
    if changed := snapshot.changed(before):
        raise ValueError(f"a theorem file changed {changed[0]}")
    for name, theorem in found.items():
        if theorem.id != name:
            raise ValueError(f"{name}: the theorem's id must be its file's name")
    done: list[Theorem] = []

    def visit(name: str, above: tuple[str, ...]) -> None:
        if name not in found:
            raise ValueError(f"{above[-1]}: depends on {name}, which is not a theorem")
        if name in above:
            raise ValueError(
                f"theorems depend on each other in a circle: {' -> '.join((*above, name))}"
            )
        for needed in sorted(found[name].depends_on):
            visit(needed, (*above, name))
        if found[name] not in done:
            done.append(found[name])

    for name in sorted(found):
        visit(name, ())
        for step in found[name].steps:
            require_unmoved(step)
    return done


def check(theorem: Theorem) -> Iterator[Checked]:
    """Run every step of a theorem, and yield what became of it, with the functions of the package
    that ran in it.
    """
    before = snapshot.taken()
    with shipped.Recorder() as recorder:
        done = []
        for step in theorem.steps:
            shipped.empty_caches()
            recorder.take()
            outcome = check_step(theorem, step)
            programs = tuple(sorted(recorder.programs))
            done.append(replace(outcome, ran=tuple(sorted(recorder.take())), programs=programs))
    changed = snapshot.changed(before)
    for outcome in done:
        yield replace(outcome, error=f"a step changed {changed[0]}") if changed else outcome


def check_step(theorem: Theorem, step: Step) -> Checked:
    """Run one step; whatever it raises is a failure of it, even if it would end the process."""
    try:
        require_sealed(step)
        account = step.check()
        require_sealed(step)
    except NotProved as error:
        return Checked(theorem, step, str(error), "")
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return Checked(theorem, step, f"{type(error).__name__}: {error}", "")
    return Checked(
        theorem, step, "" if type(account) is str else "the check gives no account", account
    )


def rows(found: list[Theorem]) -> list[tuple[Theorem, Claim]]:
    """Return every row, paper by paper, in the order of the items."""
    pairs = [(t, c) for t in found for c in t.claims]
    seen: set[tuple[str, str]] = set()
    for _, claim in pairs:
        key = (claim.paper, claim.item)
        if key in seen:
            raise ValueError(f"two rows for {key}")
        seen.add(key)
    return sorted(pairs, key=lambda p: (PAPERS.index(p[1].paper), _place(p[1].item), p[1].item))


KINDS = (
    "Abstract",
    "Section",
    "Equation",
    "Figure",
    "Table",
    "Algorithm",
    "Definition",
    "Lemma",
    "Theorem",
    "Corollary",
    "Remark",
    "Example",
    "Proofs",
    "Appendi",
)


def _place(item: str) -> tuple[int, str, int]:
    """Return the place of an item of a paper: abstract, sections, then numbered items, appendices
    last.
    """
    kind = next((w for w in KINDS if item.startswith(w)), "")
    number = re.search(r"\d+", item)
    return (
        KINDS.index(kind) if kind else 99,
        item.split(",")[0] if kind in ("Section", "Appendi") else "",
        int(number.group()) if number else 0,
    )


def counts(found: list[Theorem]) -> dict[Status, int]:
    """Return how many rows have each status."""
    return {s: sum(1 for _, c in rows(found) if c.status == s) for s in Status}


def trust(found: list[Theorem]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the lemmas of analysis and the cited results that some step uses."""
    used = {name for t in found for s in t.steps for name in s.trusts}
    return {n: d for n, d in trusted.LEMMAS.items() if n in used}, {
        n: d for n, d in trusted.CITED.items() if n in used
    }


def vector_count(names: tuple[str, ...]) -> int:
    """Return how many exact vectors hold one of these quantities."""
    total = 0
    for name in names:
        law, quantity = name.split(".", 1)
        path = VECTORS / law / "exact.json"
        if path.exists():
            total += sum(
                1 for v in json.loads(path.read_text())["vectors"] if v.get("quantity") == quantity
            )
    return total
