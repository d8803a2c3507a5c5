"""What the other shipped programs of the trilemma paper draw, promise and return: shuffled, coarse,
split, Student's t.

Claim.       The shuffled mean returns the mean of its records and of its noises, which pay for a record in a block, and
             promises the amplified epsilon where that is proved and better. The coarse estimate is
             the centre of the bin with the largest noisy count, above its threshold, for any
             offset; the split mean is that of its second part, clipped around it, with noise for
             two clips, or names records where there is none. Student's t law has the densities,
             distribution functions and quantiles known for one, two and three degrees of freedom,
             and its mean has the smooth bound of its definition. Nothing else is taken.
Source.      trilemma Algorithms 1 and 2, Theorems 2.7, E.6.
Derivation.  The shipped programs are run to their end with chosen offsets, coins, permutations and noises; steps, laws
             and output are compared with the definition.
Trusted.     nothing beyond the checker.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from math import floor
from typing import Any

from dpmean.catalogue.mechanisms import build
from dpmean.distributions import student_t
from dpmean.distributions.finite import (
    Bernoulli,
    OrderedSample,
    Uniform,
    UniformInteger,
    UniformLattice,
)
from dpmean.distributions.student_t import StudentT
from dpmean.exact import reals
from dpmean.exact.enclosure import compare
from dpmean.privacy.guarantees import ApproximateDP, Guarantee, PureDP
from dpmean.privacy.neighbors import Neighbors
from dpmean.programs.program import Draw
from dpmean.programs.run import Transcript, run

from ...domains.releases import refuses
from ...kernel.rules import exhaustive
from ...theorem import Theorem

ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
APPROXIMATE = Guarantee(ApproximateDP(Fraction(2), Fraction(1, 8)), Neighbors.REPLACE_ONE)
COARSE = {"epsilon": "2", "delta": "1/8", "sigma": "1/2"}


def near(x: Any, y: Any) -> bool:
    """Tell whether two numbers agree to 30 digits."""
    return compare((x - y) ** 2, Fraction(1, 10**60)) < 0


def shuffles_as_defined(case: tuple[int, int, int | None]) -> bool:
    """Check the shuffled mean for all permutations: steps, output, and that its noise is for one
    record of a block.
    """
    n, blocks, m = case
    lattice = {"noise": "discrete_laplace", "m": str(m)} if m else {}
    made = build(
        "shuffled_mean",
        {
            "epsilon": "1",
            "lower": "-1",
            "upper": "2",
            "n": str(n),
            "blocks": str(blocks),
            **lattice,
        },
    )
    data = [Fraction(1, 3), Fraction(7), None, Fraction(-1, 2), Fraction(-8), ZERO][: n * blocks]
    records = [min(max(x, -ONE), Fraction(2)) if x is not None else HALF for x in data]
    if m:
        records = [Fraction(round(x * m), m) for x in records]
    for rows in product(permutations(range(1, blocks + 1)), repeat=n):
        following = iter(rows)
        transcript = run(
            made.program(data),
            lambda draw, following=following: (
                next(following)  # type: ignore[misc]
                if isinstance(draw.law, OrderedSample)
                else Fraction(3)
            ),
        )
        mixed = [records[(rows[i][j] - 1) * n + i] for j in range(blocks) for i in range(n)]
        (sensitivity,) = {
            draw.law.sensitivity  # type: ignore[attr-defined]
            for draw, _ in transcript.draws
            if not isinstance(draw.law, OrderedSample)
        }
        unit = 3 / (n * sensitivity)
        means = [sum(mixed[j * n : (j + 1) * n], ZERO) / n + 3 * unit for j in range(blocks)]
        if (
            transcript.steps
            != [
                ("clipped", records),
                ("shuffled", mixed),
                ("block_means", means),
                ("mean", sum(means) / blocks),
            ]
            or transcript.output != sum(records, ZERO) / (n * blocks) + 3 * unit
        ):
            return False
    return len(transcript.draws) == n + blocks and refuses(
        lambda: run(made.program([*data, ZERO]), lambda _: ZERO), "size_mismatch"
    )


def amplifies_as_proved(case: tuple[int, Fraction]) -> bool:
    """Check the promise of the shuffled mean: log(1 + 8 (g - 1)/(g + 1) (sqrt(g log(4/delta1)/m) +
    g/m)), if better.
    """
    blocks, delta1 = case
    made = build(
        "shuffled_mean",
        {
            "epsilon": "1",
            "lower": "0",
            "upper": "1",
            "n": "1",
            "blocks": str(blocks),
            "delta1": str(delta1),
        },
    )
    g, found = reals.exp(ONE), made.guarantee
    amplified = reals.log(
        1 + 8 * (g - 1) / (g + 1) * (reals.root(g * reals.log(4 / delta1) / blocks, 2) + g / blocks)
    )
    if (
        compare(delta1, 2 * reals.exponential(-blocks / (16 * g))) < 0
        or compare(amplified, ONE) >= 0
    ):
        return bool(found == Guarantee(PureDP(ONE), Neighbors.REPLACE_ONE))
    return bool(
        near(found.measure.epsilon, amplified)
        and compare(found.measure.delta, delta1) == 0
        and found.neighbors == Neighbors.REPLACE_ONE
    )


def coarse(variant: str) -> Any:
    """Return the shipped coarse estimate of a variant."""
    more = {
        "lattice": {"noise": "discrete_laplace", "m": "2"},
        "exact": {"constants": "exact"},
    }.get(variant, {})
    return build("dpucoarse", {**COARSE, **more})


def played(
    made: Any, data: list[Any], offset: Fraction, noises: tuple[Fraction, ...], tie: int = 0
) -> Transcript:
    """Run a program with an offset, the noises of the counts in order (and then 2), all coins 1,
    and a tie's place.
    """
    following = iter(noises)

    def answer(draw: Draw) -> Any:
        if isinstance(draw.law, Bernoulli):
            return 1
        if isinstance(draw.law, UniformInteger):
            return tie
        return offset if draw.label == "offset" else next(following, Fraction(2))

    return run(made.program(data), answer)


def runs() -> Iterator[tuple[str, Fraction, tuple[Fraction, ...]]]:
    """Yield a variant, an offset T + 1/2, and the noises of up to three bins."""
    for variant in ("paper", "exact", "lattice"):
        for offset in (Fraction(1, 4), Fraction(3, 4)):
            yield from (
                (variant, offset, tuple(map(Fraction, noises)))
                for noises in product((0, 3, 9), repeat=3)
            )


def is_the_largest(case: tuple[str, Fraction, tuple[Fraction, ...]]) -> bool:
    """Check the coarse estimate: bins of x/sigma - T, their noisy counts, the threshold, and each
    of equal counts.
    """
    variant, offset, noises = case
    made, shift = coarse(variant), offset - HALF
    data = [ZERO, Fraction(1, 3), Fraction(3), Fraction(3), Fraction(-1, 3), None]
    exact = [(x or ZERO) * 2 for x in data]
    exact = [Fraction(round(x * 2), 2) for x in exact] if variant == "lattice" else exact
    places = [floor(x - shift + HALF) for x in exact]
    bins = sorted(set(places))
    counts = [Fraction(places.count(k)) for k in bins]
    noisy = [c + z for c, z in zip(counts, (*noises, Fraction(2), Fraction(2)), strict=False)]
    log = reals.log(Fraction(4) if variant == "exact" else Fraction(8))
    least = log + (1 if variant == "exact" else 2)  # epsilon = 2
    largest = [k for k, c in zip(bins, noisy, strict=True) if c == max(noisy)]
    best = largest if compare(max(noisy), least) > 0 else [None]
    for tie, k in enumerate(best):
        transcript = played(made, data, offset, noises, tie)
        steps: list[tuple[str, Any]] = [("bins", bins), ("counts", counts), ("noisy_counts", noisy)]
        if transcript.steps != steps + (
            [] if k is None else [("winner", k)]
        ) or transcript.output != (None if k is None else (shift + k) / 2):
            return False
    laws = [draw.law for draw, _ in transcript.draws]
    first = UniformLattice(2) if variant == "lattice" else Uniform()
    kind = "discrete_laplace" if variant == "lattice" else "laplace"
    drawn = {(law.name, law.sensitivity) for law in laws[1 : len(bins) + 1]}  # type: ignore[attr-defined]
    return laws[0] == first and drawn == {(kind, Fraction(2))} and made.guarantee == APPROXIMATE


def splits() -> Iterator[tuple[str, int | None, Fraction, Fraction]]:
    """Yield the mechanism, the lattice, the offset, and the noise of the counts: small, so no
    answer, or large.
    """
    yield from product(
        ("dpumean", "kv_mean"), (None, 2), (Fraction(1, 4), Fraction(3, 4)), (ZERO, Fraction(99))
    )


def splits_as_defined(case: tuple[str, int | None, Fraction, Fraction]) -> bool:
    """Check the split mean: the second part, clipped around the coarse estimate of the first, or
    named.

    The noise's unit is for a sum that moves by two clips.
    """
    name, m, offset, noise = case
    lattice = {"noise": "discrete_laplace", "m": str(m)} if m else {}
    made = build(name, {**COARSE, "clip": "1/2", "n1": "2", "n2": "3", **lattice})
    data = [Fraction(1), Fraction(1), Fraction(5, 4), Fraction(9), Fraction(-9)]
    transcript = played(made, data, offset, (noise,))
    shift = offset - HALF if name == "dpumean" else ZERO
    steps = dict(transcript.steps)
    (drawn,) = {
        draw.label.split("_")[0]
        for draw, _ in transcript.draws
        if not draw.label.startswith(("offset", "noise"))
    }
    if not noise:
        total = sum(data[2:], ZERO)
        return (
            drawn == "named"
            and steps["named_sum"] == total
            and transcript.output == total / (3 * Fraction(1, 8)) == steps["mean"]
            and made.guarantee == APPROXIMATE
        )
    middle = (shift + floor(2 - shift + HALF)) / 2
    kept = [min(max(x, middle - HALF), middle + HALF) for x in data[2:]]
    law: Any = transcript.draws[-1][0].law
    unit = 2 * HALF / (3 * law.sensitivity)
    return bool(
        drawn == "fine"
        and steps["coarse"] == middle
        and steps["fine"] == sum(kept) / 3
        and transcript.output == steps["mean"] == sum(kept) / 3 + 2 * unit
        and steps["below"] + steps["above"] == sum(abs(x - middle) > HALF for x in data[2:])
        and law.name == ("discrete_laplace" if m else "laplace")
        and made.guarantee == APPROXIMATE
    )


def has_known_values(case: tuple[int, Fraction, Fraction]) -> bool:
    """Check Student's t law against its elementary forms, y = x/(scale sqrt d), to 30 digits."""
    d, scale, x = case
    law, y = StudentT(d, scale), x / (scale * reals.root(Fraction(d), 2))
    root, pi = reals.root(1 + y**2, 2), reals.pi()
    weight = {1: pi, 2: Fraction(2), 3: pi / 2}[d] * root ** (d + 1)
    inside = {1: reals.atan(y) / pi, 2: y / root / 2, 3: (reals.atan(y) + y / root**2) / pi}[d]
    p = Fraction(4, 5)
    at = {1: ONE, 2: (2 * p - 1) / reals.root(1 - (2 * p - 1) ** 2, 2)}.get(d)
    p = Fraction(3, 4) if d == 1 else p
    good = near(law.density(x), 1 / (weight * scale * reals.root(Fraction(d), 2))) and near(
        law.cdf(x), inside + HALF
    )
    good = good and near(law.log_density(x), reals.log(law.density(x)))
    if at is not None:
        good = (
            good
            and near(law.quantile(p), at * scale * reals.root(Fraction(d), 2))
            and near(law.quantile(1 - p), -law.quantile(p))
        )
    return good and (
        law.variance() == 3 * scale**2 if d == 3 else refuses(law.variance, "not_finite")
    )


def student_as_defined(case: tuple[int, int]) -> bool:
    """Check the mean with Student's t noise: steps, and S = w max{e^(-beta (n - 1)), 1/n}, beta =
    eps/(3 (d + 1)).
    """
    d, n = case
    made = build("student_t_mean", {"epsilon": "2", "lower": "-1", "upper": "2", "degrees": str(d)})
    data = [Fraction(9), Fraction(1, 3), Fraction(-4), *[ZERO] * 40][:n]
    records = [min(max(x, -ONE), Fraction(2)) for x in data]
    far, mean = (
        3 * reals.exp(-Fraction(2 * max(n - 1, 0), 3 * (d + 1))),
        sum(records, ZERO) / max(n, 1),
    )
    close = Fraction(3, max(n, 1))
    transcript = run(made.program([None, *data]), lambda _: Fraction(5))
    law: Any = transcript.draws[0][0].law
    smooth = far if compare(far, close) > 0 else close
    return bool(
        transcript.steps == [("clipped", records), ("exact_mean", mean), ("mean", mean + 5)]
        and near(made.smooth(n), smooth)
        and transcript.output == mean + 5
        and law.d == d
        and near(law.scale, Fraction(3 * (d + 1), 8) / d * smooth * reals.root(Fraction(d), 2))
        and made.guarantee == Guarantee(PureDP(Fraction(2)), Neighbors.ADD_REMOVE_OR_REPLACE_ONE)
    )


def is_refused(case: str) -> bool:
    """Check what is refused: bounds and clips off the lattice, bounds without 0, degrees, other
    numbers of records.
    """
    if case == "bounds":
        given = {"epsilon": "1", "n": "1", "blocks": "2", "noise": "discrete_laplace", "m": "2"}
        return (
            all(
                refuses(
                    lambda l=l, u=u: build("shuffled_mean", {**given, "lower": l, "upper": u}),  # type: ignore[misc]
                    "off_lattice",
                )
                for l, u in (("0", "1/3"), ("1/3", "1"))
            )
            and build("shuffled_mean", {**given, "lower": "1/2", "upper": "1"}).law[0].sensitivity
            == 1
        )
    if case == "clips":
        given = {**COARSE, "n1": "2", "n2": "3", "noise": "discrete_laplace", "m": "2"}
        return (
            refuses(lambda: build("dpumean", {**given, "clip": "1/3"}), "off_lattice")
            and build("dpumean", {**given, "clip": "3/8"}).law[0].sensitivity == 6
        )
    if case == "zero":
        return (
            all(
                refuses(
                    lambda l=l, u=u: build(
                        "student_t_mean", {"epsilon": "1", "lower": l, "upper": u}
                    ),  # type: ignore[misc]
                    "out_of_range",
                )
                for l, u in (("1/9", "1"), ("-1", "-1/9"))
            )
            and build("student_t_mean", {"epsilon": "1", "lower": "0", "upper": "1"}).width == 1
        )
    if case == "degrees":
        return student_t.degrees(64) == 64 and refuses(
            lambda: student_t.degrees(65), "out_of_range"
        )
    made = build("dpumean", {**COARSE, "clip": "1/2", "n1": "2", "n2": "3"})

    def size_is_refused(k: int) -> bool:
        return refuses(lambda: played(made, [ZERO] * k, HALF, ()), "size_mismatch")

    return all(map(size_is_refused, (0, 4, 6)))


STEPS = (
    exhaustive(
        "the shuffled mean is the mean for all permutations, and its noise is for one record "
        "of a block",
        lambda: product((1, 2), (1, 2, 3), (None, 1, 2)),
        shuffles_as_defined,
    ),
    exhaustive(
        "it promises the amplified epsilon where that is proved and better",
        lambda: product((2, 100, 800, 2000, 10**5), (Fraction(1, 10**6), Fraction(1, 10), HALF)),
        amplifies_as_proved,
    ),
    exhaustive(
        "the coarse estimate is the centre of the bin with the largest noisy count",
        runs,
        is_the_largest,
    ),
    exhaustive(
        "the split mean is that of the second part, clipped around it, or names records",
        splits,
        splits_as_defined,
    ),
    exhaustive(
        "Student's t law has its known values",
        lambda: product((1, 2, 3), (ONE, Fraction(3, 2)), (ZERO, Fraction(1, 3), Fraction(-5))),
        has_known_values,
    ),
    exhaustive(
        "its mean has the smooth bound of the definition",
        lambda: product((1, 2, 3), (0, 1, 2, 3, 40)),
        student_as_defined,
    ),
    exhaustive(
        "nothing else is taken", lambda: ("bounds", "clips", "zero", "degrees", "sizes"), is_refused
    ),
)


def holds(n: int, x: Fraction) -> bool:
    """Check Student's t law at any point, and the smooth bound at any size."""
    return has_known_values((1 + n % 3, Fraction(1, 1 + n), x)) and student_as_defined((3, n))


THEOREM = Theorem(
    id="trilemma_means",
    title="What the shipped shuffled, coarse, split and Student's t means draw, promise and return",
    statement="outputs, laws, thresholds and guarantees are those of the definitions, for all "
    "permutations and chosen offsets and noises; Student's t law has its known values; "
    "nothing else is taken",
    source="trilemma Algorithms 1 and 2, Theorems 2.7, E.6",
    steps=STEPS,
    covers=(
        "student_t.density",
        "student_t.log_density",
        "student_t.cdf",
        "student_t.quantile",
        "student_t.variance",
    ),
    programs=("shuffled_mean", "dpucoarse", "dpumean", "kv_mean", "student_t_mean"),
    depends_on=("trilemma_student_t",),
    holds=holds,
)
