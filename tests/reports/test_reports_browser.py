"""The page of reports/html.py in a real browser: what a person sees, on a wide and a narrow screen,
in light, dark and print.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from dpmean.reports import machine
from dpmean.reports.html import page
from tests.helpers.browser import CHROMIUM, Browser

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="Chromium is not on this machine (Debian: apt-get install chromium)"
)

RECORDED = Path(__file__).parents[1] / "lab" / "recorded" / "report.json"
OPEN_ALL = "document.querySelectorAll('details').forEach(d => d.open = true)"
# elements that reach out of the window, or whose text is wider than its box; a wide matrix scrolls
# in its own region
TOO_WIDE = """[...document.body.querySelectorAll('*')].filter(e => !e.closest('svg') && e.getClientRects().length
  && !(e.closest('.scroll') && getComputedStyle(e.closest('.scroll')).overflowX === 'auto')
  && (e.getBoundingClientRect().right > innerWidth + 0.5 || e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline'))
  .map(e => e.outerHTML.slice(0, 120))"""
# for every piece of text: the WCAG contrast ratio of its colour against the nearest background
# behind it
LOW_CONTRAST = """(() => {
  const rgb = text => text.match(/[0-9.]+/g).map(Number);
  const light = c => c.slice(0, 3).map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
  const behind = e => { for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor); if (c.length === 3 || c[3] === 1) return c; } };
  const found = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let seen = 0;
  while (walk.nextNode()) {
    const e = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || !e.getClientRects().length) continue;
    seen += 1;
    const style = getComputedStyle(e), colour = rgb(e.closest('svg') ? style.fill : style.color);
    const band = e.closest('svg') && e.textContent === 'the event';
    const probe = document.createElement('i');
    probe.style.color = 'var(--band)'; document.body.append(probe);
    const back = band ? rgb(getComputedStyle(probe).color) : behind(e.closest('svg') ? e.closest('svg').parentElement : e);
    probe.remove();
    if (ratio(colour, back) < 4.5) found.push([e.textContent.slice(0, 40), ratio(colour, back)]);
  }
  return [seen, found];
})()"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with Browser() as started:
        yield started


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    """The recorded runs, and more of them without pictures: a matrix of many columns."""
    recorded = machine.read(RECORDED)
    more = deepcopy(recorded["runs"][:1]) * 3
    for v in more[0]["verdicts"]:
        v.pop("evidence", None)
    return recorded | {"runs": recorded["runs"] + more}


@pytest.fixture(scope="module")
def file(report: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(page(report), encoding="utf-8")
    return path


def test_the_page_loads_without_errors_scripts_or_network(browser: Browser, file: Path) -> None:
    """Kills anything that the browser complains of or fetches, and a broken quirks-mode
    document.
    """
    browser.console.clear()
    browser.requests.clear()
    browser.open(file, 1200)
    browser.evaluate(OPEN_ALL)
    assert browser.requests == [file.as_uri()]
    assert browser.console == []
    assert browser.evaluate(
        "[document.compatMode, document.documentElement.lang, document.scripts.length]"
    ) == ["CSS1Compat", "en", 0]


def test_a_person_sees_every_verdict_and_finding(
    browser: Browser, file: Path, report: dict[str, Any]
) -> None:
    """Kills text that is there but hidden, headings out of order, and cells that speak by colour
    alone.
    """
    browser.open(file, 1200)
    levels = browser.evaluate(
        "[...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(h => +h.tagName[1])"
    )
    assert (
        levels[0] == 1
        and levels.count(1) == 1
        and all(b <= a + 1 for a, b in zip(levels, levels[1:], strict=False))
    )
    chips = browser.evaluate(
        "[...document.querySelectorAll('.matrix td .chip')].map(c => c.innerText.trim())"
    )
    words = ("✓", "passed"), ("✗", "failed"), ("◆", "known"), ("–", "unsupported")
    assert chips and all(
        c == "not in this report"
        or any(c.startswith(symbol) and c.endswith(word) for symbol, word in words)
        for c in chips
    )
    assert {c.split()[0] for c in chips} == {"✓", "✗", "◆", "–"}
    heads = browser.evaluate("[...document.querySelectorAll('.cards .card')].map(c => c.innerText)")
    assert [("Does not conform" in h, "all known findings" in h) for h in heads] == [
        (run["exit_code"] == 1, run["exit_code"] == 0) for run in report["runs"]
    ]
    browser.evaluate(OPEN_ALL)
    shown = browser.evaluate("document.body.innerText")
    for run in report["runs"]:
        for v in run["verdicts"]:
            if v["status"] in ("fail", "known"):
                assert v["id"] in shown and v["matters"] in shown


def test_tables_and_pictures_have_names_and_headers(browser: Browser, file: Path) -> None:
    """Kills a picture or a table that a screen reader cannot announce, as the browser's own
    accessibility tree has it.
    """
    browser.open(file, 400)  # where rows are blocks: the roles must survive the style
    browser.evaluate(OPEN_ALL)
    nodes = browser.send("Accessibility.getFullAXTree")["nodes"]
    of = {
        role: [n for n in nodes if n.get("role", {}).get("value") == role and not n.get("ignored")]
        for role in ("image", "table", "rowheader", "cell", "link")
    }
    for role in ("image", "table", "link"):
        assert of[role] and all(n["name"]["value"].strip() for n in of[role]), role
    assert len(of["image"]) == browser.evaluate("document.querySelectorAll('svg').length")
    assert (
        len(of["rowheader"])
        == browser.evaluate("document.querySelectorAll('tbody th').length")
        > 20
    )
    assert len(of["cell"]) == browser.evaluate("document.querySelectorAll('td').length") > 40


@pytest.mark.parametrize("width", [320, 400, 760, 1200])
def test_nothing_is_wider_than_the_window(browser: Browser, file: Path, width: int) -> None:
    """Kills a long word, a table or a picture that makes a narrow page scroll sideways."""
    browser.open(file, width)
    browser.evaluate(OPEN_ALL)
    assert browser.evaluate("[innerWidth, document.documentElement.scrollWidth]") == [width, width]
    assert browser.evaluate(TOO_WIDE) == []


@pytest.mark.parametrize("width", [400, 1200])
def test_pictures_are_drawn_and_can_be_read(browser: Browser, file: Path, width: int) -> None:
    """Kills a picture without size, one that is empty, and letters under 8 pixels."""
    browser.open(file, width)
    browser.evaluate(OPEN_ALL)
    sizes = browser.evaluate(
        "[...document.querySelectorAll('svg')].map(s => { const r = s.getBoundingClientRect(); "
        "return [r.width, r.height, s.querySelectorAll('path, use').length]; })"
    )
    assert len(sizes) >= 5 and all(
        w >= 250 and h >= 120 and shapes >= 10 for w, h, shapes in sizes
    ), sizes
    heights = browser.evaluate(
        "[...document.querySelectorAll('svg text')].map(t => t.getBoundingClientRect().height)"
    )
    assert min(heights) >= 8
    outside = browser.evaluate(
        "[...document.querySelectorAll('svg text')].filter(t => { const a = "
        "t.getBoundingClientRect(), b = t.closest('svg').getBoundingClientRect(); return "
        "a.left < b.left - 1 || a.right > b.right + 1; }).map(t => t.textContent)"
    )
    assert outside == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [400, 1200])
def test_text_has_contrast(browser: Browser, file: Path, scheme: str, width: int) -> None:
    """Kills a colour that is too pale for its background, in the page and in the pictures."""
    browser.open(file, width, scheme)
    browser.evaluate(OPEN_ALL)
    seen, low = browser.evaluate(LOW_CONTRAST)
    assert seen > 300 and low == []
    dark = (
        browser.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        != "rgb(255, 255, 255)"
    )
    assert dark is (scheme == "dark")


def test_print_shows_what_is_folded(browser: Browser, file: Path) -> None:
    """Kills a printed report in which the findings are closed, or that is white on white after a
    dark screen.
    """
    browser.open(file, 800, "dark", media="print")
    boxes = browser.evaluate(
        "[...document.querySelectorAll('section > details > .finding')].map(f => "
        "f.checkVisibility({contentVisibilityAuto: true}) ? f.getBoundingClientRect().height : 0)"
    )
    assert len(boxes) > 10 and min(boxes) > 50
    assert (
        browser.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        == "rgb(255, 255, 255)"
    )
    assert browser.evaluate(LOW_CONTRAST)[1] == []
