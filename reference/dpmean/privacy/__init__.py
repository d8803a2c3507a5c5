"""From guarantees to guarantees: groups, composition, conversions, amplification by shuffling.

Formulas first, then the names of `value`.
"""
