"""What is claimed: `epsilon=1`, `epsilon=1,delta=1e-6`, `rho=1/2`, `renyi=2:1/4`, `mu=1`, or
`epsilons=1/2;1;2`.

Each is a list of levels (epsilon, delta) that all hold if it does; a refutation of one refutes the
claim. mu-GDP and a bound of the Renyi divergence are levels by their curves: for a Renyi divergence
of at most r at order a, delta = e^((a - 1)(r - epsilon)) (1 - 1/a)^a / (a - 1) (Canonne, Kamath and
Steinke 2020, Proposition 12, read backwards).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from ..distributions.gaussian import Gaussian
from ..errors import InvalidInput
from ..exact import reals
from ..exact.enclosure import interval
from ..exact.numbers import rational
from ..judging.draws.claims import UP, Claim, Level, approximate, concentrated

GRID = 16  # levels of a curve
WORDS = (
    "epsilon=1 | epsilon=1,delta=1e-6 | rho=1/2 | renyi=2:1/4 (order:bound) | mu=1 | "
    "epsilons=1/2;1;2 (one a user)"
)
ENDLESS = ("inf", "infinity")


@dataclass(frozen=True)
class Claimed:
    """One claim, in its own words; with `users` it has one part for each user, None for one who is
    not protected.
    """

    words: str
    whole: Claim | None = None
    users: tuple[Claim | None, ...] = ()

    def levels(self, user: int | None) -> tuple[Level, ...]:
        """Returns the levels that hold for a pair of data sets which differ in the record of this
        user.
        """
        claim = self.whole
        if self.users:
            claim = None if user is None or user >= len(self.users) else self.users[user]
        return () if claim is None else claim.levels

    @property
    def delta(self) -> Fraction:
        """Returns the delta at which epsilon is measured: that of an (epsilon, delta) claim, else
        0.
        """
        return (
            self.whole.levels[0].delta
            if self.whole is not None and len(self.whole.levels) == 1
            else Fraction(0)
        )


def claimed(text: str) -> Claimed:
    """Returns the claim that a text says; InvalidInput where it says none."""
    parts = dict(_part(p) for p in text.replace(" ", "").split(","))
    names = set(parts)
    if names == {"epsilon"} or names == {"epsilon", "delta"}:
        epsilon, delta = _positive(parts["epsilon"], "epsilon"), _delta(parts.get("delta", "0"))
        return Claimed(text, approximate(epsilon, delta))
    if names == {"rho"}:
        return Claimed(text, concentrated(_positive(parts["rho"], "rho")))
    if names == {"mu"}:
        return Claimed(text, gaussian(_positive(parts["mu"], "mu")))
    if names == {"renyi"}:
        order, colon, bound = parts["renyi"].partition(":")
        if not colon:
            raise InvalidInput(
                "not_rational", "claim: renyi=ORDER:BOUND, such as renyi=2:1/4", argument="claim"
            )
        return Claimed(text, renyi(_positive(order, "order"), _positive(bound, "renyi")))
    if names == {"epsilons"}:
        each = tuple(
            None if e in ENDLESS else approximate(_positive(e, "epsilons"))
            for e in parts["epsilons"].split(";")
        )
        return Claimed(text, users=each)
    raise InvalidInput("unknown_name", f"claim: one of {WORDS}", argument="claim")


def _part(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise InvalidInput("unknown_name", f"claim: one of {WORDS}", argument="claim")
    return name, value


def _positive(text: str, name: str) -> Fraction:
    found = rational(text, name)
    if found < 0:
        raise InvalidInput("out_of_range", f"{name}: must not be negative", argument="claim")
    return found


def _delta(text: str) -> Fraction:
    found = rational(text, "delta")
    if not 0 <= found < 1:
        raise InvalidInput(
            "probability_out_of_range", "delta: must lie in [0, 1)", argument="claim"
        )
    return found


def gaussian(mu: Fraction) -> Claim:
    """Returns the levels of mu-GDP: those of Gaussian noise of variance 1 under a shift by mu,
    rounded up.
    """
    if not mu:
        return approximate(Fraction(0))
    law = Gaussian(1 / mu**2)
    levels: list[Level] = []
    for i in range(GRID):
        epsilon = Fraction(ceil(mu * (mu / 2 + Fraction(i, 4)) * 64), 64)
        delta = interval(law.hockey_stick(Fraction(1), reals.exp(epsilon))).upper
        levels += approximate(epsilon, _up(delta)).levels
    return Claim(tuple(levels), f"mu = {mu}")


def renyi(order: Fraction, bound: Fraction) -> Claim:
    """Returns the levels that a bound of the Renyi divergence of one order implies, in either
    direction.
    """
    if order <= 1:
        raise InvalidInput("out_of_range", "renyi: the order must be above 1", argument="claim")
    levels: list[Level] = []
    for i in range(GRID):
        epsilon = bound + Fraction(i, 2) / (order - 1)
        factor = interval(
            reals.exp((order - 1) * (bound - epsilon) + order * _upper_log(1 - 1 / order))
        ).upper
        delta = factor / (order - 1)
        if delta < 1:
            levels += approximate(epsilon, _up(delta)).levels
    return Claim(tuple(levels), f"Renyi divergence {bound} at order {order}")


def _upper_log(x: Fraction) -> Fraction:
    return Fraction(ceil(interval(reals.log(x)).upper * UP), UP)


def _up(x: Fraction) -> Fraction:
    return Fraction(ceil(x * (1 << 60)), 1 << 60)
