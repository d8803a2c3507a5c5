"""Which vectors of laws there are."""
