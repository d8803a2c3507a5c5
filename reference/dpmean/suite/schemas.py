"""JSON Schema (draft 2020-12): at which places a document breaks its schema, and by which rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

# place in the document as $.member[0], the rule, and what the validator says, which may contain
# values
Breach = tuple[str, str, str]


def breaches(schema: dict[str, Any], document: Any) -> list[Breach]:
    """Return all breaches of the schema in the order of their places; the list is empty for a valid
    document.
    """
    return checker(schema)(document)


def checker(schema: dict[str, Any]) -> Callable[[Any], list[Breach]]:
    """Return the breaches as a function of the document; to prepare the schema takes longer than
    most documents.
    """
    from jsonschema_rs import Draft202012Validator

    validator = Draft202012Validator(schema)

    def found(document: Any) -> list[Breach]:
        try:
            return sorted(
                (_place(e.instance_path), str(e.schema_path[-1]), e.message)
                for e in validator.iter_errors(document)
            )
        except UnicodeEncodeError:
            return [("$", "type", "a text has half of a surrogate pair, which no file can hold")]
        except ValueError:  # of a validator that follows no deeper
            return [("$", "type", "nested too deep")]

    return found


def _place(path: list[str | int]) -> str:
    return "$" + "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in path)
