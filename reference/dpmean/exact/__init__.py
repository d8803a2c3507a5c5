"""Numbers that are exact or certified: how they enter, how they are computed, and how they are
spelled.
"""
