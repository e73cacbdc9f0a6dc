"""A home for modern board games: one rules core for people, bots and researchers."""
