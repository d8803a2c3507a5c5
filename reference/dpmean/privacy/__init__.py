"""What a mechanism promises: neighbouring relations, guarantees, privacy losses, and what becomes
of guarantees.

The files on groups, composition, conversions and amplification by shuffling have the formulas
first, then the names of `value`.
"""
