"""Theorems about `parts`, one a file."""
