"""Releases with little or no bias, simulated with the random module as the page says, and drawn
from tapes: the shares of both against the oracle's events, to five standard deviations and what is
stated.
"""

from fractions import Fraction as F
from itertools import permutations
from math import ceil, exp, floor, inf, log, sqrt, tan

from crude import COUNT
from trilemma.events import event_probability
from trilemma.replay import tape
from values import ends, ivf


def lap(random, scale):
    return random.expovariate(1 / scale) - random.expovariate(1 / scale)


def geometric(random, ratio):
    """Two-sided."""
    one, two = (floor(log(1 - random.random()) / log(ratio)) for _ in range(2))
    return one - two


def value(text, missing):
    return missing if text == "nan" else float(text) if "inf" in text else float(F(text))


def clip(x, low, high):
    return min(max(x, low), high)


def nearest(x, m):
    return round(F(x) * m) / m  # exact ties to even


def simulated(name, p, data, random):
    """One release, from the page; None for no answer."""
    e, delta = float(F(p["epsilon"])) if "epsilon" in p else None, float(F(p.get("delta", "0")))
    n, m = len(data), int(p.get("m", "0"))
    noise = lambda scale, steps: lap(random, scale) if not m else geometric(random, exp(-e / steps))  # noqa: E731
    named = lambda x: sum(v for v in x if random.random() < delta)  # noqa: E731
    if name == "name_and_shame":
        x = [0 if "n" in t else float(F(t)) for t in data]
        if p.get("variant") == "single":
            return random.choice(x) / (n * delta) if random.random() < n * delta else 0
        return named(x) / (n * delta)
    if name in ("clipped_mean", "combined_mean"):
        if name == "clipped_mean":
            c = float(F(p["bias"])) ** (-1 / (float(F(p["lambda"])) - 1))
        else:
            l = float(F(p["lambda"]))
            c = (n * e * e * float(F(p["psi"])) ** l * (l - 2) / (4 * l * l * delta)) ** (1 / l)
        low, high = -c, 1 + c
        if m:
            low, high = floor(low * m) / m, ceil(high * m) / m
        x = [value(t, 0.5) for t in data]
        if m:
            x = [t if abs(t) == inf else nearest(t, m) for t in x]
        y = [clip(t, low, high) for t in x]
        left = [0 if abs(t) == inf else t - u for t, u in zip(x, y)]
        z = noise((high - low) / e, round(m * (high - low))) / (m or 1)
        return (sum(y) + z) / n + (named(left) / (n * delta) if name == "combined_mean" else 0)
    if name == "sized_mean":
        return sum(clip(value(t, 0.5), 0, 1) for t in data) / n + lap(random, 1 / (n * e))
    if name in ("dpucoarse", "dpumean", "kv_mean"):
        sigma = float(F(p.get("sigma", "1")))
        x = [0 if "n" in t else float(F(t)) for t in data]
        if m:
            x = [
                sigma * nearest(F(0) if "n" in t else F(t) / F(p.get("sigma", "1")), m)
                for t in data
            ]
        first = x if name == "dpucoarse" else x[: int(p["n1"])]
        u = (
            0.5
            if name == "kv_mean"
            else (2 * random.randrange(m) + 1) / (2 * m)
            if m
            else random.random()
        )
        bins = {}
        for t in first:
            k = floor(t / sigma - (u - 0.5) + 0.5)
            bins[k] = bins.get(k, 0) + 1
        noisy = {k: c + noise(2 / e, 2) for k, c in bins.items()}
        best = max(noisy.values(), default=-inf)
        t = (
            None
            if best <= 2 + 2 / e * log(1 / delta)
            else sigma * (u - 0.5 + random.choice([k for k, c in noisy.items() if c == best]))
        )
        if name == "dpucoarse":
            return t
        rest = x[int(p["n1"]) :]
        if t is None:
            return named(rest) / (len(rest) * delta)
        c = float(F(p["clip"]))
        g = sigma / (2 * m) if m else 1
        return (sum(clip(v, t - c, t + c) for v in rest) + g * noise(2 * c / e, 2 * c / g)) / len(
            rest
        )
    if name == "unknown_size":
        known = [t for t in data if t != "nan"]
        v = ceil(log(2 / delta) / e)
        size = len(known) + clip(geometric(random, exp(-e)), -v, v) - v
        if size < int(p.get("n0", "1")):
            return None
        places = random.sample(range(len(known)), size)
        if p.get("edition") == "printed":
            places.sort()
        inner = {k: w for k, w in p.items() if k not in ("base", "edition")}
        return simulated(p["base"], inner, [known[i] for i in places], random)
    if name == "shuffled_mean":
        size, blocks = int(p["n"]), int(p["blocks"])
        x = [clip(value(t, 0.5), 0, 1) for t in data]
        rows = [random.choice(list(permutations(range(blocks)))) for _ in range(size)]
        return (
            sum(
                sum(x[rows[i][j] * size + i] for i in range(size)) / size
                + lap(random, 1 / (size * e))
                for j in range(blocks)
            )
            / blocks
        )
    x = [clip(value(t, 0), -1, 2) for t in data if t != "nan"]  # student_t_mean, d = 1 by tan
    tau, bound = 3 * 2 / (4 * e), 3 * max(exp(-e / 6 * (len(x) - 1)), 1 / len(x))
    return sum(x) / len(x) + tau * bound * tan(3.141592653589793 * (random.random() - 0.5))


CASES = [
    ("name_and_shame", dict(delta="1/3"), ["1", "-2", "7/2", "inf"]),
    ("name_and_shame", dict(delta="1/5", variant="single"), ["1", "-2", "7/2"]),
    ("clipped_mean", dict(epsilon="2", bias="1/3", **{"lambda": "3"}), ["nan", "inf", "-9", "1/3"]),
    (
        "clipped_mean",
        dict(epsilon="2", bias="1/3", noise="discrete_laplace", m="3", **{"lambda": "3"}),
        ["nan", "inf", "-9", "1/3"],
    ),
    (
        "combined_mean",
        dict(epsilon="2", psi="1/2", delta="1/4", **{"lambda": "4"}),
        ["nan", "inf", "-9", "7"],
    ),
    (
        "combined_mean",
        dict(
            epsilon="2", psi="1/2", delta="1/4", noise="discrete_laplace", m="2", **{"lambda": "4"}
        ),
        ["nan", "-inf", "-9", "7"],
    ),
    ("dpucoarse", dict(epsilon="1", delta="1/2"), ["1", "1/2", "5/4", "-3", "nan"]),
    ("dpucoarse", dict(epsilon="3", delta="1/3", sigma="2"), ["1", "1", "1", "1", "1", "6"]),
    (
        "dpucoarse",
        dict(epsilon="1", delta="1/2", noise="discrete_laplace", m="2"),
        ["1", "1/2", "5/4", "-3", "inf"],
    ),
    (
        "dpumean",
        dict(epsilon="2", delta="1/3", n1="3", n2="3", clip="3/2"),
        ["1", "1/2", "5/4", "-3", "2", "1"],
    ),
    (
        "dpumean",
        dict(epsilon="2", delta="1/3", n1="3", n2="3", clip="3/2", noise="discrete_laplace", m="2"),
        ["1", "1/2", "5/4", "-3", "2", "1"],
    ),
    (
        "kv_mean",
        dict(epsilon="2", delta="1/3", n1="3", n2="3", clip="3/2", sigma="2"),
        ["1", "1/2", "5/4", "-3", "2", "1"],
    ),
    (
        "kv_mean",
        dict(epsilon="2", delta="1/3", n1="3", n2="3", clip="3/2", noise="discrete_laplace", m="1"),
        ["1/2", "3/2", "3/2", "-3", "2", "1"],
    ),
    (
        "unknown_size",
        dict(epsilon="2", delta="1/3", base="name_and_shame"),
        ["1", "2", "-3", "nan", "5"],
    ),
    (
        "unknown_size",
        dict(epsilon="2", delta="1/3", base="sized_mean", n0="2"),
        ["1", "1/2", "-3", "nan", "5"],
    ),
    (
        "unknown_size",
        dict(epsilon="2", delta="1/3", base="dpumean", n0="2", n1="1", clip="1"),
        ["1", "1/2", "-3", "nan", "5"],
    ),
    (
        "unknown_size",
        dict(epsilon="2", delta="1/3", base="dpumean", n0="2", n1="1", clip="1", edition="printed"),
        ["1", "1/2", "-3", "nan", "5"],
    ),
    ("shuffled_mean", dict(epsilon="2", n="2", blocks="2"), ["1", "nan", "-3", "1/3"]),
    ("shuffled_mean", dict(epsilon="2", n="1", blocks="3"), ["1", "nan", "-3"]),
    (
        "student_t_mean",
        dict(epsilon="2", degrees="1", lower="-1", upper="2"),
        ["1", "nan", "-3", "1/3"],
    ),
]


def simulations(random, many=10000):
    """Events against shares of simulated releases: within five standard deviations and 1e-3 (12
    points of each law, and `none`).
    """
    for name, params, data in CASES:
        got = [simulated(name, params, data, random) for _ in range(many)]
        points = [F(i, 4) for i in range(-10, 16, 2)] + [F(1, 6)]
        for relation, at in [("none", F(0))] + [(r, x) for x in points for r in ("le", "ge")]:
            p = event_probability(
                name, params, dict(data=data), dict(on="x", relation=relation, at=str(at))
            )
            p, x = float(ends(ivf(p))[0]), float(at)
            seen = (
                sum(
                    (v is None)
                    if relation == "none"
                    else v is not None and (v <= x + 1e-9 if relation == "le" else v >= x - 1e-9)
                    for v in got
                )
                / many
            )
            COUNT[0] += 1
            assert abs(seen - p) <= 5 * sqrt(p * (1 - p) / many) + 1e-3, (
                name,
                params,
                relation,
                at,
                p,
                seen,
            )


def tapes(random, many=800):
    """Releases from random bits have the law that the events say (grid 1/1024): within five
    standard deviations and 2e-3.
    """
    for name, params, data in CASES:
        profile = (
            "release-2"
            if name in ("dpucoarse", "dpumean", "kv_mean", "unknown_size")
            else "release-1"
        )
        given = dict(
            seed=f"{random.randrange(256):02x}",
            count=str(many if name != "student_t_mean" else many // 10),
            profile=profile,
            grid="1/1024",
            data=data,
        )
        lines = tape(name, params, given)["values"]
        for at in (F(-1), F(1, 6), F(1, 2), F(1), F(3)):
            p = event_probability(
                name, params, dict(data=data), dict(on="x", relation="le", at=str(at + F(1, 2048)))
            )
            p = float(ends(ivf(p))[0])
            seen = sum(v != "none" and F(v) <= at + F(1, 2048) for v in lines) / len(lines)
            COUNT[0] += 1
            assert abs(seen - p) <= 5 * sqrt(p * (1 - p) / len(lines)) + 2e-3, (
                name,
                params,
                at,
                p,
                seen,
            )


def run(random):
    simulations(random)
    tapes(random)
