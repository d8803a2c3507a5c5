"""Theorems about `hetero`, one a file."""
