"""The exact mean squared errors of the algorithms of hetero, enclosed.

They are rationals where the mechanisms give them, and balls where those would be too slow. This
file holds errors of whole mechanisms. Too slow for the mechanisms' own `mse` are SM as printed
beyond 64 users (the law of the number of the sampled is a product of polynomials here), SM with a
thousand levels of epsilon, and LDPE with a thousand groups.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from ...exact import balls
from ...mechanisms.hetero import quantities
from ...mechanisms.hetero.adpm import Adpm
from ...mechanisms.hetero.affine import affine_error
from ...mechanisms.hetero.ldpe import Ldpe, group_error
from ...mechanisms.hetero.propdpm import PropDpm
from ...mechanisms.hetero.stretching import Stretching
from ...mechanisms.hetero.uni import Uni
from ...mechanisms.hetero.weights import Epsilon
from ..points import Enclosed
from .settings import LOWER, UPPER, Records, TwoGroups

BITS = 160
MANY = 32  # beyond so many groups LDPE is computed in balls
WIDTH = UPPER - LOWER
Epsilons = tuple[Epsilon, ...]
LAPLACE = 2  # the variance of Laplace noise in squares of its scale


def levels(epsilons: Epsilons) -> list[tuple[Fraction, int]]:
    """Return the different epsilons in rising order, each with the number of users who have it;
    none may be public.
    """
    counts: dict[Fraction, int] = {}
    for e in epsilons:
        assert e is not None
        counts[e] = counts.get(e, 0) + 1
    return sorted(counts.items())


def _enclosed(ball: Any) -> Enclosed:
    return Enclosed(*balls.ends(ball))


def _chances(epsilons: Epsilons) -> tuple[Fraction, list[tuple[Any, int]]]:
    """Return t, the greatest epsilon, and the sampling probabilities p as balls.

    For each level of epsilon there is its p, with the number of users who have it.
    """
    found = levels(epsilons)
    t = found[-1][0]
    whole = balls.ball(t).exp() - 1
    return t, [
        (balls.ball(1) if e == t else (balls.ball(e).exp() - 1) / whole, count)
        for e, count in found
    ]


def sm_printed(epsilons: Epsilons, records: Records) -> Enclosed:
    """Return E [V / m + 2 (w / (m t))^2], the error of SM as printed, m being the number of users
    sampled.

    It has no bias, so this holds whether or not the law of the records has mean 0.
    """
    with balls.precision(BITS):
        t, chances = _chances(epsilons)
        *unsure, (_, sure) = chances
        law = balls.count_law(unsure)
        first = sum((p / (k + sure) for k, p in enumerate(law)), balls.ball(0))
        second = sum((p / (k + sure) ** 2 for k, p in enumerate(law)), balls.ball(0))
        return _enclosed(
            first * balls.ball(records.variance) + second * balls.ball(LAPLACE * (WIDTH / t) ** 2)
        )


def sm_corrected(epsilons: Epsilons, records: Records) -> Enclosed:
    """Return the error of SM with the expectation D of m in place of m.

    It is the sum of p (V + o^2) - p^2 o^2 over D^2, plus the noise, with o = mean - mid. The
    mechanism's D is rounded up to a multiple of 2^-40, which changes the error by a relative 2^-38
    at most; the enclosure allows for it.
    """
    with balls.precision(BITS):
        offset = balls.ball((records.mean - (LOWER + UPPER) / 2) ** 2)
        t, chances = _chances(epsilons)
        d = sum((p * count for p, count in chances), balls.ball(0))
        parts = sum(
            (
                (p * (balls.ball(records.variance) + offset) - p * p * offset) * count
                for p, count in chances
            ),
            balls.ball(0),
        )
        found = _enclosed((parts + balls.ball(LAPLACE * (WIDTH / t) ** 2)) / d**2)
    return Enclosed(
        found.lower * (1 - Fraction(1, 1 << 38)), found.upper * (1 + Fraction(1, 1 << 38))
    )


def ldpe(
    given: list[tuple[Fraction, int]],
    records: Records,
    error: Callable[[Any, Any], Any] = group_error,
) -> Enclosed:
    """Return the error of LDPE for groups of (epsilon, size).

    The weights are inverse to `error` of (size, scale of the noise for width 1).
    """
    with balls.precision(BITS):
        groups = [(balls.ball(count), 1 / (balls.ball(e) * count)) for e, count in given]
        inverses = [1 / error(size, scale) for size, scale in groups]
        total = sum(inverses, balls.ball(0))
        variance = balls.ball(records.variance)
        return _enclosed(
            sum(
                (
                    (i / total) ** 2 * (variance / size + LAPLACE * scale**2)
                    for i, (size, scale) in zip(inverses, groups, strict=True)
                ),
                balls.ball(0),
            )
        )


def _rational(kind: type[Any]) -> Callable[[Epsilons, Records], Enclosed]:
    return lambda epsilons, records: Enclosed.of(
        kind(epsilons, LOWER, UPPER).mse(records.mean, records.variance)
    )


def _ldpe(epsilons: Epsilons, records: Records) -> Enclosed:
    return (
        ldpe(levels(epsilons), records)
        if len(set(epsilons)) > MANY
        else _rational(Ldpe)(epsilons, records)
    )


def _fme(epsilons: Epsilons, records: Records) -> Enclosed:
    return Enclosed.of(quantities.fme_mse(epsilons, records.mean, records.variance, LOWER, UPPER))


METHODS: dict[str, Callable[[Epsilons, Records], Enclosed]] = {
    "ADPM": _rational(Adpm),
    "PropDPM": _rational(PropDpm),
    "LDPE": _ldpe,
    "SM": sm_printed,
    "FME": _fme,
    "UNI": _rational(Uni),
    "SM corrected": sm_corrected,
    "Stretching": _rational(Stretching),
}


@lru_cache(maxsize=4096)  # figures share their points
def error(method: str, users: TwoGroups, records: Records) -> Enclosed:
    """Return the mean squared error of one algorithm.

    The paper's LDPE has two groups even where their epsilons are equal; the mechanism makes one of
    them.
    """
    if method == "LDPE" and users.first == users.second:
        return ldpe([(users.first, users.ones), (users.first, users.n - users.ones)], records)
    return METHODS[method](users.epsilons, records)


def affine(
    variance: Fraction, shares: tuple[Fraction, ...], scale: Fraction | None = None
) -> Enclosed:
    """Return the error of weights proportional to `shares` with noise of `scale` / their sum.

    Where no scale is given, the noise has the scale 1 / their sum.
    """
    total = sum(shares, Fraction(0))
    return Enclosed.of(
        affine_error(
            variance,
            sum((c * c for c in shares), Fraction(0)),
            LAPLACE * (1 if scale is None else scale) ** 2,
            0,
        )
        / total**2
    )
