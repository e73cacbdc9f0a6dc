"""One OpenAPI 3.1 document for REST, WebSocket messages and every title's view; the client's types come from it."""

from __future__ import annotations

from typing import Any, get_type_hints

import msgspec
from litestar import Litestar
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.spec import Components, SecurityScheme

from bungalow.core.contract import Game
from bungalow.server import messages
from bungalow.server.messages import Problem

REF = "#/components/schemas/{name}"
SOCKET_PATH = "/api/tables/{table}/socket"

PROBLEMS = {
    status: ResponseSpec(Problem, description=words, generate_examples=False)
    for status, words in {
        400: "The request cannot be understood",
        401: "The token is missing or unknown",
        403: "Not allowed to this guest",
        404: "There is no such thing",
        405: "Not with this method",
        409: "Not possible now",
        413: "The request is too big",
        429: "Too many requests",
        503: "The store does not answer",
    }.items()
}

CONFIG = OpenAPIConfig(
    title="Bungalow",
    version="1",
    description="Tables of modern board games. REST for pages and lists, one WebSocket for each open table.",
    path="/schema/rest",  # Litestar's own, without the socket; ours is /schema/openapi.json
    use_handler_docstrings=True,
    components=Components(security_schemes={"guest": SecurityScheme(type="http", scheme="bearer")}),
)


def document(app: Litestar, games: list[Game]) -> dict[str, Any]:
    """The document as plain data."""
    found: dict[str, Any] = app.openapi_schema.to_schema()
    views = {game.name: view for game in games if isinstance(view := view_type(game), type)}
    sides = [messages.FromBrowser, messages.FromServer]
    named = [*sides, *messages.structs(), *views.values()]
    schemas, components = msgspec.json.schema_components(named, ref_template=REF)
    held = found.setdefault("components", {}).setdefault("schemas", {})
    held.update(components)
    held["FromBrowser"], held["FromServer"] = schemas[0], schemas[1]
    if views:
        # By title; a frame's `view` is the one of its table's title.
        held["Views"] = {
            "type": "object",
            "required": sorted(views),
            "properties": {name: {"$ref": REF.format(name=view.__name__)} for name, view in sorted(views.items())},
        }
    found["x-sockets"] = {
        SOCKET_PATH: {
            "send": {"$ref": REF.format(name="FromBrowser")},
            "receive": {"$ref": REF.format(name="FromServer")},
        }
    }
    return found


def view_type(game: Game) -> object:
    """The typed view of a title: what its `view` is annotated to give back."""
    try:
        return get_type_hints(type(game).view).get("return")
    except (NameError, TypeError):
        return None
