"""The parameters that names take, declared once for all: how each is parsed, and what it means.

`epsilon` and `decay` describe the same thing, b = e^-epsilon; exactly one is given. Everything is
exact.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..errors import InvalidInput, did_you_mean
from ..exact import reals
from ..exact.decay import EPSILON_LEAST, EPSILON_MOST, Decay
from ..exact.numbers import integer, rational

USERS_MOST = 10**7
MOMENT_MOST, DELTA_LEAST = 100, Fraction(1, 10**1000)
DIMENSIONS_MOST, UNIVERSE_MOST = 10**6, 10**30
SIGMA_SQUARED_LEAST, SIGMA_SQUARED_MOST = Fraction(1, 10**4), 10**10


@dataclass(frozen=True)
class Parameter:
    """One parameter: how it is parsed, and its meaning in one line for `--help` and the docs."""

    parse: Callable[[object, str], Any]
    meaning: str


def _checked(
    ok: Callable[[Fraction], bool], code: str, must: str
) -> Callable[[object, str], Fraction]:
    def parse(value: object, name: str) -> Fraction:
        q = rational(value, name)
        if not ok(q):
            raise InvalidInput(code, f"{name}: must be {must}", argument=name)
        return q

    return parse


def _counted(least: int, code: str, most: int = 10**9) -> Callable[[object, str], int]:
    def parse(value: object, name: str) -> int:
        n = integer(value, name)
        if n < least:
            raise InvalidInput(code, f"{name}: must be at least {least}", argument=name)
        if n > most:
            raise InvalidInput("out_of_range", f"{name}: must be at most {most}", argument=name)
        return n

    return parse


def one_of(value: object, words: Collection[str], name: str) -> str:
    """Returns the value, which must be one of these words, or raises InvalidInput."""
    if not isinstance(value, str) or value not in words:
        raise InvalidInput(
            "unknown_name",
            f"{name}: must be one of {', '.join(words)}{did_you_mean(str(value), words)}",
            argument=name,
        )
    return value


def _choice(*words: str) -> Callable[[object, str], str]:
    return lambda value, name: one_of(value, words, name)


def _gamma(value: object, name: str) -> Fraction | str:
    if value == "optimal":
        return "optimal"
    return _checked(lambda q: 0 < q <= 1, "gamma_out_of_range", "in (0, 1], or 'optimal'")(
        value, name
    )


def _variance(value: object, name: str) -> Fraction:
    q = _checked(lambda q: q > 0, "scale_not_positive", "greater than 0")(value, name)
    return _checked(
        lambda q: SIGMA_SQUARED_LEAST <= q <= SIGMA_SQUARED_MOST,
        "out_of_range",
        f"from {SIGMA_SQUARED_LEAST} to {SIGMA_SQUARED_MOST}",
    )(q, name)


_positive = _checked(lambda q: q > 0, "out_of_range", "greater than 0")
_not_negative = _checked(lambda q: q >= 0, "out_of_range", "at least 0")
_unit_interval = _checked(lambda q: 0 <= q <= 1, "out_of_range", "in [0, 1]")


def _listed(value: object, name: str, what: str) -> Sequence[object]:
    """Returns what is separated by commas in a text, or what a sequence holds."""
    given: Sequence[object] = (
        value.split(",")
        if isinstance(value, str)
        else list(value)
        if isinstance(value, Iterable)
        else [value]
    )
    if not 0 < len(given) <= USERS_MOST:
        raise InvalidInput(
            "count_not_positive",
            f"{name}: from 1 to {USERS_MOST} {what}, separated by commas",
            argument=name,
        )
    return given


def _each_epsilon(value: object, name: str) -> tuple[Fraction | None, ...]:
    """Returns one epsilon per user, from text separated by commas or a sequence; None is infinity
    (a public record).
    """
    found = []
    for user, e in enumerate(_listed(value, name, "users"), start=1):
        try:
            found.append(_user_epsilon(e, name))
        except InvalidInput as error:
            hint = "; a column is @FILE:COLUMN" if isinstance(e, str) and ":" in e else ""
            raise InvalidInput(
                error.code, f"{error} (number {user} of the list{hint})", argument=name
            ) from error
    return tuple(found)


def _user_epsilon(value: object, name: str) -> Fraction | None:
    """Returns an epsilon >= 0, or None for infinity."""
    if value is None or (
        isinstance(value, str) and value.strip().lower() in ("inf", "infinity", "+inf")
    ):
        return None
    q = rational(value, name)
    if q < 0:
        raise InvalidInput("epsilon_not_positive", f"{name}: none may be negative", argument=name)
    if q and not EPSILON_LEAST <= q <= EPSILON_MOST:
        raise InvalidInput(
            "out_of_range",
            f"{name}: this reference covers 0, {EPSILON_LEAST} to {EPSILON_MOST}, and inf",
            argument=name,
        )
    return q


def _finite_epsilon(value: object, name: str) -> Fraction:
    """Returns an epsilon >= 0; infinity raises InvalidInput."""
    q = _user_epsilon(value, name)
    if q is None:
        raise InvalidInput("not_finite", f"{name}: must be finite", argument=name)
    return q


def _moment_order(value: object, name: str) -> Fraction:
    """Returns lambda > 1, with terms so small that roots of that degree can be taken."""
    q = _checked(lambda q: q > 1, "out_of_range", "greater than 1")(value, name)
    if max(q.numerator, q.denominator) > MOMENT_MOST:
        raise InvalidInput(
            "out_of_range",
            f"{name}: numerator and denominator at most {MOMENT_MOST}",
            argument=name,
        )
    return q


def _ranged(value: object, name: str) -> int:
    """Returns an end of a range of integers, at most 10^60 in size."""
    n = integer(value, name)
    if abs(n) > UNIVERSE_MOST**2:
        raise InvalidInput("out_of_range", f"{name}: beyond 10^60", argument=name)
    return n


def _each_norm(value: object, name: str) -> tuple[Fraction, ...]:
    """Returns norms >= 0, from text separated by commas or a sequence."""
    return tuple(_not_negative(x, name) for x in _listed(value, name, "norms"))


NOISES = (
    "laplace",
    "staircase",
    "staircase2d",
    "hourglass",
    "discrete_laplace",
    "discrete_hourglass",
)

PARAMETERS: dict[str, Parameter] = {
    "epsilon": Parameter(lambda v, _: Decay.from_epsilon(v), "privacy parameter, > 0"),
    "decay": Parameter(
        lambda v, _: Decay.from_decay(v), "e^-epsilon, in (0, 1); instead of epsilon"
    ),
    "gamma": Parameter(
        _gamma,
        "width of the central step as a fraction of the sensitivity, in (0, 1], or 'optimal'",
    ),
    "sensitivity": Parameter(
        _checked(lambda q: q > 0, "sensitivity_not_positive", "greater than 0"),
        "largest change of the query between neighbours",
    ),
    "scale": Parameter(
        _checked(lambda q: q > 0, "scale_not_positive", "greater than 0"), "scale of the noise"
    ),
    "sigma": Parameter(
        _checked(lambda q: q > 0, "scale_not_positive", "greater than 0"),
        "width of a bin of the coarse estimate, > 0",
    ),
    "sigma_squared": Parameter(
        _variance, "sigma^2 of the discrete Gaussian law, which is a little more than its variance"
    ),
    "m": Parameter(_counted(1, "count_not_positive", 10**6), "lattice steps per sensitivity"),
    "x": Parameter(rational, "first coordinate"),
    "y": Parameter(rational, "second coordinate"),
    "k": Parameter(integer, "an integer: the point of a lattice law, or (x + y) / sensitivity"),
    "p": Parameter(
        _checked(lambda q: 0 < q < 1, "probability_out_of_range", "strictly between 0 and 1"),
        "a probability",
    ),
    "r": Parameter(_not_negative, "a radius"),
    "order": Parameter(_counted(1, "out_of_range", 64), "order of the absolute moment"),
    "shift": Parameter(rational, "difference of the query between neighbours"),
    "shift_x": Parameter(rational, "difference of the first coordinate"),
    "shift_y": Parameter(rational, "difference of the second coordinate"),
    "at_epsilon": Parameter(rational, "the epsilon' at which the hockey-stick divergence is taken"),
    "at_ratio": Parameter(_positive, "e^epsilon', rational; instead of at_epsilon"),
    "objective": Parameter(
        _choice("mse", "absolute"), "what gamma minimises: 'mse' or 'absolute' error"
    ),
    "noise": Parameter(_choice(*NOISES), "the noise law: " + ", ".join(NOISES)),
    "alpha": Parameter(_unit_interval, "s1 / n, in [0, 1]"),
    "lower": Parameter(rational, "lower bound of a record"),
    "upper": Parameter(rational, "upper bound of a record"),
    "n": Parameter(_counted(1, "count_not_positive"), "number of records, at least 1"),
    "mean": Parameter(rational, "the true mean of the records"),
    "algorithm": Parameter(_choice("1", "2", "3"), "which algorithm of the paper"),
    "variance_c": Parameter(_not_negative, "E[C^2] of Lemma 1"),
    "variance_f": Parameter(_not_negative, "E[F^2] of Lemma 1"),
    "bound_m": Parameter(_not_negative, "M of Lemma 1: |a|/b <= M"),
    "probability": Parameter(_unit_interval, "P(Zb < -b/2) of Lemma 1"),
    "epsilons": Parameter(
        _each_epsilon,
        "one epsilon >= 0 per user, separated by commas; inf: a public record; 0: not used",
    ),
    "epsilon1": Parameter(_finite_epsilon, "epsilon >= 0 of the first group"),
    "epsilon2": Parameter(
        _user_epsilon, "epsilon of the other group, at least epsilon1; may be inf"
    ),
    "f": Parameter(_unit_interval, "share of the users in the first group; n f is a whole number"),
    "record_mean": Parameter(rational, "mean of the law of the records, between the bounds"),
    "record_variance": Parameter(
        _not_negative, "variance of the law of the records, at most (mean - lower)(upper - mean)"
    ),
    "edition": Parameter(
        _choice("corrected", "printed"),
        "the paper's algorithm as printed, or corrected so that its guarantee holds",
    ),
    "delta": Parameter(
        _checked(
            lambda q: q == 0 or DELTA_LEAST <= q <= 1, "out_of_range", "0, or from 10^-1000 to 1"
        ),
        "privacy parameter delta",
    ),
    "delta1": Parameter(
        _checked(lambda q: 0 < q <= 1, "out_of_range", "in (0, 1]"),
        "the delta that shuffling or advanced composition adds; of composition.epsilon, that "
        "of the whole",
    ),
    "rho": Parameter(_not_negative, "privacy parameter of zero-concentrated DP"),
    "bias": Parameter(_not_negative, "largest bias"),
    "error": Parameter(_positive, "root mean squared error"),
    "lambda": Parameter(_moment_order, "order of the central moment that is bounded, > 1"),
    "psi": Parameter(_positive, "bound: E|X - mean|^lambda <= psi^lambda"),
    "d": Parameter(_counted(1, "count_not_positive", DIMENSIONS_MOST), "dimension"),
    "degrees": Parameter(_counted(1, "count_not_positive", 64), "degrees of freedom, at most 64"),
    "beta": Parameter(_not_negative, "largest probability of failure"),
    "smoothness": Parameter(
        _not_negative, "the noise's scale changes by at most e^smoothness between neighbours"
    ),
    "tau": Parameter(
        _positive, "scale of the noise over the smooth bound of the local sensitivity"
    ),
    "constants": Parameter(
        _choice("paper", "exact"), "the paper's constants, or the sharper ones that are proved here"
    ),
    "tails": Parameter(
        _choice("together", "each"),
        "what beta bounds: all records and steps together, or each tail by itself (less noise, "
        "less is proved)",
    ),
    "clip": Parameter(_positive, "half the width of the interval that records are clipped to"),
    "n1": Parameter(
        _counted(1, "count_not_positive"), "records for the coarse estimate, at least 1"
    ),
    "n2": Parameter(_counted(1, "count_not_positive"), "records for the fine estimate, at least 1"),
    "n0": Parameter(
        _counted(1, "count_not_positive"), "fewest records that are answered, at least 1"
    ),
    "base": Parameter(
        _choice("sized_mean", "clipped_mean", "name_and_shame", "combined_mean", "dpumean"),
        "the mechanism for a public number of records",
    ),
    "variant": Parameter(
        _choice("independent", "single"),
        "independent: each record may be named; single: at most one",
    ),
    "group_size": Parameter(_counted(1, "count_not_positive", 10**6), "how many records differ"),
    "blocks": Parameter(_counted(1, "count_not_positive", 10**6), "number of blocks of n records"),
    "gamma_failure": Parameter(
        _checked(lambda q: 0 < q < 1, "probability_out_of_range", "strictly between 0 and 1"),
        "largest probability of failure",
    ),
    "mean_absolute": Parameter(_not_negative, "E|A(x*)| at some data set x*"),
    "second_moment": Parameter(_not_negative, "E A(x*)^2 at some data set x*"),
    "u": Parameter(
        _counted(1, "count_not_positive", UNIVERSE_MOST),
        "largest coordinate: coordinates are integers from 0 to u",
    ),
    "low": Parameter(_ranged, "least value of the range of a quantile, an integer"),
    "high": Parameter(_ranged, "greatest value of the range of a quantile, an integer"),
    "rank": Parameter(
        _counted(1, "count_not_positive"), "which of the records in rising order, from 1"
    ),
    "threshold": Parameter(_not_negative, "clipping threshold of the norm"),
    "threshold_squared": Parameter(_not_negative, "square of the clipping threshold of the norm"),
    "norms": Parameter(_each_norm, "norms >= 0, separated by commas"),
    "steps": Parameter(
        _counted(1, "count_not_positive", 10**12), "lattice steps per unit of a clipped coordinate"
    ),
    "bucket": Parameter(_positive, "width of the buckets that real coordinates are rounded to"),
    "radius": Parameter(_positive, "bound of the norm, or of a coordinate's size"),
    "diameter": Parameter(_not_negative, "largest distance of two records"),
    "sigma_min": Parameter(_positive, "lower bound of every standard deviation"),
    "sigma_max": Parameter(_positive, "upper bound of every standard deviation"),
    "renyi_order": Parameter(
        _checked(lambda q: q > 1, "out_of_range", "greater than 1"),
        "order of a Renyi divergence, > 1",
    ),
    "releases": Parameter(
        _counted(1, "count_not_positive", 10**6), "how many releases are composed"
    ),
    "iterations": Parameter(
        _counted(1, "count_not_positive", 1000), "how many steps a refinement takes, at least 1"
    ),
    "iteration": Parameter(_counted(1, "count_not_positive", 1000), "which of these steps, from 1"),
    "messages": Parameter(
        _counted(2, "count_not_positive", 10**4), "messages of a user for a sum, at least 2"
    ),
    "dropouts": Parameter(
        _counted(0, "out_of_range"),
        "users who may stay silent without loss of privacy, fewer than n",
    ),
    "modulus": Parameter(
        _counted(2, "out_of_range", 1 << 4096), "what sums of shares are taken modulo, at least 2"
    ),
    "contribution": Parameter(
        _counted(1, "count_not_positive", 10**30), "how many records a user has at most"
    ),
    "neighbors": Parameter(
        _choice("add-or-remove-one", "replace-one"),
        "whether a user's records are added or removed, or replaced by as many others",
    ),
    "categories": Parameter(
        _counted(2, "out_of_range"), "how many categories there are, at least 2"
    ),
    "count_threshold": Parameter(rational, "the least noisy count that is shown, >= 1"),
    "clamp": Parameter(
        _choice("none", "zero"), "zero: a noisy value below 0 becomes 0; none: it stays as it is"
    ),
    "unit": Parameter(_positive, "step of the lattice of noise and rounded records, > 0"),
    "count": Parameter(_counted(0, "out_of_range", 10**30), "the true number of records, >= 0"),
    "sum": Parameter(rational, "the true sum of the records, clipped and rounded"),
    "weight_bits": Parameter(
        _counted(64, "out_of_range", 4096),
        "weights are multiples of 2^-weight_bits; left out: exact rationals",
    ),
}

DEFAULTS: dict[str, str] = {"sensitivity": "1", "objective": "mse", "lower": "0", "upper": "1"}
_LOWER, _UPPER = Fraction(DEFAULTS["lower"]), Fraction(DEFAULTS["upper"])


# what a parameter is called in formulas, where its name is a word of Python or the paper has a
# letter for it
ARGUMENTS = {"lambda": "moment", "degrees": "d", "smoothness": "beta", "group_size": "group"}


def parse(
    given: Mapping[str, object],
    words: Mapping[str, Collection[str]] | None = None,
    least: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """Returns the parsed parameters; `words` narrows words, `least` has counts that may be smaller
    than elsewhere; epsilon or decay becomes `decay`, at_* becomes `ratio`.
    """
    words, least = words or {}, least or {}
    parsed: dict[str, Any] = {
        name: one_of(v, words[name], name)
        if name in words
        else _counted(least[name], "count_not_positive")(v, name)
        if name in least
        else PARAMETERS[name].parse(v, name)
        for name, v in given.items()
    }
    if "epsilon" in parsed:
        if "decay" in parsed:
            raise InvalidInput(
                "epsilon_and_decay", "give epsilon or decay, not both", argument="decay"
            )
        parsed["decay"] = parsed.pop("epsilon")
    if "at_epsilon" in parsed:
        if "at_ratio" in parsed:
            raise InvalidInput(
                "unsupported_combination",
                "give at_epsilon or at_ratio, not both",
                argument="at_ratio",
            )
        parsed["ratio"] = reals.exp(parsed.pop("at_epsilon"))
    elif "at_ratio" in parsed:
        parsed["ratio"] = parsed.pop("at_ratio")
    for name, argument in ARGUMENTS.items():
        if name in parsed:
            parsed[argument] = parsed.pop(name)
    lower, upper = parsed.get("lower", _LOWER), parsed.get("upper", _UPPER)
    if lower >= upper:
        raise InvalidInput("bounds_order", "lower must be smaller than upper", argument="lower")
    return parsed
