"""The `reject` vectors: invalid parameters of laws, quantities and mechanisms, each with the nearest valid request."""

from __future__ import annotations

from collections.abc import Iterator

from ..kinds.reject import pair
from ..kinds.tape import INTEGER_LAWS
from ..vectors import Vector
from .hetero.releases import rejections
from .instance.messages import message_rejections
from .instance.releases import multivariate_rejections
from .instance.scaled import scaled_rejections
from .neighbours import data_vectors
from .trilemma.edge_values import edge_rejections
from .trilemma.releases import lowbias_rejections

# (value, code, why, flag, the valid value)
Row = tuple[str, str, str, str, str]
BAD_EPSILON: tuple[Row, ...] = (
    ("0", "epsilon_not_positive", "epsilon 0", "NotPositive", "1/64"),
    ("-1", "epsilon_not_positive", "negative epsilon", "NotPositive", "1"),
    ("nan", "not_a_number", "epsilon NaN: comparisons with NaN are false", "NotANumber", "1"),
    ("inf", "not_finite", "infinite epsilon: no noise", "NotFinite", "64"),
    ("one", "not_a_number", "epsilon is text", "NotANumber", "1"),
)
BAD_SENSITIVITY: tuple[Row, ...] = (
    ("0", "sensitivity_not_positive", "sensitivity 0", "NotPositive", "1"),
    ("-1", "sensitivity_not_positive", "negative sensitivity", "NotPositive", "1"),
    ("nan", "not_a_number", "sensitivity NaN", "NotANumber", "1"),
    ("inf", "not_finite", "infinite sensitivity", "NotFinite", "1"),
)
BAD_SIGMA: tuple[Row, ...] = (
    ("0", "scale_not_positive", "sigma^2 0: no noise", "NotPositive", "1/64"),
    ("-1", "scale_not_positive", "negative sigma^2: squared again it would pass", "NotPositive", "1"),
    ("nan", "not_a_number", "sigma^2 NaN: comparisons with NaN are false", "NotANumber", "1"),
    ("inf", "not_finite", "infinite sigma^2: a sampler that never ends, or NaN", "NotFinite", "64"),
    ("one", "not_a_number", "sigma^2 is text", "NotANumber", "1"),
)
BAD_GAMMA: tuple[Row, ...] = (
    ("0", "gamma_out_of_range", "gamma 0: no central step", "NotPositive", "1/4"),
    ("-1/4", "gamma_out_of_range", "negative gamma", "NotPositive", "1/4"),
    ("5/4", "gamma_out_of_range", "gamma above 1", "NotPositive", "1"),
    ("nan", "not_a_number", "gamma NaN", "NotANumber", "1/2"),
)
LAW_PARAMS: dict[str, dict[str, str]] = {
    "laplace": {"epsilon": "1", "sensitivity": "1"},
    "discrete_laplace": {"epsilon": "1", "sensitivity": "1"},
    "discrete_gaussian": {"sigma_squared": "1", "sensitivity": "1"},
    "staircase": {"epsilon": "1", "gamma": "1/2", "sensitivity": "1"},
    "discrete_staircase": {"epsilon": "1", "gamma": "1/2", "m": "4", "sensitivity": "1"},
    "staircase2d": {"epsilon": "1", "gamma": "1/2", "sensitivity": "1"},
    "hourglass": {"epsilon": "1", "gamma": "1/2", "sensitivity": "1"},
    "discrete_hourglass": {"epsilon": "1", "gamma": "1/2", "m": "4", "sensitivity": "1"},
}
MEAN_PARAMS: dict[str, dict[str, str]] = {
    "independent_mean": {},
    "shifted_mean": {},
    "transformed_mean": {"noise": "hourglass", "gamma": "1/2"},
    "sized_mean": {"n": "4", "noise": "laplace"},
}
GRID = {"grid": "1/1024"}
# (object, quantity, params, parameter, invalid, valid, why, flag, code)
QUANTITIES: tuple[tuple[str, str, dict[str, str], str, str, str, str, str, str], ...] = (
    ("laplace", "quantile", {"epsilon": "1"}, "p", "0", "1/1024", "the quantile at 0 is minus infinity", "NotFinite",
        "probability_out_of_range"),
    ("laplace", "quantile", {"epsilon": "1"}, "p", "-1/2", "1/2", "a negative probability: the logarithm is NaN",
        "NotANumber", "probability_out_of_range"),
    ("laplace", "quantile", {"epsilon": "1"}, "p", "nan", "1/4", "a NaN probability", "NotANumber", "not_a_number"),
    ("discrete_gaussian", "quantile", {"sigma_squared": "1"}, "p", "0", "1/1024", "an integer law has no least outcome",
        "NotFinite", "probability_out_of_range"),
    ("discrete_gaussian", "moment", {"sigma_squared": "1"}, "order", "3/2", "3",
        "an order that is no integer is not rounded to one", "OffGrid", "not_an_integer"),
    ("discrete_gaussian", "hockey_stick", {"sigma_squared": "1", "at_epsilon": "1/2"}, "shift", "1/2", "1",
        "a shift off the integers: the divergence is 1", "Lattice", "off_lattice"),
    ("discrete_gaussian", "hockey_stick", {"sigma_squared": "1", "shift": "1"}, "at_ratio", "-1/2", "1/2",
        "e^epsilon' is never negative", "NotPositive", "out_of_range"),
    ("discrete_laplace", "quantile", {"epsilon": "1"}, "p", "1", "1023/1024",
        "a two-sided integer law has no largest outcome", "NotFinite", "probability_out_of_range"),
    ("staircase", "quantile", {"epsilon": "1", "gamma": "1/2"}, "p", "3/2", "1/2", "a probability above 1", "NotFinite",
        "probability_out_of_range"),
    ("discrete_staircase", "quantile", {"epsilon": "1", "gamma": "1/2", "m": "4"}, "p", "0", "1/1024",
        "no lattice point has probability 0 below it", "NotFinite", "probability_out_of_range"),
    ("laplace", "moment", {"epsilon": "1"}, "order", "-1", "1", "E|Z|^-1 is infinite", "NotFinite", "out_of_range"),
    ("staircase", "moment", {"epsilon": "1", "gamma": "1/2"}, "order", "1/2", "1",
        "an order that is no integer is not rounded to one", "OffGrid", "not_an_integer"),
    ("laplace", "hockey_stick", {"epsilon": "1", "shift": "1"}, "at_ratio", "0", "1/2", "e^epsilon' is never 0",
        "NotPositive", "out_of_range"),
    ("hourglass", "hockey_stick", {"epsilon": "1", "gamma": "1/2", "shift_x": "1/4", "shift_y": "3/4"}, "at_ratio",
        "-1", "1", "e^epsilon' is never negative", "NotPositive", "out_of_range"),
    ("hourglass", "log_density", {"epsilon": "1", "gamma": "1/2", "x": "0"}, "y", "1/2", "1",
        "the log of a density of 0, off the diagonals", "OffSupport", "off_support"),
    ("staircase2d", "norm_tail", {"epsilon": "1", "gamma": "1/2"}, "r", "-1", "1", "a negative radius", "NotPositive",
        "out_of_range"),
    ("hourglass", "privacy_loss", {"epsilon": "1", "gamma": "1/2", "shift_x": "1/4"}, "shift_y", "-3/4", "3/4",
        "a shift of one record up and another down: no neighbours", "SensitivityUnit", "shift_outside_sensitivity"),
    ("staircase2d", "privacy_loss", {"epsilon": "1", "gamma": "1/2", "shift_x": "3/4"}, "shift_y", "1/2", "1/4",
        "a shift of l1 length 5/4, though each coordinate is below 1", "SensitivityUnit", "shift_outside_sensitivity"),
    ("discrete_staircase", "privacy_loss", {"epsilon": "1", "gamma": "1/2", "m": "4"}, "shift", "1/3", "1/4",
        "a shift off the lattice: the loss is infinite", "Lattice", "off_lattice"),
    ("laplace", "epsilon", {"sensitivity": "1"}, "scale", "-2", "2", "negative scale: a negative epsilon",
        "NotPositive", "scale_not_positive"),
    ("laplace", "epsilon", {"sensitivity": "1"}, "scale", "nan", "1", "scale NaN", "NotANumber", "not_a_number"),
    ("discrete_laplace", "epsilon", {"scale": "2"}, "sensitivity", "1/2", "1",
        "an integer query cannot have sensitivity 1/2", "Lattice", "off_lattice"),
    ("laplace", "variance", {}, "decay", "1", "1/2", "decay 1 is epsilon 0", "NotPositive", "decay_out_of_range"),
    ("laplace", "variance", {}, "decay", "0", "1/4", "decay 0 is an infinite epsilon", "NotFinite",
        "decay_out_of_range"),
    ("transformed_mean", "leading_constant", {"noise": "laplace", "epsilon": "1"}, "alpha", "5/4", "1",
        "a share above 1: the mean lies outside the bounds", "BoundsOrder", "out_of_range"),
    ("shifted_mean", "leading_constant", {"epsilon": "1", "lower": "0", "upper": "1"}, "mean", "2", "1",
        "a true mean outside the bounds, though records are clipped", "BoundsOrder", "out_of_range"),
    ("sized_mean", "sensitivity", {"lower": "0", "upper": "1"}, "n", "5/2", "2", "n is a number of records", "OffGrid",
        "not_an_integer"),
    ("minimax", "r_add_remove", {"epsilon": "1"}, "lower", "1", "1/2",
        "the lower bound alone, equal to the upper one that is 1 by default: a risk of 0", "BoundsOrder",
        "bounds_order"),
    ("addremove", "lemma5", {"epsilon": "1", "n": "5"}, "upper", "-1", "2",
        "the upper bound alone, below the lower one that is 0 by default", "BoundsOrder", "bounds_order"),
    ("transformed_mean", "mse_bound", {"noise": "hourglass", "epsilon": "1", "mean": "1", "n": "5"}, "lower", "1",
        "1/2", "the lower bound alone, equal to the upper one: a division by the width 0", "BoundsOrder",
        "bounds_order"),
    ("minimax", "r_swap", {"epsilon": "1", "upper": "1"}, "lower", "1", "0",
        "an interval of width 0 has no minimax risk: equal bounds", "BoundsOrder", "bounds_order"),
)


def _laws() -> Iterator[Vector]:
    for object_, params in LAW_PARAMS.items():
        given = {} if object_.startswith("discrete") else GRID
        for name, rows in (("epsilon", BAD_EPSILON), ("sigma_squared", BAD_SIGMA), ("sensitivity", BAD_SENSITIVITY),
                ("gamma", BAD_GAMMA)):
            if name not in params:
                continue
            # Gaussian noise is made without a sensitivity: only rho has one, and 0 or an infinity for 0 or infinite are
            # no lies
            gaussian = (object_, name) == ("discrete_gaussian", "sensitivity")
            for bad, code, why, flag, good in rows:
                if not gaussian or bad in ("-1", "nan"):
                    yield from pair(object_, params, {name: bad}, {name: good}, why, flag, code,
                        {} if gaussian else given, quantity="rho" if gaussian else None)
        if object_.startswith("discrete_") and "m" in params:
            yield from pair(object_, params, {"gamma": "1/3"}, {"gamma": "1/4"},
                "gamma off the lattice: both neighbours are named", "OffGrid", "gamma_off_grid", given)
            yield from pair(object_, params, {"m": "0"}, {"m": "2"}, "m = 0", "NotPositive", "count_not_positive",
                given)
    for object_ in INTEGER_LAWS:
        quantity = "rho" if object_ == "discrete_gaussian" else None
        for bad, good in (("3/2", "2"), ("5/2", "3")):
            yield from pair(object_, LAW_PARAMS[object_], {"sensitivity": bad}, {"sensitivity": good},
                "a sensitivity that is no integer", "Lattice", "off_lattice", quantity=quantity)
    base = LAW_PARAMS["hourglass"]
    yield from pair("hourglass", base, {"shift_x": "1/4", "shift_y": "1/4"}, {"shift_x": "1/4", "shift_y": "3/4"},
        "a shift of another sensitivity than the noise has", "SensitivityUnit", "shift_outside_sensitivity",
        quantity="privacy_loss")
    for name in ("hourglass", "discrete_hourglass"):
        why = "a shift (2, -1): its coordinates add up to the sensitivity, but no record moves the sums so"
        moved = {**LAW_PARAMS[name], "shift_y": "-1"}
        yield from pair(name, moved, {"shift_x": "2"}, {"shift_x": "0"}, why, "SensitivityUnit",
            "shift_outside_sensitivity", quantity="privacy_loss")
    shifted: dict[str, dict[str, str]] = {"privacy_loss": {}, "hockey_stick": {"at_epsilon": "1/2"}}
    for asked, more in shifted.items():
        for changed, kept in (("shift_x", "shift_y"), ("shift_y", "shift_x")):
            why = "shifts of 5/4 and -1/4: they add up to the sensitivity, but have different signs"
            yield from pair("hourglass", {**LAW_PARAMS["hourglass"], **more, kept: "-1/4"}, {changed: "5/4"},
                {changed: "-3/4"}, why, "SensitivityUnit", "shift_outside_sensitivity", quantity=asked)
    for object_ in ("laplace", "staircase"):
        for bad in ("0", "-1/1024"):
            why = f"an output grid of {bad}: there is nothing to round to"
            yield from pair(object_, LAW_PARAMS[object_], {}, {}, why, "NotPositive", "grid_not_positive", GRID,
                bad_given={"grid": bad}, note=f"grid{bad}", requires=("profile:release-1",))
    yield from pair("staircase", LAW_PARAMS["staircase"], {"shift": "5/4"}, {"shift": "1"},
        "a shift above the sensitivity", "SensitivityUnit", "shift_outside_sensitivity", quantity="privacy_loss")
    yield from pair("laplace", LAW_PARAMS["laplace"], {"p": "1"}, {"p": "1/2"}, "the quantile at 1 is infinite",
        "NotFinite", "probability_out_of_range", quantity="quantile")
    yield from pair("laplace", {"sensitivity": "1"}, {"scale": "0"}, {"scale": "1"}, "scale 0", "NotPositive",
        "scale_not_positive", quantity="epsilon")
    for object_, quantity, params, name, bad, good, why, flag, code in QUANTITIES:
        yield from pair(object_, params, {name: bad}, {name: good}, why, flag, code, quantity=quantity)


def _means() -> Iterator[Vector]:
    four = {"data": ["1", "2", "3", "4"], "grid": "1/1024"}
    for object_, more in MEAN_PARAMS.items():
        params = {"epsilon": "1", "lower": "0", "upper": "4", **more}
        for bad, code, why, flag, good in BAD_EPSILON:
            yield from pair(object_, params, {"epsilon": bad}, {"epsilon": good}, why, flag, code, four)
        for change, why, flag, code in (
            ({"lower": "4"}, "equal bounds: the sensitivity is 0", "BoundsOrder", "bounds_order"),
            ({"lower": "5"}, "swapped bounds: the sensitivity is negative", "BoundsOrder", "bounds_order"),
            ({"upper": "inf"}, "an infinite bound", "NotFinite", "not_finite"),
            ({"lower": "nan"}, "a NaN bound", "NotANumber", "not_a_number"),
            ({"lower": "-inf"}, "an infinite lower bound: clipping to it does nothing", "NotFinite", "not_finite"),
        ):
            yield from pair(object_, params, change, {k: params[k] for k in change}, why, flag, code, four)
        off = {**four, "grid": "3"}
        yield from pair(object_, params, {}, {}, "a grid that misses a bound: rounding leaves the interval", "Rounding",
            "grid_misses_bounds", four, bad_given=off, note="grid3", requires=("profile:release-1",))
        beside = {**params, "lower": "1", "upper": "5"}
        why = "a grid that divides the width and misses both bounds: rounding leaves the interval"
        yield from pair(object_, beside, {}, {}, why, "Rounding", "grid_misses_bounds", {**four, "grid": "1"},
            bad_given={**four, "grid": "2"}, note="grid2", requires=("profile:release-1",))
    sized = {"epsilon": "1", "lower": "0", "upper": "4", "noise": "truncated_laplace", "n": "4"}
    for n, why in (("3", "more records than the public number n: the noise is made for n"),
            ("5", "fewer records than the public number n: a mean of what is not there")):
        yield from pair("sized_mean", {**sized, "noise": "laplace"}, {"n": n}, {"n": "4"}, why, "SensitivityUnit",
            "size_mismatch", four)
    empty = {"data": [], "grid": "1/1024"}
    yield from pair("sized_mean", sized, {"n": "0"}, {"n": "4"}, "n = 0 in a mean of public size", "EmptyData",
        "count_not_positive", four, bad_given=empty)
    for bad, code, why, flag, good in BAD_EPSILON[:4]:
        yield from pair("sized_mean", sized, {"epsilon": bad}, {"epsilon": good}, why, flag, code, four)
    yield from pair("sized_mean", sized, {"n": "-4"}, {"n": "4"},
        "a negative number of records: a negative sensitivity", "NotPositive", "count_not_positive", four)


def reject_vectors() -> list[Vector]:
    """All reject vectors, each followed by its twin."""
    return [*_laws(), *_means(), *data_vectors(), *rejections(), *lowbias_rejections(), *edge_rejections(),
        *multivariate_rejections(), *message_rejections(), *scaled_rejections()]
