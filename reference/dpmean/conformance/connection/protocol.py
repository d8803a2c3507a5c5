"""The runner's protocol, version 1: what is sent, and what a reply must look like. JSON lines; strings, not numbers."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Protocol

from ...errors import AdapterError
from ...suite.vectors import SUITE, Vector
from ..judging import judge_of

STATUSES = ("ok", "rejected", "unsupported", "error")
HELLO = {"op": "hello", "protocol": 1, "suite": SUITE}


class Connection(Protocol):
    """A running implementation: `ask` sends one request and returns its reply, or raises AdapterError."""

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """One request, one reply."""
        ...

    def close(self) -> None:
        """Say bye and end it."""
        ...


@dataclass(frozen=True)
class Hello:
    """Who the implementation is and what it says it supports."""

    name: str
    version: str
    language: str = ""
    kinds: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    profiles: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    policies: dict[str, str] = field(default_factory=dict)

    def missing(self, vector: Vector) -> str | None:
        """Why this vector is not for this implementation, or None."""
        kind = judge_of(vector.kind).asks or vector.kind
        if kind not in self.kinds:
            return f"kind {kind} not declared"
        if vector.object not in self.objects:
            return f"object {vector.object} not declared"
        for need in vector.requires:
            group, _, what = need.partition(":")
            if what not in (self.profiles if group == "profile" else self.numbers):
                return f"{need} not declared"
        return None


def parse_hello(reply: dict[str, Any]) -> Hello:
    """Check the answer to hello."""
    if reply.get("ok") is not True or reply.get("protocol") != 1:
        raise AdapterError("protocol",
            'hello: expected {"ok": true, "protocol": 1, "adapter": {...}, "supports": {...}}')
    adapter, supports = reply.get("adapter"), reply.get("supports")
    if not isinstance(adapter, dict) or not isinstance(supports, dict) or not isinstance(adapter.get("name"), str):
        raise AdapterError("protocol", "hello: adapter.name and supports are missing")
    lists = {}
    for key in ("kinds", "objects", "profiles", "numbers"):
        given = supports.get(key, [])
        if not isinstance(given, list) or not all(isinstance(x, str) for x in given):
            raise AdapterError("protocol", f"hello: supports.{key} must be a list of strings")
        lists[key] = tuple(given)
    policies = reply.get("policies", {})
    return Hello(
        name=adapter["name"][:80],
        version=str(adapter.get("version", ""))[:80],
        language=str(adapter.get("language", ""))[:40],
        policies={str(k): str(v) for k, v in policies.items()} if isinstance(policies, dict) else {},
        **lists,
    )


def check_reply(reply: Any, seq: str) -> dict[str, Any]:
    """Refuse a reply that is not one: not an object, another seq, or an unknown status."""
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
    """One line."""
    return (json.dumps(message, ensure_ascii=True) + "\n").encode()
