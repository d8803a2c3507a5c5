"""Tables of cases: a row names every field and no other, words are looked up, and nothing but plans
reads the files.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from dpmean.catalogue.laws import LAWS
from dpmean.suite.plans import stat_rows
from dpmean.suite.plans.tables import rows, shared, tables

PLANS = Path(sys.modules["dpmean.suite.plans.tables"].__file__ or "").parent

SHARED = """
[params]
wide = { lower = "0", upper = "9", n = "2" }
fine = { n = "3", m = "4" }
[data]
two = ["1", "2"]
ones = ["1", "1"]
"""
TABLE = """
[[case]]
why = "first"
like = ["wide", "fine"]
params = { m = "5" }
data = ["10^3", "-2^4", "1/2^3", "2^x", "ones"]
rule = "still"
[[case]]
params = {}
data = "two"
why = "two"
rule = "loud"
like = "wide"
[[bare]]
params = { k = ["1", "2"] }
"""


@pytest.fixture
def module(tmp_path: Path) -> str:
    (tmp_path / "shared.toml").write_text(SHARED)
    (tmp_path / "plan.toml").write_text(TABLE)
    return str(tmp_path / "plan.py")


def test_rows_come_in_the_order_of_the_fields_with_words_looked_up(module: str) -> None:
    first, second = rows(
        module, "case", "params data why rule", {"rule": {"still": ("0",), "two": ("2",)}}
    )
    assert first == (
        {"lower": "0", "upper": "9", "n": "3", "m": "5"},
        ("1000", "-16", "1/8", "2^x", ("1", "1")),
        "first",
        ("0",),
    )
    # some names of vectors are made of the values in order
    assert list(first[0]) == ["lower", "upper", "n", "m"]
    assert second == ({"lower": "0", "upper": "9", "n": "2"}, ("1", "2"), "two", "loud")
    assert rows(module, "bare", "params") == (({"k": ["1", "2"]},),)
    assert shared(module, "data") == {"two": ["1", "2"], "ones": ["1", "1"]}
    assert shared(module, "others") == {}


@pytest.mark.parametrize(
    "fields", ["params data why", "params data why rule flags", "params data why flags"]
)
def test_a_missing_or_an_unknown_field_is_an_error(module: str, fields: str) -> None:
    with pytest.raises(ValueError, match=r"^plan.toml, row 1 of case: "):
        rows(module, "case", fields)


@pytest.mark.parametrize(
    "changed", [TABLE.replace('"fine"]', '"find"]'), TABLE.replace("[[case]]", "[[cases]]")]
)
def test_a_name_that_nothing_has_is_an_error(tmp_path: Path, changed: str) -> None:
    (tmp_path / "shared.toml").write_text(SHARED)
    (tmp_path / "other.toml").write_text(changed)
    with pytest.raises(KeyError):
        rows(str(tmp_path / "other.py"), "case", "params data why rule")


def test_a_table_and_a_field_may_be_left_out_where_that_means_something(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text('# Plan.\n[[case]]\nwhy = "so"\n')
    module = str(tmp_path / "plan.py")
    assert rows(module, "case", "why far", None, {"far": False}) == (("so", False),)
    assert rows(module, "none", "why", None, {}) == ()
    with pytest.raises(ValueError, match="row 1 of case"):
        rows(module, "case", "why far", None, {})


def test_every_table_stands_beside_its_plan_one_case_a_line() -> None:
    # `suite/plans/stat_rows.py` reads the rows of stat vectors
    files = [p for p in PLANS.rglob("*.toml") if p.name not in ("shared.toml", *stat_rows.FILES)]
    assert len(files) > 15
    for path in files:
        assert path.with_suffix(".py").is_file() or (
            path.parent.name == "laws" and path.stem in LAWS
        ), path
    for path in PLANS.rglob("*.toml"):
        text = path.read_text()
        assert text.startswith("# "), path
        assert path.name in stat_rows.FILES or "[[" not in text.replace("= [[", ""), path
        for line in text.splitlines():  # a case may be long, what is said of cases is not
            assert len(line) <= 120 or not line.startswith("#"), (path, line)


def test_every_shared_bug_is_one_that_several_rows_name() -> None:
    """Kills a shared bug that no row has, or one alone, and one that stands twice."""
    for path in PLANS.glob("*/shared.toml"):
        named = Counter(
            (row["object"], name)
            for file in stat_rows.FILES
            if path.with_name(file).is_file()
            for row in tables(str(path.with_name(file)))["vector"]
            for name in row["bugs"]
            if isinstance(name, str)
        )
        known = [
            (object_, bug) for object_, bugs in shared(str(path), "bugs").items() for bug in bugs
        ]
        assert set(named) == {(object_, bug["name"]) for object_, bug in known}, path
        assert len(known) == len(named) and min(named.values()) > 1, path


def test_a_line_of_events_is_one_event_for_each_threshold() -> None:
    """Kills a range that loses a threshold, and one that takes apart what is about all numbers."""
    assert stat_rows._events("at most", "x", "le", ["1/2", "3"], "WrongScale") == [
        ("at most 1/2", "x", "le", "1/2", "WrongScale"),
        ("at most 3", "x", "le", "3", "WrongScale"),
    ]
    assert stat_rows._events("none", "all", "eq", ["1", "2"], "Flag", "1/9") == [
        ("none", "all", "eq", ["1", "2"], "Flag", "1/9")
    ]


def test_every_table_is_read() -> None:
    """A table that no plan asks for would be cases that nobody has."""
    code = """
import tomllib
from pathlib import Path
from dpmean.suite.plans import tables
asked, read = set(), tables.rows
def noted(module, table, *others):
    asked.add((Path(module).with_suffix(".toml"), table))
    return read(module, table, *others)
tables.rows = noted
from dpmean.suite.plans import modules, planned, stat_rows
list(modules())  # most tables are read when their plan is imported
planned("transcript")
for path in Path(tables.__file__).parent.rglob("*.toml"):
    for table in tomllib.loads(path.read_text()):
        rows_of_draws = path.name == "shared.toml" or path.name in stat_rows.FILES
        if not rows_of_draws and table not in ("like", "reject"):
            assert (path, table) in asked, (path, table)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_neither_values_nor_the_runner_read_a_table() -> None:
    code = """
import sys
from dpmean.cli.main import main
for words in (["value", "laplace.variance", "epsilon=1"], ["conform", "-a", "dpmean", "--run", "laplace-variance-*"]):
    sys.argv = ["dpmean", *words]
    try:
        main()
    except SystemExit as end:
        assert not end.code
print("\\n", [name for name in sys.modules if name.startswith("dpmean.suite.plans.")])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1].strip() == "[]", done.stdout
