"""Tapes of release-2 read once more in floating point, value and number of bits; and transcripts
worked out on paper.
"""

from fractions import Fraction as F
from math import ceil, floor, inf, log

from crude import COUNT
from trilemma.replay import tape
from trilemma.steps import transcript


class Bits:
    """Continuous variables of one release in floating point, refined as release-2 says."""

    def __init__(self, digits):
        self.bits, self.used = iter(digits), 0

    def one(self):
        self.used += 1
        return next(self.bits)

    def variable(self):
        return [0.0, 1.0]

    def refine(self, u):
        middle = (u[0] + u[1]) / 2
        u[0 if self.one() else 1] = middle

    def positive(self, variables, span):
        """Is span(...) above 0?  (low, high) over the open box."""
        turn = 0
        while True:
            low, high = span()
            if low >= -1e-12 or high <= 1e-12:  # equal numbers, in floating point
                return low >= -1e-12
            self.refine(variables[turn])
            turn = (turn + 1) % len(variables)

    def rounded(self, variables, span, grid):
        turn = 0
        while True:
            low, high = span()
            if (
                abs(low) < inf
                and abs(high) < inf
                and floor(low / grid + 0.5) == ceil(high / grid + 0.5) - 1
            ):
                return floor(low / grid + 0.5)
            self.refine(variables[turn])
            turn = (turn + 1) % len(variables)

    def coin(self, p):
        low, size = 0.0, 1.0
        while low < 1 - p < low + size:
            size /= 2
            low += size * self.one()
        return low >= 1 - p


def quantile(u):
    return -inf if u == 0 else inf if u == 1 else log(2 * u) if u <= 0.5 else -log(2 * (1 - u))


def coarse_by_hand(bits, e, delta, sigma, first):
    """(U, k or None)."""
    u = bits.variable()
    shares = sorted({x / sigma - floor(x / sigma) for x in first})
    low, high = 0, len(shares)
    while low < high:
        i = (low + high) // 2
        if bits.positive([u], lambda: (u[0] - shares[i], u[1] - shares[i])):  # noqa: B023
            low = i + 1
        else:
            high = i
    bins = {}
    # a share that lies below U: U > s, so y - T + 1/2 = floor + 1 + s - U < floor + 1
    for x in first:
        y = x / sigma
        k = floor(y) + (0 if shares.index(y - floor(y)) < low else 1)
        bins[k] = bins.get(k, 0) + 1
    noise = {k: bits.variable() for k in bins}
    best = None
    for k in sorted(bins):
        if best is None:
            best = k
            continue
        a, b, gap = noise[best], noise[k], bins[k] - bins[best]
        if bits.positive(
            [a, b],
            lambda: (
                gap + 2 / e * (quantile(b[0]) - quantile(a[1])),
                gap + 2 / e * (quantile(b[1]) - quantile(a[0])),
            ),
        ):  # noqa: B023
            best = k
    level = 2 + 2 / e * log(1 / delta)
    z = noise[best]
    above = bits.positive(
        [z],
        lambda: (
            bins[best] - level + 2 / e * quantile(z[0]),
            bins[best] - level + 2 / e * quantile(z[1]),
        ),
    )
    return u, best if above else None


def mean_by_hand(bits, e, delta, sigma, c, first, rest, grid):
    """(multiple of the grid, bits)."""
    u, k = coarse_by_hand(bits, e, delta, sigma, first)
    if k is None:
        total = sum(x for x in rest if bits.coin(delta)) / (len(rest) * delta)
        return round(F(total).limit_denominator(10**6) / F(grid)), bits.used
    rest, t = sorted(rest), lambda v: sigma * (v - 0.5 + k)
    low, high = 0, len(rest)
    while low < high:
        i = (low + high) // 2
        if bits.positive([u], lambda: (t(u[0]) - rest[i] - c, t(u[1]) - rest[i] - c)):  # noqa: B023
            low = i + 1
        else:
            high = i
    past, high = low, len(rest)
    while past < high:
        i = (past + high) // 2
        if bits.positive([u], lambda: (t(u[0]) - rest[i] + c, t(u[1]) - rest[i] + c)):  # noqa: B023
            past = i + 1
        else:
            high = i
    z, above = bits.variable(), len(rest) - past

    def end(i):
        return (sum(rest[low:past]) + low * (t(u[i]) - c) + above * (t(u[i]) + c)) / len(
            rest
        ) + 2 * c / (len(rest) * e) * quantile(z[i])

    variables = [u, z] if low + above else [z]
    return bits.rounded(variables, lambda: (end(0), end(1)), grid), bits.used


def read_again(random, rounds=60):
    """Tapes of dpucoarse and dpumean with continuous noise, value and bits equal."""
    for _ in range(rounds):
        digits = "".join(random.choice("0123456789abcdef") for _ in range(200))
        bits = [int(b) for b in bin(int("1" + digits, 16))[3:]]
        first = [F(random.randint(-12, 12), 8) for _ in range(random.randint(1, 6))]
        rest = [F(random.randint(-40, 40), 8) for _ in range(random.randint(1, 5))]
        e, delta, sigma, c = (
            F(random.randint(2, 12), 4),
            F(1, random.choice([2, 4])),
            random.choice([1, 2]),
            F(random.randint(1, 12), 4),
        )
        given = dict(tape=digits, count="1", profile="release-2", grid="1/256")
        params = dict(epsilon=str(e), delta=str(delta), sigma=str(sigma))
        by_hand = Bits(bits)
        u, k = coarse_by_hand(by_hand, float(e), float(delta), sigma, list(map(float, first)))
        wanted = "none"
        if k is not None:
            wanted = str(
                F(
                    by_hand.rounded([u], lambda: tuple(sigma * (v - 0.5 + k) for v in u), 1 / 256),
                    256,
                )
            )  # noqa: B023
        got = tape("dpucoarse", params, dict(given, data=list(map(str, first))))
        assert got == dict(bits=str(by_hand.used), values=[wanted]), (
            params,
            first,
            got,
            wanted,
            by_hand.used,
        )
        params |= dict(n1=str(len(first)), n2=str(len(rest)), clip=str(c))
        got = tape("dpumean", params, dict(given, data=list(map(str, first + rest))))
        number_, used = mean_by_hand(
            Bits(bits),
            float(e),
            float(delta),
            sigma,
            float(c),
            list(map(float, first)),
            list(map(float, rest)),
            1 / 256,
        )
        assert got == dict(bits=str(used), values=[str(F(number_, 256))]), (
            params,
            first,
            rest,
            got,
            number_,
            used,
        )
        COUNT[0] += 2


def tape_and_transcript(random):
    """A release from a tape, and the transcript with the outcomes that the first bits mean, by hand
    for name_and_shame and the private size.
    """
    # delta = 1/4: named where U >= 3/4, two bits at most: 0 -> no, 10 -> no, 11 -> yes
    got = tape(
        "name_and_shame",
        dict(delta="1/4"),
        dict(data=["1", "2", "4"], tape="d8", count="1", profile="release-1", grid="1/16"),
    )
    # 11 0 11: named 1 and 3, (1 + 4)/(3/4) = 20/3
    assert got == {"bits": "5", "values": ["107/16"]}, got
    COUNT[0] += 1


def transcripts():
    """Worked out on paper."""
    got = transcript(
        "dpumean",
        dict(epsilon="1", delta="1/10", n1="2", n2="3", clip="2"),
        dict(
            data=["1", "1/2", "5/2", "-9", "3"],
            outcomes=dict(offset="1/2", noise_1="20", fine_noise="1/9"),
        ),
    )
    assert got == {
        "value": "29/18",
        "steps": [
            ["bins", ["1"]],
            ["counts", ["2"]],
            ["noisy_counts", ["22"]],
            ["winner", "1"],
            ["coarse", "1"],
            ["inside_sum", "11/2"],
            ["below", "1"],
            ["above", "0"],
            ["fine", "3/2"],
            ["mean", "29/18"],
        ],
    }, got
    got = transcript(
        "shuffled_mean",
        dict(epsilon="1", n="2", blocks="2"),
        dict(
            data=["1", "nan", "inf", "0"],
            outcomes=dict(noise_1="1/7", noise_2="2", row_1=["2", "1"], row_2=["2", "1"]),
        ),
    )
    assert got == {
        "value": "95/56",
        "steps": [
            ["clipped", ["1", "1/2", "1", "0"]],
            ["shuffled", ["1", "0", "1", "1/2"]],
            ["block_means", ["9/14", "11/4"]],
            ["mean", "95/56"],
        ],
    }, got
    # bias 1/3, lambda 2: margin 3, [-3, 4]; with steps of 1/2 the records go to 0 (a tie), 4 and 1
    # (a tie); K = 5
    got = transcript(
        "clipped_mean",
        dict(epsilon="1", bias="1/3", noise="discrete_laplace", m="2", **{"lambda": "2"}),
        dict(data=["1/4", "inf", "3/4"], outcomes=dict(noise="5")),
    )
    assert got == {
        "value": "5/2",
        "steps": [["clipped", ["0", "4", "1"]], ["exact_mean", "5/3"], ["mean", "5/2"]],
    }, got
    # v = ceil(log 4/3) = 1: N = 2 - 1 + 1 from Z = 7, and none from Z = -7
    params = dict(epsilon="3", delta="1/2", base="name_and_shame")
    got = transcript(
        "unknown_size",
        params,
        dict(
            data=["5", "nan", "7"],
            outcomes=dict(count="7", sample=["2", "1"], named_1="1", named_2="0"),
        ),
    )
    assert got == {
        "value": "7",
        "steps": [["size", "2"], ["sample", ["2", "1"]], ["named_sum", "7"], ["mean", "7"]],
    }, got
    assert transcript(
        "unknown_size", params, dict(data=["5", "nan", "7"], outcomes=dict(count="-7"))
    )["steps"] == [["size", "0"], ["mean", "none"]]
    got = transcript(
        "dpucoarse", dict(epsilon="1", delta="1/3"), dict(data=[], outcomes=dict(offset="1/3"))
    )
    assert got["value"] == "none", got
    COUNT[0] += 6


def run(random):
    tape_and_transcript(random)
    transcripts()
    read_again(random)
