"""Opening the house from the command line: where it keeps its things, and at which address."""

from __future__ import annotations

import errno
import json
import logging
import os
import signal
import socket
import sys
import tempfile
import threading
import time
import webbrowser
from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path

import uvicorn

from ..core.errors import BlockhausError
from .app import make_app
from .house import Settings

PORT = 8420
LARGEST_MESSAGE = 16 * 1024
EVERYWHERE = ("0.0.0.0", "::", "")  # hosts that stand for every address of the machine


class OpeningError(BlockhausError):
    """The house cannot be opened as asked."""


def data_folder() -> Path:
    """Where a user's programs keep what they must not lose."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local")) / "blockhaus"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/blockhaus"
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share"
    return Path(base) / "blockhaus"


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
    return None if host == "localhost" or _is_loopback(host) else origin(host, port)


def own_address() -> str:
    """The address of this machine in its network. Nothing is sent: UDP only chooses a way."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(("192.0.2.1", 9))  # an address for documents, which belongs to nobody
        except OSError:
            return "localhost"
        return str(way.getsockname()[0])


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:  # a name
        return False


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


LEVELS = {name: getattr(logging, name.upper()) for name in ("debug", "info", "warning", "error")}
LEAST = {"blockhaus": "debug", "uvicorn.error": "info"}


class JsonLines(logging.Formatter):
    """One JSON object a line. Only what is listed here is ever logged: no cookies, no bodies."""

    def format(self, record: logging.LogRecord) -> str:
        facts = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            facts["trace"] = self.formatException(record.exc_info)
        return json.dumps(facts)


def start_logging(level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    # Libraries log headers and statements in detail, cookies and secrets among them.
    for name in ("blockhaus", "uvicorn.error"):
        logging.getLogger(name).setLevel(max(LEVELS[level], LEVELS[LEAST[name]]))


class Server(uvicorn.Server):
    """A server that says when it can be reached."""

    def __init__(self, config: uvicorn.Config, reachable: Callable[[], None]) -> None:
        super().__init__(config)
        self.reachable = reachable

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.reachable()


def open_house(
    host: str,
    port: int,
    folder: Path | None,
    browser: bool,
    log_level: str,
    say: Callable[[str], None],
) -> None:
    """Run the house until it is told to stop."""
    folder = checked_folder(folder or data_folder())
    sock = bound_socket(host, port)
    start_logging(log_level)
    taken = sock.getsockname()[1]
    address = f"{origin('localhost' if host in EVERYWHERE else host, taken)}/"
    settings = Settings(folder, network=network_origin(host, taken))
    config = uvicorn.Config(
        make_app(settings),
        log_config=None,
        access_log=False,
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,  # costs more time than it saves for messages this small
        timeout_graceful_shutdown=5,
        server_header=False,
    )

    def reachable() -> None:
        say(f"The house is open: {address}")
        if browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    server = Server(config, reachable)
    # uvicorn closes in peace and then sends itself the signal again: being asked is no failure.
    for asked in (signal.SIGINT, signal.SIGTERM):
        signal.signal(asked, lambda *_: None)
    server.run([sock])
    if not server.started:
        raise OpeningError("The house could not be opened; the lines above say why.")
    say("The house is closed.")
