"""Asynchronous code in tests."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


def run_in_loop(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """As asyncio.run, in a thread of its own: after a browser test, Playwright's loop runs in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()
