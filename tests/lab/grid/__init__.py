"""The grid of classes: which parameter of which object is asked at which class of numbers."""
