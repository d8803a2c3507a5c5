"""How a `tape` vector is made and answered: bits in, outcomes and number of consumed bits out, per
named profile.

`vectors/tape-profiles.md` defines the profiles; an implementation with another sampler is
`unsupported` here, not wrong.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from ...catalogue.laws import LAWS, made
from ...catalogue.mechanisms import MECHANISMS, build
from ...distributions.law import NoiseLaw
from ...distributions.samplers import canonne_kamath_steinke as cks
from ...distributions.samplers.economical import economical
from ...errors import InvalidInput, TapeExhausted
from ...exact.numbers import rational
from ...programs import interpret
from ...programs.observed import observed
from ...randomness.bits import Bits, Shake128ForTesting, TapeForTesting
from ..kind import Kind
from ..primitives import PRIMITIVES, primitive
from ..vectors import Vector, short, slug, spelled

PROFILES = (
    {name: law.profile for name, law in LAWS.items()}
    | {name: m.profile for name, m in MECHANISMS.items() if m.profile is not None}
    | PRIMITIVES
)
LATTICE_LAWS = tuple(name for name, law in LAWS.items() if law.on_lattice)
# profiles beside an object's first one, which need another sampler
FURTHER = {
    profile: tuple(name for name, law in LAWS.items() if profile in law.further_profiles)
    for profile in sorted({p for law in LAWS.values() for p in law.further_profiles})
}
MOST_SHOWN = 16  # outcomes of a seeded request that are given one by one, beside their digest


def sampler(
    object_: str, params: dict[str, str], given: dict[str, Any]
) -> Callable[[Bits], interpret.Output]:
    """Return a function that draws one outcome per call.

    It draws from a law (on `grid` if the law is continuous), or releases a mechanism on `data`.
    """
    grid = rational(given["grid"], "grid") if "grid" in given else None
    if object_ in PRIMITIVES:
        return primitive(object_, params, grid, given.get("rounding", "nearest"))
    if object_ in LAWS:
        law = made(object_, params)
        if (profile := given.get("profile", PROFILES[object_])) != PROFILES[object_]:
            return further(object_, law, profile)
        return lambda bits: interpret.sample(law, bits, grid)
    mechanism = built(object_, params)
    if grid is not None:
        interpret.require_grid(grid, *mechanism.public_bounds)
    rounding = given.get("rounding", "nearest")
    # prepared once, as clipping clipped records changes nothing; without `records` every user reads
    # her own
    records = mechanism.records(given["data"])
    if "observe" in given:
        return lambda bits: interpret.release(
            observed(mechanism.program(records), given["observe"]), bits, grid, rounding
        )
    return lambda bits: interpret.release(mechanism.program(records), bits, grid, rounding)


def built(object_: str, params: Mapping[str, Any]) -> Any:
    """The mechanism of that name. It never changes, and many requests in a row name the same one:
    it is kept.
    """
    if not all(isinstance(value, str) for value in params.values()):
        return build(object_, params)
    return _kept(object_, tuple(params.items()))


@lru_cache(maxsize=8)
def _kept(object_: str, params: tuple[tuple[str, str], ...]) -> Any:
    return build(object_, dict(params))


def further(object_: str, law: NoiseLaw, profile: str) -> Callable[[Bits], interpret.Output]:
    """Return a function that draws one outcome of the law per call, by one of the profiles of
    FURTHER.
    """
    if object_ not in FURTHER.get(profile, ()):
        raise InvalidInput(
            "unknown_name", f"{object_} has no profile '{profile[:40]}'", argument="profile"
        )
    if profile == "cks-1":
        return lambda bits: (Fraction(law.published(cks.below(bits))),)
    tree = economical(law)
    return lambda bits: law.placed(tree.draw(bits))


def answer(object_: str, params: dict[str, str], given: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a tape request: the outcomes and the number of bits consumed.

    From a seed it is a digest of all outcomes, and a few of them.
    """
    draw = sampler(object_, params, given)
    source: Shake128ForTesting | TapeForTesting
    if "seed" in given:
        source = Shake128ForTesting(bytes.fromhex(given["seed"]))
        for label in given.get("fork", []):
            source = source.child(label)
    else:
        source = TapeForTesting(bytes.fromhex(given["tape"]))
    outcomes = [[spelled(v) for v in draw(source)] for _ in range(int(given["count"]))]
    found: dict[str, Any] = {"bits": str(source.used)}
    if "seed" in given:
        found["shake128_of_lines"] = hashlib.shake_128(
            "".join(" ".join(o) + "\n" for o in outcomes).encode()
        ).hexdigest(32)
    if "seed" not in given or len(outcomes) <= MOST_SHOWN:
        found["values"] = [o[0] if len(o) == 1 else o for o in outcomes]
    return found


def make(
    object_: str,
    params: dict[str, str],
    given: dict[str, Any],
    name: str,
    why: str,
    flags: tuple[str, ...],
) -> Vector:
    """Run the tape and return its vector; a tape that is exhausted expects a rejection.

    `given` may name one of the FURTHER profiles.
    """
    profile = given.get("profile", PROFILES[object_])
    try:
        expect = {"status": "ok", **answer(object_, params, given)}
    except TapeExhausted as error:
        expect = {"status": "rejected", "code": error.code}
        flags = (*flags, "TapeExhausted")
    return Vector(
        id=slug(object_, "tape", *(f"{k}={short(v)}" for k, v in params.items()), name),
        kind="tape",
        object=object_,
        why=why,
        source=f"vectors/README.md, profile {profile}",
        params=params,
        input={**given, "profile": profile},
        expect=expect,
        flags=tuple(dict.fromkeys(flags)),
        requires=(f"profile:{profile}",),
    )


class Tape(Kind):
    """A question that gives random bits and asks for outcomes and the number of bits consumed, in a
    named profile.
    """

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return the outcomes and the number of bits consumed: see `answer`."""
        return answer(request["object"], request["params"], request["input"])


KIND = Tape()
