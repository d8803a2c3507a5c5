"""Samples from a file judged against a law, without any adapter.

The events are those of a `stat` vector made for the given parameters. There are no fresh draws for
a second look: the samples fail when p is at most the whole budget of the command. Decimals of few
digits lie on a grid, which is judged like one that an adapter declares.
"""

from __future__ import annotations

import math
import shlex
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import gcd, lcm

from ..catalogue.laws import LAWS
from ..catalogue.quantities import signature
from ..errors import InvalidInput, did_you_mean
from ..exact.numbers import rational, spell
from ..exits import Exit
from ..suite.plans.laws.stat_vectors import planned
from ..wire.protocol import Hello
from .draws.asking import center
from .draws.batch import PLANAR, Batch
from .draws.concluding import Found, concluded, looked_at
from .draws.freshness import FINEST
from .draws.happening import Outcome
from .draws.plan import share
from .draws.reading import COARSEST
from .draws.statistics import test
from .outcome import Judged
from .results import Run
from .verdict import PASS, Verdict

FEWEST = 100


def command(source: str, law: str, params: dict[str, str]) -> str:
    """Return the words after `dpmean conform` that judge these samples again."""
    return shlex.join(
        ["--from-csv", source, "--law", law, *(f"{key}={value}" for key, value in params.items())]
    )


def judge_samples(
    name: str, law: str, params: dict[str, str], rows: list[Outcome], alpha: Fraction
) -> Judged:
    """Return the judgement of samples under `law` with `params`, which may hold `center`.

    A row of samples is one number, or two in the plane.
    """
    if law not in LAWS:
        raise InvalidInput(
            "unknown_name",
            f"no law '{law[:60]}'" + did_you_mean(law, LAWS, f"one of {', '.join(LAWS)}"),
            argument="law",
        )
    if LAWS[law].plane and "center" in params:
        raise InvalidInput(
            "unknown_name",
            f"center: {law} is judged around the origin; subtract the centre from both columns",
            argument="center",
        )
    width = 2 if LAWS[law].plane else 1
    if any(len(r) != width for r in rows):
        raise InvalidInput(
            "column_missing",
            f"{law} has {width} coordinate{'s' if width > 1 else ''}: give "
            f"FILE:{'X,Y' if width > 1 else 'X'}",
            argument="from-csv",
        )
    if len(rows) < FEWEST:
        raise InvalidInput(
            "file_empty",
            f"{len(rows)} samples say nothing; give at least {FEWEST}",
            argument="from-csv",
        )
    own = {k: v for k, v in params.items() if k != "center"}
    # a variance has the law's own parameters
    replace(signature(f"{law}.variance"), name=law).check(own)
    middle = spell(rational(params.get("center", "0"), "center"))
    vector = planned(law, own, middle, "samples from a file")
    flags = tuple(dict.fromkeys(e["flag"] for e in vector.expect["events"]))
    vector = replace(
        vector,
        id=f"{vector.id}-samples",
        input={**vector.input, "draws": str(len(rows))},
        flags=flags,
    )
    assert (width == 2) == any(e["on"] in PLANAR for e in vector.expect["events"])
    grid = _grid(rows) if "density_at_most" in vector.expect else Fraction(0)
    unit = Fraction(own.get("sensitivity", "1"))
    batch = Batch(
        len(rows),
        rows=tuple(Counter(rows).items()),
        grid=grid if FINEST < grid <= COARSEST * unit else Fraction(0),
    )
    tested = test(vector.expect, batch, center(vector))
    sure = alpha * share("fresh")
    found = looked_at(vector, batch, tested, sure, alpha - sure)
    if found is None and tested.worst.p <= alpha - sure:
        found = Found(tested, tested.worst.told("one look"), tested.flags(alpha - sure))
    points = max(1, len(vector.expect.get("cdf", ())))
    # where the bound of Hoeffding for the test of one point reaches its share of alpha
    unseen = math.sqrt(math.log(4 * points / float(alpha)) / (2 * len(rows)))
    weak = (
        f"{len(rows):,} samples do not show a distribution function that is off by less than "
        f"{unseen:.3f}; their last bits and their order were not checked"
    )
    result = Run(Hello(name, ""), draws=len(rows), false_alarm=alpha, tiers={vector.id: len(rows)})
    verdict = Verdict(vector, PASS, weak)
    if found is not None:
        verdict = concluded(None, vector, batch, result, found)
    result.verdicts.append(verdict)
    code = Exit.OK if verdict.status == PASS else Exit.FAILED
    return Judged(command(name, law, params), code, result)


def _grid(rows: list[Outcome]) -> Fraction:
    """Return the coarsest grid through 0 on which all samples lie, exactly."""
    values = [x for row in rows for x in row]
    return Fraction(gcd(*(x.numerator for x in values)), lcm(*(x.denominator for x in values)))
