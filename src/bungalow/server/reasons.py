"""Why bots move as they do: after the game for everybody, at a practice table for the person who plays there.

After the game a bot thinks the same again, with all that it knew. While a practice table is played, the answer is made
from what the one who asks may know (see `bungalow.bots.explain`). All thinking is done in a process of its own.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable

import msgspec

from bungalow.bots.explain import Explanation as Found
from bungalow.bots.explain import NoReasons
from bungalow.bots.table import manner
from bungalow.core.contract import SPECTATOR
from bungalow.server.bot_worker import Request
from bungalow.server.bots import BotWorkers, offered, question
from bungalow.server.messages import BotMove, Explanation
from bungalow.server.problems import NoSuchThing, NotNow, NotYourSeat
from bungalow.server.room import Room
from bungalow.server.store.base import Entry, GuestRow
from bungalow.server.table import BOT, Play

KEPT = 500
"""So many explanations are remembered."""


class Reasons:
    """Explanations of all tables; what was asked before is not thought again."""

    def __init__(self, bots: BotWorkers) -> None:
        self._bots = bots
        self._kept: OrderedDict[Hashable, Explanation] = OrderedDict()

    async def of_move(self, room: Room, move: int) -> Explanation:
        """Why a bot made that move of a finished game; moves count from 1, as in its record."""
        play = room.in_play()
        if not play.match.over:
            raise NotNow("which move it was can be asked when the game is over")
        moves = standing_moves(play)
        if not 1 <= move <= len(moves):
            raise NoSuchThing(f"this game has {len(moves)} moves, so there is no move {move}")
        entry = moves[move - 1]
        if entry.author != BOT:
            raise NoReasons("no bot made that move")
        record = question(play.match, play.match.led_to(entry.seat, move - 1))
        request = Request(room.table, record, entry.seat, bot_at(room, entry.seat), wish="reasons", played=entry.text)
        return await self._answer((room.table, move), request)

    async def of_moment(self, room: Room, guest: GuestRow | None, viewer: int, number: int, seat: int) -> Explanation:
        """Why a bot did what a viewer was shown with that number."""
        play = room.in_play()
        if not SPECTATOR <= viewer < len(room.seats) or not 0 <= seat < len(room.seats):
            raise NoSuchThing("there is no such seat at this table")
        shown = play.shown_to(viewer)
        if not 2 <= number <= shown.number:
            raise NoSuchThing(f"there is no number {number} to look back at")
        before, after = shown.entry_counts[number - 2], shown.entry_counts[number - 1]
        if play.match.over:
            moves = standing_moves(play)
            made = [at for at, entry in enumerate(moves, 1) if before < entry.seq <= after and entry.seat == seat]
            if not made:
                raise NoReasons(f"{room.seats[seat].name} had nothing to choose there")
            return await self.of_move(room, made[0])
        self._check_practice(room, guest, viewer)
        if room.seats[seat].kind != "bot":
            raise NoReasons("no bot made that move")
        # From here on nothing goes in that the viewer cannot see: the moment before, and what it was told next.
        record = play.match.record()
        record.moves = [(entry.seat, entry.text) for entry in play.standing_at(before) if entry.kind == "move"]
        said = [line.words for line in shown.lines if line.number == number]
        bot = bot_at(room, seat)
        request = Request(room.table, record.write(), seat, bot, wish="reasons-to", viewer=viewer, said=said)
        return await self._answer((room.table, viewer, number, seat, before), request)

    async def hint(self, room: Room, guest: GuestRow | None, seat: int, bot: str) -> Explanation:
        """What a bot would do in the place of the person at a practice table."""
        play = room.in_play()
        self._check_practice(room, guest, seat)
        if bot not in offered(play.match.game):
            raise NoSuchThing(f"there is no bot '{bot}' for {play.match.game.title}")
        if seat not in play.match.actors:
            raise NotNow("a hint is for a choice that you are asked to make")
        led = play.match.led_to(seat)
        request = Request(room.table, question(play.match, led), seat, bot, wish="reasons")
        return await self._answer((room.table, "hint", seat, bot, play.seq), request)

    def _check_practice(self, room: Room, guest: GuestRow | None, seat: int) -> None:
        if not room.row.practice:
            raise NotNow("bots give their reasons when the game is over, or at a practice table")
        if seat not in room.seats_of(guest):
            raise NotYourSeat("at a practice table the one who plays may ask")

    async def _answer(self, key: Hashable, request: Request) -> Explanation:
        if key not in self._kept:
            self._kept[key] = shown(await self._bots.explain(request))
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return self._kept[key]


def bot_at(room: Room, seat: int) -> str:
    return room.seats[seat].bot or ""


def standing_moves(play: Play) -> list[Entry]:
    """The moves of the record, with their authors."""
    return [entry for entry in play.standing_at(play.seq) if entry.kind == "move"]


def bot_moves(moves: list[Entry], first: int, end: int) -> list[BotMove]:
    """What bots did after the first `first` moves, up to the `end`th."""
    return [BotMove(at + 1, moves[at].seat) for at in range(first, end) if moves[at].author == BOT]


def shown(found: Found) -> Explanation:
    told = msgspec.to_builtins(found)
    return msgspec.convert(told | {"title": manner(found.bot).title}, Explanation)
