"""`python -m tests.lab.grid` looks for questions that fill the empty cells of the grid of classes, and
writes them into the plan's table, and into `refused.txt` the cells of which every example is refused;
`--list` only lists the empty cells. After it: `dpmean fill`, and `--page` for the page of the grid.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import dpmean
from dpmean.catalogue.quantities import CATALOGUE
from dpmean.suite.classes import BY_NAME
from dpmean.suite.files import load
from dpmean.suite.plans import in_doubles, number_classes, record_classes
from tests.lab.grid import doubles, records
from tests.lab.grid.cells import PER_NAME, REFUSED, Question, empty, exact
from tests.lab.grid.page import PAGE, page
from tests.lab.grid.search import Answers, fill

PLANS = Path(dpmean.__path__[0]) / "suite" / "plans"
TABLE, RECORDS = PLANS / "number_classes.toml", PLANS / "record_classes.toml"
DOUBLES = PLANS / "in_doubles.toml"
HEAD = """# Questions at classes of numbers that no other plan asks: written by `python -m tests.lab.grid`. The named
# parameters are those that are at the class.

at = [
"""
DOUBLES_HEAD = """# Questions at doubles, for implementations that read nothing else: written by
# `python -m tests.lab.grid --doubles`. The named parameters are those that are at the class; a row without a class is
# an ordinary question, rounded.

at = [
"""


def row(name: str, number: str, parameters: tuple[str, ...], params: dict[str, str]) -> str:
    """A line of the table."""
    inner = ", ".join(f"{k} = {json.dumps(v)}" for k, v in params.items())
    return (
        f"    {{ name = {json.dumps(name)}, number = {json.dumps(number)}, "
        f"parameters = {json.dumps(list(parameters))}, params = {{ {inner} }} }},\n"
    )


def main() -> int:
    """0, and 1 where a question took too long or ended in a traceback."""
    parser = argparse.ArgumentParser(prog="python -m tests.lab.grid", description=__doc__)
    parser.add_argument("--list", action="store_true", help="list the empty cells, write nothing")
    parser.add_argument(
        "--records", action="store_true", help="the grid of records: write its table"
    )
    parser.add_argument(
        "--doubles", action="store_true", help="what implementations of doubles are asked"
    )
    parser.add_argument("--page", action="store_true", help="write vectors/classes.md")
    parser.add_argument("objects", nargs="*", help="these objects only; nothing is written")
    given = parser.parse_args()
    if given.page:
        PAGE.write_text(page(load()), encoding="utf-8")
        return 0
    if given.records:
        runs = [
            v
            for v in load()
            if v.kind == "transcript" and not v.why.endswith(record_classes.CATCHES)
        ]
        lines, refused = records.search(runs)
        RECORDS.write_text(f"{records.HEAD}{''.join(lines)}]\n", encoding="utf-8")
        records.REFUSED.write_text("\n".join([*refused, ""]), encoding="utf-8")
        print("\n".join(refused))
        return 0
    if given.doubles:
        return in_doubles_throughout()
    asked = exact(load())
    objects = given.objects or list(dict.fromkeys(name.partition(".")[0] for name in CATALOGUE))
    if given.list:
        found = empty(asked, objects)
        print("\n".join(" ".join(cell) for cell in found))
        return int(bool(found))
    found_here = (number_classes.CATCHES, in_doubles.CATCHES)
    asked = exact(v for v in load() if not v.why.endswith(found_here))
    answers, lines, before = Answers(), dict[str, None](), -1
    while len(lines) > before:  # what is found is a question to begin from
        before = len(lines)
        for object_ in objects:
            for line, question in search(object_, asked, answers):
                lines[line] = None
                asked.append(question)
            print(f"{object_}: {len(lines)} questions", flush=True)
    asked += exact(v for v in load() if v.why.endswith(in_doubles.CATCHES))
    left = sorted(" ".join(cell) for cell in empty(asked, objects))
    print("\n".join(left))
    for name, params in answers.slow:
        print("slow:", name, json.dumps(params))
    for name, params, error in answers.broke:
        print("broke:", name, json.dumps(params), error)
    if not given.objects:
        TABLE.write_text(f"{HEAD}{''.join(lines)}]\n", encoding="utf-8")
        REFUSED.write_text("\n".join([*left, ""]), encoding="utf-8")
    return int(bool(answers.slow or answers.broke))


def in_doubles_throughout() -> int:
    """Write the questions that doubles hold; 0, and 1 where one ended in a traceback."""
    asked = exact(v for v in load() if not v.why.endswith(in_doubles.CATCHES))
    objects = list(dict.fromkeys(name.partition(".")[0] for name in CATALOGUE))
    answers, lines = Answers(), dict[str, None]()
    for object_ in objects:
        for found in doubles.search(object_, asked, answers):
            lines[row(*found)] = None
            asked.append((found[0], found[3]))
        print(f"{object_}: {len(lines)} questions", flush=True)
    at_all = {" ".join(cell) for cell in empty(asked, objects)}
    left = sorted({" ".join(cell) for cell in doubles.empty(asked, objects)} - at_all)
    left += [f"{name} {n}" for name, n in doubles.few(asked).items()]
    DOUBLES.write_text(f"{DOUBLES_HEAD}{''.join(lines)}]\n", encoding="utf-8")
    doubles.REFUSED.write_text("\n".join([*left, ""]), encoding="utf-8")
    print("\n".join(left))
    for name, params, error in answers.broke:
        print("broke:", name, json.dumps(params), error)
    return int(bool(answers.broke))


def search(object_: str, asked: list[Question], answers: Answers) -> Iterator[tuple[str, Question]]:
    """Yield lines of the table, and their questions, that fill empty cells of an object."""
    names = [name for name in CATALOGUE if name.partition(".")[0] == object_]
    own = [question for question in asked if question[0] in names]
    for number in BY_NAME:
        wanted = [cell[1] for cell in empty(own, [object_]) if cell[2] == number]
        for name, parameters, params in fill(object_, names, wanted, number, own, answers):
            own.append((name, params))
            yield row(name, number, parameters, params), (name, params)
    parameter, number = PER_NAME
    for name in [cell[0] for cell in empty(own, [object_]) if cell[0] in names]:
        for _, parameters, params in fill(object_, [name], [parameter], number, own, answers):
            yield row(name, number, parameters, params), (name, params)


if __name__ == "__main__":
    sys.exit(main())
