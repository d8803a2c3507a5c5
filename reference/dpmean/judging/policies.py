"""Declared policies: a failure that is exactly what an adapter declares is a documented difference,
and no failure.

The words are those of `wire/vocabulary.py`. Which policies can change the answer to a vector
follows from its request (`concerning`). What is declared is compared with what was seen: a refusal,
an answer that is not finite, or the numbers that our own program gives when it follows the declared
policy. Nothing that breaks a guarantee is excused. Draws of another law than the vector's, where a
declared policy makes another one of it (`other_law`), are neither failed nor passed: whether they
have that law is not known, and puts the guarantee in doubt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ..catalogue.mechanisms import MECHANISMS
from ..errors import DpmeanError
from ..programs.mechanism import MISSING
from ..suite.kinds import kind_of
from ..suite.kinds.tape import built
from ..suite.vectors import Vector
from ..wire.protocol import Hello
from ..wire.requests import NEWEST
from .evidence import Follows, Seen, Severity
from .severity import severity_of
from .transcript import difference
from .verdict import DECLARED, FAIL, INCONCLUSIVE, KNOWN, Verdict

ENDS = ("inf", "-inf")
# what is seen in the law of draws, which a declared policy may explain
OF_DRAWS = (Seen.COUNTS, Seen.CONSTANT, Seen.TIES)
USUAL = {
    "infinite": "clipped",
    "outside": "clipped",
    "empty": "answered",
    "size": "refused",
    "output": "clipped",
}


def _records(vector: Vector) -> list[Any]:
    """Return the records of a request, of each run of equal ones only one."""
    given = vector.input
    return (
        [run["value"] for run in given["records"]]
        if "records" in given
        else list(given.get("data", ()))
    )


def _cells(record: Any) -> list[str]:
    return list(record) if isinstance(record, list) else [record]


def _outside(vector: Vector, cell: str) -> bool:
    low, high = vector.params.get("lower"), vector.params.get("upper")
    finite = low is not None and high is not None and cell != "nan" and cell not in ENDS
    try:
        return finite and not Fraction(str(low)) <= Fraction(cell) <= Fraction(str(high))
    except ValueError:  # text in a request that is to be refused
        return False


def concerning(vector: Vector) -> tuple[str, ...]:
    """Return the policies that can change the answer to a vector, as its request and its steps
    show.
    """
    given, records = vector.input, _records(vector)
    cells = [cell for record in records for cell in _cells(record)]
    steps = dict(vector.expect["steps"]) if "steps" in vector.expect else {}
    mechanism = MECHANISMS.get(vector.object)
    drawn = vector.kind == "stat" and mechanism is not None and bool(mechanism.counted())
    divides = mechanism is not None and mechanism.divides_by_count
    found = {
        "missing": "nan" in cells,
        "infinite": any(c in ENDS for c in cells),
        "outside": any(_outside(vector, c) for c in cells),
        "empty": ("data" in given or "records" in given) and not records,
        "size": "data" in given
        and vector.params.get("n", "").isdigit()
        and len(records) != int(vector.params["n"]),
        "count": drawn
        if vector.kind == "stat"
        else isinstance(steps.get("noisy_count"), str) and Fraction(steps["noisy_count"]) < 1,
        "count_noise": drawn,
        "output": divides and ("ratio" in steps or vector.kind == "stat"),
    }
    return tuple(name for name, concerned in found.items() if concerned)


def usual(name: str, object_: str) -> str | None:
    """Return what this suite means where nothing is declared, in the word of the policy; None if it
    has no word.
    """
    mechanism = MECHANISMS[object_]
    if name == "missing":
        return MISSING[mechanism.missing].policy
    return {**USUAL, **mechanism.counted()}[name]


def other_law(vector: Vector, hello: Hello) -> str | None:
    """Return by which declared policy the draws of a vector have another law than that of the
    vector, or None.
    """
    if vector.kind != "stat" or vector.object not in MECHANISMS or hello.protocol != NEWEST:
        return None
    declared = hello.policies
    return next(
        (
            f"answered otherwise by the declared policy {name}: {declared[name]}"
            for name in concerning(vector)
            if name in declared and declared[name] != usual(name, vector.object)
        ),
        None,
    )


def undecided(verdict: Verdict, hello: Hello) -> Verdict:
    """Return the verdict; inconclusive where draws fail whose law a declared policy changes, and no
    list knows why.
    """
    law = verdict.status == FAIL and any(s.seen in OF_DRAWS for s in verdict.follows)
    reason = other_law(verdict.vector, hello) if law else None
    if reason is None:
        return verdict
    told = f"draws of another law, as they may have: {reason}"
    return Verdict(verdict.vector, INCONCLUSIVE, told, doubt=True)


def excused(verdict: Verdict, hello: Hello, reply: Mapping[str, Any] | None = None) -> Verdict:
    """Return the verdict, as known where the failure is exactly a declared policy.

    Numbers are compared where the reply is given.
    """
    if (
        verdict.status != FAIL
        or hello.protocol != NEWEST
        or severity_of(verdict) is Severity.GUARANTEE
    ):
        return verdict
    for name in concerning(verdict.vector):
        value = hello.policies.get(name)
        if value is not None and _is(verdict, name, value, reply):
            why = f"the adapter declares the policy {name}: {value}"
            return replace(verdict, status=KNOWN, known=why, category=DECLARED)
    return verdict


def _is(verdict: Verdict, name: str, value: str, reply: Mapping[str, Any] | None) -> bool:
    """Tell whether what was seen is what this policy does."""
    follows, vector = {s.follows for s in verdict.follows}, verdict.vector
    if Follows.REFUSES_SENSE in follows:
        return value == "refused"
    if Follows.NOT_A_NUMBER in follows:
        return value == "propagated"
    if Follows.ACCEPTS_NONSENSE in follows:
        return name == "size" and value in ("ignored", "resized")
    if (
        vector.kind != "transcript"
        or reply is None
        or reply.get("status") != "ok"
        or (name, value) not in OTHERWISE
    ):
        return False
    found = OTHERWISE[name, value](vector)
    return found is not None and difference(found, dict(reply["output"])) is None


# ---- what our own program gives under another policy ----


def _again(vector: Vector, **changed: Any) -> Vector | None:
    """Return the vector with other input and what our own program gives for it; None where it
    refuses.
    """
    other = replace(vector, input={**vector.input, **changed})
    try:
        return replace(other, expect=kind_of("transcript").answer(other.prompt()))
    except (DpmeanError, LookupError):
        return None


def _without(holds: Callable[[Vector, str], bool]) -> Callable[[Vector], Vector | None]:
    return lambda v: _again(
        v, data=[r for r in v.input["data"] if not any(holds(v, c) for c in _cells(r))]
    )


def _midpoint(vector: Vector) -> Vector | None:
    """Return the vector with the midpoint of the bounds in the place of what is missing."""
    if not {"lower", "upper"} <= set(vector.params):
        return None
    mid = str((Fraction(vector.params["lower"]) + Fraction(vector.params["upper"])) / 2)

    def moved(record: Any) -> Any:
        return (
            [moved(c) for c in record]
            if isinstance(record, list)
            else mid
            if record == "nan"
            else record
        )

    return _again(vector, data=[moved(r) for r in vector.input["data"]])


def _at_least_one(vector: Vector) -> Vector | None:
    """Return the vector with a count whose noise leads to 1; the noisy count itself may be named
    before or after.
    """
    count = dict(vector.expect["steps"]).get("count")
    outcomes = vector.input.get("outcomes", {})
    if not isinstance(count, str) or "noise_count" not in outcomes:
        return None
    found = _again(vector, outcomes={**outcomes, "noise_count": str(1 - Fraction(count))})
    return None if found is None else _but(found, "noisy_count")


def _as_drawn(vector: Vector) -> Vector | None:
    """Return the vector with the step before the last clip as its output."""
    steps = dict(vector.expect["steps"])
    before, mechanism = steps.get("ratio"), MECHANISMS[vector.object]
    if not mechanism.divides_by_count or not isinstance(before, str):
        return None
    value = built(vector.object, vector.params).unclipped(Fraction(before))
    return _but(replace(vector, expect={**vector.expect, "value": str(value)}), "mean")


def _but(vector: Vector, name: str) -> Vector:
    """Return the vector without one of its steps."""
    return replace(
        vector,
        expect={**vector.expect, "steps": [s for s in vector.expect["steps"] if s[0] != name]},
    )


OTHERWISE: dict[tuple[str, str], Callable[[Vector], Vector | None]] = {
    ("missing", "dropped"): _without(lambda _, c: c == "nan"),
    ("missing", "midpoint"): _midpoint,
    ("infinite", "dropped"): _without(lambda _, c: c in ENDS),
    ("outside", "dropped"): _without(_outside),
    ("count", "at_least_one"): _at_least_one,
    ("output", "as_drawn"): _as_drawn,
}
