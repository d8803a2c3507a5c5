"""The errata: few serious errors a paper and first, one entry a slip, and the papers' own words
where quoted.

The papers are not in the repository: with DPMEAN_PAPERS, the folder of their texts (*.txt, with the
LaTeX of formulas), each quotation is looked up in them.
"""

from __future__ import annotations

import os
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from proofs import errata, ledger
from proofs.theorem import SERIOUS, Claim, Status, Theorem
from tests.helpers.theorems import FOUND

QUOTED = [c for _, c in ledger.rows(FOUND) if c.quote]
SCREEN = 48  # lines
# letters of the texts between two fragments of a quotation, which spell formulas out three times
NEAR = 2500


@cache
def page(paper: str) -> str:
    return errata.page(FOUND, paper)


@pytest.mark.parametrize("paper", errata.PAGES)
def test_every_row_that_is_wrong_or_ambiguous_is_on_its_page(paper: str) -> None:
    details = page(paper).split("\n## Details\n")[1]
    shown = re.findall(r"^- \*\*\d+(?:\.|, also:) (.*)\*\*$", details, re.MULTILINE)
    expected = [
        errata.name(c)
        for _, c in ledger.rows(FOUND)
        if c.paper in errata.PAGES[paper].papers and c.status in (Status.WRONG, Status.AMBIGUOUS)
    ]
    assert sorted(shown) == sorted(expected)


@pytest.mark.parametrize("paper", errata.PAGES)
def test_one_to_six_serious_errors_stand_on_two_screens_before_all_else(paper: str) -> None:
    top, rest = page(paper).split("\n## Misprints\n")
    assert 1 <= len(re.findall(r"^### \d+\. ", top, re.MULTILINE)) <= 6
    assert len(top.split("\n")) <= 2 * SCREEN and "\n## Details\n" in rest
    for label in ("*Where:*", "*Counterexample:*", "*Repair:*", "*What survives:*"):
        assert top.count(label) == top.count("\n### ")


@pytest.mark.parametrize("paper", errata.PAGES)
def test_the_numbers_on_top_are_those_of_the_entries(paper: str) -> None:
    top, details = page(paper).split("\n## Serious\n")[0], page(paper).split("\n## Details\n")[1]
    for heading, one in (
        ("The serious errors", "serious entr"),
        ("Slips", "slip"),
        ("Misprints", "misprint"),
        ("Right by one reading", "statement"),
    ):
        part = re.search(rf"^### {heading}.*?(?=^### |\Z)", details, re.MULTILINE | re.DOTALL)
        numbers = re.findall(r"^- \*\*(\d+)\. ", part.group(), re.MULTILINE) if part else []
        assert numbers == [str(n) for n in range(1, len(numbers) + 1)]
        said = re.search(rf"\b(\d+)\s+{one.replace(' ', chr(92) + 's+')}", top)
        assert (said.group(1) if said else "0") == str(len(numbers))


@pytest.mark.parametrize("paper", errata.PAGES)
def test_a_page_that_does_not_rank_a_serious_error_is_refused(
    monkeypatch: pytest.MonkeyPatch, paper: str
) -> None:
    named = errata.PAGES[paper]
    for ranked in (named.serious[1:], (*named.serious, "Lemma 0")):
        monkeypatch.setitem(errata.PAGES, paper, replace(named, serious=ranked))
        with pytest.raises(ValueError, match="the page names"):
            errata.page(FOUND, paper)


@pytest.mark.parametrize("paper", errata.PAGES)
def test_a_dollar_is_a_formula_of_a_quotation_or_money(paper: str) -> None:
    text = re.sub(r"\$`[^`]*`\$", "", page(paper))
    assert not re.search(r"(?<!\\)\$", text)


def artefacts_removed(text: str) -> str:
    r"""The text without whitespace, %, and what the conversion to HTML put around \left ..
    \right.
    """
    out, open_, end = [], list[bool](), 0
    text = re.sub(r"[\s%]+", "", text)
    for found in re.finditer(
        r"(\\mathopen\{\}\\mathclose\{\{\})?\\left(?![a-z])|\\right(?![a-z])", text
    ):
        before = text[end : found.start()]
        if found.group().endswith("left"):
            open_.append(bool(found.group(1)))
        elif open_ and open_.pop():
            before = before.removesuffix("}")
        out += [before, "\\left" if found.group().endswith("left") else "\\right"]
        end = found.end()
    return "".join([*out, text[end:]])


@cache
def papers() -> tuple[str, ...]:
    folder = os.environ.get("DPMEAN_PAPERS", "")
    if not folder:
        pytest.skip("DPMEAN_PAPERS names no folder with the texts of the papers")
    return tuple(
        artefacts_removed(p.read_text(encoding="utf-8")) for p in sorted(Path(folder).glob("*.txt"))
    )


def end_of(fragments: list[str], text: str, start: int) -> int:
    """Where the fragments end that follow one another from some place after `start` on, or -1."""
    while (start := text.find(fragments[0], start)) >= 0:
        at = start
        for fragment in fragments:
            at = text.find(fragment, at, at + NEAR)
            if at < 0:
                break
            at += len(fragment)
        else:
            return at
        start += 1
    return -1


def occurs(quote: str, text: str) -> bool:
    """Whether the fragments of a quotation, prose and formulas, follow one another in the text."""
    at = 0
    for part in quote.split("[...]"):
        fragments = [f for f in map(artefacts_removed, part.split("$")) if f]
        if not fragments or (at := end_of(fragments, text, at)) < 0:
            return False
    return True


def test_every_quotation_is_in_the_paper() -> None:
    assert [
        f"{c.paper} {c.item}" for c in QUOTED if not any(occurs(c.quote, text) for text in papers())
    ] == []


def test_the_look_up_sees_a_changed_word_a_changed_formula_and_another_order() -> None:
    text = artefacts_removed(
        r"It. Then it holds𝜇\mu that \mathopen{}\mathclose{{}\left(\frac{1}{2}}\right) % is all, "
        "and here."
    )
    good = r"it holds $\mu$ that $\left(\frac{1}{2}\right)$ is [...] here."
    assert occurs(good, text)
    for bad in (good.replace("it", "is"), good.replace("{2}", "{3}"), r"is all [...] $\mu$", ""):
        assert not occurs(bad, text)


SERIOUS_ROW, THEOREM = next((c, t) for t, c in ledger.rows(FOUND) if c.severity == SERIOUS)
PROVED_ROW, ITS_THEOREM = next(
    (c, t) for t, c in ledger.rows(FOUND) if not c.severity and not c.entry
)


@pytest.mark.parametrize(
    ("row", "theorem", "what"),
    [
        (replace(SERIOUS_ROW, quote=""), THEOREM, "quote"),
        (replace(SERIOUS_ROW, place=""), THEOREM, "quote"),
        (replace(SERIOUS_ROW, severity="grave"), THEOREM, "a severity is one of"),
        (replace(SERIOUS_ROW, severity="slip"), THEOREM, "quote"),
        (replace(SERIOUS_ROW, severity=""), THEOREM, "a severity or an entry"),
        (replace(SERIOUS_ROW, entry="Lemma 1"), THEOREM, "a severity or an entry"),
        (replace(PROVED_ROW, severity="misprint"), ITS_THEOREM, "a severity or an entry"),
    ],
)
def test_a_row_without_what_its_severity_demands_is_refused(
    row: Claim, theorem: Theorem, what: str
) -> None:
    with pytest.raises(ValueError, match=what):
        replace(theorem, claims=(row,))


def test_a_row_that_is_part_of_no_entry_is_refused() -> None:
    theorem = next(t for t, c in ledger.rows(FOUND) if c.entry and c.status == Status.WRONG)
    changed = replace(
        theorem, claims=tuple(replace(c, entry="Lemma 0") if c.entry else c for c in theorem.claims)
    )
    with pytest.raises(ValueError, match="is part of Lemma 0"):
        errata.files([changed if t is theorem else t for t in FOUND])


@pytest.mark.parametrize("page", ["THEOREM4.md", "ADPM.md"])
def test_a_proof_in_prose_names_steps_that_there_are(page: str) -> None:
    """A step is named in quotation marks after the letter of its theorem file, which the page's
    head binds.
    """
    text = " ".join((ledger.HERE / page).read_text(encoding="utf-8").split())
    files = {
        letter: name
        for name, letter in re.findall(r"\[(\w+)\]\(theorems/\S+\.py\) \(([A-C])\)", text)
    }
    steps = {t.id: {s.name for s in t.steps} for t in FOUND}
    named, letter = 0, ""
    for notes in re.findall(r"\*\(([A-C]: .*?)\)\*", text):
        for which, quoted in re.findall(r"([A-C]): |\"(.*?)\"", notes):
            letter = which or letter
            if quoted:
                named += 1
                assert quoted in steps[files[letter]], quoted
    assert len(files) == 3 and named >= 10
    assert text.count("$`") == text.count("`$")
