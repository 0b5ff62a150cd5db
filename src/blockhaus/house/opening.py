"""Opening the house from the command line: where it keeps its things, and at which address."""

from __future__ import annotations

import errno
import os
import signal
import socket
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI
from starlette.types import ASGIApp

from ..core.errors import BlockhausError
from . import metrics, workers
from .app import make_app
from .connections import AT_ONCE, Door, lines_of
from .database_file import held
from .databases import database, migrated
from .house import House
from .log_lines import start_logging
from .origins import is_loopback
from .settings import Settings

LARGEST_MESSAGE = 16 * 1024
BACKLOG = 2048  # visitors that wait until a process is free
# Seconds after which a thread that runs Python lets another one go on. The loop lets go at every
# message it sends; with Python's own 5 ms the p99 of people in a crowd was 440 to 611 ms, not 381.
SWITCH = 0.0005
EVERYWHERE = ("0.0.0.0", "::", "")  # hosts that stand for every address of the machine


class OpeningError(BlockhausError):
    """The house cannot be opened as asked."""


def checked_folder(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise OpeningError(
            "The house cannot keep its tables in {folder}: {reason}. "
            "Choose another folder with --data.",
            folder=str(folder),
            reason=error.strerror or "",
        ) from None
    return folder


def bound_socket(host: str, port: int) -> socket.socket:
    """A socket at the address, taken before anything else is started."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError:
        raise OpeningError("There is no address {host}.", host=host) from None
    sock = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(address)
    except OSError as error:
        sock.close()
        raise _told(error, host, port) from None
    return sock


def origin(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def network_origin(host: str, port: int) -> str | None:
    """Where other devices in the network reach a house that listens at a host; None if nowhere."""
    if host in EVERYWHERE:
        host = own_address()
    return None if host == "localhost" or is_loopback(host) else origin(host, port)


def own_address() -> str:
    """The address of this machine in its network. Nothing is sent: UDP only chooses a way."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(("192.0.2.1", 9))  # an address for documents, which belongs to nobody
        except OSError:
            return "localhost"
        return str(way.getsockname()[0])


def _told(error: OSError, host: str, port: int) -> OpeningError:
    if error.errno == errno.EADDRINUSE:
        return OpeningError(
            "Port {port} is taken, perhaps by a house that is open already. "
            "Choose another one with --port.",
            port=port,
        )
    if isinstance(error, PermissionError):
        return OpeningError("Port {port} may not be used here; choose one above 1023.", port=port)
    return OpeningError(
        "The house cannot open at {host}, port {port}: {reason}.",
        host=host,
        port=port,
        reason=error.strerror or "",
    )


class Server(uvicorn.Server):
    """A server that says when it can be reached, and says goodbye before it closes."""

    def __init__(self, config: uvicorn.Config, reachable: Callable[[], None]) -> None:
        super().__init__(config)
        self.reachable = reachable

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            for listening in sockets or []:
                listening.listen(BACKLOG)
            self.reachable()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        house: House | None = getattr(getattr(self.config.app, "state", None), "house", None)
        if house:
            await house.say_goodbye()
        await super().shutdown(sockets)


def server_config(app: ASGIApp, settings: Settings, **wishes: Any) -> uvicorn.Config:
    """How the server of a house is set up."""
    requests, sockets = lines_of(Door(settings))
    return uvicorn.Config(
        app,
        http=requests,
        ws=sockets,
        loop="asyncio",
        backlog=AT_ONCE,
        log_config=None,
        access_log=False,
        proxy_headers=False,  # the house asks itself whom a proxy passes on
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,  # costs more time than it saves for messages this small
        timeout_keep_alive=max(1, round(settings.lines.idle)),
        timeout_graceful_shutdown=5,
        server_header=False,
        **wishes,
    )


class HouseServer(Server):
    """Opens the house by itself: what keeps it from opening is told to who opens it, and uvicorn
    would only log it.
    """

    def __init__(
        self,
        app: FastAPI,
        settings: Settings,
        reachable: Callable[[], None],
        gauges: socket.socket | None = None,
    ) -> None:
        super().__init__(server_config(app, settings, lifespan="off"), reachable)
        self.doors = app.router.lifespan_context(app)
        self.app, self.gauges = app, gauges

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await self.doors.__aenter__()
        if self.gauges:
            await metrics.show(self.gauges, lambda: metrics.text(self.app.state.house))
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        await self.doors.__aexit__(None, None, None)


def open_house(settings: Settings, say: Callable[[str], None]) -> None:
    """Run the house until it is told to stop."""
    if settings.workers > 1 and not settings.database:
        raise OpeningError(
            "Only one process can keep its tables in a file. For {number} of them tell the house "
            "a PostgreSQL database with --database.",
            number=settings.workers,
        )
    with ExitStack() as held_open:
        if not settings.database:
            checked_folder(settings.folder)
            held_open.enter_context(held(settings.folder))
        sock = held_open.enter_context(bound_socket(settings.host, settings.port))
        gauges = [held_open.enter_context(each) for each in gauges_sockets(settings)]
        _run(settings, sock, gauges, say)


def gauges_sockets(settings: Settings) -> Iterator[socket.socket]:
    """Where the metrics are shown, if they are: of several processes each has a port of its own,
    one after the other.
    """
    if not settings.metrics:
        return
    host, _, port = settings.metrics.rpartition(":")
    for number in range(settings.workers):
        try:
            yield bound_socket(host.strip("[]"), int(port) + (number if int(port) else 0))
        except OpeningError as error:
            raise OpeningError(
                "The metrics cannot be shown at {address}: {why}",
                address=settings.metrics,
                why=error,
            ) from None


def _run(
    settings: Settings,
    sock: socket.socket,
    gauges: list[socket.socket],
    say: Callable[[str], None],
) -> None:
    host = settings.host
    start_logging(settings.log)
    taken = sock.getsockname()[1]
    address = f"{origin('localhost' if host in EVERYWHERE else host, taken)}{settings.base_path}/"
    settings = replace(settings, network=network_origin(host, taken))

    def reachable() -> None:
        say(f"The house is open: {address}")
        if settings.browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    if settings.workers > 1:
        check_reachable(settings.database)
        sock.listen(BACKLOG)
        workers.run(settings, sock, gauges, serve, reachable)
    else:
        serve(settings, sock, gauges[0] if gauges else None, reachable)
    say("The house is closed.")


def check_reachable(url: str) -> None:
    """What keeps a house from opening is told before any process is started."""
    found = database(url)
    try:
        migrated(found)
    finally:
        found.engine.dispose()


def serve(
    settings: Settings,
    sock: socket.socket,
    gauges: socket.socket | None,
    reachable: Callable[[], None],
) -> None:
    """One process of a house, until it is told to stop."""
    repeats = start_logging(settings.log)
    server = HouseServer(make_app(settings), settings, reachable, gauges)
    # uvicorn closes in peace and then sends itself the signal again: being asked is no failure.
    for asked in (signal.SIGINT, signal.SIGTERM):
        signal.signal(asked, lambda *_: None)
    sys.setswitchinterval(SWITCH)
    server.run([sock])
    repeats.tell()
