"""The `exact` vectors of the mechanisms' error constants, of the paper's lemmas and of the
transformations.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....catalogue.quantities import CATALOGUE
from ...evaluate import make
from ...vectors import Vector
from ..tables import rows

Flags = tuple[str, ...]

EPSILONS: tuple[tuple[str, str, Flags], ...] = rows(__file__, "epsilon", "epsilon why flags")
INTERVALS: tuple[tuple[str, dict[str, str], str, str, Flags], ...] = rows(
    __file__, "interval", "epsilon bounds n why flags"
)
NOISES: tuple[tuple[str, dict[str, str]], ...] = rows(__file__, "noise", "noise params")
MEANS: tuple[tuple[str, str, str, str, str, str, Flags], ...] = rows(
    __file__, "mean", "epsilon mean lower upper n why flags"
)
LEMMA1: tuple[tuple[str, str, str, str, str, Flags], ...] = rows(
    __file__, "lemma1", "variance_c variance_f bound_m probability why flags"
)
SIZED: tuple[tuple[str, str, str, str, str, Flags], ...] = rows(
    __file__, "sized", "lower upper n epsilon why flags"
)


def _minimax() -> Iterator[Vector]:
    """Yield the vectors of the minimax constant, of the two risks, of Lemma 5 and of Theorem 3."""
    for epsilon, why, flags in EPSILONS:
        yield make(
            CATALOGUE["minimax.sigma_squared"], {"epsilon": epsilon}, why, ("OptimalGamma", *flags)
        )
    for epsilon, bounds, _, why, flags in INTERVALS:
        for name in ("minimax.r_swap", "minimax.r_add_remove"):
            yield make(
                CATALOGUE[name], {"epsilon": epsilon, **bounds}, why, ("SensitivityUnit", *flags)
            )
    for name in ("addremove.lemma5", "addremove.theorem3"):
        for n in ("1", "1000"):
            flags = ("OneRecord",) if n == "1" else ()
            yield make(
                CATALOGUE[name],
                {"epsilon": "2", "n": n, "lower": "-1", "upper": "3"},
                f"n = {n}: n enters squared, as does the width 4",
                ("SensitivityUnit", *flags),
            )
        for epsilon, bounds, n, why, flags in INTERVALS:
            more = ("OneRecord",) if n == "1" else ()
            yield make(
                CATALOGUE[name],
                {"epsilon": epsilon, "n": n, **bounds},
                f"{why}; n = {n}",
                ("SensitivityUnit", *flags, *more),
            )


def _means() -> Iterator[Vector]:
    """Yield the vectors of the constants of Algorithms 1 to 3, and of what Lemma 1 makes of them at
    a finite n.
    """
    for noise, more in NOISES:
        for epsilon in ("1", "4"):
            for alpha, why, ends in (
                ("0", "all records at lower", ("AtBound",)),
                ("1/2", "records balanced", ()),
                ("1", "all records at upper", ("AtBound",)),
                ("1/8", "in between", ()),
            ):
                optimal = ("OptimalGamma",) if more.get("gamma") == "optimal" else ()
                yield make(
                    CATALOGUE["transformed_mean.leading_constant"],
                    {"noise": noise, "epsilon": epsilon, "alpha": alpha, **more},
                    f"{noise} noise; {why}; catches the sign of the covariance, alpha and 1 - "
                    "alpha exchanged",
                    optimal + ends,
                )
    for epsilon, mean, lower, upper, n, why, flags in MEANS:
        given = {"epsilon": epsilon, "mean": mean, "lower": lower, "upper": upper}
        for name in (
            "independent_mean.leading_constant",
            "shifted_mean.leading_constant",
            "bounded_mean.leading_constant",
        ):
            yield make(
                CATALOGUE[name],
                given,
                f"{why}; noise that gets the whole epsilon twice gives a quarter",
                ("BudgetNotSplit", *flags),
            )
        sized = {
            "epsilon": epsilon,
            "mean": mean,
            "n": n
            if (epsilon, mean) != ("1/2", "1") and (epsilon, mean) != ("1/2", "3")
            else "100",
            "lower": lower,
            "upper": upper,
        }
        one = ("OneRecord",) if sized["n"] == "1" else ()
        for name in (
            "addremove.lemma2",
            "addremove.theorem1",
            "transformed_mean.laplace_mse_bound",
        ):
            yield make(
                CATALOGUE[name],
                sized,
                f"{why}; n = {sized['n']}",
                ("SensitivityUnit", *flags, *one),
            )
    interval = {"lower": "-1", "upper": "3"}
    for noise, more in (
        ("hourglass", {}),
        ("hourglass", {"gamma": "1"}),
        ("staircase2d", {}),
        ("staircase2d", {"gamma": "1/2"}),
        ("laplace", {}),
    ):
        for n, epsilon, mean, why, ends in (
            ("1", "1", "0", "one record", ("OneRecord",)),
            ("100", "1/2", "0", "a moderate size", ()),
            ("4000", "2", "0", "where the first term rules", ()),
            ("50", "1", "3", "the mean at the upper bound: no covariance term", ("AtBound",)),
        ):
            flags = ("GammaOne",) if more.get("gamma") == "1" else ()
            yield make(
                CATALOGUE["transformed_mean.mse_bound"],
                {"noise": noise, "epsilon": epsilon, "mean": mean, "n": n, **interval, **more},
                f"{noise} noise; {why}; catches a term of Lemma 1 left out, or the width not "
                "squared",
                ("SensitivityUnit", *ends, *flags),
            )
    for c, f, m, p, why, flags in LEMMA1:
        yield make(
            CATALOGUE["addremove.lemma1"],
            {"variance_c": c, "variance_f": f, "bound_m": m, "probability": p},
            f"{why}; catches the cross term with a factor 1, or a sum of roots",
            flags,
        )


def _others() -> Iterator[Vector]:
    """Yield the vectors of the linear maps of Section 3 and of the mean of public size.

    The linear maps have few vectors, because the three algorithms are all that there is to ask.
    """
    for name in ("matrix", "inverse", "radius", "ball_area"):
        for algorithm in ("1", "2", "3"):
            yield make(
                CATALOGUE[f"transformation.{name}"],
                {"algorithm": algorithm},
                f"algorithm {algorithm}: the maps of the others, or its transpose, have other "
                "entries",
                ("ShiftForgotten",),
            )
    for n in ("1", "4", "1000", "3"):
        one = ("OneRecord",) if n == "1" else ()
        yield make(
            CATALOGUE["sized_mean.sensitivity"],
            {"lower": "0", "upper": "1", "n": n},
            f"n = {n}: 1/n, not 1/(n - 1) or 1/(2 n)",
            ("OneSided", *one),
        )
        yield make(
            CATALOGUE["sized_mean.sensitivity"],
            {"lower": "-2", "upper": "6", "n": n},
            f"n = {n}: the width, not the upper bound, over n",
            ("OneSided", "SensitivityUnit", *one),
        )
        yield make(
            CATALOGUE["sized_mean.scale"],
            {"lower": "0", "upper": "8", "n": n, "epsilon": "1/2"},
            f"n = {n}: the sensitivity over epsilon, not times it",
            ("OneSided", *one),
        )
    for lower, upper, n, epsilon, why, flags in SIZED:
        yield make(
            CATALOGUE["sized_mean.sensitivity"],
            {"lower": lower, "upper": upper, "n": n},
            why,
            ("OneSided", *flags),
        )
        yield make(
            CATALOGUE["sized_mean.scale"],
            {"lower": lower, "upper": upper, "n": n, "epsilon": epsilon},
            why,
            ("OneSided", *flags),
        )


def exact_vectors() -> Iterator[Vector]:
    """Yield all exact vectors of the paper's bounds and constants."""
    yield from _minimax()
    yield from _means()
    yield from _others()
