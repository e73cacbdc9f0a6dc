"""What the server refuses besides the engine's own errors: each with a code, words and an HTTP status."""

from __future__ import annotations

from bungalow.core.errors import BungalowError


class BadRequest(BungalowError):
    """The request cannot be understood."""

    code = "bad-request"


class ForeignHost(BungalowError):
    """The request names a host that is not this server."""

    code = "foreign-host"


class ForeignOrigin(BungalowError):
    """A page of another site sent the request."""

    code = "foreign-origin"


class NoSuchThing(BungalowError):
    """No table, title or page of that name."""

    code = "not-found"


class UnknownGuest(BungalowError):
    """The token is missing or belongs to nobody."""

    code = "unknown-guest"


class NotYourSeat(BungalowError):
    """The seat belongs to somebody else."""

    code = "not-your-seat"


class NeedsPerson(BungalowError):
    """A table of bots alone, which only somebody at the server's own machine may set up."""

    code = "needs-person"


class SeatNotOpen(BungalowError):
    """The seat, or every seat, is taken."""

    code = "seat-taken"


class NotNow(BungalowError):
    """The table is not in the state that this needs: not yet begun, still in play, or over."""

    code = "not-now"


class TooMany(BungalowError):
    """A bound of the server is reached."""

    code = "too-many"


class TooFast(BungalowError):
    """Somebody asks for more than a fair share; nothing was done."""

    code = "too-fast"


class Muted(BungalowError):
    """The opener of the table lets the guest not write in its chat."""

    code = "muted"


class NotYourTable(BungalowError):
    """Only the guest who opened a table may do this."""

    code = "not-your-table"


class Unavailable(BungalowError):
    """The server cannot do it at the moment; nothing was changed."""

    code = "unavailable"


STATUS = {
    "bad-options": 400,
    "bad-request": 400,
    "unreadable-move": 400,
    "unknown-guest": 401,
    "foreign-host": 403,
    "foreign-origin": 403,
    "needs-person": 403,
    "not-your-seat": 403,
    "not-your-table": 403,
    "muted": 403,
    "not-found": 404,
    "seat-taken": 409,
    "not-now": 409,
    "too-many": 429,
    "too-fast": 429,
    "unavailable": 503,
}


def status_of(error: BungalowError) -> int:
    return STATUS.get(error.code, 409)


# Codes with which a socket is closed.
GOING_AWAY = 1012
"""The server restarts: connect again."""
TOO_BIG = 1009
TOO_SLOW = 1013
"""The browser does not keep up, or the store failed: connect again."""
BAD_MESSAGE = 4400
UNKNOWN_GUEST = 4401
FORBIDDEN = 4403
NO_SUCH_TABLE = 4404
NO_HELLO = 4408
CROWDED = 4409
TOO_FAST = 4429
