"""What finite-domain steps run through: laws, searches, codes and data sets that are small enough
to take all.
"""
