"""LDPE: one noisy mean for each level of epsilon, combined by their errors (hetero Section IV-A).

The estimates here add noise to groups of users separately.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from ...distributions.laplace import Laplace
from ...errors import InvalidInput
from ...exact.reals import Scalar
from ...programs.program import Draw, Program, Step
from .affine import ONE, PerUser
from .weights import Epsilon

_ZERO = Fraction(0)
# groups: each has a draw of its own, and the weights have about as many digits as there are levels
MOST_LEVELS = 1000


def group_error(size: Scalar, noise: Scalar) -> Scalar:
    """Returns E_g = 1 / (4 n_g) + 2 / (n_g epsilon_g)^2 in units of w^2, where noise = 1 / (n_g
    epsilon_g).
    """
    return 1 / (4 * size) + 2 * noise**2


@dataclass(frozen=True)
class Ldpe(PerUser):
    """LDPE: a mean with Laplace noise of its own for every level of epsilon.

    The means are weighted by the inverses of their worst squared errors.

    Definition.  sum of u_g (mean of group g + Z_g), Z_g ~ Lap(w / (n_g epsilon_g)), u_g proportional to 1 / E_g, E_g =
                 1 / (4 n_g) + 2 / (n_g epsilon_g)^2; a public group has no noise, users with
                 epsilon 0 are in no group.
    Neighbors.   replace the record of a given user.
    Guarantee.   epsilon_i-DP for user i, exactly.
    Source.      hetero Section IV-A (Ferrando et al. 2021).
    """

    name = "ldpe"
    summary = "one epsilon per user: a noisy mean for each level of epsilon"
    required = ("epsilons", "lower", "upper")

    @cached_property
    def groups(self) -> tuple[tuple[Epsilon, tuple[int, ...]], ...]:
        """The groups as pairs (epsilon, its users), in rising order of epsilon, public records
        last.
        """
        users: dict[Epsilon, list[int]] = {}
        for i, e in enumerate(self.epsilons):
            if e != 0:
                users.setdefault(e, []).append(i)
        return tuple(
            (e, tuple(users[e])) for e in sorted(users, key=lambda e: (e is None, e or _ZERO))
        )

    @cached_property
    def noise_scales(self) -> tuple[Fraction, ...]:
        """The scale w / (n_g epsilon_g) of the noise of each group, 0 for the public group."""
        return tuple(
            _ZERO if e is None else self.width / (len(users) * e) for e, users in self.groups
        )

    @cached_property
    def _inverses(self) -> tuple[Fraction, ...]:
        """The inverses 1 / E_g of the errors of the groups."""
        return tuple(
            1 / group_error(Fraction(len(users)), scale / self.width)
            for (_, users), scale in zip(self.groups, self.noise_scales, strict=True)
        )

    @cached_property
    def group_weights(self) -> tuple[Fraction, ...]:
        """The weight u_g of each group, in proportion to 1 / E_g."""
        total = sum(self._inverses, _ZERO)
        return tuple(i / total for i in self._inverses)

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.groups) > MOST_LEVELS:
            raise InvalidInput(
                "out_of_range",
                f"epsilons: ldpe is for up to {MOST_LEVELS} levels of epsilon, as each "
                f"has a noise of its own; these have {len(self.groups)}",
                argument="epsilons",
            )

    def program(self, data: Iterable[object]) -> Program:
        """Yields the steps clipped, group_means, group_weights, noisy_means, mean.

        Draws noise_1, noise_2, ... for the groups that are not public.
        """
        records = self.records(data)
        yield Step("clipped", records)
        means = [sum((records[i] for i in users), _ZERO) / len(users) for _, users in self.groups]
        yield Step("group_means", means)
        yield Step("group_weights", list(self.group_weights))
        noisy: list[Any] = []
        for g, (mean, scale) in enumerate(zip(means, self.noise_scales, strict=True), 1):
            noisy.append(mean + (yield Draw(f"noise_{g}", Laplace(ONE, scale))) if scale else mean)
        yield Step("noisy_means", noisy)
        mean = sum((u * m for u, m in zip(self.group_weights, noisy, strict=True)), _ZERO)
        yield Step("mean", mean)
        return mean

    def mse(self, record_mean: Fraction, record_variance: Fraction) -> Fraction:
        """Returns E (output - record_mean)^2 for independent records with this mean and
        variance.
        """
        self.check_records_law(record_mean, record_variance)
        # computed without the weights, which are long numbers where there are many levels
        parts = zip(self.groups, self.noise_scales, self._inverses, strict=True)
        return (
            sum(
                (
                    i * i * (record_variance / len(users) + 2 * scale * scale)
                    for (_, users), scale, i in parts
                ),
                _ZERO,
            )
            / sum(self._inverses, _ZERO) ** 2
        )
