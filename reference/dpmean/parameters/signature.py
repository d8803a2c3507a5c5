"""What a name takes: the parameters that it needs and may have, and the words that it allows for a
parameter.

Quantities, mechanisms and bulk samplers check what they are given by this and nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from ..errors import InvalidInput, near_name
from .declared import PARAMETERS, parse

# the first may be given in place of the second
INSTEAD = {"decay": "epsilon", "at_ratio": "at_epsilon"}


@dataclass(frozen=True)
class Signature:
    """What one name of the catalogue takes.

    `words` narrows parameters that are one of several words; what it does not name may have every
    word that the parameter has. `bounded` says that lower and upper are bounds of records, so that
    an error must warn of taking them from the data. `least` are counts that may be smaller than
    elsewhere. Raises InvalidInput for a parameter that is
    unknown, missing or not allowed; the message says what to do.
    """

    name: str
    required: tuple[str, ...]
    optional: tuple[str, ...] = ()
    words: Mapping[str, Collection[str]] | None = None
    bounded: bool = False
    least: Mapping[str, int] | None = None

    def check(self, given: Collection[str]) -> None:
        """Raises InvalidInput unless every name that is given is known and every one that is needed
        is given.
        """
        own = (*self.required, *self.optional)
        known = (*own, *(other for other, name in INSTEAD.items() if name in own))
        for name in given:
            if name not in known:
                # the name of another parameter is not misspelt
                near = None if name in PARAMETERS else near_name(name, known, 50)
                hint = f"; did you mean {near}?" if near else f"; it takes {', '.join(known)}"
                raise InvalidInput(
                    "unknown_parameter",
                    f"{self.name} has no parameter '{name[:40]}'{hint}",
                    argument=name[:40],
                )
        present = {INSTEAD.get(name, name) for name in given}
        for name in self.required:
            if name not in present:
                bound = self.bounded and name in ("lower", "upper")
                words = (self.words or {}).get(name)
                meaning = f"one of {', '.join(words)}" if words else PARAMETERS[name].meaning
                hint = "; bounds must not be taken from the data" if bound else f" ({meaning})"
                raise InvalidInput(
                    "bounds_missing" if bound else "missing_parameter",
                    f"{self.name} needs {name}{hint}",
                    argument=name,
                )

    def parse(self, given: Mapping[str, object]) -> dict[str, Any]:
        """Returns the parsed parameters, under the names that functions take."""
        self.check(given)
        return parse(given, self.words, self.least)
