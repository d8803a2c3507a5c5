"""How replies are judged."""
