"""Transcripts of the baselines and of the local and the shuffle model: the messages of all users
and their estimate.

This file holds data, draws and the reason for choosing them. Which level, index or part a user
draws follows her label and the law; noise and responses follow the case's rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ....catalogue.mechanisms import build
from ....exact.numbers import rational, spell
from ....programs.program import Draw
from ....programs.run import run
from ....randomness.bits import Shake128ForTesting
from ...kinds import transcript
from ...kinds.reject import pair
from ...vectors import Vector
from ..tables import rows
from .transcripts import FIELDS, RULES, Data, Flags, Rule, beyond_doubles, quiet, small

Case = tuple[str, dict[str, str], Data, Mapping[str, str], Rule, str, Flags]


def lively(label: str) -> str:
    """Draw small noise, and turn one response in five."""
    return str(int(small(label) != "2")) if label.endswith("_kept") else small(label)


def truthful(label: str) -> str:
    """Draw no noise, keep every response, and make all signs 1."""
    return "1" if label.endswith("_kept") else "1" if label.startswith("spin") else quiet(label)


def spun(label: str) -> str:
    """Draw as `lively` does, with signs for the second rotation too."""
    return small("sign" + label) if label.startswith("spin") else lively(label)


def far(label: str) -> str:
    """Draw noise that puts the medians far from the data, and no other noise."""
    return "10" if "_median_" in label and label.endswith("_noise") else truthful(label)


WORDS = {"rule": RULES | {rule.__name__: rule for rule in (lively, truthful, spun, far)}}


def drawn(draw: Draw, rule: Rule) -> Any:
    """Return the outcome of a draw by the rule, or by the law where the outcome must suit a range.

    By the law means on a stream that has the name of the draw's label.
    """
    if draw.label.endswith(("_level", "_index", "_parts")):
        found = draw.law.sample(Shake128ForTesting(draw.label.encode()))
        return (
            [spell(rational(v, "draw")) for v in found]
            if isinstance(found, tuple)
            else spell(rational(found, "draw"))
        )
    return rule(draw.label)


def made(
    object_: str,
    params: dict[str, str],
    data: Data,
    named: Mapping[str, str],
    rule: Rule,
    name: str,
    why: str,
    flags: Flags,
) -> Vector:
    """Run the program once to learn which draws it asks for, then return the transcript as a
    vector.
    """
    asked: dict[str, Any] = {}

    def answer(draw: Draw) -> Any:
        found = asked[draw.label] = named[draw.label] if draw.label in named else drawn(draw, rule)
        return (
            tuple(rational(v, "draw") for v in found)
            if isinstance(found, list)
            else rational(found, "draw")
        )

    run(build(object_, params).program([transcript.record(x) for x in data]), answer)
    if unused := set(named) - set(asked):
        raise AssertionError(f"{object_} {name}: nothing asks for {min(unused)}")
    found = transcript.make(object_, params, data, asked, name, why, flags)
    return replace(found, requires=("numbers:rational",)) if beyond_doubles(found.expect) else found


# what every transcript of a mechanism shows beside what it was made for
SHOWN: dict[str, Flags] = {
    "coinpress_mean": ("BallRadius", "WrongNorm", "NoiseReused", "Unnormalised", "CenterForgotten"),
    "local_coordinate_mean": ("Groups", "ResponseTurned", "CenterForgotten", "NoiseReused"),
    "local_clipped_mean": (
        "TreeCount",
        "CenterForgotten",
        "SignsForgotten",
        "Unnormalised",
        "WrongNorm",
        "RankTie",
        "BudgetNotSplit",
        "TruncatedDivision",
        "PaddingKept",
    ),
    "shuffled_clipped_mean": (
        "ModularSum",
        "CenterForgotten",
        "SignsForgotten",
        "Unnormalised",
        "WrongNorm",
        "RankTie",
        "BudgetNotSplit",
        "TruncatedDivision",
        "PaddingKept",
    ),
}


BAD: tuple[tuple[str, dict[str, str], Data, dict[str, str], str, str, str], ...] = rows(
    __file__, "bad", "object params data change why flag code"
)


ASKED: tuple[
    tuple[str, str, dict[str, str], dict[str, str], dict[str, str], str, str, str], ...
] = rows(__file__, "asked", "object quantity params change back why flag code")


def reject_vectors() -> Iterator[Vector]:
    """Yield invalid requests, each with the nearest valid one."""
    for object_, quantity, params, change, back, why, flag, code in ASKED:
        yield from pair(object_, params, change, back, why, flag, code, quantity=quantity)
    for object_, params, data, change, why, flag, code in BAD:
        good = params | ({"beta": "1/10"} if "beta" in change else {})
        yield from pair(
            object_,
            good,
            change,
            {k: good[k] for k in change},
            why,
            flag,
            code,
            {"data": [list(row) for row in data], "grid": "1/1024"},
        )


def transcript_vectors() -> Iterator[Vector]:
    for object_ in SHOWN:
        for name, params, data, named, rule, why, flags in rows(__file__, object_, FIELDS, WORDS):
            yield made(
                object_,
                params,
                data,
                named,
                rule,
                name,
                why,
                tuple(dict.fromkeys((*flags, *SHOWN[object_]))),
            )
