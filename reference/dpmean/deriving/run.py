"""What `dpmean derive --check` runs: all derivations of some names, and the laws of high
precision.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from ..distributions.derivations import DERIVATIONS
from ..distributions.derivations.record import Refuted
from ..highprecision.numbers import Uniforms
from ..highprecision.registry import HIGH_LAWS
from .derived import derivation
from .precise import PARAMETERS, Finding, check, draws, random_parameters
from .reasons import WORDS

RANDOM = 2  # sets of random parameters at which every law is checked beside its own


def derivations(names: Iterable[str]) -> Iterator[Finding]:
    """Yields how many names are derived, in how many steps, and every derivation of which a step is
    not true.
    """
    names = list(names)
    checks: Counter[str] = Counter()
    derived = [name for name in names if name in DERIVATIONS]
    for name in derived:
        try:
            found = derivation(name)
        except Refuted as refuted:
            yield Finding(name, "derivation", False, str(refuted))
            continue
        checks.update(step.check for step in found.steps)
    told = ", ".join(f"{count} by {word}" for word, count in checks.most_common())
    yield Finding(
        "derivations",
        f"{len(derived)} names to the shipped formula",
        True,
        f"{checks.total()} steps ({told}); {sum(n in WORDS for n in names)} names have a reason "
        "for none",
    )


def laws(names: Iterable[str], many: int, seed: str) -> Iterator[Finding]:
    """Yields what is found of every law among the names: at its parameters, at random ones, and by
    draws.
    """
    for name in names:
        if name not in HIGH_LAWS:
            continue
        uniforms = Uniforms.seeded_for_testing(f"{seed}/{name}")
        yield from check(name, PARAMETERS[name], uniforms)
        for _ in range(RANDOM):
            given = random_parameters(name, uniforms)
            words = " ".join(f"{word}={text}" for word, text in given.items())
            found = list(check(name, given, uniforms))
            wrong = "; ".join(f"{f.what}: {f.seen}" for f in found if not f.holds)
            yield Finding(name, f"the same at {words}", not wrong, wrong or f"{len(found)} checks")
        yield from draws(HIGH_LAWS[name](PARAMETERS[name]), uniforms, many)
