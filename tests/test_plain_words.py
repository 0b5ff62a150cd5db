"""No page shows the name of an option, a function or anything else that is written in code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import Formatter

import pytest

import blockhaus
from blockhaus.core.rooms import Room, find_room
from blockhaus.core.words import LANGUAGES
from blockhaus.learn.rulebook import rulebook, said_by

CODE = re.compile(r"`|_|\w=\w|\w\.\w+\(|\b(?:true|false)\b")
games = pytest.mark.parametrize("name", blockhaus.games())


def read_by_people(room: Room, lang: str) -> Iterator[str]:
    """Rules, box, options, prompts, steps, phrases, refusals and endings as a page says them."""
    said, made = room.words(lang), room.definition
    yield from said_by(rulebook(room.name, lang))
    yield said[room.spec.summary]
    for option in room.spec.options:
        yield said[option.name]
        yield said[option.about]
        yield from (said[word] for word in getattr(option, "choices", ()))
    texts = [*made.prompts.values(), *made.phrases.values(), *(e.text for e in made.endings)]
    texts += [reason.text for reason in made.reasons]
    texts += [text for steps in made.steps.values() for text in steps]
    yield from (said.get(text, text) for text in texts)


def without_facts(text: str) -> str:
    return " ".join(letters for letters, *_ in Formatter().parse(text))


@games
@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_is_said_in_code(name: str, lang: str) -> None:
    found = [text for text in read_by_people(find_room(name), lang) if text]
    assert [text for text in found if CODE.search(without_facts(text))] == []


@games
def test_options_have_names_in_words(name: str) -> None:
    room = find_room(name)
    for lang in LANGUAGES:
        said = room.words(lang)
        for option in room.spec.options:
            assert option.name in said, (lang, option.name)
