"""What the shipped program on a sub-sample of unknown size releases, by all its runs on small data
sets.

Claim.       The program of Proposition E.1 has the law of its definition, with a count that is clipped, no answer
             below n0, and records in random order; between neighbours it loses no more than the
             count and the mechanism on the sub-sample say together. Half the width of the count is
             the least that the constants allow. It runs the mechanism that is named, and refuses
             what has no guarantee.
Source.      trilemma Proposition E.1.
Derivation.  A count is clipped, so what lies beyond is played at two places beyond, with all of its tail; all places
             and all coins of name and shame are played. The laws found are compared outcome by
             outcome with the definition, and with those of all neighbours.
Trusted.     nothing beyond the checker.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from typing import Any

from dpmean.catalogue.mechanisms import build
from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.exact import reals
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare
from dpmean.mechanisms.trilemma.name_and_shame import NameAndShame
from dpmean.mechanisms.trilemma.unknown_size import UnknownSize, unknown_size
from dpmean.privacy import composition
from dpmean.privacy.guarantees import ApproximateDP, Guarantee, PureDP
from dpmean.privacy.neighbors import Neighbors

from ...domains.releases import (
    Outcomes,
    clipped_geometric,
    excess,
    listed,
    named,
    refuses,
    released,
)
from ...kernel.rules import exhaustive
from ...theorem import Theorem

ZERO, ONE, QUARTER = Fraction(0), Fraction(1), Fraction(1, 4)
Sampling = tuple[Fraction, Fraction, str, str]
ONE_EPSILON = Decay.formal("1", "1/3")
BASES: tuple[
    tuple[str, dict[str, str], dict[str, str]], ...
] = (  # the base, its parameters, more of the mechanism's
    ("sized_mean", {"lower": "0", "upper": "3"}, {"epsilon": "2", "noise": "laplace"}),
    ("clipped_mean", {"lower": "0", "upper": "3", "bias": "1/4", "lambda": "3"}, {"epsilon": "2"}),
    ("name_and_shame", {}, {"delta": "1/8"}),
    (
        "combined_mean",
        {"lower": "0", "upper": "3", "psi": "1/2", "lambda": "4"},
        {"epsilon": "2", "delta": "1/8"},
    ),
    ("dpumean", {"clip": "1/2", "n1": "2", "sigma": "1/3"}, {"epsilon": "2", "delta": "1/8"}),
)


def runs_its_base(case: tuple[str, dict[str, str], dict[str, str]]) -> bool:
    """Check that the base is the mechanism of that name, on every number of records, with the sum
    of the guarantees.
    """
    base, given, more = case
    whole = {"base": base, "epsilon": "2", "delta": "1/8", **given}
    made = build("unknown_size", {**whole, "n0": "3"})
    for n in (3, 5):
        size = {"n1": "2", "n2": str(n - 2)} if base == "dpumean" else {"n": str(n)}
        if made.family(n) != build(base, {**given, **more, **size}):
            return False
    inner = build(base, {**given, **more, **size}).guarantee.measure
    wanted = ApproximateDP(
        2 + inner.epsilon, Fraction(1, 8) + (0 if isinstance(inner, PureDP) else inner.delta)
    )

    def printed() -> Any:
        return build("unknown_size", {**whole, "n0": "3", "edition": "printed"}).guarantee

    promised = Guarantee(wanted, Neighbors.ADD_REMOVE_OR_REPLACE_ONE)
    if made.guarantee != promised or not (
        refuses(printed, "unsupported_combination") if base == "dpumean" else printed() == promised
    ):
        return False
    extra = {"psi": "1"} if base != "combined_mean" else {"bias": "1"}
    short = [{k: v for k, v in whole.items() if k != name} for name in given if name != "sigma"]
    return refuses(
        lambda: build("unknown_size", {**whole, **extra, "n0": "3"}), "unsupported_combination"
    ) and all(
        refuses(lambda g=g: build("unknown_size", {**g, "n0": "3"}), "missing_parameter")  # type: ignore[misc]
        for g in short
    )


def no_other_base(case: str) -> bool:
    """Check what is refused: records of private number, no epsilon and delta, delta of 0 or 1, no
    record left.
    """
    bounds = {"epsilon": "1", "lower": "0", "upper": "1"}
    if case == "private number":
        return refuses(
            lambda: UnknownSize(lambda _: build("shifted_mean", bounds), ONE_EPSILON, QUARTER),
            "unsupported_combination",
        )
    if case == "zCDP":
        of_vectors = {"rho": "4", "u": "2", "d": "1", "threshold": "1"}
        made = UnknownSize(
            lambda n: build("norm_clipped_mean", {**of_vectors, "n": str(n)}), ONE_EPSILON, QUARTER
        )
        return refuses(lambda: made.guarantee, "unsupported_combination")
    if case == "delta of 0":
        return all(
            refuses(
                lambda d=d: UnknownSize(lambda n: NameAndShame(QUARTER, n), ONE_EPSILON, d),  # type: ignore[misc]
                "probability_out_of_range",
            )
            for d in (ZERO, ONE)
        )
    return refuses(
        lambda: unknown_size("dpumean", ONE_EPSILON, QUARTER, 2, clip=ONE, n1=2), "out_of_range"
    )


def pairs() -> Iterator[tuple[Any, Any]]:
    """Yield two guarantees with the epsilons 1/2 and 1, pure, or with a delta that is rational or
    not.
    """
    deltas = (ZERO, QUARTER, reals.exp(Fraction(-1)))
    for d, e in product(deltas, repeat=2):
        yield (PureDP(ONE / 2) if d is ZERO else ApproximateDP(ONE / 2, d)), ApproximateDP(ONE, e)
    yield PureDP(ONE / 2), PureDP(ONE)


def add_up(case: tuple[Any, Any]) -> bool:
    """Check what three releases promise together, from the same data the sum and from disjoint
    parts the worst.

    The guarantee is pure exactly where nothing is lost beside epsilon.
    """
    one, other = case
    d, e = (m.delta if isinstance(m, ApproximateDP) else ZERO for m in case)
    for found, epsilon, delta in (
        (composition.sequential([one, other, one]), Fraction(2), d + e + d),
        (composition.parallel([one, other, one]), ONE, d if compare(d, e) > 0 else e),
    ):
        if found.epsilon != epsilon or isinstance(found, PureDP) != (compare(delta, ZERO) == 0):
            return False
        if isinstance(found, ApproximateDP) and compare(found.delta, delta) != 0:
            return False
    return True


def widths() -> Iterator[tuple[Fraction, Fraction, str]]:
    """Yield e^-epsilon, delta and the constants."""
    yield from product(
        (Fraction(1, 8), QUARTER, Fraction(1, 2), Fraction(3, 4)),
        (QUARTER, Fraction(1, 10), Fraction(1, 100)),
        ("paper", "exact"),
    )


def loses(t: Fraction, v: int) -> Fraction:
    """Return the least delta of the count clip(Z) - v, from its masses and those beside them."""
    here = clipped_geometric(t, v)
    return max(excess(here, {k + s: p for k, p in here.items()}, 1 / t) for s in (-1, 1))


def is_least_width(case: tuple[Fraction, Fraction, str]) -> bool:
    """Check half the width of the count: the least with 2 t^v <= delta, or the least that is
    private.
    """
    t, delta, constants = case
    made = build(
        "unknown_size",
        {"base": "name_and_shame", "decay": str(t), "delta": str(delta), "constants": constants},
    )
    fits = (
        (lambda v: 2 * t**v <= delta) if constants == "paper" else (lambda v: loses(t, v) <= delta)
    )
    return made.half_width == next(v for v in range(1, 200) if fits(v))


def samplings() -> Iterator[Sampling]:
    """Yield e^-epsilon, delta, the constants and the edition."""
    yield from product(
        (Fraction(1, 8), QUARTER), (QUARTER,), ("paper", "exact"), ("corrected", "printed")
    )


def samples_as_defined(case: Sampling) -> bool:
    """Check the law of all runs on up to three records, and the loss against every neighbour's
    law.
    """
    t, delta, constants, edition = case
    made = build(
        "unknown_size",
        {
            "base": "name_and_shame",
            "decay": str(t),
            "delta": str(delta),
            "n0": "1",
            "constants": constants,
            "edition": edition,
        },
    )
    v = made.half_width

    def outcomes(law: Any) -> Outcomes:
        if isinstance(law, DiscreteLaplace):
            return list(clipped_geometric(t, v + 2).items()) if law.sensitivity == 1 else []
        return listed(law)

    laws: dict[tuple[Fraction, ...], dict[Any, Fraction]] = {}
    for data in (d for n in (1, 2, 3) for d in product((ZERO, ONE), repeat=n)):
        laws[data] = released(lambda d=data: made.program([None, *d]), outcomes)  # type: ignore[misc]
        wanted: dict[Any, Fraction] = {}
        for k, p in clipped_geometric(t, v).items():
            size = len(data) + k - v
            drawn = list(permutations(data, size)) if size >= 1 else []
            for sample in drawn:
                for at, q in named("independent", sample, delta).items():
                    wanted[at] = wanted.get(at, ZERO) + p * q / len(drawn)
            if not drawn:
                wanted[None] = wanted.get(None, ZERO) + p
        if laws[data] != wanted:
            return False
    growth, most = 1 / t, made.guarantee.measure.delta
    return (
        compare(made.guarantee.measure.epsilon, made.decay.epsilon) == 0
        and most == 2 * delta
        and all(
            excess(laws[a], laws[b], growth) <= most
            for a in laws
            for b in laws
            if abs(len(a) - len(b)) + sum(x != y for x, y in zip(a, b, strict=False)) == 1
        )
    )


STEPS = (
    exhaustive(
        "the sub-sample is for the mechanism named, and both guarantees add up",
        lambda: BASES,
        runs_its_base,
    ),
    exhaustive(
        "and for no other",
        lambda: ("private number", "zCDP", "delta of 0", "no record is left"),
        no_other_base,
    ),
    exhaustive("epsilons and deltas add up, or of disjoint parts the worst counts", pairs, add_up),
    exhaustive(
        "half the width of the private count is the least: with 2 t^v <= delta, or that is private",
        widths,
        is_least_width,
    ),
    exhaustive(
        "the sub-sample has the law of its definition, and loses no more than it says",
        samplings,
        samples_as_defined,
    ),
)


def holds(decay: Fraction, n: int) -> bool:
    """Check the count's width at any decay of at most 7/8, both ways."""
    return all(
        is_least_width((min(decay, Fraction(7, 8)), Fraction(1, 2 + abs(n)), word))
        for word in ("paper", "exact")
    )


THEOREM = Theorem(
    id="trilemma_subsample",
    title="What the shipped program on a sub-sample of unknown size releases",
    statement="it has the law of its definition and loses no more than the count and its mechanism "
    "say together; half the width of the count is the least; what has no guarantee is "
    "refused",
    source="trilemma Proposition E.1",
    steps=STEPS,
    programs=("unknown_size",),
    depends_on=("trilemma_count", "trilemma_programs"),
    holds=holds,
)
