"""Error bounds of the paper `trilemma`, for means with little or no bias."""
