"""The pages of a house that a proxy shows below a path: nothing is asked for outside of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

import blockhaus
from browser.doors import House, Visitor
from house import processes
from house.prefix_proxy import below

BASE = "/games"


@pytest.fixture(scope="module")
def house_below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("below"), arguments=("--base-path", BASE))
    address = re.sub(rf"{BASE}$", "", house.address)
    with below(BASE, int(address.rpartition(":")[2])) as front:
        house.address = front
        yield house
    processes.stop(house.process)


def test_somebody_plays_reloads_and_looks_around(chromium: Browser, house_below: House) -> None:
    visitor = Visitor(chromium, house_below, flat=True)
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    visitor.page.on("websocket", lambda socket: asked.append(socket.url))
    page = visitor.open(f"{BASE}/")
    expect(page.locator(".game-open")).to_have_count(len(blockhaus.games()))
    cookies = visitor.context.cookies(f"{house_below.address}{BASE}/")
    assert [cookie.get("path") for cookie in cookies] == [BASE]
    page.locator(".game-open", has_text="KWINTY").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(re.compile(rf"{BASE}/table/\w{{10}}$"))
    expect(page.locator(".status")).to_contain_text("Your turn", timeout=30_000)
    page.reload()
    expect(page.locator(".status")).to_contain_text("Your turn", timeout=30_000)
    page.goto(f"{house_below.address}{BASE}/rules/kwinty")
    expect(page.get_by_role("heading", level=1)).to_have_text("KWINTY")
    page.locator("header.top .logo").click()
    expect(page).to_have_url(f"{house_below.address}{BASE}/")
    expect(page.locator(".table-row").first).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("KWINTY")
    assert any(url.startswith("ws") for url in asked)
    outside = [url for url in asked if url.startswith(("http", "ws")) and f"{BASE}/" not in url]
    assert outside == []
    visitor.context.close()
    assert visitor.problems == []
