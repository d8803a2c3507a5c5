"""The pages of vectors/: the example of its front page is what the runner does, and their links
lead somewhere.

Killed here: a vector, request or verdict on the front page that is not the real one; a link to a
page or a heading that is not there; a page that the front page does not send anybody to; a line
that has to be scrolled.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dpmean.catalogue.laws import LAWS
from dpmean.exact.numbers import spell
from dpmean.judging import verdict_on
from dpmean.judging.verdict import FAIL, PASS
from dpmean.reports.machine import verdict_json
from dpmean.reports.wording import asked, gravity
from dpmean.suite.files import load, root
from tests.helpers.pages import fences, links, longest_lines

FRONT = (root() / "README.md").read_text()
PAGES = sorted(root().glob("*.md"))


def test_the_example_is_a_vector_its_request_and_its_verdict() -> None:
    diagram, shown, talk, seen = (text.strip() for _, text in fences(root() / "README.md"))
    assert diagram.startswith("sequenceDiagram\n")
    body = json.loads(shown.replace("\n", ""))
    (vector,) = [v for v in load() if v.id == body["id"]]
    assert body == vector.to_json()
    asks, answers = (json.loads(line[2:]) for line in talk.replace("\n   ", "").split("\n"))
    assert asks == {**vector.prompt(), "seq": "1"}
    found = verdict_json(verdict_on(vector, answers))
    assert found["status"] == FAIL
    assert seen.split("\n") == [
        f"FAILED {vector.kind}/{vector.id}: {gravity(found)}",
        f"  asked   {asked(found)}",
        f"  seen    {found['detail']}",
        f"  means   {found['matters']}",
    ]
    for right in ("2", {"f64": "4000000000000000"}):
        assert json.dumps(right, separators=(",", ":")) in FRONT
        assert verdict_on(vector, {**answers, "output": {"value": right}}).status == PASS


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.name))
def test_links_lead_somewhere_and_lines_are_short(page: Path) -> None:
    assert links(page) == []
    assert longest_lines(page) == []


def test_the_front_page_sends_readers_to_every_page() -> None:
    assert {p.name for p in PAGES} - {"README.md"} == set(
        re.findall(r"\]\(([a-zA-Z-]+\.md)\)", FRONT)
    )


# ---------------------------------------------------------------- pages and vectors say the same

NUMBER = re.compile(r"-?[0-9]+/[0-9]*[1-9][0-9]*")
DECIMAL = re.compile(r"-?[0-9]*\.[0-9]+(e-?[0-9]+)?|-?[0-9]+e-?[0-9]+")


def section(page: str, heading: str) -> str:
    """What stands under a heading of a page."""
    return (root() / page).read_text().split(f"\n## {heading}\n")[1].split("\n## ")[0]


def exact() -> list[Any]:
    return [v for v in load() if v.kind == "exact"]


def test_the_page_lists_the_quantities_of_each_law() -> None:
    """Kills a quantity that a reader looks for in vain, and one that vectors ask without a word."""
    asked_of: dict[str, set[str]] = {}
    for v in exact():
        if v.object in LAWS:
            asked_of.setdefault(v.object, set()).add(v.quantity)
    listed = re.findall(
        r"^- \*\*(\w+)\*\*: ([\w,\s]+)$",
        section("laws.md", "Which law has which quantity"),
        re.MULTILINE,
    )
    assert {law: {*re.split(r",\s+", names.strip())} for law, names in listed} == asked_of
    defined = section("laws.md", "Quantities")
    for name in set().union(*asked_of.values()):
        assert re.search(rf"\*\*[^*]*\b{name}\b[^*]*\*\*", defined), name


def test_shifts_are_those_that_the_page_allows() -> None:
    """Kills a sentence by which a right implementation refuses what vectors ask."""
    text = section("laws.md", "Shifts")
    free = {"laplace", "gaussian", "discrete_laplace", "discrete_gaussian"}
    anywhere = re.findall(r"\*\*([^*]+)\*\*: any (?:number|integer)", text)
    assert {name for names in anywhere for name in names.split(", ")} == free
    beyond: set[str] = set()
    for v in exact():
        shifts = [abs(Fraction(v.params[p])) for p in v.params if p.startswith("shift")]
        if shifts and v.object in LAWS and sum(shifts) > Fraction(v.params.get("sensitivity", "1")):
            beyond.add(v.object)
        integers = v.object in ("discrete_laplace", "discrete_gaussian")
        assert not integers or all(x.denominator == 1 for x in shifts)
    assert beyond == free
    refused = {v.object for v in load() if v.expect.get("code") == "shift_outside_sensitivity"}
    assert refused and not refused & free
    assert refused <= {
        n for ns in re.findall(r"\*\*([^*]+)\*\*", text) for n in re.split(r",\s+", ns)
    }


def test_the_page_names_what_may_only_err_upwards() -> None:
    """Kills a promise that the page calls one-sided and the vectors do not, or the reverse."""
    said = (
        section("kinds.md", "exact").split("Rule `at_least`:")[1].split("All other quantities")[0]
    )
    named = {*re.findall(r"[a-z_]+\.[a-z_]+", said)}
    for v in exact():
        name, values = f"{v.object}.{v.quantity}", v.expect.get("values") or [v.expect["value"]]
        scales = v.quantity in ("noise_scale", "noise_scales")
        one_sided = name in named or (scales and all(x.get("exact") != "0" for x in values))
        assert (v.accept["rule"] == "at_least") is one_sided, v.id
        to_zero = v.quantity in ("epsilon", "rho")
        assert not one_sided or (v.accept["ulps"] == "0") is to_zero, v.id


def test_requests_are_spelled_as_the_page_says() -> None:
    """Kills a decimal, and a fraction that a strict reader would not expect."""
    unreduced = set()
    for v in load():
        read = [v.params, {k: x for k, x in v.input.items() if k not in ("tape", "seed")}]
        for part in (part for text in texts(read) for part in text.split(",")):
            assert not DECIMAL.fullmatch(part), (v.id, part)
            if NUMBER.fullmatch(part) and spell(Fraction(part)) != part:
                unreduced.add(part)
    assert {part.split("/")[1] for part in unreduced} == {"10", "100"}


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    else:
        for part in value.values() if isinstance(value, dict) else value:
            yield from texts(part)


def test_profiles_that_vectors_name_stand_on_a_page() -> None:
    profiles = {v.source.rpartition("profile ")[2] for v in load() if "profile " in v.source}
    page = (root() / "tape-profiles.md").read_text()
    assert len(profiles) > 8 and all(profile in page for profile in profiles)
