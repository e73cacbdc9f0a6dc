"""What can be set when a server is started, with defaults fit for a home and for a stranger's bad manners."""

from __future__ import annotations

import os
from pathlib import Path

from msgspec import Struct, field

from bungalow.server.arguments import REQUESTS_PER_MINUTE

PACE_SECONDS = {"instant": 0.0, "quick": 0.6, "relaxed": 1.5}


class Limits(Struct, frozen=True):
    """Bounds that keep one client from disturbing the others."""

    body_bytes: int = 20_000
    message_bytes: int = 4_000
    messages_per_second: float = 30.0
    message_burst: int = 90
    requests_per_minute: int = REQUESTS_PER_MINUTE
    """REST, for each address."""
    work_rate: float = 10.0
    """Units of work (see `budget`) that each guest is given every second."""
    work_burst: float = 300.0
    """Units that each guest may have in reserve."""
    address_share: float = 4.0
    """An address has so many times the budget of a guest: several people share it at home."""
    local_share: float = 100.0
    """The same for this machine itself."""
    think_rate: float = 50.0
    """Units of work that bots may think for each guest every second; beyond that, other guests' bots go first."""
    think_burst: float = 3000.0
    away_seconds: float = 600.0
    """Bots stop thinking when nobody is connected and the people at the table have been away for that long."""
    tables_resumed: int = 200
    """At so many tables, those used last, bots resume after a restart; at the others when somebody connects."""
    hello_seconds: float = 10.0
    queue_messages: int = 100
    """A browser that falls further behind is closed and may reconnect."""
    sockets_per_table: int = 200
    """Of watchers."""
    sockets_per_player: int = 20
    """Of one guest who sits at the table, beside those of the watchers."""
    undos_per_table: int = 500
    chat_lines_sent: int = 50
    tables_listed: int = 50
    idle_seconds: float = 600.0
    """A table without connections is forgotten by the cache after that long."""


class Settings(Struct, frozen=True):
    """How one server runs."""

    data: Path
    database: str = ""
    """A PostgreSQL address; empty for SQLite in `data`."""
    web: Path | None = None
    """The built client."""
    bot_workers: int = max(2, min(4, (os.cpu_count() or 2) - 1))
    """At least two: the expensive turns of one guest leave one to the others."""
    paces: dict[str, float] = field(default_factory=PACE_SECONDS.copy)
    limits: Limits = Limits()
    hosts: tuple[str, ...] = ()
    """Names of this server besides localhost and its addresses, such as that of a proxy before it."""
    local: bool = True
    """Listens for this machine only: under another name than these it cannot have been meant."""
    seed: int | None = None
    """What the seeds of tables come from, for tests; None: from the system, so that nobody can foresee them."""


def default_data() -> Path:
    """Where a person's own data belongs on this system."""
    from platformdirs import user_data_path

    return user_data_path("bungalow", appauthor=False)


def default_web() -> Path | None:
    """The built client: `BUNGALOW_WEB`, the one that is packaged, or the one in the repository."""
    here = Path(__file__).resolve()
    named = os.environ.get("BUNGALOW_WEB")
    places = [Path(named)] if named else [here.parent / "web", here.parents[3] / "web" / "dist"]
    return next((place for place in places if (place / "index.html").is_file()), None)
