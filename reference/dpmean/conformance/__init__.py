"""Judging an implementation: how it is spoken to, how its replies are judged, and what reports say
of it.
"""
