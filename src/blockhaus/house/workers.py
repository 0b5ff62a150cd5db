"""Several processes of a house at one address of this machine. One that dies is started again.

They share the socket: whichever is free takes the next visitor. They share nothing else but the
database, so where one is stopped, killed or out of memory, the others go on.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from multiprocessing import connection
from multiprocessing.context import SpawnProcess
from multiprocessing.synchronize import Event

from .settings import Settings

logger = logging.getLogger(__name__)
spawning = multiprocessing.get_context("spawn")  # a fork would share threads' locks and lines
LOOK_EVERY = 0.5  # seconds
STEADY = 10.0  # seconds after which a process counts as well
LONGEST_WAIT = 30.0  # seconds before one that dies again and again is started anew
PATIENCE = 15.0  # seconds to close in

Gauges = socket.socket | None  # where the metrics of one process are shown
Serve = Callable[[Settings, socket.socket, Gauges, Callable[[], None]], None]


def run(
    settings: Settings,
    sock: socket.socket,
    gauges: list[socket.socket],
    serve: Serve,
    reachable: Callable[[], None],
) -> None:
    """Keep as many processes running as the settings say, until told to stop."""
    stopping = threading.Event()
    for asked in (signal.SIGINT, signal.SIGTERM):
        signal.signal(asked, lambda *_: stopping.set())
    first = spawning.Event()
    each: list[Gauges] = [*gauges] or [None] * settings.workers
    workers = [Worker(settings, sock, shown, serve, first) for shown in each]
    told = False
    try:
        while not stopping.is_set():
            for worker in workers:
                worker.look()
            if not told and first.is_set():
                told = True
                reachable()
            connection.wait([worker.sentinel for worker in workers if worker.alive], LOOK_EVERY)
    finally:
        for worker in workers:
            worker.ask_to_stop()
        for worker in workers:
            worker.wait()


class Worker:
    """One of the processes, and those that take its place."""

    def __init__(
        self, settings: Settings, sock: socket.socket, gauges: Gauges, serve: Serve, open_: Event
    ) -> None:
        self._work = settings, sock, gauges, serve, open_
        self._wait = 0.0  # before it is started again
        self._start()

    def _start(self) -> None:
        self._process: SpawnProcess = spawning.Process(target=_work, args=self._work, daemon=True)
        self._since = time.monotonic()
        self._process.start()

    @property
    def alive(self) -> bool:
        return self._process.is_alive()

    @property
    def sentinel(self) -> int:
        return self._process.sentinel

    def look(self) -> None:
        """Start it again if it has died; one that never stays for long has to wait."""
        if self.alive:
            return
        lived = time.monotonic() - self._since
        if lived > STEADY:
            self._wait = 0.0
        if lived >= self._wait:
            code = self._process.exitcode
            logger.error("a process of the house has ended (%s) and is started again", code)
            self._wait = min(LONGEST_WAIT, max(1.0, 2 * self._wait))
            self._start()

    def ask_to_stop(self) -> None:
        if self.alive:
            self._process.terminate()

    def wait(self) -> None:
        self._process.join(PATIENCE)
        if self.alive:
            self._process.kill()
            self._process.join()


def _work(
    settings: Settings, sock: socket.socket, gauges: Gauges, serve: Serve, open_: Event
) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    serve(settings, sock, gauges, open_.set)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
