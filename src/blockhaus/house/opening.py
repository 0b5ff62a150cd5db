"""Opening the house from the command line: where it keeps its things, and at which address."""

from __future__ import annotations

import json
import logging
import os
import socket
import sys
import tempfile
import time
import webbrowser
from collections.abc import Callable
from pathlib import Path

import uvicorn

from ..core.errors import BlockhausError
from .app import make_app
from .house import Settings

PORT = 8420
LARGEST_MESSAGE = 16 * 1024


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
            f"The house cannot keep its tables in {folder}: {error.strerror}. "
            "Choose another folder with --data."
        ) from None
    return folder


def bound_socket(host: str, port: int) -> socket.socket:
    """A socket at the address, taken before anything else is started."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        sock = socket.socket(family, kind, protocol)
        if os.name == "posix":
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(address)
    except socket.gaierror:
        raise OpeningError(f"There is no address {host}.") from None
    except PermissionError:
        raise OpeningError(f"Port {port} may not be used here; choose one above 1023.") from None
    except OSError as error:
        if error.errno in (98, 48, 10048):  # in use: Linux, macOS, Windows
            raise OpeningError(
                f"Port {port} is taken, perhaps by a house that is open already. "
                "Choose another one with --port."
            ) from None
        raise OpeningError(
            f"The house cannot open at {host}, port {port}: {error.strerror}."
        ) from None
    return sock


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
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    for chatty in ("alembic", "aiosqlite", "uvicorn.access"):
        logging.getLogger(chatty).setLevel(logging.WARNING)


def open_house(
    host: str,
    port: int,
    folder: Path | None,
    browser: bool,
    log_level: str,
    say: Callable[[str], None],
) -> None:
    """Run the house until it is told to stop."""
    settings = Settings(checked_folder(folder or data_folder()))
    sock = bound_socket(host, port)
    start_logging(log_level)
    shown = host if host not in ("0.0.0.0", "::", "") else "localhost"
    address = f"http://{f'[{shown}]' if ':' in shown else shown}:{sock.getsockname()[1]}/"
    config = uvicorn.Config(
        make_app(settings),
        log_config=None,
        access_log=False,
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,  # costs more time than it saves for messages this small
        timeout_graceful_shutdown=5,
        server_header=False,
    )
    say(f"The house is open: {address}")
    if browser:
        webbrowser.open(address)
    uvicorn.Server(config).run([sock])
    say("The house is closed.")
