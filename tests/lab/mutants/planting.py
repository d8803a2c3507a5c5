"""Which bugs can no longer be planted: the code that they change has moved on, and whoever moved it
did not know.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from .mutant import Mutant, plant


def stale(mutants: Iterable[Mutant]) -> list[str]:
    """Return a line for each bug that cannot be planted; each is tried in a process of its own."""
    found = []
    for mutant in mutants:
        reader, writer = os.pipe()
        child = os.fork()
        if not child:
            told = ""
            try:
                plant(mutant)
            except BaseException as error:
                told = f"{mutant.id}: {type(error).__name__}: {error}"
            os.write(writer, told.encode()[:4000])
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader) as pipe:
            found.append(pipe.read())
        os.waitpid(child, 0)
    return [told for told in found if told]
