"""A house in a thread of this process, and visitors with cookies and sockets."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from blockhaus.house.app import make_app
from blockhaus.house.house import House
from blockhaus.house.opening import Server, server_config
from blockhaus.house.settings import Limits, Settings
from blockhaus.house.tokens import hashed
from house.wire_checks import check_answer, check_message

PATIENCE = 60.0  # seconds; a busy machine is slow, a broken house is not helped by more
NONE = (1e6, 1e6)
RATES: dict[str, Any] = {rate.name: NONE for rate in fields(Limits) if rate.name != "connections"}
NO_LIMITS = Limits(**RATES)
ME, FRIEND, OPEN = {"kind": "me"}, {"kind": "friend"}, {"kind": "open"}
COMPUTER = {"kind": "computer", "level": 1}


def wait_until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until, "it never came about"
        time.sleep(0.05)


class Place:
    """Where a house can be found."""

    def __init__(self, address: str, house: House | None = None) -> None:
        self.address = address
        self._house = house
        self._visitors: list[Visitor] = []

    @property
    def house(self) -> House:
        assert self._house, "a house in another process"
        return self._house

    def visitor(self, name: str = "") -> Visitor:
        visitor = Visitor(self.address, name)
        self._visitors.append(visitor)
        return visitor

    def send_home(self) -> None:
        """Close what visitors have open."""
        while self._visitors:
            self._visitors.pop().client.close()


@contextmanager
def open_place(folder: Path, **settings: Any) -> Iterator[Place]:
    """A house that is open as long as the block lasts."""
    settings.setdefault("limits", NO_LIMITS)
    settings.setdefault("address_limits", NO_LIMITS)
    wished = Settings(folder, **settings)
    app = make_app(wished)
    sock = socket.socket()
    sock.bind(("127.0.0.1", 0))
    server = Server(server_config(app, wished), lambda: None)
    thread = threading.Thread(target=server.run, args=([sock],))
    thread.start()
    while not server.started and thread.is_alive():
        time.sleep(0.01)
    place = Place(f"http://127.0.0.1:{sock.getsockname()[1]}", app.state.house)
    try:
        yield place
    finally:
        place.send_home()
        server.should_exit = True
        thread.join(PATIENCE)
        sock.close()


class Visitor:
    """A browser: it keeps its cookie, and knows what it was told last."""

    def __init__(self, address: str, name: str = "") -> None:
        self.client = httpx.Client(base_url=address, timeout=PATIENCE)
        self.address = address
        if name:
            self.put("/api/me", name=name)
        else:
            self.get("/api/me")

    @property
    def token(self) -> str:
        """What the house knows the browser by; the cookie holds it with a signature."""
        return self.client.cookies["blockhaus"].partition(".")[0]

    @property
    def device(self) -> str:
        return hashed(self.token)

    def get(self, path: str, status: int = 200, **params: Any) -> Any:
        return self._read(self.client.get(path, params=params), status)

    def post(self, path: str, status: int = 200, **data: Any) -> Any:
        return self._read(self.client.post(path, json=data), status)

    def put(self, path: str, status: int = 200, **data: Any) -> Any:
        return self._read(self.client.put(path, json=data), status)

    def delete(self, path: str, status: int = 200) -> Any:
        return self._read(self.client.delete(path), status)

    @staticmethod
    def _read(answer: httpx.Response, status: int) -> Any:
        assert answer.status_code == status, answer.text
        request = answer.request
        return check_answer(request.method, request.url.path, status, answer.text)

    def open(self, game: str, *seats: dict[str, Any], **wishes: Any) -> dict[str, Any]:
        """Set up a table."""
        table: dict[str, Any] = self.post(
            "/api/tables", 201, game=game, seats=list(seats), share="0a" * 16, **wishes
        )
        return table

    def see(self, table: dict[str, Any]) -> dict[str, Any]:
        seen: dict[str, Any] = self.get(f"/api/tables/{table['id']}")
        return seen

    def sit(self, table: dict[str, Any], seat: int, status: int = 200, **wishes: Any) -> Any:
        return self.put(f"/api/tables/{table['id']}/seats/{seat}", status, **wishes)

    def move(self, table: dict[str, Any], number: int, move: str, status: int = 200) -> Any:
        return self.post(f"/api/tables/{table['id']}/moves", status, number=number, move=move)

    def act(self, table: dict[str, Any], act: str, status: int = 200, **facts: Any) -> Any:
        return self.post(f"/api/tables/{table['id']}/acts", status, act=act, **facts)

    def record(self, table: dict[str, Any]) -> str:
        return self.client.get(f"/api/tables/{table['id']}/record").text

    @contextmanager
    def live(self, table: dict[str, Any], **hello: Any) -> Iterator[Page]:
        with self.socket(f"/api/tables/{table['id']}/live") as connection:
            page = Page(connection)
            page.say("hello", **hello)
            page.hear("table")
            yield page

    def socket(self, path: str, origin: str | None = None) -> ClientConnection:
        return connect(
            self.address.replace("http", "ws") + path,
            origin=Origin(origin or self.address),
            additional_headers={"Cookie": f"blockhaus={self.client.cookies['blockhaus']}"},
            compression=None,
            close_timeout=1,
        )


class Page:
    """An open page of a table."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.heard: list[str] = []  # every message as it came
        self._number = 0

    def say(self, kind: str, **facts: Any) -> int:
        self._number += 1
        self.connection.send(json.dumps({"type": kind, "id": self._number, **facts}))
        return self._number

    def next(self) -> dict[str, Any]:
        text = self.connection.recv(PATIENCE)
        assert isinstance(text, str)
        self.heard.append(text)
        return check_message(text)

    def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds."""
        while True:
            message = self.next()
            if message["type"] in kinds:
                return message

    def ask(self, kind: str, **facts: Any) -> dict[str, Any]:
        """Say something and wait for its own answer."""
        number = self.say(kind, **facts)
        while True:
            message = self.next()
            if message.get("id") == number:
                return message
