"""The built client: files with a hash in their name are kept for ever, every page of the app is index.html."""

from __future__ import annotations

import mimetypes
import re
from pathlib import Path

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from bungalow.server.problems import NoSuchThing

HASHED = re.compile(r"-[\w-]{8,}\.\w+$")
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
SECURITY = {  # and a Content-Security-Policy, which names the host (see edge.py)
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
NOT_BUILT = """<!doctype html><html lang="en"><title>Bungalow</title>
<p>The server runs, but its client has not been built: <code>./run</code> builds it.</p></html>"""


def client_files(folder: Path | None) -> list[HTTPRouteHandler]:
    """Handlers for everything that is not the API."""
    root = folder.resolve() if folder is not None else None

    def index() -> Response[bytes]:
        if root is None:
            return Response(NOT_BUILT.encode(), media_type="text/html", headers={"Cache-Control": ASK_AGAIN})
        return serve(root / "index.html")

    def serve(path: Path) -> Response[bytes]:
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        keep = FOR_EVER if HASHED.search(path.name) and path.parent.name == "assets" else ASK_AGAIN
        return Response(path.read_bytes(), media_type=kind, headers={"Cache-Control": keep})

    @get("/", include_in_schema=False, sync_to_thread=False)
    def front_page() -> Response[bytes]:
        return index()

    @get("/{path:path}", include_in_schema=False, sync_to_thread=False)
    def file_or_page(path: FromPath[str]) -> Response[bytes]:
        name = str(path).strip("/")
        if name.split("/")[0] in ("api", "schema"):
            raise NoSuchThing("there is nothing here")
        if root is not None:
            try:
                wanted = (root / name).resolve()
                if wanted.is_file() and wanted.is_relative_to(root):
                    return serve(wanted)
            except (OSError, ValueError):  # no file can have such a name
                raise NoSuchThing("there is no such file") from None
        if "." in name.rsplit("/", 1)[-1]:
            raise NoSuchThing("there is no such file")
        return index()

    return [front_page, file_or_page]
