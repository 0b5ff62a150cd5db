"""What a person does at a table: point at cells, pick from the list, wait for the others."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

import blockhaus
from browser.doors import Visitor

ME: dict[str, Any] = {"kind": "me"}
FRIEND: dict[str, Any] = {"kind": "friend"}
SHARE = "0" * 32  # randomness of a player who has none
# Where a cell is met on the page once the camera rests: three looks in a row see it there.
RESTING = """async (canvas, cell) => {
  const seen = [];
  while (seen.length < 3 || new Set(seen.slice(-3)).size > 1) {
    if (canvas.pointAt) seen.push(JSON.stringify(canvas.pointAt(cell) ?? null));
    await new Promise((look) => setTimeout(look, 25));
  }
  return JSON.parse(seen.at(-1));
}"""


def open_table(visitor: Any, game: str, seats: list[dict[str, Any]], **more: Any) -> str:
    """A table made through the API, as the lobby's sheet does; its id."""
    plan = {"game": game, "options": {}, "seats": seats, "starts": 0, "share": SHARE, **more}
    answer = visitor.ask("POST", "/api/tables", {"clock": None, "public": False, **plan})
    assert answer.status == 201, answer.text
    return str(answer.json()["id"])


def act(visitor: Any, table: str, what: str) -> None:
    """Something that is done at a table beside playing, such as to resign."""
    visitor.ask("POST", f"/api/tables/{table}/acts", {"act": what}).json()


def decide(visitor: Any, table: str, number: int, move: str) -> None:
    """A decision at a table, made without a page."""
    visitor.ask("POST", f"/api/tables/{table}/moves", {"number": number, "move": move}).json()


class Hands:
    """The hands of one visitor at one table, and what the page was told there."""

    def __init__(self, visitor: Any, table: str, secret: str = "") -> None:
        self.page: Page = visitor.page
        self.flat: bool = visitor.flat
        self.ask = visitor.ask
        self.id = table
        self.path = f"/api/tables/{table}"
        self.offers: dict[int, list[dict[str, Any]]] = {}
        visitor.hear(self._told)
        visitor.open(f"/table/{table}{secret}")
        self.canvas: Locator = self.page.locator(".board-view canvas")
        self.sure: Locator = self.page.locator(".play-line > .choices > .primary")
        self.curtain: Locator = self.page.get_by_role("button", name="show my cards")

    def _told(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "offers":
            self.offers[message["number"]] = message["offers"]

    def table(self) -> dict[str, Any]:
        return dict(self.ask("GET", self.path).json())

    def why(self, pick: list[list[int]]) -> dict[str, Any]:
        """What the house answers when cells are picked."""
        return dict(self.ask("POST", f"{self.path}/why", {"pick": pick}).json())

    def shows(self, number: int) -> None:
        """Wait until the page shows so many decisions."""
        expect(self.page.locator(".move-list .move")).to_have_count(number)

    def shows_at_least(self, number: int) -> None:
        expect(self.page.locator(".move-list .move").nth(number - 1)).to_be_attached()

    def offered(self, number: int) -> list[dict[str, Any]]:
        """Wait until the page has been told what can be played after so many decisions."""
        for _ in range(1200):
            if number in self.offers:
                return self.offers[number]
            self.page.wait_for_timeout(50)
        raise AssertionError(f"no offers after {number} decisions")

    def play(self, move: str, number: int, by_hand: bool = True) -> None:
        """Make a move by clicks on the canvas if all its cells can be seen, else from the list."""
        offer = next(each for each in self.offered(number) if each["move"] == move)
        self.make(offer, number, by_hand)
        self.shows(number + 1)

    def ready(self, number: int) -> None:
        """Wait until the page takes picks: moves of others are shown at their own pace.

        At one screen a hand is hidden until its player is there.
        """
        taken = """([number, offers]) =>
          document.querySelectorAll(".move-list .move").length === number &&
          Number(document.querySelector(".play").dataset.offered) === offers"""
        facts = [number, len(self.offered(number))]
        for _ in range(1200):
            if self.page.evaluate(taken, facts):
                return
            if self.curtain.count():
                self.curtain.click()
            self.page.wait_for_timeout(50)
        raise AssertionError(f"no picks are taken after {number} decisions")

    def make(self, offer: dict[str, Any], number: int, by_hand: bool) -> None:
        by_hand = by_hand and not self.flat and bool(offer["pick"])
        if by_hand:
            self.ready(number)
        if not (by_hand and self._by_hand(offer, number)):
            self.from_list(offer["move"])

    def _by_hand(self, offer: dict[str, Any], number: int) -> bool:
        """Pick cell after cell, as many as the page asks for, and choose where it asks."""
        for step, cell in enumerate(offer["pick"], 1):
            if not self.point(cell):
                self._let_go()
                return False
            if not self.picked(step, number):
                return True
            if self.sure.count():  # it costs something: that is told before it counts
                self.sure.click()
                return True
        self.page.locator(".choices .choice").and_(button_of(self.page, offer)).click()
        return True

    def picked(self, step: int, number: int) -> bool:
        """Wait for what a click does: whether the page goes on asking, or the move is made."""
        return bool(
            self.page.wait_for_function(
                """([step, number]) => {
                  const moves = document.querySelectorAll(".move-list .move").length;
                  const picked = Number(document.querySelector(".play").dataset.picked);
                  const shown = document.querySelector(".play-line > .choices > .primary");
                  return moves > number ? "made" : picked >= step || shown ? "asked" : null;
                }""",
                arg=[step, number],
            ).json_value()
            == "asked"
        )

    def _let_go(self) -> None:
        while self.page.locator(".play").get_attribute("data-picked") != "0":
            self.page.keyboard.press("Escape")

    def point(self, cell: list[int]) -> bool:
        """Click on the canvas where a cell is meant; false if it cannot be seen from here."""
        expect(self.canvas).to_be_visible()
        place = place_of(self.canvas, cell)
        if place:
            self.page.mouse.click(*place)
        return place is not None

    def from_list(self, move: str) -> None:
        box = self.page.get_by_role("combobox", name="Find a move")
        box.fill(move)
        # What came over the line may not be on the page yet.
        option = self.page.get_by_role("option")
        expect(option.or_(self.curtain).first).to_be_attached()
        if self.curtain.count():  # at one screen a hand is hidden until its player is there
            self.curtain.click()
            box.fill(move)
        expect(option.first).to_be_attached()
        box.press("ArrowDown")
        box.press("Enter")


def place_of(canvas: Locator, cell: Sequence[int]) -> tuple[float, float] | None:
    """Where to point on the page for a cell; none if it cannot be seen from here."""
    found = canvas.evaluate(RESTING, list(cell))
    return (found[0], found[1]) if found else None


def button_of(page: Page, offer: dict[str, Any]) -> Locator:
    """The button that plays a move: it says it in words, with its notation beside them."""
    return page.locator(f"button[data-move='{offer['move']}']")


def sure_of(page: Page, offer: dict[str, Any]) -> Locator:
    """The button that asks whether a move shall be played."""
    return page.get_by_role("button", name="Play: ").and_(button_of(page, offer))


def over(page: Page) -> None:
    expect(page.get_by_role("region", name="Result")).to_be_visible(timeout=60_000)


def seated(
    visit: Any, game: str, flat: bool = False, **more: Any
) -> tuple[Visitor, Hands, Visitor, Hands]:
    """A host and a friend who came by the link."""
    host, friend = visit(flat=flat), visit(flat=flat)
    table = open_table(host, game, [ME, FRIEND], **more)
    left = Hands(host, table)
    invitation = left.table()["invitations"]["1"]
    right = Hands(friend, table, f"#{invitation}")
    friend.page.get_by_role("textbox").first.fill("Ben")
    friend.page.get_by_role("button", name="Sit down and play").click()
    expect(friend.page.get_by_role("dialog")).to_have_count(0)
    return host, left, friend, right


def resumed(visitor: Any, position: blockhaus.Position, without: int = 0) -> Hands:
    """A table at one screen at which a game is played on, without so many of its last moves."""
    game, moves = position.game, position.history[: len(position.history) - without]
    code = list(game.positions(moves))[-1].code
    hands = Hands(visitor, open_table(visitor, game.id, [ME, ME], code=code))
    hands.ready(len(moves))
    return hands


def sensible(position: blockhaus.Position, simulations: int = 60) -> str:
    return blockhaus.player(f"search:simulations={simulations}").choose(position)
