"""The plans: which vectors there are and why, one file an idea.

What they expect is computed by the files one folder up; their tables of cases stand beside them as data (`tables.py`).
"""
