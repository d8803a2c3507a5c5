"""The answer of one person: randomized response."""

from parts.one_answer import event, tape, transcript
from parts.randomized import OBJECTS, exact

PROFILES = ("release-1",)
OBSERVED = True  # `event` answers requests with `observe` too
__all__ = ["OBJECTS", "OBSERVED", "PROFILES", "event", "exact", "tape", "transcript"]
