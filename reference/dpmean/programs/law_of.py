"""The exact law of a release: `law_of(mechanism, data)`.

    >>> from dpmean.catalogue.mechanisms import build
    >>> given = {"epsilon": "1", "lower": "0", "upper": "1", "n": "2", "noise": "laplace"}
    >>> law = law_of(build("sized_mean", given), ["0", "1"])
    >>> law.cdf(Fraction(1, 2)), law.mean(), law.mean_squared_error(Fraction(0))
    (Fraction(1, 2), Fraction(1, 2), Fraction(3, 4))

A program is run with its draws unknown (`paths.py`); what is left at the ends of its runs is a
mixture of constants, affine forms and clipped quotients of such, whose probabilities are closed
forms or certified sums (`regions.py`). `lost` bounds what was left out: every probability is off by
no more than that.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..distributions.law import CUT
from ..distributions.samplers.refine import Affine
from ..exact.enclosure import Interval
from ..exact.reals import Number, balanced_sum
from .alterations import NONE, Altered, altered_program
from .constraints import Constraint, components
from .events import Where, cases
from .observed import observed, parted
from .paths import End, Runs
from .postprocess import Uncertain
from .program import Draw, Program
from .regions import probability
from .symbolic_table import remembered
from .table import Table
from .unknowns import Unknown

if TYPE_CHECKING:
    from .divergence import Divergence

_ZERO, _ONE = Fraction(0), Fraction(1)
LEAST = Fraction(1, 1 << 64)  # runs less likely than this are left out


@dataclass(frozen=True)
class Leaf:
    """One way in which runs end: its weight, the outputs (None: no answer), and the constraints on
    the unknowns in them.
    """

    weight: Number
    output: tuple[Any, ...] | None
    constraints: tuple[Constraint, ...]

    @cached_property
    def given(self) -> Number:
        """Returns the probability of the constraints on the unknowns in the output."""
        return probability(self.constraints)

    def chance(self, event: Where) -> Number:
        """Returns the probability that a run ends in this leaf and that the event happens."""
        if self.output is None:
            return self.weight if event.on == "none" else _ZERO
        if event.on == "none":
            return _ZERO
        parts = [probability((*self.constraints, *case)) for case in cases(self.output, event)]
        kept = [p for p in parts if not isinstance(p, Fraction) or p]
        return self.weight * balanced_sum(kept) if kept else _ZERO

    @property
    def unknowns(self) -> list[Unknown]:
        """Returns the unknowns in the output."""
        return names(self.output or ())


def names(output: Iterable[Any]) -> list[Unknown]:
    """Returns the unknowns in the coordinates of an output, each once, in the order in which they
    occur.
    """
    found: dict[Any, None] = {}
    for o in output:
        forms = (
            (o.numerator, o.denominator)
            if isinstance(o, Uncertain)
            else (o,)
            if isinstance(o, Affine)
            else ()
        )
        found |= {u: None for form in forms for u in form.terms}
    return list(found)


def leaf(end: End) -> tuple[Leaf, int]:
    """Returns the leaf of an end of a run, and how many lattice noises were summed over for its
    weight.

    The probability of constraints on unknowns that the output does not depend on becomes a part of
    the weight.
    """
    mine = {*names(end.output or ())}
    near: list[Constraint] = []
    far: list[Constraint] = []
    for group in components([c for c in end.constraints if c.terms]):
        (near if any(u in mine for c in group for u, _ in c.terms) else far).extend(group)
    if not near and end.whole is not None:
        return Leaf(end.whole, end.output, ()), 0
    cut = len({u for c in far if len(c.terms) > 1 for u, _ in c.terms if u.lattice})
    return Leaf(end.chance * probability(far) if far else end.chance, end.output, tuple(near)), cut


@dataclass(frozen=True)
class ReleaseLaw:
    """The law of a release, as a mixture of leaves.

    `lost` is a certified bound: no probability is off by more. Raises InvalidInput where an event
    has no known law.
    """

    leaves: tuple[Leaf, ...]
    left_out: Fraction
    runs: int

    @cached_property
    def lost(self) -> Fraction:
        """Returns a bound of what was left out: unlikely runs, and the tails of lattice noises that
        were summed over.
        """
        cut = max(
            (
                sum(
                    u.lattice
                    for u in [*x.unknowns, *(u for c in x.constraints for u, _ in c.terms)]
                )
                for x in self.leaves
            ),
            default=0,
        )
        return self.left_out + (cut * CUT if cut > 1 else _ZERO)

    def probability(self, event: Where) -> Number:
        """Returns the probability of an event of the output.

        For x >= a and x > a it is 1 minus that of the complement, so that what was left out counts
        as lying above.
        """
        if event.relation in ("ge", "gt") and event.on in ("x", "y", "sum"):
            return (
                _ONE
                - self.no_answer
                - self.probability(
                    Where(event.on, "lt" if event.relation == "ge" else "le", event.at)
                )
            )
        parts = [c for x in self.leaves if not isinstance(c := x.chance(event), Fraction) or c]
        return balanced_sum(parts) if parts else _ZERO

    def cdf(self, x: Fraction | int, on: str = "x") -> Number:
        """Returns P(there is an answer, and its coordinate or other statistic `on` is at most
        x).
        """
        return self.probability(Where(on, "le", Fraction(x)))

    @property
    def no_answer(self) -> Number:
        """Returns the probability that there is no answer."""
        return self.probability(Where("none"))

    @cached_property
    def known_moments(self) -> dict[tuple[int, int], tuple[Number, Number, Number] | None]:
        """Returns the moments that have been computed, which `moments.py` keeps here."""
        return {}

    def mean(self, coordinate: int = 0) -> Number | Interval | str:
        """Returns the mean of a coordinate, given that there is an answer: a number, or "does not
        exist".
        """
        from .moments import mean

        return mean(self, coordinate)

    def mean_squared_error(self, target: Fraction, coordinate: int = 0) -> Number | Interval | str:
        """Returns E (coordinate - target)^2, given that there is an answer: a number, or
        "infinite".
        """
        from .moments import mean_squared_error

        return mean_squared_error(self, target, coordinate)

    def hockey_stick(self, other: ReleaseLaw, epsilon: Fraction) -> Divergence:
        """Returns the hockey-stick divergence from this law to another, certified from both sides:
        see `divergence.py`.
        """
        from .divergence import hockey_stick

        return hockey_stick(self, other, epsilon)


def law_of(
    mechanism: Any,
    data: Iterable[Any] = (),
    *,
    altered: Altered = NONE,
    least: Fraction = LEAST,
    observe: str = "",
) -> ReleaseLaw:
    """Returns the exact law of what `mechanism`, or a function that makes a program, releases on
    `data`.

    `altered` describes a bug; runs less likely than `least` are left out and counted in `lost`.
    With `observe`, the name of a step, it is the law of the numbers of this step (`observed.py`).
    """
    program = programs(mechanism, data, altered)
    residues = 0
    if observe:
        modulus = getattr(mechanism, "modulus", None) if observe.startswith("user_") else None
        program, altered = _of_step(program, altered, observe, modulus)
        # of the two variables of a share of noise, which are cut
        residues = 2 * (modulus is not None)
    runs = Runs(program, least, altered.answer, altered.compared)
    leaves: dict[Any, list[Leaf]] = {}
    cuts = 0
    for end in runs.ends():
        x, cut = leaf(altered.ended(end))
        cuts += cut
        leaves.setdefault(_key(x), []).append(x)
    merged = [
        Leaf(balanced_sum([x.weight for x in same]), same[0].output, same[0].constraints)
        for same in leaves.values()
    ]
    return ReleaseLaw(tuple(merged), runs.lost + (cuts + residues) * CUT, runs.count)


def _of_step(
    whole: Callable[[], Program], altered: Altered, step: str, modulus: int | None
) -> tuple[Callable[[], Program], Altered]:
    """Returns the program that ends at a step, with the draws and outputs of a bug in it, and what
    is left of the bug.

    With a modulus the step is a message of parts, each of them an outcome.
    """
    inside, rest = replace(altered, compare=NONE.compare), Altered(compare=altered.compare)

    def program() -> Program:
        found = altered_program(observed(whole(), step), inside)
        return found if modulus is None else parted(found, modulus)

    return program, rest


def programs(mechanism: Any, data: Iterable[Any], altered: Altered) -> Callable[[], Program]:
    """Returns a function that makes the program for each run; the records are read once."""
    if not hasattr(mechanism, "program"):
        return mechanism
    changed = altered.mechanism(mechanism)
    records: Any = changed.records(data) if hasattr(changed, "records") else list(data)
    records = altered.records_of(records)
    if isinstance(records, Table):
        records = remembered(records)
    return lambda: changed.program(records)


def _key(x: Leaf) -> Hashable:
    """Returns a key that leaves have in common only if their outputs have the same law."""
    number = {
        u: (i, u.law)
        for i, u in enumerate(
            dict.fromkeys([*x.unknowns, *(u for c in x.constraints for u, _ in c.terms)])
        )
    }

    def form(a: Affine | Fraction) -> Hashable:
        return (
            (a.constant, frozenset((number[u], c) for u, c in a.terms.items()))
            if isinstance(a, Affine)
            else a
        )

    def shown(o: Affine | Uncertain | Fraction) -> Hashable:
        if isinstance(o, Uncertain):
            return (
                form(o.numerator),
                form(o.denominator),
                o.bounds,
                o.factor,
                o.offset,
                o.undefined,
            )
        return form(o)

    held = frozenset(
        (frozenset((number[u], a) for u, a in c.terms), c.constant, c.sign, c.weak)
        for c in x.constraints
    )
    return (None if x.output is None else tuple(shown(o) for o in x.output), held)


__all__ = ["Altered", "Draw", "Leaf", "ReleaseLaw", "Where", "law_of"]
