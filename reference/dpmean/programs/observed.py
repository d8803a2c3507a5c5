"""What a step of a program shows, as if it were the output: a message of a user, a noisy count, a
threshold.

A program is run until it comes to the step of that name, whose numbers are returned in place of the
estimate, in their order, one after the other. What comes later is not drawn. A run that ends
without the step returns None.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .program import Draw, Program, Step, whole


def numbers(value: Any) -> Iterator[Any]:
    """Yield the numbers of a step: one, or those of its lists, one after the other."""
    if isinstance(value, list | tuple):
        for part in value:
            yield from numbers(part)
    else:
        yield value


def observed(program: Program, step: str) -> Program:
    """Return the program that ends at the step of this name, with the numbers of the step as its
    output.
    """
    reply: Any = None
    while True:
        try:
            request = program.send(reply)
        except StopIteration:
            return None
        if isinstance(request, Step) and request.name == step:
            program.close()
            return tuple(numbers(request.value))
        reply = yield request


def parted(program: Program, modulus: int) -> Program:
    """Return the same program with every number of a message an outcome of its own.

    `law_of` lets the parts of a split sum cancel, which is right for the sum and says nothing of a
    single message. Here each part is drawn by itself, as `sample` draws them, and a share of noise
    as its residue modulo q: a message depends on no more of it.
    """
    reply: Any = None
    while True:
        try:
            request = program.send(reply)
        except StopIteration as end:
            return end.value
        if not isinstance(request, Draw):
            reply = yield request
        elif parts := request.law.parts():
            found = []
            for i, law in enumerate(parts, 1):
                found.append(whole((yield Draw(f"{request.label}_{i}", law))))
            reply = tuple(found)
        elif (residue := request.law.modulo(modulus)) is not None:
            reply = yield Draw(request.label, residue)
        else:
            reply = yield request
