"""Every name that `value` knows: the concatenation of the ENTRIES that modules export.

Nothing else enumerates the names. CATALOGUE is made when it is first asked for: it imports every
law, mechanism and bound, and a value of a law needs the file of that law alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ..errors import InvalidInput, near_name
from ..exact.digits import binary64
from ..parameters.declared import DEFAULTS
from ..parameters.entry import Entry, Result
from ..parameters.signature import Signature

MODULES = (  # beside those of the laws, each of which has its quantities in its own file
    "distributions.gaussian_sigma",
    "mechanisms.addremove.mean_bounds",
    "mechanisms.addremove.transformation",
    "mechanisms.addremove.sized_mean_bounds",
    "mechanisms.hetero.quantities",
    "mechanisms.hetero.minimax",
    "privacy.groups",
    "privacy.conversions",
    "privacy.composition",
    "privacy.best_composition",
    "privacy.shuffling",
    "mechanisms.trilemma.tradeoff",
    "mechanisms.trilemma.margins",
    "mechanisms.trilemma.quantities",
    "mechanisms.parts.quantities",
    "mechanisms.parts.histogram_quantities",
    "mechanisms.parts.one_answer",
    "mechanisms.instance.quantities",
    "mechanisms.instance.quantities_messages",
    "mechanisms.instance.lower_bounds",
    "mechanisms.instance.quantile_clipped_mean_bounds",
    "mechanisms.instance.tails",
    "mechanisms.instance.shifted_clipped_mean_bounds",
    "mechanisms.instance.models",
)
ROOM = __package__.rpartition(".")[0]

CATALOGUE: dict[str, Entry]  # by name


def __getattr__(name: str) -> Any:
    """Make CATALOGUE when it is first asked for."""
    if name != "CATALOGUE":
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    from .laws import LAWS

    files = [
        *(law.__module__ for law in LAWS.values()),
        *(f"{ROOM}.{module}" for module in MODULES),
    ]
    made = globals()["CATALOGUE"] = {
        entry.name: entry for file in files for entry in import_module(file).ENTRIES
    }
    return made


def _catalogue() -> dict[str, Entry]:
    made: dict[str, Entry] = globals().get("CATALOGUE") or __getattr__("CATALOGUE")
    return made


def _of_a_law(name: str) -> Entry | None:
    """Returns the entry of a name that is a law's, from the file of the law alone; None says
    nothing.
    """
    head = name.partition(".")[0]
    if (
        "CATALOGUE" in globals()
        or not head.isidentifier()
        or find_spec(f"{ROOM}.distributions.{head}") is None
    ):
        return None
    entries: tuple[Entry, ...] = getattr(
        import_module(f"{ROOM}.distributions.{head}"), "ENTRIES", ()
    )
    return next((entry for entry in entries if entry.name == name), None)


def of_object(name: str) -> list[str]:
    """Returns the names of all values of an object, such as `hourglass`; an empty list where there
    is no such object.
    """
    return [n for n in _catalogue() if n.partition(".")[0] == name.rstrip(".*")]


def find(name: str) -> Entry:
    """Returns the entry of a name, or raises an error that names the most similar one, or all of an
    object.
    """
    if (entry := _of_a_law(name) or _catalogue().get(name)) is not None:
        return entry
    if of := of_object(name):
        raise InvalidInput(
            "unknown_name",
            f"{name.rstrip('.*')} has several values; give one of {', '.join(of)}",
            argument="name",
        )
    head, _, tail = name.casefold().partition(".")
    if not tail and (near := near_name(head, {n.partition(".")[0] for n in _catalogue()}, 60)):
        raise InvalidInput(
            "unknown_name",
            f"no value named '{name[:60]}'; did you mean one of {near}.*?",
            argument="name",
        )
    same_object = [n for n in _catalogue() if tail and n.startswith(head + ".")]
    raise InvalidInput(
        "unknown_name",
        f"no value named '{name[:60]}'; did you mean "
        f"{near_name(name, same_object or _catalogue())}?",
        argument="name",
    )


def value(name: str, given: Mapping[str, object]) -> Result:
    """Returns the exact value of a name at parameters given as exact numbers or their spellings.

    >>> value("hourglass.covariance", {"decay": "1/3", "gamma": "1/2"}).values
    (Fraction(-1, 12),)
    """
    return find(name).compute(**signature(name).parse(given))


def signature(name: str) -> Signature:
    """Returns the signature of a name: the parameters that it takes."""
    entry = find(name)
    return Signature(name, entry.required, entry.optional, entry.words, least=entry.least)


def doubles(name: str, columns: Mapping[str, Sequence[object]], **fixed: object) -> list[float]:
    """Returns the doubles nearest to the values of a name at many parameters.

    The parameters are `columns` one after the other, and `fixed` for all. Each double is certified:
    no other double is nearer. A list of values (a matrix) has no place here.

    >>> doubles("laplace.density", {"x": ["0", "1", "1/2"]}, epsilon="1")
    [0.5, 0.18393972058572117, 0.3032653298563167]
    """
    entry, taken = find(name), signature(name)
    if len({len(c) for c in columns.values()}) != 1:
        raise InvalidInput("unsupported_combination", "columns must be of one length")
    found = []
    for row in zip(*columns.values(), strict=True):
        result = entry.compute(**taken.parse({**fixed, **dict(zip(columns, row, strict=True))}))
        if result.is_list:
            raise InvalidInput("unsupported_combination", f"{name} has several values")
        found.append(binary64(result.values[0]))
    return found


__all__ = ["CATALOGUE", "DEFAULTS", "doubles", "find", "of_object", "signature", "value"]
