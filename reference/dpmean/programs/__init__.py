"""Mechanisms as programs over draws, and the interpreters that run such a program."""
