"""What the letters of the catalogue's formulas stand for: one table, printed by `dpmean value`
below each formula.

A letter that a formula defines itself, or that is a parameter of its name, is not looked up here. A
meaning is written in the language of the formulas, or in words (a phrase that begins with "the"). A
parameter that is left out has a row too: what it is then.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .entry import Entry


@dataclass(frozen=True)
class Letter:
    """A letter, the names of its arguments if it is a function, and what it stands for."""

    name: str
    arguments: tuple[str, ...] | None
    text: str

    @property
    def shown(self) -> str:
        """Returns the letter as it stands before the equals sign: `D`, `S(p, g)`."""
        return self.name if self.arguments is None else f"{self.name}({', '.join(self.arguments)})"


def _letters(rows: Mapping[str, str]) -> dict[str, Letter]:
    found = {}
    for left, text in rows.items():
        name, _, inside = left.rstrip(")").partition("(")
        found[name] = Letter(name, tuple(inside.split(", ")) if inside else None, text)
    return found


_EVERYWHERE = _letters(
    {
        "D": "sensitivity",
        "b": "e^-epsilon",
        "h": "at_epsilon",
        "l": "lower",
        "mid": "(lower + upper)/2",
        "s": "shift",
        "sigma": "sqrt(sigma_squared)",
        "u": "upper",
        "V": "record_variance",
        "sensitivity": "1",
        "lower": "0",
        "upper": "1",
        "steps": "1",
    }
)
_PER_USER = {
    "n": "the number of users",
    "eps_i": "the epsilon of user i",
    "eps(k)": "the k-th of the epsilons in rising order",
}
_PER_GROUP = {
    "eps_g": "the g-th of the different positive epsilons in rising order",
    "n_g": "the number of users who have it",
    "E_g": "1/(4 n_g) + 2/(n_g eps_g)^2",
}
_STEPS = {
    "S(p, g)": "sum over k >= 0 of b^k (k + g)^p",
    "TV": "total_variation",
    "gamma": "optimal_gamma",
}
_LATTICE_STEPS = {"g": "gamma m", "i": "|x| m / D", "gamma": "optimal_gamma"}
# of a number with noise: s is the scale of Laplace noise
_PART = {"s": "D/epsilon", "contribution": "1"}
_ANSWERS = {"k": "categories", "a": "renyi_order"}
_PADDED = {"d'": "2^ceil(log2(d))"}
_OF_OBJECT = {
    "randomized_response": _ANSWERS,
    "discrete_laplace": {"t": "e^(-epsilon / D)"},
    "discrete_gaussian": {"S(c)": "sum over j >= c of e^(-j^2 / (2 sigma^2))"},
    "staircase": {"A": "staircase.normalizer", "j": "floor(|x|/D - gamma) + 1", **_STEPS},
    "staircase2d": {
        "A": "staircase2d.normalizer",
        "j": "floor((|x| + |y|)/D - gamma) + 1",
        **_STEPS,
    },
    "hourglass": {
        "A": "staircase.normalizer",
        "C": "hourglass.normalizer",
        "k": "(x + y)/D",
        "J": "sign(x) (floor(|x|/D - gamma) + 1)",
        "gamma": "optimal_gamma",
    },
    "discrete_staircase": {
        "A": "discrete_staircase.normalizer",
        "TV": "total_variation",
        "j": "floor((i - g) / m) + 1",
        **_LATTICE_STEPS,
    },
    "discrete_hourglass": {
        "A": "discrete_staircase.normalizer",
        "C": "discrete_hourglass.normalizer",
        "k": "(x + y)/D",
        "J": "sign(x) (floor((i - g) / m) + 1)",
        **_LATTICE_STEPS,
    },
    "adpm": {
        **_PER_USER,
        "c_i": "min(eps_i, saturation) if least < infinity else sign(eps_i)",
        "S": "sum over i of c_i",
        "eta": "1/S if least < infinity else 0",
        "least": "min over i of (eps_i if eps_i > 0 else infinity)",
    },
    **dict.fromkeys(("uni", "propdpm", "stretching"), _PER_USER),
    "fme": {
        **_PER_USER,
        "c_i": "min(eps_i, h)",
        "h": "infinity if k = n else 1/sqrt(n - k)",
        "k": "least j >= 0 with j = n or eps(j + 1)^2 (n - j) > 1",
    },
    "ldpe": {**_PER_USER, **_PER_GROUP},
    "sm": {
        **_PER_USER,
        "P(m)": "the probability that m users are sampled, each by herself with p_i",
    },
    "hetero": _PER_USER,
    "count": {**_PART, "D": "contribution", "t": "e^(-epsilon/D)"},
    "bounded_sum": {**_PART, "D": "bounded_sum.sensitivity", "t": "e^(-unit epsilon/D)"},
    "histogram": {
        **_PART,
        "D": "histogram.sensitivity",
        "t": "e^(-epsilon/D)",
        "T": "count_threshold",
    },
    "student_t": {"scale": "1", "d": "degrees", "beta": "smoothness"},
    "norm_clipped_mean": {
        "x_i": "the i-th norm",
        "n": "the number of norms",
        "norm(k)": "the k-th of the norms in rising order",
    },
    "student_t_mean": {"d": "degrees", "degrees": "3", "beta": "smoothness"},
    "dpumean": {"sigma": "10"},
    "instance": {"u": "1"},
    "coinpress_mean": {"w": "1/ceil(sqrt(n)/sigma_max)", "iterations": "10", "beta": "1/10"},
    "coinpress_scaled_mean": {"iterations": "3", "beta": "1/10"},
    "local_coordinate_mean": {"beta": "1/10"},
    "shuffled_clipped_mean": {**_PADDED, "beta": "1/10", "dropouts": "0"},
    **dict.fromkeys(("shifted_clipped_mean", "local_clipped_mean", "rotation"), _PADDED),
}
_TABLES = {owner: _letters(rows) for owner, rows in _OF_OBJECT.items()}


def letter(owner: str, name: str) -> Letter | None:
    """Returns the letter of that name in the formulas of an object (such as `staircase`), or None
    where it has none.
    """
    return _TABLES.get(owner, {}).get(name, _EVERYWHERE.get(name))


_WORD = re.compile(r"[A-Za-z]\w*'*(?:\.\w+)*")
_DEFINED = re.compile(r"(?:^|[,;:] *)([A-Za-z]\w*'*)(?:\([\w, ]+\))? = ")


def where(entry: Entry, given: Iterable[str] = ()) -> dict[str, str]:
    """Returns what the letters of a formula stand for that it does not define, each before those in
    its meaning.
    """
    owner, known = entry.name.partition(".")[0], {*given}
    if "decay" in known:
        known.add("epsilon")
    if "at_ratio" in known:
        known.add("at_epsilon")
    known |= set(entry.required) | set(_DEFINED.findall(entry.formula))
    found: dict[str, str] = {}
    texts = [entry.formula]
    while texts:
        for word in _WORD.findall(texts.pop(0)):
            meant = letter(owner, word)
            if meant is None or word in known:
                continue
            known.add(word)
            found[meant.shown] = meant.text
            if not meant.text.startswith("the "):
                texts.append(meant.text)
    return found
