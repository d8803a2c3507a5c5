"""Draws that are judged: who asks for them, what they are read into, and every look at them."""
