"""What the shipped programs of samples and vectors lose, step by step, on data sets that differ in
one record.

Claim.       COINPRESS with a known and with an unknown covariance, the clipped mean and the search promise rho-zCDP for
             one record replaced, and their draws cost that: for the same noisy answers, the squared
             moves of the exact ones over twice the variances drawn add up to at most rho, and to
             what the farthest records can move: in COINPRESS with a known covariance rho itself. A
             user of the local baseline pays rho for her bits, or for her coordinates. COINPRESS
             clips at the lengths of its definition. Another number of records, and settings without
             meaning, are refused.
Source.      instance Algorithm 1, Sections 3 and 6; Biswas, Dong, Kamath, Ullman (2020); Gaboardi, Rogers, Sheffet.
Derivation.  The program is run on one data set with chosen noise, and on the other with the noise that gives the same
             noisy answers: what it goes on with, and so every law that it draws from, is then the
             same. Each noisy answer costs (its move)^2/(2 sigma^2) (instance_zcdp), and costs add
             up.
Trusted.     nothing beyond the checker.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from dpmean.catalogue.mechanisms import build
from dpmean.exact import reals
from dpmean.exact.enclosure import compare
from dpmean.mechanisms.instance import quantile
from dpmean.privacy.guarantees import Guarantee, Scope, ZeroConcentratedDP
from dpmean.privacy.neighbors import Neighbors
from dpmean.programs.program import Draw
from dpmean.programs.program import Step as Noted
from dpmean.programs.run import run

from ...domains.releases import refuses
from ...kernel.rules import counterexample, exhaustive
from ...theorem import Theorem, rows

Case = tuple[str, dict[str, str], int]
FAR, CLOSE = 10**7, Fraction(999, 1000)
SAMPLES = {"rho": "4", "n": "3", "radius": "8", "sigma_max": "2"}
ENDS: dict[int, list[list[Any]]] = {
    1: [[-FAR], [0], [FAR]],
    2: [[FAR, 0], [0, FAR], [-FAR, 0], [None, 1]],
}


def means() -> Iterator[Case]:
    """Yield a mechanism of vectors, its parameters, and the noise of the first data set."""
    for d, noise in product((1, 2), (0, 5)):
        # so much that the balls shrink
        size = {**SAMPLES, "rho": "400", "radius": "100000", "d": str(d)}
        for tails, steps in product(("together", "each"), (1, 3)):
            yield "coinpress_mean", {**size, "iterations": str(steps), "tails": tails}, noise
        yield "coinpress_scaled_mean", {**size, "iterations": "2", "sigma_min": "1/2"}, noise
        for constants in ("paper", "exact"):
            yield (
                "norm_clipped_mean",
                {
                    "rho": "400",
                    "n": "3",
                    "u": "50",
                    "d": str(d),
                    "threshold": "7",
                    "constants": constants,
                },
                noise,
            )


def answered(made: Any, data: list[Any], noise: int) -> tuple[dict[str, Any], dict[str, list[Any]]]:
    """Run a program; return the exact answers by the name of their step, and those with noise."""
    exact: dict[str, Any] = {}
    noisy: dict[str, list[Any]] = {}
    name = ""
    program, reply = made.program(data), None
    while True:
        try:
            event = program.send(reply)
        except StopIteration:
            return exact, noisy
        reply = None
        if isinstance(event, Noted) and event.name.split("_")[0] in ("sum", "products"):
            name, exact[event.name], noisy[event.name] = event.name, event.value, []
        if isinstance(event, Draw):
            place = len(noisy[name])
            reply = Fraction(noise * (-1) ** place)
            noisy[name].append(exact[name][place] * getattr(made, "steps", 1) + reply)


def lost(made: Any, before: list[Any], after: list[Any], noise: int) -> dict[str, Fraction]:
    """Return what the draws cost for the same noisy answers from two data sets, by the kind of
    answer.
    """
    exact, noisy = answered(made, before, noise)
    costs = {"sum": Fraction(0), "products": Fraction(0)}
    program, reply, name, place = made.program(after), None, "", 0
    own: list[Any] = []
    while True:
        try:
            event = program.send(reply)
        except StopIteration:
            return costs
        reply = None
        if isinstance(event, Noted) and event.name in exact:
            name, place, own = event.name, 0, event.value
        if isinstance(event, Draw):
            law: Any = event.law
            steps = getattr(made, "steps", 1)
            reply = noisy[name][place] - own[place] * steps
            moved = (own[place] - exact[name][place]) * steps
            costs[name.split("_")[0]] += moved**2 / (2 * law.sigma_squared)
            place += 1


def pays(case: Case) -> bool:
    """Check the costs of every replacement against rho: at most that, and for the farthest records
    what they cost.

    Records of the clipped mean are not negative: they move from 0 to C, or from one axis to
    another. Whitened vectors are truncated, and not all of their steps have the farthest; products
    of one coordinate move half as far.
    """
    name, given, noise = case
    made, d, rho = build(name, given), int(given["d"]), Fraction(400)
    if made.guarantee != Guarantee(ZeroConcentratedDP(rho), Neighbors.REPLACE_ONE):
        return False
    rows = ENDS[d]
    found = [
        lost(made, [x, *others], [y, *others], noise)
        for others in ([rows[0], rows[2]], [rows[1]] * 2)
        for x in rows
        for y in rows
    ]
    sums, products = (max(f[kind] for f in found) for kind in ("sum", "products"))
    if name == "norm_clipped_mean":
        return bool(sums == (rho * d / 4 if given["constants"] == "paper" else rho))
    if name == "coinpress_mean":
        return bool(products == 0 and rho >= sums > rho * CLOSE)
    return bool(rho / 2 >= sums > rho / 4 and d * rho / 4 >= products > rho / 4 * CLOSE)


def length(d: int, beta: Fraction) -> Any:
    """Return l(beta) = sqrt(d + 2 sqrt(d log(1/beta)) + 2 log(1/beta))."""
    log = -reals.log(beta)
    return reals.root(d + 2 * reals.root(d * log, 2) + 2 * log, 2)


def clips_as_defined(case: tuple[int, int, str]) -> bool:
    """Check COINPRESS's radii of clipping, each the least integer that is not below the length of
    the definition.
    """
    d, steps, tails = case
    made = build(
        "coinpress_mean",
        {**SAMPLES, "d": str(d), "iterations": str(steps), "tails": tails, "beta": "1/9"},
    )
    width, beta, n = made.bucket_width, Fraction(1, 9), 3
    if (1 / width).denominator != 1 or not 4 * (1 / width) ** 2 >= n > 4 * (1 / width - 1) ** 2:
        return False
    sigma, half, radius = 2 / width, reals.root(Fraction(d), 2) / 2, 8 / width
    z = reals.root(-2 * reals.log(beta), 2)
    for i, clip in enumerate(made.plan.clips):
        of_record, of_mean = (
            (beta / (2 * n * steps), beta / (2 * steps)) if tails == "together" else (beta, beta)
        )
        reach = sigma * length(d, of_record)
        wanted = (
            radius + reach
            if tails == "together"
            else reals.root(radius**2 + 2 * radius * sigma * z + reach**2, 2)
        ) + half
        if not compare(Fraction(clip), wanted) >= 0 > compare(Fraction(clip - 1), wanted):
            return False
        rho = (
            Fraction(4) if steps == 1 else Fraction(3) if i == steps - 1 else Fraction(1, steps - 1)
        )
        variance = (2 * clip) ** 2 / (2 * rho)
        radius = length(d, of_mean) * reals.root(sigma**2 / n + variance / n**2, 2) + 2 * half
    return bool(len(made.plan.clips) == steps and made.plan.reach == made.plan.clips[0])


def without_noise(x: int) -> Any:
    """Return COINPRESS's estimate from one record x where no draw adds noise; its first ball has
    the radius 1 + sigma l, sigma = sigma_max = 1, and ends at 6.
    """
    given = {"rho": "1/2", "n": "1", "d": "1", "radius": "1", "sigma_max": "1"}
    made = build("coinpress_mean", given)
    return run(made.program([[Fraction(x)]]), lambda _: Fraction(0)).output[0]


def messages_pay(case: tuple[int, str]) -> bool:
    """Check the local baseline: bits around each user's bin and what two of them cost, values,
    their noise, the mean.
    """
    d, constants = case
    made = build(
        "local_coordinate_mean",
        {
            "rho": "4",
            "d": str(d),
            "n": "4",
            "radius": "9",
            "sigma_max": "2",
            "constants": constants,
        },
    )
    data = [[6] * d, [6] * d, [FAR] * d, [Fraction(3), *[None] * (d - 1)]]
    transcript = run(
        made.program(data), lambda draw: 1 if draw.label.endswith("kept") else Fraction(2)
    )
    noted = dict(transcript.steps)
    log = reals.log(8 * 4 / made.beta)
    half, width = made.half, made.bucket_width
    wanted = (4 + 2 * reals.root(2 * log, 2)) / width
    if not compare(Fraction(half), wanted) >= 0 > compare(Fraction(half - 1), wanted) or width != 1:
        return False
    bits = [Fraction(k == 3) for k in range(-5, 6)]
    values = [
        [half + Fraction(2)] * d,
        [Fraction(-3) / width + 2, *[max(-6 / width, -half) + 2] * (d - 1)],
    ]
    mean = tuple(6 + (x + y) / 2 * width for x, y in zip(*values, strict=True))
    laws = {draw.label.split("_")[2]: draw.law for draw, _ in transcript.draws}
    keep, noise = laws["bin"].p, laws["noise"].sigma_squared  # type: ignore[attr-defined]
    epsilon = reals.log(keep / (1 - keep))
    cost = 2 * d * (epsilon**2 / 2 if constants == "paper" else epsilon * (2 * keep - 1))
    return bool(
        noted["user_1_bins"] == [bits] * d == noted["user_2_bins"]
        and noted["bins"] == [3] * d
        and noted["user_3_values"] == values[0]
        and noted["user_4_values"] == values[1]
        and transcript.output == mean
        and compare(cost, Fraction(4)) <= 0 < compare(cost, 4 * CLOSE)
        and Fraction(d * (2 * half) ** 2) == 8 * noise
        and made.guarantee
        == Guarantee(ZeroConcentratedDP(Fraction(4)), Neighbors.REPLACE_ONE, scope=Scope.LOCAL)
    )


def searches() -> Iterator[tuple[int, int, str]]:
    """Yield a range of integers, and the edition."""
    yield from product((-3, 0), (0, 4, 9), ("corrected", "printed"))


def search_pays(case: tuple[int, int, str]) -> bool:
    """Check the search: the record of its rank without noise, or the one after as printed, and what
    its counts cost.
    """
    low, high, edition = case
    given = {
        "rho": "4",
        "low": str(low),
        "high": str(high),
        "rank": "2",
        "n": "3",
        "edition": edition,
    }
    made = build("privquant", given)
    data = [[low], [-99], [high], [(low + high) // 2]][1:]
    silent = run(made.program(data), lambda _: Fraction(0))
    rising = sorted([low, high, (low + high) // 2])
    found = rising[1] if edition == "corrected" or low == high else rising[2]
    most, values = 0, high - low + 1
    for z in (-FAR, 0, FAR):
        laws: list[Any] = [
            draw.law
            for draw, _ in run(made.program(data), lambda _, z=z: Fraction(z)).draws  # type: ignore[misc]
        ]
        most = max(most, len(laws))
    cost = most / (2 * laws[0].sigma_squared) if laws else Fraction(0)
    names = [name for name, _ in silent.steps]
    return (2 ** (most - 1) < values <= 2**most or most == values - 1 == 0) and (
        silent.output == found
        and names == ["sorted", "middles", "counts", "noisy_counts"]
        and dict(silent.steps)["sorted"] == rising
        and made.guarantee.neighbors == Neighbors.REPLACE_ONE
        and (
            compare(made.guarantee.measure.rho, cost)
            >= 0
            > compare(made.guarantee.measure.rho * CLOSE, cost)
            or not laws
        )
        and (made.guarantee.measure.rho == 4 or edition == "printed")
    )


def is_refused(case: str) -> bool:
    """Check what is refused: of rho and beta, of ranges and ranks, of widths, and another number of
    records.
    """
    samples = {**SAMPLES, "d": "1"}
    if case == "rho":
        return quantile.positive(Fraction(1, 9)) == Fraction(1, 9) and all(
            refuses(lambda x=x: quantile.positive(x), "out_of_range")  # type: ignore[misc]
            for x in (Fraction(0), Fraction(-1))
        )
    if case == "beta":
        return quantile.failure(Fraction(8, 9)) == Fraction(8, 9) and all(
            refuses(lambda x=x: quantile.failure(x), "probability_out_of_range")  # type: ignore[misc]
            for x in (Fraction(0), Fraction(1))
        )
    if case == "searches":
        given = {"rho": "1", "low": "0", "high": "4", "rank": "2", "n": "3"}
        return (
            refuses(lambda: build("privquant", {**given, "low": "5"}), "bounds_order")
            and refuses(lambda: build("privquant", {**given, "rank": "4"}), "out_of_range")
            and build("privquant", {**given, "rank": "3"}).rank == 3
        )
    if case == "samples":
        wide = {**samples, "sigma_min": "2"}
        return (
            refuses(
                lambda: build("coinpress_scaled_mean", {**wide, "sigma_min": "3"}), "bounds_order"
            )
            and all(
                refuses(lambda name=name, g=g: build(name, {**g, "n": "1"}), "out_of_range")  # type: ignore[misc]
                for name, g in (("coinpress_scaled_mean", wide), ("local_coordinate_mean", samples))
            )
            and all(build("coinpress_scaled_mean", {**wide, "n": n}).pairs == 1 for n in ("2", "3"))
        )
    if case == "bins":
        far, near = ({**samples, "radius": r} for r in ("20001", "20000"))
        return (
            refuses(lambda: build("local_coordinate_mean", far), "out_of_range")
            and build("local_coordinate_mean", near).side == 10**4
        )
    makers = [
        build("coinpress_mean", samples),
        build("coinpress_scaled_mean", {**samples, "sigma_min": "1"}),
        build("local_coordinate_mean", samples),
        build("privquant", {"rho": "1", "low": "0", "high": "4", "rank": "2", "n": "3"}),
        build("norm_clipped_mean", {"rho": "4", "n": "3", "u": "50", "d": "1", "threshold": "7"}),
    ]
    return all(
        refuses(
            lambda made=made, k=k: run(made.program([[0]] * k), lambda _: Fraction(0)),  # type: ignore[misc]
            "size_mismatch",
        )
        for made in makers
        for k in (0, 2, 4)
    )


STEPS = (
    exhaustive(
        "for the same noisy answers the draws cost rho at most, and that much for the farthest "
        "records",
        means,
        pays,
    ),
    exhaustive(
        "COINPRESS clips at the lengths of its definition",
        lambda: product((1, 3), (1, 2, 4), ("together", "each")),
        clips_as_defined,
    ),
    exhaustive(
        "a user of the local baseline pays rho for her bits or her coordinates",
        lambda: product((1, 2), ("paper", "exact")),
        messages_pay,
    ),
    exhaustive(
        "the counts of the search cost what it promises, and it finds the record of its rank",
        searches,
        search_pays,
    ),
    counterexample(
        "COINPRESS without noise does not follow a shift of a record at the edge of its ball",
        lambda x: without_noise(x + 1) == without_noise(x) + 1,
        6,
        lambda: range(6),
    ),
    exhaustive(
        "COINPRESS without noise follows every shift within its balls",
        lambda: product(range(-6, 7), repeat=2),
        lambda case: without_noise(case[1]) == without_noise(case[0]) + case[1] - case[0],
    ),
    exhaustive(
        "nothing else is taken",
        lambda: ("rho", "beta", "searches", "samples", "bins", "sizes"),
        is_refused,
    ),
)


def holds(n: int, m: int) -> bool:
    """Check COINPRESS's radii for up to four steps in up to twelve dimensions, and the search on
    any range.
    """
    return clips_as_defined((m, 1 + n % 4, "together")) and search_pays((-m, n, "corrected"))


THEOREM = Theorem(
    id="instance_programs",
    title="What the shipped programs of samples and vectors lose",
    statement="for the same noisy answers the draws of COINPRESS, the clipped mean and the search "
    "cost rho, and no more; so does what a user of the local baseline sends; lengths of "
    "clipping are those of the definition",
    source="instance Algorithm 1, Sections 3 and 6",
    steps=STEPS,
    programs=(
        "coinpress_mean",
        "coinpress_scaled_mean",
        "local_coordinate_mean",
        "norm_clipped_mean",
        "privquant",
    ),
    depends_on=("instance_zcdp", "instance_baselines"),
    holds=holds,
    claims=rows(__file__),
)
