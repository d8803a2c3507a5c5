"""What the shipped programs of the hetero paper promise, draw and return, on small data sets:
weights, scales, guards.

Claim.       Each program notes the clipped records, with the midpoint for a missing one, and returns what its
             definition says with a value of its noise; its weights and scales are those of Sections
             III-A and IV-A, FME's cut at the threshold lowered to a multiple of 2^-40. It promises
             every user the epsilon that she asked for, and says which one she gets. Sampling has
             the probabilities (e^eps_i - 1)/(e^t - 1) and the least public divisor of 40 binary
             places, and as printed the sample's size. Nothing else is taken.
Source.      hetero Algorithm 1, Sections III-A and IV-A, Examples 1 and 2.
Derivation.  The shipped programs are run to their end with chosen noise and coins; steps, laws and output are compared
             with the definition. That the losses are those granted is hetero_privacy.
Trusted.     nothing beyond the checker.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import isqrt
from typing import Any

from dpmean.distributions.finite import Bernoulli
from dpmean.exact import reals
from dpmean.exact.enclosure import compare
from dpmean.mechanisms.hetero import fme
from dpmean.mechanisms.hetero.adpm import Adpm
from dpmean.mechanisms.hetero.fme import Fme
from dpmean.mechanisms.hetero.ldpe import Ldpe
from dpmean.mechanisms.hetero.propdpm import PropDpm
from dpmean.mechanisms.hetero.sm import Sm
from dpmean.mechanisms.hetero.stretching import Stretching
from dpmean.mechanisms.hetero.uni import Uni
from dpmean.mechanisms.hetero.weights import Epsilon
from dpmean.privacy.guarantees import Guarantee, PerUserDP
from dpmean.privacy.neighbors import Neighbors
from dpmean.programs.run import run

from ...domains.releases import refuses
from ...kernel.rules import exhaustive
from ...theorem import Theorem

Epsilons = tuple[Epsilon, ...]
LOWER, UPPER, ZERO = Fraction(-1), Fraction(2), Fraction(0)
FINITE: tuple[Epsilons, ...] = tuple(
    tuple(Fraction(x) for x in e.split())
    for e in ("3", "1 4", "1/2 1/2 5 0", "0 2 2 7", "20 40 40", "1/3 1 3 3 1/3")
)
PUBLIC: tuple[Epsilons, ...] = (
    (Fraction(1), None, Fraction(0)),
    (None, Fraction(5), Fraction(5, 2), None),
)
RECORDS = (Fraction(1, 3), None, Fraction(9), "-inf", Fraction(0))
FLAT: tuple[Epsilons, ...] = (
    (Fraction(1, 2),) * 4,
    (Fraction(1, 2), *(Fraction(2, 3),) * 3),
    (Fraction(1, 9),) * 3,
)


def kept(n: int) -> list[Fraction]:
    """Return the records as they are used: clipped to [-1, 2], the midpoint for a missing one."""
    return [Fraction(1, 3), Fraction(1, 2), UPPER, LOWER, ZERO][:n]


def promises(made: Any, asked: Epsilons, granted: Epsilons) -> bool:
    """Check the guarantee: what each user asked for, and what she gets."""
    return bool(
        made.guarantee == Guarantee(PerUserDP(asked, granted), Neighbors.REPLACE_GIVEN_USER)
    )


def cut_at(epsilons: Epsilons) -> Fraction | None:
    """Return FME's threshold by its definition: 1/sqrt(n - k) for the least k whose successor
    exceeds it, lowered.
    """
    rising = sorted(epsilons, key=lambda e: (e is None, e or ZERO))
    for k, e in enumerate(rising):
        left = len(rising) - k
        if e is None or e**2 > Fraction(1, left):
            return (
                Fraction(1, isqrt(left))
                if isqrt(left) ** 2 == left
                else Fraction(isqrt(4**40 // left), 2**40)
            )
    return None


def affine() -> Iterator[tuple[str, Epsilons]]:
    """Yield the name of an affine estimate, and epsilons that it takes."""
    for epsilons in FINITE:
        yield from ((name, epsilons) for name in ("propdpm", "stretching", "adpm", "fme"))
    yield from (("uni", e) for e in (*FINITE[:2], (*FINITE[0], None), (None, None)))
    yield from ((name, e) for name in ("adpm", "fme") for e in PUBLIC)
    yield from (("fme", e) for e in FLAT)


def affine_agrees(case: tuple[str, Epsilons]) -> bool:
    """Check an affine estimate: steps, weights, scale, output with noise, and what it promises."""
    name, epsilons = case
    kind = {"propdpm": PropDpm, "stretching": Stretching, "adpm": Adpm, "fme": Fme, "uni": Uni}[
        name
    ]
    made: Any = kind(epsilons, LOWER, UPPER)
    n, finite = len(epsilons), [e for e in epsilons if e is not None]
    most = cut_at(epsilons)
    cut = [e if most is None or (e is not None and e < most) else most for e in epsilons]
    shares = {
        "propdpm": list(epsilons),
        "stretching": list(epsilons),
        "adpm": list(made.granted),
        "fme": cut,
        "uni": [min(finite, default=None)] * n,
    }[name]
    if made.constant:
        shares = [ZERO] * n
    elif name == "uni" and not finite:
        return bool(
            made.law is None
            and made.weights == (Fraction(1, n),) * n
            and promises(made, epsilons, (None,) * n)
        )
    whole = n * max(finite) if name == "stretching" else sum(shares)
    transcript = run(made.program(list(RECORDS[:n])), lambda _: Fraction(7))
    records, weights, middle = kept(n), list(made.weights), Fraction(1, 2)
    mean = middle + sum(w * (x - middle) for w, x in zip(weights, records, strict=True))
    steps: list[tuple[str, Any]] = [
        ("clipped", records),
        ("weights", weights),
        ("weighted_mean", mean),
        ("mean", mean + 7),
    ]
    if made.constant:
        steps = [*steps[:2], ("mean", middle)]
    elif weights != [c / whole for c in shares] or made.law.scale() != 3 / whole:
        return False
    return (
        transcript.steps == steps
        and transcript.output == steps[-1][1]
        and promises(made, epsilons, tuple(shares))
        and [d.label for d, _ in transcript.draws] == ["noise"] * (not made.constant)
    )


def is_cut_by_definition(epsilons: Epsilons) -> bool:
    """Check FME's number of users that are cut, and its exact threshold, one over its root."""
    most, cut = cut_at(epsilons), fme.remaining(epsilons)
    exact = fme.threshold(epsilons)
    if most is None or exact is None:
        return most is None and exact is None and cut == 0
    return (
        compare(exact**2 * cut, Fraction(1)) == 0
        and compare(exact, most) >= 0
        and compare(exact, most + Fraction(1, 2**40)) < 0
    )


def groups_agree(epsilons: Epsilons) -> bool:
    """Check LDPE: groups of one epsilon, weights in inverse proportion to their errors, a noise for
    each.
    """
    made = Ldpe(epsilons, LOWER, UPPER)
    levels = sorted({e for e in epsilons if e}) + [None] * (None in epsilons)
    users = [[i for i, e in enumerate(epsilons) if e == level] for level in levels]
    records = kept(len(epsilons))
    means = [sum((records[i] for i in group), ZERO) / len(group) for group in users]
    scales = [
        ZERO if level is None else 3 / (len(group) * level)
        for level, group in zip(levels, users, strict=True)
    ]
    errors = [
        Fraction(1, 4 * len(group)) + 2 * (scale / 3) ** 2
        for group, scale in zip(users, scales, strict=True)
    ]
    weights = [1 / e / sum(1 / other for other in errors) for e in errors]
    transcript = run(made.program(list(RECORDS[: len(records)])), lambda _: Fraction(2))
    noisy = [m + 2 * (scale > 0) for m, scale in zip(means, scales, strict=True)]
    mean = sum((w * m for w, m in zip(weights, noisy, strict=True)), ZERO)
    drawn: list[Any] = [draw.law for draw, _ in transcript.draws]
    return (
        transcript.steps
        == [
            ("clipped", records),
            ("group_means", means),
            ("group_weights", weights),
            ("noisy_means", noisy),
            ("mean", mean),
        ]
        and transcript.output == mean
        and [law.scale() for law in drawn] == [s for s in scales if s]
        and promises(made, epsilons, epsilons)
    )


def sampled() -> Iterator[tuple[str, Epsilons, tuple[int, ...]]]:
    """Yield the edition, epsilons, and who is sampled: the last user, of the largest epsilon,
    always.
    """
    for epsilons in FINITE[:4]:
        for coins in product((0, 1), repeat=len(epsilons) - 1):
            yield from ((edition, epsilons, (*coins, 1)) for edition in ("corrected", "printed"))


def sample_agrees(case: tuple[str, Epsilons, tuple[int, ...]]) -> bool:
    """Check sampling: probabilities, divisor, scale and output, and the promise, as printed the
    largest epsilon.
    """
    edition, given, coins = case
    epsilons = tuple(sorted(e for e in given if e is not None))
    made, most, n = Sm(epsilons, LOWER, UPPER, edition), max(epsilons), len(epsilons)
    chances = made.probabilities
    for e, p in zip(epsilons, chances, strict=True):
        exactly = isinstance(p, Fraction) and p == (e == most) if e in (0, most) else True
        if not exactly or compare(p * (reals.exp(most) - 1), reals.exp(e) - 1) != 0:
            return False
    expected = reals.balanced_sum(list(chances))
    if (
        compare(made.divisor, expected) < 0
        or compare(made.divisor - Fraction(1, 2**40), expected) >= 0
        or (made.divisor * 2**40).denominator != 1
    ):
        return False
    following = iter(coins)
    transcript = run(
        made.program(list(RECORDS[:n])),
        lambda draw: next(following) if isinstance(draw.law, Bernoulli) else Fraction(5),
    )
    records, middle = kept(n), Fraction(1, 2)
    total = sum((c * (x - middle) for c, x in zip(coins, records, strict=True)), ZERO)
    divisor = made.divisor if edition == "corrected" else Fraction(sum(coins))
    mean = middle + total / divisor + 5
    granted = epsilons if edition == "corrected" else tuple(most if e else ZERO for e in epsilons)
    laws: list[Any] = [draw.law for draw, _ in transcript.draws]
    return transcript.steps == [
        ("clipped", records),
        ("sampled_sum", total),
        ("divisor", divisor),
        ("mean", mean),
    ] and (
        transcript.output == mean
        and [law.p for law in laws[:-1]] == list(chances)
        and laws[-1].scale() == 3 / (divisor * most)
        and promises(made, granted if edition == "printed" else epsilons, granted)
    )


def is_refused(case: str) -> bool:
    """Check what is refused: of sizes, editions, epsilons and levels."""
    ends, two = (LOWER, UPPER), (Fraction(1), Fraction(2))
    if case == "sizes":
        return all(
            refuses(
                lambda made=made, k=k: run(made.program([ZERO] * k), lambda _: ZERO),  # type: ignore[misc]
                "size_mismatch",
            )
            for made in (Adpm(two, *ends), Ldpe(two, *ends), Sm(two, *ends))
            for k in (0, 1, 3)
        )
    if case == "editions":
        return refuses(lambda: Sm(two, *ends, edition="exact"), "unknown_name") and all(
            Sm(two, *ends, edition=word).edition == word for word in ("corrected", "printed")
        )
    if case == "public records":
        return all(
            refuses(lambda kind=kind: kind((*two, None), *ends), "not_finite")  # type: ignore[misc]
            for kind in (PropDpm, Stretching, Sm)
        )
    if case == "nobody":
        return all(
            refuses(lambda kind=kind, e=e: kind(e, *ends), "epsilon_not_positive")  # type: ignore[misc]
            for kind in (Adpm, PropDpm, Stretching, Sm, Fme, Ldpe, Uni)
            for e in ((ZERO, ZERO), (ZERO, -two[0]))
        )
    if case == "uni":
        return refuses(lambda: Uni((*two, ZERO), *ends), "epsilon_not_positive")
    levels = tuple(Fraction(i) for i in range(1, 1002))
    return len(Ldpe(levels[:1000], *ends).groups) == 1000 and refuses(
        lambda: Ldpe(levels, *ends), "out_of_range"
    )


STEPS = (
    exhaustive(
        "affine estimates have the weights, scale and output of their definitions, and promise "
        "what they grant",
        affine,
        affine_agrees,
    ),
    exhaustive(
        "FME cuts at 1/sqrt(n - k), the threshold lowered by less than 2^-40",
        lambda: (*FINITE, *PUBLIC, *FLAT),
        is_cut_by_definition,
    ),
    exhaustive(
        "LDPE has a mean and a noise for every level, weighted by the inverses of their errors",
        lambda: (*FINITE, *PUBLIC),
        groups_agree,
    ),
    exhaustive(
        "sampling has its probabilities, its divisor, and the promise of its edition",
        sampled,
        sample_agrees,
    ),
    exhaustive(
        "nothing else is taken",
        lambda: ("sizes", "editions", "public records", "nobody", "uni", "levels"),
        is_refused,
    ),
)


def holds(shares: list[Fraction], offsets: list[int]) -> bool:
    """Check the weights of PropDPM and the cut of FME for any finite epsilons of at most four
    users.
    """
    epsilons = tuple([*(Fraction(abs(o)) for o in offsets), *shares][:4])
    return not any(epsilons) or (
        affine_agrees(("propdpm", epsilons)) and is_cut_by_definition(epsilons)
    )


THEOREM = Theorem(
    id="hetero_programs",
    title="What the shipped programs with one epsilon for each user promise, draw and return",
    statement="weights, scales, coins, divisors and outputs are those of the definitions; everybody "
    "is promised her epsilon and told what she gets; as printed, sampling promises the "
    "largest; nothing else is taken",
    source="hetero Algorithm 1, Sections III-A and IV-A",
    steps=STEPS,
    programs=("adpm", "uni", "propdpm", "stretching", "fme", "ldpe", "sm"),
    depends_on=("hetero_privacy",),
    holds=holds,
)
