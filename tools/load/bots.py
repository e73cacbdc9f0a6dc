"""Measure how long an easy bot takes to answer while one guest has forty tables of three expert bots each.

    ./run python -m tools.load.bots [TABLES]

Prints the seconds from a move to the bot's answer, alone and beside the forty tables.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

from tests.server.client import Guest
from tools.server_process import ServerProcess

ANSWERS = 15
ATTACK = {"x-forwarded-for": "192.0.2.66"}


def answers(guest: Guest, count: int) -> list[float]:
    """Play against an easy bot; return how long each of its turns took."""
    found: list[float] = []
    with guest.sit(guest.new_table("me", "easy")) as sitting:
        sitting.until("frame", 60.0)
        while len(found) < count:
            while not sitting.frames[0]["options"]:
                sitting.until("frame", 60.0)
            number = sitting.frames[0]["number"]
            began = time.monotonic()
            assert sitting.play(0)["type"] == "ack"
            while sitting.frames[0]["number"] == number:
                sitting.until("frame", 60.0)
            if not sitting.frames[0]["options"]:
                while not sitting.frames[0]["options"]:
                    sitting.until("frame", 60.0)
                found.append(time.monotonic() - began)
    return found


def show(name: str, found: list[float]) -> None:
    print(f"{name}: p50 {statistics.median(found):.2f} s, max {max(found):.2f} s of {len(found)} answers")


def main(tables: int) -> None:
    with tempfile.TemporaryDirectory(prefix="bungalow-bots-") as folder, ServerProcess(Path(folder)) as server:
        ada, mallory = Guest(server.address, "Ada"), Guest(server.address, "Mallory")
        mallory.http.headers.update(ATTACK)
        answers(ada, 1)
        show("alone", answers(ada, ANSWERS))
        for _ in range(tables):
            mallory.new_table("expert", "expert", "expert", "me")
        show(f"beside {tables} tables of experts", answers(ada, ANSWERS))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
