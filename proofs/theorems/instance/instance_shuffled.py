"""What the sums of the shipped mean in the shuffle model pay, how far records reach, and how many
messages hide them.

Claim.       The parts of epsilon and delta for medians, threshold and mean add up; every sum of a part gets the most, a
             multiple of 2^-40, with which all cost no more than the part, by basic or advanced
             composition, and a distance that half of the part's delta pays for. Ranges and radii of
             clipping are those of the definition; the number of messages is the least for which
             every sum is proved secure, with silent users.
Source.      instance Section 5.2, Theorem 5.2; Balle, Bell, Gascon, Nissim (2020).
Derivation.  The shipped plan is asked for, and compared with the formulas of the definition, certified; at the next
             multiple of 2^-40, and with one message less, the condition fails. That the condition
             suffices is proved in instance_messages.
Trusted.     nothing beyond the checker.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import isqrt
from typing import Any

from dpmean.catalogue.mechanisms import build
from dpmean.distributions.finite import Uniforms
from dpmean.exact import reals
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare, floor
from dpmean.mechanisms.instance import shuffle_plan
from dpmean.mechanisms.instance.shuffle_security import secure
from dpmean.mechanisms.instance.shuffle_sum import SplitSum, analysed, recentred, shuffled
from dpmean.privacy.guarantees import ApproximateDP, Guarantee, Scope
from dpmean.privacy.neighbors import Neighbors
from dpmean.programs.run import run

from ...domains.releases import refuses
from ...kernel.formulas import POSITIVE, Ring
from ...kernel.rules import exhaustive, identity
from ...theorem import Theorem
from .instance_rounds import CLOSE, counts

B = Ring({"r": POSITIVE})


def phases_keep(case: tuple[int, str, str]) -> bool:
    """Check the phases of the shuffled mean: parts of epsilon and delta, numbers of sums, and what
    each sum gets.
    """
    d, epsilon, delta = case
    made = build(
        "shuffled_clipped_mean",
        {"epsilon": epsilon, "delta": delta, "u": "2", "d": str(d), "n": "4", "beta": "9/10"},
    )
    padded = {1: 1, 2: 2, 3: 4}[d]
    wanted = (padded * counts(4 * d + 1), counts(padded * (4 * d) ** 2 + 1), padded)
    shares = Fraction(1, 4), Fraction(3, 16), Fraction(9, 16)
    for phase, count, share in zip(made.phases, wanted, shares, strict=True):
        e, part = phase.decay.epsilon, Fraction(epsilon) * share
        if phase.count != count or phase.epsilon != part or phase.delta != Fraction(delta) * share:
            return False
        root = reals.root(2 * count * reals.log(2 / phase.delta), 2)
        for at, fits in ((e, True), (e + Fraction(1, 2**40), False)):
            advanced = root * at + count * at * (reals.exp(at) - 1)
            if (at * count <= part or compare(advanced, part) <= 0) != fits:
                return False
        spent = count * (1 + reals.exp(e)) * phase.distance
        if not compare(spent, phase.delta / 2) <= 0 < compare(spent, phase.delta / 2 * CLOSE):
            return False
    return bool(
        made.guarantee
        == Guarantee(
            ApproximateDP(Fraction(epsilon), Fraction(delta)),
            Neighbors.REPLACE_ONE,
            scope=Scope.SHUFFLE,
        )
    )


def sums_fit(case: tuple[int, str, int]) -> bool:
    """Check the sums of a shuffled mean: their ranges, radii of clipping and moduli, and the least
    number of messages.

    With `constants` = `exact` no coordinate is farther than C sqrt(d').
    """
    d, constants, silents = case
    made = build(
        "shuffled_clipped_mean",
        {
            "epsilon": "30",
            "delta": "1/2",
            "u": "2",
            "d": str(d),
            "n": "4",
            "beta": "9/10",
            "constants": constants,
            "steps": "2",
            "dropouts": str(silents),
        },
    )
    padded = {1: 1, 2: 2, 3: 4}[d]
    if (made.padded, made.reach, made.high) != (padded, 2 * d, padded * (4 * d) ** 2):
        return False
    for squared in (1, 3, 40):
        wanted = reals.root(2 * reals.log(Fraction(80 * padded, 9)) * squared * 4, 2)
        most = isqrt(padded * squared * 4)
        found = made.clip(Fraction(squared))
        loose = compare(Fraction(found), wanted) >= 0 > compare(Fraction(found - 1), wanted)
        if not (loose and (constants == "paper" or found <= most)) and not (
            constants == "exact" and found == most and compare(Fraction(most), wanted) < 0
        ):
            return False
    second, third = made.phases[1:]
    t, sides, k = reals.exp(-second.decay.epsilon), 2 if constants == "paper" else 1, made.error

    def off(k: int) -> Any:
        # the chance that one of its noises is larger
        return sides * second.count * t ** (k + 1) / (1 + t)

    spread = 2 * reals.log(Fraction(80 * padded, 9))
    squared_spread = (
        Fraction(padded)
        if constants == "exact" and compare(spread, Fraction(padded)) > 0
        else spread
    )
    weight = floor(reals.root(8 * squared_spread, 2) / third.decay.epsilon)
    if compare(off(k), Fraction(9, 10)) > 0 or (k and compare(off(k - 1), Fraction(9, 10)) <= 0):
        return False
    if made.rank != 4 - max(weight, k):
        return False
    widest = made.clip(Fraction(made.high))
    fits, tight = [], []
    for phase, most, moves in zip(made.phases, (1, 1, widest), (1, 1, 2 * widest), strict=True):
        one = made.protocol(phase, most, moves, 7)
        if (
            (one.decay, one.n, one.most, one.sensitivity, one.messages, one.dropouts)
            != (phase.decay, 4, most, moves, 7, silents)
            or one.modulus & (one.modulus - 1)
            or one.modulus <= 2 * 4 * most
        ):
            return False
        fits.append(secure(4 - silents, 4, made.needed, one.modulus, phase.distance))
        tight.append(secure(4 - silents, 4, made.needed - 1, one.modulus, phase.distance))
    return all(fits) and not all(tight) and made.sent == made.needed


def is_summed(case: tuple[int, int, tuple[int, ...]]) -> bool:
    """Check the messages of two users, with any noise and any uniform parts: the analyst finds the
    noisy sum again.

    A user sends m parts from 0 to q - 1, all but the last as they were drawn.
    """
    messages, silents, values = case
    protocol = SplitSum(Decay.from_epsilon(2), 2, 3, 1, messages, silents)
    q, found = protocol.modulus, []
    for value, noise, parts in (
        (values[0], values[1], (q - 1, 2)),
        (values[2], values[3], (0, 5 % q)),
    ):
        transcript = run(
            protocol.message(value, "user"),
            lambda draw, noise=noise, parts=parts: (
                noise  # type: ignore[misc]
                if draw.label == "user_noise"
                else parts[: messages - 1]
            ),
        )
        laws = [draw.law for draw, _ in transcript.draws]
        sent = transcript.output
        if (
            laws != [protocol.noise, Uniforms(q, messages - 1)]
            or sent[:-1] != parts[: messages - 1]
            or not 0 <= sent[-1] < q
            or len(sent) != messages
        ):
            return False
        found.append(sent)
    rising = shuffled(found)
    return rising == sorted(v for sent in found for v in sent) and analysed(rising, q) == sum(
        values
    )


def wraps_around(q: int) -> bool:
    """Check that a residue becomes the one integer of (-q/2, q/2] with it."""
    return all(
        (recentred(k, q) - k) % q == 0 and -q < 2 * recentred(k, q) <= q
        for k in range(-2 * q, 2 * q)
    )


def is_wide_enough(case: tuple[int, int, int, int]) -> bool:
    """Check the modulus: a power of two, for which the noise leaves the range with probability
    2^-40 at most.

    Half of it is not enough. With silent users the noise is that of c = ceil(n/(n - k)) wholes at
    most, and one of them exceeds a c-th part.
    """
    n, most, moves, silents = case
    q = SplitSum(Decay.from_decay(Fraction(1, 2)), n, most, moves, 2, silents).modulus
    copies = -(-n // (n - silents))

    def fits(modulus: int) -> bool:
        room = (modulus // 2 - n * most) // copies
        t = reals.root(Fraction(1, 2), moves)
        return (
            modulus // 2 > n * most
            and compare(
                2
                * reals.power(t, Fraction(room))
                / (1 + t)
                * 2**40
                * (1 if copies == 1 else 2 * copies),
                Fraction(1),
            )
            <= 0
        )

    return q & (q - 1) == 0 and fits(q) and not fits(q // 2)


def is_refused(name: str) -> bool:
    """Check what is refused: delta and beta of 1, too few messages, and silence of everybody."""
    given = {"epsilon": "12", "delta": "1/2", "u": "1", "d": "1", "n": "4", "beta": "9/10"}
    needed = build("shuffled_clipped_mean", given).needed
    value = {"delta": "1", "beta": "1", "messages": str(needed - 1), "dropouts": "4"}[name]
    code = "probability_out_of_range" if value == "1" else "out_of_range"
    return (
        refuses(lambda: build("shuffled_clipped_mean", {**given, name: value}), code)
        and build("shuffled_clipped_mean", {**given, "messages": str(needed)}).sent == needed
    )


STEPS = (
    identity(
        "the parts of a shuffled mean add up",
        B,
        lambda r: (
            shuffle_plan.median_share(r)
            + shuffle_plan.threshold_share(r)
            + shuffle_plan.mean_share(r),
            r,
        ),
    ),
    exhaustive(
        "the sums of a shuffled mean get the most that their part pays for",
        lambda: product((1, 2, 3), ("12", "30"), ("1/2", "1/1000")),
        phases_keep,
    ),
    exhaustive(
        "its messages are the fewest that hide a number, its radii of clipping those of the "
        "definition",
        lambda: product((1, 2, 3), ("paper", "exact"), (0, 1)),
        sums_fit,
    ),
    exhaustive(
        "the analyst finds the noisy sum, whatever the uniform parts",
        lambda: product((2, 3), (0, 1), product((-3, 0, 3), (-2, 1), (-1, 3), (0, 2))),
        is_summed,
    ),
    exhaustive("residues are recentred", lambda: (1, 2, 3, 8), wraps_around),
    exhaustive(
        "the modulus is the least power of two that noise leaves with probability 2^-40",
        lambda: ((2, 1, 1, 0), (5, 3, 2, 0), (5, 3, 2, 1), (5, 40, 80, 3)),
        is_wide_enough,
    ),
    exhaustive(
        "nothing else is taken", lambda: ("delta", "beta", "messages", "dropouts"), is_refused
    ),
)


def holds(m: int) -> bool:
    """Check the phases at any epsilon of at least 12."""
    return phases_keep((1 + m % 3, str(11 + m), "1/2"))


THEOREM = Theorem(
    id="instance_shuffled",
    title="What the sums of the shipped mean in the shuffle model pay, and how many messages "
    "hide them",
    statement="the parts of epsilon and delta add up, every sum gets the most that its part pays "
    "for, and the messages are the fewest that are proved to hide a number",
    source="instance Section 5.2, Theorem 5.2",
    steps=STEPS,
    programs=("shuffled_clipped_mean",),
    depends_on=("instance_messages", "instance_rounds"),
    holds=holds,
)
