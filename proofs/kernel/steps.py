"""What a rule of the kernel makes: a step, sealed to its name, its rule, its check and what it
trusts.

Part of the trusted base. What a builder closes over, has as defaults or finds as data in its module
must be, when the step is checked, what it was when the step was made: a loop variable that moved
on, or a list that was changed, is refused.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from . import trusted
from .captured import codes, found, refuse_identity, told_by
from .refusals import NotProved, refused

_MADE: WeakKeyDictionary[Callable[[], str], tuple[Any, ...]] = WeakKeyDictionary()


@dataclass(frozen=True)
class Step:
    """One checked step: its claim in words, the rule, the check (which returns an account), the
    lemmas it uses.

    Steps are made by the rules of the kernel and by nothing else: only it may import `make`.
    """

    name: str
    rule: str
    check: Callable[[], str]
    trusts: tuple[str, ...] = ()
    # the texts of the statement and of its rival, kept beside the proof
    smt: Callable[[], tuple[str, str]] | None = None

    def __post_init__(self) -> None:
        require_sealed(self)

    def __init_subclass__(cls) -> None:
        raise TypeError("a step is no class of somebody else's")


def require_sealed(step: object) -> None:
    """Refuse an object that no rule made, or that was changed since."""
    if type(step) is not Step or _MADE.get(step.check, ())[:4] != (
        step.name,
        step.rule,
        step.trusts,
        step.smt,
    ):
        raise TypeError("a step is made by a rule of the kernel")


def make(
    name: str,
    rule: str,
    check: Callable[[], str],
    trusts: tuple[str, ...],
    *builders: Any,
    smt: Callable[[], tuple[str, str]] | None = None,
) -> Step:
    """Return a step that holds only while its builders, and what they find, are what they were when
    it was made.
    """
    if sys._getframe(1).f_globals.get("__name__") != f"{__package__}.rules":
        raise TypeError("a step is made by a rule of the kernel")
    if not isinstance(name, str) or not name.isprintable():
        raise TypeError("the name of a step is one line of text")
    for lemma in trusts:
        if lemma not in trusted.LEMMAS and lemma not in trusted.CITED:
            raise KeyError(f"{lemma} is not in the list of what is trusted")
    for build in builders:
        for code in codes(build):
            refuse_identity(code)
    before = {key: (holder, told_by(value)) for key, holder, value in found(builders)}

    def whole() -> str:
        """Check that nothing moved, and the certificate; a refusal stands even if somebody caught
        it.
        """
        unmoved(loaded=False)
        count = refused()
        account = check()
        if refused() != count:
            raise NotProved(f"code caught a refusal: {refused()[1]}")
        unmoved(loaded=False)
        return account

    def unmoved(loaded: bool) -> None:
        for key, holder, value in found(builders):
            if (
                key in before
                and (loaded or key[0] == "cell" or holder is before[key][0])
                and told_by(value) != before[key][1]
            ):
                raise NotProved(
                    f"{key[2]} has changed since the step was made (a variable of a loop that "
                    "moved on? bind it as a default; a list? make it a tuple)"
                )

    _MADE[whole] = (name, rule, trusts, smt, unmoved)
    return Step(name, rule, whole, trusts, smt)


def require_unmoved(step: Step) -> None:
    """Refuse a step one of whose names means something else than when it was made; to be asked when
    all is loaded.
    """
    require_sealed(step)
    _MADE[step.check][4](loaded=True)
