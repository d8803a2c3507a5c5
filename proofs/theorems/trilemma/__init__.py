"""Theorems about `trilemma`, one a file."""
