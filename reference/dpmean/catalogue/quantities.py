"""Every name that `value` knows: the concatenation of the ENTRIES that modules export.

Nothing else enumerates the names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module

from ..bounds.addremove import errors as addremove
from ..bounds.addremove import sized, transformation
from ..bounds.hetero import minimax as hetero
from ..bounds.instance import lower as instance_lower
from ..bounds.instance import quantile_clipped as instance
from ..bounds.instance import shifted as instance_shifted
from ..bounds.trilemma import tradeoff as trilemma
from ..errors import InvalidInput, near_name
from ..exact.digits import binary64
from ..mechanisms.hetero import quantities as hetero_quantities
from ..mechanisms.instance import models as instance_models
from ..mechanisms.instance import quantities as instance_quantities
from ..mechanisms.instance import quantities_messages as messages
from ..mechanisms.instance import tails as instance_tails
from ..mechanisms.trilemma import margins as clipping
from ..mechanisms.trilemma import quantities as trilemma_quantities
from ..parameters.declared import DEFAULTS
from ..parameters.entry import Entry, Result
from ..parameters.signature import Signature
from ..privacy import best_composition, composition, conversions, groups, shuffling
from .laws import LAWS

LAW_FILES = tuple(import_module(law.__module__) for law in LAWS.values())  # the quantities of a law are in its file

CATALOGUE: dict[str, Entry] = {
    entry.name: entry
    for module in (*LAW_FILES, addremove, transformation, sized, hetero_quantities, hetero, groups, conversions,
        composition, best_composition, shuffling,
        trilemma, clipping, trilemma_quantities, instance_quantities, messages, instance_lower, instance,
        instance_tails,
        instance_shifted,
        instance_models)
    for entry in module.ENTRIES
}


def of_object(name: str) -> list[str]:
    """Returns the names of all values of an object, such as `hourglass`; an empty list where there is no such object.
    """
    return [n for n in CATALOGUE if n.partition(".")[0] == name.rstrip(".*")]


def find(name: str) -> Entry:
    """Returns the entry of a name, or raises an error that names the most similar one, or all of an object."""
    if name in CATALOGUE:
        return CATALOGUE[name]
    if of := of_object(name):
        raise InvalidInput("unknown_name", f"{name.rstrip('.*')} has several values; give one of {', '.join(of)}",
            argument="name")
    head, _, tail = name.casefold().partition(".")
    if not tail and (near := near_name(head, {n.partition(".")[0] for n in CATALOGUE}, 60)):
        raise InvalidInput("unknown_name", f"no value named '{name[:60]}'; did you mean one of {near}.*?",
            argument="name")
    same_object = [n for n in CATALOGUE if tail and n.startswith(head + ".")]
    raise InvalidInput("unknown_name",
        f"no value named '{name[:60]}'; did you mean {near_name(name, same_object or CATALOGUE)}?", argument="name")


def value(name: str, given: Mapping[str, object]) -> Result:
    """Returns the exact value of a name at parameters given as exact numbers or their spellings.

    >>> value("hourglass.covariance", {"decay": "1/3", "gamma": "1/2"}).values
    (Fraction(-1, 12),)
    """
    return find(name).compute(**signature(name).parse(given))


def signature(name: str) -> Signature:
    """Returns the signature of a name: the parameters that it takes."""
    entry = find(name)
    return Signature(name, entry.required, entry.optional, entry.words)


def doubles(name: str, columns: Mapping[str, Sequence[object]], **fixed: object) -> list[float]:
    """Returns the doubles nearest to the values of a name at many parameters.

    The parameters are `columns` one after the other, and `fixed` for all. Each double is certified: no other double is
    nearer. A list of values (a matrix) has no place here.

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
