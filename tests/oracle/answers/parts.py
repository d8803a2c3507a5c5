"""A count of records and a sum of bounded ones: the two halves of a mean."""

from parts.events import event
from parts.params import OBJECTS
from parts.records import transcript
from parts.replay import tape
from parts.values import exact

PROFILES = ("release-3",)
OBSERVED = True  # `event` answers requests with `observe` too
__all__ = ["OBJECTS", "OBSERVED", "PROFILES", "event", "exact", "tape", "transcript"]
