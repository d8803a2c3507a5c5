"""Every law a second time, in mpmath with 60 digits, written from its definition alone: a witness
and no product.

Nothing is shared with the shipped laws and samplers, and no closed form is used: a law is its
weight, which is integrated or summed cell by cell, and a draw is made by composition or by
inverting what was summed. `deriving/precise` compares these laws with the catalogue. This room
imports no other, and is the only one that imports mpmath. Draws are for tests, from a seed.
"""
