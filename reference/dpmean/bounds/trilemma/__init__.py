"""Bounds of the paper `trilemma`."""
