"""The schemas are strict, agree with the package, and describe every line of the protocol."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import jsonschema_rs
import pytest
from jsonschema_rs import Draft202012Validator

from dpmean.catalogue.mechanisms import MECHANISMS
from dpmean.catalogue.quantities import CATALOGUE
from dpmean.judging.answers import judge_value
from dpmean.parameters.declared import PARAMETERS
from dpmean.suite.files import load, root
from dpmean.suite.kinds import KINDS
from dpmean.suite.kinds.tape import PROFILES
from dpmean.suite.names import filled, objects
from dpmean.wire import own, vocabulary
from dpmean.wire.protocol import HELLO, parse_hello

SCHEMAS = {
    p.name.split(".")[0]: json.loads(p.read_text()) for p in (root() / "schema").glob("*.json")
}
VECTORS, PROTOCOL = (Draft202012Validator(SCHEMAS[name]) for name in ("vectors", "protocol"))
PAGES = {p.name: p.read_text() for p in root().glob("*.md") if p.name != "GLOSSARY.md"}
TOGETHER = "\n".join(PAGES.values())


@cache
def message(name: str) -> Draft202012Validator:
    return Draft202012Validator({**SCHEMAS["protocol"], "oneOf": [{"$ref": f"#/$defs/{name}"}]})


def nodes(schema: Any) -> list[dict[str, Any]]:
    if isinstance(schema, dict):
        return [schema, *(n for v in schema.values() for n in nodes(v))]
    return [n for v in schema for n in nodes(v)] if isinstance(schema, list) else []


@pytest.mark.parametrize("name", ["vectors", "manifest", "protocol"])
def test_schemas_are_schemas_and_leave_nothing_open(name: str) -> None:
    jsonschema_rs.meta.validate(SCHEMAS[name])
    for node in nodes(SCHEMAS[name]):
        if node.get("type") == "object" and ("properties" in node or "propertyNames" in node):
            assert "additionalProperties" in node, node
        if node.get("type") == "array":
            assert "items" in node or node is SCHEMAS["vectors"]["properties"]["vectors"], node


def test_the_lists_of_the_schemas_are_those_of_the_package() -> None:
    """Kills a list of names in a schema that nobody fills, and one that was edited by hand."""
    for path in (root() / "schema").glob("*.json"):
        text = path.read_text()
        assert filled(text) == text, path.name
        assert text.count('"$comment": "filled: ') == sum(
            "$comment" in node for node in nodes(json.loads(text))
        )
    changed = (
        (root() / "schema" / "vectors.schema.json").read_text().replace('"laplace"', '"laplas"')
    )
    assert "laplas" not in filled(changed)


def test_the_schema_knows_what_the_package_knows() -> None:
    objects = set(SCHEMAS["vectors"]["properties"]["object"]["enum"])
    assert objects == {name.split(".")[0] for name in CATALOGUE} | set(PROFILES) | set(MECHANISMS)
    assert set(SCHEMAS["vectors"]["properties"]["kind"]["enum"]) == set(KINDS)
    parameters = set(SCHEMAS["vectors"]["$defs"]["params"]["properties"])
    assert parameters == set(PARAMETERS) | {"width", "dimensions", "weights"}


def _vectors(kind: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(
        (root() / "v1" / "transformed_mean" / f"{kind}.json").read_text()
    )
    content["vectors"] = content["vectors"][:1]
    assert VECTORS.is_valid(content)
    return content


@pytest.mark.parametrize("kind", KINDS)
def test_a_number_an_unknown_member_and_a_wrong_spelling_are_refused(kind: str) -> None:
    for path, wrong in (
        (("params", "epsilon"), 1),
        (("params", "epsilon"), "2/4x" if kind != "reject" else ""),
        (("params", "eps"), "1"),
        (("tolerance",), "1"),
        (("why",), ""),
        (("flags",), ["not a flag"]),
        (("requires",), ["something"]),
        (("level",), "may"),
        (("expect", "note"), "1"),
        (("input", "note"), "1"),
        (("id",), "Upper Case"),
    ):
        content = _vectors(kind)
        where = content["vectors"][0]
        for key in path[:-1]:
            where = where.setdefault(key, {})
        where[path[-1]] = wrong
        assert not VECTORS.is_valid(content), path


@pytest.mark.parametrize(
    ("kind", "path", "wrong"),
    [
        ("exact", ("accept", "rule"), "about"),
        ("exact", ("expect",), {}),
        ("exact", ("expect", "value", "f64"), "7ff"),
        ("exact", ("expect", "value", "lo"), "1/3"),
        ("exact", ("expect", "value", "exact"), "0.5"),
        ("transcript", ("input", "outcomes", "noise_0"), "1"),
        ("transcript", ("input", "data"), ["NaN"]),
        ("transcript", ("expect", "steps"), [["median", "1"]]),
        ("tape", ("input", "tape"), "0"),
        ("tape", ("input", "seed"), "00"),
        ("tape", ("input", "profile"), "release"),
        ("tape", ("expect", "bits"), "0x8"),
        ("tape", ("expect", "code"), "tape_exhausted"),
        ("stat", ("input", "draws"), "-1"),
        ("stat", ("expect", "events"), []),
        ("reject", ("expect", "status"), "maybe"),
        ("reject", ("expect", "twin"), ""),
    ],
)
def test_each_kind_is_described_by_itself(kind: str, path: tuple[str, ...], wrong: Any) -> None:
    content = _vectors(kind)
    where = content["vectors"][0]
    for key in path[:-1]:
        where = where[key]
    where[path[-1]] = wrong
    assert not VECTORS.is_valid(content)


def test_our_own_requests_and_replies_are_lines_of_the_protocol() -> None:
    assert message("hello").is_valid(HELLO)
    assert message("bye").is_valid({"op": "bye"})
    assert message("hello_reply").is_valid(own.answer(dict(HELLO)))
    seen, statuses = set(), set()
    for v in load():
        key = (
            v.kind,
            v.object,
            v.params.get("noise"),
            v.quantity if v.kind == "exact" else None,
            v.expect.get("status"),
            "seed" in v.input,
        )
        if key in seen:
            continue
        seen.add(key)
        request = {**v.prompt(), "seq": "7"} | (
            {"input": {**v.input, "draws": "3"}} if v.kind == "stat" else {}
        )
        assert message("run").is_valid(request), v.id
        reply = own.answer(request)
        statuses.add(reply["status"])
        assert message("run_reply").is_valid(reply), (v.id, reply)
        assert PROTOCOL.is_valid(request)
        assert PROTOCOL.is_valid(reply)
    assert statuses == {"ok", "rejected"}
    unsupported = own.answer(
        {
            "op": "run",
            "seq": "1",
            "kind": "exact",
            "object": "laplace",
            "quantity": "skewness",
            "params": {"epsilon": "1"},
        }
    )
    assert unsupported["status"] == "unsupported"
    assert message("run_reply").is_valid(unsupported)


STAT = {"op": "run", "seq": "7", "kind": "stat", "object": "laplace", "params": {"epsilon": "1"}}
SILENT = {"adapter": {"name": "a"}, "supports": {"kinds": [], "objects": []}}


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        (
            "run",
            {
                "op": "run",
                "seq": 7,
                "kind": "exact",
                "object": "laplace",
                "quantity": "variance",
                "params": {"epsilon": "1"},
            },
        ),
        (
            "run",
            {
                "op": "run",
                "seq": "7",
                "kind": "exact",
                "object": "laplace",
                "params": {"epsilon": "1"},
            },
        ),
        ("run_reply", {"seq": "7", "status": "ok"}),
        ("run_reply", {"seq": "7", "status": "fine", "output": {"value": "1"}}),
        ("run_reply", {"seq": "7", "status": "ok", "output": {"value": 1}}),
        ("run_reply", {"seq": "7", "status": "ok", "output": {"value": {"f64": "40"}}}),
        ("run_reply", {"seq": "7", "status": "ok", "output": {"samples": "400000000000000"}}),
        ("run_reply", {"seq": "7", "status": "ok", "output": {"values": ["1"], "shake128": "00"}}),
        ("run", {**STAT, "input": {"n": "3"}}),
        ("run", {**STAT, "input": {"draws": "0"}}),
        ("run", {**STAT, "input": {"draws": "2", "in_a_row": "64"}}),
        (
            "run",
            {
                **STAT,
                "input": {"draws": "2", "data": ["1"], "records": [{"value": "1", "times": "1"}]},
            },
        ),
        ("run", {**STAT, "input": {"draws": "2", "records": [{"value": "1", "times": "0"}]}}),
        ("run", {**STAT, "input": {"draws": "2", "observe": "user_*_round_1"}}),
        ("run_1", {**STAT, "input": {"draws": "3"}}),
        ("run_1", {**STAT, "input": {"n": "3", "records": []}}),
        ("hello_reply", {"ok": True, "protocol": 3, **SILENT}),
        ("hello_reply", {"ok": True, "protocol": 2, "adapter": {}, "supports": {}}),
        (
            "hello_reply",
            {"ok": True, "protocol": 2, "adapter": {"name": "a"}, "supports": {"kinds": ["stat"]}},
        ),
        (
            "hello_reply",
            {"ok": True, "protocol": 2, **SILENT, "policies": {"missing": "forgotten"}},
        ),
        ("hello_reply", {"ok": True, "protocol": 2, **SILENT, "policies": {"lost": "dropped"}}),
        ("hello_reply", {"ok": True, "protocol": 2, **SILENT, "randomness": "dice"}),
        ("hello_reply", {"ok": True, "protocol": 2, **SILENT, "tolerance": {"laplace": "1"}}),
        ("hello_reply_1", {"ok": True, "protocol": 2, **SILENT}),
        (
            "hello_reply_1",
            {"ok": True, "protocol": 1, "adapter": {}, "supports": {"kinds": [], "objects": []}},
        ),
        (
            "hello_reply_1",
            {
                "ok": True,
                "protocol": 1,
                "adapter": {"name": "a"},
                "supports": {"kinds": ["sample"], "objects": []},
            },
        ),
    ],
)
def test_a_wrong_message_is_refused(name: str, wrong: dict[str, Any]) -> None:
    assert not message(name).is_valid(wrong)


# how a numbered name stands on the page; N: any number
NUMBERED = (
    (r"(noise|sampled|named|row|sign)_N", r"\1_1"),
    (r"threshold_N", "threshold_i"),
    (r"median_N_N", "median_j_i"),
    (r"(threshold|median_N)_(middles|counts|noisy_counts)", r"\2"),
    (r"noise_N_N", "noise_i_j"),
    (r"(clipped|sum|noisy_sum|center|products|noisy_products|whitening)_N", r"\1_i"),
    (r"product_N_N_N", "product_i_j_l"),
    (r"user_N_(bins|values)", r"user_i_\1"),
    (r"user_N_round_N", "user_i_round_1"),
    (r"user_N_noise_N", "user_i_noise_j"),
    (r"user_N_bin_N_N_kept", "user_i_bin_j_k_kept"),
    (r"user_N_median_N_(level|index|kept)", "user_i_median_j_level"),
    (r"user_N_threshold_(level|index|kept)", "user_i_threshold_level"),
    (r"user_N_(median_N|threshold|mean)_N_(noise|parts)", "user_k_mean_j_noise"),
    (r"user_N_(median_N|threshold|mean)_N", "user_k_"),
    (r"(median_N|threshold|mean)_N_(shuffled|sum)", r"_\2"),
    (r"spin_N", "spin_j"),
)


def as_on_the_page(name: str) -> str:
    """user_3_noise_2 -> user_i_noise_j."""
    plain = re.sub(r"(?<=_)[0-9]+(?=_|$)", "N", name)
    return next(
        (
            re.sub(pattern, said, plain)
            for pattern, said in NUMBERED
            if re.fullmatch(pattern, plain)
        ),
        name,
    )


def test_the_page_defines_what_the_vectors_ask_for() -> None:
    """Every object, quantity, parameter, step, profile and flag-bearing kind has a place in the
    pages of vectors/.
    """
    words = set(re.findall(r"[a-z0-9_-]+", TOGETHER)) | set(re.findall(r"[a-z0-9_]+", TOGETHER))
    for v in load():
        assert v.object in words, v.object
        assert (
            v.quantity is None or v.quantity in words or f"{v.object}.{v.quantity}" in TOGETHER
        ), v.quantity
        for name in (
            *v.params,
            *v.input,
            *v.expect,
            *(s[0] for s in v.expect.get("steps", [])),
            *v.input.get("outcomes", {}),
        ):
            assert as_on_the_page(name) in words, f"{name} of {v.id} is not explained"
        assert v.kind != "tape" or v.input["profile"] in words
    for kind in KINDS:
        section = PAGES["kinds.md"].split(f"## {kind}\n")[1].split("\n## ")[0]
        assert all(f"*{part}.*" in section for part in ("Condition", "Covered", "Not covered")), (
            kind
        )


CHAPTER = PAGES["format-and-protocol.md"].split("## Runner protocol 2")[1].split("\n## ")[0]


def test_the_page_s_examples_of_the_protocol_are_lines_of_it_and_their_answers_are_right() -> None:
    _, hello, _, talk, _ = CHAPTER.split("```")
    lines = [
        (line[0], json.loads(line[2:]))
        for line in re.sub(r"\n   ", "", hello + talk).splitlines()
        if line
    ]
    assert [who for who, _ in lines] == [">", "<"] * 8 + [">"]
    assert all(PROTOCOL.is_valid(said) for _, said in lines)
    parse_hello(lines[1][1])
    asked = [said for who, said in lines if who == ">"]
    assert {r["kind"] for r in asked[1:-1]} == set(KINDS)
    used = {name for r in asked[1:-1] for name in r.get("input", {})}
    assert used >= {"draws", "in_a_row", "records", "observe", "outcomes", "center", "data"}
    vectors = {"exact": ({"exact": "2"},), "transcript": ("3",)}
    for request, reply in zip(
        asked[1:-1], [said for who, said in lines[2:] if who == "<"], strict=True
    ):
        ours = own.answer(request)
        assert (ours["seq"], ours["status"]) == (reply["seq"], reply["status"])
        if request["kind"] == "tape":
            assert ours["output"] == reply["output"]
        for wanted in vectors.get(request["kind"], ()):
            assert judge_value(reply["output"]["value"], wanted) is None  # type: ignore[arg-type]


def test_the_page_defines_what_hello_may_declare() -> None:
    """Kills a policy, a source or a member that the program knows and the page or the schema does
    not.
    """
    for word in (
        *vocabulary.MEMBERS,
        *vocabulary.ADAPTER,
        *vocabulary.RANDOMNESS,
        *vocabulary.EDITIONS,
        *KINDS,
    ):
        assert f"`{word}`" in CHAPTER or f'"{word}"' in CHAPTER, word
    rows = re.findall(r"^\| (\w+) \| [^|]+ \| ([^|]+) \|$", CHAPTER, re.MULTILINE)
    assert {
        name: tuple(sorted(re.findall(r"`(\w+)`", values)))
        for name, values in rows
        if name != "policy"
    } == vocabulary.POLICIES
    schema = SCHEMAS["protocol"]["$defs"]["hello_reply"]["properties"]
    assert set(schema) == set(vocabulary.MEMBERS)
    assert {
        name: tuple(values["enum"]) for name, values in schema["policies"]["properties"].items()
    } == vocabulary.POLICIES
    assert tuple(schema["randomness"]["enum"]) == vocabulary.RANDOMNESS
    assert tuple(schema["edition"]["enum"]) == vocabulary.EDITIONS
    assert tuple(schema["supports"]["properties"]["kinds"]["items"]["enum"]) == KINDS
    assert set(SCHEMAS["vectors"]["properties"]["object"]["enum"]) == set(objects())
