"""The interpreter that makes a release of a program: its draws are answered from bits, its output
is rounded to a grid.

Profile of a release from bits (`vectors/tape-profiles.md` has it in full): draws are answered in
order; discrete parts are decided at once (inversion-1). A comparison refines the continuous
variables that occur in it by one bit each, in turn in the order of their draws, until its sign is
the same on the whole open box. If the output is still open, the variables that occur in it are
refined likewise, until its exact range over the open box rounds to one grid point.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..distributions.law import Law
from ..distributions.samplers.refine import Affine, End, Variable
from ..errors import InvalidInput, Undecided
from ..exact.enclosure import Interval, compare, decide, interval
from ..exact.reals import Number
from ..randomness.bits import Bits
from .postprocess import Uncertain, quotient
from .program import Compare, Draw, Program
from .run import run, side

MOST_BITS = 1 << 14
MOST_STEPS = 1 << 1024  # of an output grid between 0 and a bound
Output = tuple[Fraction | None, ...]  # of a release; None: no answer
ROUNDINGS = ("nearest", "stochastic")


class _Known:
    """The continuous variables of a run in the order of their draws, and the bits that each has had
    so far.
    """

    def __init__(self, bits: Bits) -> None:
        self.bits = bits
        self.prefixes: dict[Variable, tuple[int, int]] = {}

    def add(self, outcome: Any) -> None:
        """Adds the variables of a new draw."""
        for part in _parts(outcome):
            if isinstance(part, Affine):
                for v in part.terms:
                    self.prefixes.setdefault(v, (0, 0))

    def among(self, forms: Sequence[Any]) -> list[Variable]:
        """Returns the variables that occur in affine or uncertain forms, in the order of their
        draws.
        """
        found: set[Variable] = set()
        for form in forms:
            if isinstance(form, Uncertain):
                found |= {*form.numerator.terms, *form.denominator.terms}
            elif isinstance(form, Affine):
                found |= {*form.terms}
        return [v for v in self.prefixes if v in found]

    def box(self, v: Variable, further: int = 0, count: int = 0) -> tuple[End, End]:
        """Returns the box of a variable when `count` more bits are `further`."""
        prefix, had = self.prefixes.get(v, (0, 0))
        return v.box(prefix << count | further, had + count)

    def ends(self, form: Affine) -> tuple[End, End]:
        """Returns the ends of the range of an affine form over the present box; an infinite one is
        None.
        """
        low: dict[Variable, End] = {}
        high: dict[Variable, End] = {}
        for v, c in form.terms.items():
            below, above = self.box(v)
            low[v], high[v] = (below, above) if c > 0 else (above, below)
        found = [None if None in at.values() else form.at(at) for at in (low, high)]  # type: ignore[arg-type]
        return found[0], found[1]

    def decided(self, request: Compare) -> int:
        """Returns the sign of a comparison, refining as many variables as it takes, in turn."""
        if not isinstance(request.form, Affine) or not request.form.terms:
            form = request.form
            return side(
                Compare(form.constant if isinstance(form, Affine) else form, request.against)
            )
        variables = self.among([request.form])
        turn = 0
        while turn <= MOST_BITS:
            low, high = self.ends(request.form)
            if low is not None and compare(low, request.against) >= 0:
                return 1
            if high is not None and compare(high, request.against) <= 0:
                return -1
            v = variables[turn % len(variables)]
            prefix, had = self.prefixes[v]
            self.bits.ensure(1)
            self.prefixes[v] = prefix << 1 | self.bits.peek(1), had + 1
            self.bits.skip(1)
            turn += 1
        raise Undecided(
            "undecided", f"{MOST_BITS} bits did not decide a comparison: the source is not random"
        )


# outcomes, and the first 64 bits of their variables
Begun = Sequence[tuple[Any, Sequence[tuple[Variable, int]]]]


def release(
    program: Program,
    bits: Bits,
    grid: Fraction | None,
    rounding: str = "nearest",
    begun: Begun = (),
) -> Output:
    """Runs a program on `bits` and returns its outputs, each rounded correctly to a multiple of
    `grid`.

    None in place of an output is "no answer". `grid` may be None only when the output is exactly
    rational (lattice noise). Rounding is post-processing, so the guarantee carries over;
    "stochastic" rounds up with probability equal to the remainder, which keeps the mean. `begun`
    answers the first draws: with outcomes that were drawn before, of whose variables 64 bits are
    known.
    """
    if rounding not in ROUNDINGS:
        raise InvalidInput(
            "unknown_name", f"rounding: must be one of {', '.join(ROUNDINGS)}", argument="rounding"
        )
    if grid is not None and grid <= 0:
        raise InvalidInput("grid_not_positive", "grid: must be greater than 0", argument="grid")
    known, before = _Known(bits), iter(begun)

    def answer(draw: Draw) -> Any:
        outcome, words = next(before, (None, ()))
        if outcome is None:
            outcome = draw.law.sample(bits)
        known.add(outcome)
        known.prefixes.update((v, (word, 64)) for v, word in words)
        return outcome

    output = run(program, answer, known.decided).output
    if output is None:
        return (None,)
    parts = [
        quotient(o, Fraction(1), Fraction(0)) if isinstance(o, Affine) else o
        for o in _parts(output)
    ]
    if grid is None:
        if known.prefixes:  # whatever became of them: no status depends on a record
            raise InvalidInput(
                "grid_misses_bounds", "grid: continuous noise needs an output grid", argument="grid"
            )
        return tuple(Fraction(o) for o in parts)
    coin = Variable() if rounding == "stochastic" else None
    near, steps = zip(*(_near_zero(o, grid) for o in parts), strict=True)
    variables = known.among(near) + ([coin] if coin else [])
    found = _settle(list(near), variables, coin, known, grid)
    return tuple((i + far) * grid for i, far in zip(found, steps, strict=True))


def _parts(outcome: Any) -> tuple[Any, ...]:
    return outcome if isinstance(outcome, tuple) else (outcome,)


def _near_zero(output: Any, grid: Fraction) -> tuple[Any, int]:
    """Returns an output moved by whole grid steps to near 0, and their number, where only a
    rational constant makes it large.

    No precision is then spent on a constant, which may be a record of thousands of digits. An
    output without variables stays where it is: the parity of its steps decides its ties.
    """
    if (
        not isinstance(output, Uncertain)
        or output.bounds is not None
        or output.denominator.terms
        or not output.numerator.terms
    ):
        return output, 0
    unit = grid * output.denominator.constant / output.factor  # of the numerator
    far = round(output.numerator.constant / unit)
    moved = Uncertain(
        output.numerator - far * unit,
        output.denominator,
        None,
        output.factor,
        output.offset,
        output.undefined,
    )
    return moved, far


def _settle(
    outputs: list[Any],
    variables: list[Variable],
    coin: Variable | None,
    known: _Known,
    grid: Fraction,
) -> list[int]:
    """Takes the least number of bits that makes the grid index of every output certain, and returns
    the indices.

    The bits are dealt to the variables in turn. Boxes only shrink, so "certain" is monotone in the
    number of bits and the least number is found by bisection.
    """
    bits = known.bits

    def indices(count: int) -> list[int] | None:
        ahead = bits.peek(count)
        boxes = {
            v: known.box(v, *_dealt(ahead, count, i, len(variables)))
            for i, v in enumerate(variables)
        }
        found = []
        for output in outputs:
            index = _index(output, boxes, coin, grid)
            if index is None:
                return None
            found.append(index)
        return found

    settled = indices(0)
    if settled is not None:
        return settled
    low, high, step = 0, _guess(outputs, variables, known, grid), len(variables)
    settled = indices(high)
    while settled is None:
        if high > MOST_BITS:
            raise Undecided(
                "undecided", f"{MOST_BITS} bits did not decide the output: the source is not random"
            )
        bits.ensure(high + 1)  # `high` bits do not decide
        low, high, step = high, high + step, 2 * step
        settled = indices(high)
    step = 1
    while high - step > low:  # the guess is near: look just below it before bisecting
        found = indices(high - step)
        if found is None:
            low = high - step
        else:
            high, settled, step = high - step, found, 2 * step
    while high - low > 1:
        middle = (low + high) // 2
        found = indices(middle)
        if found is None:
            low = middle
        else:
            high, settled = middle, found
    bits.skip(high)
    return settled


def _guess(outputs: list[Any], variables: list[Variable], known: _Known, grid: Fraction) -> int:
    """Returns about how many bits it takes to go from the present range of the outputs to one grid
    step.

    Of a box with an infinite end a quarter is looked at that has none. Only speed depends on the
    answer.
    """
    boxes = {v: known.box(v, 1, 2) if None in known.box(v) else known.box(v) for v in variables}
    found = [o.range(boxes) if isinstance(o, Uncertain) else None for o in outputs]
    widths = [
        int(interval((r[1] - r[0]) / grid).upper).bit_length() for r in found if r is not None
    ]
    return len(variables) * (max(widths) + 2) if widths else 24 * len(variables)


def _dealt(known: int, count: int, i: int, players: int) -> tuple[int, int]:
    """Returns the bits i, i + players, i + 2 players, ... of `count` bits, as (prefix, how
    many).
    """
    prefix = mine = 0
    for position in range(i, count, players):
        prefix = 2 * prefix + ((known >> (count - 1 - position)) & 1)
        mine += 1
    return prefix, mine


def _index(
    output: Uncertain | Number, boxes: Mapping[Variable, Any], coin: Variable | None, grid: Fraction
) -> int | None:
    """Returns the grid index on which the whole open box agrees, or None."""
    found = output.range(boxes) if isinstance(output, Uncertain) else (output, output)
    if found is None:
        return None
    low, high = (end / grid for end in found)
    if coin is not None:
        ends = boxes[coin]
        return _floor_of_open(low + ends[0], high + ends[1])
    if low is high or (isinstance(low, Fraction) and low == high):
        return _round_half_even(low)
    return _floor_of_open(low + Fraction(1, 2), high + Fraction(1, 2))


def _floor_of_open(low: Number, high: Number) -> int | None:
    """Returns the integer c with c <= low and high <= c + 1, or None: the floor of every point of
    the open interval.
    """

    def whole(i: Interval) -> int | None:
        return math.floor(i.lower) if math.floor(i.lower) == math.floor(i.upper) else None

    c: int = decide(low, whole)
    return c if compare(high, Fraction(c + 1)) <= 0 else None


def _round_half_even(x: Number) -> int:
    def question(i: Interval) -> int | None:
        return round(i.lower) if round(i.lower) == round(i.upper) else None

    return decide(x, question)


def sample(law: Law, bits: Bits, grid: Fraction | None) -> Output:
    """Returns one draw of a law itself, rounded like a release."""

    def program() -> Program:
        return (yield Draw("noise", law))

    return release(program(), bits, grid)


def require_grid(grid: Fraction, *bounds: Fraction) -> None:
    """Raises InvalidInput for a grid that does not contain the bounds, or one that is too fine for
    the precision.

    Rounding to a grid without the bounds could leave [lower, upper].
    """
    if max([abs(b) for b in bounds], default=1) > MOST_STEPS * grid:
        raise InvalidInput(
            "out_of_range",
            "grid: too fine; from 0 to a bound there are at most 2^1024 steps. Give a "
            "coarser --grid that divides both bounds",
            argument="grid",
        )
    if any((b / grid).denominator != 1 for b in bounds):
        raise InvalidInput(
            "grid_misses_bounds", "grid: lower and upper must be multiples of it", argument="grid"
        )
