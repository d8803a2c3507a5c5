"""Points at which the statements of symbols are run again on numbers: random ones, by a seed of the
step's text. Part of the trusted base.

Points that must satisfy hypotheses are found by trying, and by moving those that were found;
where derivatives are taken, a number is a `Jet`, a value with its derivatives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from hashlib import shake_128
from itertools import count
from struct import iter_unpack
from typing import Any

from .balls import Ball
from .formulas import ANY, FULL, NONNEGATIVE, POSITIVE, UNIT_CLOSED, Ring
from .refusals import Differences, Misuse, NotProved, symbol
from .tracing import INT, Point

WANTED, TRIES, OF_RING, FARTHEST = 200, 6000, 40, 10**5


def stream(text: str) -> Callable[[int], int]:
    """Return a source of integers below a bound, seeded by a text."""
    words = (
        n
        for i in count()
        for (n,) in iter_unpack("<I", shake_128(f"{i} {text}".encode()).digest(4096))
    )
    return lambda bound: next(words) % bound


def _rational(below: Callable[[int], int]) -> Fraction:
    """Return a number >= 0, mostly small and of a small denominator."""
    return Fraction(below((3, 12, 60, 900)[below(4)] + 1), (1, 2, 4, 12, 7 + below(30))[below(5)])


def of_domain(domain: str, below: Callable[[int], int]) -> Fraction:
    """Return a random number of a domain of a ring."""
    if domain == ANY:
        return _rational(below) * (1 - 2 * below(2))
    if domain in (POSITIVE, NONNEGATIVE):
        return _rational(below) + (Fraction(1, 1 + below(40)) if domain == POSITIVE else 0)
    if domain in (UNIT_CLOSED, FULL) and not below(8):
        return Fraction(1 if domain == UNIT_CLOSED else below(2))
    bottom = 2 + below((6, 60, 1000)[below(3)])
    return Fraction(1 + below(bottom - 1), bottom)


def of_ring(
    ring: Ring, names: list[str], text: str, wanted: int = OF_RING
) -> Iterator[dict[str, Any]]:
    """Yield points of a ring: Fractions, and exponents that are integers; the related variable is
    left out.
    """
    below = stream(text)
    for _ in range(wanted):
        yield {
            n: below(9) if n in ring.powers else of_domain(ring.domains[n], below)
            for n in names
            if ring.relation is None or n != ring.relation[0]
        }


def _try(variables: Mapping[str, str], below: Callable[[int], int]) -> dict[str, Any]:
    """Return random values, some of which are near others."""
    found: dict[str, Any] = {}
    for name, sort in variables.items():
        value = _rational(below) * (1 - 2 * below(2))
        if found and below(2):
            value = list(found.values())[below(len(found))] * (1, 1, -1, 2)[below(4)] + value * (
                below(4) > 1
            )
        found[name] = int(value // 1) if sort == INT else Fraction(value)
    return found


def _move(
    point: dict[str, Any], variables: Mapping[str, str], below: Callable[[int], int]
) -> dict[str, Any]:
    """Return a point near another: one variable, some or all are moved by one amount, or multiplied
    by one.
    """
    size, way, names = _rational(below) * (1 - 2 * below(2)), below(6), list(variables)
    factor = Fraction(below(9) - 4, 4) if way > 3 else 1 + abs(size) if way == 3 else 1
    chosen = (
        set(names)
        if way in (2, 3)
        else {n for n in names if below(2)}
        if way in (1, 5)
        else {names[below(len(names))]}
    )
    found: dict[str, Any] = {}
    for n, q in point.items():
        moved = (
            q
            if n not in chosen
            else q * factor
            if way > 2
            else q + (size if way != 1 or below(2) else -size)
        )
        moved = moved if abs(moved) < FARTHEST else q
        found[n] = int(moved // 1) if variables[n] == INT else Fraction(moved)
    return found


def satisfying(
    variables: Mapping[str, str],
    assume: Callable[[Any], Any],
    text: str,
    model: dict[str, Any],
    wanted: int = WANTED,
    tries: int = TRIES,
) -> list[Point]:
    """Return distinct points that satisfy the hypotheses, of which `model` is one; as many as were
    found.
    """
    below, found, seen = stream(text), [model], {tuple(model.values())}
    for attempt in range(tries):
        point = (
            _move(found[below(len(found))], variables, below)
            if attempt % 4
            else _try(variables, below)
        )
        if tuple(point.values()) not in seen and assume(Point(**point)):
            found.append(point)
            seen.add(tuple(point.values()))
            if len(found) == wanted:
                break
    return [Point(**point) for point in found]


@symbol
class Jet(Differences):
    """A number with its derivatives in named variables up to a total order: a polynomial in their
    small changes.
    """

    __slots__ = ("_names", "_of", "_order")

    def __init__(
        self, names: tuple[str, ...], order: int, of: dict[tuple[int, ...], Fraction]
    ) -> None:
        """Keep the coefficients by exponents."""
        for name, value in (("_names", names), ("_order", order), ("_of", of)):
            object.__setattr__(self, name, value)

    def _lift(self, other: Any) -> Jet:
        if isinstance(other, Jet):
            return other
        if isinstance(other, bool) or not isinstance(other, int | Fraction):
            raise Misuse(f"a number with derivatives does not mix with {type(other).__name__}")
        return Jet(self._names, self._order, {(0,) * len(self._names): Fraction(other)})

    def __add__(self, other: Any) -> Jet:
        o, zero = self._lift(other), Fraction(0)
        return Jet(
            self._names,
            min(self._order, o._order),
            {k: self._of.get(k, zero) + o._of.get(k, zero) for k in self._of.keys() | o._of.keys()},
        )

    def __neg__(self) -> Jet:
        return Jet(self._names, self._order, {k: -c for k, c in self._of.items()})

    def __mul__(self, other: Any) -> Jet:
        o, made = self._lift(other), dict[tuple[int, ...], Fraction]()
        order = min(self._order, o._order)
        for k, c in self._of.items():
            for m, d in o._of.items():
                if sum(k) + sum(m) <= order:
                    place = tuple(a + b for a, b in zip(k, m, strict=True))
                    made[place] = made.get(place, Fraction(0)) + c * d
        return Jet(self._names, order, made)

    def __truediv__(self, other: Any) -> Jet:
        o = self._lift(other)
        rest, inverse, power = 1 - o * (1 / o._number()), self._lift(1), self._lift(1)
        for _ in range(o._order):
            power = power * rest
            inverse = inverse + power
        return self * inverse * (1 / o._number())

    def __rtruediv__(self, other: Any) -> Jet:
        return self._lift(other) / self

    def __pow__(self, n: int) -> Jet:
        result = self._lift(1)
        for _ in range(abs(n)):
            result = result * self
        return result if n >= 0 else 1 / result

    __radd__, __rmul__ = __add__, __mul__

    def derivative(self, name: str) -> Jet:
        """Return the partial derivative, known to one order less."""
        i = self._names.index(name)
        if not self._order:
            raise Misuse("more derivatives were taken than numbers have")
        return Jet(
            self._names,
            self._order - 1,
            {(*k[:i], k[i] - 1, *k[i + 1 :]): c * k[i] for k, c in self._of.items() if k[i]},
        )

    def _number(self) -> Fraction:
        """Return the value; this is for the kernel."""
        return self._of.get((0,) * len(self._names), Fraction(0))


def jets(point: Mapping[str, Any], order: int = 2) -> dict[str, Jet]:
    """Return the numbers of a point with their derivatives."""
    names = tuple(point)
    return {
        n: Jet(
            names,
            order,
            {(0,) * len(names): Fraction(q), tuple(int(m == n) for m in names): Fraction(1)},
        )
        for n, q in point.items()
    }


def flat(value: Any) -> Iterator[Any]:
    """Yield the values in tuples and lists."""
    if isinstance(value, tuple | list):
        for v in value:
            yield from flat(v)
    else:
        yield value


def at_points(name: str, build: Callable[..., Any], wanted: list[str], ring: Ring) -> Iterator[Any]:
    """Run the same code on numbers of the domain; what it gives must be exact.

    Under a relation the related variable, a root, is a ball; where derivatives are taken, numbers
    come with theirs.
    """
    for point in ring_points(name, ring):
        values = jets(point) if ring.derived else point
        result = build(*(values[n] for n in wanted))
        for x in flat(result):
            if isinstance(x, bool) or not isinstance(x, int | Fraction | Ball | Jet):
                raise NotProved(f"on numbers it gives a {type(x).__name__}")
        yield result


def ring_points(name: str, ring: Ring) -> Iterator[dict[str, Any]]:
    """Yield points of a ring."""
    for point in of_ring(
        ring, [n for n in ring.domains if not n.startswith(f"{ring.base}^")], name
    ):
        if ring.relation is not None:
            names, radicand = ring.radicand
            point[ring.relation[0]] = Ball(radicand(*(point[n] for n in names))).root(
                ring.relation[1]
            )
        yield point


def value(value: Any) -> Any:
    """Return a number as what compares with 0: a Fraction, or the arb of a ball."""
    return (
        value._arb
        if isinstance(value, Ball)
        else value._number()
        if isinstance(value, Jet)
        else value
    )


def agree(left: Any, right: Any) -> bool:
    """Tell whether two numbers may be equal: they are, or their balls meet."""
    difference = value(left - right)
    return bool(difference == 0 or (isinstance(left - right, Ball) and difference.contains(0)))
