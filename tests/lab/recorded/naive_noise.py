"""A deliberately wrong library, `direct:naive_noise`, whose run is recorded in report.json.

Laplace noise is made in doubles, 6 % too small; geometric noise with a random sign has its zero
twice; half the variance is answered; NaN is accepted; a scale is not offered. To record again, in
this folder, with dpmean installed:

    PYTHONPATH=. dpmean conform -a diffprivlib -a direct:naive_noise --run 'laplace-variance-*' --run 'laplace-scale-*'
    \
        --run 'laplace-reject-[es]*' --run 'laplace-stat-*' --run laplace-support --run
        discrete_laplace-stat-epsilon1-0 --json report.json
"""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

from dpmean.exact.digits import bits_of
from dpmean.wire import own


def answer(request: dict[str, Any]) -> dict[str, Any]:
    if request["op"] == "hello":
        return own.answer(request) | {
            "adapter": {"name": "naive-noise", "version": "2.1", "language": "python"}
        }
    if request["op"] != "run":
        return own.answer(request)
    if request["params"].get("epsilon") == "nan":
        return reply(request, value={"f64": "7ff8000000000000"})
    if request["kind"] == "stat":
        return (laplace if request["object"] == "laplace" else geometric)(request)
    if request.get("quantity") == "variance":
        right = own.answer(request)["output"]["value"]
        return reply(
            request,
            value={
                "f64": bits_of(
                    float(Fraction(right if isinstance(right, str) else right["lo"]) / 2)
                )
            },
        )
    if request.get("quantity") == "scale":
        return {"seq": request["seq"], "status": "unsupported", "reason": "no <b>scale</b> here"}
    return own.answer(request)


def reply(request: dict[str, Any], **output: Any) -> dict[str, Any]:
    return {"seq": request["seq"], "status": "ok", "output": output}


def laplace(request: dict[str, Any]) -> dict[str, Any]:
    p, given = request["params"], request["input"]
    scale, center = (
        0.94 * float(Fraction(p.get("sensitivity", "1")) / Fraction(p["epsilon"])),
        float(Fraction(given["center"])),
    )
    draws = (
        center + scale * random.choice((-1, 1)) * math.log(1 - random.random())
        for _ in range(int(given["draws"]))
    )
    return reply(request, samples="".join(map(bits_of, draws)))


def geometric(request: dict[str, Any]) -> dict[str, Any]:
    rate, counts = float(Fraction(request["params"]["epsilon"])), {}
    for _ in range(int(request["input"]["draws"])):
        k = random.choice((-1, 1)) * int(-math.log(1 - random.random()) / rate)
        k += int(request["input"].get("center", "0"))
        counts[k] = counts.get(k, 0) + 1
    return reply(request, counts=[[str(k), str(c)] for k, c in counts.items()])
