"""The kinds of vectors, one a file."""
