"""Randomness of the implementations under the matrix: seeded, so that a row, and any part of it,
can be repeated.
"""

from __future__ import annotations

import json
from typing import Any

from dpmean.randomness.bits import Shake128ForTesting
from dpmean.suite import draws

from . import floats


def seed(name: str) -> None:
    """From here on our own adapter and the sampler in doubles draw from the stream of this name."""
    stream = Shake128ForTesting(name.encode())
    draws.SystemBits = lambda: stream
    # one by one: bugs are planted in the program that is released and in its samplers
    draws.MANY = 1 << 62
    floats.RNG.seed(name)


def seed_by(request: dict[str, Any]) -> None:
    """The stream of a request alone: what answers it runs does not depend on what was asked
    before.
    """
    seed(json.dumps({k: v for k, v in request.items() if k != "seq"}, sort_keys=True))
