"""The `exact` vectors of the mechanisms' error constants, the paper's lemmas and the transformations."""

from __future__ import annotations

from collections.abc import Iterator

from ....catalogue.quantities import CATALOGUE
from ...evaluate import make
from ...vectors import Vector

Flags = tuple[str, ...]
SMALL, LARGE = ("SmallEpsilon",), ("LargeEpsilon",)

EPSILONS: tuple[tuple[str, str, Flags], ...] = (
    ("1/1000", "small epsilon: 2/epsilon^2 to first order, the difference is in the seventh digit", SMALL),
    ("1/2", "epsilon 1/2: below one", ()),
    ("1", "epsilon 1: the ordinary case", ()),
    ("2", "epsilon 2: the Laplace constant 2/epsilon^2 is a fifth too large", ()),
    ("8", "epsilon 8: above one", ()),
    ("50", "large epsilon: about e^(-2 epsilon/3), not e^-epsilon", LARGE),
    ("1/1000000", "epsilon 10^-6: (1 - b)^2 by subtraction keeps four digits", SMALL),
    ("1/10", "epsilon 1/10 is no double", ()),
    ("4", "epsilon 4: a cube root taken as a square root shows", ()),
    ("20", "epsilon 20: c^2 and b are four orders apart, either alone is wrong", LARGE),
    ("100", "epsilon 100: b below 10^-43, its cube root above 10^-15", LARGE),
    ("700", "epsilon 700: b^2 underflows, c^2 does not", LARGE),
)
# (epsilon, lower, upper, why, flags); None: the default bounds 0 and 1
INTERVALS: tuple[tuple[str, str | None, str | None, str, Flags], ...] = (
    ("1", "-3", "5", "the width enters squared", ()),
    ("1", None, None, "the default bounds are 0 and 1", ()),
    ("1", "1000", "1001", "width 1 far from 0: max(|lower|, |upper|) in place of the width is a million times too much",
        ()),
    ("2", "-7/2", "-3/2", "both bounds negative, width 2", ()),
    ("1/2", "0", "1/1024", "width 2^-10: squared it is 2^-20", ()),
    ("1/10", "1/3", "2/3", "width 1/3, no doubles anywhere", ()),
    ("1/1000", "-1", "1", "small epsilon, width 2", SMALL),
    ("1/1000000", "0", "10", "epsilon 10^-6: 200 10^12 and a correction in the thirteenth digit", SMALL),
    ("50", "0", "4", "large epsilon, width 4", LARGE),
    ("100", "-1/2", "1/2", "epsilon 100, width 1 around 0: lower + upper = 0 in place of the width gives 0", LARGE),
    ("200", "0", "3", "epsilon 200, width 3: about 10^-57, which is not 0", LARGE),
    ("20", "2", "6", "epsilon 20: the leading power e^(-2 epsilon/3) alone is wrong in the fourth digit", LARGE),
)
NOISES: tuple[tuple[str, dict[str, str]], ...] = (
    ("laplace", {}),
    ("staircase2d", {"gamma": "optimal"}),
    ("staircase2d", {"gamma": "1/2"}),
    ("hourglass", {"gamma": "optimal"}),
    ("hourglass", {"gamma": "1/2"}),
    ("discrete_laplace", {"m": "10"}),
    ("discrete_hourglass", {"gamma": "1/2", "m": "4"}),
)
# (epsilon, mean, lower, upper, why, flags) for the constants that depend on where the mean lies
MEANS: tuple[tuple[str, str, str, str, str, Flags], ...] = (
    ("1/2", "-1", "-1", "3", "at the lower bound", ("AtBound",)),
    ("1/2", "1", "-1", "3", "at the midpoint", ()),
    ("1/2", "3", "-1", "3", "at the upper bound", ("AtBound",)),
    ("1", "1/4", "0", "1", "unit bounds, mean 1/4: measured from the midpoint it is -1/4, from the bound 1/4", ()),
    ("1", "0", "0", "1",
        "at lower = 0: a mean measured from 0 and one measured from lower agree, one from the midpoint does not",
        ("AtBound",)),
    ("1", "1000", "999", "1001",
        "at the midpoint of bounds far from 0: only a mean measured from the midpoint gives the small constant",
        ("ShiftForgotten",)),
    ("2", "1001", "999", "1001", "at the upper bound, far from 0: forgetting the shift is off by a factor of a million",
        ("AtBound", "ShiftForgotten")),
    ("1/1000", "-5/2", "-4", "-2", "small epsilon, negative bounds: 1/epsilon^2 is 10^6",
        ("SmallEpsilon", "ShiftForgotten")),
    ("50", "1/8", "0", "1/2", "large epsilon, narrow bounds: 1/epsilon in place of 1/epsilon^2 shows",
        ("LargeEpsilon",)),
    ("1/3", "1/3", "0", "1", "thirds: no double among the parameters", ()),
    ("10", "-2", "-2", "6", "at the negative lower bound of larger interval: |lower| in place of max(|lower|, |upper|)",
        ("AtBound",)),
    ("1/10", "5", "-6", "5", "the lower bound is larger in absolute value, and the mean at the upper one",
        ("AtBound",)),
)
SIZES = ("100", "1", "7", "1", "200", "3", "1", "1000", "10", "12", "1", "2")
# (variance_c, variance_f, bound_m, probability, why, flags)
LEMMA1 = (
    ("4", "9", "1", "1/8", "a rational root", ()),
    ("2", "1", "1", "1/8", "an irrational root", ()),
    ("0", "1", "1", "1/8", "no first-order term", ("AtBound",)),
    ("1", "0", "1", "1/8", "no remainder: the cross term vanishes too", ("AtBound",)),
    ("0", "0", "1", "1", "only the clipped event, which is certain: 4 M^2", ("AtBound",)),
    ("0", "0", "5", "0", "nothing at all: exactly 0", ()),
    ("3", "5", "2", "0", "a clipped event that never happens: M must not matter", ("AtBound",)),
    ("1/4", "1/9", "3", "1/2", "M enters squared and four times", ()),
    ("1/4", "1/9", "0", "1/2", "M = 0: the estimate is 0, nothing is clipped", ("AtBound",)),
    ("1/100", "1/1000000", "1", "1/1000000",
        "a remainder ten thousand times smaller: the cross term is a fiftieth, not negligible", ()),
    ("50", "2", "1", "1/3", "the root of a product, not the product of floats: sqrt(100) = 10", ()),
    ("1/3", "1/5", "7/2", "1/7", "irrational root of 1/15, no doubles", ()),
)


def _interval(lower: str | None, upper: str | None) -> dict[str, str]:
    return {} if lower is None or upper is None else {"lower": lower, "upper": upper}


def minimax_vectors() -> Iterator[Vector]:
    """The minimax constant, the two risks, Lemma 5 and Theorem 3."""
    for epsilon, why, flags in EPSILONS:
        yield make(CATALOGUE["minimax.sigma_squared"], {"epsilon": epsilon}, why, ("OptimalGamma", *flags))
    for epsilon, lower, upper, why, flags in INTERVALS:
        for name in ("minimax.r_swap", "minimax.r_add_remove"):
            yield make(CATALOGUE[name], {"epsilon": epsilon, **_interval(lower, upper)}, why,
                ("SensitivityUnit", *flags))
    for name in ("addremove.lemma5", "addremove.theorem3"):
        for n in ("1", "1000"):
            flags = ("OneRecord",) if n == "1" else ()
            yield make(CATALOGUE[name], {"epsilon": "2", "n": n, "lower": "-1", "upper": "3"},
                f"n = {n}: n enters squared, as does the width 4", ("SensitivityUnit", *flags))
        for (epsilon, lower, upper, why, flags), n in zip(INTERVALS,
                ("4", "1", "10", "3", "1", "7", "1000000", "1", "2", "1", "100", "5"), strict=True):
            more = ("OneRecord",) if n == "1" else ()
            yield make(CATALOGUE[name], {"epsilon": epsilon, "n": n, **_interval(lower, upper)}, f"{why}; n = {n}",
                ("SensitivityUnit", *flags, *more))


def mean_vectors() -> Iterator[Vector]:
    """The constants of Algorithms 1 to 3, and what Lemma 1 makes of them at a finite n."""
    for noise, more in NOISES:
        for epsilon in ("1", "4"):
            for alpha, why, ends in (("0", "all records at lower", ("AtBound",)), ("1/2", "records balanced", ()),
                    ("1", "all records at upper", ("AtBound",)), ("1/8", "in between", ())):
                optimal = ("OptimalGamma",) if more.get("gamma") == "optimal" else ()
                yield make(CATALOGUE["transformed_mean.leading_constant"],
                    {"noise": noise, "epsilon": epsilon, "alpha": alpha, **more},
                    f"{noise} noise; {why}; catches the sign of the covariance, alpha and 1 - alpha exchanged",
                    optimal + ends)
    for (epsilon, mean, lower, upper, why, flags), n in zip(MEANS, SIZES, strict=True):
        given = {"epsilon": epsilon, "mean": mean, "lower": lower, "upper": upper}
        for name in ("independent_mean.leading_constant", "shifted_mean.leading_constant"):
            yield make(CATALOGUE[name], given, f"{why}; noise that gets the whole epsilon twice gives a quarter",
                ("BudgetNotSplit", *flags))
        sized = {"epsilon": epsilon, "mean": mean, "n": n if (epsilon, mean) != ("1/2", "1")
            and (epsilon, mean) != ("1/2", "3") else "100", "lower": lower, "upper": upper}
        one = ("OneRecord",) if sized["n"] == "1" else ()
        for name in ("addremove.lemma2", "addremove.theorem1", "transformed_mean.laplace_mse_bound"):
            yield make(CATALOGUE[name], sized, f"{why}; n = {sized['n']}", ("SensitivityUnit", *flags, *one))
    interval = {"lower": "-1", "upper": "3"}
    for noise, more in (("hourglass", {}), ("hourglass", {"gamma": "1"}), ("staircase2d", {}),
            ("staircase2d", {"gamma": "1/2"}), ("laplace", {})):
        for n, epsilon, mean, why, ends in (
            ("1", "1", "0", "one record", ("OneRecord",)),
            ("100", "1/2", "0", "a moderate size", ()),
            ("4000", "2", "0", "where the first term rules", ()),
            ("50", "1", "3", "the mean at the upper bound: no covariance term", ("AtBound",)),
        ):
            flags = ("GammaOne",) if more.get("gamma") == "1" else ()
            yield make(CATALOGUE["transformed_mean.mse_bound"],
                {"noise": noise, "epsilon": epsilon, "mean": mean, "n": n, **interval, **more},
                f"{noise} noise; {why}; catches a term of Lemma 1 left out, or the width not squared",
                ("SensitivityUnit", *ends, *flags))
    for c, f, m, p, why, flags in LEMMA1:
        yield make(CATALOGUE["addremove.lemma1"], {"variance_c": c, "variance_f": f, "bound_m": m, "probability": p},
            f"{why}; catches the cross term with a factor 1, or a sum of roots", flags)


def other_vectors() -> Iterator[Vector]:
    """The linear maps of Section 3 (three algorithms are all there is) and the sized mean's numbers."""
    for name in ("matrix", "inverse", "radius", "ball_area"):
        for algorithm in ("1", "2", "3"):
            yield make(CATALOGUE[f"transformation.{name}"], {"algorithm": algorithm},
                f"algorithm {algorithm}: the maps of the others, or its transpose, have other entries",
                ("ShiftForgotten",))
    for n in ("1", "4", "1000", "3"):
        one = ("OneRecord",) if n == "1" else ()
        yield make(CATALOGUE["sized_mean.sensitivity"], {"lower": "0", "upper": "1", "n": n},
            f"n = {n}: 1/n, not 1/(n - 1) or 1/(2 n)", ("OneSided", *one))
        yield make(CATALOGUE["sized_mean.sensitivity"], {"lower": "-2", "upper": "6", "n": n},
            f"n = {n}: the width, not the upper bound, over n", ("OneSided", "SensitivityUnit", *one))
        yield make(CATALOGUE["sized_mean.scale"], {"lower": "0", "upper": "8", "n": n, "epsilon": "1/2"},
            f"n = {n}: the sensitivity over epsilon, not times it", ("OneSided", *one))
    for lower, upper, n, epsilon, why, flags in SIZED:
        yield make(CATALOGUE["sized_mean.sensitivity"], {"lower": lower, "upper": upper, "n": n}, why,
            ("OneSided", *flags))
        yield make(CATALOGUE["sized_mean.scale"], {"lower": lower, "upper": upper, "n": n, "epsilon": epsilon}, why,
            ("OneSided", *flags))


# (lower, upper, n, epsilon, why, flags)
SIZED: tuple[tuple[str, str, str, str, str, Flags], ...] = (
    ("1000", "1001", "1", "1", "bounds far from 0, one record: 1, not 1001", ("OneRecord", "ShiftForgotten")),
    ("-6", "-2", "5", "1/10", "negative bounds: 4/5, not negative and not 6/5", ("SensitivityUnit",)),
    ("0", "1", "10", "1", "1/10 is no double: the nearest lies above, a truncated one below", ()),
    ("0", "1", "49", "1", "1/49: the nearest double lies below it; at most one unit below is allowed", ()),
    ("-1", "1", "2", "1/1000000", "width 2 and n = 2: 1, so a scale of exactly 10^6", ("SmallEpsilon",)),
    ("0", "3", "1", "1/1000", "one record and small epsilon: width/epsilon in full", ("OneRecord", "SmallEpsilon")),
    ("0", "1/3", "1", "100", "one record, bounds in thirds, large epsilon: a scale of 1/300",
        ("OneRecord", "LargeEpsilon")),
    ("-1/2", "1/2", "1000000", "700", "a million records and epsilon 700: a scale of 10^-9 that is not 0",
        ("LargeEpsilon",)),
)
