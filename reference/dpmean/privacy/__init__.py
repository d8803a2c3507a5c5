"""What a mechanism promises: neighbouring relations, guarantees, privacy losses, and what becomes of guarantees.

Groups, composition, conversions and amplification by shuffling: in each file the formulas first, then the names of
`value`.
"""
