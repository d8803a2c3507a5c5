"""A worker in a library's own environment: times draws of OpenDP or diffprivlib, and counts what is
below some points.

One JSON line in, one out: {"what", "draws", "epsilon", "points"} -> {"seconds", "below"};
{"seconds": null} for what the library has not. {"mean", "params", "data", "least", "repeats"} ->
{"rate"}: means of OpenDP or PyDP a second of processor time, one by one.
"""

import json
import sys
import time
from fractions import Fraction


def opendp(what, draws, scale):
    import opendp.prelude as dp

    dp.enable_features("contrib", "floating-point")
    domain, zero, value = (dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float), 0.0)
    if "discrete" in what:
        domain, zero, value = (dp.atom_domain(T=int), dp.absolute_distance(T=int), 0)
    if "vector" in what:
        domain = dp.vector_domain(domain)
        zero = dp.l1_distance(T=int if "discrete" in what else float)
    noise = dp.m.make_laplace(domain, zero, scale=scale)
    if "vector" in what:
        data = [value] * draws
        return lambda: noise(data)
    return lambda: [noise(value) for _ in range(draws)]


def diffprivlib(what, draws, epsilon):
    from diffprivlib.mechanisms import Laplace, Staircase

    noise = (
        Laplace(epsilon=epsilon, delta=0, sensitivity=1)
        if what.endswith("Laplace")
        else Staircase(epsilon=epsilon, sensitivity=1, gamma=0.5)
    )
    return lambda: [noise.randomise(0) for _ in range(draws)]


def opendp_mean(params, data):
    """A Laplace draw on the clamped mean of a known number of records."""
    import opendp.prelude as dp

    dp.enable_features("contrib")
    domain = dp.vector_domain(dp.atom_domain(T=float, nan=False), size=len(data))
    mean = (
        (domain, dp.symmetric_distance())
        >> dp.t.then_clamp((params["lower"], params["upper"]))
        >> dp.t.then_mean()
    )
    scale = dp.binary_search_param(
        lambda s: mean >> dp.m.then_laplace(s), d_in=2, d_out=params["epsilon"]
    )
    release = mean >> dp.m.then_laplace(scale)
    return lambda: release(data)


def pydp_mean(params, data):
    """Google's bounded mean: a noisy sum over a noisy count."""
    from pydp.algorithms.laplacian import BoundedMean

    mean = BoundedMean(
        epsilon=params["epsilon"],
        lower_bound=params["lower"],
        upper_bound=params["upper"],
        dtype="float",
    )
    return lambda: mean.quick_result(data)


def mean_rate(asked):
    """Releases a second of processor time, the best of a few repeats."""
    params = {
        name: float(Fraction(asked["params"][name])) for name in ("epsilon", "lower", "upper")
    }
    data = [float(Fraction(v)) for v in asked["data"]]
    release = {"OpenDP": opendp_mean, "PyDP": pydp_mean}[asked["mean"]](params, data)
    release()
    best = 0.0
    for _ in range(asked["repeats"]):
        count, start = 0, time.process_time()
        while (spent := time.process_time() - start) < asked["least"]:
            for _ in range(16):
                release()
            count += 16
        best = max(best, count / spent)
    return best


for line in sys.stdin:
    asked = json.loads(line)
    if "mean" in asked:
        try:
            reply = {"rate": mean_rate(asked)}
        except Exception as error:
            reply = {"rate": None, "error": f"{type(error).__name__}: {error}"[:200]}
        print(json.dumps(reply), flush=True)
        continue
    epsilon, draws = Fraction(asked["epsilon"]), asked["draws"]
    try:
        if asked["what"].startswith("OpenDP"):
            run = opendp(asked["what"], draws, float(1 / epsilon))
        else:
            run = diffprivlib(asked["what"], draws, float(epsilon))
        start = time.perf_counter()
        values = run()
        seconds = time.perf_counter() - start
        reply = {
            "seconds": seconds,
            "below": [int(sum(v <= p for v in values)) for p in asked["points"]],
        }
    except Exception as error:
        reply = {"seconds": None, "error": f"{type(error).__name__}: {error}"[:200]}
    print(json.dumps(reply), flush=True)
