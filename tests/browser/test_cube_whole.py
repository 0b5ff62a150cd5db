"""Whole games of CUBE at one screen: by fingers on a phone, by the keyboard, and read aloud.

Nothing depends on the deal. The cubes of each colour are stacked in two columns of the front or of
the back, which in the end shows every card of one colour from there, and the deck has all 28 of
these: so cards are shown, twins placed and cubes moved in the course of the game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from browser.doors import PHONE
from browser.ears import Ears, read_aloud
from browser.hands import ME, Hands, button_of, open_table, over, place_of, sure_of

Offer = dict[str, Any]
COLOURS = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}
PLAIN = [shape + 4 * colour for shape in "OISZTLJ" for colour in COLOURS]
MIXED = [f"I{a}{a}{a}{b}" for a in COLOURS for b in COLOURS if a != b]
HALVES = [f"I{a}{a}{b}{b}" for a, b in ("ry", "rg", "rb", "yg", "yb", "gb")]
DECK = [*PLAIN, *MIXED, *HALVES, "Orryy", "Oggbb"]
# The colours' columns: from the corner where their first cube lies to the one beside it.
ZONES = {(0, 0): (1, 0), (3, 0): (2, 0), (0, 3): (1, 3), (3, 3): (2, 3)}
INNER = {(x, y) for x in (0, 1, 2, 3) for y in (1, 2)}


class Plan:
    """What both players do: stack each colour in its columns, once move a cube, place the twins."""

    def __init__(self, hands: Hands, twins: tuple[str, str]) -> None:
        self.hands, self.twins, self.kinds = hands, twins, [""]
        blocks = hands.table()["view"]["blocks"]
        self.zones = {
            block["colour"]: ((x, y), ZONES[x, y])
            for block in blocks
            for x, y, _ in [block["cells"][0]]
        }

    def choose(self, offers: list[Offer]) -> Offer:
        offer = self._choose(offers)
        self.kinds.append(offer["kind"])
        return offer

    def _choose(self, offers: list[Offer]) -> Offer:
        for kind in self.twins:
            twins = [offer for offer in offers if offer["kind"] == kind]
            if twins:
                inner = [twin for twin in twins if columns(twin) <= INNER]
                return min(inner or twins, key=lambda twin: twin["pick"][0][2])
        if "move" not in self.kinds:
            moves = [offer for offer in offers if columns(offer) in map(set, self.zones.values())]
            if moves:
                return moves[0]
        view = self.hands.table()["view"]
        held = next((seat["hand"]["colour"] for seat in view["seats"] if seat["hand"]), None)
        zone = self.zones.get(held or "", ())
        places = [
            offer for offer in offers if offer["kind"] == "place" and columns(offer) <= {*zone}
        ]
        lowest = sorted(places, key=lambda offer: offer["pick"][0][2])
        return lowest[0] if lowest else offers[0]


def columns(offer: Offer) -> set[tuple[int, int]]:
    return {(x, y) for x, y, _ in offer["pick"]}


def play_to_the_end(
    hands: Hands, make: Callable[[Offer, int], None], twins: tuple[str, str]
) -> list[str]:
    """Both players in turn, each after saying that they are there; the kinds of moves made."""
    plan, number = Plan(hands, twins), 0
    while hands.table()["state"] == "running":
        make(plan.choose(hands.offered(number)), number)
        hands.shows(number + 1)
        number += 1
    return plan.kinds


def check_end(page: Page, kinds: list[str]) -> None:
    status = page.locator(".status")
    expect(status).to_contain_text(re.compile(r"wins\.|draw\.|together\."))
    assert {"draw", "place", "move"} <= {*kinds}


def open_cube(visitor: Any) -> Hands:
    table = open_table(visitor, "cube", [ME, ME], options={"deck": ",".join(DECK)})
    return Hands(visitor, table)


def test_a_game_with_hidden_cards_is_played_to_its_end_by_touch(visit: Any) -> None:
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    hands = open_cube(visitor)
    page = visitor.page
    expect(hands.canvas).to_be_visible()
    before = hands.canvas.bounding_box()

    def make(offer: Offer, number: int) -> None:
        if hands.curtain.count():
            hands.curtain.tap()
        hands.ready(number)
        if offer["pick"]:
            tap_move(hands, offer)
        else:
            button_of(page, offer).first.tap()

    check_end(page, play_to_the_end(hands, make, ("lay", "stand")))
    assert hands.canvas.bounding_box() == before, "nothing resizes the board"


def tap_move(hands: Hands, offer: Offer) -> None:
    """Tap cell after cell until the page shows the move, and then the button that plays it."""
    sure = sure_of(hands.page, offer)
    for step, cell in enumerate(offer["pick"]):
        chosen = hands.page.locator(".choices .choice").and_(button_of(hands.page, offer))
        if step and chosen.count():  # few moves are left: they stand there as buttons
            chosen.tap()
            break
        tap_cell(hands, cell, sure, step)
    sure.tap()


def tap_cell(hands: Hands, cell: list[int], sure: Locator, step: int) -> None:
    """Tap where a cell is seen, turning the board until it is; of several say which was meant."""
    page = hands.page
    turn = page.get_by_role("button", name="Turn the board")
    for _ in range(4):
        place = place_of(hands.canvas, cell)
        if place:
            break
        turn.tap()
    if place:
        page.touchscreen.tap(*place)
    else:  # a cell shut in by others has a button of its own
        page.get_by_role("button", name=f"hidden from here: {name_of(cell)} (").tap()
    meant = page.get_by_role("button", name=re.compile(rf"^\d: .* on {name_of(cell)}(\.\d)?$"))
    picked = page.locator(f".play[data-picked='{step + 1}']")
    expect(sure.or_(meant).or_(picked).first).to_be_visible()
    if meant.count():  # several cells lie under the finger
        meant.tap()
        expect(sure.or_(picked).first).to_be_visible()


def name_of(cell: list[int]) -> str:
    return f"{'abcd'[cell[0]]}{cell[1] + 1}"


class Keys:
    """A person at the keyboard, who hears where the cursor is."""

    def __init__(self, hands: Hands) -> None:
        self.hands, self.page = hands, hands.page
        self.cursor = self.page.locator(".board p.board-hidden[aria-live]")

    def tab_to(self, wanted: Locator) -> None:
        """Tab, or Shift and Tab where it lies before what has the focus."""
        for _ in range(80):
            way = wanted.first.evaluate(
                """(part) => part === document.activeElement ? "" :
                  part.compareDocumentPosition(document.activeElement) &
                  Node.DOCUMENT_POSITION_FOLLOWING ? "Shift+Tab" : "Tab\""""
            )
            if not way:
                return
            self.page.keyboard.press(way)
        raise AssertionError(f"Tab never comes to {wanted}")

    def press(self, button: Locator) -> None:
        self.tab_to(button)
        self.page.keyboard.press("Enter")

    def make(self, offer: Offer, offers: list[Offer]) -> None:
        """Go from cell to cell with the arrows until the wanted one is heard, and pick it."""
        self.tab_to(self.page.get_by_role("application", name="Board"))
        for step, cell in enumerate(offer["pick"]):
            same = [
                other["pick"] for other in offers if other["pick"][:step] == offer["pick"][:step]
            ]
            self.go({name_of(pick[step]): pick[step] for pick in same if len(pick) > step}, cell)
            self.page.keyboard.press("Enter")

    def go(self, cells: dict[str, list[int]], cell: list[int]) -> None:
        """The nearest way first, and another each time the cursor comes to a cell again."""
        been: Counter[str] = Counter()
        blocks = self.hands.table()["view"]["blocks"]
        levels = min(4, 2 + max(z for block in blocks for _, _, z in block["cells"]))
        self.page.keyboard.press("ArrowRight")
        while (here := self.heard()) != name_of(cell):
            self.page.keyboard.press(towards(cells[here], cell, levels)[been[here] % 4])
            been[here] += 1
            assert been.total() < 200, f"the arrows never come to {cell}"

    def heard(self) -> str:
        expect(self.cursor).to_have_text(re.compile(r"\w"))
        return self.cursor.inner_text().partition(",")[0]


def towards(here: list[int], cell: list[int], levels: int) -> list[str]:
    """The arrows, the one that points most to a cell first."""
    (x, y), (right, down) = flat_place(here, levels), flat_place(cell, levels)
    ways = {"ArrowRight": (1, 0), "ArrowLeft": (-1, 0), "ArrowDown": (0, 1), "ArrowUp": (0, -1)}
    return sorted(ways, key=lambda key: -(right - x) * ways[key][0] - (down - y) * ways[key][1])


def flat_place(cell: list[int], levels: int) -> tuple[float, float]:
    """Where the flat board draws a cell: its levels side by side, about in a square."""
    beside = max(1, int(levels**0.5 + 0.5))
    x, y, z = cell
    return x + z % beside * 5.4, 3 - y + z // beside * 5.4


def test_a_game_with_hidden_cards_is_played_by_keyboard_and_makes_sense_aloud(
    visit: Any, tmp_path: Any
) -> None:
    visitor = visit(flat=True)
    hands = open_cube(visitor)
    page, keys = visitor.page, Keys(hands)
    hands.offered(0)
    expect(hands.curtain).to_be_visible()
    ears = Ears(page)
    ears.heard()
    spoken: list[str] = []
    told: list[tuple[Offer, list[str]]] = []

    def make(offer: Offer, number: int) -> None:
        if hands.curtain.count():
            keys.press(hands.curtain)
        hands.ready(number)
        if not offer["pick"]:
            keys.press(button_of(page, offer))
        elif number % 3:
            keys.tab_to(page.get_by_role("combobox", name="Find a move"))
            page.keyboard.type(offer["move"])
            page.keyboard.press("ArrowDown")
            page.keyboard.press("Enter")
        else:
            keys.make(offer, hands.offered(number))
        hands.shows(number + 1)
        page.wait_for_timeout(50)
        told.append((offer, ears.heard()))
        spoken.extend(["", f"{number + 1}. {offer['move']}", *told[-1][1]])
        if number in (0, 20):
            spoken.extend(["", "--- the page ---", *read_aloud(page), "---"])

    try:
        kinds = play_to_the_end(hands, make, ("stand", "lay"))
        over(page)
        page.wait_for_timeout(300)
    finally:
        spoken.extend(["", *read_aloud(page)])
        (tmp_path / "aloud.txt").write_text("\n".join(spoken), "utf-8")
    check_end(page, kinds)
    check_sense(told)
    assert told[-1][1][-1].endswith(("wins.", "draw.", "together."))
    page_aloud = read_aloud(page)
    for line in page_aloud:
        name = line.partition(": ")[2]
        assert not re.search(r"[a-d][1-4]([-+][a-d][1-4]|\|)", name), f"notation is read: {line}"
    assert any(line.startswith("heading: CUBE: Red, Yellow") for line in page_aloud)


def check_sense(told: list[tuple[Offer, list[str]]]) -> None:
    """Who did what comes first, then what that brought about, then whose turn it is."""
    for offer, said in told:
        news = [text for text in said if not re.fullmatch(r"[a-d][1-4](, \w+)?", text)]
        assert len(news) == len({*news}), news
        who, colon, rest = news[0].partition(": ")
        assert who in ("Red", "Yellow") and colon and rest.endswith("."), news
        assert offer["kind"] in ("draw", "place") or offer["move"] not in rest, news
        ends = [place for place, text in enumerate(news) if re.search("to move|face down", text)]
        assert ends == [*range(len(news) - len(ends), len(news))], news
        cards = re.findall(r"card is fulfilled(.*?): ", " ".join(news))
        assert all(re.fullmatch(r" for (red|yellow), seen from the \w+", card) for card in cards)
