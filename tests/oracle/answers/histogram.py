"""A histogram: many counts at once."""

from parts.histogram_events import event
from parts.histogram_params import OBJECTS
from parts.histogram_records import transcript
from parts.histogram_replay import tape
from parts.histogram_values import exact

PROFILES = ("release-3",)
OBSERVED = True  # `event` answers requests with `observe` too
__all__ = ["OBJECTS", "OBSERVED", "PROFILES", "event", "exact", "tape", "transcript"]
