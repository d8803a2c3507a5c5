"""Bounds of the paper `instance`."""
