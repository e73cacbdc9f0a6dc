"""Load and crash: many tables driven over the loopback."""
