"""The rules of Burano by phase: seasons, pyramids, the turn, its three actions, and clean-up."""
