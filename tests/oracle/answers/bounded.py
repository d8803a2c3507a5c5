"""The mean that Google's libraries call BoundedMean."""

from bounded import event, exact, tape, transcript

OBJECTS = ("bounded_mean",)
__all__ = ["OBJECTS", "event", "exact", "tape", "transcript"]
