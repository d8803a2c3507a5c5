"""What the shipped programs spend and draw: budgets of searches and means, scales of noise,
editions, shares of users.

Claim.       A mean with a private threshold spends, in the counts of its search and in its noise together, no more than
             its rho, and what its plan says; the printed edition spends what it says, which is
             more. Student's t noise of the shipped scale loses at most epsilon, as printed exactly
             epsilon, for every number of records. The noise of all users of a shuffled sum, less
             those who may be silent, is discrete Laplace noise of scale D/epsilon. On a sub-sample
             of unknown size records come in every order in the corrected edition, and in their own
             in the printed one.
Source.      instance Algorithm 1, Theorem 3.2; trilemma Lemma E.5, Theorem E.6, Proposition E.1; this project.
Derivation.  The shipped programs are run to their end, and their draws are asked for their laws. (1) A count moves by
             at most 1, so T counts with noise of variance sigma^2 spend T/(2 sigma^2); the sum of
             records clipped at C moves by at most 2 C on a lattice of 1/steps (all records 0 but
             one). (2) tau is the scale over the smooth bound; the loss at tau and beta is
             `student_t.privacy_loss`. (3) The mass of a sum of independent laws is their
             convolution: n - k Polya(1/(n - k), t) variables add up to a geometric one.
Trusted.     densities_decide, post_processing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from dpmean.catalogue.mechanisms import build
from dpmean.distributions import student_t
from dpmean.distributions.finite import OrderedSample
from dpmean.distributions.polya import step as polya_step
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare
from dpmean.mechanisms.instance import private_threshold
from dpmean.mechanisms.instance.shuffle_sum import SplitSum
from dpmean.mechanisms.trilemma import smooth
from dpmean.mechanisms.trilemma.student_t_mean import StudentTMean
from dpmean.programs.program import Draw
from dpmean.programs.run import Transcript, run

from ...kernel.formulas import POSITIVE, Ring
from ...kernel.rules import exhaustive, identity
from ...theorem import Theorem

B = Ring({"r": POSITIVE})
RHOS = (Fraction(1, 2), Fraction(4), Fraction(100))


def played(mechanism: Any, data: Iterable[object], count: Fraction) -> Transcript:
    """Run a program with this noise on every count, and none elsewhere."""

    def answer(draw: Draw) -> Any:
        return count if draw.label.startswith("threshold") else Fraction(0)

    return run(mechanism.program(data), answer)


def spent(transcript: Transcript, part: str, moves: Fraction) -> Fraction:
    """Return what the draws of a part spend of rho, if what each protects moves by so much."""
    laws: list[Any] = [draw.law for draw, _ in transcript.draws if draw.label.split("_")[0] == part]
    return sum((moves**2 / (2 * law.sigma_squared) for law in laws), Fraction(0))


def plans() -> Iterator[tuple[Fraction, int, int, str, int]]:
    """Yield rho, u, n, the edition and the noise of every count."""
    for case in product(RHOS, (1, 3, 10), (400,), ("corrected", "printed"), (-1000, 1000)):
        # as printed a range of two values has no noise
        if case[1] * case[1] > 1 or case[3] == "corrected":
            yield case


def threshold_is_paid(case: tuple[Fraction, int, int, str, int]) -> bool:
    """Check what the shipped quantile-clipped mean spends: its plan's words, and no more than rho
    if corrected.
    """
    rho, u, n, edition, count = case
    mechanism = build(
        "quantile_clipped_mean",
        {"rho": str(rho), "u": str(u), "d": "1", "n": str(n), "beta": "1/10", "edition": edition},
    )
    transcript = played(mechanism, [[str(i % (u + 1))] for i in range(n)], Fraction(count))
    search = spent(transcript, "threshold", Fraction(1))
    wanted = mechanism.plan.real_rho - private_threshold.mean_share(rho)
    if edition == "corrected":
        return (
            bool(transcript.draws)
            and search <= rho / 4
            and wanted <= rho / 4
            and mechanism.plan.real_rho <= rho
        )
    return bool(transcript.draws) and compare(search, wanted) <= 0


def mean_is_paid(case: tuple[Fraction, int, int, str, int]) -> bool:
    """Check that the noise of a mean pays for the largest move of its sum: a record replaced,
    clipped at the threshold.

    The search is answered so that the threshold is low or high.
    """
    rho, u, n, _, count = case
    mechanism = build(
        "quantile_clipped_mean",
        {"rho": str(rho), "u": str(u), "d": "1", "n": str(n), "beta": "1/10"},
    )
    sums, draws = [], []
    for first in (0, u):
        transcript = played(
            mechanism, [[str(first)], *([str(i % (u + 1))] for i in range(n - 1))], Fraction(count)
        )
        sums.append(dict(transcript.steps).get("sum", [Fraction(0)])[0])
        draws.append(transcript)
    noise: list[Any] = [draw.law for draw, _ in draws[0].draws if draw.label == "noise_1"]
    if not noise:
        return sums[0] == sums[1] == 0
    moves = abs(sums[1] - sums[0]) * mechanism.steps
    return moves**2 / (2 * noise[0].sigma_squared) <= 3 * rho / 4


def sizes() -> Iterator[tuple[int, Fraction, str, int]]:
    """Yield degrees of freedom, epsilon, the constants and a number of records."""
    yield from product(
        (1, 2, 3, 5),
        (Fraction(1, 10), Fraction(1), Fraction(4)),
        ("paper", "exact"),
        (0, 1, 2, 7, 40),
    )


def student_loses(case: tuple[int, Fraction, str, int]) -> bool:
    """Check the loss of the shipped noise: at most epsilon, exactly that as printed, and more at
    half the scale.
    """
    d, epsilon, constants, n = case
    mechanism = StudentTMean(Decay.from_epsilon(epsilon), Fraction(-1), Fraction(2), d, constants)
    tau_root = mechanism.law(n).unit / mechanism.smooth(n)  # the density is that of y = z/unit
    beta = smooth.beta(epsilon, d)
    if constants == "paper":
        return compare(student_t.printed_loss(d, beta, tau_root), epsilon) == 0
    if compare(tau_root, mechanism.root) != 0:
        return False
    tau: Any = mechanism.root
    return d > 1 or (
        compare(student_t.privacy_loss(d, beta, tau, "exact"), epsilon) <= 0
        and compare(student_t.privacy_loss(d, beta, tau * Fraction(9, 10), "exact"), epsilon) > 0
    )


def is_smooth(case: tuple[Fraction, int]) -> bool:
    """Check the shipped bound: at least the local sensitivity, and it changes by at most e^beta
    with one record.
    """
    epsilon, n = case
    mechanism = StudentTMean(Decay.from_epsilon(epsilon), Fraction(-1), Fraction(2))
    growth = mechanism.decay.power(-Fraction(1, 12))
    here, next_ = mechanism.smooth(n), mechanism.smooth(n + 1)
    return (
        compare(here, Fraction(3, max(n, 1))) >= 0
        and compare(here, next_ * growth) <= 0
        and compare(next_, here * growth) <= 0
    )


def series(r: Fraction, t: Fraction, terms: int) -> list[Fraction]:
    """Return the first masses of a Polya(r, t) variable, without their common factor (1 - t)^r."""
    masses = [Fraction(1)]
    for j in range(terms - 1):
        masses.append(masses[-1] * polya_step(j, r) * t)
    return masses


def convolved(laws: list[list[Fraction]]) -> list[Fraction]:
    """Return the first masses of a sum of independent variables."""
    total = [Fraction(1)] + [Fraction(0)] * (len(laws[0]) - 1)
    for law in laws:
        total = [
            sum((total[i] * law[k - i] for i in range(k + 1)), Fraction(0))
            for k in range(len(total))
        ]
    return total


def shares() -> Iterator[tuple[int, int, int]]:
    """Yield users, of whom may be silent, and the sensitivity."""
    yield from ((n, k, s) for n in (1, 2, 3, 5, 8) for k in range(min(n, 4)) for s in (1, 2))


def noise_is_whole(case: tuple[int, int, int]) -> bool:
    """Check that the shares of all who are not silent make geometric variables with the ratio
    b^(1/D).
    """
    n, silent, sensitivity = case
    decay = Decay.from_decay(Fraction(1, 4))
    share = SplitSum(decay, n, 5, sensitivity, 2, silent).noise.polya
    ratio = {1: Fraction(1, 4), 2: Fraction(1, 2)}[sensitivity]
    masses = convolved([series(share.r, ratio, 9)] * (n - silent))
    return compare(share.t, ratio) == 0 and masses == [ratio**j for j in range(9)]


def sampled() -> Iterator[tuple[str, str, int]]:
    """Yield a mechanism, the edition, and how many records there are."""
    yield from product(("sized_mean", "name_and_shame"), ("corrected", "printed"), (3, 4, 6))


def comes_in_order(case: tuple[str, str, int]) -> bool:
    """Check the law of the places of the sub-sample: ascending only in the printed edition."""
    base, edition, n = case
    bounds = {"lower": "0", "upper": "1"} if base == "sized_mean" else {}
    mechanism = build(
        "unknown_size", {"base": base, "epsilon": "3", "delta": "1/4", "edition": edition, **bounds}
    )

    def answer(draw: Draw) -> Any:
        if draw.label == "count":
            return Fraction(10**6)
        if draw.label == "sample":
            return tuple(range(1, n + 1))
        return Fraction(0)

    laws = [
        draw.law
        for draw, _ in run(mechanism.program([str(Fraction(i, n)) for i in range(n)]), answer).draws
        if draw.label == "sample"
    ]
    return len(laws) == 1 and laws[0] == OrderedSample(n, n, edition == "printed")


STEPS = (
    identity(
        "the search and the mean share rho",
        B,
        lambda r: (private_threshold.threshold_share(r) + private_threshold.mean_share(r), r),
    ),
    exhaustive(
        "the search of the shipped program spends rho/4 at most, and as printed what the plan says",
        plans,
        threshold_is_paid,
    ),
    exhaustive("and its noise pays for every replaced record with the rest", plans, mean_is_paid),
    exhaustive(
        "Student's t noise of the shipped scale loses at most epsilon, as printed exactly epsilon",
        sizes,
        student_loses,
        ("densities_decide",),
    ),
    exhaustive(
        "its smooth bound is one",
        lambda: product((Fraction(1, 10), Fraction(1), Fraction(4)), range(41)),
        is_smooth,
    ),
    exhaustive(
        "the shares of all but the silent make the whole noise of a shuffled sum",
        shares,
        noise_is_whole,
    ),
    exhaustive(
        "a sub-sample comes in random order, and as printed in its own", sampled, comes_in_order
    ),
)


def holds(n: int, m: int) -> bool:
    """Check the whole noise of any number of users, and the smooth bound at any size."""
    return noise_is_whole((m, min(n, m - 1), 1)) and is_smooth((Fraction(m, 7), n))


THEOREM = Theorem(
    id="shipped_programs",
    title="Budgets, scales, editions and shares of the shipped programs",
    statement="searches and means with a private threshold spend no more than rho; Student's t noise "
    "loses at most epsilon; the shares of all but the silent make the whole noise; a "
    "corrected sub-sample is in random order",
    source="instance Theorem 3.2; trilemma Theorem E.6, Proposition E.1",
    steps=STEPS,
    programs=("quantile_clipped_mean", "student_t_mean", "unknown_size", "shuffled_clipped_mean"),
    depends_on=(
        "trilemma_student_t",
        "instance_zcdp",
        "instance_clipped_mean",
        "instance_messages",
    ),
    holds=holds,
)
