"""Research: many games, their figures, and what they tell."""
