"""What the catalogue says of the privacy of the laws, from the names down: who is refused, the
loss, the divergence.

Claim.       `privacy_loss` and `hockey_stick` of the shipped laws accept exactly the shifts of the law's sensitivity
             space; the loss that they give is the largest change of the log-density over all
             points, attained; the divergence is the supremum over events, computed from the shipped
             density itself. The minimax risk scales with the square of the width of the records and
             does not move with them.
Source.      addremove Definition 2, Section 4.1, Equation (1), Corollary 2.
Derivation.  (1) The shipped methods are run with shifts and sensitivities that are variables; a path on which they
             refuse is a refusal. (2) the log-density is minus epsilon times the step, so a loss of
             p epsilon is a change of the step by at most p. (3) A divergence is the sum over cells
             of max(f - e^h f', 0), cells between all boundaries of both densities, and of the two
             tails, on each of which the ratio does not change.
Trusted.     densities_decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import pairwise, product
from typing import Any

from dpmean.catalogue.quantities import value
from dpmean.distributions import cells
from dpmean.distributions.hourglass import Hourglass
from dpmean.distributions.laplace import Laplace
from dpmean.distributions.staircase import Staircase
from dpmean.distributions.staircase2d import Staircase2D
from dpmean.errors import InvalidInput
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare
from dpmean.mechanisms.addremove import mean_bounds as addremove

from ...kernel.rules import exhaustive, smt
from ...kernel.tracing import INT, REAL
from ...theorem import Theorem
from ..addremove.staircase_steps import exponent, gamma_inside

HALF = Fraction(1, 2)
ONE = Decay.formal("1", "1/3")
PLANE = {"x": REAL, "y": REAL, "d": REAL}
MOVE = {"x": REAL, "k": INT, "x0": REAL, "g": REAL}
RATIOS = (
    Fraction(1, 9),
    Fraction(1, 4),
    Fraction(1, 3),
    HALF,
    Fraction(2, 3),
    Fraction(1),
    Fraction(3, 2),
    Fraction(2),
    Fraction(3),
    Fraction(9),
)
DECAYS = (Fraction(1, 4), HALF, Fraction(2, 3))


def accepted(ask: Callable[[], Any]) -> bool:
    """Tell whether a method answers, or refuses the shift."""
    try:
        ask()
    except InvalidInput:
        return False
    return True


def hourglass_space(v: Any) -> bool:
    """Tell whether a shift is (x0, D - x0) or its negative, 0 <= x0 <= D."""
    return bool(
        (v.x >= 0 and v.y >= 0 and v.x + v.y == v.d)
        or (v.x <= 0 and v.y <= 0 and v.x + v.y == -v.d)
    )


def hourglass_answers(v: Any) -> bool:
    """Tell whether the hourglass of sensitivity D gives its loss under a shift."""
    return accepted(lambda: Hourglass(ONE, HALF, v.d).privacy_loss(v.x, v.y))


def hourglass_compares(v: Any) -> bool:
    """Tell whether it gives the divergence under a shift."""
    return accepted(lambda: Hourglass(ONE, HALF, v.d).hockey_stick(v.x, v.y, Fraction(2)))


def staircase_answers(v: Any) -> bool:
    """Tell whether the staircase of sensitivity D gives its loss under a shift."""
    return accepted(lambda: Staircase(ONE, HALF, v.d).privacy_loss(v.s))


def planar_answers(v: Any) -> bool:
    """Tell whether the 2-D staircase of sensitivity D gives its loss under a shift."""
    return accepted(lambda: Staircase2D(ONE, HALF, v.d).privacy_loss(v.x, v.y))


def change(v: Any, sign: int) -> Any:
    """Return the change of the exponent when (x, k) moves by +-(x0, 1)."""
    return exponent(v.x + sign * v.x0, v.k + sign, v.g) - exponent(v.x, v.k, v.g)


def lost(v: Any, sign: int) -> Any:
    """Return the shipped loss under +-(x0, 1 - x0), in epsilons; its constant is added, and is
    0.
    """
    loss = Hourglass(ONE, HALF).privacy_loss(sign * v.x0, sign * (1 - v.x0))
    return loss.epsilons + loss.constant


def staircase_loss(v: Any) -> Any:
    """Return the shipped loss of the staircase of sensitivity 1 under a shift, in epsilons."""
    loss = Staircase(ONE, HALF).privacy_loss(v.s)
    return loss.epsilons + loss.constant


def witness(v: Any) -> Any:
    """Return a point on step 0 that the shift s takes to step 1."""
    size = abs(v.s)
    at = v.g - size / 2 if size < 2 * v.g else size * 0
    return at if v.s >= 0 else -at


def moves_by_the_loss(sign: int, v: Any) -> Any:
    """State that the exponent changes by the shipped loss, one way or the other."""
    return abs(change(v, sign)) == lost(v, sign)


def grows_by_the_loss(sign: int, v: Any) -> Any:
    """State that it grows by that, which is false."""
    return change(v, sign) == lost(v, sign)


def laplace_loss(d: Fraction, v: Any) -> Any:
    """Return the shipped loss of a Laplace law of sensitivity d under a shift, in the query's
    units.
    """
    loss = Laplace(ONE, d).privacy_loss(v.s)
    return (loss.epsilons + loss.constant) * d


def at_most_the_loss(d: Fraction, v: Any) -> Any:
    """State that |x| changes by at most the shipped loss at x, and by that much at 0."""
    return abs(abs(v.x + v.s) - abs(v.x)) <= laplace_loss(d, v) and abs(v.s) == laplace_loss(d, v)


def exactly_the_loss(d: Fraction, v: Any) -> Any:
    """State that it changes by that much everywhere, which is false."""
    return abs(abs(v.x + v.s) - abs(v.x)) == laplace_loss(d, v)


def divergence(
    f: Callable[[Fraction], Any], edges: list[Fraction], shift: Fraction, ratio: Fraction
) -> Fraction:
    """Return the integral of max(f(x) - ratio f(x - shift), 0), for f that is constant between
    edges.
    """
    total = Fraction(0)
    for lo, hi in pairwise(edges):
        middle = (lo + hi) / 2
        total += max(f(middle) - ratio * f(middle - shift), Fraction(0)) * (hi - lo)
    return total


def staircase_cases() -> Iterator[tuple[Fraction, Fraction, Fraction, Fraction, Fraction]]:
    """Yield b, gamma, D, a shift and a ratio."""
    yield from (
        (b, g, d, s * d, ratio)
        for b, g, d, s, ratio in product(
            DECAYS,
            (Fraction(1, 5), HALF, Fraction(1)),
            (Fraction(1), Fraction(3, 2)),
            (Fraction(1, 4), Fraction(-2, 3), Fraction(1)),
            RATIOS,
        )
    )


def staircase_divergence(case: tuple[Fraction, Fraction, Fraction, Fraction, Fraction]) -> bool:
    """Check the shipped divergence against the shipped density, cell by cell; beyond, cells repeat
    with a factor b.
    """
    b, g, d, s, ratio = case
    law = Staircase(Decay.from_decay(b), g, d)
    near = [
        sign * (g + j) * d + move for j in range(4) for sign in (1, -1) for move in (Fraction(0), s)
    ]
    edges = sorted(e for e in {*near, Fraction(0), s} if abs(e) <= (g + 2) * d)
    inner, outer = edges[0], edges[-1]
    left, right = (
        sorted(
            {
                e
                for j in range(2, 6)
                for m in (Fraction(0), s)
                for e in (sign * (g + j) * d + m,)
                if sign * end <= sign * e <= sign * end + d
            }
            | {end, end + sign * d}
        )
        for sign, end in ((-1, inner), (1, outer))
    )
    total = divergence(law.density, edges, s, ratio)
    total += sum(
        (divergence(law.density, part, s, ratio) for part in (left, right)), Fraction(0)
    ) / (1 - b)
    found = value(
        "staircase.hockey_stick",
        {"decay": b, "gamma": g, "sensitivity": d, "shift": s, "at_ratio": ratio},
    ).values[0]
    return found == total


def hourglass_divergence(case: tuple[Fraction, Fraction, int]) -> bool:
    """Check the divergence: the loss is epsilon with probability 1/(1 + b) and -epsilon else, for
    every shift.
    """
    b, ratio, way = case
    x0, total = Fraction(1, 4) * way, Fraction(0)
    # under P; Q has `factor` times as much there
    for mass, factor in ((1 / (1 + b), b), (b / (1 + b), 1 / b)):
        total += max(mass - ratio * mass * factor, Fraction(0))
    given = {"decay": b, "gamma": HALF, "shift_x": x0, "shift_y": way - x0, "at_ratio": ratio}
    return (
        value("hourglass.hockey_stick", given).values[0] == total
        and value("discrete_hourglass.hockey_stick", {**given, "m": 4}).values[0] == total
    )


def losses() -> Iterator[tuple[str, dict[str, Any], Fraction]]:
    """Yield a name, its parameters and the epsilons that the loss must be: the largest change of
    the log-density.
    """
    for p in range(-4, 5):
        s = Fraction(p, 4)
        moved = max(
            abs(cells.level(abs(x + s), HALF) - cells.level(abs(x), HALF))
            for x in (Fraction(i, 16) for i in range(-48, 49))
        )
        yield "staircase.privacy_loss", {"gamma": HALF, "shift": s}, Fraction(moved)
        yield (
            "staircase.privacy_loss",
            {"gamma": HALF, "shift": 3 * s, "sensitivity": 3},
            Fraction(moved),
        )
        yield (
            "discrete_staircase.privacy_loss",
            {"gamma": HALF, "m": 4, "shift": s},
            Fraction(moved),
        )
        yield (
            "laplace.privacy_loss",
            {"shift": s},
            max(abs(abs(x + s) - abs(x)) for x in (s, Fraction(0), -s)),
        )
        yield "laplace.privacy_loss", {"shift": s, "sensitivity": 3}, abs(s) / 3
        yield "discrete_laplace.privacy_loss", {"shift": p, "sensitivity": 3}, Fraction(abs(p), 3)
    for sign in (1, -1):
        for i in range(5):
            x0 = Fraction(i, 4) * sign
            moved = max(
                abs(exponent(x + x0, k + sign, HALF) - exponent(x, k, HALF))
                for x in (Fraction(j, 8) for j in range(-16, 17))
                for k in range(-3, 4)
            )
            shift = {"gamma": HALF, "shift_x": x0, "shift_y": sign - x0}
            yield "hourglass.privacy_loss", shift, Fraction(moved)
            yield "discrete_hourglass.privacy_loss", {**shift, "m": 4}, Fraction(moved)
            yield "staircase2d.privacy_loss", shift, Fraction(1)
    yield "staircase2d.privacy_loss", {"gamma": HALF, "shift_x": 0, "shift_y": 0}, Fraction(0)
    yield (
        "staircase2d.privacy_loss",
        {"gamma": HALF, "shift_x": Fraction(1, 8), "shift_y": 0},
        Fraction(1),
    )


def loses(case: tuple[str, dict[str, Any], Fraction]) -> bool:
    """Check a loss of the catalogue: the number of epsilons, and nothing beside them."""
    name, given, epsilons = case
    found = value(name, {"epsilon": "2", **given})
    return (
        found.loss is not None
        and found.loss.epsilons == epsilons
        and found.loss.constant == 0
        and found.values[0] == 2 * epsilons
    )


def refusals() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield names with shifts that the law does not protect: one too far, and one off the
    lattice.
    """
    far, off = Fraction(9, 8), Fraction(1, 8)
    for quantity in ("privacy_loss", "hockey_stick"):
        more = {"at_ratio": Fraction(2)} if quantity == "hockey_stick" else {}
        yield f"staircase.{quantity}", {"gamma": HALF, "shift": far, **more}
        yield (
            f"discrete_staircase.{quantity}",
            {"gamma": HALF, "m": 4, "shift": Fraction(5, 4), **more},
        )
        yield f"discrete_staircase.{quantity}", {"gamma": HALF, "m": 4, "shift": off, **more}
        yield f"discrete_laplace.{quantity}", {"shift": HALF, **more}
        yield (
            f"staircase2d.{quantity}",
            {"gamma": HALF, "shift_x": HALF, "shift_y": -HALF - off, **more},
        )
        for x, y in (
            (HALF, -HALF),
            (Fraction(3, 2), -HALF),
            (HALF, Fraction(1, 4)),
            (Fraction(1), Fraction(1)),
        ):
            yield f"hourglass.{quantity}", {"gamma": HALF, "shift_x": x, "shift_y": y, **more}
            yield (
                f"discrete_hourglass.{quantity}",
                {"gamma": HALF, "m": 4, "shift_x": x, "shift_y": y, **more},
            )
        yield (
            f"discrete_hourglass.{quantity}",
            {"gamma": HALF, "m": 4, "shift_x": off, "shift_y": 1 - off, **more},
        )


def risk_scales(case: tuple[str, Fraction, Fraction, Fraction]) -> bool:
    """Check that k times as wide records have k^2 times the risk, wherever they lie, and records of
    [0, 1] sigma^2.
    """
    name, b, lower, width = case
    risk = {
        w: value(name, {"decay": b, "lower": lower, "upper": lower + w}).values[0]
        for w in (width, 3 * width)
    }
    unit = value("minimax.sigma_squared", {"decay": b}).values[0]
    return (
        compare(risk[3 * width], 9 * risk[width]) == 0
        and compare(value(name, {"decay": b}).values[0], unit) == 0
        and compare(addremove.minimax_risk(Decay.from_decay(b), Fraction(0), width), risk[width])
        == 0
        and compare(risk[width], unit * width * width) == 0
    )


STEPS = (
    smt(
        "the hourglass answers about shifts +-(x0, D - x0), 0 <= x0 <= D, and about no other",
        PLANE,
        lambda v: v.d > 0,
        lambda v: hourglass_answers(v) == hourglass_space(v),
        lambda v: hourglass_answers(v) == bool(v.x + v.y == v.d),
    ),
    smt(
        "its divergence too",
        PLANE,
        lambda v: v.d > 0,
        lambda v: hourglass_compares(v) == hourglass_space(v),
        lambda v: hourglass_compares(v) == bool(v.x + v.y == v.d),
    ),
    *(
        smt(
            f"the hourglass's shipped loss is the change of the exponent, at every point ({word})",
            MOVE,
            lambda v: gamma_inside(v) and v.x0 >= 0 and v.x0 <= 1,
            partial(moves_by_the_loss, sign),
            partial(grows_by_the_loss, sign),
            ("densities_decide",),
        )
        for word, sign in (("one record more", 1), ("one record less", -1))
    ),
    smt(
        "the staircase's shipped loss is the largest change of the step: no point changes by more",
        {"x": REAL, "s": REAL, "g": REAL},
        lambda v: gamma_inside(v) and v.s >= -1 and v.s <= 1,
        lambda v: (
            abs(cells.level(abs(v.x + v.s), v.g) - cells.level(abs(v.x), v.g)) <= staircase_loss(v)
        ),
        lambda v: (
            abs(cells.level(abs(v.x + v.s), v.g) - cells.level(abs(v.x), v.g)) == staircase_loss(v)
        ),
    ),
    smt(
        "and one does",
        {"s": REAL, "g": REAL},
        lambda v: gamma_inside(v) and v.s >= -1 and v.s <= 1,
        lambda v: (
            cells.level(abs(witness(v) + v.s), v.g) - cells.level(abs(witness(v)), v.g)
            == staircase_loss(v)
        ),
        lambda v: cells.level(abs(witness(v)), v.g) == staircase_loss(v),
    ),
    smt(
        "the staircase answers about shifts of at most D, and about no other",
        {"s": REAL, "d": REAL},
        lambda v: v.d > 0,
        lambda v: staircase_answers(v) == bool(-v.d <= v.s and v.s <= v.d),
        lambda v: staircase_answers(v) == bool(v.s <= v.d),
    ),
    smt(
        "the 2-D staircase answers about shifts of l1 length at most D, and about no other",
        PLANE,
        lambda v: v.d > 0,
        lambda v: planar_answers(v) == bool(abs(v.x) + abs(v.y) <= v.d),
        lambda v: planar_answers(v) == bool(v.x + v.y <= v.d),
    ),
    *(
        smt(
            f"the Laplace law's shipped loss is the largest change of |x|, sensitivity {d}",
            {"x": REAL, "s": REAL},
            lambda v: v.s >= -9,
            partial(at_most_the_loss, d),
            partial(exactly_the_loss, d),
        )
        for d in (Fraction(1), Fraction(5, 2))
    ),
    exhaustive("the catalogue's losses are the largest changes of the log-density", losses, loses),
    exhaustive(
        "and shifts beyond the sensitivity, or off the lattice, are refused",
        refusals,
        lambda c: not accepted(lambda: value(c[0], {"epsilon": "2", **c[1]})),
    ),
    exhaustive(
        "the hourglass's shipped divergence is that of its loss, both ways, b = 1/4, 1/2, 2/3",
        lambda: product(DECAYS, RATIOS, (1, -1)),
        hourglass_divergence,
    ),
    exhaustive(
        "the staircase's shipped divergence is the sum over cells of its own density",
        staircase_cases,
        staircase_divergence,
    ),
    exhaustive(
        "the minimax risk scales with the square of the width, and does not move with the records",
        lambda: product(
            ("minimax.r_swap", "minimax.r_add_remove"),
            DECAYS,
            (Fraction(0), Fraction(-3), Fraction(5, 2)),
            (Fraction(1), Fraction(2), Fraction(1, 3)),
        ),
        risk_scales,
    ),
)


def holds(decay: Fraction, x0: Fraction, x: Fraction, k: int, gamma: Fraction) -> bool:
    """Check the hourglass's loss at a point, from the density."""
    law = Hourglass(Decay.from_decay(decay), gamma)
    before, after = law.density(x, k=k), law.density(x + x0, k=k + 1)
    loss = law.privacy_loss(x0, 1 - x0)
    return after in (before * decay, before / decay) and loss.epsilons == 1 and loss.constant == 0


THEOREM = Theorem(
    id="shipped_privacy",
    title="Privacy of the laws as the catalogue says it: refusals, losses, divergences, minimax "
    "risk",
    statement="the shipped losses are the largest changes of the log-density, at every point of the "
    "continuous laws; shifts beyond the sensitivity are refused; divergences are those of "
    "the shipped densities; risk scales with w^2",
    source="addremove Definition 2, Section 4.1, Equation (1)",
    steps=STEPS,
    covers=(
        "hourglass.privacy_loss",
        "hourglass.hockey_stick",
        "discrete_hourglass.privacy_loss",
        "staircase.privacy_loss",
        "staircase.hockey_stick",
        "discrete_staircase.privacy_loss",
        "laplace.privacy_loss",
        "discrete_laplace.privacy_loss",
        "staircase2d.privacy_loss",
        "minimax.r_swap",
        "minimax.r_add_remove",
    ),
    depends_on=("staircase_steps", "hourglass_is_private", "staircase_law", "laplace_laws"),
    holds=holds,
)
