"""Rulebooks: read in any language, made of docstrings where there are none, and checked whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import blockhaus
from blockhaus.core.rooms import Room, announce
from blockhaus.core.words import LANGUAGES
from blockhaus.learn.rulebook import (
    PARTS,
    BookError,
    book_texts,
    rule_title,
    rulebook,
    said_by,
)
from blockhaus.testing import Broken, check_book

Change = Callable[[dict[str, Any]], object]


def forget() -> None:
    """What was read of books is read again."""
    rulebook.cache_clear()
    book_texts.cache_clear()


@pytest.fixture
def book(monkeypatch: pytest.MonkeyPatch, pillars: None) -> Iterator[Callable[[str, Change], None]]:
    """The book of PILLARS, in whose files things can be changed."""
    read = Room.data

    def change(file: str, how: Change) -> None:
        def changed(room: Room, name: str) -> dict[str, Any]:
            found = deepcopy(read(room, name))
            if name == f"book/{file}.toml":
                how(found)
            return found

        monkeypatch.setattr(Room, "data", changed)
        forget()

    forget()
    yield change
    forget()


def test_it_is_read_in_the_order_of_learning() -> None:
    found = rulebook("turris")
    assert tuple(part.name for part in found.parts) == PARTS
    assert list(found.rules)[-1] == "R10"
    ruling = found.rules["R3"]
    assert ruling.title and ruling.text and ruling.reason and ruling.figures
    figure = found.figures[ruling.figures[0]]
    assert "R3" in figure.rules and figure.line()[-1].to_move is not None
    with pytest.raises(BookError, match="no figure 'nothing'"):
        found.figure("nothing")


@pytest.mark.parametrize("name", blockhaus.games())
def test_every_language_says_something_of_its_own(name: str) -> None:
    told = {lang: set(said_by(rulebook(name, lang))) for lang in LANGUAGES}
    assert rulebook(name, "de-AT").lang == "de"
    for lang in LANGUAGES[1:]:
        assert len(told[lang] & told["en"]) < len(told["en"]) / 10


def test_rules_are_called_by_their_titles() -> None:
    assert rule_title("turris", "R3") == rulebook("turris").rules["R3"].title
    assert rule_title("turris", "Notation", "de") == "Wie Züge geschrieben werden"
    assert rule_title("turris", "end", "nl") == "Het einde van het spel"
    assert rule_title("turris", "") == rule_title("turris", "R99") == ""


def test_what_nobody_translated_is_english(book: Callable[[str, Change], None]) -> None:
    book("nl", lambda said: said["rules"]["3"].pop("title"))
    found = rulebook("pillars", "nl").rules["3"]
    assert found.title == "Full pegs" and found.text[0].startswith("Een volle pin")
    book("nl", lambda said: said.clear())
    assert rulebook("pillars", "nl").rules["3"] == rulebook("pillars").rules["3"]


def test_a_room_without_a_book_has_its_numbered_rules(book: Callable[[str, Change], None]) -> None:
    book("book", lambda order: order.clear())
    found = rulebook("pillars", "de")
    assert [part.name for part in found.parts] == ["aim", "rules"]
    assert [rule.title for rule in found.parts[1].rules] == [f"Regel {n}" for n in range(1, 6)]
    assert found.rules["3"].text == ("A peg that is full takes no more cubes.",)
    assert "full-peg" in found.rules["3"].figures
    assert found.parts[0].rules[0].text[0].startswith("PILLARS: sixteen pegs")
    with pytest.raises(Broken, match="the parts of a book"):
        check_book("pillars")


@pytest.mark.usefixtures("forgotten_rooms")
def test_a_room_of_a_single_file_has_rules_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bare.py").write_text(
        '"""BARE: nothing to it.\n\n1. There is one rule,\n   on two lines.\n'
        'R1  And a ruling.\n"""\n'
        "from blockhaus.author import Spec\n"
        'SPEC = Spec(id="bare", title="BARE", summary="Nothing to it.")\n'
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    announce("bare", "bare")
    found = rulebook("bare", "fr")
    assert [part.name for part in found.parts] == ["aim", "rules", "rulings"]
    assert found.rules["1"].text == ("There is one rule, on two lines.",)
    assert found.rules["R1"].title == "Règle R1" and not found.figures
    with pytest.raises(Broken, match="no book"):
        check_book("bare")


def text(rule: str, words: str) -> Change:
    return lambda said: said["rules"][rule].update(text=words)


FAULTS: dict[str, tuple[str, Change, str]] = {
    "no figure": ("book", lambda order: order["figures"].update({"4": ["x"]}), "no examples"),
    "a part too few": ("book", lambda order: order["part"].pop(), "the parts of a book"),
    "a rule twice": ("book", lambda o: o["part"][3]["rules"].append("1"), "each is in one place"),
    "a fact as a ruling": ("book", lambda o: o["part"][4]["rules"].append("5"), "cannot be in"),
    "a sentence too few": ("fr", lambda said: said["rules"]["2"].pop("text"), "does not say"),
    "a sentence too many": ("es", lambda said: said["rules"].update(x="y"), "which English"),
    "a title missing": ("en", lambda said: said["rules"]["2"].pop("title"), "which English"),
    "an empty one": ("nl", text("2", " "), "is empty"),
    "a number of a rule": ("en", text("2", "See rule 3."), "not in plain words: 'rule 3'"),
    "a ruling's number": ("de", text("2", "Siehe R12."), "not in plain words: 'R12'"),
    "an option": ("es", text("2", "Con levels=4."), "not in plain words: 'levels=4'"),
    "a name in code": ("es", text("2", "Con flat_ground."), "not in plain words: 'flat_ground'"),
    "several spoken to": ("de", text("2", "Nehmt eure Würfel."), "one friend: 'eure'"),
    "a stranger": ("fr", text("2", "Prenez votre cube."), "one friend: 'votre'"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_book_that_is_not_whole_is_noticed(
    book: Callable[[str, Change], None], fault: str
) -> None:
    assert check_book("pillars") == 5
    file, change, told = FAULTS[fault]
    book(file, change)
    with pytest.raises(Broken, match=told):
        check_book("pillars")


def test_a_rule_that_nothing_shows_is_noticed(
    book: Callable[[str, Change], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Room.data

    def without(rule: str) -> None:
        def changed(room: Room, name: str) -> dict[str, Any]:
            found = deepcopy(read(room, name))
            if name == "examples.toml":
                for example in found["example"]:
                    example["rules"] = [r for r in example["rules"] if r != rule] or ["9"]
            return found

        monkeypatch.setattr(Room, "data", changed)
        forget()

    without("3")
    with pytest.raises(Broken, match="3 has no figure"):
        check_book("pillars")
    without("4")
    with pytest.raises(Broken, match="which are not in the book"):
        check_book("pillars")
