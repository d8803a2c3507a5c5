"""Requests at which a formula is compared with the shipped function: those of the vectors, and
mixtures of two of them.

They are drawn anew, but always the same, for every name. A request counts when the shipped function
answers it and the reader can afford it; drawing goes on until there are enough of them and every
case of the formula was reached.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import mpmath as mp

from dpmean.catalogue.quantities import CATALOGUE, value
from dpmean.errors import DpmeanError
from dpmean.exact.digits import report
from tests.catalogue.evaluating_formulas import values_of
from tests.catalogue.exactly import NoValueError, Value, real
from tests.catalogue.reading_formulas import Node, read

VECTORS = Path(__file__).parents[2] / "vectors" / "v1"
ENOUGH, WANTED, MOST_TRIED = 10, 20, 400
FAR = 10**6  # a shift or an order that makes a series long by itself
DIGITS = 25
# they choose an edition
WORDS = (
    *("kind", "constants", "edition", "objective", "noise", "base", "algorithm", "tails"),
    *("neighbors", "clamp"),
)
Params = dict[str, str]
Interval = tuple[Fraction, Fraction]


@lru_cache(maxsize=1)
def requests() -> dict[str, list[Params]]:
    """The requests of all exact vectors, by name."""
    found: dict[str, list[Params]] = {}
    for path in sorted(VECTORS.glob("*/exact.json")):
        for vector in json.loads(path.read_text())["vectors"]:
            quantity = vector["quantity"]
            name = quantity if "." in quantity else f"{path.parent.name}.{quantity}"
            found.setdefault(name, []).append(vector["params"])
    return found


def drawn(name: str) -> Iterator[Params]:
    """Five requests of the vectors, then mixtures and further ones by turns."""
    chance = random.Random(name)
    given = requests()[name]
    shuffled = chance.sample(given, len(given))
    yield from shuffled[:5]
    left = shuffled[5:]
    while True:
        yield mixed(name, chance.choice(given), chance.choice(given), chance)
        if left:
            yield left.pop()


def mixed(name: str, one: Params, other: Params, chance: random.Random) -> Params:
    """A request between two: of each parameter the one value, the other, or one between them."""
    result = dict(one)
    for key, text in other.items():
        if key not in one:
            if chance.random() < 0.3 and key in CATALOGUE[name].optional:
                result[key] = text
            continue
        if chance.random() < 0.3:
            result[key] = between(key, one[key], text, chance)
        elif chance.random() < 0.5:
            result[key] = text
    labels = " ".join(edition.label for edition in read(CATALOGUE[name].formula))
    for word in [w for w in labels.split() if w not in ("and", "or")]:
        if chance.random() < 0.3:
            result[chance.choice([p for p in CATALOGUE[name].parameters if p in WORDS])] = word
    return result


def between(key: str, one: str, other: str, chance: random.Random) -> str:
    """A value between two, now and then with the other sign; of two lists some elements of
    either.
    """
    if key in ("epsilons", "norms"):
        elements = one.split(",")[:6] + other.split(",")[:6]
        return ",".join(chance.choice(elements) for _ in range(chance.randint(1, 6)))
    try:
        a, b = Fraction(one), Fraction(other)
    except ValueError:
        return chance.choice((one, other))
    if a.denominator == b.denominator == 1 and chance.random() < 0.2:
        return "1"
    c = a + (b - a) * Fraction(chance.randint(0, 16), 16)
    c = (
        Fraction(c.__floor__())
        if a.denominator == b.denominator == 1
        else c.limit_denominator(1000)
    )
    return str(-c if chance.random() < 0.2 and key in ("x", "y", "k", "shift", "at_epsilon") else c)


def shipped(name: str, params: Params) -> tuple[Interval, ...]:
    """What `dpmean value` certifies: an enclosure of each value, by two consecutive decimals."""
    shown = [report(v, 30) for v in value(name, params).values]
    return tuple((Fraction(s["lo"]), Fraction(s["hi"])) for s in shown)


def agree(found: tuple[Value, ...], certified: tuple[Interval, ...]) -> bool:
    """Whether all values are the same, to 25 digits; a formula without an index is the same for
    every user.
    """
    if len(found) == 1:
        found *= len(certified)
    with mp.workdps(60):
        return len(found) == len(certified) and all(
            real(low) - slack <= real(v) <= real(high) + slack
            for v, (low, high) in zip(found, certified, strict=True)
            for slack in (abs(real(low)) * mp.mpf(10) ** -DIGITS if low else mp.mpf(10) ** -50,)
            if not isinstance(v, tuple)
        )


def branches(name: str) -> set[Any]:
    """All cases and alternatives of a formula, as the reader reports the ones it took."""
    editions = read(CATALOGUE[name].formula)
    found: set[Any] = set()
    for edition in editions:
        found |= {
            (name, edition.label, number)
            for number in range(len(edition.cases or editions[0].cases))
        }
        for node in (
            *(c for case in edition.cases for c in case if c),
            *(d[2] for d in edition.definitions),
        ):
            found |= {
                (name, condition, taken)
                for condition in alternatives(node)
                for taken in (True, False)
            }
    return found


def alternatives(node: Node) -> Iterator[Node]:
    """The conditions of `A if C else B` in a tree."""
    if node[0] == "if":
        yield node[1]
    for part in node:
        if isinstance(part, tuple) and part:
            yield from alternatives(part)


def length_of(params: Params) -> tuple[str, Fraction, int] | None:
    """What makes series long: the law, little decay (a small epsilon, a large variance), many
    lattice points (m).

    Sums over blocks or releases have their own lengths, and so have those of far shifts and orders.
    """
    far = [params.get(name, "0") for name in ("shift", "renyi_order", "x", "y", "k")]
    if params.keys() & {"blocks", "releases"} or any(abs(Fraction(x)) > FAR for x in far):
        return None
    noise, m = params.get("noise", ""), int(params.get("m", 1))
    if params.get("gamma", "optimal") == "optimal":  # which is searched for, whatever epsilon is
        noise += " optimal"
    if "sigma_squared" in params:
        return noise, -Fraction(params["sigma_squared"]), m
    if "decay" in params:
        return f"{noise} decay", -Fraction(params["decay"]), m
    return (noise, Fraction(params["epsilon"]), m) if "epsilon" in params else None


def unsure(name: str, params: Params) -> bool:
    """Where the reader's 60 digits do not tell 1 + e^-800 from 1, and a ceiling depends on it."""
    return name == "sm.mse" and any(
        _ > 90 for _ in map(Fraction, params["epsilons"].replace("inf", "99").split(","))
    )


class Point:
    """A request, the certified values, and the values that the formula gives."""

    def __init__(
        self, params: Params, certified: tuple[Interval, ...], found: tuple[Value, ...]
    ) -> None:
        self.params, self.certified, self.found = params, certified, found


@cache
def points(name: str) -> tuple[tuple[Point, ...], frozenset[Any]]:
    """The points of a name, and the cases that they did not reach."""
    missing, kept, asked = branches(name), [], set()
    dear: list[
        tuple[str, Fraction, int]
    ] = []  # of requests that were too long: what makes series long
    enough = min(WANTED + len(missing) - 1, 2 * WANTED)
    for number, params in enumerate(drawn(name)):
        if number >= MOST_TRIED or (len(kept) >= enough and not missing):
            break
        key = tuple(sorted(params.items()))
        reached: set[Any] = set()
        length = length_of(params)
        if (
            key in asked
            or unsure(name, params)
            or (
                length
                and any(length[0] == d[0] and length[1] <= d[1] and length[2] >= d[2] for d in dear)
            )
        ):
            continue
        asked.add(key)
        try:
            found = values_of(name, params, reached=reached)
        except NoValueError as why:
            if "too" in str(why):
                dear += [length] if length and str(why) in ("too long", "too many terms") else []
                continue
            found = ()
        if len(kept) >= enough and not reached & missing:
            continue
        try:
            certified = shipped(name, params)
        except DpmeanError:
            continue
        kept.append(Point(params, certified, found))
        missing -= reached
    return tuple(kept), frozenset(missing)
