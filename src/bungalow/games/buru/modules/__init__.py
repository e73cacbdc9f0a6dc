"""The seven modules of the expansion Ambelau, each a class that overrides moments of the base game."""
