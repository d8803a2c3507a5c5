"""Releases in columns have the law that `law_of` says: of every example, and of programs with bugs.

No check of a right implementation fails with a probability of more than 10^-9 in all, since each
has its share of that; the seeds are fixed. For 10^8 releases, `pytest
tests/programs/columns/test_laws.py -m slow -s` prints a table.
"""

from __future__ import annotations

import resource
import time
from fractions import Fraction
from typing import Any

import pytest

from dpmean.catalogue.coverage import EXAMPLES
from dpmean.catalogue.mechanisms import build
from dpmean.distributions.finite import Bernoulli
from dpmean.errors import InvalidInput
from dpmean.programs.alterations import Altered, ties_turned
from dpmean.programs.law_of import law_of
from dpmean.programs.postprocess import Uncertain
from dpmean.suite.bugs import unclipped
from tests.helpers.columns_judged import counted

F = Fraction
COUNT = 1 << 17
REFUSED = "coinpress_scaled_mean"  # law_of has no law of it
POINTS = {"staircase2d": 3, "discrete_hourglass": 2}  # whose distribution functions take long
# whose laws raise e to denominators of points
GRIDS = {n: F(1, 64) for n in ("independent_mean", "transformed_mean")}
JUDGED = [e for e in EXAMPLES if e[0] != REFUSED]
SHARE = F(1, 10**9) / (9 * (len(JUDGED) + 24))
UNIT = {"epsilon": "1", "lower": "0", "upper": "1"}
THREE = ["0", "1/2", "1"]


def shown(params: dict[str, str]) -> str:
    return " ".join(params[k] for k in ("noise", "variant", "base", "edition") if k in params)


def halved(law: Any) -> Any:
    try:
        return law.times(F(1, 2))
    except InvalidInput:
        return law


@pytest.mark.share(8)
@pytest.mark.parametrize(
    ("name", "params", "data"),
    JUDGED,
    ids=[f"{i}-{name}-{shown(params)}" for i, (name, params, _) in enumerate(JUDGED)],
)
def test_releases_have_their_law(name: str, params: dict[str, str], data: list[Any]) -> None:
    mechanism = build(name, params)
    found = counted(
        mechanism,
        data,
        COUNT,
        name.encode(),
        grid=GRIDS.get(name),
        points=POINTS.get(params.get("noise", ""), 8),
    )
    p = found.worst(law_of(mechanism, data))
    print(
        f"{name:24} {shown(params):24} {found.n} releases, {found.exactly} exactly, least p "
        f"{float(p):.2g}"
    )
    assert p > SHARE


HALVED = (
    "independent_mean",
    "shifted_mean",
    "bounded_mean",
    "transformed_mean",
    "sized_mean",
    "adpm",
    "ldpe",
    "clipped_mean",
    "combined_mean",
    "dpumean",
    "kv_mean",
    "student_t_mean",
    "shuffled_mean",
    "privquant",
    "norm_clipped_mean",
    "gaussian_mean",
    "coinpress_mean",
    "unknown_size",
)


@pytest.mark.parametrize("name", HALVED)
def test_half_the_noise_is_seen(name: str) -> None:
    """The power of the tests above: with half of every noise the p-value is below their limit."""
    _, params, data = next(e for e in JUDGED if e[0] == name)
    mechanism = build(name, params)
    found = counted(
        mechanism,
        data,
        1 << 15,
        name.encode(),
        altered=Altered(draws={"*": halved}),
        grid=GRIDS.get(name),
    )
    p = found.worst(law_of(mechanism, data))
    print(f"{name:24} {shown(params):24} half the noise: least p {float(p):.2g}")
    assert p <= SHARE


def unbounded(output: Any) -> Any:
    return Uncertain(
        output.numerator, output.denominator, None, output.factor, output.offset, output.undefined
    )


SPLIT = {"epsilon": "2", "delta": "1/8", "clip": "1/2", "n1": "2", "n2": "1"}
SIZED = {**UNIT, "n": "3", "noise": "laplace"}
QUANTILE = {"rho": "1", "low": "0", "high": "4", "rank": "2", "n": "3"}
VECTORS = {"rho": "4", "u": "2", "d": "1", "n": "3", "threshold": "1"}
ALTERED: list[tuple[str, str, dict[str, str], list[Any], Altered]] = [
    ("half the noise", "sized_mean", SIZED, THREE, Altered(draws={"*": halved})),
    (
        "half the noise",
        "transformed_mean",
        {**UNIT, "noise": "discrete_laplace", "m": "2"},
        THREE,
        Altered(draws={"*": halved}),
    ),
    (
        "half the noise",
        "adpm",
        {"epsilons": "4,6", "lower": "0", "upper": "1", "noise": "staircase", "gamma": "1/2"},
        ["0", "1"],
        Altered(draws={"*": halved}),
    ),
    ("half the noise", "privquant", QUANTILE, ["1", "2", "4"], Altered(draws={"*": halved})),
    (
        "half the noise",
        "norm_clipped_mean",
        {**VECTORS, "noise": "gaussian"},
        [["0"], ["1"], ["2"]],
        Altered(draws={"*": halved}),
    ),
    (
        "another coin",
        "name_and_shame",
        {"delta": "1/8", "n": "3"},
        THREE,
        Altered(draws={"*": lambda law: Bernoulli(F(1, 2)) if isinstance(law, Bernoulli) else law}),
    ),
    ("no noise", "sized_mean", SIZED, THREE, Altered(draws={"*": F(0)})),
    ("ties turned", "privquant", QUANTILE, ["1", "2", "4"], Altered(compare=ties_turned)),
    (
        "ties turned",
        "dpumean",
        {**SPLIT, "noise": "discrete_laplace", "m": "2"},
        THREE,
        Altered(compare=ties_turned),
    ),
    (
        "ties turned",
        "unknown_size",
        {"base": "sized_mean", "epsilon": "3", "delta": "1/4", "lower": "0", "upper": "1"},
        [*THREE, "1"],
        Altered(compare=ties_turned),
    ),
    ("twice the output", "sized_mean", SIZED, THREE, Altered(output=lambda o: o * F(2))),
    ("twice the output", "dpumean", SPLIT, ["0", "1/4", "1"], Altered(output=lambda o: o * F(2))),
    ("not clipped", "independent_mean", UNIT, THREE, Altered(output=unbounded)),
    (
        "not clipped",
        "transformed_mean",
        {**UNIT, "noise": "laplace"},
        THREE,
        Altered(output=unbounded),
    ),
    (
        "records not clipped",
        "norm_clipped_mean",
        VECTORS,
        [["0"], ["1"], ["2"]],
        Altered(records=unclipped),
    ),
    (
        "records not clipped",
        "norm_clipped_mean",
        {**VECTORS, "noise": "gaussian"},
        [["0"], ["1"], ["2"]],
        Altered(records=unclipped),
    ),
    (
        "another clip",
        "clipped_mean",
        {**UNIT, "bias": "1/4", "lambda": "2", "n": "3"},
        THREE,
        Altered(attributes={"bias": F(2)}),
    ),
    ("another rank", "privquant", QUANTILE, ["1", "2", "4"], Altered(attributes={"rank": 3})),
    (
        "other weights",
        "adpm",
        {"epsilons": "4,6", "lower": "0", "upper": "1"},
        ["0", "1"],
        Altered(attributes={"weights": (F(1, 10), F(9, 10))}),
    ),
]


@pytest.mark.parametrize(
    ("kind", "name", "params", "data", "altered"),
    ALTERED,
    ids=[f"{name}-{kind}-{i}" for i, (kind, name, *_) in enumerate(ALTERED)],
)
def test_programs_with_bugs_have_the_law_of_the_bug(
    kind: str, name: str, params: dict[str, str], data: list[Any], altered: Altered
) -> None:
    mechanism = build(name, params)
    found = counted(
        mechanism,
        data,
        1 << 15,
        f"{name} {kind}".encode(),
        altered=altered,
        points=4,
        grid=GRIDS.get(name),
    )
    p = found.worst(law_of(mechanism, data, altered=altered))
    print(
        f"{name:24} {kind:24} least p {float(p):.2g}, of the right law "
        f"{float(found.worst(law_of(mechanism, data))):.2g}"
    )
    assert p > SHARE


TWELVE = (
    "independent_mean",
    "shifted_mean",
    "transformed_mean",
    "sized_mean",
    "adpm",
    "clipped_mean",
    "combined_mean",
    "dpumean",
    "kv_mean",
    "student_t_mean",
    "shuffled_mean",
    "privquant",
)


@pytest.mark.slow
@pytest.mark.parametrize("name", TWELVE)
def test_a_hundred_million_releases_have_their_law(name: str) -> None:
    """Prints a row of a table; memory does not grow with the number of releases. The randomness is
    the system's.
    """
    _, params, data = next(e for e in JUDGED if e[0] == name)
    mechanism = build(name, params)
    counted(mechanism, data, 10**6, None, grid=GRIDS.get(name))
    before, start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.perf_counter()
    found = counted(mechanism, data, 10**8, None, grid=GRIDS.get(name))
    seconds, more = (
        time.perf_counter() - start,
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before,
    )
    p = found.worst(law_of(mechanism, data))
    print(
        f"{name:24} {shown(params):12} {found.n} in {seconds:.0f} s, {found.exactly} exactly, "
        f"{more >> 10} MiB more, least p {float(p):.2g}"
    )
    assert p > SHARE
    assert more < 64 << 10
