"""A process that works for another ends with it, however that one ends: who is killed tells nobody, and
a pool's processes would wait for its next task for ever. Nothing else may be put here.
"""

from __future__ import annotations

import multiprocessing
import os
from multiprocessing.process import BaseProcess
from threading import Thread


def end_with_parent() -> None:
    """End this process when the one that started it has ended."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        Thread(target=_wait, args=(parent,), daemon=True).start()


def _wait(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
