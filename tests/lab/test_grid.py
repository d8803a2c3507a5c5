"""The grid of classes: every parameter of an object is asked at every class of numbers that it can
have, and what is refused is refused in one line.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpmean.catalogue.quantities import CATALOGUE
from dpmean.suite.classes import BY_NAME, CLASSES, RECORD_BY_NAME, classes_of
from dpmean.suite.files import load
from tests.lab.grid import doubles, records
from tests.lab.grid.cells import PER_NAME, REFUSED, empty, exact, rows_of
from tests.lab.grid.page import PAGE, SHORT, page
from tests.lab.grid.search import Answers, fill

ASKED = exact(load())
OBJECTS = tuple(dict.fromkeys(name.partition(".")[0] for name in CATALOGUE))
CELLS = REFUSED.read_text().splitlines()
LEFT_IN_DOUBLES = doubles.REFUSED.read_text().splitlines()
AGAIN = "run `python -m tests.lab.grid`, `... --records`, `dpmean fill` and `... --page`"


def test_an_empty_cell_is_a_listed_refusal() -> None:
    """Kills a new quantity, or a new class, that is asked at ordinary numbers only."""
    assert {" ".join(cell) for cell in empty(ASKED, OBJECTS)} == set(CELLS), AGAIN


@pytest.mark.share(6)
@pytest.mark.parametrize("object_", OBJECTS)
def test_what_is_listed_as_refused_is_refused_in_one_line(object_: str) -> None:
    """Kills a cell that could be filled, a traceback, and a value that never comes."""
    names = [name for name in CATALOGUE if name.partition(".")[0] == object_]
    answers = Answers()
    for number in BY_NAME:
        wanted = [p for p in rows_of(object_) if " ".join((object_, p, number)) in CELLS]
        assert list(fill(object_, names, wanted, number, ASKED, answers)) == [], AGAIN
    parameter, number = PER_NAME
    for name in names:
        if " ".join((name, *PER_NAME)) in CELLS:
            assert list(fill(object_, [name], [parameter], number, ASKED, answers)) == [], AGAIN
    assert answers.broke == []
    assert answers.slow == []


def test_the_page_is_that_of_the_vectors() -> None:
    assert PAGE.read_text() == page(load()), AGAIN


def test_every_example_is_of_its_class() -> None:
    """Kills a class that its own numbers are not in, and one that is another by another name."""
    assert set(SHORT) == set(BY_NAME)
    for number in CLASSES:
        for text in number.examples:
            assert number.name in classes_of(Fraction(text)), (number.name, text)
    seen = [
        frozenset(c.name for c in CLASSES if c.has(Fraction(x)))
        for n in CLASSES
        for x in n.examples
    ]
    for one in CLASSES:
        for other in CLASSES:
            assert one is other or any((one.name in s) != (other.name in s) for s in seen)


def test_every_class_of_records_is_in_some_run_of_every_mechanism() -> None:
    """Kills a mechanism whose runs have records of ordinary numbers only, and a cell that could be
    filled.
    """
    vectors = [v for v in load() if v.kind == "transcript"]
    listed = records.REFUSED.read_text().splitlines()
    cells = records.empty(vectors)
    assert [" ".join(cell) for cell in sorted(cells)] == sorted(listed), AGAIN
    assert {object_ for object_, _ in cells} <= {"dpucoarse"}  # its draws are named by bins
    found = records.fill("dpucoarse", RECORD_BY_NAME["far below"], vectors)
    assert found == "", AGAIN


def test_an_implementation_of_doubles_is_asked_each_name_and_each_class() -> None:
    """Kills a quantity that is asked at fractions only, so that nobody who reads doubles is asked it:
    `gaussian.sigma` was, in 17 of 18 vectors.
    """
    cells = {" ".join(cell) for cell in doubles.empty(ASKED, OBJECTS)}
    assert cells - set(CELLS) == set(LEFT_IN_DOUBLES), AGAIN
    assert doubles.few(ASKED) == {}, AGAIN


@pytest.mark.share(6)
@pytest.mark.parametrize("object_", sorted({cell.split()[0] for cell in LEFT_IN_DOUBLES}))
def test_what_is_not_asked_in_doubles_is_refused(object_: str) -> None:
    """Kills a cell that could be filled."""
    found = [params for _, number, _, params in doubles.search(object_, ASKED, Answers()) if number]
    assert found == [], AGAIN


@pytest.mark.parametrize(
    ("text", "bits", "near"),
    [
        ("1/10", 3, "3/32"),
        ("-22/7", 3, "-3"),
        ("1/3,7,all", 6, "43/128,7,all"),
        (str(2**60 + 1), 6, str(2**60)),
    ],
)
def test_a_rounded_parameter_is_a_double_next_to_it(text: str, bits: int, near: str) -> None:
    assert doubles.rounded(text, bits) == near
