"""What must be refused is refused with its own code and blames the argument: laws, mechanisms,
bounds, releases, programs.

The reject vectors hold the refusals that an outsider sees; here are those that only a user of the
Python package meets.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from dpmean.catalogue.mechanisms import build
from dpmean.catalogue.quantities import value
from dpmean.distributions.cells import LEVEL_CAP, reachable
from dpmean.distributions.derivations import derive
from dpmean.distributions.laplace import Laplace
from dpmean.distributions.samplers.refine import Affine, Variable
from dpmean.errors import DpmeanError, InvalidInput
from dpmean.exact import reals
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare
from dpmean.mechanisms.addremove.independent_mean import IndependentMean
from dpmean.mechanisms.addremove.sized_mean import SizedMean
from dpmean.mechanisms.addremove.transformed_mean import TransformedMean
from dpmean.programs import interpret
from dpmean.programs import run as running
from dpmean.programs.postprocess import Uncertain
from dpmean.programs.program import Draw, Program
from dpmean.programs.records import prepare
from dpmean.programs.release import release
from dpmean.randomness.bits import SystemBits, TapeForTesting

F = Fraction
HALF = Decay.from_decay("1/2")
PAIR = IndependentMean(HALF, F(0), F(1))
STAIR = {"epsilon": "1", "gamma": "1/2"}
LATTICE = STAIR | {"m": "2"}
BOUNDED = {"epsilon": "1", "lower": "0", "upper": "1"}


def noisy() -> Program:
    return (yield Draw("noise", Laplace(HALF)))


def refusal(name: str, **given: object) -> Callable[[], object]:
    return lambda: value(name, given)


# what is asked, its code, the argument that is blamed
REFUSED: dict[str, tuple[Callable[[], object], str, str | None]] = {
    "an epsilon below the least": (
        refusal("laplace.scale", epsilon="1/10000000000000"),
        "out_of_range",
        "epsilon",
    ),
    "an epsilon above the most": (
        refusal("laplace.scale", epsilon="10001"),
        "out_of_range",
        "epsilon",
    ),
    "a decay near 0": (
        refusal("laplace.scale", decay="1/10000000000000000"),
        "out_of_range",
        "decay",
    ),
    "a decay near 1": (
        refusal("laplace.scale", decay="9999999999999999/10000000000000000"),
        "out_of_range",
        "decay",
    ),
    "a decay of 1": (refusal("laplace.scale", decay="1"), "decay_out_of_range", "decay"),
    "both at_epsilon and at_ratio": (
        refusal("laplace.hockey_stick", epsilon="1", shift="1", at_epsilon="0", at_ratio="1"),
        "unsupported_combination",
        "at_ratio",
    ),
    "an n above the most": (
        refusal("sized_mean.sensitivity", lower="0", upper="1", n="1000000001"),
        "out_of_range",
        "n",
    ),
    "an n of 0": (
        refusal("sized_mean.sensitivity", lower="0", upper="1", n="0"),
        "count_not_positive",
        "n",
    ),
    "equal bounds of a value": (
        refusal("minimax.r_swap", epsilon="1", lower="1/3", upper="2/6"),
        "bounds_order",
        "lower",
    ),
    "bounds of a value in the wrong order": (
        refusal("minimax.r_swap", epsilon="1", lower="1", upper="0"),
        "bounds_order",
        "lower",
    ),
    "a ratio of 0": (
        refusal("laplace.hockey_stick", epsilon="1", shift="1", at_ratio="0"),
        "out_of_range",
        "at_ratio",
    ),
    "an order above the most": (
        refusal("laplace.moment", epsilon="1", order="65"),
        "out_of_range",
        "order",
    ),
    "an order of 0": (refusal("laplace.moment", epsilon="1", order="0"), "out_of_range", "order"),
    "an unknown objective": (
        refusal("staircase.optimal_gamma", epsilon="1", objective="variance"),
        "unknown_name",
        "objective",
    ),
    "the absolute error in the plane": (
        refusal("staircase2d.optimal_gamma", epsilon="1", objective="absolute"),
        "unsupported_combination",
        "objective",
    ),
    "an optimal gamma that is not isolated": (
        refusal("staircase2d.optimal_gamma", epsilon="1000"),
        "undecided",
        None,
    ),
    "a point beyond the steps that are reached": (
        refusal("staircase.density", **STAIR, x="1e7"),
        "out_of_range",
        "x",
    ),
    "a diagonal beyond them": (
        refusal("hourglass.sum_pmf", **STAIR, k="-1000001"),
        "out_of_range",
        "x",
    ),
    "y and k": (
        refusal("hourglass.density", **STAIR, x="0", y="0", k="0"),
        "unsupported_combination",
        "k",
    ),
    "neither y nor k": (
        refusal("hourglass.density", **STAIR, x="0"),
        "unsupported_combination",
        "k",
    ),
    "a logarithm off the diagonals": (
        refusal("hourglass.log_density", **STAIR, x="0", y="1/2"),
        "off_support",
        "y",
    ),
    "a logarithm off the lattice's diagonals": (
        refusal("discrete_hourglass.log_pmf", **LATTICE, x="0", y="1/2"),
        "off_support",
        "y",
    ),
    "a fraction as a shift of integers": (
        refusal("discrete_laplace.privacy_loss", epsilon="1", shift="1/2"),
        "off_lattice",
        "shift",
    ),
    "a fraction as a sensitivity of integers": (
        refusal("discrete_laplace.pmf", epsilon="1", sensitivity="3/2", k="0"),
        "off_lattice",
        "sensitivity",
    ),
    "a shift off the lattice": (
        refusal("discrete_staircase.privacy_loss", **LATTICE, shift="1/3"),
        "off_lattice",
        "shift",
    ),
    "an hourglass shift off the lattice": (
        refusal("discrete_hourglass.privacy_loss", **LATTICE, shift_x="1/3", shift_y="2/3"),
        "off_lattice",
        "shift_x",
    ),
    "a shift outside the ball": (
        refusal("staircase2d.privacy_loss", **STAIR, shift_x="1/2", shift_y="-2/3"),
        "shift_outside_sensitivity",
        "shift",
    ),
    "a divergence outside the ball": (
        refusal("staircase2d.hockey_stick", **STAIR, shift_x="1/2", shift_y="-2/3", at_epsilon="0"),
        "shift_outside_sensitivity",
        "shift",
    ),
    "a shift above the sensitivity": (
        refusal("staircase.privacy_loss", **STAIR, shift="-9/8"),
        "shift_outside_sensitivity",
        "shift",
    ),
    "a distance above the sensitivity": (
        refusal("staircase.total_variation", **STAIR, shift="9/8"),
        "shift_outside_sensitivity",
        "shift",
    ),
    "a lattice shift above the sensitivity": (
        refusal("discrete_staircase.privacy_loss", **LATTICE, shift="3/2"),
        "shift_outside_sensitivity",
        "shift",
    ),
    "an hourglass shift of another sum": (
        refusal("hourglass.privacy_loss", **STAIR, shift_x="1/2", shift_y="1/4"),
        "shift_outside_sensitivity",
        "shift",
    ),
    "an hourglass shift beyond its ends": (
        refusal("hourglass.privacy_loss", **STAIR, shift_x="3/2", shift_y="-1/2"),
        "shift_outside_sensitivity",
        "shift",
    ),
    "a power of e out of reach": (
        refusal("laplace.density", epsilon="10000", x="101"),
        "out_of_range",
        "epsilon",
    ),
    "a power of the decay out of reach": (
        refusal("laplace.density", decay="1/3", x="1e7"),
        "out_of_range",
        "decay",
    ),
    "a name that has no derivation": (
        lambda: derive("discrete_staircase.quantile"),
        "unsupported_combination",
        "name",
    ),
    "a derivation of no name": (
        lambda: derive("staircase.densty"),
        "unsupported_combination",
        "name",
    ),
    "a lattice constant without m": (
        refusal(
            "transformed_mean.leading_constant", epsilon="1", noise="discrete_laplace", alpha="0"
        ),
        "missing_parameter",
        "m",
    ),
    "a mean outside the bounds": (
        refusal("addremove.theorem1", epsilon="1", mean="2", n="5"),
        "out_of_range",
        "mean",
    ),
    "a gamma for Laplace noise": (
        refusal(
            "transformed_mean.mse_bound", epsilon="1", noise="laplace", mean="0", n="5", gamma="1/2"
        ),
        "unsupported_combination",
        "gamma",
    ),
    "a finite bound on a lattice": (
        refusal(
            "transformed_mean.mse_bound", epsilon="1", noise="discrete_laplace", mean="0", n="5"
        ),
        "unsupported_combination",
        "noise",
    ),
    "no mechanism of that name": (
        lambda: build("shifted_maen", BOUNDED),
        "unknown_name",
        "mechanism",
    ),
    "a misspelt parameter": (
        lambda: build("shifted_mean", BOUNDED | {"uper": "2"}),
        "unknown_parameter",
        "uper",
    ),
    "a parameter of no mechanism": (
        lambda: build("shifted_mean", BOUNDED | {"zzz": "2"}),
        "unknown_parameter",
        "zzz",
    ),
    "no epsilon": (
        lambda: build("shifted_mean", {"lower": "0", "upper": "1"}),
        "missing_parameter",
        "epsilon",
    ),
    "no upper bound": (
        lambda: build("shifted_mean", {"epsilon": "1", "lower": "0"}),
        "bounds_missing",
        "upper",
    ),
    "equal bounds": (lambda: IndependentMean(HALF, F(1), F(1)), "bounds_order", "lower"),
    "a noise of no mechanism": (
        lambda: TransformedMean(HALF, F(0), F(1), "gaussian"),
        "unknown_name",
        "noise",
    ),
    "a noise of another mechanism": (
        lambda: SizedMean(HALF, F(0), F(1), 3, "hourglass"),
        "unknown_name",
        "noise",
    ),
    "a noise that lacks its gamma": (
        lambda: TransformedMean(HALF, F(0), F(1), "hourglass"),
        "missing_parameter",
        "gamma",
    ),
    "a gamma that is not used": (
        lambda: TransformedMean(HALF, F(0), F(1), "laplace", F(1, 2)),
        "unsupported_combination",
        "gamma",
    ),
    "a wrong public n": (
        lambda: release(SizedMean(HALF, F(0), F(1), 3), [1, 0]),
        "size_mismatch",
        "n",
    ),
    "a policy of no name": (lambda: prepare([1], F(0), F(1), "mean"), "unknown_name", "missing"),
    "a rounding of no name": (
        lambda: release(PAIR, [1], rounding="up"),
        "unknown_name",
        "rounding",
    ),
    "a grid of 0": (lambda: release(PAIR, [1], grid=F(0)), "grid_not_positive", "grid"),
    "a grid that misses a bound": (
        lambda: release(IndependentMean(HALF, F(0), F(1)), [1], grid=F(2, 3)),
        "grid_misses_bounds",
        "grid",
    ),
    "continuous noise without a grid": (
        lambda: interpret.release(noisy(), SystemBits(), None),
        "grid_misses_bounds",
        "grid",
    ),
    "an outcome that is missing": (lambda: running.replay(noisy(), {}), "draw_mismatch", "draws"),
    "an outcome that is not asked for": (
        lambda: running.replay(noisy(), {"noise": F(0), "more": F(1)}),
        "draw_mismatch",
        "draws",
    ),
    "more bits than a tape has": (lambda: TapeForTesting(b"\xff").skip(9), "tape_exhausted", None),
}


@pytest.mark.parametrize("what", REFUSED)
def test_refused_with_its_code_and_argument(what: str) -> None:
    """Kills a missing check, a check with the wrong bound, and a code or a blame that is another
    check's.
    """
    ask, code, argument = REFUSED[what]
    with pytest.raises(DpmeanError) as refused:
        ask()
    assert (refused.value.code, refused.value.argument) == (code, argument)


# the nearest neighbours of what is refused: a check that is too strict fails here
ACCEPTED: dict[str, Callable[[], object]] = {
    "the least epsilon": refusal("laplace.scale", epsilon="1/1000000000000"),
    "the greatest epsilon": refusal("laplace.scale", epsilon="10000"),
    "the least decay": refusal("laplace.scale", decay="1/1000000000000000"),
    "the greatest decay": refusal("laplace.scale", decay="999999999999999/1000000000000000"),
    "the greatest n": refusal("sized_mean.sensitivity", lower="0", upper="1", n="1000000000"),
    "a negative lower bound": refusal("minimax.r_swap", epsilon="1", lower="-2", upper="-1"),
    "the greatest order": refusal("laplace.moment", epsilon="1", order="64"),
    "the greatest m": lambda: build(
        "transformed_mean", BOUNDED | {"noise": "discrete_laplace", "m": "1000000"}
    ),
    "the farthest step": lambda: (reachable(LEVEL_CAP), reachable(-LEVEL_CAP)),
    "the largest power": refusal("laplace.density", epsilon="10000", x="100"),
    "shifts at the ends": lambda: [
        value("staircase2d.privacy_loss", STAIR | {"shift_x": "1/2", "shift_y": "-1/2"}),
        value("staircase.privacy_loss", STAIR | {"shift": "-1"}),
    ],
    "a mean at its bounds": lambda: [
        value("addremove.theorem1", {"epsilon": "1", "mean": m, "n": "5"}) for m in ("0", "1")
    ],
    "decay for epsilon": lambda: build(
        "shifted_mean", {"decay": "1/2", "lower": "0", "upper": "1"}
    ),
}


@pytest.mark.parametrize("what", ACCEPTED)
def test_accepted_next_to_what_is_refused(what: str) -> None:
    assert ACCEPTED[what]() is not None


def test_another_parameter_is_no_misspelling() -> None:
    """`delta` is not `decay`; and a missing noise lists the mechanism's own."""
    with pytest.raises(InvalidInput, match="it takes noise, epsilon, rho"):
        value("count.variance", {"noise": "laplace", "epsilon": "1", "delta": "1/10"})
    with pytest.raises(
        InvalidInput, match=r"count needs noise \(one of laplace, discrete_laplace,"
    ):
        build("count", {"epsilon": "1"})


def test_misspelt_parameters_of_mechanisms_get_a_hint() -> None:
    with pytest.raises(InvalidInput, match="did you mean upper"):
        build("shifted_mean", BOUNDED | {"uper": "2"})
    with pytest.raises(InvalidInput, match="it takes epsilon, lower, upper, decay"):
        build("shifted_mean", BOUNDED | {"zzz": "2"})
    with pytest.raises(InvalidInput, match=r"did you mean shifted_mean\?"):
        build("shifted_maen", BOUNDED)
    with pytest.raises(InvalidInput, match="must not be taken from the data"):
        build("shifted_mean", {"epsilon": "1", "lower": "0"})


def test_a_ratio_is_e_to_the_epsilon_at_which_a_divergence_is_taken() -> None:
    given = {"decay": "1/4", "shift": "1/2"}
    one, other = (
        value("laplace.hockey_stick", given | at).values[0]
        for at in ({"at_ratio": "1"}, {"at_epsilon": "0"})
    )
    assert compare(one, other) == 0 == compare(one, 1 - reals.root(F(1, 2), 2))
    assert value("laplace.hockey_stick", given | {"at_ratio": "1/1000"}).values == (F(999, 1000),)


def test_a_sensitivity_is_1_where_none_is_given() -> None:
    assert (
        value("laplace.epsilon", {"scale": "4"}).values
        == value("discrete_laplace.epsilon", {"scale": "4"}).values
        == (F(1, 4),)
    )


def test_errors_have_codes_of_the_table_only() -> None:
    with pytest.raises(KeyError):
        DpmeanError("no_such_code", "message")


# ---------------------------------------------------------------- programming errors end, they do not go wrong in
# silence


def test_a_clip_comes_once_and_scales_are_positive() -> None:
    """After a scaling the bounds would be those of another number."""
    fresh = Uncertain(Affine(F(0)), Affine(F(1), {Variable(): F(1)}), None, F(1), F(0))
    assert fresh.clip(F(0), F(1)).bounds == (0, 1)
    for used in (fresh.clip(F(0), F(1)), fresh * F(2), fresh + F(1)):
        with pytest.raises(ValueError, match="once"):
            used.clip(F(0), F(1))
    for factor in (F(0), F(-1)):
        with pytest.raises(ValueError, match="positive"):
            fresh * factor


# ---------------------------------------------------------------- what a guarantee says
