"""Means with little or no bias, Student's t, and accounts of privacy."""

from trilemma.events import event_probability as event
from trilemma.replay import tape
from trilemma.steps import transcript
from trilemma.values import OBJECTS
from trilemma.values import answer as exact

PROFILES = ("release-2",)
__all__ = ["OBJECTS", "PROFILES", "event", "exact", "tape", "transcript"]
