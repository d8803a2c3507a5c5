"""The catalogue's quantities of a count and of a bounded sum: sensitivities, scales, variances, and
what a clamp makes of the expected output and of the error.

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
from .bounded_sum import BoundedSum, change_of_sum
from .count import Count, change_of_count
from .part import Part, relation_of

_LAPLACE, _GAUSSIAN = ("laplace", "discrete_laplace"), ("gaussian", "discrete_gaussian")
_WHO = ("contribution", "neighbors")


def count_sensitivity(contribution: int = 1, neighbors: str = "add-or-remove-one") -> Fraction:
    """Returns the sensitivity of a count, under either relation the most records of a user."""
    del neighbors
    found: Fraction = change_of_count(contribution)
    return found


def sum_sensitivity(
    lower: Fraction,
    upper: Fraction,
    contribution: int = 1,
    neighbors: str = "add-or-remove-one",
) -> Fraction:
    """Returns the sensitivity of a bounded sum."""
    found: Fraction = change_of_sum(lower, upper, contribution, relation_of(neighbors))
    return found


class _Formulas(NamedTuple):
    """The formulas that differ from part to part."""

    variance: str
    half_width: str
    expected: str
    mse: str


def _of(kind: type[Part], ask: Callable[[Part], Number]) -> Callable[..., Number]:
    return lambda **parameters: ask(kind(**parameters))


def _within(kind: type[Part]) -> Any:
    def found(beta: Fraction, **parameters: Any) -> Number:
        return kind(**parameters).half_width(beta)

    return single(found)


def _at(kind: type[Part], place: str, ask: Callable[[Part, Fraction], Number]) -> Any:
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


def _entries(
    kind: type[Part], own: tuple[str, ...], place: str, formulas: _Formulas
) -> Iterator[Entry]:
    """Yields the entries of a part: `own` are the parameters of its sensitivity, `place` is the
    exact number at which an expectation is asked for.
    """
    lattice = ("unit",) if "unit" in kind.optional else ()
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
            "D^2/(2 rho)",
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
        yield Entry(
            f"{kind.name}.{quantity}",
            summary,
            required,
            (*optional, *lattice, *_WHO),
            formula,
            field,
            _SOURCE,
            compute,
            words={"noise": noises},
        )


_SOURCE = "Dwork, McSherry, Nissim, Smith 2006"
ENTRIES = (
    Entry(
        "count.sensitivity",
        "largest change of the number of records when one user's records change",
        (),
        _WHO,
        "contribution",
        "Q",
        _SOURCE,
        single(count_sensitivity),
    ),
    *_entries(
        Count,
        (),
        "count",
        _Formulas(
            "laplace: 2 D^2/epsilon^2; discrete_laplace: 2 t/(1 - t)^2; gaussian: D^2/(2 rho); "
            "discrete_gaussian: discrete_gaussian.variance(sigma_squared = D^2/(2 rho))",
            "laplace: (D/epsilon) log(1/beta); discrete_laplace: discrete_laplace.quantile(p = 1 - "
            "beta/2, sensitivity = D); gaussian: gaussian.quantile(p = 1 - beta/2, sigma_squared = "
            "D^2/(2 rho)); discrete_gaussian: discrete_gaussian.quantile(p = 1 - beta/2, "
            "sigma_squared = D^2/(2 rho))",
            "count; zero and laplace: count + s t^count/2; zero and discrete_laplace: count + "
            "t^(count + 1)/(1 - t^2)",
            "variance; zero and laplace: 2 s^2 - s t^count (s + count); zero and "
            "discrete_laplace: t (2 - t^count)/(1 - t)^2 - 2 count t^(count + 1)/(1 - t^2)",
        ),
    ),
    Entry(
        "bounded_sum.sensitivity",
        "largest change of the sum of clipped records when one user's records change",
        ("lower", "upper"),
        _WHO,
        "contribution max(|l|, |u|); replace-one: contribution (u - l)",
        "Q",
        _SOURCE,
        single(sum_sensitivity),
    ),
    *_entries(
        BoundedSum,
        ("lower", "upper"),
        "sum",
        _Formulas(
            "laplace: 2 D^2/epsilon^2; discrete_laplace: 2 unit^2 t/(1 - t)^2; gaussian: "
            "D^2/(2 rho); discrete_gaussian: unit^2 discrete_gaussian.variance(sigma_squared = "
            "D^2/(2 rho unit^2))",
            "laplace: (D/epsilon) log(1/beta); discrete_laplace: unit discrete_laplace.quantile(p = 1 - "
            "beta/2, sensitivity = D/unit); gaussian: gaussian.quantile(p = 1 - beta/2, sigma_squared "
            "= D^2/(2 rho)); discrete_gaussian: unit discrete_gaussian.quantile(p = 1 - beta/2, "
            "sigma_squared = D^2/(2 rho unit^2))",
            "sum; zero and laplace: sum + s e^(-sum/s)/2; zero and discrete_laplace: sum + unit "
            "t^(c + 1)/(1 - t^2), c = sum/unit",
            "variance; zero and laplace: 2 s^2 - s e^(-sum/s) (s + sum); zero and "
            "discrete_laplace: unit^2 (t (2 - t^c)/(1 - t)^2 - 2 c t^(c + 1)/(1 - t^2)), c = "
            "sum/unit",
        ),
    ),
)
