"""Players: they get a guess of their seat and deal further guesses from it, never the true state."""
