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
from ...exact.enclosure import interval
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
from ...suite.kinds.tape import built
from ...suite.vectors import Vector
from .claims import Claim, approximate, concentrated

SUPPORT = "support"
WHY = (
    "outputs from neighbouring inputs: can one set of doubles tell them apart beyond the "
    "claimed guarantee?"
)
UNEVEN = "uneven"  # the second check of an object, at a scale that is no power of two
NOISY = "noisy"  # how the steps begin that a claim protects as it does the output
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
        kind: Any = LAWS.get(v.object) or MECHANISMS[v.object]
        usual = getattr(kind, "noise", "")
        noise = v.params.get("noise", "")
        if noise == usual and "noise" in getattr(kind, "optional", ()):
            noise = ""  # as if it were left out
        step = v.input.get("observe", "").replace("_", "-")
        name = "-".join(part for part in (v.object, SUPPORT, noise, step) if part)
        _keep(found, v, name)
        if kind.probed_twice and not step and noise in ("", usual) and not _even(v):
            _keep(found, v, f"{name}-{UNEVEN}")
    return list(found.values())


def _keep(found: dict[str, Vector], v: Vector, name: str) -> None:
    if name not in found:
        made = replace(v, id=name, kind=SUPPORT, why=WHY, flags=("FloatLeak",), quantity=None)
        kept: Input = {k: v.input[k] for k in ("draws", "observe", "width") if k in v.input}
        found[name] = replace(made, input={**plan(made).inputs[0], **kept})


def _usable(v: Vector) -> bool:
    """Tell whether a check can be made of a vector: of an output or a noisy step of what has a
    central claim.

    Not where a decay is given, of which epsilon is irrational.
    """
    if "decay" in v.params:
        return False
    if not v.input.get("observe", NOISY).startswith(NOISY) or v.params.get("edition") == "printed":
        return False
    if v.object in LAWS:
        return True
    if v.object not in MECHANISMS or v.params.get("d", "1") != "1":
        return False
    if int(v.params.get("n", "1")) > MOST or (
        "observe" in v.input and MECHANISMS[v.object].steps_vary
    ):
        return False
    mechanism = built(v.object, v.params)
    return bool(mechanism.probes) and mechanism.guarantee.scope is Scope.CENTRAL


def _even(v: Vector) -> bool:
    """Tell whether the scale of the noise is a power of two."""
    p = {name: Fraction(text) for name, text in v.params.items() if name not in ("noise", "gamma")}
    if "sigma_squared" in p:
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
    return _claim(measure_of(vector))


def measure_of(vector: Vector) -> Measure:
    """Return the measure of privacy of the law or the mechanism of a vector."""
    if vector.object not in LAWS:
        return built(vector.object, vector.params).guarantee.measure
    return law_of(vector).measure


def law_of(vector: Vector) -> NoiseLaw:
    """Return the law of a vector that is about one."""
    law: NoiseLaw = LAWS[vector.object](**parse(dict(vector.params)))
    return law


def _claim(measure: Measure) -> Claim:
    if isinstance(measure, PerUserDP):
        epsilon, user = most_protected(measure)
        return approximate(epsilon, words=f"epsilon = {epsilon} of user {user + 1}")
    if isinstance(measure, ZeroConcentratedDP):
        assert isinstance(measure.rho, Fraction)
        return concentrated(measure.rho)
    if isinstance(measure, ApproximateDP):
        return approximate(measure.epsilon, interval(measure.delta).upper)
    assert isinstance(measure, PureDP)
    if isinstance(measure.epsilon, Fraction):
        return approximate(measure.epsilon)
    return approximate(measure.epsilon, words="the largest loss of this law")


def most_protected(measure: PerUserDP) -> tuple[Fraction, int]:
    """Return the least epsilon of a user whose record is used, and her place."""
    return min((e, i) for i, e in enumerate(measure.epsilons) if isinstance(e, Fraction) and e > 0)


def _of_law(v: Vector) -> Plan:
    wide = Fraction(v.params.get("sensitivity", "1"))
    if LAWS[v.object].plane:
        step = law_of(v).lattice or wide / 3
        points = ((Fraction(0), Fraction(0)), (step, wide - step), (wide, Fraction(0)))
        inputs = tuple({"center": str(x), "center_y": str(y)} for x, y in points)
        return Plan(inputs, ((0, 1), (0, 2)))
    centers: tuple[Fraction, ...]
    if (lattice := law_of(v).lattice) is not None:  # a number off it is no value of the query
        centers = tuple(dict.fromkeys((Fraction(0), lattice, wide)))
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
    mechanism = built(v.object, v.params)
    guarantee, values, size = mechanism.guarantee, mechanism.probes, _size(v)
    if guarantee.neighbors.public_size:
        user = mechanism.probed % size
        if isinstance(guarantee.measure, PerUserDP):
            user = most_protected(guarantee.measure)[1]
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


def _size(v: Vector) -> int:
    """Return how many records there are, where the request says it."""
    p = v.params
    if "epsilons" in p:
        return p["epsilons"].count(",") + 1
    return int(p["n1"]) + int(p["n2"]) if "n1" in p else int(p.get("n", "1"))
