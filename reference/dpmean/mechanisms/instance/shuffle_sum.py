"""A sum of integers in the shuffle model (Ishai et al. 2006; Balle, Bell, Gascon, Nissim 2020).

Each user adds a share of discrete Laplace noise, and splits the result into uniformly random parts,
which are mixed. With all n users the noise is exactly discrete Laplace with scale D/epsilon: the
sum of n Polya(1/n, t) variables is geometric, the difference of two is discrete Laplace.

Drop-outs. Users who send nothing take their noise with them: what is left is less than epsilon-DP
asks for (`shuffle_dropouts.py`). With `dropouts` = k every user draws Polya(1/(n - k), t): with up
to k silent users what is there is discrete Laplace noise and perhaps independent noise on top,
which costs no privacy. A user who is silent counts as 0.

The shuffler hands the messages over in rising order: a uniformly random order tells nothing but the
multiset, and needs randomness.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain

from ...distributions.discrete_laplace import DiscreteLaplace
from ...distributions.finite import Uniforms
from ...distributions.polya import NoiseShare, Polya
from ...errors import InvalidInput
from ...exact.decay import Decay
from ...exact.enclosure import compare
from ...programs.program import Draw, Program, whole

# a sum and its noise leave the range of the modulus with at most that probability
OVERFLOW = Fraction(1, 1 << 40)


def split(value: int, uniform: Sequence[int], modulus: int) -> tuple[int, ...]:
    """Returns the uniform parts, then the part that makes their sum the value modulo q.

    Any m - 1 of the m parts are independent and uniform, whatever the value.
    """
    return (*uniform, (value - sum(uniform)) % modulus)


def shuffled(messages: Iterable[Sequence[int]]) -> list[int]:
    """The shuffler: returns all parts of all users, in rising order."""
    return sorted(chain.from_iterable(messages))


def recentred(residue: int, modulus: int) -> int:
    """Returns the integer in (-q/2, q/2] with that residue modulo q."""
    found = residue % modulus
    if hasattr(found, "centred"):  # a residue of something that an interpreter leaves unknown
        return found.centred()
    return found if 2 * found <= modulus else found - modulus


def analysed(parts: Iterable[int], modulus: int) -> int:
    """The analyst: returns the sum of the parts modulo q, recentred."""
    return recentred(sum(parts), modulus)


@dataclass(frozen=True)
class SplitSum:
    """The public parameters of one sum of integers of n users.

    The integers are at most `most` in size, and replacing one of them moves the sum by at most
    `sensitivity`.
    """

    decay: Decay
    n: int
    most: int
    sensitivity: int
    messages: int
    dropouts: int = 0
    fixed_modulus: int | None = None

    def __post_init__(self) -> None:
        if self.messages < 2:
            raise InvalidInput(
                "count_not_positive", "messages: must be at least 2", argument="messages"
            )
        if not 0 <= self.dropouts < self.n:
            raise InvalidInput("out_of_range", "dropouts: from 0 to n - 1", argument="dropouts")

    @cached_property
    def noise(self) -> NoiseShare:
        """The law of a user's share of the noise."""
        return NoiseShare(Polya(self.decay, self.n - self.dropouts, Fraction(self.sensitivity)))

    @cached_property
    def modulus(self) -> int:
        """The modulus q, a power of two.

        The noisy sum lies in (-q/2, q/2] except with probability 2^-40; beyond, it wraps around,
        which costs accuracy only.

        With tolerance for drop-outs the noise may be more than discrete Laplace: no more than c =
        ceil(n/(n - k)) of them, of which one exceeds a c-th part; leaving out an independent
        symmetric part at most doubles a tail.
        """
        if self.fixed_modulus is not None:
            return self.fixed_modulus
        copies, law = (
            -(-self.n // (self.n - self.dropouts)),
            DiscreteLaplace(self.decay, Fraction(self.sensitivity)),
        )
        factor, q = 1 if copies == 1 else 2 * copies, 2
        while (
            q // 2 <= self.n * self.most
            or compare(law.tail((q // 2 - self.n * self.most) // copies), OVERFLOW / factor) > 0
        ):
            q *= 2
        return q

    @cached_property
    def _uniforms(self) -> Uniforms:
        return Uniforms(self.modulus, self.messages - 1)

    def message(self, value: int, label: str) -> Program:
        """One user's randomiser: takes her integer, returns her m parts; draws `label`_noise and
        `label`_parts.
        """
        noise = whole((yield Draw(f"{label}_noise", self.noise)))
        parts = yield Draw(f"{label}_parts", self._uniforms)
        return split(value + noise, [whole(v) for v in parts], self.modulus)
