"""People who play while everything around them breaks, and remember what they were told.

Each asks whichever process comes first, as through a proxy that knows nothing. What was sent and
not answered is sent again, with the same number. Nothing is taken back in their games, so what a
page was told once must stay true: a page that hears another history, or one it knows again, notes
it.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

PATIENCE = 12.0  # seconds until a page that hears nothing is opened anew
THOUGHT = (0.1, 0.9)  # seconds for a decision: otherwise a hundred tables leave no time for faults
SHORT = 0.2  # minutes of a clock that is to run out
LONG = 30
LOST = (OSError, TimeoutError, EOFError, WebSocketException, InvalidHandshake, httpx.TransportError)
AGAIN = ("no-storage", "closing", "broken", "too-fast", "too-many", "many-thinking")
Ask = Callable[[], str]


@dataclass
class Decided:
    """A decision that was acknowledged."""

    table: str
    number: int
    move: str


@dataclass
class Notes:
    """What all people together have seen."""

    decided: list[Decided] = field(default_factory=list)
    sent: dict[tuple[str, int], str] = field(default_factory=dict)  # by table and number
    faults: list[str] = field(default_factory=list)
    tables: set[str] = field(default_factory=set)  # that somebody was told of
    lost: int = 0  # lines
    sent_again: int = 0


class Person:
    """Somebody with a cookie and one page."""

    def __init__(self, ask: Ask, notes: Notes, dice: random.Random) -> None:
        self.ask, self.notes, self.dice = ask, notes, dice
        self.cookie = ""  # until the house has given one
        self._page: ClientConnection | None = None
        self.sit_at("", silent=False)

    def sit_at(self, table: str, silent: bool) -> None:
        """Begin at a table; who is silent lets the clock run out."""
        self.table, self.silent = table, silent
        self.known: list[str] = []  # the moves this page was told of
        self.state = "waiting"
        self.mover: int | None = None
        self.seats: list[int] = []
        self.offers: tuple[int, list[str]] | None = None
        self.sent: tuple[int, str] | None = None  # without an answer so far
        self.decided = -1  # the last decision that was acknowledged, which the page may learn later
        # Some decide by REST, and only look on by their page.
        self.by_request = self.dice.random() < 0.4

    def hang_up(self) -> bool:
        """Lose the line of the page without a word; whether there was one."""
        if self._page:
            self._page.transport.abort()
        return self._page is not None

    async def request(self, method: str, path: str, **data: Any) -> Any:
        """Ask until somebody answers."""
        while True:
            try:
                # No certificates are read, which would take longer than all the rest.
                async with httpx.AsyncClient(
                    base_url=self.ask(), timeout=PATIENCE, verify=False
                ) as client:
                    headers = {"cookie": self.cookie}
                    answer = await client.request(method, path, json=data, headers=headers)
            except LOST:
                self.notes.lost += 1
                await asyncio.sleep(0.3)
                continue
            self.cookie = answer.headers.get("set-cookie", self.cookie).partition(";")[0]
            facts = answer.json()
            code = facts.get("error", {}).get("code") if isinstance(facts, dict) else None
            if code in AGAIN:
                await asyncio.sleep(0.5)
                continue
            return facts

    async def play(self) -> None:
        """Look at the table and decide, until the game is over."""
        while self.state != "over":
            try:
                await self._visit()
            except LOST:
                self.notes.lost += 1
                await asyncio.sleep(self.dice.uniform(0.1, 0.6))

    async def _visit(self) -> None:
        address = self.ask().replace("http", "ws")
        path = f"{address}/api/tables/{self.table}/live"
        headers = {"Cookie": self.cookie}
        async with connect(path, additional_headers=headers, open_timeout=PATIENCE) as page:
            self._page = page
            try:
                await page.send(json.dumps({"type": "hello", "offers": True}))
                self.offers = None
                while self.state != "over":
                    text = await asyncio.wait_for(page.recv(), PATIENCE)
                    await self._hear(page, json.loads(text))
            finally:
                self._page = None

    async def _hear(self, page: ClientConnection, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "table":
            self._told_table(message["table"])
        elif kind == "played":
            self._told_move(message)
        elif kind == "offers":
            self.offers = message["number"], [offer["move"] for offer in message["offers"]]
        elif kind == "error":
            await self._refused(page, message)
        if kind in ("played", "done") and self.sent and message.get("id") == self.sent[0]:
            self._acknowledged()
        await self._decide(page)

    # What it is told

    def _told_table(self, facts: dict[str, Any]) -> None:
        moves = [move["move"] for move in facts["moves"]]
        if moves[: len(self.known)] != self.known:
            back = self.known[: len(moves)] == moves
            self._note("was sent back" if back else "was told another history")
        self.known = moves
        self.state, self.seats = facts["state"], facts["you"]
        self.mover = facts["view"]["to_move"] if facts["view"] else None

    def _told_move(self, message: dict[str, Any]) -> None:
        number = message["number"]
        if number != len(self.known) + 1:
            self._note(f"was told of decision {number} when it knew {len(self.known)}")
        self.known = [*self.known[: number - 1], message["move"]]
        self.state, self.mover = message["state"], message["view"]["to_move"]

    def _note(self, what: str) -> None:
        self.notes.faults.append(f"{self.table}: a page {what}")

    # What it does

    async def _decide(self, page: ClientConnection) -> None:
        if self.sent and self.sent[0] < len(self.known):
            self.sent = None  # it was stored, though the answer was lost
        number = len(self.known)
        mine = self.state == "running" and self.mover in self.seats and not self.silent
        mine = mine and number > self.decided
        if not mine or self.offers is None or self.offers[0] != number or not self.offers[1]:
            return
        if self.sent is None:
            self.sent = number, self.dice.choice(self.offers[1])
            self.notes.sent[self.table, number] = self.sent[1]
            await asyncio.sleep(self.dice.uniform(*THOUGHT))
        else:
            self.notes.sent_again += 1
        self.offers = None  # until it is asked for again, by a new page or after a refusal
        if self.by_request:
            await self._decide_by_request()
        else:
            wish = {"type": "move", "id": number, "number": number, "move": self.sent[1]}
            await page.send(json.dumps(wish))

    async def _decide_by_request(self) -> None:
        assert self.sent
        number, move = self.sent
        facts = await self.request(
            "POST", f"/api/tables/{self.table}/moves", number=number, move=move
        )
        if "error" not in facts:
            self._acknowledged()
        elif facts["error"]["code"] in ("illegal", "notation"):
            self._note(f"was refused {move} as decision {number}: {facts['error']}")

    def _acknowledged(self) -> None:
        if self.sent:
            self.notes.decided.append(Decided(self.table, *self.sent))
            self.decided, self.sent = self.sent[0], None

    async def _refused(self, page: ClientConnection, message: dict[str, Any]) -> None:
        code = message["error"]["code"]
        if code in ("illegal", "notation"):
            self._note(f"was refused {self.sent}: {message['error']}")
        await asyncio.sleep(0.3)
        await page.close()  # and it looks anew, at another process


@dataclass
class Game:
    """People at one table after another, always of the same game."""

    name: str
    people: list[Person]  # one plays the computer, two each other
    dice: random.Random

    async def set_up(self, short: bool, clock: bool) -> None:
        """A new table; with a short clock somebody lets it run out."""
        host, *guests = self.people
        for person in self.people:
            await person.request("GET", "/api/me")
        facts = await host.request("POST", "/api/tables", **self._wish(short, clock))
        assert "id" in facts, facts
        host.notes.tables.add(facts["id"])
        for number, guest in enumerate(guests, 1):
            await guest.request("PUT", f"/api/tables/{facts['id']}/seats/{number}")
        for person in self.people:
            person.sit_at(facts["id"], silent=short and person is self.people[-1])

    def _wish(self, short: bool, clock: bool) -> dict[str, Any]:
        alone = {"kind": "computer", "level": self.dice.choice((1, 2))}
        other = alone if len(self.people) == 1 else {"kind": "open"}
        wish: dict[str, Any] = {"game": self.name}
        wish |= {"seats": [{"kind": "me"}, other], "share": "0a" * 16}
        if short or clock:
            wish["clock"] = {"kind": "game", "minutes": SHORT if short else LONG, "increment": 0}
        return wish

    async def play(self, going_on: Callable[[], bool]) -> None:
        """Until the end, and the next game as long as things go on."""
        while True:
            await asyncio.gather(*(person.play() for person in self.people))
            if not going_on():
                return
            await self.set_up(self.dice.random() < 0.15, self.dice.random() < 0.3)
