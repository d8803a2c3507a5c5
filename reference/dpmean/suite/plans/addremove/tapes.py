"""The `tape` vectors of whole releases: draws in their order, quotient, clip and grid, from one
tape.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ....distributions.discrete_laplace import DiscreteLaplace
from ....distributions.laplace import Laplace
from ....distributions.rounded_laplace import RoundedLaplace
from ....parameters.declared import parse
from ...kinds.tape import make
from ...vectors import Vector, slug
from ..tape_bits import binary, boundary, endings, shake, steer, tape

MEANS: tuple[tuple[str, dict[str, str]], ...] = (
    ("independent_mean", {}),
    ("shifted_mean", {}),
    ("bounded_mean", {}),
    ("transformed_mean", {"noise": "laplace"}),
    ("transformed_mean", {"noise": "staircase2d", "gamma": "1/2"}),
    ("transformed_mean", {"noise": "hourglass", "gamma": "1/2"}),
    ("transformed_mean", {"noise": "hourglass", "gamma": "optimal"}),
    ("transformed_mean", {"noise": "discrete_laplace", "m": "4"}),
    ("transformed_mean", {"noise": "discrete_hourglass", "gamma": "1/2", "m": "4"}),
    ("sized_mean", {"n": "3", "noise": "laplace"}),
    ("sized_mean", {"n": "3", "noise": "truncated_laplace"}),
)
DATA = ["1", "9", "5/2"]
BASE = {"epsilon": "1", "lower": "0", "upper": "4"}


def _first() -> Iterator[Vector]:
    """Yield the suite's first releases."""
    for object_, more in MEANS:
        params = {**BASE, **more}
        tag = slug(object_, *params.values())
        for grid, rounding in (("1/8", "nearest"), ("1/1000", "nearest"), ("1/2", "stochastic")):
            given: dict[str, Any] = {
                "data": DATA,
                "tape": shake(f"{tag}{grid}", 128),
                "count": "3",
                "grid": grid,
                "rounding": rounding,
            }
            yield make(
                object_,
                params,
                given,
                f"grid{grid}-{rounding}",
                f"whole releases, output to the grid {grid}, {rounding}: draws in another order "
                "take other bits",
                ("TapeOrder", "Rounding"),
            )
        given = {"data": DATA, "tape": shake(f"{tag}short", 1), "count": "4", "grid": "1/1000"}
        yield make(
            object_, params, given, "short", "a tape that ends before the releases are decided", ()
        )
        if object_ != "sized_mean":
            given = {"data": [], "tape": shake(f"{tag}empty", 64), "count": "2", "grid": "1/1000"}
            yield make(
                object_,
                params,
                given,
                "nodata",
                "n = 0: the release is noise divided by noise, not an error",
                ("EmptyData",),
            )
    for gamma in ("1/2", "optimal"):
        params = {**BASE, "noise": "hourglass", "gamma": gamma}
        given = {"data": [], "tape": "90" + "5a" * 15, "count": "1", "grid": "1/1000"}
        why = (
            "J = 0 and G = 0 with n = 0: the noisy count is exactly 0 whatever X is, so the "
            f"midpoint at once; gamma {gamma}"
        )
        yield make("transformed_mean", params, given, "zerocount", why, ("ZeroCount", "EmptyData"))


def _many() -> Iterator[Vector]:
    """Yield digests of many releases, releases under every policy, and releases with other bounds
    and parameters.
    """
    for object_, more in MEANS:
        sized = object_ == "sized_mean"
        params = {**BASE, **more}
        tag = slug(object_, *params.values())
        for rounding, grid in (("nearest", "1/1000"), ("stochastic", "1/4")):
            why = (
                f"40 releases on the grid {grid}, {rounding}, one digest: any wrong draw, "
                "quotient, clip or rounding shows"
            )
            yield make(
                object_,
                params,
                {
                    "data": DATA,
                    "seed": shake(tag, 8),
                    "count": "40",
                    "grid": grid,
                    "rounding": rounding,
                },
                f"accumulated-{rounding}",
                why,
                ("Accumulated",),
            )
        given = {
            "data": ["inf", "nan", "-3"],
            "tape": shake(f"{tag}policies", 64),
            "count": "3",
            "grid": "1/1000",
        }
        count = "counted as the midpoint" if sized else "dropped"
        yield make(
            object_,
            params,
            given,
            "policies",
            f"an infinite record, a missing one ({count}) and one below the "
            "bounds: the status and the bits are those of any data",
            ("Infinite", "MissingRecord", "ClipForgotten"),
        )
        given = {
            "data": ["-5", "-7", "0"],
            "tape": shake(f"{tag}negative", 64),
            "count": "3",
            "grid": "1/3",
        }
        yield make(
            object_,
            {**params, "lower": "-6", "upper": "-2"},
            given,
            "negative",
            "negative bounds on the grid 1/3: scales from the width or from max(|lower|, "
            "|upper|), and floor of negative numbers",
            ("ShiftForgotten", "Rounding"),
        )
        given = {"data": DATA, "tape": shake(f"{tag}coarse", 48), "count": "6", "grid": "4"}
        yield make(
            object_,
            params,
            given,
            "coarse",
            "a grid as wide as the bounds: 0 or 4, from few bits; half way is "
            "2, and an exact 2 goes to the even multiple, 0",
            ("Rounding", "TapeOrder"),
        )
        half = {k: v for k, v in params.items() if k != "epsilon"} | {"decay": "1/2"}
        given = {"data": DATA, "tape": shake(f"{tag}decay", 64), "count": "3", "grid": "1/100"}
        yield make(
            object_,
            half,
            given,
            "decay",
            "given by decay 1/2: epsilon = log 2, irrational; taken for epsilon 1/2 it is "
            "other noise",
            ("WrongScale",),
        )
        yield from endings(object_, params, {"data": DATA, "count": "3", "grid": "1/1000"})


def _near() -> Iterator[Vector]:
    """Yield releases next to the places where the output changes: a sign of the count, a half cell,
    a bound, a tie.
    """
    grid = {"grid": "1/8", "data": ["1", "3"]}
    zero = Laplace(**parse({"epsilon": "1", "sensitivity": "2"})).cdf(Fraction(-2))
    for object_ in ("independent_mean", "shifted_mean"):
        what = (
            "the point at which the noisy count of two records is 0, the bits of the sum's "
            "noise in between,"
        )
        yield from boundary(
            object_,
            BASE,
            grid,
            "count0",
            what,
            "",
            zero,
            ("NegativeCount", "ZeroCount"),
            others=binary(f"{object_}count0", 24),
        )
    whole = RoundedLaplace(**parse({"epsilon": "1", "sensitivity": "2"}))
    yield from boundary(
        "bounded_mean",
        BASE,
        {"grid": "1/2", "data": ["1", "3"]},
        "counted",
        "the point at which the noisy count of two records goes from 1 to 2,",
        "",
        whole.cdf(-1),
        ("SmallCount",),
    )
    for noise in ("laplace", "truncated_laplace"):
        params = {**BASE, "n": "2", "noise": noise}
        law = Laplace(**parse({"epsilon": "1", "sensitivity": "2"}))
        yield from boundary(
            "sized_mean",
            params,
            grid,
            "half",
            "the point at which the release is 33/16, half way between 2 and 17/8,",
            "",
            law.cdf(Fraction(1, 16)),
            ("Rounding",),
        )
        yield from boundary(
            "sized_mean",
            params,
            grid,
            "bound",
            "the point at which the release reaches the upper bound",
            "",
            law.cdf(Fraction(2)),
            ("Truncation",),
        )
    lattice = DiscreteLaplace(**parse({"epsilon": "1", "sensitivity": "4"}))
    params = {**BASE, "noise": "discrete_laplace", "m": "4"}
    for name, k1, k2, data, why in (
        (
            "tie-even",
            0,
            -4,
            ["2"],
            "one record, draws 0 and -4: the count is exactly 0, so the midpoint 2, a tie on "
            "the grid 4: to 0",
        ),
        (
            "tie-odd",
            2,
            6,
            ["4", "0"],
            "s1 = 3/2 and n = 4: exactly 3/2, a tie on the grid 1 between 1 and 2: to the even "
            "one, 2",
        ),
        ("tie-low", 0, 8, ["2"], "s1 = 1/2 and n = 3: exactly 2/3, no tie"),
    ):
        wide = "4" if name == "tie-even" else "1"
        bits = steer(lattice.cdf, k1) + steer(lattice.cdf, k2)
        yield make(
            "transformed_mean",
            params,
            {"data": data, "tape": tape(bits), "count": "1", "grid": wide},
            name,
            why,
            ("Rounding", "ZeroCount") if name == "tie-even" else ("Rounding",),
        )
    for name, coin, why in (
        (
            "coin-zero",
            "0000",
            "an exact multiple of the grid is kept whatever V is: no bit of V is taken",
        ),
        ("coin-half", "1000", "s1/n = 3/8 of the width, 3/2, grid 1: V >= 1/2 rounds up, one bit"),
    ):
        k1, k2 = (0, 0) if name == "coin-zero" else (2, 6)
        given = {
            "data": ["4", "0"],
            "tape": tape(steer(lattice.cdf, k1) + steer(lattice.cdf, k2) + coin),
            "count": "1",
            "grid": "1",
            "rounding": "stochastic",
        }
        yield make("transformed_mean", params, given, name, why, ("Rounding", "TapeOrder"))


def tape_vectors() -> Iterator[Vector]:
    yield from _first()
    yield from _many()
    yield from _near()
