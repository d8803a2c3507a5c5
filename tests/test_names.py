"""Names: one public name is one thing, an id says what its vector is about, and every word is in
the glossary once.

A name is public when another team sees it: the objects and ids of vectors, names of the catalogue
and of mechanisms, parameters, steps, kinds, statuses. What was published in suite 0.2.0 keeps its
name.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from dpmean.catalogue.mechanisms import MECHANISMS
from dpmean.catalogue.quantities import CATALOGUE
from dpmean.experiments.points import Verdict
from dpmean.experiments.registry import PAPERS
from dpmean.judging import verdict
from dpmean.libraries import findings
from dpmean.parameters.declared import PARAMETERS
from dpmean.privacy.guarantees import Scope
from dpmean.privacy.neighbors import Neighbors
from dpmean.reports import headline, wording
from dpmean.suite.files import ledger, load, root
from dpmean.suite.kinds import KINDS
from dpmean.suite.vectors import Vector
from proofs import theorem
from tests.helpers.theorems import FOUND

VECTORS = load()
KEYS = ("addremove", "hetero", "instance", "trilemma")  # of the papers
PUBLISHED = {line.id for line in ledger() if line.version in ("0.1.0", "0.2.0")}
# other words for a paper than its key; no public name has them
SECOND_WORDS = (
    "per_user",
    "per-user",
    "heterogeneous",
    "lowbias",
    "low-bias",
    "unbiased",
    "multivariate",
)


def paper(source: str) -> str:
    """The key of the paper of a source, or the source's first author."""
    return source.split()[0].rstrip(",") if source else ""


def source_of(cls: object) -> str:
    """The item of a paper that a class names as its source."""
    return (cls.__doc__ or "").split("Source.")[-1].strip()


def uses() -> Iterator[tuple[str, str, str]]:
    """(name of an object, where it is used, the paper of what it means there)."""
    for entry in CATALOGUE.values():
        yield entry.name.partition(".")[0], f"catalogue {entry.name}", paper(entry.source)
    for mechanism in MECHANISMS.values():
        yield mechanism.name, "mechanism", paper(source_of(mechanism))
    for v in VECTORS:
        if v.kind in ("exact", "transcript"):
            yield v.object, f"vector {v.id}", paper(v.source)


def collisions(found: Iterator[tuple[str, str, str]]) -> dict[str, dict[str, str]]:
    """The names that mean things of several papers, each with one use a paper."""
    places: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for name, where, of in found:
        places[name].setdefault(of, where)
    return {name: where for name, where in places.items() if len(set(where) & set(KEYS)) > 1}


def test_a_name_means_things_of_one_paper() -> None:
    """Kills an object of one paper beside quantities of another under one name, in one folder of
    vectors.
    """
    assert collisions(uses()) == {}
    again = ("clipped_mean", "a quantity of another paper's mechanism", "instance")
    assert list(collisions(iter([*uses(), again]))) == ["clipped_mean"]


def test_the_quantities_of_a_mechanism_are_about_its_own_privacy() -> None:
    """Kills a quantity under the name of a mechanism that does not have its privacy parameters."""
    privacy = {"epsilon", "epsilons", "rho", "delta"}
    for entry in CATALOGUE.values():
        mechanism = MECHANISMS.get(entry.name.partition(".")[0])
        if mechanism is not None:
            own = {*mechanism.required, *mechanism.optional}
            # the delta of a histogram follows from its threshold, and the other way round
            own |= {"delta"} if "count_threshold" in own else set()
            assert {*entry.parameters} & privacy <= own, entry.name


def test_a_theorem_is_about_names_of_its_papers() -> None:
    for t in FOUND:
        papers = {c.paper.partition(".")[0] for c in t.claims}
        for name in t.covers if papers else ():
            assert (
                paper(CATALOGUE[name].source) in papers or paper(CATALOGUE[name].source) not in KEYS
            ), f"{t.id} covers {name}"


# a count is the object that releases one, the step that has the exact one, and the parameter that says it
SAME = {"count"}


def test_no_name_of_one_sort_is_a_name_of_another() -> None:
    """Objects, steps, parameters, quantities are apart.

    Kills a step clipped_mean of a mechanism that is not that one.
    """
    objects = {v.object for v in VECTORS}
    steps = {re.sub(r"_\d+", "", name) for v in VECTORS for name, _ in v.expect.get("steps", [])}
    quantities = {v.quantity for v in VECTORS if v.quantity}
    assert objects & (steps | quantities | set(PARAMETERS)) == SAME
    assert set(PARAMETERS) & {member.name for member in fields(Vector)} == set(), (
        "a parameter has the name of a member of a vector"
    )
    assert objects & set(PAPERS) <= set(KEYS), (
        "an experiment has the name of an object that is not its paper's bounds"
    )


def test_a_source_is_one_line() -> None:
    assert [v.id for v in VECTORS if "\n" in v.source] == []


def public_names() -> set[str]:
    """All names that another team sees and that are not yet published."""
    steps = {name for v in VECTORS for name, _ in v.expect.get("steps", [])}
    ids = {v.id for v in VECTORS} - PUBLISHED
    return {
        *ids,
        *steps,
        *CATALOGUE,
        *MECHANISMS,
        *PARAMETERS,
        *PAPERS,
        *(name for names in PAPERS.values() for name in names),
    }


@pytest.mark.parametrize("word", SECOND_WORDS)
def test_no_public_name_has_a_second_word_for_a_paper(word: str) -> None:
    assert [name for name in public_names() if word in name] == []


# words of an id that are followed by a value and are no parameters: a grid, first bits, a bin,
# noise, bounds
VALUED = ("grid", "begins", "first", "coins", "cell", "half", "z", "bounds")


def numbered(id_: str, words: set[str]) -> list[str]:
    """The parts of an id in which a number follows a word that says nothing: case7, edge3."""
    found = (re.fullmatch(r"([a-z_]+?)(n?)\d[\d_]*", part) for part in id_.split("-"))
    return [m[0] for m in found if m and not {m[0], m[1], m[1] + m[2]} & words]  # -3 is spelled n3


def test_no_id_is_numbered() -> None:
    """An id says what its vector is about; a running number would move when another case comes
    before it.
    """
    words = {*PARAMETERS, *VALUED, *(str(v.quantity) for v in VECTORS)}
    assert {
        v.id: found
        for v in VECTORS
        if v.id not in PUBLISHED and (found := numbered(v.id.removeprefix(v.object), words))
    } == {}
    assert numbered("-transcript-bounds0to1-case7", words) == ["case7"]
    assert numbered("-reject-d65-point3-twin", words) == ["point3"]


GLOSSARY = (root() / "GLOSSARY.md").read_text()
WORDS = [bold.replace("\n  ", " ") for bold in re.findall(r"\*\*(.+?)\*\*", GLOSSARY, re.DOTALL)]


def shown() -> set[str]:
    """Every kind, level, status and word of a verdict that the program prints or writes."""
    found = {
        *KINDS,
        "support",
        *(v.level for v in VECTORS),
        *wording.SYMBOLS,
        headline.STALE,
        headline.INCOMPLETE,
        headline.ABSENT,
        "ok",
        "rejected",
        "error",
    }
    found |= {
        findings.REPRODUCED,
        findings.NOT_REPRODUCED,
        findings.NOT_JUDGED,
        findings.NOT_BUILT,
        verdict.UNSUPPORTED,
    }
    found |= {
        *theorem.Status,
        *(str(v) for v in Verdict),
        *(line.what for line in ledger()),
        "added",
        "fixed",
        "retired",
    }
    return found


def test_the_glossary_has_every_word_once() -> None:
    """Every word that the program prints is in bold, once; relations, scopes and levels are at
    least spelled.
    """
    spelled = {
        *(r.value for r in Neighbors),
        *(s.value for s in Scope),
        "must",
        "should",
        "corrected",
        "printed",
        "paper",
        "exact",
    }
    assert shown() - {"must", "should"} - set(WORDS) == set()
    assert {word for word, n in Counter(WORDS).items() if n > 1} == set()
    assert {word for word in spelled if f"`{word}`" not in GLOSSARY} == set()


def test_both_pages_link_to_the_glossary() -> None:
    assert "](GLOSSARY.md)" in (root() / "README.md").read_text()
    assert "](vectors/GLOSSARY.md)" in (Path(__file__).parents[1] / "README.md").read_text()
