"""Bounds of the paper `hetero`."""
