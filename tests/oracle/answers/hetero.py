"""Mechanisms with one epsilon per user, and their bounds."""

from estimates import transcript
from hetero.events import event_probability as event
from hetero.replay import tape
from hetero.values import OBJECTS
from hetero.values import answer as exact

__all__ = ["OBJECTS", "event", "exact", "tape", "transcript"]
