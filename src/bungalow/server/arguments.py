"""What `bungalow serve` may be told on the command line; light, so that the command line can ask for it at any time."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

HOST = "127.0.0.1"
PORT = 8765
REQUESTS_PER_MINUTE = 600


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default=HOST, help=f"address to listen on (default {HOST}; 0.0.0.0: the network)")
    parser.add_argument("--port", type=int, default=PORT, help=f"port to listen on (default {PORT}; 0: a free one)")
    parser.add_argument("--data", type=Path, help="folder of the database (default: the user's data folder)")
    parser.add_argument(
        "--database",
        default=os.environ.get("BUNGALOW_DATABASE", ""),
        metavar="URL",
        help="postgresql://... instead of SQLite (default: the environment's BUNGALOW_DATABASE)",
    )
    parser.add_argument("--web", type=Path, help="folder of the built client")
    parser.add_argument("--requests-per-minute", type=int, default=REQUESTS_PER_MINUTE, help=argparse.SUPPRESS)
    # For tests: the same tables again. Whoever knows it could foresee every deal.
    parser.add_argument("--seed", type=int, help=argparse.SUPPRESS)
