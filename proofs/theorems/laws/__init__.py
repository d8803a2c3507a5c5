"""Theorems about `laws`, one a file."""
