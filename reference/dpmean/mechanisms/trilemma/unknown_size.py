"""From a public to a private number of records: run a mechanism on a random sub-sample (trilemma
Proposition E.1).

The sub-sample has a private size, and must come in random *order*. Taken in the order of the
records, as the paper's notation has it, removing a record moves the others to new places, and a
mechanism that treats places differently (as one that splits its data does) sees data sets that
differ in more than one record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Self

from ...distributions.discrete_laplace import DiscreteLaplace
from ...distributions.finite import OrderedSample
from ...errors import InvalidInput
from ...exact.decay import Decay
from ...exact.numbers import datum
from ...privacy.composition import sequential
from ...privacy.guarantees import ApproximateDP, Guarantee, PureDP
from ...privacy.neighbors import Neighbors
from ...programs.mechanism import Mechanism
from ...programs.program import Draw, Program, Step, whole
from . import count
from .families import BASES, family
from .public_size import proper


@dataclass(frozen=True)
class UnknownSize(Mechanism):
    """M_N on N records drawn from the data, N a private count that is never above their number; no
    answer where N < n0.

    Definition.  N = n + clip(Z, -v, v) - v, where Z is discrete Laplace with b = e^-epsilon and v =
                 ceil(log(2/delta)/epsilon); with `constants=exact` v is the least v >= 1 for which
                 N is (epsilon, delta)-DP. Where N < n0 there is no answer. Otherwise M_N runs on N
                 different records in random order (with `edition=printed` in their own order).
    Neighbors.   add, remove or replace one record.
    Guarantee.   epsilon and delta of the count plus those of M_N. As printed only for mechanisms that ignore the order
                 of their records.
    Source.      trilemma Proposition E.1.
    """

    name = "unknown_size"
    summary = "a mechanism with public n, on a sub-sample of a private size; may not answer"
    required = ("base", "epsilon", "delta")
    optional = (
        "n0",
        "constants",
        "edition",
        "lower",
        "upper",
        "bias",
        "psi",
        "lambda",
        "clip",
        "sigma",
        "n1",
    )
    may_not_answer = True
    profile = "release-2"

    family: Callable[[int], Mechanism]
    decay: Decay
    delta: Fraction
    n0: int = 1
    constants: str = "paper"
    edition: str = "corrected"

    relation: ClassVar[Neighbors] = Neighbors.ADD_REMOVE_OR_REPLACE_ONE
    missing: ClassVar[str] = "drop"
    clips_to_bounds: ClassVar[bool] = False

    @classmethod
    def of(cls, **parsed: Any) -> Self:
        """Returns the mechanism for the name `base` of the mechanism that runs on the sub-sample,
        and its parameters.
        """
        made = unknown_size(**parsed)
        assert isinstance(made, cls)
        return made

    def __post_init__(self) -> None:
        proper(self.delta)
        if not self.first.relation.public_size:
            raise InvalidInput(
                "unsupported_combination",
                "base: must be a mechanism with a public number of records",
                argument="base",
            )

    @cached_property
    def first(self) -> Mechanism:
        """The mechanism M for the least number n0 of records."""
        return self.family(self.n0)

    @cached_property
    def half_width(self) -> int:
        """Half the width of the range of the private count, v."""
        return count.half_width(self.decay, self.delta, self.constants)

    @property
    def guarantee(self) -> Guarantee:
        """The guarantee of the count and of M_N together."""
        if self.edition == "printed" and self.first.ordered:
            raise InvalidInput(
                "unsupported_combination",
                "edition: as printed there is no guarantee for a mechanism "
                "that depends on the order of its records; use corrected",
                argument="edition",
            )
        inner = self.first.guarantee.measure
        if not isinstance(inner, PureDP | ApproximateDP):
            raise InvalidInput(
                "unsupported_combination", "base: must be pure or approximate DP", argument="base"
            )
        return Guarantee(
            sequential([ApproximateDP(self.decay.epsilon, self.delta), inner]), self.relation
        )

    @property
    def default_grid(self) -> Fraction | None:
        """The grid of the result, which is that of the mechanism."""
        return self.first.default_grid

    @property
    def further_policies(self) -> tuple[str, ...]:
        """Sentences for users: those of the mechanism, and on the sub-sample."""
        note = (
            "the sub-sample is in random order"
            if self.edition == "corrected"
            else "as printed, the sub-sample is in "
            "the order of the records: no guarantee for a mechanism that depends on it"
        )
        of_records = (
            "an infinite record counts as 0"
            if self.first.missing == "zero"
            else "records outside the bounds are clipped to them"
            if self.first.clips_to_bounds
            else ""
        )
        return (
            f"no answer: fewer than {self.n0} records after a private count",
            note,
            *((of_records,) if of_records else ()),
            *self.first.further_policies,
        )

    def records(self, data: Iterable[object]) -> list[object]:
        """Returns the records that are not missing."""
        return [x for x in data if datum(x) is not None]

    def program(self, data: Iterable[object]) -> Program:
        """Yields the steps size and sample (places, from 1), then those of M_N.

        Draws count, sample, then those of M_N.
        """
        records = self.records(data)
        v = self.half_width
        drawn = whole((yield Draw("count", DiscreteLaplace(self.decay))))
        size = len(records) + max(-v, min(drawn, v)) - v
        yield Step("size", Fraction(size))
        if size < self.n0:
            return None
        size = int(size)
        places = yield Draw("sample", OrderedSample(len(records), size, self.edition == "printed"))
        yield Step("sample", [Fraction(i) for i in places])
        return (yield from self.family(size).program([records[int(i) - 1] for i in places]))


def unknown_size(
    base: str,
    decay: Decay,
    delta: Fraction,
    n0: int = 1,
    constants: str = "paper",
    edition: str = "corrected",
    **given: Any,
) -> UnknownSize:
    """Returns the mechanism `unknown_size` with these parameters; those that the base does not take
    are refused.
    """
    needed, optional = BASES[base]
    for name in given:
        if name not in (*needed, *optional):
            raise InvalidInput(
                "unsupported_combination",
                f"{'lambda' if name == 'moment' else name}: not used by base={base}",
                argument=name,
            )
    for name in needed:
        if name not in given:
            raise InvalidInput(
                "missing_parameter",
                f"base={base} needs {'lambda' if name == 'moment' else name}",
                argument=name,
            )
    if base == "dpumean" and n0 <= given["n1"]:
        raise InvalidInput(
            "out_of_range",
            "n0: must be greater than n1, or no record is left for the fine estimate",
            argument="n0",
        )
    return UnknownSize(
        family(base, decay, delta, dict(given)), decay, delta, n0, constants, edition
    )
