"""Releases of randomized response: the record, the steps, bits, and events, from the pages of
vectors/ alone.

An event is the sum over the answers that have it; a coin is compared with the side of it that is
small.
"""

from fractions import Fraction

import replay
from mpmath import iv
from params import decay
from parts.randomized import EPSILON, ONE, ZERO, Lottery, categories, known
from parts.records import MISSING, nearest_multiple
from quantities import sharpest
from stream import at_most, at_rising_precision, plus
from values import Rejected, Unsupported, integer, number, require

MOST = 4096  # categories of a release
NEAR = Fraction(1, 2**20)  # "off" is farther from the multiples than this share of `at`


class Asked:
    """What is public of a release, and the record as it is used."""

    def __init__(self, params, given):
        known(params, *EPSILON)
        self.k, self.q = categories(params, MOST), decay(params)
        data = given.get("data")
        if not isinstance(data, list) or len(data) != 1:
            raise Rejected("data", "one person answers: one record")
        self.category = self.used(data[0])

    def used(self, record):
        last = Fraction(self.k - 1)
        require(isinstance(record, (str, int)), "record", "a record is a number or missing")
        if record in MISSING or record in ("inf", "-inf"):
            return last if record == "inf" else ZERO
        return nearest_multiple(sorted((ZERO, number({"record": record}, "record"), last))[1], ONE)


# ---- on given draws ----


def transcript(name, params, given):
    asked, outcomes = Asked(params, given), given.get("outcomes") or {}
    kept = integer(outcomes, "kept")
    require(kept in (0, 1), "kept", "kept is 0 or 1")
    labels = {"kept"} if kept else {"kept", "answer"}
    require({*outcomes} <= labels, "outcomes", "an outcome that is not drawn")
    output = asked.category if kept else Fraction(integer(outcomes, "answer"))
    require(0 <= output < asked.k, "answer", "the answer is one of the categories")
    steps = [["category", asked.category], ["response", output], ["output", output]]
    return {"steps": [[label, str(v)] for label, v in steps], "value": str(output)}


# ---- from bits ----


class Bits:
    """U = 0.u1 u2 ... of one draw: bit by bit until `found` knows the outcome for all of
    [low, high].
    """

    def __init__(self, tape):
        self.tape, self.low, self.high = tape, ZERO, ONE

    def until(self, found):
        while True:
            outcome = found(self.low, self.high)
            if outcome is not None:
                return outcome
            middle = (self.low + self.high) / 2
            self.low, self.high = (middle, self.high) if self.tape.bit() else (self.low, middle)


class Coin:
    """0 below F(0) = 1 - P(kept), else 1."""

    def __init__(self, asked):
        self.asked, self.shares = asked, {}

    def sides(self):
        """P(a guess), P(kept), both with a small relative error."""
        if iv.prec not in self.shares:
            law = Lottery(self.asked.k, self.asked.q)
            self.shares[iv.prec] = law.share(Fraction(law.k)), law.share(law.own)
        return self.shares[iv.prec]

    def at_most(self, v):
        """F(0) <= v."""

        def decide():
            guessed, kept = self.sides()
            return at_most(guessed, v) if 2 * v <= 1 else at_most(1 - v, kept)

        return at_rising_precision(decide)

    def at_least(self, v):
        """F(0) >= v."""

        def decide():
            guessed, kept = self.sides()
            return at_most(v, guessed) if 2 * v <= 1 else at_most(kept, 1 - v)

        return at_rising_precision(decide)

    def outcome(self, low, high):
        return 0 if self.at_least(high) else 1 if self.at_most(low) else None


def drawer(name, params, given):
    if given.get("profile") != "release-1":
        raise Unsupported(f"{name} has the profile release-1 only")
    for other in ("grid", "rounding"):
        require(other not in given, other, f"{name} has no {other}")
    asked = Asked(params, given)
    coin, k = Coin(asked), asked.k

    def one_of(low, high):
        """The outcome i of the part [i/k, (i + 1)/k] that has all of [low, high]."""
        i = low * k // 1
        return i if high * k <= i + 1 else None

    def one(tape):
        if Bits(tape).until(coin.outcome):
            return (asked.category,)
        return (Fraction(Bits(tape).until(one_of)),)

    return one


def tape(name, params, given):
    return replay.tape(name, params, given, drawer)


# ---- events ----


def relates(value, relation, at):
    if relation in ("multiple", "off"):
        require(at != 0, "at", "multiples of 0")
        part = value / at % 1
        return part == 0 if relation == "multiple" else NEAR < part < 1 - NEAR
    return {"eq": value == at, "le": value <= at, "ge": value >= at}[relation]


def condition(given, event):
    """answer -> does the event happen?"""
    on, relation = event["on"], event["relation"]
    if relation not in ("eq", "le", "ge", "multiple", "off"):
        raise Rejected("relation", f"no relation {relation}")
    if on == "all":
        at = event.get("at")
        require(isinstance(at, list) and relation == "eq", "at", "all is equal to a list")
        wanted = [number({"at": x}, "at") for x in at]
        return lambda answer: wanted == [answer]
    at, centre = number(event, "at"), number(given, "center", "0")
    of = {
        "x": lambda answer: answer,
        "sum": lambda answer: answer,
        "abs": lambda answer: abs(answer - centre),
        "abs_x": abs,
        "abs_sum": abs,
        "none": lambda answer: ZERO,
    }
    if on not in of:
        raise Unsupported(f"an event {on} of one number")
    return lambda answer: relates(of[on](answer), relation, at)


def event(name, params, given, asked_for):
    """P(event), a rational or an interval."""
    asked, happens, step = Asked(params, given), condition(given, asked_for), given.get("observe")
    if step == "category":
        return Fraction(happens(asked.category))
    if step not in (None, "output", "response"):
        raise Unsupported(f"{name} has no step {step}")
    guesses = sum(happens(Fraction(i)) for i in range(asked.k))
    if guesses in (0, asked.k):
        return Fraction(guesses, asked.k)
    own = happens(asked.category)

    def compute():
        law = Lottery(asked.k, asked.q)
        return law.share(plus(Fraction(guesses), law.own) if own else Fraction(guesses))

    return sharpest(compute)
