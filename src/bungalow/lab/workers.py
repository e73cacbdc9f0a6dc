"""Worker processes that play games in parallel. They end with the process that started them, however that ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager


def cores() -> int:
    """Return how many processes this machine lets us run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def workers(count: int) -> Iterator[ProcessPoolExecutor]:
    """Yield a pool of `count` processes. If the block raises, they are terminated and their games dropped."""
    context = multiprocessing.get_context("spawn")  # a fork would copy the threads of a progress bar
    others = set(multiprocessing.active_children())
    with ProcessPoolExecutor(count, mp_context=context, initializer=begin) as pool:
        try:
            yield pool
        except BaseException:
            with uninterrupted():
                for worker in set(multiprocessing.active_children()) - others:
                    worker.terminate()
                # Waiting is quick now, and needed: the pool's thread closes a pipe to which Python writes at its exit.
                pool.shutdown(wait=True, cancel_futures=True)
            raise


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ignore Ctrl-C and SIGTERM in the block: an interrupted `Thread.join` takes a running thread for an ended one."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, signal.SIG_IGN) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def begin() -> None:
    """Ctrl-C reaches every process of a terminal, and only the parent is to answer it; a killed parent is missed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)  # in the middle of a game: its result has nobody to go to
