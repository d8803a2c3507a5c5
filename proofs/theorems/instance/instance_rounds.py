"""What the shipped means of several rounds pay in each: central, on buckets, and in the local
model.

Claim.       The laws that the shifted clipped mean draws from pay rho/4 for all medians, 3 rho/16 for the threshold and
             9 rho/16 for the mean; its estimate without noise is the mean where nothing is clipped;
             as printed it promises what its laws really give. The means on buckets are that mean of
             the rounded records, taken back. A user of the local model pays the same parts for her
             answers and her vector, and an answer about a tree is an unbiased count.
Source.      instance Algorithm 3, Section 3.3, Remark 3.2, Corollary 3.1, Section 5.1; Cormode, Kulkarni, Srivastava.
Derivation.  Counts move by 1, and T = ceil(log2(values)) of them are asked for; a clipped vector moves by 2 C. The
             shipped programs are run and their draws asked for their laws. All levels, indices and
             coins of an answer are played, and the estimated count is averaged.
Trusted.     nothing beyond the checker.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from dpmean.catalogue.mechanisms import build
from dpmean.distributions.finite import Sign
from dpmean.exact import reals
from dpmean.exact.enclosure import compare, floor
from dpmean.mechanisms.instance import local_clipped_mean
from dpmean.mechanisms.instance.local_response import Response
from dpmean.mechanisms.instance.local_tree import Counts, Tree
from dpmean.privacy.guarantees import Guarantee, Scope, ZeroConcentratedDP
from dpmean.privacy.neighbors import Neighbors
from dpmean.programs.program import Draw
from dpmean.programs.run import Transcript, run

from ...domains.releases import refuses, released
from ...kernel.rules import exhaustive
from ...theorem import Theorem

RHO, CLOSE = Fraction(10**6), Fraction(999, 1000)
DATA: dict[int, list[list[Any]]] = {
    1: [[1], [5], [4], [5], [9]],
    2: [[1, 2], [3, 3], [2, None], [8, 1], [3, 3]],
    3: [[1, 2, 3], [3, 3, 0], [2, 2, 2], [8, 1, 1], [3, 3, 4]],
}


def counts(values: int) -> int:
    """Return T, the least with 2^T >= values."""
    return next(t for t in range(200) if 2**t >= values)


def silent(made: Any, data: list[Any], signs: int = 1) -> Transcript:
    """Run a program without noise: signs 1 or alternating, all answers kept, at the first level and
    index.
    """
    place: list[int] = []

    def answer(draw: Draw) -> Any:
        if isinstance(draw.law, Sign):
            place.append(1)
            return signs ** len(place)
        return 1 if draw.label.endswith("kept") else 0

    return run(made.program(data), answer)


def laws_of(transcript: Transcript) -> dict[str, Any]:
    """Return a law of each kind of draw: median, threshold, noise."""
    return {draw.label.split("_")[0]: draw.law for draw, _ in transcript.draws}


def plans() -> Iterator[tuple[int, int, str]]:
    """Yield the dimension, the lattice and the edition."""
    yield from product((1, 2, 3), (1, 4), ("corrected", "printed"))


def pays_in_parts(case: tuple[int, int, str]) -> bool:
    """Check the parts of the shifted clipped mean, its threshold, the fourth norm of five for so
    large a rho, and its estimate without noise where nothing is clipped.
    """
    d, steps, edition = case
    made = build(
        "shifted_clipped_mean",
        {"rho": str(RHO), "u": "9", "d": str(d), "n": "5", "steps": str(steps), "edition": edition},
    )
    padded, rows = {1: 1, 2: 2, 3: 4}[d], [[x or 0 for x in row] for row in DATA[d]]
    for signs in (1, -1):
        transcript = silent(made, DATA[d], signs)
        laws, noted = laws_of(transcript), dict(transcript.steps)
        squared = noted["threshold_squared"]
        medians = padded * counts(2 * d * 9 + 1) / (2 * laws["median"].sigma_squared)
        high = padded * 81 if edition == "printed" else padded * (18 * d) ** 2
        threshold = counts(high + 1) / (2 * laws["threshold"].sigma_squared)
        mean = 4 * squared * steps**2 / (2 * laws["noise"].sigma_squared)
        promised = made.guarantee.measure.rho
        if edition == "printed":
            spent = medians + threshold + mean
            return bool(
                compare(promised, spent) >= 0 > compare(promised * CLOSE, spent)
                and mean == RHO * 9 / 16
            )
        if (medians, threshold, mean, promised) != (RHO / 4, RHO * 3 / 16, RHO * 9 / 16, RHO):
            return False
        around = [sum(v * v for v in row) for row in noted["shifted"]]
        center = [sorted(column)[2] for column in zip(*noted["rotated"], strict=True)]
        if noted["center"] != center:
            return False
        exact = tuple(Fraction(sum(column), 5) for column in zip(*rows, strict=True))
        if ((squared == max(around) or d == 1) and transcript.output != exact) or squared != sorted(
            around
        )[3]:
            return False
    return bool(made.guarantee.neighbors == Neighbors.REPLACE_ONE)


def on_buckets() -> Iterator[tuple[str, int, int]]:
    """Yield a mechanism on buckets, the dimension and the signs."""
    yield from product(("quantized_mean", "gaussian_mean"), (1, 2), (1, -1))


def is_taken_back(case: tuple[str, int, int]) -> bool:
    """Check a mean on buckets: rounded records, the shifted clipped mean of them, taken back; its
    bounds and buckets.
    """
    name, d, signs = case
    shape = {"rho": str(RHO), "d": str(d), "n": "5", "radius": "6", "beta": "1/9"}
    if name == "quantized_mean":
        made, width, half = build(name, {**shape, "bucket": "1/2"}), Fraction(1, 2), 12
    else:
        # ceil(sqrt(5)/2) = 2
        made, width = (build(name, {**shape, "sigma_min": "2", "sigma_max": "3"}), Fraction(1, 2))
        reach = (6 + 6 * reals.root(d + reals.log(Fraction(180)), 2)) * 2
        half = made.half
        if not compare(Fraction(half), reach) >= 0 > compare(Fraction(half - 1), reach):
            return False
    data = [[Fraction(x or 0) - Fraction(13, 5) for x in row] for row in DATA[d]]
    buckets = [[Fraction(min(round(x / width), half)) for x in row] for row in data]
    transcript = silent(made, data, signs)
    inner = build(
        "shifted_clipped_mean",
        {"rho": str(RHO), "u": str(2 * half), "d": str(d), "n": "5", "beta": "1/9"},
    )
    found = silent(inner, [[x + half for x in row] for row in buckets], signs)
    return (
        transcript.steps[0] == ("buckets", buckets)
        and transcript.steps[1:-1] == found.steps
        and (
            transcript.output == tuple((v - half) * width for v in found.output)
            and made.bucket_width == width
            and [d.law for d, _ in transcript.draws] == [d.law for d, _ in found.draws]
            and made.guarantee == Guarantee(ZeroConcentratedDP(RHO), Neighbors.REPLACE_ONE)
        )
    )


def far_is_clipped(name: str) -> bool:
    """Check what becomes of far records of a plane: each coordinate by itself, or the norm, and
    back on the lattice.
    """
    shape = {"rho": str(RHO), "d": "2", "n": "2", "radius": "6", "beta": "1/9"}
    made = build(
        name,
        {
            **shape,
            **(
                {"bucket": "1/2"}
                if name == "quantized_mean"
                else {"sigma_min": "2", "sigma_max": "3"}
            ),
        },
    )
    half = made.half
    found = dict(silent(made, [["inf", -3 * 10**6], [4 * 10**6, -3 * 10**6]]).steps)["buckets"]
    if name == "quantized_mean":
        return bool(found == [[half, -half], [half, -half]])
    norms = [x**2 + y**2 for x, y in found]
    return all(
        norm <= half**2 < norm + 2 * (abs(x) + abs(y)) + 2
        for norm, (x, y) in zip(norms, found, strict=True)
    ) and found[1] == [half * 4 // 5, -(half * 3 // 5)]


def costs(keep: Fraction, constants: str) -> Any:
    """Return the rho of a randomised response: epsilon^2/2, or the least, epsilon (2 p - 1)."""
    epsilon = reals.log(keep / (1 - keep))
    return epsilon**2 / 2 if constants == "paper" else epsilon * (2 * keep - 1)


def local_pays(case: tuple[int, str]) -> bool:
    """Check the three rounds of a user: answers for d' medians, one for the threshold, and her
    vector.
    """
    d, constants = case
    made = build(
        "local_clipped_mean", {"rho": "4", "u": "9", "d": str(d), "n": "5", "constants": constants}
    )
    transcript = silent(made, DATA[d])
    padded, squared = {1: 1, 2: 2, 3: 4}[d], dict(transcript.steps)["threshold_squared"]
    keeps = {
        draw.label.split("_")[2]: draw.law.p  # type: ignore[attr-defined]
        for draw, _ in transcript.draws
        if draw.label.endswith("kept")
    }
    for part, share in (("median", Fraction(1, padded)), ("threshold", Fraction(3, 4))):
        cost = costs(keeps[part], constants)
        if not compare(cost, share) <= 0 < compare(cost, share * CLOSE):
            return False
    noises = [draw.law for draw, _ in transcript.draws if "noise" in draw.label]
    good = all(4 * squared / (2 * law.sigma_squared) == Fraction(9, 4) for law in noises)  # type: ignore[attr-defined]
    names = [name for name, _ in transcript.steps]
    wanted = (
        [f"user_{i}_round_1" for i in range(1, 6)]
        + ["center"]
        + [f"user_{i}_round_2" for i in range(1, 6)]
        + ["threshold_squared"]
        + [f"user_{i}_round_3" for i in range(1, 6)]
        + ["mean_around_center", "estimate"]
    )
    reach, labels = (
        d * 9,
        {draw.label for draw, _ in transcript.draws if draw.label.startswith("user_1_median")},
    )
    good &= labels == {
        f"user_1_median_{j}_{part}"
        for j in range(1, padded + 1)
        for part in ("level", "index", "kept")
    }
    good &= (made.median_tree.low, made.median_tree.high) == (-reach, reach)
    good &= (made.norm_tree.low, made.norm_tree.high) == (0, padded * (2 * reach) ** 2)
    sent = [value for name, value in transcript.steps if name.endswith("round_3")]
    good &= dict(transcript.steps)["mean_around_center"] == [
        sum(column) / 5 for column in zip(*sent, strict=True)
    ]
    return (
        good
        and names == wanted
        and len(noises) == (5 * padded if squared else 0)
        and made.guarantee
        == Guarantee(ZeroConcentratedDP(Fraction(4)), Neighbors.REPLACE_ONE, scope=Scope.LOCAL)
    )


def is_unbiased(case: tuple[int, int, Fraction]) -> bool:
    """Check the estimated counts of one user's answer, averaged over all levels, indices and
    coins.
    """
    low, high, keep = case
    tree = Tree(low, high, Response(keep))
    one = released(
        lambda: Tree(low, low, Response(keep)).message(low, "t_"), lambda law: law.support()
    )
    if tree.height != counts(high - low + 1) or one != {None: 1}:
        return False
    for value in range(low, high + 1):
        law = released(lambda value=value: tree.message(value, "t_"), lambda law: law.support())  # type: ignore[misc]
        for at in range(low - 1, high + 1):
            mean = sum((p * Counts(tree, 1, [a]).at_most(at) for a, p in law.items()), Fraction(0))
            if mean != (value <= at):
                return False
    return sum(law.values()) == 1


def is_the_rank(case: tuple[int, int, int]) -> bool:
    """Check the rank of the threshold in the local model: n - floor(sqrt(2 d n/rho)), and half of n
    at least.
    """
    d, n, rho = case
    weight = floor(reals.root(Fraction(2 * d * n, rho), 2))
    return local_clipped_mean.local_rank(d, n, Fraction(rho)) == max(n - weight, -(-n // 2))


def is_refused(case: str) -> bool:
    """Check what is refused: radii off the buckets or of too many, standard deviations in the wrong
    order, sizes.
    """
    shape = {"rho": "4", "d": "1", "n": "3", "radius": "6"}
    if case == "buckets":
        return (
            refuses(lambda: build("quantized_mean", {**shape, "bucket": "4"}), "off_lattice")
            and refuses(
                lambda: build("quantized_mean", {**shape, "bucket": str(Fraction(1, 10**30))}),
                "out_of_range",
            )
            and build("quantized_mean", {**shape, "bucket": "3"}).half == 2
        )
    if case == "deviations":
        return refuses(
            lambda: build("gaussian_mean", {**shape, "sigma_min": "2", "sigma_max": "1"}),
            "bounds_order",
        )
    makers = [
        build("quantized_mean", {**shape, "bucket": "1"}),
        build("gaussian_mean", {**shape, "sigma_min": "1", "sigma_max": "1"}),
        build("local_clipped_mean", {"rho": "4", "u": "9", "d": "1", "n": "3"}),
        build("shifted_clipped_mean", {"rho": "4", "u": "9", "d": "1", "n": "3"}),
    ]
    return all(
        refuses(lambda made=made, k=k: silent(made, [[0]] * k), "size_mismatch")  # type: ignore[misc]
        for made in makers
        for k in (0, 2, 4)
    )


STEPS = (
    exhaustive(
        "medians, threshold and mean pay rho/4, 3 rho/16 and 9 rho/16, as printed what is promised",
        plans,
        pays_in_parts,
    ),
    exhaustive(
        "a mean on buckets is that of the rounded records, taken back", on_buckets, is_taken_back
    ),
    exhaustive(
        "far records are clipped, by coordinates or by their norm",
        lambda: ("quantized_mean", "gaussian_mean"),
        far_is_clipped,
    ),
    exhaustive(
        "a user of the local model pays these parts for her answers and her vector",
        lambda: product((1, 2, 3), ("paper", "exact")),
        local_pays,
    ),
    exhaustive(
        "her answer about a tree is an unbiased count",
        lambda: (
            (low, low + size, keep)
            for low in (-2, 0, 3)
            for size in (1, 2, 3, 6)
            for keep in (Fraction(2, 3), Fraction(9, 10))
        ),
        is_unbiased,
    ),
    exhaustive(
        "the rank of the threshold is that of n users' noises",
        lambda: product((1, 2, 8), (1, 5, 100), (1, 7)),
        is_the_rank,
    ),
    exhaustive("nothing else is taken", lambda: ("buckets", "deviations", "sizes"), is_refused),
)


def holds(k: int, m: int, alpha: Fraction) -> bool:
    """Check unbiased counts over any range and any coin."""
    return is_unbiased((k, k + m, Fraction(1, 2) + (1 + alpha) / 5))


THEOREM = Theorem(
    id="instance_rounds",
    title="What the shipped means of several rounds pay in each",
    statement="medians, threshold and mean pay their parts of rho, also in the local model, where "
    "counts are unbiased; means on buckets are taken back",
    source="instance Algorithm 3, Sections 3.3, 3.4, 5.1",
    steps=STEPS,
    programs=("shifted_clipped_mean", "quantized_mean", "gaussian_mean", "local_clipped_mean"),
    depends_on=("instance_zcdp",),
    holds=holds,
)
