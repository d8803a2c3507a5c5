"""Affine estimates are private user by user, so UNI, PropDPM, LDPE, FME and stretching are; printed
sampling is not.

Claim.       <w, y> + Laplace(scale) with w >= 0 loses exactly w_i/scale for user i, hence min(eps_i, theta) in ADPM,
             with staircase noise as well. Sampling with p_i = (e^eps_i - 1)/(e^t - 1), then the
             sample's mean + Laplace(1/(m t)), m the sample's size, does not give user i her eps_i;
             with a public D in place of m it does.
Source.      hetero Definition 1, Lemma 1, Equations (11)-(13), Sections III-A and IV-A; the corrected sampling
             mechanism: this project.
Derivation.  (1) |x - s| - |y - s| <= |x - y|, with equality for s = y; densities decide. w_i < 0 moves the mean by
             |w_i|: Lemma 1 needs w >= 0. (2) Each estimate's weights and scale. (3) Sampling: given who else is
             sampled, let A, A' be the probabilities of an event with the record x_i and x'_i, B without it: p A +
             (1 - p) B against p A' + (1 - p) B. A <= T A' and A <= T B, T = e^t, give the factor 1 + p (T - 1) =
             e^eps_i. With a public D both hold: x_i moves the sum by at most 1, its removal by at most 1/2, and the
             scale is 1/(D t). With the sample's size in place of D removing a record changes centre and scale: B may be
             far less than A/T. Without A <= T B the factor is only T: the printed mechanism promises t to everybody.
             (4) Staircase noise of sensitivity Delta = g/S under epsilon g, of which all c_i are multiples: the density
             falls by e^-g with every step, and her record moves the centre by c_i/g = k times Delta, so no point
             changes by more than k steps, and points near 0 change by k: the loss is k g = c_i. (5) The shipped
             programs, on all data sets of {-1, 0, 1} and with all replacements, for small n.
Trusted.     densities_decide, post_processing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import ceil
from typing import Any

from dpmean.distributions import cells
from dpmean.distributions.laplace import Laplace
from dpmean.exact import enclosure, reals
from dpmean.exact.reals import Number
from dpmean.mechanisms.hetero import sm
from dpmean.mechanisms.hetero.adpm import Adpm
from dpmean.mechanisms.hetero.affine import PerUser
from dpmean.mechanisms.hetero.fme import Fme
from dpmean.mechanisms.hetero.ldpe import Ldpe
from dpmean.mechanisms.hetero.propdpm import PropDpm
from dpmean.mechanisms.hetero.stretching import Stretching
from dpmean.mechanisms.hetero.uni import Uni
from dpmean.mechanisms.hetero.weights import Epsilon
from dpmean.programs.program import Draw

from ...kernel.formulas import FULL, NONNEGATIVE, POSITIVE, Ring
from ...kernel.rules import counterexample, exhaustive, identity, positive, smt
from ...kernel.tracing import INT, REAL
from ...theorem import Theorem, rows
from ..addremove.staircase_steps import gamma_inside

A = Ring({"c": NONNEGATIVE, "s": POSITIVE, "n": POSITIVE, "e": POSITIVE, "x": FULL})
M = Ring(
    {"p": FULL, "t": POSITIVE, "a": NONNEGATIVE, "u": NONNEGATIVE, "v": NONNEGATIVE, "g": POSITIVE}
)
ROOT = Ring({"t": POSITIVE, "q": POSITIVE}).relate("q", 2, lambda t: 0 * t + 2)
POINTS = (Fraction(-1, 2), Fraction(0), Fraction(1, 2))
RECORDS = (Fraction(-1), Fraction(0), Fraction(1))
LEVELS: tuple[Epsilon, ...] = (Fraction(0), Fraction(1, 3), Fraction(2), Fraction(7), None)


def affine_loss(weight: Any, scale: Any) -> Any:
    """Return what user i loses to the sum of w_i y_i plus Laplace noise, for records of an interval
    of width 1.

    It is the most by which her record moves the sum, in units of the scale.
    """
    return weight / scale


def mixed(p: Any, used: Any, unused: Any) -> Any:
    """Return the probability of an event from those given that the record is sampled, and that it
    is not.
    """
    return p * used + (1 - p) * unused


def sampled_growth(p: Any, most: Any) -> Any:
    """Return e^epsilon of a user whose record is sampled with probability p.

    What she is sampled for gives e^epsilon = `most` to everybody, provided that adding a record
    changes no probability more.
    """
    return 1 + p * (most - 1)


def step_change(x: Any, s: Any, g: Any) -> Any:
    """Return by how many steps of a staircase of sensitivity 1 the shift s takes x outwards."""
    return cells.level(abs(x + s), g) - cells.level(abs(x), g)


def estimates(epsilons: tuple[Epsilon, ...]) -> Iterator[PerUser]:
    """Yield the shipped estimates that take these epsilons, for records of [-1, 1]."""
    ends = (RECORDS[0], RECORDS[-1])
    yield from (
        Adpm(epsilons, *ends),
        Adpm(epsilons, *ends, noise="staircase", gamma=Fraction(1, 3)),
        Fme(epsilons, *ends),
        Ldpe(epsilons, *ends),
    )
    if 0 not in epsilons:
        yield Uni(epsilons, *ends)
    if None not in epsilons:
        yield from (PropDpm(epsilons, *ends), Stretching(epsilons, *ends))


def driven(
    estimate: Any, data: tuple[Fraction, ...], noise: Fraction
) -> tuple[list[Fraction], list[Any]]:
    """Run the shipped program with this value of every noise.

    Returned are the noisy numbers that its output is made of (the groups' means of LDPE, else the
    estimate), and the noises' laws.
    """
    program, answer = estimate.program(data), None
    numbers: list[Fraction] = []
    laws: list[Any] = []
    with suppress(StopIteration):
        while True:
            event = program.send(answer)
            answer = noise if isinstance(event, Draw) else None
            if isinstance(event, Draw):
                laws.append(event.law)
            elif event.name in ("noisy_means", "mean") and not numbers:
                numbers = event.value if event.name == "noisy_means" else [event.value]
    return numbers, laws


def noisy(
    estimate: Any, data: tuple[Fraction, ...]
) -> list[tuple[Fraction, tuple[Any, Fraction] | None]]:
    """Return each of these numbers without noise, with the law and the factor of its noise."""
    (centres, laws), (moved, _) = (driven(estimate, data, Fraction(z)) for z in (0, 1))
    following = iter(laws)
    return [
        (centre, (next(following), other - centre) if other != centre else None)
        for centre, other in zip(centres, moved, strict=True)
    ]


def loss(one: list[tuple[Fraction, Any]], other: list[tuple[Fraction, Any]]) -> Epsilon:
    """Return what tells one noisy number from the other; None (infinity) without noise.

    Of Laplace noise it is the distance in scales, of staircase noise an epsilon for every
    sensitivity begun.
    """
    total = Fraction(0)
    for (a, noise), (b, same) in zip(one, other, strict=True):
        if noise != same or (noise is None and a != b):
            return None
        if noise is not None:
            law, factor = noise
            sensitivities = abs(a - b) / abs(law.sensitivity * factor)
            total += law.decay.epsilon * (
                sensitivities if isinstance(law, Laplace) else ceil(sensitivities)
            )
    return total


def vectors() -> Iterator[tuple[Epsilon, ...]]:
    """Return all vectors of epsilons of at most three users."""
    return (
        found
        for size in (1, 2, 3)
        for found in combinations_with_replacement(LEVELS, size)
        if any(e != 0 for e in found)
    )


def keeps_every_epsilon(epsilons: tuple[Epsilon, ...]) -> bool:
    """Check all data sets, all users and all replacements of the records.

    The greatest loss is what the estimate grants the user, and at most her epsilon.
    """
    for estimate in estimates(epsilons):
        seen = {data: noisy(estimate, data) for data in product(RECORDS, repeat=len(epsilons))}
        for i, (asked, granted) in enumerate(zip(epsilons, estimate.granted, strict=True)):
            losses = [
                loss(seen[data], seen[(*data[:i], x, *data[i + 1 :])])
                for data in seen
                for x in RECORDS
            ]
            greatest = (
                None if None in losses else max(found for found in losses if found is not None)
            )
            if greatest != granted or (
                asked is not None and (greatest is None or greatest > asked)
            ):
                return False
    return True


def density(
    p: Fraction, most: Fraction, first: Fraction, divisor: int | None, at: Fraction = Fraction(0)
) -> Number:
    """Return two times the density at `at` over t, with user 1 sampled with probability p, and user
    2 always.

    User 2 has the record 1/2; the sum is divided by the sample's size, or by `divisor`.
    """

    def given(total: Fraction, size: int) -> Number:
        by = divisor or size
        return by * reals.rational_power(1 / most, abs(by * at - total))

    return mixed(p, given(first + POINTS[2], 2), given(POINTS[2], 1))


def sampling_is_private(case: tuple[Fraction, Fraction, Fraction, int | None]) -> bool:
    """Tell whether record -1/2 against 1/2 is no more likely at the point `at` than user 1's
    e^epsilon allows.
    """
    p, most, at, divisor = case
    bound = sampled_growth(p, most) * density(p, most, POINTS[2], divisor, at) - density(
        p, most, POINTS[0], divisor, at
    )
    return enclosure.sign(bound) >= 0


def printed_for(k: int) -> bool:
    """Tell whether the printed mechanism keeps user 1's epsilon at the output 0, for eps = (log(1 +
    1/k), log 2).
    """
    two = Fraction(2)
    return sampling_is_private(
        (sm.sampling_probability(1 + Fraction(1, k), two), two, Fraction(0), None)
    )


def lemma_1(w: Fraction) -> bool:
    """Tell whether the loss |w| of one user at scale 1 is at most w, as Lemma 1 says."""
    return abs(w) <= w


STEPS = (
    smt(
        "two Laplace densities differ by at most the distance of their centres, in units of "
        "the scale",
        {"x": REAL, "y": REAL, "s": REAL},
        lambda v: v.x <= v.y,
        lambda v: abs(abs(v.x - v.s) - abs(v.y - v.s)) <= v.y - v.x,
        lambda v: abs(abs(v.x - v.s) - abs(v.y - v.s)) <= (v.y - v.x) / 2,
        ("densities_decide",),
    ),
    positive(
        "a record moves the centre by at most its weight",
        A,
        lambda c, s, x: affine_loss(c, s) - affine_loss(c * x, s),
        strict=False,
    ),
    identity(
        "weights c_i/S with scale 1/S lose c_i: ADPM, PropDPM, FME",
        A,
        lambda c, s: (affine_loss(c / s, 1 / s), c),
    ),
    identity(
        "staircase noise of sensitivity g/S under epsilon g: a record moves the centre by "
        "c_i/g sensitivities, which cost g each",
        A,
        lambda c, s, e: (e * affine_loss(c / s, e / s), c),
    ),
    smt(
        "a shift of at most k sensitivities changes the staircase's step by at most k",
        {"x": REAL, "s": REAL, "g": REAL, "k": INT},
        lambda v: gamma_inside(v) and v.s <= v.k and -v.s <= v.k,
        lambda v: abs(step_change(v.x, v.s, v.g)) <= v.k,
        lambda v: abs(step_change(v.x, v.s, v.g)) <= 1,
        ("densities_decide",),
    ),
    smt(
        "and a shift of k sensitivities by exactly k, from 0 and from a whole interval around "
        "or beside it",
        {"x": REAL, "g": REAL, "k": INT},
        lambda v: (
            gamma_inside(v)
            and v.k >= 0
            and (v.x == 0 or (v.x > -v.g and v.x > v.g - 1 and v.x < v.g))
        ),
        lambda v: step_change(v.x, v.k, v.g) == v.k and cells.level(abs(v.x), v.g) == 0,
        lambda v: step_change(v.x, v.k, v.g) <= 2,
    ),
    smt(
        "c_i = min(eps_i, theta) is at most eps_i",
        {"e": REAL, "t": REAL},
        lambda v: v.e >= 0 and v.t > 0,
        lambda v: min(v.e, v.t) <= v.e,
        lambda v: min(v.e, v.t) < v.e,
    ),
    identity(
        "UNI and each group of LDPE lose the epsilon of their scale",
        A,
        lambda n, e: (affine_loss(1 / n, 1 / (n * e)), e),
        ("post_processing",),
    ),
    identity(
        "stretching loses eps_i", A, lambda c, n, e: (affine_loss(c / (n * e), 1 / (n * e)), c)
    ),
    exhaustive(
        "three users on three points: in every shipped estimate each loses what it grants her, "
        "and that is at most her epsilon",
        vectors,
        keeps_every_epsilon,
    ),
    counterexample(
        "Lemma 1 for w = -1: the loss is 1, not -1",
        lemma_1,
        Fraction(-1),
        lambda: [Fraction(0), Fraction(1)],
    ),
    positive(
        "sampling: the weights of A cancel, and the rest is not negative (A' = (A + u)/T, B = "
        "(A + v)/T, T = 1 + t)",
        M,
        lambda p, t, a, u, v: (
            sampled_growth(p, 1 + t) * mixed(p, (a + u) / (1 + t), (a + v) / (1 + t))
            - mixed(p, a, (a + v) / (1 + t))
        ),
        strict=False,
    ),
    identity(
        "the probability that gives user i her epsilon",
        M,
        lambda t, g: (sampled_growth(sm.sampling_probability(1 + g, 1 + t), 1 + t), 1 + g),
    ),
    positive(
        "without a bound of A by B the factor is T (A' = (A + u)/T)",
        M,
        lambda p, t, a, u, v: (1 + t) * mixed(p, (a + u) / (1 + t), v) - mixed(p, a, v),
        strict=False,
    ),
    smt(
        "with a public divisor a record moves the sum by at most 1, its removal by at most 1/2",
        {"x": REAL, "y": REAL},
        lambda v: abs(v.x) <= POINTS[2] and abs(v.y) <= POINTS[2],
        lambda v: abs(v.x - v.y) <= 1 and abs(v.x) <= POINTS[2],
        lambda v: abs(v.x - v.y) <= POINTS[2],
    ),
    counterexample(
        "the printed sampling mechanism: eps = (log(3/2), log 2), the ratio is 3 - sqrt 2 > 3/2",
        lambda k: printed_for(k),
        2,
        lambda: [1],
    ),
    identity(
        "and that is the ratio: q = sqrt 2, densities 2 and 1 for two sampled, 1/q for one",
        ROOT,
        lambda q: (mixed(Fraction(1, 2), 2, 1 / q), (3 - q) * mixed(Fraction(1, 2), 1, 1 / q)),
    ),
    exhaustive(
        "with a divisor 1, 2 or 3 it is private at 13 outputs",
        lambda: [
            (Fraction(p, 4), Fraction(t), Fraction(z, 2), d)
            for p in range(5)
            for t in (Fraction(9, 4), 4, 25)
            for z in range(-6, 7)
            for d in (1, 2, 3)
        ],
        sampling_is_private,
    ),
)


def holds(shares: list[Fraction], offsets: list[int]) -> bool:
    """Check any vector of finite epsilons of at most four users."""
    epsilons = tuple([*(Fraction(abs(o)) for o in offsets), *shares][:4])
    return not any(epsilons) or keeps_every_epsilon(epsilons)


AFFINE = (
    "two Laplace densities differ by at most the distance of their centres, in units of the scale",
    "a record moves the centre by at most its weight",
)
FINITE = (
    "three users on three points: in every shipped estimate each loses what it grants her, and "
    "that is at most her epsilon",
)
ADPM = (
    *AFFINE,
    "weights c_i/S with scale 1/S lose c_i: ADPM, PropDPM, FME",
    "c_i = min(eps_i, theta) is at most eps_i",
    *FINITE,
)


THEOREM = Theorem(
    id="hetero_privacy",
    title="Privacy user by user, and where sampling fails",
    statement="affine estimates lose exactly w_i/scale of user i, so ADPM (with staircase noise "
    "too), UNI, PropDPM, LDPE, FME and stretching give everybody her epsilon; sampling "
    "does with a public divisor only",
    source="hetero Definition 1, Lemma 1, Sections III-A and IV-A",
    steps=STEPS,
    covers=("sm.probabilities",),
    depends_on=("adpm_weights", "staircase_law"),
    programs=("adpm", "uni", "propdpm", "stretching", "fme", "ldpe", "sm"),
    holds=holds,
    claims=rows(__file__),
)
