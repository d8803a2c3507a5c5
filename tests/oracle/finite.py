"""The mean and the mean squared error of a release that is clipped to [l, u], from its distribution
function F alone.

E Y = u - (integral of F) and E (Y - t)^2 = (u - t)^2 - (integral of 2 (y - t) F) over [l, u]. F
comes from `event_probability`, that is from the algorithms themselves: quadratures, lines and
steps, areas in the plane. Between the given points the integrals are Gauss and Legendre's sums, so
a number here is a judgement and no proof; it agrees with itself on half as many nodes to the
`doubt` that is printed beside it.

    python finite.py < questions      one JSON object a line: name, params, data, target, cuts, nodes; one line for each
"""

import json
import sys
from fractions import Fraction

from events import event_probability
from mpmath import mp, mpf
from values import ends, ivf


def legendre(n):
    """The nodes in (-1, 1) and the weights of n: roots of the Legendre polynomial, by Newton's
    steps.
    """
    found = []
    for i in range(n):
        x = mp.cos(mp.pi * (i + mpf(3) / 4) / (n + mpf(1) / 2))
        for _ in range(60):
            low, p = mpf(1), x
            for k in range(2, n + 1):
                low, p = p, ((2 * k - 1) * x * p - (k - 1) * low) / k
            slope = n * (x * p - low) / (x * x - 1) if n > 1 else mpf(1)
            step = p / slope
            x -= step
            if abs(step) < mpf(10) ** -(mp.dps - 5):
                break
        found.append((x, 2 / ((1 - x * x) * slope**2)))
    return found


def below(name, params, data, y):
    """F(y), the middle of its enclosure."""
    low, high = ends(
        ivf(
            event_probability(
                name, params, {"data": data}, {"on": "x", "relation": "le", "at": str(y)}
            )
        )
    )
    return (low + high) / 2


def moments(question, nodes):
    """(E Y, E (Y - target)^2)."""
    name, params, data = question["name"], question["params"], question["data"]
    lower, upper, target = (
        Fraction(x) for x in (params["lower"], params["upper"], question["target"])
    )
    cuts = sorted(
        {lower, upper, *(Fraction(c) for c in question["cuts"] if lower < Fraction(c) < upper)}
    )
    mean, square = mpf(0), mpf(0)
    for a, b in zip(cuts, cuts[1:]):
        for x, weight in nodes:
            y = (a + b) / 2 + Fraction(int(x * 2**80), 2**80) * (b - a) / 2
            with mp.workdps(30):
                f = below(name, params, data, y)
            size = weight * mpf((b - a).numerator) / (b - a).denominator / 2
            mean += size * f
            square += size * f * 2 * mpf((y - target).numerator) / (y - target).denominator
    far = upper - target
    return (
        mpf(upper.numerator) / upper.denominator - mean,
        mpf((far * far).numerator) / (far * far).denominator - square,
    )


def answer(question):
    with mp.workdps(30):
        full = moments(question, legendre(question["nodes"]))
        half = moments(question, legendre(max(1, question["nodes"] // 2)))
        return {key: mp.nstr(x, 20) for key, x in zip(("mean", "mse"), full)} | {
            "doubt": mp.nstr(max(abs(x - y) for x, y in zip(full, half)), 3)
        }


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)
