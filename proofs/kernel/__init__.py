"""The checker: what must be right for a proof to be right."""
