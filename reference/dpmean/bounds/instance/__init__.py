"""Error bounds of the paper `instance`, for means of vectors."""
