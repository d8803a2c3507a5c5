"""How `reject` vectors are made: pairs of requests that differ in one thing.

Either one is invalid and the other the nearest valid one, or both are data sets that differ in one
record and must have the same status. The invalid request must be refused (status `rejected`), its
twin answered: refusing everything fails the twins, accepting everything fails the others, crashing
fails both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...catalogue.quantities import value
from ...errors import DpmeanError
from ...randomness.bits import Shake128ForTesting
from .. import draws
from ..kind import Kind
from ..vectors import Vector, needs, short, slug
from . import exact
from .tape import sampler
from .transcript import cells

# documented by some libraries and harmless or honest there: a `should`, which a list of known
# findings may explain
DISCRETIONARY = {
    "infinite epsilon: no noise",
    "sensitivity 0",
    "scale 0",
    "sigma^2 0: no noise",
    "equal bounds: the sensitivity is 0",
    "gamma 0: no central step",
    # on the integers a rational bound is as valid as its floor, and costs noise only
    "a sensitivity that is no integer",
    "the quantile at 1 is infinite",  # the limit of the inverse distribution function
}


def attempt(
    object_: str, params: dict[str, str], given: dict[str, Any], quantity: str | None
) -> str | None:
    """Return the code with which this package refuses the request, or None when it answers."""
    try:
        if quantity is not None:
            value(f"{object_}.{quantity}", params)
        else:
            sampler(object_, params, given)(Shake128ForTesting(b"reject"))
    except DpmeanError as error:
        return error.code
    return None


def pair(
    object_: str,
    params: dict[str, str],
    change: dict[str, str],
    back: dict[str, str],
    why: str,
    flag: str,
    code: str,
    given: dict[str, Any] | None = None,
    quantity: str | None = None,
    bad_given: dict[str, Any] | None = None,
    note: str = "",
    requires: tuple[str, ...] = (),
) -> Iterator[Vector]:
    """Yield the invalid request and its valid twin, as two `reject` vectors.

    The invalid one is `params` with `change` (and `bad_given` as input when that differs), the
    valid one has `back` instead.
    """
    bad_id = slug(
        object_,
        "reject",
        quantity or "",
        params.get("noise", ""),
        *(f"{k}={short(v)}" for k, v in change.items()),
        note,
    )
    for is_bad, delta in ((True, change), (False, back)):
        full = {**params, **delta}
        body = (bad_given if is_bad and bad_given is not None else given) or {}
        found = attempt(object_, full, body, quantity)
        if found != (code if is_bad else None):
            raise AssertionError(
                f"{bad_id}: expected {code if is_bad else 'an answer'}, got {found}"
            )
        yield Vector(
            id=bad_id if is_bad else f"{bad_id}-twin",
            kind="reject",
            object=object_,
            quantity=quantity,
            why=why if is_bad else f"the nearest valid request to: {why}",
            source="the definition of the object",
            params=full,
            input=body,
            expect={"status": "rejected", "code": code, "twin": f"{bad_id}-twin"}
            if is_bad
            else {"status": "ok", "twin": bad_id},
            flags=(flag,),
            level="should" if is_bad and why in DISCRETIONARY else "must",
            requires=(
                *needs({k: v for k, v in full.items() if is_bad is False or k not in change}),
                *requires,
            ),
        )


def neighbours(
    object_: str,
    params: dict[str, str],
    data: list[Any],
    other: list[Any],
    name: str,
    why: str,
    level: str = "must",
) -> Iterator[Vector]:
    """Yield the vectors of two data sets that differ in one record: both must be answered.

    If one were refused and the other answered, the status would give the record away.
    """
    first = slug(object_, "reject", params.get("noise", ""), "neighbours", name)
    for id_, records, twin, sentence in (
        (first, data, f"{first}-twin", why),
        (f"{first}-twin", other, first, f"the neighbour of the data in which {why}"),
    ):
        given = {"data": records, "grid": "1/1024"}
        found = attempt(object_, params, given, None)
        if found is not None:
            raise AssertionError(f"{id_}: expected an answer, got {found}")
        yield Vector(
            id=id_,
            kind="reject",
            object=object_,
            why=sentence,
            source="the definition of the object",
            params=params,
            input=given,
            expect={"status": "ok", "twin": twin},
            flags=("StatusLeak",),
            level=level,
            requires=needs(params, cells(records)),
        )


class Reject(Kind):
    """An invalid request, which must be refused, and its nearest valid twin, which must be
    answered.
    """

    confirmed = False

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return the value of a quantity, where one is asked for, and draws otherwise."""
        return exact.KIND.answer(request) if "quantity" in request else draws.answer(request)

    def problems(self, vectors: Sequence[Vector], known: set[str]) -> Iterable[str]:
        """Yield the vectors that have no twin among the known ids."""
        return [
            f"{v.id}: its twin does not exist" for v in vectors if v.expect["twin"] not in known
        ]


KIND = Reject()
