"""The checker: what must be right for a proof to be right, with all that it calls of this project.

`points`, `models` and `captured` make it refuse more; they stand here because rules call them.
"""
