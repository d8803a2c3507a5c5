"""Theorems about `instance`, one a file."""
