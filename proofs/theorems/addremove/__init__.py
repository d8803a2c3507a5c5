"""Theorems about `addremove`, one a file."""
