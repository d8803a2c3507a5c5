"""Unbiased estimates from data whose size is private too: the truncated count and the smooth bound of a mean's local sensitivity. Formulas first."""
