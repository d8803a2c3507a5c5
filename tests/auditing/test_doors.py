"""What Python gets of an audit: files by their suffix, pages, pictures, records that go on, a time in
words, what was left out, what the search cost.
"""

from __future__ import annotations

import json
import random
import signal
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dpmean
from dpmean.auditing import page as pages
from dpmean.auditing import report as told
from dpmean.auditing.durations import seconds_of
from dpmean.auditing.page import Page, Reason
from dpmean.auditing.report import ExactReport, Report
from dpmean.auditing.sets import WORK, Fisher, _rows
from dpmean.auditing.sources.function import key_of
from dpmean.auditing.status import Stop
from dpmean.auditing.store import load
from dpmean.errors import InvalidInput, printable

GIVEN: dict[str, Any] = {"data": ([0.0, 1.0], [0.0]), "seconds": 60}


def leaky(records: list[float]) -> float:
    return len(records) + random.gauss(0, 0.2)


def innocent(records: list[float]) -> float:
    return round(random.gauss(0, 1), 3)


@cache
def found() -> Report:
    made = dpmean.audit(leaky, "epsilon=1", size=2, draws=6000, seconds=60, without="bits")
    assert isinstance(made, Report)
    return made


@cache
def exact() -> ExactReport:
    made = dpmean.audit(lambda r, random: random.bernoulli("1/2"), "epsilon=1", size=1)
    assert isinstance(made, ExactReport)
    return made


class Seen(HTMLParser):
    """The elements of a page with their attributes, and its texts, by the element around them."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("img", "meta"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, tag

    def handle_data(self, data: str) -> None:
        if self.open and data.strip():
            self.texts.append((self.open[-1], data))

    def of(self, *tags: str) -> list[str]:
        return [text for tag, text in self.texts if tag in tags]


WRITTEN = {
    ".json": lambda b, report: json.loads(b) == json.loads(report.json()) == report.data,
    ".html": lambda b, report: b.decode() == report.html() and b.startswith(b"<!DOCTYPE html>"),
    ".svg": lambda b, report: ET.fromstring(b).tag.endswith("svg"),
    ".PNG": lambda b, report: b.startswith(b"\x89PNG"),
}


@pytest.mark.parametrize("make", [found, exact])
@pytest.mark.parametrize("suffix", WRITTEN)
def test_a_report_is_written_as_the_end_of_its_name_says(
    make: Any, suffix: str, tmp_path: Path
) -> None:
    """Kills a format that is another one's, and one that only one kind of report has."""
    path = tmp_path / f"a.b{suffix}"
    make().save(str(path))
    assert WRITTEN[suffix](path.read_bytes(), make())


def test_a_record_of_a_report_is_its_audit(tmp_path: Path) -> None:
    """Kills a record without what was left out: what is read again would bet on last bits."""
    found().save(tmp_path / "a.npz")
    again = load(tmp_path / "a.npz")
    assert again.without == {"bits"}
    assert Report(again).data["causes"] == found().data["causes"] != []
    assert not list(tmp_path.glob(".*"))
    with pytest.raises(InvalidInput, match=r"exact laws have no outputs that a record \(.npz\)"):
        exact().save(tmp_path / "b.npz")
    assert not (tmp_path / "b.npz").exists()


@pytest.mark.parametrize("name", ["a", "a.gif", ".json", "a.npz.gz", "html"])
def test_another_name_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    for report in (found(), exact()):
        with pytest.raises(
            InvalidInput, match=r"^path must end in .svg or .png .* or .npz"
        ) as seen:
            report.save(tmp_path / name)
        assert "\n" not in str(seen.value) and not (tmp_path / name).exists()
        with pytest.raises(InvalidInput, match="^kind: one of svg, png$"):
            report.picture("gif")


def test_a_page_says_what_the_report_says() -> None:
    """Kills a page without a cause, its repair, the number, what was left out, or what was never
    tried; and headings, tables and pictures that nobody hears.
    """
    report = found()
    seen = Seen(report._repr_html_())
    assert seen.open == []
    assert seen.of("strong") == [report.headline]
    assert "epsilon=1 is refuted; epsilon is at least " in report.headline
    cells = seen.of("td", "th")
    data = report.data["causes"]
    assert data and all({c["cause"], c["why"], c["fix"]} <= {*cells} for c in data)
    assert any(data[0]["seen"][0]["event"] in cell for cell in cells)
    items = " ".join(seen.of("li"))
    for line in (
        f"epsilon is at least {report.number:.4f} (confidence 95%",
        "without bits: ",
        "search: ",
    ):
        assert line in items, line
    innocent_ = dpmean.audit(innocent, size=2, draws=300, seconds=60)
    assert isinstance(innocent_, Report)
    assert innocent_.never and {*innocent_.never} <= {*Seen(innocent_.html()).of("li")}
    heads = [tag for tag, _ in seen.tags if tag in ("h1", "h2", "h3")]
    assert heads[0] == "h2" and {*heads[1:]} == {"h3"}
    assert all(attrs["scope"] in ("row", "col") for tag, attrs in seen.tags if tag == "th")
    (picture,) = [attrs for tag, attrs in seen.tags if tag == "img"]
    assert str(picture["alt"]).startswith("Three pictures: ")
    assert str(picture["src"]).startswith("data:image/svg+xml;base64,")
    assert not {"script", "style", "html", "body"} & {tag for tag, _ in seen.tags}
    whole = Seen(report.html())
    assert {"html", "title", "main"} <= {tag for tag, _ in whole.tags}
    assert "script" not in {tag for tag, _ in whole.tags}
    assert Seen(exact().html()).of("strong") == [exact().headline]
    assert repr(exact()) == str(exact()) and repr(report) == str(report)


TEXT = st.text(min_size=1, max_size=30).filter(lambda t: printable(t).strip())
LINES = st.lists(TEXT, min_size=1, max_size=2)


@given(TEXT, TEXT, LINES, LINES, TEXT)
def test_whatever_a_program_says_is_a_text_of_the_page(
    title: str, headline: str, claims: list[str], lines: list[str], alt: str
) -> None:
    """Kills one place of the page that is not escaped: whatever stands there comes back as text,
    and nothing else of the page changes.
    """
    reason = Reason(title, tuple(lines), headline, alt)
    rows = [(c, alt) for c in claims]
    made = Page(title, headline, rows, alt, [reason], lines, lines, lines, lines)
    plain = Page(
        "a",
        "a",
        [("a", "a")] * len(rows),
        "a",
        [Reason("a", ("a",), "a", "a")],
        *[["a"] * len(lines)] * 4,
    )
    seen, expected = Seen(pages.document(made, b"")), Seen(pages.document(plain, b""))
    assert [tag for tag, _ in seen.tags] == [tag for tag, _ in expected.tags]
    assert seen.of("h2", "title") == [printable(title)] * 2
    assert seen.of("strong") == [printable(headline)]
    assert seen.of("li") == [printable(line) for line in lines] * 4
    assert [attrs["alt"] for tag, attrs in seen.tags if tag == "img"] == [printable(alt)]
    assert [a["aria-label"] for tag, a in seen.tags if tag == "section"] == [printable(title)]
    cells = [printable(c) for row in rows for c in row]
    cells += map(printable, (title, "; ".join(lines), headline, alt))
    assert [t for t in seen.of("td", "th") if t in cells] == cells


def test_a_program_drives_no_page() -> None:
    """Kills a name, an event or a kind of an output that becomes a part of the page."""
    evil = "<script>alert()</script>"

    def f(records: list[float]) -> str:
        return evil + ("a" if len(records) > 1 and random.random() < 0.9 else "b")

    f.__name__ = "<img src=x>"
    report = dpmean.audit(f, "epsilon=1", draws=2000, **GIVEN)
    seen = Seen(report.html())
    assert report.refuted
    assert "script" not in {tag for tag, _ in seen.tags}
    assert len([tag for tag, _ in seen.tags if tag == "img"]) == 1
    assert evil in " ".join(seen.of("td")) and seen.of("h2") == ["Audit of <img src=x>"]


def test_without_the_library_of_pictures_a_page_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kills a notebook that shows a traceback in place of a report."""
    report = found()
    monkeypatch.delitem(sys.modules, "dpmean.auditing.picture", raising=False)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    seen = Seen(report._repr_html_())
    assert "img" not in {tag for tag, _ in seen.tags}
    assert "The picture needs matplotlib: pip install 'dpmean[pictures]'" in seen.of("p")
    with pytest.raises(ModuleNotFoundError):
        report.picture()


def test_an_audit_goes_on_from_its_record(tmp_path: Path) -> None:
    """Kills a record that is not written, outputs that are drawn again, and a file that is read and
    not gone on from.
    """
    path, called = tmp_path / "a.npz", [0]

    def f(records: list[Any]) -> float:
        assert all(type(r) is Decimal for r in records)  # as they were given
        called[0] += 1
        return innocent([])

    given = {"data": ([Decimal(0), Decimal(1)], [Decimal(0)]), "seconds": 60}
    first = dpmean.audit(f, "epsilon=1", draws=300, record=path, **given)
    assert load(path).draws == 300
    called[0] = 0
    again = dpmean.audit(f, "epsilon=1", draws=400, record=str(path), resume=path, **given)
    assert isinstance(first, Report) and isinstance(again, Report)
    assert (called[0], again.audit.draws, load(path).draws) == (100, 400, 400)
    kept = first.audit.steps[0].one.columns[0]
    assert np.array_equal(again.audit.steps[0].one.columns[0], kept)


def test_a_record_of_something_else_is_refused(tmp_path: Path) -> None:
    """Kills an audit that goes on with another function of the same name, or of other data sets."""
    path = tmp_path / "a.npz"
    given: dict[str, Any] = {"lower": 0, "upper": 5, "draws": 60, "seconds": 60}
    dpmean.audit(lambda r: random.random(), "epsilon=1", record=path, **given)
    kept = path.read_bytes()
    others: list[tuple[Any, dict[str, Any], str]] = [
        (lambda r: random.random() + 1, {}, "is the record of"),
        (leaky, {}, "is the record of"),
        (None, {"claim": "epsilon=2"}, "made with another claim;"),
        (None, {"claim": ["epsilon=1", "rho=1"]}, "made with another claim;"),
        (None, {"neighbors": "replace-one"}, "made with another neighbors;"),
        (None, {"alpha": "1e-7"}, "made with another alpha;"),
        (None, {"without": "bits"}, "made with another without;"),
        (None, {"upper": 6}, "made with another choice of data sets"),
        (None, {"size": 5}, "made with another choice of data sets"),
        (None, {"without": "missing"}, "made with another without;"),
    ]
    for function, more, words in others:
        with pytest.raises(InvalidInput) as seen:
            dpmean.audit(
                function or (lambda r: random.random()),
                **{"claim": "epsilon=1", **given, **more},
                record=path,
                resume=path,
            )
        assert words in str(seen.value) and "start" in str(seen.value), more
        assert "\n" not in str(seen.value) and path.read_bytes() == kept
    with pytest.raises(InvalidInput, match="resume: there is no such file"):
        dpmean.audit(innocent, resume=tmp_path / "b.npz")


def test_what_cannot_be_kept_is_refused_before_anything_is_called(tmp_path: Path) -> None:
    """Kills a report that is lost because its record cannot be written in the end."""

    def never(records: Any) -> float:
        raise AssertionError("called")

    with pytest.raises(OSError, match="no-such-folder"):
        dpmean.audit(never, record=tmp_path / "no-such-folder" / "a.npz", **GIVEN)
    odd = {"data": ([object()], []), "record": tmp_path / "a.npz"}
    with pytest.raises(InvalidInput, match="record: it keeps records that are numbers"):
        dpmean.audit(never, **odd)
    for wrong in (5, b"a", True):
        for name in ("record", "resume"):
            with pytest.raises(InvalidInput, match=f"{name}: the name of a file"):
                dpmean.audit(never, **{name: wrong})


def test_a_record_that_cannot_be_written_costs_no_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()

    def f(records: list[float]) -> float:
        folder.exists() and folder.rmdir()
        return innocent(records)

    with pytest.warns(UserWarning, match=r"record: .*gone"):
        assert dpmean.audit(f, draws=200, record=folder / "a.npz", **GIVEN).data["draws"] == 200


@pytest.mark.parametrize("kept", [True, False])
def test_an_interrupt_gives_the_report_of_what_came(kept: bool, tmp_path: Path) -> None:
    """Kills an hour of outputs that are lost at the stop of a notebook."""
    calls: Iterator[int] = iter(range(10**6))

    def f(records: list[float]) -> float:
        if next(calls) == 3000:
            signal.raise_signal(signal.SIGINT)
        return leaky(records)

    path = tmp_path / "a.npz"
    report = dpmean.audit(f, "epsilon=1", record=path if kept else None, **GIVEN)
    assert isinstance(report, Report)
    assert report.audit.stopped is Stop.INTERRUPTED
    assert report.refuted and 500 < report.audit.draws < 3000
    assert path.exists() == kept and (not kept or load(path).draws == report.audit.draws)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("1s", 1), ("90s", 90), ("10m", 600), ("1.5h", 5400), ("0.5s", None), ("10", None)],
)
def test_a_time_is_read_as_the_command_reads_it(text: str, seconds: float | None) -> None:
    assert seconds_of(text) == seconds


def test_a_time_in_words_ends_an_audit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kills a text that is taken for no limit; and a limit that counts from when the data sets are
    made. (The clock goes a tenth of a second further at every look.)
    """
    from dpmean.auditing import api

    for wrong in ("10", "0.5s", "m", "-1s", "1 h", ""):
        with pytest.raises(InvalidInput, match="seconds: a number of seconds above 0, or a time"):
            dpmean.audit(innocent, seconds=wrong)
    given: list[float] = []
    monkeypatch.setattr(api, "proceed", lambda *args, **_: given.append(args[3]))
    clock = iter(range(10**6))
    monkeypatch.setattr(api.time, "monotonic", lambda: float(next(clock)))
    for seconds in ("10s", 10, "1s"):
        dpmean.audit(innocent, seconds=seconds, data=([0], []))
    assert given[0] == given[1] < 10 - 0.5 and given[2] == 0


def test_progress_is_said_where_it_is_asked(capsys: pytest.CaptureFixture[str]) -> None:
    """Kills lines in a notebook that nobody asked for, and options of a command in words for Python."""
    dpmean.audit(innocent, draws=100, **GIVEN)
    assert capsys.readouterr() == ("", "")
    dpmean.audit(innocent, draws=100, **GIVEN | {"seconds": 1e-3}, progress=True)
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("the first call of the program took ")
    assert "--" not in err and "(many)" in err


def test_the_cost_of_the_search_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kills a count of outputs that is not that of the steps; a line where nothing was searched."""
    look, a_look = 100, 5
    monkeypatch.setattr(told, "LOOK", look)
    monkeypatch.setattr(told, "A_LOOK", a_look)
    report = found()
    drawn: dict[int, int] = {}
    for step in report.audit.steps:
        drawn[step.pair] = drawn.get(step.pair, 0) + len(step.one) + len(step.other)
    first = {i: n for i, n in drawn.items() if report.audit.pairs[i].moved.tier.name == "FIRST"}
    others = {i: n for i, n in drawn.items() if i not in first}
    cost = report.data["search"]
    assert cost == {
        "first": len(first),
        "first_draws": sum(min(n, look) for n in first.values()),
        "others": len(others),
        "others_draws": sum(min(n, a_look) for n in others.values()),
        "most_draws": max(drawn.values()),
    }
    assert cost["others"] and f"search: {cost['first_draws']:,} outputs for the first look" in str(
        report
    )
    one = dpmean.audit(innocent, draws=100, **GIVEN)
    assert "search" not in str(one) and one.data["search"]["most_draws"] == 100


def test_what_has_no_effect_is_refused() -> None:
    """Kills a report that says that no missing record was searched, beside one that was given."""
    for word in ("missing", "empty"):
        with pytest.raises(InvalidInput, match=f"without={word}: has no effect on data sets that"):
            dpmean.audit(innocent, without=["bits", word], **GIVEN)
    for name, value in {
        "without": "bits",
        "first": True,
        "record": "a.npz",
        "resume": "a.npz",
        "progress": True,
    }.items():
        with pytest.raises(
            InvalidInput, match=f"{name}: has no effect on a function that is judged"
        ):
            dpmean.audit(lambda r, random: 0, **{name: value})
    for left in ("bits", "infinite"):
        assert f"without {left}: " in str(dpmean.audit(innocent, draws=9, without=left, **GIVEN))


@pytest.mark.parametrize("share", [0.1, 0.4])
def test_infinite_outputs_that_are_left_out_are_no_mistake_of_ours(share: float) -> None:
    """Kills the traceback of 1,024 outputs in a row of which some are set aside."""

    def f(records: list[float]) -> float:
        return float("inf") if len(records) % 2 and random.random() < share else innocent(records)

    given = {"draws": 3000, "without": "infinite", **GIVEN}
    assert not dpmean.audit(f, "epsilon=1", **given).refuted
    seen = dpmean.audit(f, "epsilon=1", **given | {"without": ()})
    assert isinstance(seen, Report) and seen.refuted
    seen.__dict__["evidence"] = seen.evidence | {"half_line": (">=", float("inf"))}  # as it may be
    assert json.loads(seen.json())["evidence"]["half_line"] == [">=", "inf"]


def test_the_first_refutation_ends_an_audit_where_it_is_asked() -> None:
    """Kills `first` that is read and then forgotten, and an audit that ends by itself."""
    draws = [
        dpmean.audit(leaky, "epsilon=1", first=first, draws=4000, **GIVEN).data["draws"]
        for first in (True, False)
    ]
    assert draws[0] < 2000 and draws[1] == 4000


def test_the_types_of_reports_have_names_at_the_top() -> None:
    assert isinstance(found(), dpmean.auditing.Report)
    assert isinstance(exact(), dpmean.auditing.ExactReport)
    for name in dpmean.auditing.__all__:
        assert getattr(dpmean.auditing, name).__doc__ and name in str(dpmean.auditing.__doc__)
    with pytest.raises(AttributeError):
        dpmean.auditing.Nothing


def test_a_function_is_known_by_what_it_does() -> None:
    """Kills two functions of one name that are one, and one that is two: it moved in its file."""
    texts = {
        "a": "def f(r): return len(r) + 1",
        "b": "def f(r): return len(r) + 2",
        "c": "def f(r): return sum(r) + 1",
        "d": "def f(r): return [x for x in r if x in {1, 2}]",
        "e": "def f(r): return [x for x in r if x in {1, 3}]",
    }

    def made(text: str) -> Any:
        space: dict[str, Any] = {}
        exec(text, space)
        return space["f"]

    keys = {name: key_of(made(text)) for name, text in texts.items()}
    assert len({*keys.values()}) == len(texts)
    assert {name: key_of(made("\n\n" + text)) for name, text in texts.items()} == keys
    from functools import partial, wraps

    inner = made(texts["a"])
    assert key_of(partial(inner)).split()[-1] == keys["a"].split()[-1]
    assert key_of(wraps(inner)(lambda r: 0)).split()[-1] == keys["a"].split()[-1]
    assert key_of(print) and key_of(Fraction)


@given(st.integers(1, 60), st.integers(1, 40), st.integers(2, 40), st.integers(0, 10**6))
def test_a_direction_is_that_of_the_whole_system(width: int, n: int, m: int, seed: int) -> None:
    """Kills a shorter way to the direction that ends elsewhere: Fisher's, with the same ridge."""
    rng = np.random.default_rng(seed)
    a, b = rng.normal(size=(n, width)), 0.5 + rng.normal(size=(m, width))
    inner = sum((x - x.mean(axis=0)).T @ (x - x.mean(axis=0)) for x in (a, b)) / (n + m)
    ridge = float(np.trace(inner)) / width / np.sqrt(n + m) + 1e-9
    right = np.linalg.solve(inner + np.eye(width) * ridge, a.mean(axis=0) - b.mean(axis=0))
    seen = Fisher("x")._direction(a, b)
    assert seen is not None
    assert np.allclose(seen, right / np.abs(right).max(), atol=1e-6)


def test_a_direction_takes_bounded_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kills a system of 10,000 equations for eight outputs of 5,000 numbers, of 14 s."""
    for width in [1, 2, 3, 10, 100, 1000, *range(1500, 1700), 10**4, 10**5]:
        rows = _rows(width)
        assert rows * width * min(rows, width) <= 1.01 * WORK and rows >= 100
    solved: list[int] = []
    solve = np.linalg.solve
    monkeypatch.setattr(np.linalg, "solve", lambda a, b: (solved.append(len(a)), solve(a, b))[1])
    rng = np.random.default_rng(0)
    for n in (4, 400):
        Fisher("x")._direction(rng.normal(size=(n, 9000)), rng.normal(size=(n, 9000)))
    assert solved == [8, 2 * (_rows(9000) // 2)]
