"""The client's own unit tests, and the types it has of the server's messages."""

from __future__ import annotations

from tools import web, web_types


def test_the_picker_and_its_helpers() -> None:
    web.test()


def test_the_client_knows_the_messages_of_the_server() -> None:
    assert web_types.stale() == ""
