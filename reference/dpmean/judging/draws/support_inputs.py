"""Which support checks are made, on which neighbouring inputs, and what is claimed for them.

A check is made of a stat vector. It has several inputs, because noise that is added in doubles
betrays itself where the inputs lie on no common grid: the centres 0, D/3, D and 6D/5, of which no
two that are compared are farther apart than D; or one record at a bound, at the other, and at a
third of the width. What a mechanism promises, and for which neighbours, it declares itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ...catalogue.laws import LAWS
from ...catalogue.mechanisms import MECHANISMS
from ...distributions.law import NoiseLaw
from ...parameters.declared import parse
from ...privacy.guarantees import (
    ApproximateDP,
    Measure,
    PerUserDP,
    PureDP,
    Scope,
    ZeroConcentratedDP,
)
from ...privacy.neighbors import Neighbors
from ...suite.kinds.tape import LATTICE_LAWS, built
from ...suite.vectors import Vector
from .claims import Claim, approximate, concentrated

SUPPORT = "support"
WHY = (
    "outputs from neighbouring inputs: can one set of doubles tell them apart beyond the "
    "claimed guarantee?"
)
UNEVEN = "uneven"  # the second check of an object, at a scale that is no power of two
PLANE = ("staircase2d", "hourglass", "discrete_hourglass")
TWICE = ("laplace", "staircase", "gaussian", "sized_mean")  # those with a second check
NUMBERS = ("0", "1/3", "7")  # what a record becomes where there are no bounds
# means of vectors that are made quickly; of the others no release shows more than theirs
VECTORS = {"norm_clipped_mean": "u", "privquant": "high"}
NOISY = "noisy"  # how the steps begin that a claim protects as it does the output
# whose steps have a number for each bin: how many there are depends on the records
BINS = ("dpucoarse", "kv_mean")
MOST = 16  # records of a check, which are written out
Input = dict[str, Any]
Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Plan:
    """The inputs of a check, which of them are neighbours, and where the outputs lie around."""

    inputs: tuple[Input, ...]
    pairs: Pairs
    centers: tuple[Fraction, ...] = ()


def support_vectors(vectors: Iterable[Vector]) -> list[Vector]:
    """Return the support checks: for each object and noise one, made from its first stat vector,
    and further ones.
    """
    found: dict[str, Vector] = {}
    for v in vectors:
        if v.kind != "stat" or not _usable(v):
            continue
        noise = (
            v.params.get("noise", "")
            if v.object != "adpm" or v.params.get("noise") != "laplace"
            else ""
        )
        step = v.input.get("observe", "").replace("_", "-")
        name = "-".join(part for part in (v.object, SUPPORT, noise, step) if part)
        _keep(found, v, name)
        if v.object in TWICE and not step and noise in ("", "laplace") and not _even(v):
            _keep(found, v, f"{name}-{UNEVEN}")
    return list(found.values())


def _keep(found: dict[str, Vector], v: Vector, name: str) -> None:
    if name not in found:
        made = replace(v, id=name, kind=SUPPORT, why=WHY, flags=("FloatLeak",), quantity=None)
        kept: Input = {k: v.input[k] for k in ("draws", "observe") if k in v.input}
        found[name] = replace(made, input={**plan(made).inputs[0], **kept})


def _usable(v: Vector) -> bool:
    """Tell whether a check can be made of a vector: of an output or a noisy step of what has a
    central claim.

    Not where a decay is given, of which epsilon is irrational.
    """
    if "decay" in v.params or ("observe" in v.input and v.object in BINS):
        return False
    if not v.input.get("observe", NOISY).startswith(NOISY) or v.params.get("edition") == "printed":
        return False
    if v.object in LAWS:
        return True
    bounded = "lower" in v.params or v.object in ("name_and_shame", "dpumean", "kv_mean", *VECTORS)
    if (
        v.object not in MECHANISMS
        or not bounded
        or int(v.params.get("n", "1")) > MOST
        or v.object == "unknown_size"
    ):
        return False
    if v.params.get("d", "1") != "1":
        return False
    guarantee = built(v.object, v.params).guarantee
    return (
        guarantee is not None and guarantee.scope is Scope.CENTRAL and v.object != "shuffled_mean"
    )


def _even(v: Vector) -> bool:
    """Tell whether the scale of the noise is a power of two."""
    p = {name: Fraction(text) for name, text in v.params.items() if name not in ("noise", "gamma")}
    if v.object == "gaussian":
        scale = p["sigma_squared"]
    else:
        width = p["upper"] - p["lower"] if "lower" in p else p.get("sensitivity", Fraction(1))
        scale = width / (p["epsilon"] * p.get("n", 1))
    return all(n & (n - 1) == 0 for n in (scale.numerator, scale.denominator))


def plan(vector: Vector) -> Plan:
    """Return what is asked for one support check."""
    return _of_law(vector) if vector.object in LAWS else _of_mechanism(vector)


def claim_of(vector: Vector) -> Claim:
    """Return what is claimed for the neighbours of a support check."""
    if vector.object not in LAWS:
        return _claim(built(vector.object, vector.params).guarantee.measure)
    law: NoiseLaw = LAWS[vector.object](**parse(dict(vector.params)))
    return _claim(law.measure)


def _claim(measure: Measure) -> Claim:
    if isinstance(measure, PerUserDP):
        epsilon, user = _most_protected(measure)
        return approximate(epsilon, words=f"epsilon = {epsilon} of user {user + 1}")
    if isinstance(measure, ZeroConcentratedDP):
        assert isinstance(measure.rho, Fraction)
        return concentrated(measure.rho)
    if isinstance(measure, ApproximateDP):
        assert isinstance(measure.delta, Fraction)
        return approximate(measure.epsilon, measure.delta)
    assert isinstance(measure, PureDP)
    if isinstance(measure.epsilon, Fraction):
        return approximate(measure.epsilon)
    return approximate(measure.epsilon, words="the largest loss of this law")


def _most_protected(measure: PerUserDP) -> tuple[Fraction, int]:
    """Return the least epsilon of a user whose record is used, and her place."""
    return min((e, i) for i, e in enumerate(measure.epsilons) if isinstance(e, Fraction) and e > 0)


def _of_law(v: Vector) -> Plan:
    wide = Fraction(v.params.get("sensitivity", "1"))
    if v.object in PLANE:
        step = wide / int(v.params["m"]) if "m" in v.params else wide / 3
        points = ((Fraction(0), Fraction(0)), (step, wide - step), (wide, Fraction(0)))
        inputs = tuple({"center": str(x), "center_y": str(y)} for x, y in points)
        return Plan(inputs, ((0, 1), (0, 2)))
    step = wide / int(v.params["m"]) if "m" in v.params else Fraction(1)
    centers: tuple[Fraction, ...]
    if v.object in LATTICE_LAWS:  # a number off the lattice is no value of the query
        centers = tuple(dict.fromkeys((Fraction(0), step, wide)))
    else:
        centers = (Fraction(0), wide / 3, wide, wide * 6 / 5)
    pairs = tuple(
        (i, j)
        for i in range(len(centers))
        for j in range(i)
        if abs(centers[i] - centers[j]) <= wide
    )
    return Plan(tuple({"center": str(c)} for c in centers), pairs, centers)


def _of_mechanism(v: Vector) -> Plan:
    guarantee = built(v.object, v.params).guarantee
    user = _most_protected(guarantee.measure)[1] if isinstance(guarantee.measure, PerUserDP) else 0
    values, size = _values(v)
    if guarantee.neighbors.public_size:
        if v.object in ("dpumean", "kv_mean"):
            user = size - 1  # one of those whose mean is taken
        return Plan(
            tuple(
                {"data": [values[0]] * user + [x] + [values[0]] * (size - 1 - user)} for x in values
            ),
            ((0, 1), (0, 2), (1, 2)),
        )
    base = [values[0], values[0]]
    both = guarantee.neighbors is Neighbors.ADD_REMOVE_OR_REPLACE_ONE
    return Plan(
        ({"data": base}, {"data": [*base, values[1]]}, {"data": [*base, values[2]]}),
        ((0, 1), (0, 2), *(((1, 2),) if both else ())),
    )


def _values(v: Vector) -> tuple[tuple[Any, ...], int]:
    """Return three values of a record, of which the first is everybody else's, and how many records
    there are.
    """
    p = v.params
    size = int(p["n1"]) + int(p["n2"]) if "n1" in p else int(p.get("n", "1"))
    if "epsilons" in p:
        size = p["epsilons"].count(",") + 1
    if v.object in VECTORS:
        most = int(p[VECTORS[v.object]])
        values: tuple[Any, ...] = tuple(str(x) for x in (0, most // 2, most))
        return (tuple([x] for x in values) if v.object == "norm_clipped_mean" else values), size
    if "lower" not in p:
        return NUMBERS, size
    low, high = Fraction(p["lower"]), Fraction(p["upper"])
    return (str(low), str(high), str(low + (high - low) / 3)), size
