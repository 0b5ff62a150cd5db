"""Games on paper: records and codes are loaded, copied, downloaded, and their draws checked."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from typer.testing import CliRunner

import blockhaus
from blockhaus.cli import app
from browser.hands import ME, Hands, open_table, over


@pytest.fixture
def record() -> blockhaus.Record:
    position = blockhaus.game("kwinty").start().play("i+j").play("k|").play("h|")
    return blockhaus.Record.of(position, ["Ann", "Ben"])


def shows(page: Page, moves: int) -> None:
    expect(page.locator(".move-list .move")).to_have_count(moves)


def test_records_and_codes_are_loaded_from_text_and_file(
    visit: Any, record: blockhaus.Record, tmp_path: Path
) -> None:
    visitor = visit(flat=True)
    page = visitor.open("/analysis")
    field = page.get_by_role("textbox", name="Load a record or a position code")
    field.fill("not a code")
    page.get_by_role("button", name="Load", exact=True).click()
    expect(page.locator(".toast-bad")).to_be_visible()
    assert all("422" in told for told in visitor.problems), "the house was asked and refused"
    visitor.problems.clear()
    field.fill(f"\n{record.text}\n")
    page.get_by_role("button", name="Load", exact=True).click()
    shows(page, 3)
    for name, text in (("game.txt", record.text), ("game.json", record.json)):
        page.goto("about:blank")
        visitor.open("/analysis")
        (tmp_path / name).write_text(text)
        page.get_by_label("From a file").set_input_files(tmp_path / name)
        shows(page, 3)
    page.get_by_role("button", name="Load another").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill(record.positions()[2].code)
    dialog.get_by_role("button", name="Load", exact=True).click()
    expect(dialog).to_have_count(0)
    shows(page, 2)


def test_a_position_is_shared_as_link_and_code(visit: Any, record: blockhaus.Record) -> None:
    visitor = visit(flat=True, permissions=["clipboard-read", "clipboard-write"])
    code = record.positions()[-1].code
    page = visitor.open(f"/analysis#{code}")
    page.get_by_role("button", name="Share").click()
    dialog = page.get_by_role("dialog")
    link = dialog.get_by_role("textbox", name="Link to this position").input_value()
    dialog.get_by_role("button", name="Copy").last.click()
    assert page.evaluate("() => navigator.clipboard.readText()") == code
    page.goto("about:blank")
    page.goto(link)
    shows(page, 3)


@pytest.mark.sample
def test_a_shuffled_game_can_be_proven_fair(visit: Any, tmp_path: Path) -> None:
    visitor = visit(flat=True, permissions=["clipboard-read", "clipboard-write"])
    hands = Hands(visitor, open_table(visitor, "cube", [ME, ME]))
    page = visitor.page
    hands.play("draw", 0, by_hand=False)
    expect(page.get_by_text("is told when the game is over")).to_have_count(1)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    over(page)
    page.get_by_text("A fair draw").click()
    page.get_by_role("button", name="Check the hash").click()
    expect(page.get_by_text("The secret fits its hash.")).to_be_visible()
    page.get_by_role("button", name="Copy the record").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the record").click()
    file = tmp_path / download.value.suggested_filename
    assert re.fullmatch(r"cube-[a-z0-9]{10}\.txt", file.name)
    download.value.save_as(file)
    assert page.evaluate("() => navigator.clipboard.readText()") == file.read_text()
    result = CliRunner().invoke(app, ["verify", str(file)])
    assert result.exit_code == 0 and "fair" in result.output
