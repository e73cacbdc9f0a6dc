"""Faults and attackers: what the server promises when something breaks or somebody is hostile."""
