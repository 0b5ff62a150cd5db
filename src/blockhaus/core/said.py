"""Which move somebody means who types it: in notation, or in the words in which it is told."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache

from .errors import NotationError, Refusal
from .position import Position
from .words import LANGUAGES, Phrase

DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2013\u2014\u2212"), "-")
Told = tuple[str, list[list[str]]]  # the name of something, and the words in which it is told


def meant(
    position: Position, said: str, lang: str = LANGUAGES[0]
) -> tuple[list[str], Refusal | None]:
    """The moves on offer that fit what was said, or why none does; a slip is a NotationError.

    Capitals, accents, spaces and signs do not matter, and words may be left out: `Cube C4` is the
    cube on c4. Words are those of a language, or English ones.
    """
    try:
        move = _notated(position, said)
    except NotationError as slip:
        return _told_so(position, _words(said), lang, slip)
    refusal = position.why_not(move)
    offered = refusal is None or move in position.offered
    return ([move], None) if offered else ([], refusal)


def _notated(position: Position, said: str) -> str:
    """The move that is written so, in its usual notation."""
    short = "".join(said.translate(DASHES).split())
    for text in (short, short.lower()):
        with suppress(NotationError):
            return position.game.text(position.game.parse(text))
    return position.game.text(position.game.parse(said))  # a slip is quoted as it was typed


def _told_so(
    position: Position, wanted: list[str], lang: str, slip: NotationError
) -> tuple[list[str], Refusal | None]:
    """The moves that are told in such words; if all are refused, the reason given most often."""
    offered = ((move, position.words_for(move)) for move in position.offered)
    found = _fitting(_told(offered, lang), wanted)
    if found:
        return found, None
    refusals = map(position.why_not, _fitting(_every(position, lang), wanted))
    told = [refusal for refusal in refusals if refusal]
    if not told:
        raise slip
    usual, _ = Counter(refusal.code for refusal in told).most_common(1)[0]
    return [], next(refusal for refusal in told if refusal.code == usual)


def fitting(phrases: Iterable[tuple[str, Phrase]], said: str, lang: str) -> list[str]:
    """Which of some things, each with its name and in words, somebody means."""
    return _fitting(_told(phrases, lang), _words(said))


def _fitting(told: Iterable[Told], wanted: list[str]) -> list[str]:
    """What is told in these words exactly; or else in these and further ones, in their order if any
    is.
    """
    exact, loose, scattered = list[str](), list[str](), list[str]()
    for name, texts in told:
        if wanted in texts:
            exact.append(name)
        elif any(_within(wanted, text) for text in texts):
            loose.append(name)
        elif wanted and any(not Counter(wanted) - Counter(text) for text in texts):
            scattered.append(name)
    return exact or loose or scattered


@lru_cache(maxsize=8)  # whoever makes one slip makes another; a large board has 2000 moves
def _every(position: Position, lang: str) -> Sequence[Told]:
    """All moves of the game as they would be told here, allowed or not."""
    moves = map(position.game.text, range(position.game.actions))
    return tuple(_told(((move, position.words_for(move)) for move in moves), lang))


def _told(phrases: Iterable[tuple[str, Phrase]], lang: str) -> Iterator[Told]:
    """The words of each, in a language and in English."""
    languages = dict.fromkeys((lang, LANGUAGES[0]))
    for name, phrase in phrases:
        yield name, [_words(phrase.text(language)) for language in languages]


def _words(text: str) -> list[str]:
    """The bare words of a text."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return re.findall(r"\w+", "".join(sign for sign in plain if not unicodedata.combining(sign)))


def _within(some: list[str], all_words: list[str]) -> bool:
    """Whether some words stand among others, in their order."""
    rest = iter(all_words)
    return bool(some) and all(word in rest for word in some)
