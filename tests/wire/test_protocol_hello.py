"""What a program says of itself when it is greeted: it is kept as it is, and a lie is one line that
names the word.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpmean.errors import AdapterError
from dpmean.suite.files import load
from dpmean.suite.names import objects
from dpmean.wire import own, vocabulary
from dpmean.wire.protocol import HELLO, Hello, parse_hello

VECTORS = {v.id: v for v in load()}
NEW = own.answer(HELLO)
FULL = {
    "ok": True,
    "protocol": 2,
    "adapter": {"name": "a", "version": "1", "language": "go"},
    "supports": {
        "kinds": ["exact", "stat"],
        "objects": ["laplace"],
        "profiles": ["release-1"],
        "numbers": ["rational"],
        "steps": ["user_*_round_1"],
    },
    "policies": {"missing": "dropped", "count": "at_least_one"},
    "randomness": "csprng",
    "tolerance": {"laplace": "0.001"},
    "upper_bounds": {"hockey_stick": "0.00001"},
    "edition": "printed",
}


def test_what_is_declared_is_kept_as_it_is() -> None:
    assert parse_hello(FULL) == Hello(
        "a",
        "1",
        "go",
        ("exact", "stat"),
        ("laplace",),
        ("release-1",),
        ("rational",),
        {"missing": "dropped", "count": "at_least_one"},
        2,
        ("user_*_round_1",),
        "csprng",
        {"laplace": Fraction(1, 1000)},
        "printed",
        {"hockey_stick": Fraction(1, 100000)},
    )
    least = parse_hello({"ok": True, "protocol": 2, "adapter": {"name": "a"}, "supports": {}})
    assert least == Hello("a", "", protocol=2)
    assert parse_hello({"ok": True, "adapter": {"name": "a"}, "supports": {}}) == Hello("a", "")
    unknown = {
        "ok": True,
        "protocol": 1,
        "adapter": {"name": "a"},
        "supports": {"objects": ["laplce"]},
        "randomness": 7,
    }
    assert parse_hello(unknown).objects == ("laplce",)  # protocol 1 is read as it always was


LIES: dict[str, tuple[dict[str, Any], str]] = {
    "another protocol": ({"protocol": 3}, '"protocol": 2'),
    "a protocol that is text": ({"protocol": "2"}, '"protocol": 2'),
    "a protocol that is true": ({"protocol": True}, '"protocol": 2'),
    "no": ({"ok": False}, '"ok": true'),
    "a member": ({"polices": {}}, "unknown member of hello 'polices'"),
    "a member of adapter": (
        {"adapter": {"name": "a", "licence": "MIT"}},
        "unknown member of adapter 'licence'",
    ),
    "a version that is a number": (
        {"adapter": {"name": "a", "version": 1}},
        "adapter.version must be a string",
    ),
    "a member of supports": ({"supports": {"object": []}}, "unknown member of supports 'object'"),
    "a kind": ({"supports": {"kinds": ["stats"]}}, "unknown kind 'stats'; known: exact, reject"),
    "an object": ({"supports": {"objects": ["laplce"]}}, "unknown object 'laplce'"),
    "an object that is none": ({"supports": {"objects": [7]}}, "unknown object 7"),
    "a profile": ({"supports": {"profiles": ["release-9"]}}, "unknown profile 'release-9'"),
    "numbers": (
        {"supports": {"numbers": ["decimal"]}},
        "unknown kind of numbers 'decimal'; known: rational",
    ),
    "a step": ({"supports": {"steps": ["user *"]}}, "not the name of a step: 'user *'"),
    "a step that is none": ({"supports": {"steps": [1]}}, "not the name of a step: 1"),
    "a list that is none": ({"supports": {"kinds": "stat"}}, "supports.kinds must be a list"),
    "a policy": (
        {"policies": {"nan": "dropped"}},
        "unknown member of policies 'nan'; known: missing, infinite",
    ),
    "a policy's value": (
        {"policies": {"missing": "as you like"}},
        "unknown value of policy missing: 'as you like'; known: dropped",
    ),
    "policies that are none": ({"policies": []}, "policies must be an object"),
    "a source of randomness": (
        {"randomness": "dice"},
        "unknown randomness 'dice'; known: os, csprng",
    ),
    "no source of randomness": ({"randomness": None}, "unknown randomness None"),
    "a tolerance above 1": ({"tolerance": {"laplace": "1"}}, "the tolerance of laplace"),
    "a tolerance as a fraction": ({"tolerance": {"laplace": "1/1000"}}, "the tolerance of laplace"),
    "a tolerance that is a number": ({"tolerance": {"laplace": 0.5}}, "the tolerance of laplace"),
    "an excess above 1": ({"upper_bounds": {"delta": "1.5"}}, "the excess of delta"),
    "an upper bound of what is no loss": (
        {"upper_bounds": {"variance": "0.1"}},
        "unknown member of upper_bounds",
    ),
    "a tolerance of what is not there": (
        {"tolerance": {"gaussian": "0.1"}},
        "unknown member of tolerance 'gaussian'",
    ),
    "an edition": ({"edition": "second"}, "unknown edition 'second'; known: printed, corrected"),
    "two lines": ({"edition": "second\nfailed"}, r"unknown edition 'second\nfailed'"),
}


@pytest.mark.parametrize("name", LIES)
def test_a_hello_that_lies_is_one_line_that_names_the_word(name: str) -> None:
    change, told = LIES[name]
    with pytest.raises(AdapterError) as error:
        parse_hello(FULL | change)
    said = str(error.value)
    assert error.value.code == "protocol"
    assert told in said
    assert said.startswith("hello: ")
    assert "\n" not in said
    assert len(said) < 300


def test_who_draws_says_from_where() -> None:
    silent = {name: value for name, value in FULL.items() if name != "randomness"}
    with pytest.raises(AdapterError, match="the kind stat needs `randomness`"):
        parse_hello(silent)
    assert (
        parse_hello(silent | {"supports": {"kinds": ["reject"]}, "tolerance": {}}).randomness == ""
    )


def test_declared_names_are_those_of_the_package() -> None:
    assert set(NEW["supports"]["objects"]) == set(objects()) >= {v.object for v in VECTORS.values()}
    assert {v.input["profile"] for v in VECTORS.values() if v.kind == "tape"} <= set(
        vocabulary.profiles()
    )


def test_policies_of_protocol_1_are_few_and_short() -> None:
    """Kills a greeting that fills every report: 200,000 policies took 400 MiB."""
    greeting: dict[str, Any] = {"ok": True, "adapter": {"name": "a"}, "supports": {}}
    most = vocabulary.MOST_POLICIES
    read = parse_hello(greeting | {"policies": {str(i): "x" * 1000 for i in range(most)}})
    assert len(read.policies) == most
    assert max(map(len, read.policies.values())) == 80
    with pytest.raises(AdapterError, match="policies has more than 100 members"):
        parse_hello(greeting | {"policies": {str(i): "x" for i in range(most + 1)}})
