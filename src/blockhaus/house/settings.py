"""How a house is run: everything its owner can set, each with what it is and what would be right.

The flags of `blockhaus house`, the names in the environment and the documented file are made of the
fields below; fields without a description are for tests and the house itself.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from . import setting_kinds as kinds
from .setting_kinds import Kind

PREFIX = "BLOCKHAUS_"
HOST = r"(\*\.)?[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*|\[[0-9A-Fa-f:]+\]|\*"
SITE = r"\*|https?://(\*\.)?[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*(:\d{1,5})?"


def data_folder() -> Path:
    """Where a user's programs keep what they must not lose."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local")) / "blockhaus"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/blockhaus"
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share"
    return Path(base) / "blockhaus"


def _told(kind: Kind, about: str, called: str = "", shown: Any = None) -> dict[str, Any]:
    """What is told of a setting; `shown` is an example where the default says nothing."""
    return {"kind": kind, "about": about, "called": called, "shown": shown}


def _set(default: Any, *told: Any, **facts: Any) -> Any:
    return field(default=default, metadata=_told(*told, **facts))


@dataclass(frozen=True)
class Limits:
    """How much one visitor may ask for: so many at once, and so many a second on."""

    requests: tuple[float, float] = _set((80, 20), kinds.rate(), "Requests of one visitor.")
    messages: tuple[float, float] = _set(
        (80, 20), kinds.rate(), "Messages that one visitor's pages send."
    )
    tables: tuple[float, float] = _set((20, 0.2), kinds.rate(), "Tables that one visitor sets up.")
    keys: tuple[float, float] = _set((20, 0.2), kinds.rate(), "Links and passkeys.")
    solutions: tuple[float, float] = _set(
        (10, 0.1), kinds.rate(), "Questions to the solvers of puzzles."
    )
    lessons: tuple[float, float] = _set(
        (60, 3), kinds.rate(), "First steps: looked at, judged, hinted at."
    )
    files: tuple[float, float] = _set(
        (400, 60), kinds.rate(), "Pages, what they are made of, and pictures."
    )
    records: tuple[float, float] = _set(
        (60, 2), kinds.rate(), "Records, asked for or brought along."
    )
    archives: tuple[float, float] = _set(
        (5, 0.02), kinds.rate(), "Archives of another house, brought along."
    )
    papers: tuple[float, float] = _set(
        (20, 0.5), kinds.rate(), "Sheets of puzzles to print, and QR codes."
    )
    reviews: tuple[float, float] = _set(
        (60, 4), kinds.rate(), "Questions for the review of a game."
    )
    analyses: tuple[float, float] = _set((40, 2), kinds.rate(), "Positions to think about.")
    whys: tuple[float, float] = _set(
        (80, 10), kinds.rate(), "Questions why something cannot be played."
    )
    hints: tuple[float, float] = _set((20, 0.5), kinds.rate(), "Hints at a table.")
    chats: tuple[float, float] = _set((15, 0.5), kinds.rate(), "Lines written in chats.")
    connections: int = _set(40, kinds.whole(1, 100_000), "Pages that one visitor has open.")
    newcomers: tuple[float, float] = (120, 1)  # counts for addresses only


@dataclass(frozen=True)
class AddressLimits(Limits):
    """How much one address may ask for, whoever it is: enough for a school class behind it."""

    requests: tuple[float, float] = _set((1600, 300), kinds.rate(), "Requests of one address.")
    messages: tuple[float, float] = _set(
        (1600, 300), kinds.rate(), "Messages that one address's pages send."
    )
    tables: tuple[float, float] = _set((90, 0.5), kinds.rate(), "Tables that an address sets up.")
    keys: tuple[float, float] = _set((120, 1), kinds.rate(), "Links and passkeys.")
    solutions: tuple[float, float] = _set(
        (60, 0.5), kinds.rate(), "Questions to the solvers of puzzles."
    )
    lessons: tuple[float, float] = _set(
        (900, 40), kinds.rate(), "First steps: looked at, judged, hinted at."
    )
    files: tuple[float, float] = _set(
        (6000, 600), kinds.rate(), "Pages, what they are made of, and pictures."
    )
    records: tuple[float, float] = _set(
        (300, 10), kinds.rate(), "Records, asked for or brought along."
    )
    archives: tuple[float, float] = _set(
        (30, 0.2), kinds.rate(), "Archives of another house, brought along."
    )
    papers: tuple[float, float] = _set(
        (120, 2), kinds.rate(), "Sheets of puzzles to print, and QR codes."
    )
    reviews: tuple[float, float] = _set(
        (300, 20), kinds.rate(), "Questions for the review of a game."
    )
    analyses: tuple[float, float] = _set((200, 10), kinds.rate(), "Positions to think about.")
    whys: tuple[float, float] = _set(
        (800, 100), kinds.rate(), "Questions why something cannot be played."
    )
    hints: tuple[float, float] = _set((200, 5), kinds.rate(), "Hints at a table.")
    chats: tuple[float, float] = _set((200, 5), kinds.rate(), "Lines written in chats.")
    newcomers: tuple[float, float] = _set((120, 1), kinds.rate(), "New visitors, who get a token.")
    connections: int = _set(400, kinds.whole(1, 100_000), "Pages that one address has open.")


@dataclass(frozen=True)
class Lines:
    """Connections: how many at once, and how many seconds the house waits for what."""

    most: int = _set(
        2000,
        kinds.whole(8, 100_000),
        "Connections at once; fewer where the system lets the house open fewer files.",
    )
    each: int = _set(
        400,
        kinds.whole(1, 100_000),
        "Connections from one address, unless it is this machine or a trusted proxy.",
    )
    head: float = _set(10, kinds.whole(1, 3600), "Seconds until a request is said.")
    body: float = _set(60, kinds.whole(1, 3600), "Seconds until what comes with it is here.")
    idle: float = _set(20, kinds.whole(1, 3600), "Seconds until the next request.")
    stuck: float = _set(30, kinds.whole(1, 3600), "Seconds in which nothing of an answer is taken.")


@dataclass(frozen=True)
class Retention:
    """What `blockhaus house tidy` does away with, after so many days."""

    finished_tables: int = _set(
        0, kinds.days(), "Tables whose game is over are deleted so many days after its end."
    )
    guest_names: int = _set(
        0,
        kinds.days(),
        "Names of people without a passkey or a second device are forgotten when they have "
        "touched no table for so many days.",
    )
    chat: int = _set(0, kinds.days(), "What was written at tables is deleted after so many days.")


@dataclass(frozen=True)
class Settings:
    """How a house is run."""

    folder: Path = field(
        default_factory=data_folder,
        metadata=_told(
            kinds.folder(),
            "Where tables are kept; otherwise your data folder.",
            "data",
            "/var/lib/blockhaus",
        ),
    )
    limits: Limits = field(default_factory=Limits)
    address_limits: Limits = field(default_factory=AddressLimits)
    lines: Lines = field(default_factory=Lines)
    retention: Retention = field(default_factory=Retention)
    host: str = _set(
        "127.0.0.1",
        kinds.like("ADDRESS", ".*", "an address of this machine, or 0.0.0.0 for all of them"),
        "The address to listen at; 0.0.0.0 lets other machines in.",
    )
    port: int = _set(8420, kinds.whole(0, 65535), "The port to listen at; 0 takes any free one.")
    database: str = _set(
        "",
        kinds.secret(
            "URL", r"(postgresql(\+\w+)?://\S+)?", "an address like postgresql://name@host/db"
        ),
        "A PostgreSQL database in place of the file in the data folder. With a password in it, "
        "tell it by the file or the environment: others see the flags of a program.",
        shown="postgresql://blockhaus@localhost/blockhaus",
    )
    workers: int = _set(
        1, kinds.whole(1, 64), "Processes that share the work; more than one needs PostgreSQL."
    )
    thinkers: int | None = _set(
        None,
        kinds.whole(1, 1024),
        "Threads in which computers think; otherwise as the machine has cores.",
        "threads",
        2,
    )
    base_path: str = _set(
        "",
        kinds.like("PATH", r"(/[A-Za-z0-9._~-]+)*", "a path like /games, without a / at its end"),
        "The path under which a proxy shows the house, such as /games.",
        shown="/games",
    )
    allowed_hosts: tuple[str, ...] = _set(
        (),
        kinds.many_like("HOST", HOST, "names like games.example.org or *.example.org"),
        "A name by which the house may be asked for, beside those of this machine; '*' for any.",
        shown=["games.example.org"],
    )
    trusted_proxies: tuple[str, ...] = _set(
        (),
        kinds.networks(),
        "The proxies whose word is taken for a visitor's address and for https.",
        shown=["127.0.0.1"],
    )
    embed_from: tuple[str, ...] = _set(
        (),
        kinds.many_like("SITE", SITE, "sites like https://example.org, or * for all"),
        "A site, such as https://example.org, that may show tables within its pages; '*' lets all.",
        shown=["https://example.org"],
    )
    metrics: str = _set(
        "",
        kinds.like(
            "HOST:PORT", r"([^\s/]*:\d{1,5})?", "an address and a port, like 127.0.0.1:9420"
        ),
        "Where Prometheus finds the metrics of the house; nowhere, if it is not told.",
        shown="127.0.0.1:9420",
    )
    log: str = _set(
        "warning",
        kinds.one_of("debug", "info", "warning", "error"),
        "What is logged, as JSON on stderr; `info` has a line for every request.",
    )
    browser: bool = _set(True, kinds.yes_no(), "Open the page in your browser.")
    gone_after: float = 30.0  # seconds without a page until a player counts as gone
    away_after: float = 75.0  # seconds until a page that asks once a minute counts as closed
    idle_after: float = 120.0  # seconds until a table nobody looks at leaves the memory
    memory: int = 128 * 2**20  # bytes that tables in memory may take, more or less
    sweep_every: float = 15.0
    warm: bool = True
    network: str | None = None  # the address at which other devices reach the house
    alone: bool = False  # whether it is in a page, for one visitor
    pace: float = 1.5  # seconds between decisions where computers alone are watched


@dataclass(frozen=True)
class Setting:
    """One thing to set, by its names."""

    field: str
    group: str  # a table of the file, or nothing
    called: str
    kind: Kind
    default: Any
    about: str
    shown: Any

    @property
    def name(self) -> str:
        """As the file and messages have it."""
        return f"{self.group}.{self.called}" if self.group else self.called

    @property
    def key(self) -> str:
        return self.name.replace(".", "_")

    @property
    def flag(self) -> str:
        return "--" + self.key.replace("_", "-")

    @property
    def variable(self) -> str:
        return PREFIX + self.key.upper()


def _settings(of: type[Any], group: str = "") -> Iterator[Setting]:
    for each in fields(of):
        told = each.metadata
        if told:
            default = each.default if told["shown"] is None else None
            names = each.name, group, told["called"] or each.name
            yield Setting(*names, told["kind"], default, told["about"], told["shown"])


GROUPS: dict[str, type[Any]] = {
    "limits": Limits,
    "address_limits": AddressLimits,
    "lines": Lines,
    "retention": Retention,
}
SETTINGS = (
    *_settings(Settings),
    *(each for group, of in GROUPS.items() for each in _settings(of, group)),
)
