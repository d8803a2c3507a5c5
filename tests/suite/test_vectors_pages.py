"""The pages of vectors/: the example of its front page is what the runner does, and their links
lead somewhere.

Killed here: a vector, request or verdict on the front page that is not the real one; a link to a
page or a heading that is not there; a page that the front page does not send anybody to; a line
that has to be scrolled.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

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
