"""Baselines of means of vectors on given draws: "Baselines and messages" in vectors/instance.md,
from that page alone.

`Case` has the parameters and records of the four mechanisms under their policies, `Draws` the draws
by label. The two means of rounded real vectors are here, those of integer vectors in
instance/messages.py and instance/shuffled.py, coinpress_scaled_mean in instance/whitened.py. A
function of STEPS lists every named step; the last one is the result.
"""

import struct
from fractions import Fraction
from math import ceil, inf, isinf, isnan

from instance.bounds import norm
from instance.messages import ceiling, cut, keep, local_clipped_mean
from instance.params import beta_of, refused, rho_of, root_up, steps_of, tails_of
from instance.records import DEFAULT_BETA, coordinate, listed, nearest
from instance.shuffled import shuffled_clipped_mean
from means_by_hand import plain
from mpmath import iv
from params import positive_integer
from trilemma.params import at_least_zero, constants, positive
from values import Rejected, Unsupported, integer, ivf, number, require

# ---- records and draws ----


def cell(x):
    """A rational, an infinity, or None where it is missing; a double may be given by its digits."""
    if isinstance(x, dict):
        try:
            (v,) = struct.unpack(">d", bytes.fromhex(x["f64"]))
        except (KeyError, TypeError, ValueError, struct.error):
            raise Rejected("bad_number", "a record is no number") from None
        return None if isnan(v) else v if isinf(v) else Fraction(v)
    return coordinate(x)


def inside(x, end):
    return min(max(x, -end), end)


def rounded(x, unit, end, centre=0):
    """rnd of x/unit, minus the centre, in [-end, end]."""
    if x is not None and abs(x) == inf:
        return end if x > 0 else -end
    return inside((0 if x is None else nearest(x / unit)) - centre, end)


class Case:
    """Parameters checked, records as rows of cells."""

    def __init__(self, name, params, data):
        refused(params, "noise", "edition")
        self.params, self.n, self.users = params, len(data), range(1, len(data) + 1)
        require(self.n >= 1, "n", "there must be a record")
        require(
            number(params, "n", str(self.n)) == self.n,
            "size",
            "the number of records is not the public one",
        )
        self.rows = [[cell(x) for x in listed(row)] for row in data]
        self.d = positive_integer(params, "d") if params.get("d") is not None else len(self.rows[0])
        require(
            self.d and all(len(row) == self.d for row in self.rows),
            "data",
            "a record has another number of coordinates",
        )
        self.sharp, self.steps, self.beta = (
            constants(params) == "exact",
            steps_of(params),
            beta_of(params, DEFAULT_BETA),
        )
        self.rho = rho_of(params) if name != "shuffled_clipped_mean" else None

    def integers(self, u):
        """Every coordinate to the nearest integer, then into [0, u]; 0 where it is missing."""
        return [
            [0 if x is None or x < 0 else u if x >= u else nearest(x) for x in row]
            for row in self.rows
        ]

    def scales(self):
        """(radius, sigma_max, b)."""
        radius, sigma = at_least_zero(self.params, "radius"), positive(self.params, "sigma_max")
        return radius, sigma, Fraction(1, root_up(self.n / sigma**2))


class Draws:
    """Outcomes by label, each checked to be one that can occur."""

    def __init__(self, given):
        self.given = given

    def raw(self, label):
        require(label in self.given, "draws", f"no draw {label}")
        return self.given[label]

    def integer(self, label):
        return integer({label: self.raw(label)}, label)

    def below(self, label, many):
        value = self.integer(label)
        require(0 <= value < many, "draws", f"{label} must lie in [0, {many})")
        return value

    def sign(self, label):
        value = self.integer(label)
        require(value in (-1, 1), "draws", "a sign is -1 or 1")
        return value

    def parts(self, label, many, modulus):
        """Many integers below the modulus; where there are none the label may be missing."""
        values = [
            integer({label: v}, label)
            for v in (listed(self.raw(label)) if many or label in self.given else [])
        ]
        require(
            len(values) == many and all(0 <= v < modulus for v in values),
            "draws",
            f"{label} must be {many} integers below the modulus",
        )
        return values


# ---- CoinPress ----


def rho_share(rho, i, t):
    """rho_i."""
    return rho if t == 1 else 3 * rho / 4 if i == t else rho / (4 * (t - 1))


def reaches(n, d, rho, beta, t, start, square, each=False):
    """C_1, ..., C_t from r_0 = start() and s^2 = square; with `each`, every tail is bounded by
    itself.
    """
    g, r, found = beta / t, start, []

    def far(r):
        """How far a record may be from the centre."""
        s = iv.sqrt(ivf(square))
        return (
            iv.sqrt(r**2 + 2 * r * s * iv.sqrt(-2 * iv.log(ivf(beta))) + (s * norm(d, beta)) ** 2)
            if each
            else r + s * norm(d, g / (2 * n))
        )

    for i in range(1, t + 1):
        c = ceiling(lambda r=r: far(r()) + iv.sqrt(ivf(d)) / 2)
        r = lambda v=2 * c * c / rho_share(rho, i, t): (
            norm(d, beta if each else g / 2) * iv.sqrt(ivf(square / n + v / n**2)) + iv.sqrt(ivf(d))
        )  # noqa: E731
        found.append(c)
    return found


def approached(buckets, ends, draws):
    """(the steps, c_(t-1) + N_t/n)."""
    n, centre, found = len(buckets), [0] * len(buckets[0]), []
    for i, end in enumerate(ends, 1):
        clipped = [cut([v - c for v, c in zip(x, centre)], end * end, 1) for x in buckets]
        total = [sum(column) for column in zip(*clipped)]
        noisy = [v + draws.integer(f"noise_{i}_{j}") for j, v in enumerate(total, 1)]
        found += [[f"clipped_{i}", clipped], [f"sum_{i}", total], [f"noisy_sum_{i}", noisy]]
        if i < len(ends):
            centre = [c + nearest(Fraction(v, n)) for c, v in zip(centre, noisy)]
            found.append([f"center_{i}", centre])
    return found, [c + Fraction(v, n) for c, v in zip(centre, noisy)]


def coinpress_mean(case, draws):
    radius, sigma, b = case.scales()
    t = positive_integer({"iterations": case.params.get("iterations", "10")}, "iterations")
    ends = reaches(
        case.n,
        case.d,
        case.rho,
        case.beta,
        t,
        lambda: ivf(radius / b),
        (sigma / b) ** 2,
        tails_of(case.params),
    )
    buckets = [[rounded(x, b, ends[0]) for x in row] for row in case.rows]
    steps, y = approached(buckets, ends, draws)
    return [["buckets", buckets], *steps, ["mean", [b * v for v in y]]]


# ---- each user by herself ----


def bits(draws, name, place, many):
    """What is sent about the bin at a place (from 1): its unit vector, turned here and there."""
    return [
        int((k == place) == bool(draws.below(f"{name}_{k}_kept", 2))) for k in range(1, many + 1)
    ]


def local_coordinate_mean(case, draws):
    require(case.n >= 2, "n", "there must be two records")
    (radius, s, b), half = case.scales(), case.n // 2
    keep(case.rho / (2 * case.d), case.sharp)  # refused where it must be
    a, end = (
        ceil(radius / s),
        ceiling(lambda: (2 + iv.sqrt(2 * iv.log(ivf(8 * case.n / case.beta)))) * ivf(s / b)),
    )
    found, votes = [], []
    for i, row in enumerate(case.rows[:half], 1):
        votes.append(
            [
                bits(draws, f"user_{i}_bin_{j}", rounded(x, s, a) + a + 1, 2 * a + 1)
                for j, x in enumerate(row, 1)
            ]
        )
        found.append([f"user_{i}_bins", votes[-1]])
    bins = []
    for sent in zip(*votes):  # of one coordinate
        ones = [sum(column) for column in zip(*sent)]
        bins.append(ones.index(max(ones)) - a)
    found.append(["bins", bins])
    centre, total = [nearest(o * s / b) for o in bins], [0] * case.d
    for i, row in enumerate(case.rows[half:], half + 1):
        sent = [
            rounded(x, b, end, c) + draws.integer(f"user_{i}_noise_{j}")
            for j, (x, c) in enumerate(zip(row, centre), 1)
        ]
        total = [v + w for v, w in zip(total, sent)]
        found.append([f"user_{i}_values", sent])
    return [*found, ["mean", [b * (c + Fraction(v, case.n - half)) for c, v in zip(centre, total)]]]


STEPS = {
    "coinpress_mean": coinpress_mean,
    "local_coordinate_mean": local_coordinate_mean,
    "local_clipped_mean": local_clipped_mean,
    "shuffled_clipped_mean": shuffled_clipped_mean,
}
OBJECTS = tuple(STEPS)


def transcript(name, params, given, programs=STEPS):
    """Every named step, and the values; a result without a name is no step."""
    if name not in programs:
        raise Unsupported(f"no mechanism {name}")
    require("data" in given, "data", "a release needs records")
    steps = programs[name](Case(name, params, given["data"]), Draws(given.get("outcomes") or {}))
    return {
        "steps": [[k, plain(v)] for k, v in steps if k is not None],
        "values": plain(steps[-1][1]),
    }
