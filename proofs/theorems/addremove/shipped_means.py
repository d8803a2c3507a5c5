"""What the shipped means draw pays for what a record moves, and what they return is the mean: from
`build` down.

Claim.       For data sets of up to three records, off the bounds and missing ones too: the loss of one record more (or
             one replaced, for the sized mean), summed over the draws of the shipped program from
             the laws that it draws, is at most the epsilon that it guarantees, and exactly that for
             some record. Without noise the result is the mean of the clipped records; with noise it
             is the same function of the noisy sums; and it lies in the bounds.
Source.      addremove Algorithms 1-3, Section 1.2.
Derivation.  The program's sums are noted before its draws. Independent noise of the laws drawn loses, in epsilons, the
             sum of |move|/sensitivity; noise in the plane what its law says. One record's move is
             linear in the record, so the ends of the bounds are the worst; the general statement is
             in mechanisms_are_private.
Trusted.     densities_decide, post_processing.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from dpmean.catalogue.mechanisms import build
from dpmean.programs.run import Transcript, run

from ...kernel.rules import exhaustive
from ...theorem import Theorem

Case = tuple[str, dict[str, str], tuple[Fraction, Fraction]]
SUMS = {
    "noise_sum": "sum",
    "noise_count": "count",
    "noise_1": "s1",
    "noise_2": "s2",
    "noise": "exact_mean",
}


def mechanisms() -> Iterator[Case]:
    """Yield a mechanism with its parameters, and its bounds."""
    for lower, upper in (
        (Fraction(0), Fraction(1)),
        (Fraction(-3), Fraction(1)),
        (Fraction(2), Fraction(5, 2)),
    ):
        bounds = {"epsilon": "2", "lower": str(lower), "upper": str(upper)}
        yield from (
            (name, bounds, (lower, upper))
            for name in ("independent_mean", "shifted_mean", "bounded_mean")
        )
        yield from (
            ("sized_mean", {**bounds, "n": str(n), "noise": noise}, (lower, upper))
            for n in (1, 3)
            for noise in ("laplace", "truncated_laplace")
        )
        for more in (
            {"noise": "laplace"},
            {"noise": "staircase2d", "gamma": "1/2"},
            {"noise": "hourglass", "gamma": "1/3"},
            {"noise": "discrete_laplace", "m": "4"},
            {"noise": "discrete_hourglass", "m": "4", "gamma": "1/2"},
        ):
            yield "transformed_mean", {**bounds, **more}, (lower, upper)


def played(made: Any, data: list[Any], noise: Fraction = Fraction(0)) -> Transcript:
    """Run a program with this noise in every draw."""
    return run(
        made.program(data),
        lambda draw: (noise, noise) if getattr(draw.law, "plane", False) else noise,
    )


def lost(made: Any, before: list[Any], after: list[Any]) -> Fraction:
    """Return what the draws of the program lose between two data sets, in epsilons."""
    one, other = (played(made, data) for data in (before, after))
    noted = [dict(transcript.steps) for transcript in (one, other)]
    total = Fraction(0)
    for draw, _ in one.draws:
        law: Any = draw.law
        if getattr(law, "plane", False):
            moves = [noted[1][name] - noted[0][name] for name in ("s1", "s2")]
            total += law.privacy_loss(*moves).epsilons if any(moves) else 0
        else:
            name = SUMS[draw.label]
            steps = made.m if draw.label in ("noise_1", "noise_2") and made.m else 1
            total += abs(noted[1][name] - noted[0][name]) * steps / law.sensitivity
    return total


def data_sets(bounds: tuple[Fraction, Fraction]) -> Iterator[list[Any]]:
    """Yield few records, some of them beyond the bounds or missing."""
    lower, upper = bounds
    width = upper - lower
    yield from ([], [lower], [upper + 7, lower + width / 4], [None, upper, lower - width])


def pays(case: Case) -> bool:
    """Check the losses of one record more, less or another against the guarantee; one at least is
    as large.
    """
    name, given, bounds = case
    made, (lower, upper) = build(name, given), bounds
    epsilons = Fraction(made.guarantee.measure.epsilon) / 2
    records = [lower, upper, (lower + upper) / 2, lower + (upper - lower) / 4, upper + 9, lower - 9]
    losses = []
    if name == "sized_mean":
        same = [(lower + upper) / 2] * (made.n - 1)
        losses = [lost(made, [x, *same], [y, *same]) for x, y in product(records, records)]
        losses += [lost(made, [None, *same], [x, *same]) for x in records]
    else:
        for data in data_sets(bounds):
            losses += [lost(made, data, [*data, x]) for x in records] + [
                lost(made, [*data, x], data) for x in records
            ]
            if lost(made, data, [*data, None]):
                return False
    return epsilons == 1 and max(losses) == epsilons


def is_the_mean(case: Case) -> bool:
    """Check the result without noise, and that with noise it is in the bounds where the mechanism
    clips it.
    """
    name, given, (lower, upper) = case
    made = build(name, given)
    for data in data_sets((lower, upper)):
        size = made.n if name == "sized_mean" else len(data)
        records = [*data, *[upper] * (size - len(data))][:size]
        middle = (lower + upper) / 2
        kept = [
            min(max(x, lower), upper) if x is not None else middle
            for x in records
            if x is not None or name == "sized_mean"
        ]
        if "m" in given:  # shares are multiples of 1/4, to the nearest, and these are
            kept = [x for x in kept if ((x - lower) / (upper - lower) * 4).denominator == 1]
        mean = sum(kept, Fraction(0)) / len(kept) if kept else middle
        if played(made, records).output != mean:
            return False
        noisy = played(made, records, Fraction(5)).output
        if not lower <= noisy <= upper and given.get("noise") != "laplace":
            return False
        if name == "sized_mean" and given["noise"] == "laplace" and noisy != mean + 5:
            return False
    return True


def follows_the_sums(case: Case) -> bool:
    """Check the result with noise: the ratio of the noisy sums, clipped, in the units of the
    records.
    """
    name, given, (lower, upper) = case
    made, width = build(name, given), upper - lower
    if name == "sized_mean":
        return True
    for z in (Fraction(1, 4), Fraction(-1, 4), Fraction(2), Fraction(-2)):
        for data in data_sets((lower, upper)):
            transcript = played(made, data, z if name != "bounded_mean" else Fraction(round(z)))
            noted = dict(transcript.steps)
            if name == "transformed_mean":
                s1, s2 = noted["noisy_s1"], noted["noisy_s2"]
                unit = Fraction(1, 4) if given["noise"] == "discrete_laplace" else 1
                good = s1 == noted["s1"] + z * unit and s2 == noted["s2"] + z * unit
                share = s1 / (s1 + s2) if s1 + s2 else Fraction(1, 2)
                wanted = lower + width * min(max(share, Fraction(0)), Fraction(1))
            else:
                top, bottom = noted["noisy_sum"], noted["noisy_count"]
                good = bottom == noted["count"] + (z if name != "bounded_mean" else round(z))
                middle = (lower + upper) / 2
                if name == "bounded_mean":
                    bottom = max(bottom, Fraction(1))
                centre = Fraction(0) if name == "independent_mean" else middle
                wanted = min(max(top / bottom + centre, lower), upper) if bottom else middle
            if not good or transcript.output != wanted:
                return False
    return True


def draws(case: Case) -> bool:
    """Check that every program draws, and as often as its laws are many."""
    name, given, _ = case
    labels = [
        draw.label
        for draw, _ in played(build(name, given), [Fraction(2)] * int(given.get("n", "2"))).draws
    ]
    plane = name == "transformed_mean" and "laplace" not in given["noise"]
    return len(set(labels)) == len(labels) == (1 if plane or name == "sized_mean" else 2)


STEPS = (
    exhaustive(
        "what the programs draw pays exactly for what a record moves, in epsilons",
        mechanisms,
        pays,
        ("densities_decide",),
    ),
    exhaustive(
        "without noise the result is the mean of the clipped records", mechanisms, is_the_mean
    ),
    exhaustive(
        "with noise it is that function of the noisy sums",
        mechanisms,
        follows_the_sums,
        ("post_processing",),
    ),
    exhaustive("no program forgets a draw", mechanisms, draws),
)


def holds(lower: Fraction, width: Fraction) -> bool:
    """Check Algorithms 1 and 2 at any bounds."""
    bounds = (lower, lower + width)
    given = {"epsilon": "2", "lower": str(lower), "upper": str(lower + width)}
    return all(
        pays((name, given, bounds)) for name in ("independent_mean", "shifted_mean", "bounded_mean")
    )


THEOREM = Theorem(
    id="shipped_means",
    title="The shipped means: what they draw pays for what a record moves",
    statement="the loss of one record, from the laws that the shipped program draws, is exactly the "
    "epsilon that it guarantees; without noise the result is the mean, with noise the same "
    "function of the noisy sums",
    source="addremove Algorithms 1-3, Section 1.2",
    steps=STEPS,
    programs=("independent_mean", "shifted_mean", "bounded_mean", "sized_mean", "transformed_mean"),
    depends_on=("mechanisms_are_private",),
    holds=holds,
)
