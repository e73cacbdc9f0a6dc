"""The schema of the server's messages for the client, whose TypeScript types are made from it.

`./run types` writes web/src/lib/wire.json and from it web/src/lib/wire.ts; `./run check` says when they are old.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import msgspec

from bungalow.server import messages

LIB = Path(__file__).resolve().parent.parent / "web" / "src" / "lib"
SCHEMA = LIB / "wire.json"


def document() -> str:
    """An OpenAPI document that holds nothing but the messages, the same bytes for the same messages."""
    _, schemas = msgspec.json.schema_components(messages.structs(), ref_template="#/components/schemas/{name}")
    for schema in schemas.values():
        _require_tag(schema)
    whole = {
        "openapi": "3.1.0",
        "info": {"title": "Bungalow messages", "version": "1"},
        "paths": {},
        "components": {"schemas": dict(sorted(schemas.items()))},
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def _require_tag(schema: dict[str, object]) -> None:
    """msgspec leaves the tag of a message out of `required`, though it is always there."""
    properties = schema.get("properties")
    if isinstance(properties, dict) and "type" in properties:
        required = schema.setdefault("required", [])
        assert isinstance(required, list)
        if "type" not in required:
            required.insert(0, "type")


def write() -> None:
    SCHEMA.write_text(document())


def stale() -> str:
    """What to type when the client's copy is old; else nothing."""
    if SCHEMA.exists() and SCHEMA.read_text() == document():
        return ""
    return "The client's copy of the messages is old. Type:  ./run types"


if __name__ == "__main__":
    sys.exit(stale() or 0)
