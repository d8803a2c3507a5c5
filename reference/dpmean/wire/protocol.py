"""The runner's protocol: how an implementation is greeted, in which version it is spoken to, and
what is a reply.

JSON lines; strings, not numbers. How a request is written in either version is in `requests.py`,
what an implementation may declare in version 2 in `vocabulary.py`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Protocol

from ..errors import AdapterError, Broke, printable
from ..suite.vectors import SUITE, Vector
from . import vocabulary
from .requests import NEWEST, OLDEST, beyond

STATUSES = ("ok", "rejected", "unsupported", "error")
HELLO = {"op": "hello", "protocol": NEWEST, "suite": SUITE}


class Connection(Protocol):
    """A running implementation: `ask` sends one request and returns its reply, or raises
    AdapterError.
    """

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send one request and return its reply."""
        ...

    def processor_seconds(self) -> float | None:
        """Return the processor time that the implementation has used so far; None where it is not
        known.
        """
        ...

    def close(self) -> None:
        """Say bye to the implementation and end it."""
        ...


@dataclass(frozen=True)
class Hello:
    """Who the implementation is, which protocol it speaks, and what it says of itself.

    `steps` are names in which `*` stands for a number; `tolerance` is by object, in total
    variation; `upper_bounds` says by quantity how far above the truth a declared bound may be.
    """

    name: str
    version: str
    language: str = ""
    kinds: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    profiles: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    policies: dict[str, str] = field(default_factory=dict)
    protocol: int = OLDEST
    steps: tuple[str, ...] = ()
    randomness: str = ""
    tolerance: dict[str, Fraction] = field(default_factory=dict)
    edition: str = "corrected"
    upper_bounds: dict[str, Fraction] = field(default_factory=dict)

    def missing(self, vector: Vector, asks: str = "") -> str | None:
        """Return why this vector is not for this implementation, or None.

        `asks` is the kind of the requests that are made for it, where that is not its own.
        """
        kind = asks or vector.kind
        if kind not in self.kinds:
            return f"kind {kind} not declared"
        if vector.object not in self.objects:
            return f"object {vector.object} not declared"
        for need in vector.requires:
            group, _, what = need.partition(":")
            if what not in (self.profiles if group == "profile" else self.numbers):
                return f"{need} not declared"
        if "observe" in vector.input and not vocabulary.exposes(
            self.steps, vector.input["observe"]
        ):
            return f"step {vector.input['observe']} not declared"
        return beyond(vector.input, self.protocol)


def greet(connection: Connection, seconds: float) -> Hello:
    """Say hello in the newest protocol, and once more in the oldest to what does not answer with
    ok.
    """
    reply = connection.ask(dict(HELLO), seconds)
    if reply.get("ok") is True:
        return parse_hello(reply)
    hello = parse_hello(connection.ask({**HELLO, "protocol": OLDEST}, seconds))
    if hello.protocol != OLDEST:
        raise vocabulary.wrong(
            f"it was greeted in protocol {OLDEST} and answers in {hello.protocol}"
        )
    return hello


def parse_hello(reply: Mapping[str, Any]) -> Hello:
    """Return what the reply to hello declares; AdapterError names what is wrong with it.

    Without `protocol` it is of protocol 1.
    """
    spoken = reply.get("protocol", OLDEST)
    if reply.get("ok") is not True or type(spoken) is not int or spoken not in (OLDEST, NEWEST):
        raise vocabulary.wrong(
            f'expected {{"ok": true, "protocol": {NEWEST}, "adapter": {{...}}, "supports": '
            f"{{...}}}}; "
            f"{OLDEST} is spoken too"
        )
    adapter, supports = reply.get("adapter"), reply.get("supports")
    if (
        not isinstance(adapter, dict)
        or not isinstance(supports, dict)
        or not isinstance(adapter.get("name"), str)
    ):
        raise vocabulary.wrong("adapter.name and supports are missing")
    lists = vocabulary.words(supports) if spoken == NEWEST else _lists(supports)
    hello = Hello(
        name=printable(adapter["name"][:80]),
        version=printable(str(adapter.get("version", ""))[:80]),
        language=printable(str(adapter.get("language", ""))[:40]),
        kinds=lists["kinds"],
        objects=lists["objects"],
        profiles=lists["profiles"],
        numbers=lists["numbers"],
        steps=lists.get("steps", ()),
        protocol=spoken,
    )
    if spoken == NEWEST:
        return _declaring(hello, reply, adapter)
    return replace(hello, policies=_policies(reply.get("policies", {})))


def _policies(given: object) -> dict[str, str]:
    """The policies of protocol 1, whose names and values are not checked."""
    if not isinstance(given, dict):
        return {}
    if len(given) > vocabulary.MOST_POLICIES:
        raise vocabulary.wrong(f"policies has more than {vocabulary.MOST_POLICIES:,} members")
    return {printable(str(k)[:80]): printable(str(v)[:80]) for k, v in given.items()}


def _lists(supports: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """The lists of a hello of protocol 1, whose words are not checked."""
    found: dict[str, tuple[str, ...]] = {}
    for key in ("kinds", "objects", "profiles", "numbers"):
        given = supports.get(key, [])
        if not isinstance(given, list) or not all(isinstance(x, str) for x in given):
            raise vocabulary.wrong(f"supports.{key} must be a list of strings")
        if len(given) > vocabulary.MOST_WORDS:
            raise vocabulary.wrong(f"supports.{key} has more than {vocabulary.MOST_WORDS:,} words")
        found[key] = tuple(map(printable, given))
    return found


def _declaring(hello: Hello, reply: Mapping[str, Any], adapter: Mapping[str, Any]) -> Hello:
    """What protocol 2 adds, with every word known."""
    vocabulary.members(reply, "hello", vocabulary.MEMBERS)
    for name, value in vocabulary.members(adapter, "adapter", vocabulary.ADAPTER).items():
        if not isinstance(value, str):
            raise vocabulary.wrong(f"adapter.{name} must be a string")
    if "stat" in hello.kinds and "randomness" not in reply:
        raise vocabulary.wrong(
            "the kind stat needs `randomness`, the source of draws: "
            f"{', '.join(vocabulary.RANDOMNESS)}"
        )
    return replace(
        hello,
        policies=vocabulary.policies(reply.get("policies", {})),
        randomness=vocabulary.known(reply["randomness"], "randomness", vocabulary.RANDOMNESS)
        if "randomness" in reply
        else "",
        tolerance=vocabulary.tolerance(reply.get("tolerance", {}), hello.objects),
        upper_bounds=vocabulary.upper_bounds(reply.get("upper_bounds", {})),
        edition=vocabulary.known(reply.get("edition", "corrected"), "edition", vocabulary.EDITIONS),
    )


def late(seconds: float) -> AdapterError:
    """Return the error of a program that did not answer in time."""
    return AdapterError("protocol", f"no reply within {seconds:g} s", broke=Broke.LATE)


def check_reply(reply: Any, seq: str) -> dict[str, Any]:
    """Refuse a reply that is no object, has another seq, or has an unknown status."""
    if not isinstance(reply, dict):
        raise AdapterError("protocol", "a reply must be a JSON object")
    if reply.get("seq") != seq:
        raise AdapterError("protocol", f"a reply must echo seq '{seq}'")
    if reply.get("status") not in STATUSES:
        raise AdapterError("protocol", f"status must be one of {', '.join(STATUSES)}")
    if reply["status"] == "ok" and not isinstance(reply.get("output"), dict):
        raise AdapterError("protocol", "a reply with status ok needs an object `output`")
    return reply


def encode(message: dict[str, Any]) -> bytes:
    """Return the message as one line of bytes."""
    return (json.dumps(message, ensure_ascii=True) + "\n").encode()
