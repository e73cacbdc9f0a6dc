"""Guests: people without an account, known by a secret token of which only a hash is kept."""

from __future__ import annotations

import hashlib
import re
import secrets
import time

import msgspec

from bungalow.core.errors import BadOptions
from bungalow.server.messages import Guest
from bungalow.server.problems import UnknownGuest
from bungalow.server.store.base import GuestRow, Store

REMEMBERED = 20_000
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without letters and digits that look alike."""
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def short_id(length: int = 12) -> str:
    """An id that cannot be guessed and is easy to read out."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def plain_line(text: str, what: str) -> str:
    """Text of one line without control characters."""
    line = " ".join(text.split())
    if not line or not line.isprintable():
        raise BadOptions(f"{what} is a line of printable characters")
    return line


def refuse_control(message: object) -> None:
    """Raises `BadOptions` if any text in a message, also a key, has a control character."""
    waiting: list[object] = [msgspec.to_builtins(message)]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            if CONTROL.search(value):
                raise BadOptions("a text has a control character; write it without")
        elif isinstance(value, dict):
            waiting += [*value, *value.values()]
        elif isinstance(value, list):
            waiting += value


def player_name(text: str) -> str:
    name = plain_line(text, "a name")
    if "|" in name:  # it separates names in a record
        raise BadOptions("a name is written without '|'")
    return name


class Guests:
    """Finds guests by their tokens."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: dict[str, GuestRow] = {}

    async def create(self, name: str) -> Guest:
        token = secrets.token_urlsafe(24)
        row = GuestRow(short_id(), player_name(name), hash_of(token), time.time())
        await self.store.add_guest(row)
        return Guest(row.guest, row.name, token)

    async def find(self, token: str) -> GuestRow:
        """The guest with this token, or `UnknownGuest`."""
        token_hash = hash_of(token)
        known = self._known.get(token_hash)
        if known is None:
            known = await self.store.find_guest(token_hash)
            if known is None:
                raise UnknownGuest("this browser is not known here; take a name first")
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            self._known[token_hash] = known
        return known


def hash_of(token: str) -> str:
    """A token has 192 random bits, so one round of a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()
