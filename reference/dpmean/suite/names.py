"""Every name that a vector or a request may have: objects, kinds, noises, parameters; collected,
never listed.

The schemas in `vectors/schema/` repeat them, for readers without this package: `fill` writes each
list that a schema marks by `"$comment": "filled: WHAT"`.
"""

from __future__ import annotations

import json
import re
from functools import cache

from ..catalogue.mechanisms import MECHANISMS
from ..catalogue.quantities import CATALOGUE
from ..parameters.declared import PARAMETERS
from .kinds import KINDS
from .kinds.tape import PROFILES
from .primitives import OWN_PARAMETERS

MARKED = re.compile(r'^( *)(.*)"\$comment": "filled: (\w+)",\s*"enum": \[[^\]]*\]', re.MULTILINE)


@cache
def objects() -> tuple[str, ...]:
    """Return the name of everything that a request may be about."""
    return tuple(
        sorted({name.split(".")[0] for name in CATALOGUE} | set(PROFILES) | set(MECHANISMS))
    )


def filled(schema: str) -> str:
    """Return the text of a schema with its marked lists written anew."""
    lists = {
        "objects": objects(),
        "kinds": KINDS,
        "checks": (*KINDS, "support"),
        "noises": sorted(
            {noise for mechanism in MECHANISMS.values() for noise in mechanism.noises}
        ),
        "parameters": sorted({*PARAMETERS, *OWN_PARAMETERS}),
    }

    def written(found: re.Match[str]) -> str:
        indent, before, what = found.groups()
        names = f",\n{indent}  ".join(json.dumps(name) for name in lists[what])
        return (
            f'{indent}{before}"$comment": "filled: {what}", "enum": [\n{indent}  {names}\n{indent}]'
        )

    return MARKED.sub(written, schema)
