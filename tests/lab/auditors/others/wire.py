"""The program's side of an auditor that runs in an environment of its own: a request a line, an
answer a line.

A request names a file of NumPy's with draws for both data sets, and the claim; the answer is
whether the auditor says that it is refuted, or what it cannot be asked. Without an epsilon it is
the auditor's lower bound of it.
"""

from __future__ import annotations

import importlib
import json
import sys
import time
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from typing import Any
from unittest.mock import MagicMock

import numpy as np

Refutes = Callable[[Any, Any, float, float, float], bool]
Bound = Callable[[Any, Any, float, float], float]
# values that are names: see `usable`, and the answers of the sparse vector technique
NO_NUMBER, NOT_ASKED = (-1e3, -1.0)


def usable(x: Any) -> Any:
    """Draws as rows of finite numbers: what is no number becomes a number of its own, so that no
    auditor stumbles.
    """
    x = np.asarray(x, dtype=float).reshape(len(x), -1)
    return np.where(np.isfinite(x), x, NO_NUMBER)


def flagged(*draws: Any) -> list[Any]:
    """Draws as a classifier likes them: a value that is a name is 0, and 1 in a column more, as
    DP-Sniper's FlagsFeatureTransformer has it for its own mechanisms. A draw of one number has no
    answers that were not asked.
    """
    for name in (NO_NUMBER,) if draws[0].shape[1] == 1 else (NO_NUMBER, NOT_ASKED):
        if any(np.any(x == name) for x in draws):
            draws = tuple(np.hstack([np.where(x == name, 0.0, x), x == name]) for x in draws)
    return list(draws)


def bits(x: Any) -> Any:
    """The bits of doubles, a column each: what DP-Sniper's and Delta-Siege's
    BitPatternFeatureTransformer make one row after another.
    """
    return np.unpackbits(
        np.ascontiguousarray(x, dtype=">f8").view(np.uint8).reshape(len(x), -1), axis=1
    ).astype(float)


def loaded(names: list[str], own: str) -> list[Any]:
    """Modules of an auditor; what they load of others that is not installed and that is not asked
    for (plots, logs, mechanisms, search) is stood in for.
    """
    while True:
        try:
            return [importlib.import_module(name) for name in names]
        except ModuleNotFoundError as error:
            if error.name is None or error.name.split(".")[0] == own:
                raise
            for name in [n for n in sys.modules if n.split(".")[0] == own]:
                del sys.modules[name]
            sys.modules[error.name] = MagicMock(__path__=[], __spec__=ModuleSpec(error.name, None))


def serve(refutes: Refutes, bound: Bound | None = None) -> None:
    """Answers until there are no more requests."""
    out = sys.stdout
    sys.stdout = sys.stderr  # what an auditor prints is no answer
    for line in sys.stdin:
        request = json.loads(line)
        with np.load(request["draws"]) as file:
            one, other = usable(file["one"]), usable(file["other"])
        began = time.perf_counter()
        try:
            level = request["delta"], request["alpha"]
            answer: dict[str, Any]
            if request["epsilon"] is None and bound is not None:
                answer = {"bound": float(bound(one, other, *level))}
            else:
                answer = {"refuted": bool(refutes(one, other, request["epsilon"], *level))}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {str(error)[:200]}"}
        answer["seconds"] = round(time.perf_counter() - began, 3)
        print(json.dumps(answer), file=out, flush=True)
