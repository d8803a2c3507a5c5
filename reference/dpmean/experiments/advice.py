"""Which mechanism has the least error for a number of records, an epsilon and bounds: exact errors
side by side.

Compared are the mechanisms of the catalogue that need nothing but public bounds, epsilon and, under
replace-one, the number of records. Errors are mean squared errors of the exact law (`law_of`),
against the mean of the records, on records that all are this mean; with noise on sums that is the
error on any records of this mean. Left out, and said to be, is what has no exact law here or takes
too long. Not compared is noise on a lattice, to which records are rounded: its error depends on
each record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..catalogue.mechanisms import build
from ..errors import DpmeanError, InvalidInput
from ..exact.enclosure import Interval
from ..exact.numbers import spell
from ..parameters.signature import Signature
from ..privacy.neighbors import Neighbors
from ..programs.law_of import law_of
from ..programs.records import Repeated
from .points import Enclosed

SIGNATURE = Signature("advise", ("n", "epsilon", "lower", "upper"), ("mean",), bounded=True)
# how many means over epsilon a law that is a sum may be asked for, so that all takes some ten
# seconds
PLANE, COUNT = 30, 100
USERS = 20_000  # most epsilons of a mechanism that takes one for each user
# means t w/(n epsilon) from a bound, where clipping counts
NEAR = tuple(map(Fraction, ("0", "4", "16")))
INSIDE = (Fraction(1, 4), Fraction(1, 2))  # shares of the width w


@dataclass(frozen=True)
class Asked:
    """The question: the number of records, epsilon, the bounds, and the mean of the records if it
    is known.
    """

    n: int
    epsilon: Fraction
    lower: Fraction
    upper: Fraction
    mean: Fraction | None = None

    @property
    def means(self) -> tuple[Fraction, ...]:
        """Return the means at which errors are compared: the one that is known, or a grid from
        bound to bound.
        """
        if self.mean is not None:
            return (self.mean,)
        near = {min(t / (self.n * self.epsilon), Fraction(1, 2)) for t in NEAR} | {*INSIDE}
        width = self.upper - self.lower
        return tuple(sorted({self.lower + width * s for share in near for s in (share, 1 - share)}))


@dataclass(frozen=True)
class Candidate:
    """A mechanism with its parameters beyond epsilon and the bounds.

    `mirrored` says that its errors are the same at a mean and at the mean as far from the other
    bound; `most` is how many means over epsilon it may be asked for.
    """

    name: str
    given: dict[str, str]
    shown: str = ""
    mirrored: bool = True
    most: int | None = None

    def build(self, asked: Asked) -> Any:
        """Return the mechanism; InvalidInput where it does not take the parameters."""
        given: dict[str, object] = {"epsilon": spell(asked.epsilon), **self.given}
        if self.name == "adpm":
            if asked.n > USERS:
                raise InvalidInput(
                    "out_of_range",
                    f"takes one epsilon for each user: not asked beyond {USERS:,} users",
                )
            given = {"epsilons": [spell(asked.epsilon)] * asked.n, **self.given}
        if "n" in given:
            given["n"] = str(asked.n)
        return build(self.name, given | {"lower": spell(asked.lower), "upper": spell(asked.upper)})


GAMMA = {"gamma": "optimal"}
CANDIDATES = (
    Candidate("independent_mean", {}, mirrored=False),
    Candidate("shifted_mean", {}),
    Candidate("bounded_mean", {}, most=COUNT),
    Candidate("transformed_mean", {"noise": "laplace"}, "noise=laplace"),
    Candidate(
        "transformed_mean",
        {"noise": "staircase2d", **GAMMA},
        "noise=staircase2d gamma=optimal",
        most=PLANE,
    ),
    Candidate(
        "transformed_mean",
        {"noise": "hourglass", **GAMMA},
        "noise=hourglass gamma=optimal",
        most=PLANE,
    ),
    Candidate("student_t_mean", {}),
    Candidate("sized_mean", {"n": "", "noise": "laplace"}, "noise=laplace"),
    Candidate("sized_mean", {"n": "", "noise": "truncated_laplace"}, "noise=truncated_laplace"),
    Candidate(
        "adpm", {"noise": "staircase", **GAMMA}, "noise=staircase gamma=optimal, equal epsilons"
    ),
)


@dataclass(frozen=True)
class Line:
    """One mechanism of the answer: its greatest mean squared error, at which mean, the bias there,
    over the least.
    """

    candidate: Candidate
    neighbors: Neighbors
    squared: Enclosed
    bias: Enclosed
    mean: Fraction
    ratio: Enclosed


@dataclass(frozen=True)
class Advice:
    """The answer: mechanisms by rising error, and those left out, each with the reason."""

    asked: Asked
    lines: tuple[Line, ...]
    left_out: tuple[tuple[Candidate, str], ...]


def parsed(given: dict[str, str]) -> Asked:
    """Return the question that key=value words ask; InvalidInput where it has no answer."""
    found = SIGNATURE.parse(given)
    epsilon = found["decay"].epsilon
    if not isinstance(epsilon, Fraction):
        raise InvalidInput(
            "unsupported_combination", "decay: give epsilon, as a rational number", argument="decay"
        )
    asked = Asked(found["n"], epsilon, found["lower"], found["upper"], found.get("mean"))
    if asked.mean is not None and not asked.lower <= asked.mean <= asked.upper:
        raise InvalidInput("out_of_range", "mean: must lie in [lower, upper]", argument="mean")
    return asked


def advice(
    asked: Asked,
    say: Callable[[str], None] = lambda _text: None,
    candidates: Iterable[Candidate] = CANDIDATES,
) -> Advice:
    """Return the answer; `say` is told its progress."""
    found: list[tuple[Candidate, Neighbors, Enclosed, Enclosed, Fraction]] = []
    left_out = []
    for c in candidates:
        try:
            mechanism = c.build(asked)
            found.append((c, mechanism.relation, *worst(c, mechanism, asked, say)))
        except DpmeanError as error:
            left_out.append((c, str(error)))
    found.sort(key=lambda line: line[2].upper)
    return Advice(
        asked,
        tuple(Line(*line, ratio=line[2].over(found[0][2])) for line in found),
        tuple(left_out),
    )


def worst(
    c: Candidate, mechanism: Any, asked: Asked, say: Callable[[str], None]
) -> tuple[Enclosed, Enclosed, Fraction]:
    """Return the greatest mean squared error over the means, the bias there, and the mean."""
    means = half(asked) if c.mirrored else asked.means
    if c.most is not None and len(means) > c.most * asked.epsilon:
        raise InvalidInput(
            "out_of_range",
            "epsilon is so small that its law has too many parts"
            + ("" if asked.mean is not None else "; with mean=... it may be within reach"),
        )
    found = []
    for mean in means:
        squared, bias = errors(mechanism, asked.n, mean)
        say(f"{c.name} {c.shown}: mean {float(mean):g}")
        found.append((squared, bias, mean))
    return max(found, key=lambda f: f[0].upper)


def half(asked: Asked) -> Sequence[Fraction]:
    """Return the means up to the midpoint of the bounds, for errors that are the same at their
    mirror images.
    """
    middle = (asked.lower + asked.upper) / 2
    return asked.means if asked.mean is not None else [m for m in asked.means if m <= middle]


def errors(mechanism: Any, n: int, mean: Fraction) -> tuple[Enclosed, Enclosed]:
    """Return the mean squared error and the bias on n records that all are the mean."""
    law = law_of(mechanism, Repeated([(mean, n)]))
    squared, bias = enclosed(law.mean_squared_error(mean)), enclosed(law.mean())
    return squared, bias - Enclosed.of(mean)


def enclosed(x: Any) -> Enclosed:
    """Return a moment as an enclosure; InvalidInput where it is infinite."""
    if isinstance(x, str):
        raise InvalidInput("out_of_range", f"its error is {x}")
    return Enclosed(x.lower, x.upper) if isinstance(x, Interval) else Enclosed.of(x)


def groups(lines: Sequence[Line]) -> Iterator[tuple[bool, list[Line]]]:
    """Yield the mechanisms for a private number of records, then those for a public one, by rising
    error.
    """
    for public in (False, True):
        own = [line for line in lines if line.neighbors.public_size is public]
        if own:
            yield public, own
