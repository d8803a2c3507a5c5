"""Adapters that mean harm, as rows of a table: `adapter.py NAME` is one of them."""
