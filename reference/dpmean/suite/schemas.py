"""JSON Schema (draft 2020-12): at which places a document breaks its schema, and by which rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

# place in the document as $.member[0], the rule, and what the validator says, which may contain
# values
Breach = tuple[str, str, str]


def breaches(schema: dict[str, Any], document: Any) -> list[Breach]:
    """Return the first breach of the schema; the list is empty for a valid document."""
    return checker(schema)(document)


def checker(schema: dict[str, Any]) -> Callable[[Any], list[Breach]]:
    """Return the first breach as a function of the document; to prepare the schema takes longer than
    most documents. All breaches of a document that is made of them would fill the memory.
    """
    from jsonschema_rs import Draft202012Validator, ValidationError

    validator = Draft202012Validator(schema)

    def found(document: Any) -> list[Breach]:
        try:
            validator.validate(document)
        except ValidationError as e:
            return [(_place(e.instance_path), str(e.schema_path[-1]), e.message)]
        except UnicodeEncodeError:
            return [("$", "type", "a text has half of a surrogate pair, which no file can hold")]
        except ValueError:  # of a validator that follows no deeper
            return [("$", "type", "nested too deep")]
        return []

    return found


def _place(path: list[str | int]) -> str:
    return "$" + "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in path)
