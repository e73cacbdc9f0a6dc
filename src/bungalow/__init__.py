"""A home for modern board games: one rules core for people, bots and researchers."""

from typing import TYPE_CHECKING

from bungalow.pure import choose_engine

# First of all: it settles whether the modules imported from here on are compiled or sources.
compiled: bool = choose_engine()

if TYPE_CHECKING:
    from bungalow.core.errors import BungalowError as BungalowError
    from bungalow.core.match import Match as Match
    from bungalow.core.match import Move as Move
    from bungalow.core.match import new as new
    from bungalow.core.match import replay as replay
    from bungalow.core.record import Record as Record
    from bungalow.core.registry import find as find
    from bungalow.core.registry import titles as titles

_HOMES = {
    "BungalowError": "errors",
    "Match": "match",
    "Move": "match",
    "new": "match",
    "replay": "match",
    "Record": "record",
    "find": "registry",
    "titles": "registry",
}


def __getattr__(name: str) -> object:
    """The public names, imported when first asked for: `import bungalow` alone stays light."""
    if name in _HOMES:
        from importlib import import_module

        value: object = getattr(import_module(f"bungalow.core.{_HOMES[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'bungalow' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
