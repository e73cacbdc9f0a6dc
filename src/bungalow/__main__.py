"""`python -m bungalow` is the command `bungalow`."""

import sys

from bungalow.cli import program

if __name__ == "__main__":  # worker processes import this file too
    sys.exit(program())
