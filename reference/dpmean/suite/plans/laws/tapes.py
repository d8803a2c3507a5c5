"""`tape` vectors of the laws' samplers: ordinary, accumulated, unlucky and exhausted tapes.

Unlucky tapes are made, not found by chance: earlier draws are steered, then the tape follows a
boundary of the distribution function, or the point at which a uniform variable takes the outcome
from one grid cell to the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate
from typing import Any

from ....distributions.discrete_laplace import DiscreteLaplace
from ....distributions.discrete_staircase import DiscreteStaircase
from ....distributions.laplace import Laplace
from ....distributions.staircase import Staircase
from ....exact.enclosure import floor
from ....exact.numbers import spell
from ....parameters.declared import parse
from ...kinds.tape import make
from ...vectors import Vector, slug
from ..tape_bits import Cdf, binary, boundary, digits, endings, shake, steer, tape
from .law import ALL, Cases


def _everyday(object_: str, cases: Cases) -> Iterator[Vector]:
    grid = cases.grid
    for params, _, _ in cases.tapes:
        tag = slug(object_, *params.values())
        yield make(
            object_,
            params,
            {"tape": shake(tag, 96), "count": "8", **grid},
            "ordinary",
            "eight ordinary draws: the order of the bits and how many each draw takes",
            ("TapeOrder",),
        )
        zeros = (
            "all bits 0: U is the lower end of the first cell, which a two-sided law does not have"
        )
        yield make(
            object_, params, {"tape": "00" * 32, "count": "1", **grid}, "zeros", zeros, ("Unlucky",)
        )
        yield make(
            object_,
            params,
            {"tape": "ff" * 32, "count": "1", **grid},
            "ones",
            "all bits 1: U tends to 1, beyond every value of the distribution function",
            ("Unlucky",),
        )
        yield make(
            object_,
            params,
            {"tape": "80" + "00" * 31, "count": "1", **grid},
            "half",
            "U = 1/2 exactly, the median",
            ("Unlucky",),
        )
        yield make(
            object_,
            params,
            {"tape": "", "count": "1", **grid},
            "empty",
            "no bits at all: an error, not a draw of zeros",
            (),
        )
        yield make(
            object_,
            params,
            {"seed": shake(tag, 8), "count": "200", **grid},
            "accumulated",
            "200 draws, one digest",
            ("Accumulated",),
        )
    for params, why in cases.aimed_tapes:
        tag = slug(object_, *params.values())
        yield make(
            object_,
            params,
            {"tape": shake(tag, 96), "count": "6", **grid},
            "ordinary",
            why,
            ("TapeOrder",),
        )
        yield make(
            object_,
            params,
            {"seed": shake(tag, 8), "count": "60", **grid},
            "accumulated",
            f"60 draws, one digest; {why}",
            ("Accumulated",),
        )
    for params, ends, _ in cases.tapes:
        if ends:
            yield from endings(object_, params, {"count": "3", **grid})


def _far(object_: str, cases: Cases) -> Iterator[Vector]:
    """Yield tapes with outcomes that are rarer than any simulation would show."""
    for params in (params for params, _, far in cases.tapes if far):
        tag = slug(object_, *params.values())
        for name, start, what in (
            ("far-up", "ff" * 8 + "7f", "sixty-four bits 1"),
            ("far-down", "00" * 8 + "80", "sixty-four bits 0"),
        ):
            why = (
                f"{what}: an outcome beyond 2^-64 of the mass; a sampler with a cut tail, or "
                "one that works on doubles, stops before it"
            )
            yield make(
                object_,
                params,
                {"tape": start + shake(f"{tag}{name}", 40), "count": "1", **cases.grid},
                name,
                why,
                ("Unlucky", "TailCut"),
            )


def _cells(object_: str, cases: Cases) -> Iterator[Vector]:
    """Yield tapes next to values of the distribution function of a law on the integers."""
    for params, k in cases.cells:
        law: Any = cases.law(**parse(params))
        yield from boundary(object_, params, cases.grid, f"cell{k}", f"F({k})", "", law.cdf(int(k)))


def _known() -> Iterator[Vector]:
    """Yield the suite's first tapes next to boundaries, which follow them for 64 bits."""
    for epsilon, k in (("1", 0), ("1", 3), ("1/100", 40)):
        law = DiscreteLaplace(**parse({"epsilon": epsilon}))
        below = floor(law.cdf(k) * Fraction(1 << 64))
        for name, start, side in (
            ("below", below, "just below"),
            ("above", below + 1, "just above"),
        ):
            bits = (start).to_bytes(8, "big").hex() + shake(f"{epsilon}{k}{name}", 16)
            yield make(
                "discrete_laplace",
                {"epsilon": epsilon},
                {"tape": bits, "count": "1"},
                f"boundary{k}-{name}",
                f"U is {side} F({k}): 64 bits do not say more",
                ("Unlucky",),
            )


def steps(params: dict[str, str]) -> Cdf:
    """Return the distribution function of the signed step J of a staircase, at the right ends of
    the steps.
    """
    law = Staircase(**parse({k: v for k, v in params.items() if k != "sensitivity"}))
    gamma = Fraction(params["gamma"])
    return lambda j: law.cdf(j + gamma if j >= 0 else j + 1 - gamma)


def balls(decay: Fraction, gamma: Fraction) -> Cdf:
    """Return the distribution function of the ball index K for a rational decay.

    Its masses are proportional to b^k (k + gamma)^2.
    """
    rest = 1 - decay
    total = gamma**2 / rest + 2 * gamma * decay / rest**2 + decay * (1 + decay) / rest**3
    sums = [Fraction(0), *accumulate(decay**k * (k + gamma) ** 2 for k in range(40))]
    return lambda k: sums[max(k, -1) + 1] / total


def _inversions() -> Iterator[Vector]:
    """Yield tapes next to the values of the distribution functions by which integers are drawn."""
    grid = {"grid": "1/1024"}
    params = {"epsilon": "1", "gamma": "1/2", "m": "4"}
    lattice = DiscreteStaircase(**parse(params))
    for i, what in (
        (1, "F at 1/4, the last point of the central step"),
        (-2, "F at -1/2, the first point of step -1"),
        (5, "F at 5/4, the last point of step 1"),
    ):
        yield from boundary(
            "discrete_staircase", params, {}, f"cell{i}", what, "", lattice.cdf(Fraction(i, 4))
        )
    across = steer(lambda i: lattice.cdf(Fraction(i, 4)), 0)
    geometric = DiscreteLaplace(**parse({"epsilon": "1"}))
    yield from boundary(
        "discrete_hourglass", params, {}, "cellx", "F at x = 1/4", "", lattice.cdf(Fraction(1, 4))
    )
    for k in (0, -2):
        yield from boundary(
            "discrete_hourglass",
            params,
            {},
            f"cellg{k}",
            f"F of G at {k}, after x = 0,",
            across,
            geometric.cdf(k),
            ("NegativeK",) if k < 0 else (),
        )
    params = {"epsilon": "1", "gamma": "1/2"}
    signed = steps(params)
    for j in (0, -1):
        yield from boundary("staircase", params, grid, f"step{j}", f"F of J at {j}", "", signed(j))
    yield from boundary("hourglass", params, grid, "step1", "F of J at 1", "", signed(1))
    yield from boundary(
        "hourglass",
        params,
        grid,
        "cellg",
        "F of G at 0, after J = -1,",
        steer(signed, -1),
        geometric.cdf(0),
    )
    yield from boundary(
        "staircase2d",
        {"decay": "1/3", "gamma": "1/2"},
        grid,
        "ball0",
        "F of K at 0",
        "",
        balls(Fraction(1, 3), Fraction(1, 2))(0),
    )


def _grids() -> Iterator[Vector]:
    """Yield tapes at the point where a uniform variable takes the outcome to the next grid cell.

    The tapes are next to the point, and exactly on it.
    """
    half = Fraction(1, 2)
    for params, given, at in (
        ({"epsilon": "1"}, "1/1024", Fraction(1001, 2048)),
        ({"decay": "1/2"}, "1/10", Fraction(-7, 20)),
    ):
        yield from boundary(
            "laplace",
            params,
            {"grid": given},
            f"grid{spell(at)}",
            f"F at {spell(at)}, half way between two multiples of {given},",
            "",
            Laplace(**parse(params)).cdf(at),
        )
    params = {"epsilon": "1", "gamma": "1/2"}
    signed = steps(params)
    for object_, prefix, what in (
        ("staircase", steer(signed, 1), "J = 1"),
        (
            "hourglass",
            steer(signed, 1) + steer(DiscreteLaplace(**parse({"epsilon": "1"})).cdf, 0),
            "J = 1, G = 0",
        ),
    ):
        # x = 1/2 + U: it is half way between multiples of 1/3 at U = 1/3, and of 1/4 at U = 3/8
        yield from boundary(
            object_,
            params,
            {"grid": "1/3"},
            "grid5_6",
            f"1/3, where x = 5/6 is half way between 2/3 and 1 after {what},",
            prefix,
            Fraction(1, 3),
        )
        for name, own, why in (
            ("tie-above", "011" + "0" * 13, "U = 3/8 and what is above it: x > 7/8 rounds to 1"),
            ("tie-below", "010" + "1" * 13, "U < 3/8: x < 7/8 rounds to 3/4"),
        ):
            note = (
                "; the tie is one point of the closed box and of no open one, so the bits up "
                "to it decide"
            )
            yield make(
                object_,
                params,
                {"tape": tape(prefix + own + "0" * 8), "count": "1", "grid": "1/4"},
                name,
                f"after {what}: {why}{note}",
                ("Unlucky", "Rounding"),
            )
    planar = {"decay": "1/2", "gamma": "1"}
    ball = balls(half, Fraction(1))
    for name, own, what in (
        (
            "ball1-low",
            "00" + "1" * 14,
            "U < 1/4: K <= 1, decided by two bits and the bits below the boundary",
        ),
        ("ball1-high", "01" + "0" * 14, "U >= 1/4: K >= 2; the boundary is 1/4 exactly"),
    ):
        yield make(
            "staircase2d",
            planar,
            {"tape": tape(own) + shake(name, 16), "count": "1", "grid": "1/64"},
            name,
            what,
            ("Unlucky",),
        )
    zero = steer(ball, 0)
    yield make(
        "staircase2d",
        planar,
        {"tape": tape(zero + "01" * 24 + binary("ball", 2)), "count": "1", "grid": "1/64"},
        "turns",
        "K = 0, then U1 = 0 and U2 tends to 1, their bits in turn: x + y tends to -1 and x - y "
        "to 1",
        ("TapeOrder", "Unlucky"),
    )
    yield from endings("staircase2d", planar, {"count": "2", "grid": "1/100"})


def _ends_of_discrete() -> Iterator[Vector]:
    """Yield tapes that end between the discrete part of a draw and its uniform variables."""
    params: dict[str, Any] = {"epsilon": "1", "gamma": "1/2"}
    signed, geometric = steps(params), DiscreteLaplace(**parse({"epsilon": "1"}))
    for object_, bits, what in (
        ("staircase", steer(signed, 9), "J = 9"),
        ("hourglass", steer(signed, 9) + steer(geometric.cdf, -7), "J = 9, G = -7"),
    ):
        whole = bits[: (len(bits) - 1) // 8 * 8]
        yield make(
            object_,
            params,
            {"tape": tape(whole), "count": "1", "grid": "1/1024"},
            "end-inside",
            f"a tape that ends inside the draws of {what}",
            (),
        )
        yield make(
            object_,
            params,
            {"tape": tape(bits + digits(Fraction(1, 3), 24)), "count": "1", "grid": "1/1024"},
            "end-after",
            f"{what}, then U = 1/3 to more bits than the grid needs",
            ("TapeOrder",),
        )


def _further(object_: str, cases: Cases) -> Iterator[Vector]:
    """Yield the tapes of the profiles ddg-1 and cks-1."""
    for profile, params in cases.further_tapes:
        name, tag = profile.split("-")[0], slug(profile, object_, *params.values())
        given = {"profile": profile}
        yield make(
            object_,
            params,
            {"tape": shake(tag, 160), "count": "8", **given},
            f"{name}-ordinary",
            f"eight ordinary draws by {profile}: the order of the outcomes and the bits each takes",
            ("TapeOrder",),
        )
        yield make(
            object_,
            params,
            {"seed": shake(tag, 8), "count": "300", **given},
            f"{name}-accumulated",
            f"300 draws by {profile}, one digest",
            ("Accumulated",),
        )
        yield make(
            object_,
            params,
            {"tape": "00" * 32, "count": "1", **given},
            f"{name}-zeros",
            "all bits 0: the first leaf, or the least number each time",
            ("Unlucky",),
        )
        yield make(
            object_,
            params,
            {"tape": "ff" * 32, "count": "1", **given},
            f"{name}-ones",
            "all bits 1: no leaf, or a number that is rejected, for as long as they last",
            ("Unlucky",),
        )
        yield make(
            object_,
            params,
            {"tape": "aa" * 32, "count": "3", **given},
            f"{name}-alternating",
            "bits 1 and 0 in turn",
            ("TapeOrder",),
        )
        yield from endings(
            object_, params, {"count": "3" if name == "ddg" else "1", **given}, f"{name}-end"
        )


def _long(object_: str, cases: Cases) -> Iterator[Vector]:
    """Yield tapes at numbers that are longer than 32 or 53 bits."""
    for profile, params, why in cases.long_tapes:
        name, tag = profile.split("-")[0], slug("long", profile, object_, *params.values())
        given = {"profile": profile, **cases.grid}
        yield make(
            object_,
            params,
            {"tape": shake(tag, 512), "count": "4", **given},
            f"{name}-long",
            why,
            ("TapeOrder",),
        )
        yield make(
            object_,
            params,
            {"seed": shake(tag, 8), "count": "100", **given},
            f"{name}-long-accumulated",
            f"100 draws, one digest; {why}",
            ("Accumulated",),
        )


def tape_vectors() -> Iterator[Vector]:
    for object_, cases in ALL.items():
        yield from _everyday(object_, cases)
        yield from _far(object_, cases)
    yield from _known()
    for object_, cases in ALL.items():
        yield from _cells(object_, cases)
    yield from _inversions()
    yield from _grids()
    yield from _ends_of_discrete()
    for object_, cases in ALL.items():
        yield from _further(object_, cases)
        yield from _long(object_, cases)
