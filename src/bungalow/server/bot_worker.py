"""A process in which bots think. A table comes as the text of its record; the bot is shown a guess of its seat.

{"table": "..", "record": "bungalow record 1\\n..", "seat": 1, "bot": "greedy", "wish": "move"}
{"text": "build T17", "error": "", "code": "", "reasons": null}
"""

from __future__ import annotations

import os
import sys
from collections import OrderedDict
from typing import Literal

import msgspec

from bungalow.bots.explain import Explanation, explain, explain_to
from bungalow.bots.table import think
from bungalow.core.errors import BungalowError
from bungalow.core.match import Match
from bungalow.core.record import Record
from bungalow.core.registry import find

REMEMBERED = 200


class Request(msgspec.Struct):
    table: str
    record: str
    seat: int
    bot: str
    wish: Literal["move", "reasons", "reasons-to"] = "move"
    """A move; the bot's own reasons; its reasons as far as `viewer` may know them."""
    played: str = ""
    """For its own reasons: what it did."""
    viewer: int = -1
    said: list[str] = []
    """For a viewer: the lines of the log that came next."""


class Answer(msgspec.Struct):
    text: str = ""
    error: str = ""
    code: str = ""
    """Of an error that people may read."""
    reasons: Explanation | None = None


class Thinker:
    """Answers requests and remembers the tables they were about."""

    def __init__(self) -> None:
        self.matches: OrderedDict[str, Match] = OrderedDict()

    def answer(self, line: bytes) -> Answer:
        try:
            request = msgspec.json.decode(line, type=Request)
            return self.think(request, self.match(request))
        except BungalowError as error:
            return Answer(error=error.words, code=error.code)
        except Exception as error:
            return Answer(error=f"{type(error).__name__}: {error}")

    def think(self, request: Request, match: Match) -> Answer:
        if request.wish == "move":
            return Answer(think(request.bot, match, request.seat).text)
        if request.wish == "reasons":
            return Answer(reasons=explain(request.bot, match, request.seat, request.played))
        return Answer(reasons=explain_to(request.viewer, request.bot, match, request.seat, request.said))

    def match(self, request: Request) -> Match:
        """The match of the record: the one remembered, played on, where the record continues it."""
        record = Record.read(request.record)
        match = self.matches.pop(request.table, None)
        if match is not None:
            past = [(played.seat, played.text) for played in match.history]
            if past != record.moves[: len(past)] or match.seed != record.seed:
                match = None
        if match is None:
            options: dict[str, object] = dict(record.options)
            match = Match(find(record.title), record.seats, options=options, seed=record.seed, names=record.names)
        for seat, text in record.moves[len(match.history) :]:
            match.play(seat, text)
        self.matches[request.table] = match
        if len(self.matches) > REMEMBERED:
            self.matches.popitem(last=False)
        return match


def main() -> None:
    os.nice(int(sys.argv[1]))
    thinker = Thinker()
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(thinker.answer(line)) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
