"""Twice twenty wrong implementations written without a look at the vectors, the checks or the tests
(a test from outside).
"""
