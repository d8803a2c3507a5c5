"""A worker in a library's own environment: times draws of OpenDP or diffprivlib, and counts what is below some points.

One JSON line in, one out: {"what", "draws", "epsilon", "points"} -> {"seconds", "below"}; {"seconds": null} for what
the library has not.
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

    noise = Laplace(epsilon=epsilon, delta=0, sensitivity=1) if what.endswith("Laplace") else Staircase(epsilon=epsilon,
        sensitivity=1, gamma=0.5)
    return lambda: [noise.randomise(0) for _ in range(draws)]


for line in sys.stdin:
    asked = json.loads(line)
    epsilon, draws = Fraction(asked["epsilon"]), asked["draws"]
    try:
        if asked["what"].startswith("OpenDP"):
            run = opendp(asked["what"], draws, float(1 / epsilon))
        else:
            run = diffprivlib(asked["what"], draws, float(epsilon))
        start = time.perf_counter()
        values = run()
        seconds = time.perf_counter() - start
        reply = {"seconds": seconds, "below": [int(sum(v <= p for v in values)) for p in asked["points"]]}
    except Exception as error:
        reply = {"seconds": None, "error": f"{type(error).__name__}: {error}"[:200]}
    print(json.dumps(reply), flush=True)
