"""What builds and checks the house; no part of the installed package."""
