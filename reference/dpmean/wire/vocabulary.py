"""What an implementation that speaks protocol 2 may say of itself when it is greeted: a fixed
vocabulary, nothing else.

A misspelt word would otherwise pass in silence: an object that is never asked for, a policy that
excuses nothing. What is declared is not verified here; `vectors/format-and-protocol.md` says what
each word means.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any

from ..errors import AdapterError
from ..suite.kinds import KINDS
from ..suite.kinds.tape import FURTHER, PROFILES
from ..suite.names import objects

MEMBERS = (
    "ok",
    "protocol",
    "adapter",
    "supports",
    "policies",
    "randomness",
    "tolerance",
    "upper_bounds",
    "edition",
)
ADAPTER = ("name", "version", "language")
ASKED = (*KINDS, "event")  # `event` is asked of a second route only, by `fill --oracle`
MOST_WORDS = 4096  # of a list; each is looked for once for every vector
MOST_POLICIES = 100  # of protocol 1, where their names are free; each stands in every report
LONGEST_STEP = 100  # characters
NUMBERS = ("rational",)
EDITIONS = ("printed", "corrected")
RANDOMNESS = ("os", "csprng", "pcg64", "mersenne", "other")
POLICIES = {
    "missing": ("dropped", "midpoint", "propagated", "refused"),
    "infinite": ("clipped", "dropped", "propagated", "refused"),
    "outside": ("clipped", "dropped", "refused"),
    "empty": ("answered", "refused"),
    "size": ("ignored", "refused", "resized"),
    "count": ("as_drawn", "at_least_one"),
    "count_noise": ("continuous", "integer"),
    "output": ("as_drawn", "clipped"),
}
STEP = re.compile(r"[a-z][a-z0-9]*(_([a-z][a-z0-9]*|[1-9][0-9]*|\*))*")
# quantities of which too much is cautious: an implementation may declare that it answers with an
# upper bound
CAUTIOUS = (
    "hockey_stick",
    "renyi",
    "privacy_loss",
    "epsilon",
    "delta",
    "rho",
    "advanced_epsilon",
    "advanced_delta",
)
TOLERANCE = re.compile(r"0(\.[0-9]{1,40})?")


def profiles() -> tuple[str, ...]:
    """The names of the ways from bits to outcomes."""
    return tuple(sorted({*PROFILES.values(), *FURTHER}))


def wrong(problem: str) -> AdapterError:
    """The error of a hello, in one line."""
    return AdapterError("protocol", f"hello: {problem}")


def known(word: object, what: str, words: Collection[str]) -> str:
    """The word, if it is one of these; else an error that names it."""
    if not isinstance(word, str) or word not in words:
        listed = f"; known: {', '.join(words)}" if len(words) <= 12 else ""
        raise wrong(f"unknown {what} {repr(word)[:60]}{listed}")
    return word


def members(given: object, where: str, names: Collection[str]) -> Mapping[str, Any]:
    """An object that has no other members than these."""
    if not isinstance(given, dict):
        raise wrong(f"{where} must be an object")
    for name in given:
        known(name, f"member of {where}", names)
    return given


def words(supports: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """The lists of `supports`, every word known; a list that is left out is empty."""
    vocabulary: dict[str, tuple[str, Collection[str]]] = {
        "kinds": ("kind", ASKED),
        "objects": ("object", objects()),
        "profiles": ("profile", profiles()),
        "numbers": ("kind of numbers", NUMBERS),
    }
    members(supports, "supports", (*vocabulary, "steps"))
    found = {}
    for key in (*vocabulary, "steps"):
        given = supports.get(key, [])
        if not isinstance(given, list):
            raise wrong(f"supports.{key} must be a list of strings")
        if len(given) > MOST_WORDS:
            raise wrong(f"supports.{key} has more than {MOST_WORDS:,} words")
        if key == "steps":
            found[key] = tuple(step(word) for word in given)
        else:
            found[key] = tuple(known(word, *vocabulary[key]) for word in given)
    return found


def step(word: object) -> str:
    """The name of a step, in which `*` may stand for any number: `user_*_round_1`."""
    if not isinstance(word, str) or len(word) > LONGEST_STEP or not STEP.fullmatch(word):
        raise wrong(f"not the name of a step: {repr(word)[:60]}")
    return word


def exposes(steps: Collection[str], asked: str) -> bool:
    """Tell whether one of the declared steps is this one."""
    return any(re.fullmatch(name.replace("*", "[1-9][0-9]*"), asked) for name in steps)


def policies(given: object) -> dict[str, str]:
    """The declared policies, names and values known."""
    return {
        name: known(value, f"value of policy {name}:", POLICIES[name])
        for name, value in members(given, "policies", POLICIES).items()
    }


def tolerance(given: object, declared: Collection[str]) -> dict[str, Fraction]:
    """Return, by object, how far in total variation its law may be from the exact one.

    Each is an exact decimal, at least 0 and below 1.
    """
    found = {}
    for name, value in members(given, "tolerance", declared).items():
        if not isinstance(value, str) or not TOLERANCE.fullmatch(value):
            raise wrong(
                f'the tolerance of {name} must be a decimal like "0.001", at least 0 and below 1'
            )
        found[name] = Fraction(value)
    return found


def upper_bounds(given: object) -> dict[str, Fraction]:
    """Return, by quantity, how far above the truth its answer may be: what an implementation
    documents as a bound.

    Each is an exact decimal, at least 0 and below 1.
    """
    found = {}
    for name, value in members(given, "upper_bounds", CAUTIOUS).items():
        if not isinstance(value, str) or not TOLERANCE.fullmatch(value):
            raise wrong(
                f'the excess of {name} must be a decimal like "0.001", at least 0 and below 1'
            )
        found[name] = Fraction(value)
    return found
