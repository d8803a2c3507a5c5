"""Mutants of the laws in the plane: seven of the twenty, written from the definitions alone,
without a look at the vectors, the checks or the tests.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import cache
from typing import Any

from dpmean.distributions.discrete_hourglass import DiscreteHourglass
from dpmean.distributions.discrete_laplace import normalizer
from dpmean.distributions.hourglass import Diagonals, Hourglass
from dpmean.distributions.samplers.inversion import Inversion
from dpmean.distributions.staircase2d import Staircase2D
from dpmean.exact.digits import binary64
from dpmean.randomness.bits import Shake128ForTesting

from .patching import ACCURACY, PRIVACY, Mutant, draws, edited, exact, quantity, request

Draw = Callable[[Any], tuple[Any, ...]]


def biased_sign(draw: Draw) -> Draw:
    """The sign of x comes from a byte, by `byte > 128`: positive with probability 127/256."""

    def wrong(bits: Any) -> tuple[Any, ...]:
        x, y = draw(bits)
        return (abs(x) if secrets.randbelow(256) > 128 else -abs(x)), y

    return wrong


def fixed_seed(draw: Draw) -> Draw:
    """The generator is seeded with a constant, so that every sampler gives the same draws."""
    constant = Shake128ForTesting(b"42")
    return lambda bits: draw(constant)


@cache
def scaled_offset(law: Hourglass) -> Inversion:
    """Two-sided geometric with ratio b^(1/D) instead of b."""
    t = law.decay.power(1 / law.sensitivity)
    zero = normalizer(t)

    def cdf(k: int) -> Any:
        below = zero * t ** abs(k if k < 0 else k + 1) / (1 - t)
        return below if k < 0 else 1 - below

    return Inversion(cdf)


PLANE = (
    Mutant(
        "staircase2d_overlap_by_the_sum",
        "staircase2d.total_variation asks only |s_x + s_y|, not |s_x - s_y|, whether the "
        "smallest ball meets its shift; the hockey-stick divergence inherits it",
        ACCURACY,
        lambda: edited(Staircase2D.total_variation, "is_less(max(u, v), 2", "is_less(u, 2"),
        ("staircase2d",),
        ("exact", "reject"),
        (
            exact(
                "staircase2d.total_variation",
                epsilon="1",
                gamma="1/4",
                shift_x="1/2",
                shift_y="-1/2",
            ),
        ),
    ),
    Mutant(
        "staircase2d_norm_tail_by_complement",
        "staircase2d.norm_tail is 1 - P(|X| + |Y| < r) in doubles, so that a tail below 1e-16 is 0",
        ACCURACY,
        lambda: quantity("staircase2d.norm_tail", lambda right, **_: 1.0 - binary64(1 - right)),
        ("staircase2d",),
        ("exact", "reject"),
        (exact("staircase2d.norm_tail", epsilon="1", gamma="1/2", r="50"),),
    ),
    Mutant(
        "staircase2d_biased_sign",
        "the sign of x in the plane comes from a random byte by `byte > 128`: positive with "
        "probability 127/256",
        PRIVACY,
        lambda: draws("staircase2d", biased_sign),
        ("staircase2d",),
        ("stat", "reject"),
    ),
    Mutant(
        "hourglass_offset_in_data_units",
        "the hourglass sampler draws the offset of the diagonal with ratio e^(-epsilon / D) "
        "instead of e^(-epsilon): right only for D = 1",
        PRIVACY,
        lambda: edited(
            Hourglass.sample,
            "self.offset.sample(bits)",
            "scaled_offset(self).draw(bits)",
            scaled_offset=scaled_offset,
        ),
        ("hourglass", "transformed_mean"),
        ("tape", "stat", "reject"),
        (
            request(
                "tape",
                "hourglass",
                {"epsilon": "1", "gamma": "1/2", "sensitivity": "2"},
                tape="9d" * 60,
                count="4",
                profile="step-uniform-1",
                grid="1/1024",
            ),
        ),
    ),
    Mutant(
        "hourglass_shift_of_the_right_sum",
        "the hourglass laws vouch for every shift whose coordinates sum to +-D, also for (2, "
        "-1), where the loss is not epsilon",
        PRIVACY,
        lambda: edited(
            Diagonals.require_shift,
            "total == self.sensitivity and abs(shift_x) + abs(shift_y) == total",
            "total == self.sensitivity",
        ),
        ("hourglass", "discrete_hourglass"),
        ("exact", "reject"),
        (exact("hourglass.privacy_loss", epsilon="1", gamma="1/2", shift_x="2", shift_y="-1"),),
    ),
    Mutant(
        "discrete_hourglass_left_edge",
        "the discrete hourglass puts the left edge of every step on the wrong step (half-open "
        "to the same side instead of mirrored): the loss there is 2 epsilon",
        PRIVACY,
        lambda: edited(
            DiscreteHourglass.signed_step,
            "return signed_lattice_level(i,",
            "return signed_lattice_level(i if i >= 0 else i + 1,",
        ),
        ("discrete_hourglass", "transformed_mean"),
        ("exact", "tape", "stat", "reject"),
        (
            exact("discrete_hourglass.pmf", epsilon="1", gamma="1/2", m="2", x="-1/2", k="0"),
            exact(
                "discrete_hourglass.conditional_pmf",
                epsilon="1",
                gamma="1/2",
                m="2",
                x="-3/2",
                k="-1",
            ),
        ),
    ),
    Mutant(
        "discrete_hourglass_fixed_seed",
        "the discrete hourglass sampler seeds its generator with a constant: the law is right "
        "and the noise is known",
        PRIVACY,
        lambda: draws("discrete_hourglass", fixed_seed),
        ("discrete_hourglass",),
        ("stat", "reject"),
        (),
    ),
)
