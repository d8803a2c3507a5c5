"""The mechanisms of the paper on the add-remove model (key `addremove`), each in the file of its
name.
"""
