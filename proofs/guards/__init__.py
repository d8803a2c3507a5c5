"""What can only refuse: nothing here makes the checker accept more, so it is no part of the trusted
base.
"""
