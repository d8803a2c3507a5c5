"""All laws of noise by name, for suite, runner and tests. Each declares itself on its class; nobody
lists them.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from .. import distributions
from ..distributions.law import NoiseLaw
from ..parameters.signature import Signature


def _declared() -> dict[str, type[NoiseLaw]]:
    """Returns the classes of laws that declare a name, in the files of `distributions/`, by
    name.
    """
    found: dict[str, type[NoiseLaw]] = {}
    for module in (m.name for m in iter_modules(distributions.__path__) if not m.ispkg):
        for value in vars(import_module(f"{distributions.__name__}.{module}")).values():
            if isinstance(value, type) and issubclass(value, NoiseLaw) and vars(value).get("name"):
                found[value.name] = value
    return dict(sorted(found.items()))


LAWS = _declared()


def made(name: str, given: Mapping[str, object]) -> Any:
    """Returns the law of that name with these parameters; raises InvalidInput where one is wrong,
    missing or unknown.
    """
    law: Any = LAWS[name]
    return law(**Signature(name, law.REQUIRED, law.OPTIONAL).parse(given))
