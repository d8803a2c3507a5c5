"""What the papers prove about errors: bounds and minimax constants, in a folder for each paper by
its key.
"""
