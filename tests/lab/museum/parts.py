"""What the programs of the museum share, all of it right: parameters, a generator, and pieces of
mechanisms.

`Given` reads parameters as doubles. `Random` is NumPy's generator with two laws more; `Injected`
hands out given outcomes in its place, so that a release can be followed step by step. Whatever else
a program asks of it cannot be injected, and the request is one that the program has nothing for.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

Array = np.ndarray
FINE = 40  # binary places of a grid below the scale of the noise
WHOLE = {"n", "n0", "d", "u", "m", "steps", "low", "high", "rank", "releases"}
DEFAULTS = {
    "sensitivity": "1",
    "steps": "1",
    "beta": "1/10",
    "sigma": "1",
    "constants": "paper",
    "n0": "1",
}
# the labels of outcomes in the order in which mechanisms draw
LABELS = (
    "offset",
    "count",
    "sample",
    "sampled",
    "threshold",
    "noise_sum",
    "noise_count",
    "noise",
    "tie",
)


class Unsupported(Exception):
    """The program has nothing for this request."""


def number(text: str) -> float:
    """The double nearest to a parameter or record."""
    try:
        return float(Fraction(text)) if "/" in text else float(text)
    except OverflowError:
        return math.copysign(math.inf, -1 if text.startswith("-") else 1)


class Given:
    """The parameters of a request, by name: numbers as doubles, those of WHOLE as integers, words
    as they are.

    With `exactly`, numbers are rationals, as an accountant can afford it.
    """

    def __init__(self, params: dict[str, str], *, exactly: bool = False) -> None:
        """Keep them as they came."""
        self.params, self._number = params, Fraction if exactly else number

    def __getattr__(self, name: str) -> Any:
        """One of them; a default where there is one and it was left out."""
        text = self.params.get(name, DEFAULTS.get(name))
        if text is None:
            raise Unsupported(f"no {name}")
        if name in ("constants", "noise", "edition"):
            return text
        if name == "epsilons":
            return np.array([number(e) for e in text.split(",")])
        return int(text) if name in WHOLE else self._number(text)

    __getitem__ = __getattr__

    def __repr__(self) -> str:
        """All of them, in order."""
        return repr(sorted(self.params.items()))

    @property
    def middle(self) -> float:
        """The middle between the bounds."""
        return (self.lower + self.upper) / 2

    @property
    def width(self) -> float:
        """How far the bounds are apart."""
        return self.upper - self.lower


class Random(np.random.Generator):
    """NumPy's generator, with the laws on the integers that libraries build on it."""

    def discrete_laplace(self, scale: float, draws: int) -> Array:
        """Integers k with probability proportional to e^(-|k|/scale)."""
        stop = -math.expm1(-1 / scale)
        return self.geometric(stop, draws) - self.geometric(stop, draws)

    def discrete_gaussian(self, variance: float, draws: int) -> Array:
        """Integers k with probability proportional to e^(-k^2/(2 variance)), from a table."""
        far = math.ceil(12 * math.sqrt(variance)) + 2
        outcomes = np.arange(-far, far + 1)
        table = np.cumsum(np.exp(-(outcomes**2) / (2 * variance)))
        return outcomes[np.searchsorted(table, self.random(draws) * table[-1])]

    def coin(self, chance: float, draws: int) -> Array:
        """True with this probability."""
        return self.random(draws) < chance

    def places(self, size: int, chosen: int) -> Array:
        """So many different places below `size`, in random order."""
        return self.permutation(size)[:chosen]


class Injected:
    """Gives one outcome after the other."""

    def __init__(self, outcomes: dict[str, Any]) -> None:
        """Put them into the order of the mechanism, and of their numbers."""

        def place(label: str) -> tuple[int, int]:
            stem, _, counted = re.sub(r"_(\d+)$", r":\1", label).partition(":")
            return LABELS.index(stem), int(counted or "0")

        try:
            self._left = [outcomes[label] for label in sorted(outcomes, key=place)]
        except ValueError as error:
            raise Unsupported("other draws") from error

    def _next(self, *_: object) -> Any:
        if not self._left or not isinstance(self._left[0], str):
            raise Unsupported("draws in another order")
        return np.array([number(self._left.pop(0))])

    laplace = normal = discrete_laplace = discrete_gaussian = coin = _next

    def places(self, size: int, chosen: int) -> Array:
        del size, chosen
        if not isinstance(self._left[0], list):
            raise Unsupported("draws in another order")
        return np.array([int(place) - 1 for place in self._left.pop(0)])

    def __getattr__(self, name: str) -> Any:
        """What cannot be injected."""
        raise Unsupported(f"draws by {name} cannot be given")


def on_a_grid(values: Array, scale: float) -> Array:
    """Values, rounded to a grid that is fine against the scale of their noise and coarse against a
    double; as they are where there is no such scale.
    """
    if not 0 < scale < math.inf:
        return values
    grid = 2.0 ** (math.floor(math.log2(scale)) - FINE)
    return np.rint(values / grid) * grid


def present(records: Array) -> Array:
    return records[~np.isnan(records)]


def quotient(total: Array, count: Array, undefined: float) -> Array:
    """A noisy sum over a noisy count; `undefined` where the count is 0."""
    return np.where(count == 0, undefined, total / np.where(count == 0, 1, count))


def whole(records: Array, low: int, high: int) -> Array:
    """Records as integers of [low, high]; a missing one is the number of the range nearest to 0."""
    nearest = min(max(0, low), high)
    return np.clip(np.rint(np.where(np.isnan(records), nearest, records)), low, high).astype(int)


def clipped_norms(vectors: Array, square: float, steps: int) -> Array:
    """Integer vectors with norm^2 at most `square`, in steps of 1/steps; longer ones are shortened
    toward zero.
    """
    found = []
    for vector in vectors.tolist():
        norm = sum(x * x for x in vector)
        found.append(
            [
                steps * x
                if norm <= square
                else int(
                    math.copysign(math.isqrt(int(Fraction(square) * steps**2 * x * x / norm)), x)
                )
                for x in vector
            ]
        )
    return np.array(found).reshape(vectors.shape)


def fullest(y: Array, shifts: Array, noise: Array) -> tuple[Array, Array]:
    """Of every draw's shift of the bins, that of the largest noisy count, and this count; `noise`
    has as many numbers for a draw as there are records, of which every bin takes one. Equal counts
    are told apart by chance.
    """
    bins = np.floor(y - shifts[:, None] + 0.5)
    same = bins[:, :, None] == bins[:, None, :]
    first, rows = same.argmax(axis=2), np.arange(len(shifts))
    noisy = same.sum(axis=2) + noise[rows[:, None], first]
    apart = np.random.default_rng().random(noise.shape)[rows[:, None], first]
    best = np.lexsort((apart, noisy))[:, -1]
    return bins[rows, best], noisy[rows, best]


def normal(random: Random, kind: str, variance: float, draws: int) -> Array:
    """Normal noise, on the integers or on the line."""
    if variance == 0:
        return np.zeros(draws)
    return (
        random.normal(0, math.sqrt(variance), draws)
        if kind == "gaussian"
        else random.discrete_gaussian(variance, draws)
    )


def search(
    values: Array, low: int, high: int, rank: int, noise: Callable[[], Array], draws: int
) -> Array:
    """The private values of a rank in [low, high] of sorted integers; `noise()` is new noise for
    one count of every draw.
    """
    left, right = np.full(draws, low), np.full(draws, high)
    while (left < right).any():
        middle = (left + right) // 2
        few = np.searchsorted(values, middle, "right") + noise() < rank
        left, right = (
            np.where((left < right) & few, middle + 1, left),
            np.where((left < right) & ~few, middle, right),
        )
    return left
