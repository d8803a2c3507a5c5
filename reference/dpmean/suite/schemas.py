"""JSON Schema (draft 2020-12): at which places a document breaks its schema, and by which rule."""

from __future__ import annotations

from typing import Any

# place in the document as $.member[0], the rule, and what the validator says, which may contain values
Breach = tuple[str, str, str]


def breaches(schema: dict[str, Any], document: Any) -> list[Breach]:
    """Return all breaches of the schema in the order of their places; the list is empty for a valid document."""
    from jsonschema_rs import Draft202012Validator

    found = Draft202012Validator(schema).iter_errors(document)
    return sorted((_place(e.instance_path), str(e.schema_path[-1]), e.message) for e in found)


def _place(path: list[str | int]) -> str:
    return "$" + "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in path)
