"""The crude route for releases of vectors: the steps once more, with blocks for the matrix and
isqrt for the sizes, and what is refused. `run()` counts what it compared, here and in
crude_vector_tapes.py.
"""

from fractions import Fraction as F
from math import ceil, floor, isqrt
from random import Random

from crude import COUNT, real
from instance import crude_vector_tapes
from instance.steps import transcript
from mpmath import log, mp, mpf, sqrt
from values import Rejected

# ---- the steps, with answers to draws from a function (label, s) -> K ----


def hadamard(x):
    if len(x) == 1:
        return x
    half = len(x) // 2
    a, b = hadamard(x[:half]), hadamard(x[half:])
    return [p + q for p, q in zip(a, b)] + [p - q for p, q in zip(a, b)]


def search(label, values, low, high, rank, rho, printed, draw):
    span, i = high - low, 0
    if not printed:
        s = F(span.bit_length()) / (2 * rho)
    elif span & (span - 1):
        s = log(mpf(span)) / log(mpf(2)) / 2 / real(rho)
    else:
        s = F(max(span.bit_length() - 1, 0)) / (2 * rho)
    while low < high:
        i += 1
        middle = floor(F(low + high, 2))
        noisy = len([v for v in values if v <= middle]) + draw(f"{label}_{i}", s)
        if noisy < rank or printed and noisy == rank:
            low = middle + 1
        else:
            high = middle
    return low


def clip(vectors, q, rho, f, steps, draw):
    total = [0] * len(vectors[0])
    for x in vectors:
        n = sum(v * v for v in x)
        for j, v in enumerate(x):
            size = abs(v) * steps if n <= q else isqrt(floor(steps * steps * F(q) * v * v / n))
            total[j] += size if v >= 0 else -size
    s = f * F(q) * steps**2 / (2 * rho)
    return [
        (t + draw(f"noise_{j}", s)) * F(1, len(vectors) * steps) for j, t in enumerate(total, 1)
    ]


def private(vectors, size, top, u, rho, f, printed, constants, beta, steps, draw):
    n, r, b = len(vectors), real(rho), real(beta)
    if printed:
        long = log(mpf(size * u)) / log(mpf(2))
        m = max(
            1,
            n
            - max(
                ceil(sqrt(f * size / (2 * r)) - mpf(10) ** -30),
                ceil(2 * sqrt(long * log(long / b) / r)) if long > b else 0,
            ),
        )
    else:
        t = top.bit_length()
        m = n - max(
            floor(sqrt(f * size / (mpf(3) / 2 * r)) + mpf(10) ** -30),
            ceil(sqrt(t * log((1 if constants == "exact" else 2) * t / b) * 4 / r)),
        )
    if m < 1:
        return [F(0)] * size
    q = search(
        "threshold", [sum(v * v for v in x) for x in vectors], 0, top, m, rho / 4, printed, draw
    )
    return clip(vectors, q, rho * F(3, 4), f, steps, draw)


def shifted(vectors, u, rho, printed, constants, beta, steps, draw):
    n, d = len(vectors), len(vectors[0])
    wide = 1 << (d - 1).bit_length()
    signs = [draw(f"sign_{j + 1}", None) for j in range(wide)]
    turned = [hadamard([s * v for s, v in zip(signs, list(x) + [0] * (wide - d))]) for x in vectors]
    centre = [
        search(
            f"median_{j + 1}",
            [x[j] for x in turned],
            -d * u,
            d * u,
            (n + 1) // 2,
            rho / (4 * wide),
            printed,
            draw,
        )
        for j in range(wide)
    ]
    y = private(
        [[a - c for a, c in zip(x, centre)] for x in turned],
        wide,
        wide * u * u if printed else wide * (2 * d * u) ** 2,
        u,
        rho * F(3, 4),
        4,
        printed,
        constants,
        beta,
        steps,
        draw,
    )
    back = hadamard([a + c for a, c in zip(y, centre)])
    return [back[j] * F(signs[j], wide) for j in range(d)]


def example(random):
    """(name, params, data, program(draw))."""
    name = random.choice(
        [
            "privquant",
            "norm_clipped_mean",
            "quantile_clipped_mean",
            "shifted_clipped_mean",
            "quantized_mean",
            "gaussian_mean",
        ]
    )
    n, d, u, rho = (
        random.randint(2, 30),
        random.randint(1, 5),
        random.choice([1, 2, 5, 8]),
        F(random.randint(1, 60), random.choice([1, 2, 3])),
    )
    printed, constants, steps, beta = (
        random.random() < 0.3,
        random.choice(["paper", "exact"]),
        random.choice([1, 1, 3]),
        F(random.randint(1, 9), 10),
    )
    if name in ("quantized_mean", "gaussian_mean"):
        printed = False
    if name == "gaussian_mean":
        steps = 1
    data = [
        [
            random.choice(
                [
                    "nan",
                    "inf",
                    "-inf",
                    "1/2",
                    "3/2",
                    *(
                        str(F(random.randint(-3, 3 * u), random.choice([1, 2, 3])))
                        for _ in range(9)
                    ),
                ]
            )
            for _ in range(d)
        ]
        for _ in range(n)
    ]
    params = {
        "rho": rho,
        "constants": constants,
        "d": d,
        "beta": beta,
        **(
            {}
            if name in ("quantized_mean", "gaussian_mean")
            else {"edition": "printed" if printed else "corrected"}
        ),
        **({"steps": steps} if name not in ("privquant", "gaussian_mean") else {}),
    }

    def whole(x, low, high):
        return min(
            max(
                0 if x == "nan" else high if x == "inf" else low if x == "-inf" else round(F(x)),
                low,
            ),
            high,
        )

    f = 4 if constants == "paper" else 2 if d > 1 else 1
    if name == "privquant":
        low, high, data = (
            -random.randint(-2, 4),
            random.choice([3, 4, 11]),
            [row[0] for row in data],
        )
        del params["d"], params["beta"]
        params |= dict(low=low, high=high, rank=random.randint(1, n))
        return (
            name,
            params,
            data,
            lambda draw: [
                search(
                    "noise",
                    [whole(x, low, high) for x in data],
                    low,
                    high,
                    params["rank"],
                    rho,
                    printed,
                    draw,
                )
            ],
        )
    vectors = [[whole(x, 0, u) for x in row] for row in data]
    if name == "norm_clipped_mean":
        c = F(random.randint(0, 20), 3)
        return (
            name,
            params | dict(u=u, threshold=c),
            data,
            lambda draw: clip(vectors, c * c, rho, f, steps, draw),
        )
    if name == "quantile_clipped_mean":
        return (
            name,
            params | dict(u=u),
            data,
            lambda draw: private(
                vectors, d, d * u * u, u, rho, f, printed, constants, beta, steps, draw
            ),
        )
    if name == "shifted_clipped_mean":
        return (
            name,
            params | dict(u=u),
            data,
            lambda draw: shifted(vectors, u, rho, printed, constants, beta, steps, draw),
        )
    b = F(random.randint(1, 4), 3)
    if name == "quantized_mean":
        g, r = u, u * b
        params |= dict(radius=r, bucket=b)
        rows = [
            [
                0
                if x == "nan"
                else round(min(max(r if x == "inf" else -r if x == "-inf" else F(x), -r), r) / b)
                for x in row
            ]
            for row in data
        ]
    else:
        low, high, r = b, b + 1, F(u)
        b = F(1, ceil(sqrt(mpf(n)) / real(low) - mpf(10) ** -30))
        g = ceil((real(r) + 2 * real(high) * sqrt(d + log(4 * n / real(beta)))) / real(b))
        params |= dict(radius=r, sigma_min=low, sigma_max=high)
        rows = []
        for row in data:
            x = [
                F(0) if v == "nan" else g * b if v == "inf" else -g * b if v == "-inf" else F(v)
                for v in row
            ]
            square = sum(v * v for v in x)
            rows.append(
                [
                    round(v / b)
                    if square <= (g * b) ** 2
                    else isqrt(floor(g * g * v * v / square)) * (1 if v >= 0 else -1)
                    for v in x
                ]
            )
    return (
        name,
        params,
        data,
        lambda draw: [
            (v - g) * b
            for v in shifted(
                [[v + g for v in x] for x in rows], 2 * g, rho, False, constants, beta, steps, draw
            )
        ],
    )


def spelled(params):
    return {k: str(v) for k, v in params.items()}


def transcripts(random):
    name, params, data, program = example(random)
    noise = random.choice(["discrete_gaussian", "gaussian"])
    drawn = {}

    def draw(label, s):
        if s == 0:
            return 0
        drawn[label] = (
            random.choice([-1, 1])
            if s is None
            else F(random.randint(-9, 9), 1 if noise == "discrete_gaussian" else 4)
        )
        return drawn[label]

    wanted = [str(F(v)) for v in program(draw)]
    got = transcript(
        name, spelled(params | {"noise": noise}), dict(data=data, outcomes=spelled(drawn))
    )
    assert ([got["value"]] if name == "privquant" else got["values"]) == wanted, (
        name,
        params,
        data,
        got,
        wanted,
    )
    COUNT[0] += 1


def refused():
    good = dict(low="0", high="9", rank="1", rho="1")
    vector = dict(d="2", u="3", rho="1")
    for name, params, data in (
        ("privquant", good | dict(rank="3"), ["1", "2"]),
        ("privquant", good | dict(rank="0"), ["1", "2"]),
        ("privquant", good | dict(low="10"), ["1"]),
        ("privquant", good | dict(rho="0"), ["1"]),
        ("privquant", good, []),
        ("privquant", good | dict(steps="1"), ["1"]),
        ("quantile_clipped_mean", vector, [["1", "2", "3"]]),
        ("quantile_clipped_mean", vector | dict(beta="1"), [["1", "2"]]),
        ("quantile_clipped_mean", vector | dict(n="2"), [["1", "2"]]),
        ("norm_clipped_mean", vector | dict(threshold="-1"), [["1", "2"]]),
        ("shifted_clipped_mean", vector | dict(u="0"), [["1", "2"]]),
        ("shifted_clipped_mean", vector | dict(noise="laplace"), [["1", "2"]]),
        ("quantized_mean", dict(d="1", rho="1", radius="1", bucket="2/3"), [["1"]]),
        (
            "quantized_mean",
            dict(d="1", rho="1", radius="1", bucket="1", edition="printed"),
            [["1"]],
        ),
        ("gaussian_mean", dict(d="1", rho="1", radius="1", sigma_min="2", sigma_max="1"), [["1"]]),
    ):
        try:
            transcript(name, params, dict(data=data, outcomes={}))
        except Rejected as e:
            assert e.code != "draws", (name, params)
            COUNT[0] += 1
        else:
            raise AssertionError((name, params))


def run():
    random = Random(5)
    refused()
    for _ in range(300):
        mp.dps = 40
        transcripts(random)
    crude_vector_tapes.run(example, search, clip)
