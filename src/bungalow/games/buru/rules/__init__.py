"""The rules of Buru by room of the rulebook: effects, Lawan, the round, the moments for modules, setup."""
