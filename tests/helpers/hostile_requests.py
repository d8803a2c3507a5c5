"""Requests with one hostile value: how they are made; `hostile_worker.py` runs them.

A request is a valid one with one thing changed: a value that is 0, negative, huge, tiny, no number,
of the wrong shape; a parameter that is missing, doubled, unknown or of another name; a name
misspelt. Valid requests are those of the shipped vectors. Each is made from a seed and its number
alone, so that whatever is found can be run again.
"""

from __future__ import annotations

import json
import random
import tempfile
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

NUMBERS = (
    "0",
    "-1",
    "1",
    "2",
    "3",
    "7",
    "100",
    "1/2",
    "1/3",
    "-1/2",
    "3/2",
    "0.1",
    "1/10000",
    "1e-12",
    "1e-13",
    "1e4",
    "1e5",
    "1e6",
    "1e7",
    "1e9",
    "1e12",
    "1e18",
    "1e30",
    "-1e6",
    "-1e30",
    "1e60",
    "1e61",
    "1e300",
    "-1e300",
    "1e-30",
    "-1e-30",
    "1e400",
    "-1e400",
    "1e-400",
    "1e4000",
    "-1e4000",
    "1e-4000",
    "1e5000",
    "1e5001",
    "1e-5001",
    "1e999999999999",
    "1" * 4000,
    "1" * 4001,
    "1/" + "3" * 3990,
    "1000",
    "999",
    "10001",
    "999999999999999/1000000000000000",
    "1/1000000000000000",
    "1000000/1000001",
    "10000",
    "64",
    "65",
    "1000001",
    "1000000000",
    "123456789",
)
NOT_NUMBERS = (
    "",
    " ",
    "nan",
    "NaN",
    "inf",
    "-inf",
    "Infinity",
    "None",
    "true",
    "1/0",
    "0/0",
    "1//2",
    "1e",
    "e",
    "+",
    "-",
    ".",
    "1.5/2",
    "0x10",
    "1_000",
    "\u0661\u0662",
    "\u00bd",
    "\uff11",
    "1\u0000",
    "a" * 10_000,
    ",",
    "1,2",
    "1,,2",
    "1,nan",
    "[1]",
    "{}",
    "@",
    "@nowhere.csv:x",
    "=",
    "1=1",
    "optimal",
    "paper",
    "exact",
    "laplace",
    "staircase",
    "hourglass",
    "staircase2d",
    "discrete_laplace",
    "discrete_hourglass",
    "truncated_laplace",
    "printed",
    "single",
    "mse",
    "absolute",
    "sized_mean",
    "dpumean",
)
OBJECTS = (
    0,
    1,
    -1,
    10**400,
    True,
    None,
    0.5,
    float("nan"),
    float("inf"),
    -float("inf"),
    1e308,
    5e-324,
    Fraction(1, 3),
    Fraction(1, 10**400),
    b"1",
    [],
    ["1"],
    ["1", "2"],
    ("1", None),
    {},
    {"a": 1},
    object,
    1j,
    [[]],
    [None],
    [float("nan")],
    ["inf"] * 3,
    "1" * 3,
)
STREAMS = ("1", "true", "-1", "nan", "", "1e400", "a" * 300, "/dev/null", ".", "\u0661")

Params = dict[str, Any]


@dataclass(frozen=True)
class Request:
    """What is asked (`command`, `value`, `build` or `protocol`), with what it is asked."""

    way: str
    what: Any

    def __str__(self) -> str:
        text = " ".join(map(repr, self.what)) if self.way == "command" else repr(self.what)
        return f"{self.way}: {text if len(text) < 500 else text[:300] + ' ... ' + text[-150:]}"


@cache
def vectors() -> dict[str, list[Any]]:
    """The shipped vectors by kind, without those that are meant to be refused."""
    from dpmean.suite.files import load

    found: dict[str, list[Any]] = {}
    for vector in load():
        found.setdefault(vector.kind, []).append(vector)
    return found


@cache
def valued() -> dict[str, list[Params]]:
    """Valid parameters of every name of the catalogue."""
    from dpmean.catalogue.quantities import CATALOGUE

    found: dict[str, list[Params]] = {}
    for v in vectors()["exact"]:
        found.setdefault(f"{v.object}.{v.quantity}", []).append(dict(v.params))
    return {name: found[name] for name in sorted(CATALOGUE)}


@cache
def built() -> dict[str, list[tuple[Params, list[Any]]]]:
    """Valid parameters of every mechanism, with records."""
    from dpmean.catalogue.mechanisms import MECHANISMS

    found: dict[str, list[tuple[Params, list[Any]]]] = {}
    for v in vectors()["transcript"]:
        if v.object in MECHANISMS:
            found.setdefault(v.object, []).append((dict(v.params), v.input["data"]))
    return {name: found[name] for name in sorted(MECHANISMS) if name in found}


LAWS = {
    "discrete_laplace": {"epsilon": "1/10"},
    "discrete_gaussian": {"sigma_squared": "9"},
    "staircase": {"epsilon": "1", "gamma": "1/2"},
    "discrete_staircase": {"epsilon": "1", "gamma": "1/2", "m": "4"},
    "hourglass": {"epsilon": "1", "gamma": "1/2"},
    "discrete_hourglass": {"epsilon": "1", "gamma": "1/2", "m": "4"},
}


def request(seed: str, number: int) -> Request:
    rng = random.Random(f"{seed}/{number}")
    make = rng.choices(
        (_value, _release, _sample, _objects, _protocol, _other), (54, 20, 8, 10, 4, 4)
    )[0]
    return make(rng)


def spelled(params: Params) -> list[str]:
    return [
        f"{k}={','.join('inf' if x is None else str(x) for x in v) if isinstance(v, list) else v}"
        for k, v in params.items()
    ]


def _hostile(rng: random.Random) -> str:
    return rng.choice(NUMBERS if rng.random() < 0.75 else NOT_NUMBERS)


def _changed(rng: random.Random, words: list[str]) -> list[str]:
    """One of the words key=value has another value (mostly), or is missing, doubled, of another
    name; or there is one more.
    """
    from dpmean.parameters.declared import PARAMETERS

    words, at = list(words), rng.randrange(len(words)) if words else None
    how = rng.random()
    if at is None or how < 0.1:
        name = rng.choice([*PARAMETERS, "epsilom", "", "\u03b5", "a" * 5000, "__class__", "self"])
        return [*words, f"{name}={_hostile(rng)}"]
    key = words[at].partition("=")[0]
    if how < 0.15:
        del words[at]
    elif how < 0.18:
        words.append(words[at])
    elif how < 0.22:
        words[at] = rng.choice([key, f"{key}==1", f"{key.upper()}=1", f"-{key}=1", f" {key}=1"])
    elif how < 0.25:
        words[at] = f"{rng.choice(list(PARAMETERS))}={words[at].partition('=')[2]}"
    elif "," in words[at]:  # a list: one of its numbers
        items = words[at].partition("=")[2].split(",")
        items[rng.randrange(len(items))] = _hostile(rng)
        words[at] = f"{key}={','.join(items)}"
    else:
        words[at] = f"{'decay' if key == 'epsilon' and how < 0.35 else key}={_hostile(rng)}"
    return words


def _misspelt(rng: random.Random, name: str) -> str:
    return rng.choice(
        [
            "",
            name[:-1],
            name.upper(),
            name + ".",
            "." + name,
            name * 500,
            name.replace(".", ""),
            "\u0661",
            "1e400",
            f"{name}\n",
        ]
    )


def _value(rng: random.Random) -> Request:
    name = rng.choice(list(valued()))
    words, how = spelled(rng.choice(valued()[name])), rng.random()
    if how < 0.02:
        return Request("command", ("value", _misspelt(rng, name), *words))
    if how < 0.06:
        return Request("command", ("value", name, *words, "--digits", _hostile(rng)))
    return Request(
        "command", ("value", name, *_changed(rng, words), *(["--json"] if how < 0.3 else []))
    )


def _release(rng: random.Random) -> Request:
    name = rng.choice(list(built()))
    params, data = rng.choice(built()[name])
    words, source, how = spelled(params), column(data), rng.random()
    flags = ["--row-is-person"]
    if how < 0.04:
        name = _misspelt(rng, name)
    elif how < 0.14:
        flags = rng.choice(
            [
                [],
                ["--user-column", _hostile(rng)],
                ["--row-is-person", "--user-column", "x"],
                ["--user-column", "x"],
            ]
        )
    elif how < 0.24:
        flags += ["--grid", _hostile(rng)]
    elif how < 0.28:
        flags += ["--rounding", rng.choice(["stochastic", "", "up", _hostile(rng)])]
    elif how < 0.33:
        source = rng.choice(
            [
                _hostile(rng),
                source.rpartition(":")[0],
                source + "y",
                f"{source},x",
                f"{FOLDER}/none.csv:x",
                f"{FOLDER}:x",
            ]
        )
    elif how < 0.40:
        source = column(
            [_hostile(rng).replace("\n", " "), *data[1:]]
            if data and not isinstance(data[0], list)
            else [[_hostile(rng)] * 2]
        )
    else:
        words = _changed(rng, words)
    return Request("command", ("release", name, *words, source, *flags))


def _sample(rng: random.Random) -> Request:
    name = rng.choice(list(LAWS))
    words, how = spelled(LAWS[name]), rng.random()
    if how < 0.05:
        name = _misspelt(rng, name)
    elif how < 0.2:
        return Request(
            "command", ("sample", name, *words, "--draws", "10", "--grid", _hostile(rng))
        )
    elif how < 0.3:
        return Request(
            "command",
            ("sample", name, *words, "--draws", rng.choice([*NOT_NUMBERS, "0", "-1", "1e400"])),
        )
    else:
        words = _changed(rng, words)
    return Request(
        "command",
        (
            "sample",
            name,
            *words,
            "--draws",
            "10",
            "--seed-for-testing",
            _hostile(rng).replace("\0", ""),
        ),
    )


def _objects(rng: random.Random) -> Request:
    """A Python object that is no text, to `value` and to `build`."""
    if rng.random() < 0.7:
        name = rng.choice(list(valued()))
        way, params = "value", dict(rng.choice(valued()[name]))
    else:
        name = rng.choice(list(built()))
        way, params = "build", dict(rng.choice(built()[name])[0])
    if params:
        params[rng.choice(list(params))] = rng.choice(OBJECTS)
    return Request(way, (name, params))


def _protocol(rng: random.Random) -> Request:
    """What a runner sends to this package as the implementation under test, with one parameter
    changed.
    """
    kind = rng.choice(["exact", "transcript", "tape", "reject"])
    asked = json.loads(json.dumps(rng.choice(vectors()[kind]).prompt() | {"seq": "1"}))
    if params := asked["params"]:
        params[rng.choice(list(params))] = rng.choice(
            [_hostile(rng), ",".join(_hostile(rng) for _ in range(3))]
        )
    return Request("protocol", asked)


def _other(rng: random.Random) -> Request:
    """The other commands, each with one word changed."""
    words = list(rng.choice(OTHERS))
    if len(words) > 1 and rng.random() < 0.8:
        words[rng.randrange(1, len(words))] = (
            rng.choice([*NOT_NUMBERS, *NUMBERS]) if rng.random() < 0.7 else rng.choice(STREAMS)
        )
    else:
        words += [rng.choice(["--nothing", "--json", _hostile(rng)])]
    # no shell passes a zero byte
    return Request(
        "command", tuple(w.format(folder=FOLDER) for w in words if "{}" not in w and "\0" not in w)
    )


FOLDER = tempfile.gettempdir() + "/dpmean-hostile"
OTHERS: tuple[tuple[str, ...], ...] = (
    ("list", "laplace-*"),
    ("list", "--kind", "exact"),
    ("list", "--flag", "NegativeK"),
    ("show", "laplace-scale-epsilon1"),
    ("value", "--list", "laplace"),
    ("value", "--symbolic", "laplace.variance"),
    ("release", "--list"),
    ("diff", "{folder}/a", "{folder}/b"),
    ("judge", "{folder}/none"),
    ("report", "{folder}/none.json"),
    ("known-failing", "check", "{folder}/none", "{folder}/none"),
    ("smoke", "-a", "direct:no.such.module", "--timeout", "1"),
    ("findings", "nobody"),
    ("experiment", "--list"),
    ("adapter", "--lang", "python", "--into", "{folder}/made"),
    ("conform", "-a", "direct:no.such.module", "--alpha-total", "0"),
    ("conform", "--from-csv", "{folder}/s.csv:x", "--law", "laplace", "epsilon=1"),
    ("conform", "-a", "no-such-program", "--timeout", "1"),
)


def column(data: list[Any]) -> str:
    """A file with these records, named after its text, and its column or all."""
    rows = [r if isinstance(r, list) else [r] for r in data]
    width = max(map(len, rows), default=1)
    lines = [
        ",".join(
            "xyzuvwabcdefghijklmnopqrst"[:width] if width <= 26 else (f"c{i}" for i in range(width))
        )
    ]
    lines += [
        ",".join("" if c is None else str(c).replace(",", ";").replace("\0", " ") for c in r)
        for r in rows
    ]
    text = "\n".join(lines) + "\n"
    Path(FOLDER).mkdir(exist_ok=True)
    path = Path(FOLDER) / f"{random.Random(text).getrandbits(64):x}.csv"
    if not path.exists():
        path.write_text(text, encoding="utf-8", errors="replace")
    return f"{path}:{'x' if not any(isinstance(r, list) for r in data) else '*'}"
