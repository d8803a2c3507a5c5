"""What is known of a program without running it at random: the exact law of its release."""
