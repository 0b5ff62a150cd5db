"""A house that is killed at any moment loses no decision it acknowledged, and repeats none."""

from __future__ import annotations

import random
import threading
import time
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed

import blockhaus
from house.processes import kill, start, stop
from house.visitors import ME, Place, Visitor

ROUNDS = 3
TABLES = 4
GAME = blockhaus.game("kwinty")


class Client(threading.Thread):
    """Plays both seats of a table as fast as it can, and remembers what was acknowledged."""

    def __init__(self, visitor: Visitor, table: dict[str, Any], dice: random.Random) -> None:
        super().__init__()
        self.visitor, self.table, self.dice = visitor, table, dice
        self.acknowledged: list[str] = []
        self.sent: str | None = None  # without an answer so far

    def run(self) -> None:
        try:
            self.play()
        except (ConnectionClosed, EOFError, OSError):
            pass

    def play(self) -> None:
        position = list(GAME.positions(self.acknowledged))[-1]
        with self.visitor.live(self.table) as page:
            while not position.is_over:
                self.sent = self.sent or self.dice.choice(position.moves)
                number = len(self.acknowledged)
                answer = page.ask("move", number=number, move=self.sent)
                assert answer["type"] in ("played", "done"), answer
                self.acknowledged.append(self.sent)
                position = position.play(self.sent)
                self.sent = None

    def again(self, address: str) -> Client:
        """The same client after the line was lost, with its cookie."""
        visitor = Visitor(address)
        visitor.client.cookies = self.visitor.client.cookies
        self.visitor.client.close()
        client = Client(visitor, self.table, self.dice)
        client.acknowledged, client.sent = self.acknowledged, self.sent
        return client


def test_no_acknowledged_decision_is_lost_and_none_repeated(tmp_path: Path) -> None:
    dice = random.Random(4)
    process, address = start(tmp_path)
    place = Place(address)
    clients = []
    for number in range(TABLES):
        visitor = place.visitor(f"Ann {number}")
        clients.append(Client(visitor, visitor.open("kwinty", ME, ME), random.Random(number)))
    for _ in range(ROUNDS):
        goal = sum(len(client.acknowledged) for client in clients) + dice.randint(3, 15)
        for client in clients:
            client.start()
        wait_for(clients, goal)
        kill(process)
        for client in clients:
            client.join()
        process, address = start(tmp_path)
        clients = [client.again(address) for client in clients]
        for client in clients:
            moves = [move["move"] for move in client.visitor.see(client.table)["moves"]]
            known = len(client.acknowledged)
            assert moves[:known] == client.acknowledged, "an acknowledged decision was lost"
            assert moves[known:] in ([], [client.sent]), "something was played twice"
    stop(process)
    for client in clients:
        client.visitor.client.close()
    place.send_home()


def wait_for(clients: list[Client], goal: int) -> None:
    """Until so many decisions were made, or all games are over."""
    while sum(len(client.acknowledged) for client in clients) < goal and any(
        client.is_alive() for client in clients
    ):
        time.sleep(0.001)
