"""What a parameter is, how it is parsed, and what one name of the catalogue needs to say."""
