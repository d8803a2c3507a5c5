"""The catalogue's quantities of one exact number plus noise, whatever the number is: scale, variance,
half of an interval, and what a clamp makes of the expected output and of the error.

Each is that of a mechanism with these parameters, which refuses what has no meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from ...errors import InvalidInput
from ...exact.numbers import spell
from ...exact.reals import Number
from ...parameters.entry import Entry, single
from .part import Part

_LAPLACE, _GAUSSIAN = ("laplace", "discrete_laplace"), ("gaussian", "discrete_gaussian")
SOURCE = "Dwork, McSherry, Nissim, Smith 2006"
WHO = ("contribution", "neighbors")


class Formulas(NamedTuple):
    """The formulas that differ from part to part."""

    sigma_squared: str
    variance: str
    half_width: str
    expected: str
    mse: str


def _of(kind: Callable[..., Part], ask: Callable[[Part], Number]) -> Callable[..., Number]:
    return lambda **parameters: ask(kind(**parameters))


def _within(kind: Callable[..., Part]) -> Any:
    def found(beta: Fraction, **parameters: Any) -> Number:
        return kind(**parameters).half_width(beta)

    return single(found)


def _at(kind: Callable[..., Part], place: str, ask: Callable[[Part, Fraction], Number]) -> Any:
    def found(**parameters: Any) -> Number:
        exact = Fraction(parameters.pop(place))
        part = kind(**parameters)
        if part.clamp == "zero" and exact < 0:
            raise InvalidInput(
                "out_of_range", f"{place}: not negative where clamp is zero", argument=place
            )
        if part.step is not None and (exact / part.step).denominator != 1:
            raise InvalidInput(
                "off_lattice", f"{place}: must be a multiple of {spell(part.step)}", argument=place
            )
        return ask(part, exact)

    return single(found)


def entries(
    part: type[Part],
    kind: Callable[..., Part],
    own: tuple[str, ...],
    place: str,
    formulas: Formulas,
) -> Iterator[Entry]:
    """Yields the entries of a part, made by `kind`: `own` are the parameters of its sensitivity,
    `place` is the exact number at which an expectation is asked for.
    """
    lattice = ("unit",) if "unit" in part.optional else ()
    rows = (
        (
            "scale",
            "scale D/epsilon of the Laplace noise, continuous or discrete",
            (*own, "noise", "epsilon"),
            (),
            "D/epsilon",
            "Q(epsilon)",
            single(_of(kind, lambda part: part.scale)),
            _LAPLACE,
        ),
        (
            "sigma_squared",
            "variance of the Gaussian noise, and the parameter of the discrete Gaussian noise",
            (*own, "noise", "rho"),
            (),
            formulas.sigma_squared,
            "Q",
            single(_of(kind, lambda part: part.sigma_squared)),
            _GAUSSIAN,
        ),
        (
            "sigma",
            "least standard deviation of Gaussian noise that is (epsilon, delta)-DP",
            (*own, "noise", "epsilon", "delta"),
            (),
            "gaussian.sigma(sensitivity = D)",
            "reals",
            single(_of(kind, lambda part: part.sigma)),
            ("analytic_gaussian",),
        ),
        (
            "variance",
            "variance of the noise, whatever is clamped",
            (*own, "noise"),
            ("epsilon", "rho"),
            formulas.variance,
            "reals",
            single(_of(kind, lambda part: part.variance())),
            (*_LAPLACE, *_GAUSSIAN),
        ),
        (
            "half_width",
            "half of the width of an interval around the output that holds the exact number",
            (*own, "noise", "beta"),
            ("epsilon", "rho"),
            formulas.half_width,
            "reals",
            _within(kind),
            (*_LAPLACE, *_GAUSSIAN),
        ),
        (
            "expected",
            f"expected output where the true number is `{place}`",
            (*own, "noise", place),
            ("epsilon", "rho", "clamp"),
            formulas.expected,
            "reals",
            _at(kind, place, lambda part, exact: part.expected(exact)),
            (*_LAPLACE, *_GAUSSIAN),
        ),
        (
            "mse",
            f"mean squared error of the output where the true number is `{place}`",
            (*own, "noise", place),
            ("epsilon", "rho", "clamp"),
            formulas.mse,
            "reals",
            _at(kind, place, lambda part, exact: part.mean_squared_error(exact)),
            (*_LAPLACE, *_GAUSSIAN),
        ),
    )
    for quantity, summary, required, optional, formula, field, compute, noises in rows:
        if not set(noises) <= set(part.noises):
            continue
        yield Entry(
            f"{part.name}.{quantity}",
            summary,
            required,
            (*optional, *lattice, *WHO),
            formula,
            field,
            SOURCE,
            compute,
            words={"noise": noises},
        )
