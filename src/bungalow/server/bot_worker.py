"""A process in which bots think. A table comes as the text of its record; the bot is shown a guess of its seat.

{"table": "..", "record": "bungalow record 1\\n..", "seat": 1, "bot": "greedy", "seed": "123"}
{"text": "build T17", "error": ""}
"""

from __future__ import annotations

import sys
from collections import OrderedDict

import msgspec

from bungalow.bots import table as bots
from bungalow.core.match import Match
from bungalow.core.random import seeded
from bungalow.core.record import Record
from bungalow.core.registry import find

REMEMBERED = 200


class Request(msgspec.Struct):
    table: str
    record: str
    seat: int
    bot: str
    seed: int


class Answer(msgspec.Struct):
    text: str
    error: str


class Thinker:
    """Answers requests and remembers the tables they were about."""

    def __init__(self) -> None:
        self.matches: OrderedDict[str, Match] = OrderedDict()

    def answer(self, line: bytes) -> Answer:
        try:
            request = msgspec.json.decode(line, type=Request)
            match = self.match(request)
            option = bots.choose(bots.make(request.bot, match.game), match.state, request.seat, seeded(request.seed))
            return Answer(match.move(request.seat, option).text, "")
        except Exception as error:
            return Answer("", f"{type(error).__name__}: {error}")

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
    thinker = Thinker()
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(thinker.answer(line)) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
