"""The theorems, in a folder for each paper by its key (`laws` for laws that no paper owns), one
theorem a file.
"""
