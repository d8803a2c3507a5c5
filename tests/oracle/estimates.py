"""The mechanisms with one epsilon per user on their records: what they add up, and which noise they
add; and their transcripts.
"""

from fractions import Fraction
from math import inf

from errors import falls_back, group_weights, staircase_noise
from hetero.users import Users
from hetero.weights import adpm, fme
from means_by_hand import plain
from sampled import BITS, divisor
from stream import at_rising_precision
from values import require


def laplace(scale):
    """The law of Laplace noise, as the parameters of a request; None where there is none."""
    return ("laplace", {"epsilon": "1", "sensitivity": str(scale)}) if scale else None


class Estimate:
    """Records under the policies: clipped, missing ones in the middle."""

    def __init__(self, name, params, data):
        self.users = users = Users(name, params)
        self.lower, self.upper, self.middle, self.width = (
            users.lower,
            users.upper,
            users.middle,
            users.width,
        )
        require(len(data) == users.n, "size", "one record for every epsilon")
        self.clipped = [self.record(x) for x in data]

    def record(self, text):
        if text == "nan":
            return self.middle
        if text in ("inf", "-inf"):
            return self.upper if text == "inf" else self.lower
        return min(max(Fraction(text), self.lower), self.upper)

    def affine(self):
        """(weights, law of the noise or None)."""
        users, width = self.users, self.width
        if users.name == "adpm":
            weights, tau, _ = adpm(users)
            if users.noise == "laplace" or tau == 0:
                return weights, laplace(width * tau)
            g, reach = staircase_noise(users, weights, tau)
            return weights, (
                "staircase",
                {
                    "epsilon": str(g),
                    "sensitivity": str(reach),
                    "gamma": users.params.get("gamma", "optimal"),
                },
            )
        if users.name == "fme":
            weights, scale = fme(users.epsilons, BITS)
            return weights, laplace(width * scale)
        if users.name == "uni":
            least = min(users.epsilons)
            return [Fraction(1, users.n)] * users.n, laplace(
                0 if least == inf else width / users.n / least
            )
        whole = sum(users.epsilons) if users.name == "propdpm" else users.n * users.top
        return [e / whole for e in users.epsilons], laplace(width / whole)

    def nothing(self):
        """Is the answer the midpoint, whatever the records?"""
        return self.users.name == "adpm" and at_rising_precision(lambda: falls_back(self.users))

    def weighted(self, weights):
        return self.middle + sum(w * (x - self.middle) for w, x in zip(weights, self.clipped))

    def groups(self):
        """[(share, mean, noise scale)] ascending in epsilon."""
        groups = self.users.groups()
        found = []
        for u, (e, n) in zip(group_weights(groups), groups):
            records = [x for x, f in zip(self.clipped, self.users.epsilons) if f == e]
            found.append((u, sum(records) / n, Fraction(0) if e == inf else self.width / (n * e)))
        return found

    def sampled(self, taken):
        """(sum of y_i, divisor) of those with taken[i] = 1."""
        below = (
            divisor(self.users.epsilons)
            if self.users.edition == "corrected"
            else Fraction(sum(taken))
        )
        require(below > 0, "draws", "somebody is always sampled")
        return sum((x - self.middle) * t for x, t in zip(self.clipped, taken)), below


def transcript(name, params, given):
    """Every named step, and the value."""
    estimate, draws = (
        Estimate(name, params, given["data"]),
        {k: Fraction(v) for k, v in given["outcomes"].items()},
    )
    steps = [["clipped", estimate.clipped]]
    if name == "ldpe":
        parts = estimate.groups()
        noisy = [
            mean + (draws[f"noise_{i}"] if scale else 0)
            for i, (_, mean, scale) in enumerate(parts, 1)
        ]
        value = sum(u * m for (u, _, _), m in zip(parts, noisy))
        steps += [
            ["group_means", [m for _, m, _ in parts]],
            ["group_weights", [u for u, _, _ in parts]],
            ["noisy_means", noisy],
        ]
    elif name == "sm":
        top = estimate.users.top
        # who is certain need not be drawn
        taken = [
            int(
                draws.get(f"sampled_{i}", int(e == top)) if e in (0, top) else draws[f"sampled_{i}"]
            )
            for i, e in enumerate(estimate.users.epsilons, 1)
        ]
        total, below = estimate.sampled(taken)
        value = estimate.middle + total / below + draws["noise"]
        steps += [["sampled_sum", total], ["divisor", below]]
    else:
        weights, law = estimate.affine()
        steps.append(["weights", weights])
        if estimate.nothing():
            value = estimate.middle
        else:
            steps.append(["weighted_mean", estimate.weighted(weights)])
            value = steps[-1][1] + (draws["noise"] if law else 0)
    return {"steps": [[n, plain(v)] for n, v in [*steps, ["mean", value]]], "value": str(value)}
