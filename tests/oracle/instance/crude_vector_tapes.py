"""The crude route for means of vectors from bits, in floating point, and for their events, by
listing all that the noise may do.
"""

from fractions import Fraction as F
from itertools import product as listed
from math import ceil, floor
from random import Random

from crude import COUNT, real
from instance.events import event_probability
from instance.records import Plan
from instance.tapes import tape
from mpmath import erf, erfinv, exp, inf, mp, mpf, sqrt
from normal_draws import event_probability as normal_event
from normal_draws import tape as normal_tape
from published import Published
from stream import Tape
from values import ends, ivf


def spelled(params):
    return {k: str(v) for k, v in params.items()}


# ---- tapes ----


def discrete(random, example):
    name, params, data, program = example(random)
    seed = f"{random.getrandbits(64):016x}"
    source = Tape(dict(seed=seed))

    def draw(_, s):
        if s is None:
            return 1 if source.bit() else -1
        return (
            s
            if s == 0
            else Published(source).gaussian(
                s if isinstance(s, F) else F(ceil(s * 2**40 - mpf(10) ** -30), 2**40)
            )
        )

    wanted = [str(F(v)) for v in program(draw)]
    got = tape(name, spelled(params), dict(data=data, seed=seed, count="1", profile="release-3"))
    assert got["bits"] == str(source.used) and got["values"] == [
        wanted if len(wanted) > 1 else wanted[0]
    ], (name, params, got, wanted)
    COUNT[0] += 1


def quantile(u):
    return -inf if u == 0 else inf if u == 1 else sqrt(mpf(2)) * erfinv(2 * u - 1)


class Unknown:
    """A normal variable that is compared at once, or a linear form of such variables: {variable:
    weight}, with a number.
    """

    def __init__(self, source, s, base=F(0), weights=None):
        self.source, self.s, self.base, self.weights = source, s, base, weights or {self: F(1)}
        self.low, self.size = mpf(0), mpf(1)

    def refine(self):
        self.size /= 2
        self.low += self.size * self.source.bit()

    def __add__(self, x):
        if isinstance(x, Unknown):
            return Unknown(
                self.source,
                self.s,
                self.base + x.base,
                {
                    v: self.weights.get(v, 0) + x.weights.get(v, 0)
                    for v in {**self.weights, **x.weights}
                },
            )
        return Unknown(self.source, self.s, self.base + x, self.weights)

    __radd__ = __add__

    def __mul__(self, c):
        return Unknown(
            self.source, self.s, self.base * c, {v: w * c for v, w in self.weights.items()}
        )

    def __sub__(self, x):
        return self + (x * -1 if isinstance(x, Unknown) else -x)

    def __lt__(self, rank):
        """For counts: base + K < rank."""
        ((v, _),) = self.weights.items()
        at = (
            1
            + erf(
                real(rank - self.base)
                / sqrt(2 * (real(self.s) if isinstance(self.s, F) else self.s))
            )
        ) / 2
        # `at` may be rounded to 0 or 1
        while not (v.low + v.size <= at and v.low + v.size < 1 or v.low >= at and v.low > 0):
            v.refine()
        return v.low + v.size <= at

    def __eq__(self, other):
        return self is other

    def __hash__(self):
        return id(self)

    def ends(self):
        found = [
            sum(
                w * sqrt(real(self.s)) * quantile(v.low + v.size * (w > 0 if side else w < 0))
                for v, w in ((v, mpf(real(w))) for v, w in self.weights.items() if w)
            )
            for side in (0, 1)
        ]
        return [real(self.base) + x for x in found]


def continuous(random, example):
    name, params, data, program = example(random)
    grid, seed = F(1, random.choice([8, 100])), f"{random.getrandbits(64):016x}"
    source = Tape(dict(seed=seed))
    made = []

    def draw(label, s):
        if s is None:
            return 1 if source.bit() else -1
        if s == 0:
            return 0
        made.append((label, Unknown(source, s)))
        return made[-1][1]

    outputs = program(draw)
    variables, turn = (
        [v for label, v in made if label.startswith("noise_")] if name != "privquant" else [],
        0,
    )

    def there(v):
        if not isinstance(v, Unknown):
            return round(v / grid)
        low, high = v.ends()
        if (
            abs(low) == inf
            or abs(high) == inf
            or floor(low / real(grid) + mpf(0.5)) != floor(high / real(grid) + mpf(0.5))
        ):
            return None
        return int(floor(low / real(grid) + mpf(0.5)))

    while None in (found := [there(v) for v in outputs]):
        variables[turn % len(variables)].refine()
        turn += 1
    got = tape(
        name,
        spelled(params | {"noise": "gaussian"}),
        dict(data=data, seed=seed, count="1", profile="release-3", grid=str(grid)),
    )
    wanted = [str(v * grid) for v in found]
    assert got["bits"] == str(source.used) and got["values"] == [
        wanted if len(wanted) > 1 else wanted[0]
    ], (name, params, data, got, wanted, source.used)
    COUNT[0] += 1


def normal(random):
    s, grid, seed = (
        F(random.randint(1, 30), random.randint(1, 9)),
        F(1, random.choice([3, 16])),
        f"{random.getrandbits(64):016x}",
    )
    source = Tape(dict(seed=seed))
    v = Unknown(source, s)
    while (
        (low := v.ends())[0] == -inf
        or low[1] == inf
        or floor(low[0] / real(grid) + mpf(0.5)) != floor(low[1] / real(grid) + mpf(0.5))
    ):
        v.refine()
    got = normal_tape(
        "gaussian",
        {"sigma_squared": str(s)},
        dict(seed=seed, count="1", profile="quantile-1", grid=str(grid)),
    )
    assert got["bits"] == str(source.used) and got["values"] == [
        str(grid * int(floor(low[0] / real(grid) + mpf(0.5))))
    ], got
    COUNT[0] += 1


# ---- events ----


def masses(s):
    """{K: probability} but for what is below 1e-20."""
    reach = int(10 * sqrt(s)) + 3
    found = {k: exp(-mpf(k * k) / (2 * s)) for k in range(-reach, reach + 1)}
    return {k: v / sum(found.values()) for k, v in found.items()}


def events(random, example, search, clip):
    while (made := example(random))[0] not in ("privquant", "norm_clipped_mean"):
        pass
    name, params, data, program = made
    data, on = data[:4], random.choice("xy") if name != "privquant" and params["d"] > 1 else "x"
    j, relation, noise = (
        "xy".index(on),
        random.choice(["le", "ge", "eq"]),
        random.choice(["discrete_gaussian", "gaussian"]),
    )
    if name == "privquant":
        params["rank"] = min(params["rank"], len(data))
    values, total = outcomes(name, params, data, j, noise, search, clip), mpf(0)
    at = random.choice([v for v, _ in values])
    total = sum(p for v, p in values if {"le": v <= at, "ge": v >= at, "eq": v == at}[relation])
    if noise == "gaussian" and name != "privquant" and len(values) > 1:
        return
    got = event_probability(
        name,
        spelled(params | {"noise": noise}),
        dict(data=data),
        dict(on=on, relation=relation, at=str(at)),
    )
    close(got, total, (name, params, relation))


def close(got, wanted, what):
    lo, hi = ends(ivf(got))
    assert abs(mpf(lo) - wanted) < mpf(10) ** -15 and hi - lo < mpf(10) ** -30, (
        what,
        lo,
        hi,
        wanted,
    )
    COUNT[0] += 1


def outcomes(name, params, data, j, noise, search, clip):
    """[(value, probability)] by trying every way of the comparisons, or every noise of one
    coordinate.
    """
    plan = Plan(name, spelled(params), data)
    if name == "norm_clipped_mean":
        base = clip(plan.records, plan.q, plan.rho, plan.f, plan.steps, lambda *_: 0)[j]
        s = plan.f * real(plan.q) * plan.steps**2 / (2 * real(plan.rho))
        return [
            (base + F(k, plan.n * plan.steps), p)
            for k, p in (masses(s) if s else {0: mpf(1)}).items()
        ]
    found = {}
    for way in listed((False, True), repeat=4):  # at most four comparisons in these ranges
        chance, used = [mpf(1)], []

        def draw(_, s, used=used, chance=chance, way=way):
            return Answer(s, used, chance, way, noise, plan.printed)

        value = search(
            "noise", plan.records, plan.low, plan.high, plan.rank, plan.rho, plan.printed, draw
        )
        found[(tuple(way[: len(used)]), value)] = chance[0]
    return [(F(v), p) for (_, v), p in found.items()]


class Answer:
    """K of which only the probability of the chosen order is kept."""

    def __init__(self, s, used, chance, way, noise, printed):
        self.s, self.used, self.chance, self.way, self.noise, self.printed = (
            s,
            used,
            chance,
            way,
            noise,
            printed,
        )

    def __radd__(self, count):
        self.count = count
        return self

    def __lt__(self, rank):
        right, gap = self.way[len(self.used)], rank - self.count
        self.used.append(right)
        if self.s == 0:
            p = mpf(gap > 0 or self.printed and gap == 0)
        elif self.noise == "gaussian":
            p = (
                1 + erf(mpf(gap) / sqrt(2 * (real(self.s) if isinstance(self.s, F) else self.s)))
            ) / 2
        else:
            s = real(self.s) if isinstance(self.s, F) else mp.ceil(self.s * 2**40) / 2**40
            p = sum(v for k, v in masses(s).items() if k < gap or self.printed and k == gap)
        self.chance[0] *= p if right else 1 - p
        return right

    def __eq__(self, _):
        return False

    __hash__ = None


def normal_events(random):
    s, centre, at = (
        F(random.randint(1, 30), random.randint(1, 9)),
        F(random.randint(-9, 9), 4),
        F(random.randint(1, 30), 7),
    )
    p = (1 + erf(real(at - centre) / sqrt(2 * real(s)))) / 2
    for on, relation, wanted in (
        ("x", "le", p),
        ("x", "ge", 1 - p),
        ("abs", "le", erf(real(at) / sqrt(2 * real(s)))),
        ("abs", "ge", 1 - erf(real(at) / sqrt(2 * real(s)))),
    ):
        close(
            normal_event(
                "gaussian",
                {"sigma_squared": str(s)},
                dict(center=str(centre)),
                dict(on=on, relation=relation, at=str(at)),
            ),
            wanted,
            (s, on, relation),
        )


def simulated(random, example):
    """Events of a private threshold or centre on a line, beside 1500 releases from bits: within six
    standard deviations.
    """
    while (
        (made := example(random))[0]
        not in ("quantile_clipped_mean", "shifted_clipped_mean", "quantized_mean")
        or made[1]["d"] > 1
        or made[1]["rho"] < 2
    ):
        pass
    name, params, data, _ = made
    params |= {"u": 3} if "u" in params else {"radius": params["bucket"]}
    given = dict(
        data=data[:12], seed=f"{random.getrandbits(64):016x}", count="1500", profile="release-3"
    )
    values = [F(v) for v in tape(name, spelled(params), given)["values"]]
    at = sorted(values)[random.choice([300, 750, 1200])]
    p = mpf(
        ends(
            ivf(
                event_probability(
                    name, spelled(params), given, dict(on="x", relation="le", at=str(at))
                )
            )
        )[0]
    )
    assert abs(sum(v <= at for v in values) - 1500 * p) <= 6 * sqrt(1500 * p * (1 - p)) + 1, (
        name,
        params,
        data,
        at,
        p,
        sum(v <= at for v in values),
    )
    COUNT[0] += 1


def run(example, search, clip):
    random = Random(6)
    for part, many, *args in (
        (discrete, 60, example),
        (continuous, 12, example),
        (normal, 20),
        (events, 60, example, search, clip),
        (normal_events, 8),
        (simulated, 2, example),
    ):
        for _ in range(many):
            mp.dps = 40
            part(random, *args)
