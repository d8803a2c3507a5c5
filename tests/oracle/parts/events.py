"""The probability of one event of a release of `count` or `bounded_sum`, or of a step of it.

All of it is made of P(Z >= z) and P(Z = z) of the noise; multiples are points of a lattice in
classes modulo a number, or intervals around them one by one. What a clamp moves lies at 0.
"""

from fractions import Fraction

from mpmath import iv
from parts.noises import Nothing, minus, noise_of
from parts.params import CALIBRATED, Settings
from parts.records import Statistic
from quantities import sharpest
from stream import plus, product
from values import Rejected, Unsupported, ends, ivf, number, require

ZERO, ONE, TWO = Fraction(0), Fraction(1), Fraction(2)
NEAR = Fraction(1, 2**20)  # "off" is farther from the multiples than this share of `at`
CLASSES, CELLS = 4096, 20000


class Output:
    """s + Z, or max(0, s + Z)."""

    def __init__(self, s, noise, clamped):
        self.s, self.noise, self.clamped = s, noise, clamped

    def ge(self, y):
        return ONE if self.clamped and y <= 0 else self.noise.beyond(y - self.s)

    def le(self, y):
        return ZERO if self.clamped and y < 0 else self.noise.beyond(self.s - y)

    def eq(self, y):
        if self.clamped and y <= 0:
            return ZERO if y else self.le(ZERO)
        return self.noise.mass(y - self.s)

    def within(self, low, high):
        """P(low <= output <= high)."""
        if low > high:
            return ZERO
        if self.s >= high:  # of two tails the smaller ones
            return plus(minus(self.le(high), self.le(low)), self.eq(low))
        return plus(minus(self.ge(low), self.ge(high)), self.eq(high))

    def classes(self, a, wanted):
        """P(output/a has a wanted fractional part) on a lattice."""
        u, share = self.noise.unit, a / self.noise.unit
        period, at = share.numerator, int(self.s / u)  # (at + k) u/a, k the steps of the noise
        if period > CLASSES:
            raise Unsupported("too many classes")
        total, start = (
            (self.le(ZERO) if wanted(ZERO) else ZERO, 1 - at) if self.clamped else (ZERO, None)
        )
        for r in range(period):
            if wanted(r / share % 1):
                total = plus(total, self.noise.classed(start, period, r - at))
        return total

    def multiple(self, a):
        if self.noise.lattice:
            return self.classes(a, lambda part: part == 0)
        if isinstance(self.noise, Nothing):
            return Fraction((self.s / a).denominator == 1)
        return self.eq(ZERO)  # countably many points, of which only 0 may have a mass

    def off(self, a):
        if self.noise.lattice:
            return self.classes(a, lambda part: NEAR < part < 1 - NEAR)
        return minus(ONE, self.near(a))

    def near(self, a):
        """P(within a NEAR of a multiple of a), multiple by multiple outwards from s; what is left
        may be anywhere.
        """
        middle = round(self.s / a)
        total = self.within((middle - NEAR) * a, (middle + NEAR) * a)
        for far in range(1, CELLS):
            for m in (middle - far, middle + far):
                total = plus(total, self.within((m - NEAR) * a, (m + NEAR) * a))
            rest = ivf(product(TWO, self.noise.beyond((far - 1) * a)))
            if ends(rest)[1] < ends(iv.mpf(2) ** (8 - iv.prec))[0]:
                return plus(total, iv.mpf([0, ends(rest)[1]]))
        raise Unsupported("too many multiples")

    def chance(self, on, relation, at):
        if relation in ("multiple", "off"):
            require(at != 0, "at", "multiples of 0")
            return (self.multiple if relation == "multiple" else self.off)(abs(at))
        if on == "abs":
            return self.size(relation, at)
        return {"le": self.le, "ge": self.ge, "eq": self.eq}[relation](at)

    def size(self, relation, at):
        """P(|output| relation at)."""
        if at <= 0:
            return ONE if relation == "ge" else self.eq(ZERO) if at == 0 else ZERO
        if relation == "le":
            return self.within(-at, at)
        one = {"ge": self.ge, "eq": self.eq}[relation](at)
        return plus(one, {"ge": self.le, "eq": self.eq}[relation](-at))


def output(name, params, given, step, times=ONE):
    """The law of a step (None: of the output) at the present precision."""
    settings = Settings(name, params)
    s = Statistic(settings, given).sum
    exact, noisy = ("count", "noisy_count") if name == "count" else ("exact_sum", "noisy_sum")
    if step == exact:
        return Output(s, Nothing(), False)
    if step not in (None, "output", noisy):
        raise Unsupported(f"{name} has no step {step}")
    return Output(s, noise_of(settings, times), settings.clamped and step != noisy)


def multiple_of_least(params, asked):
    """By how much the noise of the event is more than the least, where that is a promise."""
    if asked.get("times") is None:
        return ONE
    require(params.get("noise") == CALIBRATED, "times", "no other noise is the least of a pair")
    times = number(asked, "times")
    require(times >= 1, "times", "less than the least is no noise of this pair")
    return times


def event(name, params, given, asked):
    """P(event), a rational or an interval."""
    on, relation, step = asked["on"], asked["relation"], given.get("observe")
    times = multiple_of_least(params, asked)
    if step == "clipped":
        return of_records(name, params, given, asked)
    if relation not in ("le", "ge", "eq", "multiple", "off"):
        raise Rejected("relation", f"no relation {relation}")
    at = number(asked, "at")
    if on == "none":  # there is an answer
        return sharpest(lambda: Output(ZERO, Nothing(), False).chance("x", relation, at))
    if on not in ("x", "sum", "abs"):
        raise Unsupported(f"an event {on} of one number")
    return sharpest(lambda: output(name, params, given, step, times).chance(on, relation, at))


def of_records(name, params, given, asked):
    """The clipped records are what they are."""
    each = Statistic(Settings(name, params), given).each
    if name == "count":
        raise Unsupported("count has no step clipped")
    if asked["on"] == "all":
        return Fraction(each == [Fraction(x) for x in asked["at"]])
    places = {"x": each[:1], "y": each[1:2], "sum": each}
    if not places.get(asked["on"]):
        raise Unsupported(f"an event {asked['on']} of the records")
    known = Output(sum(places[asked["on"]], ZERO), Nothing(), False)
    return known.chance("x", asked["relation"], number(asked, "at"))
