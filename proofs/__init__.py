"""Why the shipped formulas are right: theorems checked by machine, and the ledger of what the
papers state.
"""
