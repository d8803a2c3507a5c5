"""What a vector is, and its canonical form: JSON with string values only, sorted keys, a stable id
and a content hash.

`kinds/` has the kinds, one a file.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

from ..exact.numbers import spell

FORMAT = "1.1"
SUITE = "1.1.0"

# of the texts of vectors, which are read for every batch of draws
rational = lru_cache(maxsize=1 << 15)(Fraction)


def spelled(outcome: Any) -> str:
    """Return the spelling of an outcome: a rational, or `none` for no answer."""
    return "none" if outcome is None else spell(outcome)


@dataclass(frozen=True)
class Vector:
    """One conformance vector. `expect` holds the answer, `accept` the rule by which an answer is
    judged.
    """

    id: str
    kind: str
    object: str
    why: str
    source: str
    params: dict[str, str]
    expect: dict[str, Any]
    quantity: str | None = None
    input: dict[str, Any] = field(default_factory=dict)
    accept: dict[str, Any] = field(default_factory=dict)
    flags: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    level: str = "must"

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object of the file, from which empty optional members are left out."""
        body: dict[str, Any] = {
            "id": self.id,
            "why": self.why,
            "source": self.source,
            "level": self.level,
            "params": self.params,
            "expect": self.expect,
        }
        optional = {
            "quantity": self.quantity,
            "input": self.input,
            "accept": self.accept,
            "flags": list(self.flags),
            "requires": list(self.requires),
        }
        return body | {k: v for k, v in optional.items() if v}

    def prompt(self) -> dict[str, Any]:
        """Return what an adapter is sent, which holds neither the id nor the expectation."""
        body: dict[str, Any] = {
            "op": "run",
            "kind": self.kind,
            "object": self.object,
            "params": self.params,
        }
        if self.quantity:
            body["quantity"] = self.quantity
        if self.input:
            body["input"] = self.input
        return body

    @property
    def content_hash(self) -> str:
        """Return the SHA-256 over kind, object, quantity, params, input and expect, in canonical
        JSON.
        """
        content = [self.kind, self.object, self.quantity, self.params, self.input, self.expect]
        return hashlib.sha256(canonical(content).encode()).hexdigest()


def canonical(value: Any) -> str:
    """Return canonical JSON: sorted keys, no spaces, ASCII; the only JSON numbers in it are small
    counts.
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def slug(*parts: str) -> str:
    """Return a stable id made of words and spelled parameters: 1/2 becomes 1_2, and -3 becomes
    n3.
    """
    text = "-".join(p for p in parts if p)
    text = text.replace("=-", "=n").replace("/", "_").replace("=", "").replace(".", "-")
    return re.sub(r"[^A-Za-z0-9_-]+", "-", text).strip("-").lower()


def short(text: str) -> str:
    """Return a parameter as part of an id; a long list is given by its beginning and eight digits
    of its hash.
    """
    return (
        text if len(text) <= 48 else f"{text[:32]}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"
    )


def is_dyadic(text: str) -> bool:
    """Tell whether a parameter is one that binary64 holds exactly, or no rational number at all.

    A list is, when all of its entries are.
    """
    from fractions import Fraction

    from ..exact.numbers import rational

    if "," in text:
        return all(is_dyadic(part) for part in text.split(","))
    try:
        q = rational(text, "parameter")
    except ValueError:
        return True
    try:
        return Fraction(q.numerator / q.denominator) == q
    except OverflowError:
        return False


def needs(params: dict[str, str], data: Iterable[object] = ()) -> tuple[str, ...]:
    """Return ("numbers:rational",) when a parameter, a record or a centre is not exact in binary64;
    else nothing.

    `data` has the records, or the centre.
    """
    texts = [v for v in params.values() if isinstance(v, str)] + [
        v for v in data if isinstance(v, str)
    ]
    return () if all(is_dyadic(t) for t in texts) else ("numbers:rational",)
