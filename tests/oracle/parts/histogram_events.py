"""The probability of one event of a release of `histogram`, or of a step of it.

The numbers of the categories are independent. Of one of them an event is that of a count, but for
the threshold; of all of them a list has the product of its probabilities, and a product xy of two
has a sign. Sums are in `histogram_sums.py`.
"""

from parts.events import Output
from parts.histogram_params import ONE, ZERO, of_release
from parts.histogram_records import counts_of
from parts.histogram_sums import beside, in_all
from parts.noises import Nothing, minus
from quantities import sharpest
from stream import plus, product
from values import Rejected, Unsupported, number, require

RELATIONS = ("le", "ge", "eq", "multiple", "off")


class Shown(Output):
    """s + Z where that is at least T, else 0; s >= 1, T >= 1."""

    def __init__(self, s, noise, threshold):
        super().__init__(s, noise, False)
        self.threshold = threshold

    def hidden(self):
        """P(s + Z < T); on a lattice that is at most T - 1."""
        return self.noise.beyond(self.s - self.threshold + (1 if self.noise.lattice else 0))

    def ge(self, y):
        return ONE if y <= 0 else self.noise.beyond(max(y, self.threshold) - self.s)

    def le(self, y):
        if y < 0:
            return ZERO
        return self.hidden() if y < self.threshold else self.noise.beyond(self.s - y)

    def eq(self, y):
        if y == 0:
            return self.hidden()
        return ZERO if y < self.threshold else self.noise.mass(y - self.s)

    def within(self, low, high):
        """P(low <= output <= high): 0 is a point of its own."""
        if low > high:
            return ZERO
        found = self.hidden() if low <= 0 <= high else ZERO
        low = max(low, self.threshold)
        return plus(found, super().within(low, high)) if low <= high else found

    def classes(self, a, wanted):
        """On a lattice of step 1: 0, and what is at least T."""
        total, period = self.hidden() if wanted(ZERO) else ZERO, a.numerator
        shares = {r: r / a % 1 for r in range(period)} if period <= 4096 else None
        if shares is None:
            raise Unsupported("too many classes")
        start = int(self.threshold - self.s)
        for r in (r for r, part in shares.items() if wanted(part)):
            total = plus(total, self.noise.classed(start, period, r - int(self.s)))
        return total

    def near(self, a):
        """Multiple by multiple; 0 is always near to one, and counted once."""
        return plus(self.hidden(), Kept(self).near(a))


class Kept(Output):
    """Only what lies at T or above."""

    def __init__(self, shown):
        super().__init__(shown.s, shown.noise, False)
        self.threshold = shown.threshold

    def within(self, low, high):
        low = max(low, self.threshold)
        return super().within(low, high) if low <= high else ZERO


def numbers_of(params, given, step):
    """The law of each number of a step (None: of the output), at the present precision."""
    settings, k = of_release(params)
    counts = counts_of(k, given)
    if step == "counts":
        return [Output(c, Nothing(), False) for c in counts]
    if step not in (None, "output", "noisy_counts"):
        raise Unsupported(f"histogram has no step {step}")
    law = settings.law()
    if step == "noisy_counts" or settings.threshold is None:
        clamped = settings.clamped and step != "noisy_counts"
        return [Output(c, law, clamped) for c in counts]
    none = Output(ZERO, Nothing(), False)  # without a record: never shown
    return [Shown(c, law, settings.threshold) if c > 0 else none for c in counts]


def of_product(x, y, relation):
    """P(x y relation 0) of two independent numbers."""
    zeros = [v.eq(ZERO) for v in (x, y)]
    (up, down), (above, below) = (
        (minus(v.ge(ZERO), zero), minus(v.le(ZERO), zero)) for v, zero in zip((x, y), zeros)
    )
    found = plus(zeros[0], product(zeros[1], minus(ONE, zeros[0])))
    if relation == "ge":
        found = plus(found, plus(product(up, above), product(down, below)))
    if relation == "le":
        found = plus(found, plus(product(up, below), product(down, above)))
    return found


def event(name, params, given, asked):
    """P(event), a rational or an interval."""
    on, relation, step = asked["on"], asked["relation"], given.get("observe")
    if relation not in RELATIONS:
        raise Rejected("relation", f"no relation {relation}")
    if on == "all":
        return of_list(params, given, asked, step)
    at = number(asked, "at")
    if relation in ("multiple", "off"):
        require(at != 0, "at", "multiples of 0")
    places = {"x": 0, "abs": 0, "abs_x": 0, "y": 1, "abs_y": 1}
    kind = "abs" if on.startswith("abs") else "x"
    if on == "none":  # there is an answer
        return sharpest(lambda: Output(ZERO, Nothing(), False).chance("x", relation, at))
    if on in places:
        return sharpest(
            lambda: numbers_of(params, given, step)[places[on]].chance(kind, relation, at)
        )
    if on == "product":
        require(relation in ("le", "ge", "eq"), "relation", "of a product only its sign")
        if at != 0:
            raise Unsupported("of a product only its sign")
        return sharpest(lambda: of_product(*numbers_of(params, given, step)[:2], relation))
    if on in ("sum", "abs_sum"):
        return in_all(numbers_of, params, given, step, (kind, relation, at))
    if on == "norm":
        return beside(numbers_of, params, given, step, (relation, at))
    raise Unsupported(f"an event {on} of a list")


def of_list(params, given, asked, step):
    """P(the numbers are those of the list)."""
    wanted = asked.get("at")
    require(isinstance(wanted, list), "at", "all is equal to a list")
    require(asked["relation"] == "eq", "relation", "all is equal to a list")
    wanted = [number({"at": x}, "at") for x in wanted]

    def compute():
        laws = numbers_of(params, given, step)
        if len(laws) != len(wanted):
            return ZERO
        return product(ONE, *(law.eq(y) for law, y in zip(laws, wanted)))

    return sharpest(compute)
