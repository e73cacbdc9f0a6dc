"""The Fifth Player: red pieces for one more seat (AM-1.2). Hot code."""

from bungalow.games.buru.state import Module


class FifthPlayer(Module):
    """It adds no rule, so it overrides no moment; the title asks for it when five sit down."""
