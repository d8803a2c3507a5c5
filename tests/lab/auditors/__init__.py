"""The score of auditors: mechanisms whose guarantee is known exactly, and how many draws each
auditor needs to see it.
"""
