"""How the runner speaks with an implementation."""
