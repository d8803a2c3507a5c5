"""The value of a catalogue's formula at a request: from its text, from the letters that `dpmean
value` explains, and from the texts of the names that it refers to; no shipped function is called.

A name stands, in this order, for: a bound variable, a definition of the formula, a parameter of the
request, a letter of the object, a letter of all objects, a number (e, pi), another name of the
catalogue. Another name gets the request's parameters; in brackets come those that are different,
points by their place: `tail(x + D/m)`, `moment(2)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from itertools import count
from typing import Any

import mpmath as mp

from dpmean.catalogue.quantities import CATALOGUE
from dpmean.parameters import letters
from tests.catalogue import exactly
from tests.catalogue.exactly import NoValueError, Value, real
from tests.catalogue.operations import ARITHMETIC, FUNCTIONS, PRIMITIVES, SIGNS, combined
from tests.catalogue.reading_formulas import Edition, Node, Reader, UnreadableError, read
from tests.catalogue.requests_in_text import holds_for, number_of, request_of

POINTS = ("x", "y", "k", "p", "r", "order")  # what a bracket behind another name gives by place
TWINS = {"decay": "epsilon", "at_ratio": "at_epsilon"}
MOST_STEPS = 12_000  # of evaluation of one request
LONGER = dict.fromkeys(
    (
        "staircase2d.optimal_gamma",
        "addremove.lemma5",
        "student_t.quantile",
        "transformed_mean.leading_constant",
    ),
    40_000,
)
MOST_DEEP = 25  # names that refer to names
DEFAULTS: dict[str, Value] = {"beta": Fraction(1, 10)}  # left out: vectors/instance.md
_read = lru_cache(maxsize=None)(read)


class UnboundError(Exception):
    """An index (each user, each group) that no sum runs over: the formula is one of a list."""


def values_of(
    name: str,
    params: Mapping[str, str],
    texts: Mapping[str, str] | None = None,
    reached: set[Any] | None = None,
    digits: int = 60,
) -> tuple[Value, ...]:
    """The values of a name at a request in text: fractions, or numbers of so many digits."""
    with mp.workdps(digits):
        return Reading(name, request_of(params), texts, reached).result()


class Reading:
    """One name of the catalogue at one request; `texts` replaces some formulas (planted errors)."""

    def __init__(
        self,
        name: str,
        request: Mapping[str, Value],
        texts: Mapping[str, str] | None = None,
        reached: set[Any] | None = None,
        cache: dict[Any, Value] | None = None,
    ) -> None:
        self.name, self.object, self.request = name, name.partition(".")[0], dict(request)
        self.texts = {} if texts is None else texts
        self.reached: set[Any] = set() if reached is None else reached
        self.cache: dict[Any, Value] = {} if cache is None else cache  # of other names
        self.editions = _read(self.texts.get(name, CATALOGUE[name].formula))
        words = {str(w) for w in request.values() if isinstance(w, str)} | {
            str(request.get("algorithm", ""))
        }
        chosen = [e for e in self.editions if e.label and holds_for(e.label, words)]
        self.edition: Edition = chosen[-1] if chosen else self.editions[0]
        self.definitions = {
            d[0]: d[1:] for e in (self.editions[0], self.edition) for d in e.definitions
        }
        # how much was evaluated, other names included
        self.steps: list[int] = self.cache.setdefault("steps", [0])
        self.most: int = self.cache.setdefault("most", LONGER.get(name, MOST_STEPS))
        self.bound: dict[str, Value] = {}
        self.used: set[str] = set()  # bound variables that were read
        self.known: dict[Any, Value] = {}  # values that depend on no bound variable

    def result(self) -> tuple[Value, ...]:
        """All values; one, unless the formula has a free index."""
        try:
            return self._flat(self.once())
        except UnboundError as index:
            each = range(1, len(self.users(str(index))) + 1)
            return tuple(v for k in each for v in self._flat(self.bind(str(index), k, self.once)))

    @staticmethod
    def _flat(found: Value) -> tuple[Value, ...]:
        return found if isinstance(found, tuple) else (found,)

    def once(self) -> Value:
        edition = self.edition if self.edition.cases else self.editions[0]
        for number, (value, condition) in enumerate(edition.cases):
            if condition is None or self.evaluate(condition):
                self.reached.add((self.name, self.edition.label, number))
                return self.evaluate(value)
        raise NoValueError("no case holds")

    def bind(self, variable: str, value: Value, then: Callable[[], Value]) -> Value:
        """What `then` gives while a variable has a value."""
        if variable in self.request:
            raise UnreadableError(f"{variable} is a parameter and a variable of {self.name}")
        missing, was_used = object(), variable in self.used
        before = self.bound.get(variable, missing)
        self.bound[variable] = value
        try:
            return then()
        finally:
            if not was_used:
                self.used.discard(variable)
            if before is missing:
                del self.bound[variable]
            else:
                self.bound[variable] = before

    def users(self, index: str) -> tuple[Value, ...]:
        """What an index runs over: users (or norms) for i, groups of one epsilon for g."""
        given = self.request.get("epsilons", self.request.get("norms"))
        if given is None:
            raise UnreadableError(f"nothing to run over with {index}")
        return tuple(sorted({e for e in given if e}, key=real)) if index == "g" else given

    def index(self, name: str) -> Value:
        """Which user or group is meant."""
        if name not in self.bound:
            raise UnboundError(name)
        self.used.add(name)
        return self.bound[name]

    def evaluate(self, node: Node) -> Value:
        self.steps[0] += 1
        if self.steps[0] > self.most:
            raise NoValueError("too long")
        if (operation := ARITHMETIC.get(node[0])) is None:
            return getattr(self, _METHODS[node[0]])(*node[1:])
        if len(node) == 3:
            return operation(self.evaluate(node[1]), self.evaluate(node[2]))
        return operation(self.evaluate(node[1]))

    def number(self, text: str) -> Value:
        return number_of(text)

    def listed(self, *parts: Node) -> Value:
        return tuple(self.evaluate(p) for p in parts)

    def either(self, a: Node, b: Node) -> bool:
        return self.evaluate(a) or self.evaluate(b)

    def both(self, a: Node, b: Node) -> bool:
        return self.evaluate(a) and self.evaluate(b)

    def compared(self, signs: tuple[str, ...], sides: tuple[Node, ...]) -> bool:
        values = [self.evaluate(s) for s in sides]
        return all(
            SIGNS[sign](exactly.compare(a, b))
            for sign, a, b in zip(signs, values, values[1:], strict=False)
        )

    def given(self, name: str, _: str) -> bool:
        return name in self.request

    def chosen(self, condition: Node, a: Node, b: Node) -> Value:
        holds = self.evaluate(condition)
        self.reached.add((self.name, condition, bool(holds)))
        return self.evaluate(a if holds else b)

    def function(self, name: str, *arguments: Node) -> Value:
        return FUNCTIONS[name](*(self.evaluate(a) for a in arguments))

    def over(
        self, what: str, variable: str, kind: str, low: Node | None, high: Node | None, body: Node
    ) -> Value:
        ends = [self.evaluate(end) for end in (low, high) if end is not None]

        def at(k: Value) -> Value:
            self.bound[variable] = k
            return self.evaluate(body)

        def all_of_it() -> Value:
            if what == "integral":
                return mp.quad(
                    lambda t: real(at(t)), [real(end) for end in ends], method="gauss-legendre"
                )
            if kind == "all":
                return exactly.series(exactly.add(at(k), at(-k)) if k else at(0) for k in count())
            if kind == "from" and high is None:
                return exactly.series(at(k) for k in count(exactly.floor(ends[0])))
            first = exactly.floor(ends[0]) if ends else 1
            last = exactly.floor(ends[1]) if ends else len(self.users(variable))
            if ends and last - first > exactly.MOST_TERMS:
                raise NoValueError("too many terms")
            return combined(what, first, [at(k) for k in range(first, last + 1)])

        return self.bind(variable, 0, all_of_it)

    def searched(
        self,
        what: str,
        variable: str,
        low: Node | None,
        high: Node | None,
        step: Node,
        condition: Node,
    ) -> Value:
        start, end = (None if n is None else self.evaluate(n) for n in (low, high))
        if what.startswith("the"):
            left, right = condition[2]

            def difference(t: Value) -> Any:
                return self.bind(
                    variable, t, lambda: exactly.subtract(self.evaluate(left), self.evaluate(right))
                )

            return (exactly.zero if what == "the" else exactly.last_zero)(difference, start, end)
        unit = self.evaluate(step)

        def holds(k: int) -> bool:
            return self.bind(variable, exactly.multiply(unit, k), lambda: self.evaluate(condition))

        first = None if start is None else exactly.ceiling(exactly.divide(start, unit))
        if what == "least":
            return exactly.multiply(unit, exactly.first_whole(holds, first))
        most = None if end is None else exactly.floor(exactly.divide(end, unit))
        fails = lambda k: (most is not None and k > most) or not holds(k)
        return exactly.multiply(unit, exactly.first_whole(fails, first) - 1)

    def name_of(self, name: str) -> Value:
        if name in self.bound:
            self.used.add(name)
            return self.bound[name]
        if (name, ()) not in self.known:
            found = self.call(name)
            if name in self.request:
                self.known[name, ()] = found
            return found
        return self.known[name, ()]

    def call(self, name: str, *arguments: tuple[str | None, Node]) -> Value:
        if name in self.bound:
            self.used.add(name)
            return self._times(self.bound[name], arguments)
        if name in self.definitions:
            return self.defined(name, *self.definitions[name], arguments)
        if (given := self.parameter(name)) is not None:
            return self._times(given, arguments)
        if (letter := letters.letter(self.object, name)) is not None:
            if letter.text in PRIMITIVES:
                return PRIMITIVES[letter.text](self, *(self.evaluate(a) for _, a in arguments))
            return self.defined(name, letter.arguments, _text(letter.text), arguments)
        if name in ("e", "pi", "infinity"):
            return self._times({"e": mp.e, "pi": mp.pi, "infinity": mp.inf}[name], arguments)
        full = name if name in CATALOGUE else f"{self.object}.{name}"
        if full not in CATALOGUE:
            if name in CATALOGUE[self.name].parameters:
                raise NoValueError(f"{name} is not given")
            if name in ("i", "g"):
                raise UnboundError(name)
            raise UnreadableError(f"{name} in {self.name}")
        return self.other(full, arguments)

    def _times(self, value: Value, arguments: tuple[tuple[str | None, Node], ...]) -> Value:
        """A bracket behind a number multiplies: `D(x + 1)`."""
        return exactly.multiply(value, self.evaluate(arguments[0][1])) if arguments else value

    def defined(
        self,
        name: str,
        names: tuple[str, ...] | None,
        body: Node,
        arguments: tuple[tuple[str | None, Node], ...],
    ) -> Value:
        if names is None and arguments:
            return self._times(self.defined(name, names, body, ()), arguments)
        values = tuple(self.evaluate(a) for _, a in arguments)
        if len(values) != len(names or ()):
            raise UnreadableError(f"{name} takes {len(names or ())} arguments")
        key = (name, values)
        if key in self.known:
            return self.known[key]
        before, self.used = self.used, set()
        inner: Callable[[], Value] = lambda: self.evaluate(body)
        for n, v in zip(names or (), values, strict=True):
            inner = (lambda n, v, then: lambda: self.bind(n, v, then))(n, v, inner)
        found = inner()
        if not self.used:
            self.known[key] = found
        self.used |= before
        return found

    def parameter(self, name: str) -> Value | None:
        """A parameter of the request; epsilon may be given by its decay, gamma as the optimal
        one.
        """
        given = self.request.get(name)
        if given is None:
            twin = next((t for t, of in TWINS.items() if of == name and t in self.request), "")
            sign = -1 if twin == "decay" else 1
            if not twin:
                return DEFAULTS.get(name) if name in CATALOGUE[self.name].parameters else None
            return exactly.multiply(sign, exactly.logarithm(self.request[twin]))
        if given == "optimal":
            if ("optimal",) not in self.known:
                law = (
                    self.object
                    if f"{self.object}.optimal_gamma" in CATALOGUE
                    else str(self.request.get("noise"))
                )
                self.known["optimal",] = self.other(f"{law}.optimal_gamma", ())
            return self.known["optimal",]
        if isinstance(given, str):
            raise UnreadableError(f"{name} is a word")
        return given

    def other(self, name: str, arguments: tuple[tuple[str | None, Node], ...]) -> Value:
        """The value of another name, read from its own text."""
        entry = CATALOGUE[name]
        request = {p: v for p, v in self.request.items() if TWINS.get(p, p) in entry.parameters}
        places = [p for p in entry.parameters if p in POINTS]
        for place, (named, node) in enumerate(arguments):
            key = named or places[place]
            request.pop({v: k for k, v in TWINS.items()}.get(key, ""), None)
            if key not in entry.parameters:
                raise UnreadableError(f"{name} has no parameter {key}")
            request[key] = self.evaluate(node)
        key = (name, tuple(sorted((p, str(v)) for p, v in request.items())))
        if key not in self.cache:
            depth = self.cache["depth"] = self.cache.get("depth", 0) + 1
            if depth > MOST_DEEP:
                raise NoValueError("too deep")
            found = Reading(name, request, self.texts, self.reached, self.cache).result()
            self.cache["depth"] = depth - 1
            self.cache[key] = found[0] if len(found) == 1 else found
        return self.cache[key]


@cache
def _text(text: str) -> Node:
    return Reader(text).whole()


_METHODS = {
    same: same for same in ("number", "call", "compared", "function", "over", "searched", "given")
}
_METHODS |= {"name": "name_of", "list": "listed", "or": "either", "and": "both", "if": "chosen"}
