"""Damage as disks, editors, versions and attackers make it: of bytes, of JSON, of a zip. Everything is
a function of the generator that is given.
"""

from __future__ import annotations

import copy
import io
import json
import random
import zipfile
from collections.abc import Callable
from typing import Any

VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1e308,
    10**18,
    10**400,
    "",
    "x",
    "1e999999999",
    "1/0",
    "nan",
    "\x1b]0;T\x07",
    "a\nb",
    "\ud800",
    "9" * 5000,
    "<script>",
    [],
    {},
    [[]],
    ["x"],
    {"a": 1},
    float("nan"),
    float("inf"),
)
DEEP = "[" * 10**6 + "]" * 10**6


def of_bytes(rng: random.Random, content: bytes) -> bytes:
    """Damage that knows nothing of a format."""
    bad = bytearray(content)
    place = rng.randrange(len(bad) + 1)
    match rng.randrange(10):
        case 0 | 1:
            return bytes(bad[:place])
        case 2 | 3 | 4:
            for _ in range(rng.choice((1, 1, 2, 8, 40))):
                bad[rng.randrange(len(bad))] ^= 1 << rng.randrange(8)
            return bytes(bad)
        case 5:
            return bytes(bad[:place] + rng.randbytes(20) + bad[place:])
        case 6:
            return bytes(bad[:place] + bad[place + rng.randrange(1, 200) :])
        case 7:
            return bytes(
                bad[:place] + rng.choice((b"\0", b"\r", b"\xff\xfe", b"\n\n")) + bad[place:]
            )
        case 8:
            return bytes(bad + bad[: rng.randrange(1, 60)])
        case _:
            text = content.decode("latin-1")
            return rng.choice(
                (b"", b"\xef\xbb\xbf" + content, text.encode("utf-16"), text.encode("utf-32"))
            )


def of_value(rng: random.Random, value: Any) -> Any:
    """A value of JSON in which one member or item has another type, is gone, renamed, or doubled."""
    whole = [copy.deepcopy(value)]
    places: list[tuple[Any, Any]] = [(whole, 0)]
    for parent, key in places:
        inner = parent[key]
        places += [(inner, k) for k in (inner if isinstance(inner, dict) else ())]
        places += [(inner, k) for k in (range(len(inner)) if isinstance(inner, list) else ())]
    parent, key = rng.choice(places)
    what = rng.random()
    if what < 0.6 or parent is whole:
        parent[key] = rng.choice(VALUES)
    elif what < 0.75:
        del parent[key]
    elif isinstance(parent, dict):
        parent[str(key) + "x"] = parent.pop(key) if what < 0.9 else parent[key]
    else:
        parent.append(parent[key])
    return whole[0]


def of_json(rng: random.Random, content: bytes) -> bytes:
    """A text of JSON with other values, a member twice, a value without a bottom, or other bytes."""
    what = rng.random()
    if what < 0.25:
        return of_bytes(rng, content)
    text = json.dumps(of_value(rng, json.loads(content)))
    if what > 0.97:
        text = DEEP if what > 0.98 else '{"runs":' * 300 + "1" + "}" * 300
    elif what > 0.9 and text.startswith("{") and len(text) > 2:
        name = text[1 : text.index(":")]
        text = "{" + f"{name}: 1, " + text[1:]
    return text.encode()


def of_zip(
    rng: random.Random, content: bytes, member: Callable[[str, bytes], bytes] | None = None
) -> bytes:
    """A zip with a member that is damaged, absent, doubled or renamed, and right checksums; or other
    bytes.
    """
    if rng.random() < 0.3:
        return of_bytes(rng, content)
    with zipfile.ZipFile(io.BytesIO(content)) as old:
        members = [(name, old.read(name)) for name in old.namelist()]
    place, made = rng.randrange(len(members)), io.BytesIO()
    name, body = members[place]
    match rng.randrange(5):
        case 0:
            del members[place]
        case 1:
            members[place] = (name + "x", body)
        case 2:
            members[place] = (name, members[rng.randrange(len(members))][1])
        case 3 if member is not None:
            members = [(n, member(n, b)) for n, b in members]
        case _:
            members[place] = (name, of_bytes(rng, body))
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name, body in members:
            new.writestr(name, body)
    return made.getvalue()
