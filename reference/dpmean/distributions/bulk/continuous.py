"""Continuous laws in columns: 64 bits of every uniform variable, in its step where the law has
steps.

The step of a staircase and the ball of a two-dimensional one are looked up exactly, as `sample`
inverts them; the variables and their maps are the law's own. Boxes are of the standard variable: of
scale 1, and in units of the sensitivity where there are steps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import TooWide
from ...exact import inverse_series
from ...exact.decay import Decay
from ...exact.enclosure import floor
from ...exact.inverse_series import Shape
from ...exact.reals import Number
from ...randomness.stream import Stream, words
from ..finite import Uniform
from ..gaussian import Gaussian
from ..hourglass import Hourglass
from ..laplace import Laplace
from ..law import Law, QuantileLaw
from ..samplers.refine import Affine, Variable, identity
from ..staircase import Staircase
from ..staircase2d import Staircase2D, radius_beyond
from ..student_t import StudentT
from . import formulas
from .boxes import MOST_STEPS, Boxes, unit_box
from .geometric import WIDE, SignedSteps, looked_up, wide_laplace
from .laws import lookup
from .lookup import Lookup
from .outcomes import Box, Coordinate, Image, Integers, Outcome, Reals, Sampler

_ZERO, _ONE, _HALF = Fraction(0), Fraction(1), Fraction(1, 2)
Column = NDArray[np.int64]


def uniforms(stream: Stream, count: int) -> NDArray[np.uint64]:
    """Returns the first 64 bits of `count` independent uniform numbers."""
    return words(stream, count, 8).astype(np.uint64, copy=False)


def only(form: Affine) -> Variable:
    """Returns the variable of a form that is one variable by itself."""
    (variable,) = form.terms
    return variable


class Quantiles:
    """The image of a law that is the quantile function of one uniform number."""

    def __init__(self, law: QuantileLaw, standard: QuantileLaw, shape: Callable[[], Shape]) -> None:
        """`law` is the law of the number; the boxes are those of `standard`, the law at scale 1,
        with this distribution function up to its median.
        """
        self._law, self._standard, self._shape = law, standard, shape

    def variable(self, step: int) -> Variable:
        """Returns a new variable of the law: see `Image.variable`."""
        del step
        return Variable(self._law.endpoint)

    def box(self, words: NDArray[np.uint64], steps: Column | None) -> Box:
        """Returns boxes of the law at scale 1: see `Image.box`."""
        from .quantiles import quantiles  # its tables are only made where boxes are asked for

        del steps
        return quantiles(self._standard, self._shape, words)


class Unit:
    """The image of a uniform number itself."""

    def variable(self, step: int) -> Variable:
        """Returns a new uniform variable: see `Image.variable`."""
        del step
        return Variable(identity)

    def box(self, words: NDArray[np.uint64], steps: Column | None) -> Box:
        """Returns boxes of the uniform numbers: see `Image.box`."""
        del steps
        return unit_box(words)


class Single:
    """A sampler of a law that is one variable."""

    def __init__(self, image: Image, scale: Number = _ONE) -> None:
        """The variable is `scale` times the one of which the image has boxes."""
        self.image, self.scale = image, scale

    def draw(self, stream: Stream, count: int) -> Outcome:
        """Returns `count` independent draws."""
        return _sum(count, [(_ONE, Reals(uniforms(stream, count), self.image, self.scale))])


def _sum(count: int, *coordinates: list[tuple[Fraction, Integers | Reals]]) -> Outcome:
    return Outcome(
        tuple(Coordinate(_ZERO, tuple(terms)) for terms in coordinates),
        len(coordinates) == 1,
        count,
    )


def uniform(_: Uniform) -> Single:
    """Returns the sampler of a uniform number."""
    return Single(Unit())


def laplace(law: Laplace) -> Single:
    """Returns the sampler of a Laplace law."""
    return Single(
        Quantiles(law, Laplace(Decay.from_epsilon(1)), inverse_series.laplace), law.scale()
    )


def gaussian(law: Gaussian) -> Single:
    """Returns the sampler of a Gaussian law."""
    return Single(Quantiles(law, Gaussian(_ONE), inverse_series.gaussian), law.sigma)


@cache
def _student(degrees: int) -> Callable[[], Shape]:
    """Returns the same function for the same degrees of freedom, by which tables are kept."""
    return partial(inverse_series.student, degrees)


def student_t(law: StudentT) -> Single:
    """Returns the sampler of Student's law."""
    return Single(Quantiles(law, StudentT(law.d), _student(law.d)), law.scale)


class Stepped:
    """The image of uniform positions in the steps of a law."""

    def __init__(
        self, position: Callable[[int], Affine], box: Callable[[NDArray[np.uint64], Column], Box]
    ) -> None:
        """`position(j)` is the law's own position in step j; `box(words, steps)` is in units of the
        sensitivity.
        """
        self._position, self._box = position, box

    def variable(self, step: int) -> Variable:
        """Returns a new variable of the law: see `Image.variable`."""
        return only(self._position(step))

    def box(self, words: NDArray[np.uint64], steps: Column | None) -> Box:
        """Returns boxes in units of the sensitivity: see `Image.box`."""
        assert steps is not None
        return self._box(words, steps)


class Staircases:
    """A sampler of a staircase: the signed step, by a table or by digits, then 64 bits of the
    position in it.
    """

    def __init__(self, law: Staircase) -> None:
        """Raises InvalidInput for a step that no integer of 62 bits may hold."""
        self.law = law
        self.steps = signed_steps(law)
        self.image = Stepped(law.position, self._box)

    def _boxes(self, first: int, j: Column) -> Boxes:
        side = np.sign(j)
        # step 0 is -g + 2 g U, step j > 0 is j - 1 + g + U, step j < 0 is j - g + U
        left = np.where(j > 0, j - 1, j), np.where(j == 0, -1, side)
        return Boxes.of(self.law.gamma, first, left, (np.abs(side), np.where(j == 0, 2, 0)))

    @cached_property
    def _tabled(self) -> Boxes | None:
        steps = self.steps
        return (
            self._boxes(steps.first, np.arange(steps.first, steps.last + 1))
            if isinstance(steps, Lookup)
            else None
        )

    def _box(self, words: NDArray[np.uint64], steps: Column) -> Box:
        if self._tabled is not None:
            return self._tabled.box(words, steps)
        # each row has a step of its own
        return self._boxes(0, steps).box(words, np.arange(len(steps)))

    def column(self, stream: Stream, count: int) -> Reals:
        """Returns `count` independent positions, with their signed steps."""
        steps = self.steps.draw(stream, count).astype(np.int64, copy=False)
        return Reals(uniforms(stream, count), self.image, self.law.sensitivity, steps)

    def draw(self, stream: Stream, count: int) -> Outcome:
        """Returns `count` independent draws."""
        return _sum(count, [(_ONE, self.column(stream, count))])


def signed_steps(law: Staircase) -> Lookup | SignedSteps:
    """Returns a sampler of the signed steps of a staircase."""
    shape, scale = (law.decay.b, law.gamma), floor(1 / law.decay.epsilon)
    if scale <= WIDE:
        return lookup(formulas.staircase_upper, shape)
    if scale > MOST_STEPS >> 6:
        raise TooWide(
            "out_of_range",
            f"a staircase in columns has at most {MOST_STEPS >> 6} steps in its scale",
        )
    return SignedSteps(2 * formulas.staircase_upper(1, shape), law.decay.power, scale)


class Hourglasses:
    """A sampler of an hourglass: a staircase X, and Y = (J + offset) D - X, J the signed step of
    X.
    """

    def __init__(self, law: Hourglass) -> None:
        """Raises InvalidInput for a step that no integer of 62 bits may hold."""
        self.marginal = Staircases(law.marginal)
        wide = isinstance(self.marginal.steps, SignedSteps)
        self.offset = (
            wide_laplace(law.offset) if wide else lookup(formulas.laplace_upper, (law.offset.t,))
        )

    def draw(self, stream: Stream, count: int) -> Outcome:
        """Returns `count` independent draws."""
        x = self.marginal.column(stream, count)
        assert x.steps is not None
        diagonal = Integers(
            x.steps + self.offset.draw(stream, count), self.marginal.law.sensitivity
        )
        return _sum(count, [(_ONE, x)], [(_ONE, diagonal), (-_ONE, x)])


class Staircases2D:
    """A sampler of a two-dimensional staircase: the ball by a table, then X + Y and X - Y, uniform
    on (-r, r).
    """

    def __init__(self, law: Staircase2D) -> None:
        """Raises InvalidInput where the table would not fit."""
        self.law = law
        shape: tuple[Any, ...] = law.decay.b, law.gamma
        self.table = looked_up(lambda k, given: radius_beyond(k - 1, *given), shape)
        self.image = Stepped(law.diagonal, lambda words, steps: self._boxes.box(words, steps))

    @cached_property
    def _boxes(self) -> Boxes:
        k = np.arange(self.table.last + 1)
        one = np.ones_like(k)
        return Boxes.of(self.law.gamma, 0, (-k, -one), (2 * k, 2 * one))  # -(k + g) + 2 (k + g) U

    def draw(self, stream: Stream, count: int) -> Outcome:
        """Returns `count` independent draws."""
        balls = self.table.draw(stream, count).astype(np.int64)
        p, q = (
            Reals(uniforms(stream, count), self.image, self.law.sensitivity, balls)
            for _ in range(2)
        )
        return _sum(count, [(_HALF, p), (_HALF, q)], [(_HALF, p), (-_HALF, q)])


SAMPLERS: Mapping[type[Law], Callable[[Any], Sampler]] = {
    Uniform: uniform,
    Laplace: laplace,
    Gaussian: gaussian,
    StudentT: student_t,
    Staircase: Staircases,
    Hourglass: Hourglasses,
    Staircase2D: Staircases2D,
}
