"""`python -m bungalow` is the command `bungalow`."""

import sys

from bungalow.cli import main

if __name__ == "__main__":  # worker processes import this file too
    sys.exit(main())
