"""Write the schema of the server's messages for the client, whose TypeScript types are made from it.

    python -m tools.web_types           write web/src/lib/wire.json
    python -m tools.web_types --check   only say whether it is up to date
"""

from __future__ import annotations

import inspect
import json
import sys
from pathlib import Path

import msgspec

from bungalow.server import messages

FILE = Path(__file__).resolve().parent.parent / "web" / "src" / "lib" / "wire.json"


def document() -> str:
    """An OpenAPI document that holds nothing but the messages, the same bytes for the same messages."""
    structs = [
        thing
        for _, thing in sorted(inspect.getmembers(messages, inspect.isclass))
        if issubclass(thing, msgspec.Struct) and thing.__module__ == messages.__name__
    ]
    _, schemas = msgspec.json.schema_components(structs, ref_template="#/components/schemas/{name}")
    for schema in schemas.values():
        _complete(schema)
    whole = {
        "openapi": "3.1.0",
        "info": {"title": "Bungalow messages", "version": "1"},
        "paths": {},
        "components": {"schemas": dict(sorted(schemas.items()))},
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def _complete(schema: dict[str, object]) -> None:
    """A tag is always there, which msgspec's schema says only with `const`-like enums; say it as required."""
    properties = schema.get("properties")
    if isinstance(properties, dict) and "type" in properties:
        required = schema.setdefault("required", [])
        assert isinstance(required, list)
        if "type" not in required:
            required.insert(0, "type")


def main(arguments: list[str]) -> int:
    wanted = document()
    if "--check" in arguments:
        if FILE.exists() and FILE.read_text() == wanted:
            return 0
        print("The client's copy of the messages is old. Type:  ./run types")
        return 1
    FILE.write_text(wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
