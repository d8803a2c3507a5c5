"""What a package that has the private count knows of it, as JSON; run with that package on the path."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction as F
from typing import Any

import dpmean
from dpmean.catalogue.mechanisms import build
from dpmean.exact.enclosure import Interval, interval
from dpmean.judging.run import run
from dpmean.mechanisms import NoisyCount  # type: ignore[attr-defined]
from dpmean.programs.law_of import law_of
from dpmean.randomness.bits import Shake128ForTesting
from dpmean.suite.kinds import kind_of
from dpmean.suite.vectors import Vector
from dpmean.wire.direct import Direct
from dpmean.wire.sizes import Sizes

GIVEN = {"epsilon": "1"}
RECORDS = ["5", "nan", "1/2"]


def vector(kind: str, **asked: Any) -> Vector:
    """A vector of a release, whose answer is that of the package."""
    given: dict[str, Any] = {"data": RECORDS, **asked}
    made = Vector(f"noisy_count-{kind}", kind, "noisy_count", "", "", GIVEN, {}, input=given)
    made = replace(made, accept={"rule": "within", "ulps": "16"})
    return replace(made, expect=kind_of(kind).answer(made.prompt()))


def ends(x: Any) -> list[str]:
    """An enclosure, as two rationals."""
    found = x if isinstance(x, Interval) else interval(x)
    return [str(found.lower), str(found.upper)]


def main() -> None:
    """Print what is known."""
    count = NoisyCount.given(epsilon=1)
    law = law_of(lambda: build("noisy_count", GIVEN).program(RECORDS))
    released = dpmean.release(count, RECORDS, bits=Shake128ForTesting(b"count"))
    asked = [vector("transcript", outcomes={"noise": "-2"})]
    judged = run(lambda: Direct("dpmean.wire.own"), asked, sizes=Sizes())
    print(
        json.dumps(
            {
                "guarantee": str(count.guarantee),
                "policies": list(count.policies),
                "released": str(released.estimate),
                "cdf": [ends(law.cdf(F(k))) for k in range(6)],
                "mse": ends(law.mean_squared_error(F(3))),
                "transcript": asked[0].expect,
                "judged": [str(v.status) for v in judged.verdicts],
                "listed": dir(dpmean.mechanisms).count("NoisyCount"),
            }
        )
    )


main()
