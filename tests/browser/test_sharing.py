"""Passing on: pictures, replays, frames in other pages, and a client that was replaced."""

from __future__ import annotations

import re
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Download, Page, expect

import blockhaus
from browser.doors import PHONE, House, Visitor
from browser.ears import check_names
from browser.hands import ME, Hands, act, decide, open_table, seated
from house import processes

SMALL = {"width": "5", "height": "4", "blocks": "4"}
REBUILT = '<script type="module" src="/assets/index-rebuilt.js"></script>'
CLIPBOARD = ["clipboard-read", "clipboard-write"]


def played(visitor: Any, decisions: int) -> tuple[Hands, str]:
    """A table at one screen, some decisions later."""
    table = open_table(visitor, "kwinty", [ME, ME], options=SMALL)
    hands = Hands(visitor, table)
    position = blockhaus.game("kwinty", **SMALL).start()
    for number in range(decisions):
        decide(visitor, table, number, position.moves[0])
        position = position.play(position.moves[0])
    hands.shows(decisions)
    return hands, table


def open_share(page: Page) -> None:
    page.get_by_role("button", name="Share", exact=True).click()
    expect(page.get_by_role("dialog", name="Share")).to_be_visible()


def downloaded(page: Page, button: str, folder: Path) -> tuple[str, bytes]:
    with page.expect_download() as caught:
        page.get_by_role("button", name=button).click()
    download: Download = caught.value
    file = folder / download.suggested_filename
    download.save_as(file)
    return file.name, file.read_bytes()


def check_picture(png: bytes) -> None:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", png[16:24]) == (1200, 900)
    assert len(png) > 20_000, "there is more on it than paper"


def frames(gif: bytes) -> int:
    """How many frames a GIF has: it is read block by block."""
    assert gif[:6] == b"GIF89a"
    at = 13 + 3 * 2 ** ((gif[10] & 7) + 1)
    count = 0
    while gif[at] != 0x3B:
        image = gif[at] == 0x2C
        count += image
        at += 11 if image else 2
        while gif[at]:
            at += gif[at] + 1
        at += 1
    return count


@pytest.mark.served("a link that leads others to it")
def test_a_table_is_passed_on_as_a_link(visit: Any) -> None:
    visitor = visit(flat=True)
    hands, table = played(visitor, 3)
    page = visitor.page
    open_share(page)
    link = page.get_by_role("textbox", name="Link to this table")
    expect(link).to_have_value(visitor.address_of(f"/table/{table}"))
    page.keyboard.press("Escape")
    act(visitor, hands.id, "resign")
    expect(page.get_by_role("region", name="Result")).to_be_visible()
    page.get_by_role("button", name="One move back").click()
    open_share(page)
    link = page.get_by_role("textbox", name="Link").first
    expect(link).to_have_value(visitor.address_of(f"/analysis/table/{table}/2"))


@pytest.mark.sample(flat=True)
@pytest.mark.parametrize("flat", [False, True])
def test_a_position_is_passed_on_as_a_picture(visit: Any, tmp_path: Path, flat: bool) -> None:
    visitor = visit(flat=flat, permissions=CLIPBOARD)
    _, table = played(visitor, 2)
    page = visitor.page
    open_share(page)
    picture = page.get_by_role("img", name="KWINTY: a picture of the position")
    expect(picture).to_be_visible()
    name, png = downloaded(page, "Download the picture", tmp_path)
    assert name == f"kwinty-{table}-2.png"
    check_picture(png)
    page.get_by_role("button", name="Copy the picture").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    kinds = page.evaluate(
        "async () => (await navigator.clipboard.read()).flatMap((item) => item.types)"
    )
    assert kinds == ["image/png"]
    check_names(page)


def test_a_picture_goes_to_the_devices_own_sharing(visit: Any, place: str) -> None:
    visitor = visit(flat=True, viewport=PHONE)
    visitor.context.add_init_script(
        """navigator.canShare = ({ files }) => files.length === 1;
        navigator.share = async ({ files, url }) => {
          window.passed = [files[0].name, files[0].type, url];
        };"""
    )
    _, table = played(visitor, 1)
    page = visitor.page
    page.get_by_role("button", name="Moves").first.click()
    open_share(page)
    page.get_by_role("button", name="Share the picture").click()
    page.wait_for_function("() => window.passed")
    # A table at the site is in this browser alone: what leads others there is its door.
    link = visitor.address_of("/" if place == "site" else f"/table/{table}")
    assert page.evaluate("window.passed") == [f"kwinty-{table}-1.png", "image/png", link]


@pytest.mark.parametrize("flat", [False, True])
def test_a_game_is_passed_on_as_a_moving_picture(visit: Any, tmp_path: Path, flat: bool) -> None:
    visitor = visit(flat=flat)
    played(visitor, 4)
    page = visitor.page
    open_share(page)
    page.get_by_role("button", name="Make a moving picture of 4 moves").click()
    download = page.get_by_role("button", name="Download the replay")
    expect(download).to_be_focused(timeout=60_000)
    _, gif = downloaded(page, "Download the replay", tmp_path)
    assert frames(gif) == 5
    assert struct.unpack("<HH", gif[6:10]) == (480, 400)
    assert len(gif) < 1_000_000


def test_a_finished_game_is_passed_on_from_its_start_to_its_end(visit: Any, tmp_path: Path) -> None:
    visitor = visit(flat=True)
    hands, _ = played(visitor, 3)
    page = visitor.page
    act(visitor, hands.id, "resign")
    expect(page.get_by_role("region", name="Result")).to_be_visible()
    page.get_by_role("button", name="One move back").click()
    open_share(page)
    page.get_by_role("button", name="Make a moving picture of 3 moves").click()
    expect(page.get_by_role("button", name="Download the replay")).to_be_focused(timeout=60_000)
    _, gif = downloaded(page, "Download the replay", tmp_path)
    assert frames(gif) == 4


@pytest.mark.served("other people")
def test_pictures_of_hidden_cards_are_made_of_what_their_maker_may_see(visit: Any) -> None:
    """Whoever passes on a game with cards is told no card for it that others hold."""
    host, watcher = visit(flat=True), visit(flat=True)
    table = open_table(host, "cube", [ME, {"kind": "computer", "level": 1}])
    hands = Hands(host, table)
    hands.play("draw", 0, by_hand=False)
    for visitor, own in ((host, [0]), (watcher, [])):
        page = visitor.page
        told: list[Any] = []
        page.on("response", lambda answer, told=told: told.append(answer))
        visitor.open(f"/table/{table}")
        open_share(page)
        page.get_by_role("button", name="Make a moving picture").click()
        expect(page.get_by_role("button", name="Download the replay")).to_be_focused(timeout=60_000)
        scenes = [answer.json() for answer in told if "/positions/" in answer.url]
        assert scenes
        for scene in scenes:
            for seat, facts in enumerate((scene.get("view") or scene)["seats"]):
                held = [card for card in facts["cards"] if not card["shown"]]
                assert seat in own or held == []


@pytest.mark.served("requests that are never answered")
def test_a_moving_picture_can_be_cancelled(visit: Any) -> None:
    visitor = visit(flat=True)
    played(visitor, 3)
    page = visitor.page
    page.route("**/positions/*", lambda route: None)  # the house never answers
    open_share(page)
    make = page.get_by_role("button", name="Make a moving picture")
    make.click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(make).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_position_of_the_analysis_has_a_link_that_the_house_can_read(visit: Any) -> None:
    visitor = visit(flat=True)
    position = blockhaus.game("kwinty", **SMALL).start()
    code = position.play(position.moves[0]).code
    page = visitor.open(f"/analysis#{code}")
    open_share(page)
    link = page.get_by_role("textbox", name="Link to this position").input_value()
    assert "/analysis?code=" in link
    page.goto(link)
    expect(page.locator(".move-list .move")).to_have_count(1)
    assert code.rpartition(":")[2] in page.url


# Within the pages of others


@contextmanager
def other_site(frame: str) -> Iterator[str]:
    """A page of another origin that frames something."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            text = f'<!doctype html><title>Elsewhere</title><iframe src="{frame}" width="480" '
            body = (text + 'height="560"></iframe>').encode()
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Page)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://localhost:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture(scope="module")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house whose host lets every site show its tables."""
    house = House(tmp_path_factory.mktemp("embed"), arguments=("--embed-from", "*"))
    yield house
    processes.stop(house.process)


def test_a_site_that_is_allowed_shows_a_table(chromium: Browser, open_house: House) -> None:
    host = Visitor(chromium, open_house, flat=True)
    _, table = played(host, 2)
    open_share(host.page)
    text = host.page.get_by_role("textbox", name="In your own page").input_value()
    address = re.search(r'src="([^"]+)"', text)
    assert address and address[1] == f"{open_house.address}/embed/{table}"
    stranger = chromium.new_context(locale="en-GB", reduced_motion="reduce")
    page = stranger.new_page()
    with other_site(address[1]) as site:
        page.goto(site)
        frame = page.frame_locator("iframe")
        expect(frame.get_by_role("heading", name="KWINTY")).to_be_visible()
        expect(frame.get_by_role("status")).to_contain_text("Turn 2 of 2")
        frame.get_by_role("button", name="To the start").click()
        expect(frame.get_by_role("status")).to_contain_text("Turn 0 of 2")
        frame.get_by_role("button", name="To the end").click()
        expect(frame.get_by_role("status")).to_contain_text("Turn 2 of 2")
        position = blockhaus.game("kwinty", **SMALL).start()
        for _ in range(2):
            position = position.play(position.moves[0])
        decide(host, table, 2, position.moves[0])
        expect(frame.get_by_role("status")).to_contain_text("Turn 3 of 3")
        link = frame.get_by_role("link", name="Open in Blockhaus")
        expect(link).to_have_attribute("href", f"/table/{table}")
    assert stranger.cookies() == []
    stranger.close()
    host.context.close()
    assert host.problems == []


def test_a_position_is_shown_by_its_code(chromium: Browser, open_house: House) -> None:
    visitor = Visitor(chromium, open_house, flat=True)
    position = blockhaus.game("kwinty", **SMALL).start()
    page = visitor.open(f"/embed?code={position.play(position.moves[0]).code}")
    expect(page.get_by_role("status")).to_contain_text("Turn 1 of 1")
    page.get_by_role("button", name="One move back").click()
    expect(page.get_by_role("status")).to_contain_text("Turn 0 of 1")
    check_names(page)
    visitor.context.close()
    assert visitor.problems == []


def test_no_site_shows_a_table_that_is_not_allowed_to(chromium: Browser, house: House) -> None:
    host = Visitor(chromium, house, flat=True)
    _, table = played(host, 1)
    open_share(host.page)
    expect(host.page.get_by_role("textbox", name="In your own page")).to_have_count(0)
    stranger = chromium.new_context()
    page = stranger.new_page()
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text))
    with other_site(f"{house.address}/embed/{table}") as site:
        page.goto(site)
        page.wait_for_timeout(500)
        assert page.frame_locator("iframe").locator(".embed").count() == 0
    assert any("frame-ancestors" in text for text in refused)
    stranger.close()
    host.context.close()


# A client that was replaced under an open page


def replaced(visitor: Any) -> list[str]:
    """As if the house had another client now: the old one's files are gone until the page is loaded
    anew. What is loaded from now on is noted."""
    page: Page = visitor.page
    served: list[str] = []
    page.on("load", lambda _: served.append(page.url))

    def gone(route: Any) -> None:
        if served:
            route.continue_()
        else:
            route.fulfill(status=404, body="")

    page.route("**/assets/ShareDialog-*.js", gone)
    page.route(visitor.address_of("/"), lambda route: route.fulfill(body=REBUILT))
    return served


def test_a_page_whose_client_was_replaced_is_loaded_anew_once(visit: Any) -> None:
    visitor = visit(flat=True)
    _, table = played(visitor, 2)
    page = visitor.page
    served = replaced(visitor)
    with page.expect_event("load"):
        page.get_by_role("button", name="Share", exact=True).click()
    expect(page.locator(".move-list .move")).to_have_count(2)
    assert page.url.endswith(f"/table/{table}")
    open_share(page)
    assert len(served) == 1
    visitor.problems = [text for text in visitor.problems if "404" not in text]


@pytest.mark.served("other people")
def test_what_was_being_written_is_there_again(visit: Any) -> None:
    host, _, _, _ = seated(visit, "kwinty", flat=True, options=SMALL)
    page = host.page
    expect(page.locator(".status").first).to_contain_text("turn")
    page.get_by_role("textbox", name="Say something").fill("Well pla")
    replaced(host)
    with page.expect_event("load"):
        page.get_by_role("button", name="Share", exact=True).click()
    expect(page.get_by_role("textbox", name="Say something")).to_have_value("Well pla")
    host.problems = [text for text in host.problems if "404" not in text]


@pytest.mark.served("watching others")
def test_a_file_that_is_missing_for_another_reason_loads_nothing_anew(visit: Any) -> None:
    visitor = visit(flat=True)
    page = visitor.open("/")
    served: list[str] = []
    page.on("load", lambda: served.append(page.url))
    page.route("**/assets/Watch-*.js", lambda route: route.fulfill(status=404, body=""))
    page.get_by_role("link", name="Watch").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.wait_for_timeout(500)
    assert served == []
    visitor.problems.clear()


def test_lines_of_an_analysis_are_there_again(visit: Any) -> None:
    visitor = visit(flat=True)
    position = blockhaus.game("kwinty", **SMALL).start()
    page = visitor.open(f"/analysis#{position.code}")
    box = page.get_by_role("combobox", name="Find a move")
    for count, move in enumerate(position.moves[:2]):
        box.fill(move)
        box.press("ArrowDown")
        box.press("Enter")
        expect(page.locator(".move-list .move")).to_have_count(1)
        if not count:
            page.get_by_role("button", name="To the start").click()
            expect(page.locator(".move-list [aria-current]")).to_have_count(0)
    lines = page.get_by_role("list", name="Lines of play").get_by_role("button")
    expect(lines.first).to_be_visible()
    before = lines.count()
    replaced(visitor)
    with page.expect_event("load"):
        page.get_by_role("button", name="Share", exact=True).click()
    expect(page.locator(".move-list .move")).to_have_count(1)
    expect(lines).to_have_count(before)
    visitor.problems = [text for text in visitor.problems if "404" not in text]
