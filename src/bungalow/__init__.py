"""A home for modern board games: one rules core for people, bots and researchers."""

from bungalow.pure import choose_engine

# First of all: it settles whether the modules imported from here on are compiled or sources.
compiled: bool = choose_engine()
