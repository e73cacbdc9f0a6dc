"""Players that are programs. They get a guess of their seat, never the true state."""
