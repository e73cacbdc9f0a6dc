"""The lab's commands are run as those of the command line are."""

from tests.cli.conftest import bungalow

__all__ = ["bungalow"]
