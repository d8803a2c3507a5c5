"""The catalogue's quantities of hetero's mechanisms: weights, granted epsilons, noise scales, mean
squared errors.

Each entry evaluates a shipped function or a mechanism of this folder; formulas are where the
mechanism is.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ...errors import InvalidInput
from ...exact import reals
from ...exact.reals import Number
from ...parameters.entry import Entry, Result, single
from . import fme, weights
from .adpm import Adpm
from .affine import affine_error
from .fme import Fme
from .ldpe import Ldpe
from .propdpm import PropDpm
from .sm import Sm
from .stretching import Stretching
from .uni import Uni
from .weights import Epsilon

Epsilons = tuple[Epsilon, ...]
_BOUNDS = ("lower", "upper")
_LAW = ("epsilons", "record_mean", "record_variance")


def listed(function: Callable[..., Any]) -> Callable[..., Result]:
    """Returns a function that wraps the several numbers of `function` as one result."""
    return lambda **parameters: Result(tuple(function(**parameters)), is_list=True)


def _finite(found: Epsilon) -> Fraction:
    if found is None:
        raise InvalidInput(
            "not_finite",
            "epsilons: theta is infinite, as nobody has a positive finite epsilon",
            argument="epsilons",
        )
    return found


def saturation(epsilons: Epsilons) -> Fraction:
    """Returns theta, beyond which nobody's epsilon is used; an infinite one raises InvalidInput."""
    return _finite(weights.saturation(epsilons))


def granted(epsilons: Epsilons) -> tuple[Fraction, ...]:
    """Returns the epsilon that ADPM gives to each user."""
    saturation(epsilons)
    return tuple(_finite(c) for c in Adpm(epsilons).granted)


def attribute(kind: type[Any], name: str) -> Callable[..., Any]:
    """Returns a function that builds a mechanism from the parameters and reads one of its
    attributes.
    """
    return lambda **parameters: getattr(kind(**parameters), name)


def mse(kind: type[Any]) -> Callable[..., Number]:
    """Returns a function that computes the exact mean squared error of a mechanism."""

    def compute(record_mean: Fraction, record_variance: Fraction, **parameters: Any) -> Number:
        found: Number = kind(**parameters).mse(record_mean, record_variance)
        return found

    return compute


def fme_scale(
    epsilons: Epsilons, lower: Fraction = Fraction(0), upper: Fraction = Fraction(1)
) -> Number:
    """Returns the noise scale w / S of FME with the exact threshold."""
    return (upper - lower) / fme.total(fme.shares(epsilons, fme.threshold(epsilons)))


def fme_mse(
    epsilons: Epsilons,
    record_mean: Fraction,
    record_variance: Fraction,
    lower: Fraction = Fraction(0),
    upper: Fraction = Fraction(1),
) -> Number:
    """Returns the exact mean squared error of FME with the exact threshold h.

    h^2 times the number of users that are cut is 1.
    """
    Fme(epsilons, lower, upper).check_records_law(record_mean, record_variance)
    cut, h = fme.remaining(epsilons), fme.threshold(epsilons)
    below = [c for c in fme.shares(epsilons, None if h is None else Fraction(0)) if c is not None]
    squares = sum((c * c for c in below), Fraction(0)) + (1 if cut else 0)
    first = sum(below, Fraction(0))
    # h n_cut = sqrt(n_cut)
    total = first + reals.root(Fraction(cut), 2) if cut else first
    return affine_error(record_variance, squares, 2 * (upper - lower) ** 2, Fraction(0)) / total**2


def _entry(
    name: str,
    summary: str,
    required: tuple[str, ...],
    optional: tuple[str, ...],
    formula: str,
    field: str,
    source: str,
    compute: Callable[..., Result],
) -> Entry:
    return Entry(name, summary, required, optional, formula, field, f"hetero {source}", compute)


def _mse(
    name: str,
    kind: Callable[..., Number],
    optional: tuple[str, ...],
    formula: str,
    field: str,
    source: str,
) -> Entry:
    return _entry(
        f"{name}.mse",
        f"exact mean squared error of {name} for independent records",
        _LAW,
        (*_BOUNDS, *optional),
        formula,
        field,
        source,
        single(kind),
    )


def _scale(
    name: str, compute: Callable[..., Number], formula: str, field: str, source: str
) -> Entry:
    return _entry(
        f"{name}.noise_scale",
        "scale of the Laplace noise",
        ("epsilons",),
        _BOUNDS,
        formula,
        field,
        source,
        single(compute),
    )


_ONE = ("epsilons",)
ENTRIES = (
    _entry(
        "adpm.saturation",
        "theta, beyond which nobody's epsilon is used",
        _ONE,
        (),
        "the theta >= 0 with sum over i of eps_i (theta - eps_i)+ = 8",
        "Q",
        "Lemma 3, for any vector",
        single(saturation),
    ),
    _entry(
        "adpm.weights",
        "the optimal weights of an affine estimate",
        _ONE,
        (),
        "c_i / S",
        "Q",
        "Algorithm 1, Table I",
        listed(weights.weights),
    ),
    _entry(
        "adpm.granted",
        "the epsilon that each user gets",
        _ONE,
        (),
        "min(eps_i, saturation) for objective <= 1/4; 0 otherwise",
        "Q",
        "Remark 1",
        listed(granted),
    ),
    _entry(
        "adpm.objective",
        "the least bound of the squared error on an interval of width 1",
        _ONE,
        (),
        "(sum over i of c_i^2) / (4 S^2) + 2 eta^2",
        "Q",
        "Algorithm 1",
        single(weights.objective),
    ),
    _scale("adpm", attribute(Adpm, "noise_scale"), "(u - l) eta", "Q", "Algorithm 1"),
    _mse(
        "adpm",
        mse(Adpm),
        ("noise", "gamma"),
        "laplace: V q + z for z/(u - l)^2 + q/4 <= 1/4; (record_mean - mid)^2 otherwise, q = "
        "(sum over i of c_i^2) / S^2, z = 2 ((u - l) eta)^2; staircase: z = (0 if eta = 0 else "
        "staircase.variance(epsilon = r, sensitivity = r (u - l) eta)), r = gcd over i of c_i",
        "Q, or that of the staircase",
        "Appendix B",
    ),
    _scale(
        "uni",
        attribute(Uni, "noise_scale"),
        "(u - l) / (n least), least = min over i of eps_i",
        "Q",
        "Section IV-A",
    ),
    _mse(
        "uni", mse(Uni), (), "V / n + 2 ((u - l) / (n min over i of eps_i))^2", "Q", "Section IV-A"
    ),
    _entry(
        "propdpm.weights",
        "weights proportional to the epsilons",
        _ONE,
        (),
        "eps_i / sum over i of eps_i",
        "Q",
        "Section III-A",
        listed(attribute(PropDpm, "weights")),
    ),
    _scale(
        "propdpm",
        attribute(PropDpm, "noise_scale"),
        "(u - l) / sum over i of eps_i",
        "Q",
        "Section III-A",
    ),
    _mse(
        "propdpm",
        mse(PropDpm),
        (),
        "V (sum over i of eps_i^2) / S^2 + 2 ((u - l) / S)^2, S = sum over i of eps_i",
        "Q",
        "Section III-A",
    ),
    _entry(
        "stretching.weights",
        "weights that shrink the records",
        _ONE,
        (),
        "eps_i / (n max over i of eps_i)",
        "Q",
        "Example 2",
        listed(attribute(Stretching, "weights")),
    ),
    _scale(
        "stretching",
        attribute(Stretching, "noise_scale"),
        "(u - l) / (n max over i of eps_i)",
        "Q",
        "Example 2",
    ),
    _mse(
        "stretching",
        mse(Stretching),
        (),
        "V (sum over i of w_i^2) + 2 ((u - l) / (n max over i of eps_i))^2 + "
        "(((sum over i of w_i) - 1) (record_mean - mid))^2, w_i = eps_i / (n max over i of eps_i)",
        "Q",
        "Example 2",
    ),
    _entry(
        "fme.weights",
        "weights cut at 1/sqrt(n - k)",
        _ONE,
        (),
        "c_i / sum over i of c_i",
        "Q(h)",
        "Section IV-A, Example 1",
        listed(fme.weights),
    ),
    _scale("fme", fme_scale, "(u - l) / sum over i of c_i", "Q(h)", "Section IV-A, Example 1"),
    _mse(
        "fme",
        fme_mse,
        (),
        "V (sum over i of c_i^2) / S^2 + 2 ((u - l) / S)^2, S = sum over i of c_i",
        "Q(h)",
        "Section IV-A, Example 1",
    ),
    _entry(
        "ldpe.group_weights",
        "weights of the groups' noisy means, in rising order of epsilon",
        _ONE,
        (),
        "(1/E_g) / sum over g of 1/E_g",
        "Q",
        "Section IV-A",
        listed(attribute(Ldpe, "group_weights")),
    ),
    _entry(
        "ldpe.noise_scales",
        "scales of the groups' Laplace noises, 0 for the public one",
        _ONE,
        _BOUNDS,
        "(u - l) / (n_g eps_g)",
        "Q",
        "Section IV-A",
        listed(attribute(Ldpe, "noise_scales")),
    ),
    _mse(
        "ldpe",
        mse(Ldpe),
        (),
        "sum over g of u_g^2 (V / n_g + 2 ((u - l) / (n_g eps_g))^2), u_g = (1/E_g) / sum "
        "over g of 1/E_g",
        "Q",
        "Section IV-A",
    ),
    _entry(
        "sm.probabilities",
        "the chance that each user is sampled",
        _ONE,
        (),
        "(e^eps_i - 1) / (e^t - 1), t = max over i of eps_i",
        "Q(e^eps)",
        "Section IV-A",
        listed(attribute(Sm, "probabilities")),
    ),
    _mse(
        "sm",
        mse(Sm),
        ("edition",),
        "2 ((u - l) / (c t))^2 + (sum over i of (p_i (V + o^2) - p_i^2 o^2)) / c^2 + (o ((sum "
        "over i of p_i) / c - 1))^2, c = 2^-40 ceil(2^40 sum over i of p_i), o = record_mean - "
        "mid, t = max over i of eps_i, p_i = (e^eps_i - 1) / (e^t - 1); printed: sum over m "
        "from 1 to n of P(m) (V / m + 2 ((u - l) / (m t))^2)",
        "Q(e^eps)",
        "Section IV-A",
    ),
)
