"""Before anything is compiled: every game is played to its end, and asked everything a page asks.

The house runs in a process of its own, in which it is an error to ask for compiled rules.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import blockhaus
from house import processes
from house.visitors import COMPUTER, ME, Page, Place

COLD = Path(__file__).parents[1] / "browser" / "cold.py"
ASKED_EVERY = 7  # decisions


@pytest.fixture(scope="module")
def cold_place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder = tmp_path_factory.mktemp("cold")
    log = folder / "log.txt"
    # Nobody clicks as quickly as these tests.
    quick = ["--limits-messages", "1000000,1000", "--limits-whys", "1000000,1000"]
    process, address = processes.start(folder, *quick, errors=log, program=[str(COLD)])
    place = Place(address)
    yield place
    health = place.visitor().get("/health")
    assert health["status"] == "ok" and not any(health["ready"].values())
    place.send_home()
    processes.stop(process)
    assert "trace" not in log.read_text()


@pytest.mark.parametrize("game", blockhaus.games())
def test_a_game_is_played_and_asked_about(cold_place: Place, game: str) -> None:
    ann = cold_place.visitor("Ann")
    dice = random.Random(3)
    table = ann.open(game, ME, ME)
    path = f"/api/tables/{table['id']}"
    with ann.live(table, offers=True) as page:
        number, offers = take_back(page)
        while True:
            if number % ASKED_EVERY == 0:
                ask_everything(page, offers)
                assert ann.get(f"{path}/positions/{number // 2}")["view"]
            answer = page.ask("move", number=number, move=dice.choice(offers)["move"])
            if answer["type"] == "error":  # on offer is also what the rules turn out to refuse
                assert answer["error"]["message"]
                continue
            number += 1
            assert answer["number"] == number and answer["view"]["blocks"] is not None
            if answer["state"] == "over":
                break
            offers = page.hear("offers")["offers"]
    seen = ann.see(table)
    assert seen["result"]["how"] == "rules"
    assert len(seen["moves"]) == number and all(move["words"] for move in seen["moves"])
    assert ann.post("/api/positions", code=seen["code"])["outcome"]
    assert ann.get(f"{path}/review")["state"] == "running"
    assert ann.record(table).startswith("[Game")


def take_back(page: Page) -> tuple[int, list[dict[str, Any]]]:
    """Make a decision and take it back, unless something came to light: what is offered then."""
    offers = page.hear("offers")["offers"]
    assert page.ask("move", number=0, move=offers[0]["move"])["type"] == "played"
    answer = page.ask("act", act="ask-undo")
    assert answer["type"] == "done" or answer["error"]["code"] == "revealed"
    page.say("hello", offers=True)
    number = page.hear("table")["table"]["number"]
    while (told := page.hear("offers"))["number"] != number:
        pass
    return number, told["offers"]


def ask_everything(page: Page, offers: list[dict[str, Any]]) -> None:
    offer = offers[0]
    found = page.ask("why", pick=offer["pick"][:1])
    assert found["moves"] or found["refusal"]["message"]
    assert page.ask("why", pick=[[90, 90, 90]])["refusal"]["message"]
    assert page.ask("why", move=offer["move"])["type"] == "why"
    said = page.ask("why", said="somewhere over there")
    assert said["type"] in ("why", "error")


@pytest.mark.parametrize("game", blockhaus.games())
def test_what_needs_compiled_rules_is_refused_in_words(cold_place: Place, game: str) -> None:
    ann = cold_place.visitor("Ann")
    table = ann.open(game, ME, COMPUTER, coach=True)
    refused = ann.client.post(
        f"/api/tables/{table['id']}/hint",
        json={"number": 0, "strength": 1},
        headers={"Accept-Language": "de"},
    )
    assert refused.status_code == 503 and refused.json()["error"]["code"] == "warming"
    assert "macht sich noch bereit" in refused.json()["error"]["message"]
    with ann.live(table, offers=True) as page:
        move = page.hear("offers")["offers"][0]["move"]
        answer = page.ask("move", number=0, move=move)  # a coach who cannot think is silent
        assert answer["type"] in ("played", "error")
    with ann.socket("/api/analysis") as connection:
        page = Page(connection)
        page.say("analyse", code=blockhaus.game(game).start(1).code, lines=1, seconds=1)
        assert page.hear("error")["error"]["code"] == "warming"
