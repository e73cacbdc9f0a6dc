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
    sockets: int = 10_000
    """Of all browsers together, or as many as the system allows."""
    sockets_kept: float = 0.25
    """This share of all sockets is kept for guests who sit at their table."""
    sockets_per_guest: int = 100
    """At all tables; from this machine `local_share` times as many."""
    sockets_per_address: int = 300
    """Of browsers whose guest does not sit at the table; from this machine `local_share` times as many."""
    sockets_greeting: int = 40
    """Of one address that have not said hello; from this machine `local_share` times as many."""
    sockets_per_table: int = 200
    """Of watchers."""
    sockets_per_player: int = 20
    """Of one guest who sits at the table, beside those of the watchers."""
    connections_per_address: int = 100
    """For REST and pages; from this machine `local_share` times as many."""
    connections: int = 4_000
    """For REST and pages, of all addresses together."""
    request_seconds: float = 10.0
    """A request must be complete after that long."""
    request_rate: float = 1_000.0
    """Each second is one more for so many bytes that have come."""
    request_seconds_at_most: float = 40.0
    silent_seconds: float = 30.0
    """A new connection on which nothing comes is closed."""
    idle_connection_seconds: int = 5
    """A connection is closed that long after an answer."""
    reading_seconds: float = 60.0
    """Who does not read an answer for so long is cut off."""
    ping_seconds: float = 20.0
    """How often a socket is pinged, and how long the answer may take."""
    undos_per_table: int = 500
    chat_lines_sent: int = 50
    chat_lines_kept: int = 500
    """Of each table."""
    chat_burst: float = 5.0
    """Lines that a guest may write at once."""
    chat_rate: float = 0.5
    """Lines that a guest may write every second."""
    strangers_burst: float = 8.0
    """Lines that all who do not sit at a table may write there at once."""
    strangers_rate: float = 0.2
    muted_per_table: int = 100
    open_per_guest: int = 10
    """Tables that wait for people to join, by their opener."""
    running_per_guest: int = 50
    """Tables in play that were visited lately, by their opener."""
    recent_seconds: float = 86_400.0
    """What lately means."""
    tables_listed: int = 50
    listed_per_guest: int = 3
    listed_per_address: int = 20
    listed_seconds: float = 3_600.0
    """An open table that nobody of its people has visited for longer is not listed."""
    expire_seconds: float = 86_400.0
    """An open table that nobody of its people has visited for longer is closed."""
    expire_private_seconds: float = 30 * 86_400.0
    sweep_seconds: float = 300.0
    """How often abandoned tables are looked for, and visits noted."""
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
