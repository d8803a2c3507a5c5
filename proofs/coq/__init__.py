"""Theorems in Coq about the shipped functions, and what writes these as Gallina."""
