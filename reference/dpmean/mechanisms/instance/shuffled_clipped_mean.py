"""The mean of vectors in the shuffle model (instance Section 5.2).

Every count and every coordinate is a shuffled sum, and each user has her own randomiser. The paper
takes its counts from a one-round protocol that it knows by an error bound only. Here a count is a
shuffled sum of indicator bits, one for each step of a binary search, which takes more rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...distributions.finite import Sign
from ...exact import rotation
from ...programs.postprocess import by_value, choose, confined, some
from ...programs.program import Draw, Program, Step, whole
from .quantile import goes_right, middle
from .shifted_clipped_mean import median_rank
from .shuffle_plan import ShufflePlan
from .shuffle_sum import SplitSum, analysed, shuffled
from .users import User, records_of

SHOWN = 256  # users up to whose number the messages are shown as steps


class ShuffleUser(User):
    """A user of the shuffle model; each method is one message, from what she has heard to the parts
    that she sends.
    """

    def below(self, protocol: SplitSum, j: int, value: int, label: str) -> Program:
        """Sends whether coordinate j is at most a value."""
        return (
            yield from protocol.message(
                choose(self.vector[j] <= value, 1, 0), f"{self.name}_{label}"
            )
        )

    def norm_below(self, protocol: SplitSum, value: int, label: str) -> Program:
        """Sends whether her squared norm is at most a value."""
        return (
            yield from protocol.message(
                choose(self.squared_norm() <= value, 1, 0), f"{self.name}_{label}"
            )
        )

    def coordinate(self, protocol: SplitSum, j: int, label: str) -> Program:
        """Sends her coordinate j, moved into the range of the sum."""
        return (
            yield from protocol.message(
                confined(self.vector[j], -protocol.most, protocol.most), f"{self.name}_{label}"
            )
        )


@dataclass(frozen=True)
class ShuffledClippedMean(ShufflePlan):
    """The shifted clipped mean where a shuffler stands between the users and the analyst.

    Definition.  The signs D are public, and xh = H D x. The medians c of the d' coordinates over [-d u, d u] have a
                 quarter of epsilon and delta; they are found by binary search, in which every count is a shuffled sum
                 of bits. The threshold C^2 has 3/16 of both: it is the value of rank n - max{floor(w), ceil(tau)} among
                 ||xh - c||^2 over [0, d' (2 d u)^2], where w = sqrt(8) K/epsilon0, and no count is off by more than tau
                 except with probability beta. The mean has 9/16: xh - c is clipped at C, truncated to multiples of
                 1/steps, rotated by fresh signs, and every coordinate is moved into [-C', C'] and summed. C' = ceil(C K
                 steps) with K = sqrt(2 log(2 n d'/beta)); with constants = exact it is at most floor(sqrt(d') C steps),
                 which no coordinate exceeds. In the estimate both rotations are undone. It is 0 where the rank is below
                 1.
    Noise.       Each sum has discrete Laplace noise for epsilon0, the greatest multiple of 2^-40 by advanced or basic
                 composition of the sums of its part.
    Messages.    Every user sends `messages` parts for a sum. Left out, it is the least number for which the proved
                 distance of shuffled views fits into delta (`shuffle_security.py`); the paper only
                 cites this.
    Drop-outs.   Up to `dropouts` users may stay silent without loss of privacy. A silent user counts as 0, a missing
                 record as zeros.
    Neighbors.   replace the record of one user; n is public.
    Guarantee.   (epsilon, delta)-DP of all shuffled messages together.
    Source.      instance Section 5.2, Lemma 5.3, Theorem 5.2; Balle, Bell, Gascon, Nissim (2020).
    """

    name = "shuffled_clipped_mean"
    summary = (
        "vectors, shuffle model: counts and sums by split-and-mix, each user's share of "
        "discrete Laplace noise"
    )
    required = ("epsilon", "delta", "u", "d", "n")
    optional = ("messages", "modulus", "beta", "steps", "constants", "dropouts")
    profile = None
    cancelling = "user_"  # what a user sends

    def program(self, data: Iterable[Any]) -> Program:
        """The program of the estimate, with the randomisers of all users.

        Draws sign_1, ..., user_1_median_1_1_noise, _parts, ... (coordinate, iteration), ...,
        spin_1, ..., user_1_mean_1_noise, ...; yields the steps of every sum (messages of up to 256
        users, what was shuffled, the sum), then center, threshold_squared, noisy_sum, estimate.
        """
        users = [
            ShuffleUser(i, record)
            for i, record in enumerate(records_of(data, self.n, self.d, self.u), 1)
        ]
        if self.rank < 1:
            return (Fraction(0),) * self.d
        signs = yield from self._signs("sign", users)
        bits = self.protocol(self.phases[0], 1, 1, self.sent)
        center = []
        for j in range(self.padded):
            found = yield from self._select(
                users,
                bits,
                -self.reach,
                self.reach,
                median_rank(self.n),
                f"median_{j + 1}",
                lambda user, at, label, j=j: user.below(bits, j, at, label),
            )
            center.append(found)
        yield Step("center", [Fraction(c) for c in center])
        for user in users:
            user.shift(center)
        norms = self.protocol(self.phases[1], 1, 1, self.sent)
        squared = yield from self._select(
            users,
            norms,
            0,
            self.high,
            self.rank,
            "threshold",
            lambda user, at, label: user.norm_below(norms, at, label),
        )
        yield Step("threshold_squared", Fraction(squared))
        mean = (
            [Fraction(0)] * self.padded if squared == 0 else (yield from self._mean(users, squared))
        )
        estimate = rotation.back([m + c for m, c in zip(mean, center, strict=True)], signs, self.d)
        yield Step("estimate", estimate)
        return tuple(estimate)

    def _signs(self, label: str, users: Sequence[ShuffleUser]) -> Program:
        signs = []
        for j in range(self.padded):
            signs.append(whole((yield Draw(f"{label}_{j + 1}", Sign()))))
        for user in users:
            user.rotate(signs)
        return signs

    def _mean(self, users: Sequence[ShuffleUser], squared: int) -> Program:
        """The mean of the clipped vectors, by sums of their coordinates after another rotation."""
        for user in users:
            user.clip(squared, self.steps)
        spins = yield from self._signs("spin", users)
        most = int(by_value(lambda square: self.clip(Fraction(square)), squared))
        sums = self.protocol(self.phases[2], most, 2 * most, self.sent)
        noisy = []
        for j in range(self.padded):
            noisy.append(
                (
                    yield from self._total(
                        users,
                        sums,
                        f"mean_{j + 1}",
                        lambda user, label, j=j: user.coordinate(sums, j, label),
                    )
                )
            )
        yield Step("noisy_sum", [v * Fraction(1, self.steps) for v in noisy])
        return rotation.back(
            [v * Fraction(1, self.steps * self.n) for v in noisy], spins, self.padded
        )

    def _select(
        self,
        users: Sequence[ShuffleUser],
        protocol: SplitSum,
        low: int,
        high: int,
        rank: int,
        label: str,
        ask: Callable[..., Program],
    ) -> Program:
        """PrivQuant's search, in which every count is a shuffled sum of bits."""
        left: Any = low
        right: Any = high
        step, going = 0, left < right
        while some(going):
            at, step = middle(left, right), step + 1
            count = yield from self._total(
                users, protocol, f"{label}_{step}", lambda user, name, at=at: ask(user, at, name)
            )
            beyond = goes_right(count, rank, False)
            left, right = (
                choose(going, choose(beyond, at + 1, left), left),
                choose(beyond, right, at),
            )
            going = left < right
        return left

    def _total(
        self,
        users: Sequence[ShuffleUser],
        protocol: SplitSum,
        label: str,
        ask: Callable[..., Program],
    ) -> Program:
        """One sum: the messages of every user, the shuffler, and the analyst."""
        shown, sent = self.n <= SHOWN, []
        for user in users:
            sent.append((yield from ask(user, label)))
            if shown:
                yield Step(f"{user.name}_{label}", [Fraction(v) for v in sent[-1]])
        parts = shuffled(sent)
        if shown:
            yield Step(f"{label}_shuffled", [Fraction(v) for v in parts])
        found = analysed(parts, protocol.modulus)
        yield Step(f"{label}_sum", Fraction(found))
        return found
