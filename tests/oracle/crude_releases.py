"""The crude route for releases with one epsilon per user: tapes read once more in floating point,
events by quadrature or by listing all samples. `run()` counts what it compared.
"""

from fractions import Fraction as F
from itertools import product as listed
from random import Random

from crude import COUNT, real
from estimates import Estimate, transcript
from hetero.crude import numbers, spelled
from hetero.events import added_beyond, event_probability
from hetero.replay import tape
from mpmath import exp, floor, inf, log, mp, mpf, quad
from values import ends, ivf

GRID = F(1, 256)


def quantile(u):
    """Of Laplace noise of scale 1."""
    return -inf if u == 0 else inf if u == 1 else log(2 * u) if u <= mpf(0.5) else -log(2 * (1 - u))


def bernoulli(bits, p):
    """Bits until U is certainly below or above 1 - p."""
    low, size = mpf(0), mpf(1)
    while low < 1 - p < low + size:
        size /= 2
        low += size * next(bits)
    return int(low >= 1 - p)


def refined(bits, centre, scales, used):
    """(multiple of the grid, bits): one bit of one variable at a time, until both ends round to one
    multiple.
    """
    low, size, turn = [mpf(0)] * len(scales), [mpf(1)] * len(scales), 0
    while True:
        at = [[s * quantile(v + z * end) for s, v, z in zip(scales, low, size)] for end in (0, 1)]
        if not any(abs(z) == inf for side in at for z in side):
            down, up = (floor((centre + sum(side)) / real(GRID) + mpf(0.5)) for side in at)
            if down == up:
                return int(down), used
        size[turn] /= 2
        low[turn] += size[turn] * next(bits)
        used, turn = used + 1, (turn + 1) % len(scales)


def tapes(random):
    """One release each from random bits."""
    n = random.randint(1, 4)
    eps = [random.choice([F(1, 2), F(2), F(9), F(5, 3)]) for _ in range(n)]
    data = [str(F(random.randint(-9, 30), 10)) for _ in range(n)]
    digits = "".join(random.choice("0123456789abcdef") for _ in range(200))
    params = dict(lower="-1", upper="2", epsilons=spelled(eps))
    middle, width = mpf(0.5), mpf(3)
    y = [min(max(real(F(x)), -1), 2) - middle for x in data]
    for name in ("uni", "propdpm", "stretching", "ldpe", "sm"):
        bits = iter([int(b) for b in bin(int("1" + digits, 16))[3:]])
        top, used = real(max(eps)), 0
        if name == "ldpe":
            centre, scales = middle, []
            groups = sorted(set(eps))
            inverse = {
                e: 1 / (mpf(1) / (4 * eps.count(e)) + 2 / (eps.count(e) * real(e)) ** 2)
                for e in groups
            }
            for e in groups:
                u = inverse[e] / sum(inverse.values())
                centre += u * sum(v for v, f in zip(y, eps) if f == e) / eps.count(e)
                scales.append(u * width / (eps.count(e) * real(e)))
        elif name == "sm":
            chance = [(exp(real(e)) - 1) / (exp(top) - 1) for e in eps]
            left = len(list(bits))
            bits = iter([int(b) for b in bin(int("1" + digits, 16))[3:]])
            taken = [bernoulli(bits, p) for p in chance]
            rest = list(bits)
            used, bits = left - len(rest), iter(rest)
            d = mp.ceil(sum(chance) * 2**40 - mpf(10) ** -20) / 2**40
            centre, scales = middle + sum(v * t for v, t in zip(y, taken)) / d, [width / (d * top)]
        else:
            whole = {"uni": n * real(min(eps)), "propdpm": real(sum(eps)), "stretching": n * top}[
                name
            ]
            weight = [1 / mpf(n) if name == "uni" else real(e) / whole for e in eps]
            centre, scales = middle + sum(v * w for v, w in zip(y, weight)), [width / whole]
        value, used = refined(bits, centre, scales, used)
        got = tape(
            name,
            params,
            dict(data=data, tape=digits, count="1", profile="release-1", grid=str(GRID)),
        )
        assert got == {"bits": str(used), "values": [str(value * GRID)]}, (
            name,
            params,
            data,
            got,
            value,
            used,
        )
        COUNT[0] += 1


def density(s):
    return lambda z: exp(-abs(z) / s) / (2 * s)


def beyond(s, x):
    return exp(-x / s) / 2 if x > 0 else 1 - exp(x / s) / 2


def near(got, wanted, what):
    COUNT[0] += 1
    lo, hi = ends(ivf(got))
    assert hi - lo < mpf(10) ** -30, what
    assert abs(lo - wanted) < mpf(10) ** -15, (what, lo, wanted)


def sums():
    """Two and three Laplace variables, some of one scale, by quadrature."""
    for s, t, x in ((F(1), F(1, 3), F(1, 2)), (F(2), F(2), F(3)), (F(1, 5), F(4, 5), F(-1))):
        cuts = sorted(
            {
                real(x),
                mpf(0),
                *(real(v) * k * sign for v in (s, t) for k in (1, 5, 20, 60) for sign in (-1, 1)),
            }
        )
        near(
            added_beyond([s, t], x),
            quad(lambda z: density(real(t))(z) * beyond(real(s), real(x) - z), cuts),
            (s, t, x),
        )
        three = quad(
            lambda z: density(real(t))(z) * real_part(added_beyond([s, s], x - exact(z))),
            cuts,
            maxdegree=5,
        )
        assert abs(three - real_part(added_beyond([s, t, s], x))) < mpf(10) ** -8, (s, t, x)


def exact(z):
    return F(int(z * 2**80), 2**80)


def real_part(x):
    return real(x) if isinstance(x, F) else mpf(ends(ivf(x))[0])


def events(random):
    """sm, all samples listed."""
    n = random.randint(1, 5)
    eps = [random.choice([F(1, 2), F(2), F(1, 9), F(5, 3)]) for _ in range(n)]
    data = [str(F(random.randint(-3, 13), 10)) for _ in range(n)]
    at, top = F(random.randint(-10, 30), 16), real(max(eps))
    y = [min(max(real(F(x)), 0), 1) - mpf(0.5) for x in data]
    chance = [
        real(v) if isinstance(v, F) else v
        for v in numbers("sm", "probabilities", epsilons=spelled(eps))
    ]
    for edition in ("printed", "corrected"):
        d, found = mp.ceil(sum(chance) * 2**40 - mpf(10) ** -20) / 2**40, mpf(0)
        for taken in listed((0, 1), repeat=n):
            q = mpf(1)
            for c, t in zip(chance, taken):
                q *= c if t else 1 - c
            if q:
                below = d if edition == "corrected" else sum(taken)
                found += q * beyond(
                    1 / (below * top),
                    real(at) - mpf(0.5) - sum(v * t for v, t in zip(y, taken)) / below,
                )
        params = dict(epsilons=spelled(eps), edition=edition)
        for relation, wanted in (("ge", found), ("le", 1 - found)):
            keep = mp.prec
            got = event_probability(
                "sm", params, dict(data=data), dict(on="x", relation=relation, at=str(at))
            )
            mp.prec = keep
            near(got, wanted, (params, data, at))


def private(random):
    """Releases of the affine mechanisms on two neighbours differ by at most epsilon_i times the
    scale, and some by exactly that.
    """
    n = random.randint(2, 5)
    eps = [random.choice([F(1, 2), F(2), F(9), F(5, 3), F(1, 7)]) for _ in range(n)]
    for name in ("adpm", "uni", "propdpm", "stretching", "fme"):
        estimate = Estimate(name, dict(epsilons=spelled(eps)), ["0"] * n)
        weights, (_, law) = estimate.affine()
        loss = [w / F(law["sensitivity"]) for w in weights]
        assert all(x <= e for x, e in zip(loss, eps)), (name, eps)
        COUNT[0] += 1
        i = random.randrange(n)
        ends_ = [
            F(
                transcript(
                    name,
                    dict(epsilons=spelled(eps)),
                    dict(data=["0"] * i + [x] + ["0"] * (n - 1 - i), outcomes=dict(noise="1")),
                )["value"]
            )
            for x in ("-5", "inf")
        ]
        assert ends_[1] - ends_[0] == (0 if estimate.nothing() else weights[i]), (name, eps)


def sampling(eps=(F(2, 5), F(7, 10))):
    """The corrected sm keeps both promises on short intervals, the printed one breaks the first."""
    worst = {}
    for edition in ("corrected", "printed"):
        params, steps = (
            dict(epsilons=spelled(eps), edition=edition),
            [F(i, 16) for i in range(-16, 33)],
        )

        def law(data):
            above = [
                event_probability(
                    "sm", params, dict(data=data), dict(on="x", relation="ge", at=str(a))
                )
                for a in steps
            ]
            return [real_part(u) - real_part(v) for u, v in zip(above, above[1:])]

        for i, others in enumerate((("0", "1"), ("1", "0"))):
            for fixed in ("0", "1/3", "1"):
                one, two = (law([x, fixed] if i == 0 else [fixed, x]) for x in others)
                worst[edition, i] = max(
                    [worst.get((edition, i), 0), *(max(u / v, v / u) for u, v in zip(one, two))]
                )
                COUNT[0] += 1
    assert all(worst["corrected", i] <= exp(real(e)) + mpf(10) ** -9 for i, e in enumerate(eps)), (
        worst
    )
    assert worst["printed", 0] > exp(real(eps[0])) * 1.02, worst


def edges():
    """Missing records in the middle, h lowered to 40 bits, and two logarithms that cancel."""
    got = transcript(
        "uni",
        dict(lower="-1", upper="2", epsilons="1,2,3"),
        dict(data=["nan", "inf", "-7"], outcomes=dict(noise="1/9")),
    )
    assert got["steps"][0] == ["clipped", ["1/2", "2", "-1"]], got
    assert got["value"] == str(F(1, 2) + F(1, 9)), got
    weights, (_, law) = Estimate("fme", dict(epsilons="1/8,inf,3"), ["0"] * 3).affine()
    assert [w / F(law["sensitivity"]) for w in weights] == [
        F(1, 8),
        *[F(int(floor(mpf(2) ** 40 / mp.sqrt(2))), 2**40)] * 2,
    ]
    # the noises of the groups 2 and 4 are equal times their shares: u = 1/4 and 3/4 add up to the
    # half of the grid
    got = tape(
        "ldpe",
        dict(epsilons="2,4"),
        dict(data=["1/2", "1/2"], tape="70", count="1", profile="release-1", grid="1"),
    )
    assert got == {"bits": "6", "values": ["1"]}, got
    COUNT[0] += 4


def run(rounds=12):
    random = Random(11)
    for _ in range(rounds):
        mp.dps = 50
        tapes(random)
        events(random)
        private(random)
    sums()
    sampling()
    edges()
