"""A person plays in a terminal."""
