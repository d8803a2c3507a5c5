"""The errors by which the checker refuses a proof, and symbols that refuse what only numbers can
do.

Part of the trusted base. A `Misuse` cannot be swallowed: each one is counted, and a step in whose
check one was raised is red, whatever became of the error.
"""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar

T = TypeVar("T")
_raised: list[str] = []


class NotProved(Exception):
    """The certificate does not check."""


class Misuse(BaseException):
    """A symbol was asked for something that only a number has, such as a truth value or
    equality.
    """

    def __init__(self, message: str) -> None:
        """Count the refusal, so that it stands even if somebody catches it."""
        super().__init__(message)
        _raised.append(message)


def refused() -> tuple[int, str]:
    """Return how many refusals there were so far, and the words of the last one."""
    return len(_raised), _raised[-1] if _raised else ""


class Symbol:
    """What stands for a number, and has nothing that it does not define."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # what Python and NumPy look for by themselves, and do without
            raise AttributeError(name)
        raise Misuse(f"a {type(self).__name__.lower()} has no {name}")


class Differences(Symbol):
    """What differences are: sums with what is negated."""

    __slots__ = ()

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other  # type: ignore[operator]


OPERATIONS = (
    "add",
    "sub",
    "mul",
    "truediv",
    "floordiv",
    "mod",
    "divmod",
    "pow",
    "matmul",
    "lshift",
    "rshift",
    "and",
    "or",
    "xor",
)
REFUSED = (
    *(
        f"__{side}{name}__"
        for name in OPERATIONS
        for side in ("", "r", "i")
        if (side, name) != ("i", "divmod")
    ),
    *(
        f"__{name}__"
        for name in (
            "lt",
            "le",
            "gt",
            "ge",
            "eq",
            "ne",
            "hash",
            "bool",
            "int",
            "float",
            "complex",
            "index",
            "round",
            "trunc",
            "floor",
            "ceil",
            "abs",
            "invert",
            "neg",
            "pos",
            "str",
            "repr",
            "format",
            "bytes",
            "reduce_ex",
            "setattr",
            "delattr",
        )
    ),
)


def symbol(cls: type[T]) -> type[T]:
    """Make every operation that a class of symbols does not define a refusal, and its objects
    immutable.
    """

    def refusal(name: str) -> Any:
        def refuse(self: Any, *_: Any, **__: Any) -> NoReturn:
            raise Misuse(
                f"a {type(self).__name__.lower()} has no {name}: what it does proves nothing "
                "about numbers"
            )

        return refuse

    for name in REFUSED:
        own = vars(Differences) | dict(vars(cls)) if issubclass(cls, Differences) else vars(cls)
        if own.get(name) is None and not (name.startswith("__i") and f"__{name[3:]}" in own):
            setattr(cls, name, refusal(name))
    return cls
