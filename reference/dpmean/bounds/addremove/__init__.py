"""Error constants and bounds of the paper `addremove`."""
