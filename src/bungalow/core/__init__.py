"""The contract: what every title offers and everything else relies on. No game, no I/O."""
