"""What the shipped programs of Propositions 3.5 to 3.7 release, by all their runs on small data
sets.

Claim.       The clipped mean's records go to an interval that exceeds the bounds by the margin, raised to the next
             multiple of 2^-40 or of 1/m; the largest move of the mean, in units of its noise, is
             the sensitivity of the law that it draws. Name and shame has the law of its definition,
             whose mean is the records' mean and whose distance from that of a neighbour is delta;
             the combined mean has both parts. Another number of records is refused.
Source.      trilemma Propositions 3.5, 3.6, 3.7.
Derivation.  (1) The shipped program is run without noise and with noise 1: the result is linear in its one draw, so the
             difference is the noise's unit. (2) All outcomes of the coins are played; the laws
             found are compared outcome by outcome with the definition, and with those of all
             neighbours.
Trusted.     densities_decide.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from dpmean.catalogue.mechanisms import build
from dpmean.distributions.finite import Bernoulli
from dpmean.exact import reals
from dpmean.exact.enclosure import compare
from dpmean.mechanisms.trilemma.name_and_shame import NameAndShame
from dpmean.mechanisms.trilemma.public_size import proper
from dpmean.privacy.guarantees import ApproximateDP, Guarantee, PureDP
from dpmean.privacy.neighbors import Neighbors
from dpmean.programs.run import Transcript, run

from ...domains.releases import excess, listed, named, refuses, released
from ...kernel.rules import exhaustive
from ...theorem import Theorem

ZERO, ONE, QUARTER = Fraction(0), Fraction(1), Fraction(1, 4)
RECORDS: tuple[Any, ...] = (
    "-inf",
    "inf",
    None,
    Fraction(-90),
    Fraction(90),
    Fraction(1, 7),
    Fraction(2, 3),
)
Margin = tuple[Fraction, int, str, int | None]
Naming = tuple[str, int, Fraction]


def margins() -> Iterator[Margin]:
    """Yield the bias, lambda, the constants and the lattice."""
    yield from product((QUARTER, Fraction(1, 10)), (2, 3), ("paper", "exact"), (None, 1, 3))


def clipped_mean(case: Margin, n: int = 2) -> Any:
    """Return the shipped clipped mean on the bounds [-1/2, 2]."""
    bias, moment, constants, m = case
    lattice = {"noise": "discrete_laplace", "m": str(m)} if m else {}
    return build(
        "clipped_mean",
        {
            "epsilon": "2",
            "lower": "-1/2",
            "upper": "2",
            "bias": str(bias),
            "lambda": str(moment),
            "constants": constants,
            "n": str(n),
            **lattice,
        },
    )


def exceeds_by_the_margin(case: Margin) -> bool:
    """Check the margin by its equation, and that each end is the next one outwards that the
    clipping can be at.
    """
    bias, moment, constants, m = case
    margin = clipped_mean(case).exact_margin()
    scaled = margin if constants == "paper" else margin * Fraction(moment, moment - 1)
    if compare(scaled ** (moment - 1) * bias * (1 if constants == "paper" else moment), ONE) != 0:
        return False
    low, high = clipped_mean((*case[:3], None)).interval
    raised = Fraction(-1, 2) - low
    if (
        high - 2 != raised
        or (raised * 2**40).denominator != 1
        or compare(raised, margin) < 0
        or compare(raised - Fraction(1, 2**40), margin) >= 0
    ):
        return False
    if m is None:
        return True
    left, right = clipped_mean(case).interval
    return (
        (left * m).denominator == (right * m).denominator == 1
        and left <= low < left + Fraction(1, m)
        and right - Fraction(1, m) < high <= right
    )


def played(made: Any, data: list[Any], noise: Fraction) -> Transcript:
    """Run a program with this outcome of its draws."""
    return run(made.program(data), lambda _: noise)


def moves_by_the_sensitivity(case: Margin) -> bool:
    """Check the exact mean of all pairs of records against the definition, and its largest move
    against the noise.
    """
    made = clipped_mean(case)
    low, high = made.interval
    kept = {"inf": high, "-inf": low, None: Fraction(3, 4)}
    pairs = list(product(RECORDS, repeat=2))
    means, units, sensitivities = {}, set(), set()
    for pair in pairs:
        wanted = [min(max(kept.get(x, x), low), high) for x in pair]
        if case[3] is not None:
            wanted = [Fraction(round(x * case[3]), case[3]) for x in wanted]
        silent, noisy = played(made, list(pair), ZERO), played(made, list(pair), ONE)
        means[pair] = sum(wanted, ZERO) / 2
        if silent.steps != [
            ("clipped", wanted),
            ("exact_mean", means[pair]),
            ("mean", silent.output),
        ]:
            return False
        if silent.output != means[pair]:
            return False
        units.add(noisy.output - silent.output)
        sensitivities |= {
            (draw.label, draw.law.sensitivity, draw.law.name)  # type: ignore[attr-defined]
            for draw, _ in silent.draws
        }
    (unit,) = units
    moves = max(abs(means[p] - means[q]) for p in pairs for q in pairs if p[0] == q[0])
    law = "laplace" if case[3] is None else "discrete_laplace"
    return sensitivities == {("noise", moves / unit, law)} and made.guarantee == Guarantee(
        PureDP(Fraction(2)), Neighbors.REPLACE_ONE
    )


def another_number_is_refused(case: tuple[str, int]) -> bool:
    """Check that mechanisms of a public number n of records refuse any other number."""
    name, size = case
    bounds = {"epsilon": "1", "lower": "0", "upper": "1"}
    made = {
        "clipped_mean": clipped_mean((QUARTER, 2, "paper", None), 3),
        "sized_mean": build("sized_mean", {**bounds, "n": "3", "noise": "laplace"}),
        "independent": NameAndShame(QUARTER, 3),
        "single": NameAndShame(QUARTER, 3, "single"),
    }[name]
    data = [Fraction(1, 2)] * size
    if size == 3:
        return played(made, data, ZERO).output in (Fraction(1, 2), ZERO)
    return refuses(lambda: played(made, data, ZERO), "size_mismatch")


def namings() -> Iterator[Naming]:
    """Yield variants, numbers of records and probabilities."""
    for variant, n, delta in product(
        ("independent", "single"), (1, 2, 3), (QUARTER, Fraction(1, 3), Fraction(3, 4))
    ):
        if variant == "independent" or n * delta <= 1:
            yield variant, n, delta


def names_as_defined(case: Naming) -> bool:
    """Check the law of all runs on all data of three values, its mean, and the distance from every
    neighbour's.
    """
    variant, n, delta = case
    made = NameAndShame(delta, n, variant)
    laws = {
        data: released(lambda d=data: made.program(list(d)), listed)  # type: ignore[misc]
        for data in product((ZERO, ONE, Fraction(-3)), repeat=n)
    }
    if any(
        {k: p for k, p in law.items() if p} != named(variant, data, delta)
        for data, law in laws.items()
    ):
        return False
    if any(sum(k * p for k, p in law.items()) != sum(data) / n for data, law in laws.items()):
        return False
    lost = max(excess(laws[a], laws[b], ONE) for a in laws for b in laws if a[1:] == b[1:])
    steps = [name for name, _ in run(made.program([ONE] * n), lambda _: 0).steps]
    return (
        lost == delta
        and steps == ["named_sum", "mean"]
        and made.guarantee == Guarantee(ApproximateDP(ZERO, delta), Neighbors.REPLACE_ONE)
    )


def names_what_is_clipped(case: tuple[str, int | None]) -> bool:
    """Check the combined mean's law for silent noise: the clipped mean, and the rest of each record
    named or not.

    Its mean is that of the records, an infinite one counting as the end of the interval. The
    largest move of the clipped mean, in units of its noise, is the sensitivity of the law drawn.
    """
    constants, m = case
    lattice = {"noise": "discrete_laplace", "m": str(m)} if m else {}
    made = build(
        "combined_mean",
        {
            "epsilon": "2",
            "delta": "1/4",
            "psi": "1/2",
            "lambda": "4",
            "lower": "-1/2",
            "upper": "2",
            "n": "2",
            "constants": constants,
            **lattice,
        },
    )
    low, high = made.interval
    # psi (n epsilon^2 (l - 2)/(4 l^2 delta))^(1/l)
    wanted = reals.root(Fraction(2 * 4 * 2, 4 * 16) * 4, 4) / 2
    if constants == "paper" and compare(made.exact_margin(), wanted) != 0:
        return False
    at = {"inf": high, "-inf": low, None: Fraction(3, 4)}
    means, drawn = {}, set()
    for pair in product(RECORDS, repeat=2):
        exact = [at.get(x, x) for x in pair]
        exact = exact if m is None else [Fraction(round(x * m), m) for x in exact]
        kept = [min(max(x, low), high) for x in exact]
        means[pair] = sum(kept, ZERO) / 2
        rest = named("independent", tuple(x - y for x, y in zip(exact, kept, strict=True)), QUARTER)
        law = released(
            lambda d=pair: made.program(list(d)),  # type: ignore[misc]
            lambda law: listed(law) if isinstance(law, Bernoulli) else [(ZERO, ONE)],
        )
        if law != {means[pair] + x: p for x, p in rest.items()} or 2 * sum(
            x * p for x, p in law.items()
        ) != sum(exact):
            return False
        noisy = run(
            made.program(list(pair)), lambda draw: ZERO if isinstance(draw.law, Bernoulli) else ONE
        )
        if [name for name, _ in noisy.steps] != [
            "clipped",
            "exact_mean",
            "noisy_mean",
            "residuals",
            "mean",
        ]:
            return False
        drawn |= {
            (noisy.output - means[pair], draw.law.sensitivity)  # type: ignore[attr-defined]
            for draw, _ in noisy.draws
            if not isinstance(draw.law, Bernoulli)
        }
    ((unit, sensitivity),) = drawn
    moves = max(abs(means[p] - means[q]) for p in means for q in means if p[0] == q[0])
    return bool(moves == sensitivity * unit) and made.guarantee == Guarantee(
        ApproximateDP(Fraction(2), QUARTER), Neighbors.REPLACE_ONE
    )


def coins_are_proper(delta: Fraction) -> bool:
    """Check which probabilities are taken: strictly between 0 and 1, and for a single name at most
    1/n.
    """

    def alone() -> NameAndShame:
        return NameAndShame(delta, 3, "single")

    if not 0 < delta < 1:
        return all(
            refuses(ask, "probability_out_of_range")
            for ask in (lambda: proper(delta), alone, lambda: NameAndShame(delta, 3))
        )
    return proper(delta) == delta == NameAndShame(delta, 3).delta and (
        alone().n == 3 if 3 * delta <= 1 else refuses(alone, "out_of_range")
    )


STEPS = (
    exhaustive(
        "records go to the next interval outwards that exceeds the bounds by the margin",
        margins,
        exceeds_by_the_margin,
    ),
    exhaustive(
        "the largest move of the clipped mean, in units of its noise, is the sensitivity of "
        "the law drawn",
        margins,
        moves_by_the_sensitivity,
        ("densities_decide",),
    ),
    exhaustive(
        "another number of records than the public one is refused",
        lambda: product(("clipped_mean", "sized_mean", "independent", "single"), (0, 2, 3, 4)),
        another_number_is_refused,
    ),
    exhaustive(
        "name and shame has the law of its definition, whose mean is the records', and loses delta",
        namings,
        names_as_defined,
    ),
    exhaustive(
        "the combined mean names what is clipped away, and has the mean of the records",
        lambda: product(("paper", "exact"), (None, 1, 3)),
        names_what_is_clipped,
    ),
    exhaustive(
        "delta lies strictly between 0 and 1, and for a single name n delta is at most 1",
        lambda: (Fraction(i, 12) for i in (-3, 0, 1, 4, 5, 8, 11, 12, 13)),
        coins_are_proper,
    ),
)


def holds(n: int, lower: Fraction) -> bool:
    """Check the names of up to three records at any probability, with coins of their own and with
    one of all.
    """
    size, delta = (
        1 + abs(n) % 3,
        Fraction(1, 3 + abs(n)) * min(Fraction(1), abs(lower) + Fraction(1, 9)),
    )
    return names_as_defined(("independent", size, delta)) and names_as_defined(
        ("single", size, delta)
    )


THEOREM = Theorem(
    id="trilemma_programs",
    title="What the shipped clipped mean, name and shame, and their combination release",
    statement="the clipped mean moves by the sensitivity of its noise, between ends that exceed the "
    "bounds by the margin; name and shame has the law of its definition and loses delta; "
    "the combined mean has both parts",
    source="trilemma Propositions 3.5, 3.6, 3.7",
    steps=STEPS,
    programs=("clipped_mean", "name_and_shame", "combined_mean"),
    depends_on=("trilemma_clipping", "trilemma_name_and_shame"),
    holds=holds,
)
