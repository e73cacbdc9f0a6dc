"""`bungalow conformance`: does a title keep the contract?"""

from __future__ import annotations

import argparse

from bungalow.commands.common import OK, Commands


def add(commands: Commands) -> None:
    parser = commands.add_parser("conformance", help="check that a title keeps the contract")
    parser.set_defaults(run=run, json=False)


def run(args: argparse.Namespace) -> int:
    return OK
