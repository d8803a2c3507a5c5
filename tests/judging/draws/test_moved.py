"""Whether a record beyond the bounds has more influence than any within them: wrong means that clip
to other bounds, or to none, and means that are wrong in another way. Seeds are fixed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpmean.judging.evidence import Follows, Severity
from dpmean.judging.run import run
from dpmean.judging.severity import severity_of
from dpmean.judging.verdict import FAIL
from dpmean.suite.files import load
from dpmean.suite.vectors import Vector
from dpmean.wire.function import Called, greeting
from dpmean.wire.sizes import Sizes
from tests.judging.draws.test_batch_reading import pack

VECTORS = {v.id: v for v in load()}
OUTSIDE = VECTORS["sized_mean-stat-outside-in-the-middle"]  # the records 0, 5 and 1, bounds 0 and 1
Mean = Callable[[Sequence[float], float, float], float]


def clipped(low: float, high: float) -> Mean:
    return lambda x, _low, _high: float(np.clip(x, low, high).mean())


# the mean that is computed, and whether a record beyond the bounds is bounded by them
MEANS: dict[str, tuple[Mean, Follows | None]] = {
    "not clipped": (lambda x, _, __: float(np.mean(x)), Follows.UNCLIPPED),
    "clipped below only": (lambda x, low, _: float(np.maximum(x, low).mean()), Follows.UNCLIPPED),
    "clipped at ten": (clipped(-10, 10), Follows.UNBOUNDED),
    "clipped at a thousand": (clipped(-1000, 1000), Follows.UNBOUNDED),
    "clipped at two": (clipped(-1, 2), Follows.UNBOUNDED),
    "clipped at four": (clipped(0, 4), Follows.UNBOUNDED),
    "range from the data": (
        lambda x, _, __: float((np.asarray(x) - min(x)).mean() / (max(x) - min(x))),
        None,
    ),
    "dropped": (lambda x, low, high: float(np.mean([v for v in x if low <= v <= high])), None),
    "mapped to the lower bound": (
        lambda x, low, high: float(np.mean([v if low <= v <= high else low for v in x])),
        None,
    ),
    "clipped, and moved by a tenth": (
        lambda x, low, high: float(np.clip(x, low, high).mean()) + 0.1,
        None,
    ),
}


def judged(mean: Mean, vector: Vector = OUTSIDE, output: Sequence[float] = (0, 1)) -> Any:
    rng = np.random.default_rng(3)

    def answer(request: dict[str, Any]) -> dict[str, Any]:
        data = [float(Fraction(x)) for x in request["input"]["data"]]
        n = int(request["input"]["draws"])
        draws = mean(data, 0.0, 1.0) + rng.laplace(0, 1 / 3, n)
        return {"status": "ok", "output": {"samples": pack(np.clip(draws, *output).tolist())}}

    served = greeting(answer, "m", ("stat",), (vector.object,), "os")
    return run(lambda: Called(served), [vector], sizes=Sizes(tier=1 << 14)).verdicts[0]


@pytest.mark.parametrize("output", [(0, 1), (-np.inf, np.inf)], ids=["cut", "whole"])
@pytest.mark.parametrize("name", MEANS)
def test_contribution_is_not_bounded_only_where_it_is_not(
    name: str, output: tuple[float, float]
) -> None:
    """Kills "the draws are moved to one side" said of a mean that does not clip, and "not clipped"
    said of one with a wrong bound, however wide, of a range from the data, and of dropped or mapped
    records.
    """
    mean, follows = MEANS[name]
    if name == "clipped at a thousand" and output == (0, 1):
        follows = Follows.UNCLIPPED  # all draws are 1 there, as they are without any bound
    verdict = judged(mean, output=output)
    assert verdict.status == FAIL
    found = {s.follows for s in verdict.follows} & {Follows.UNCLIPPED, Follows.UNBOUNDED}
    assert found == ({follows} if follows else set()), verdict.follows
    if follows:
        assert severity_of(verdict) is Severity.GUARANTEE
