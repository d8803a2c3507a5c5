"""Which vectors of a count and of a bounded sum there are."""
