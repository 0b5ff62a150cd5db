"""Everything the house says, in five languages.

The English text is the key. It may hold {facts in braces}; the facts travel beside it and are put
in after it was translated. A package keeps its translations in a folder `words` of TOML files, one
table a text:

    ["No cube lies next to {cell}, not even diagonally."]
    de = "Neben {cell} liegt kein Würfel, auch nicht schräg."

The file named after a game belongs to that game. Where the key is a name in code, such as that of
an option, `en` says how a client shows it. A text has one translation wherever it stands.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

LANGUAGES = ("en", "de", "fr", "es", "nl")
COMMON = "common"  # the files with what the views of all games may contain
CAPITAL = "C"

_folders: list[Path] = []


def add_words(folder: Path) -> None:
    """Make the translations of a package known."""
    _folders.append(folder)
    _files.cache_clear()
    _dictionary.cache_clear()


@cache
def _files() -> dict[str, dict[str, dict[str, str]]]:
    """Name of a file -> text -> language -> translation."""
    found: dict[str, dict[str, dict[str, str]]] = {}
    for folder in _folders:
        for path in sorted(folder.glob("*.toml")):
            found.setdefault(path.stem, {}).update(tomllib.loads(path.read_text("utf-8")))
    return found


def _in(lang: str, texts: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    return {source: said.get(lang, source) for source, said in texts.items()}


@cache
def _dictionary(lang: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for texts in _files().values():
        found |= _in(lang, texts)
    return found


def language(wanted: str) -> str:
    """The language of the house for a code such as `de-AT`; English for any it does not speak."""
    short = wanted.lower().replace("_", "-").partition("-")[0]
    return short if short in LANGUAGES else LANGUAGES[0]


def words(game_id: str, lang: str) -> dict[str, str]:
    """Every text the box and the views of a game may contain, and how it is said."""
    from .game import find_definition

    files = _files()
    found = _in(language(lang), files.get(COMMON, {}) | files.get(game_id, {}))
    definition = find_definition(game_id)
    for option in definition.spec.options if definition else ():
        found.setdefault(option.range, option.bounds.text(lang))
    return found


def rules(game_id: str, lang: str) -> str:
    """The numbered rules of a game; those that nobody translated are English."""
    from .game import find_definition

    for folder in _folders:
        path = folder / "rules" / f"{game_id}.toml"
        if path.exists() and (said := tomllib.loads(path.read_text("utf-8")).get(language(lang))):
            return str(said).strip()
    definition = find_definition(game_id)
    return definition.rules if definition else ""


def translated(source: str, lang: str) -> str:
    """A text without its facts put in. English ones stay as they are: people who use Blockhaus
    from Python or a terminal need the names in code.
    """
    lang = language(lang)
    return source if lang == LANGUAGES[0] else _dictionary(lang).get(source, source)


class _Teller(Formatter):
    """Puts facts into a text. Facts that are texts themselves are said in the same language,
    with {name:C} beginning with a capital; {name!r} quotes what somebody typed as it is.
    """

    def __init__(self, lang: str) -> None:
        self.lang = language(lang)

    def format_field(self, value: Any, format_spec: str) -> str:
        if callable(getattr(value, "text", None)):
            return str(value.text(self.lang))
        if isinstance(value, float) and self.lang != LANGUAGES[0]:
            return format(value, format_spec).replace(".", ",")
        if not isinstance(value, str):
            return format(value, format_spec)
        said = translated(value, self.lang)
        return said[:1].upper() + said[1:] if format_spec == CAPITAL else said


class Phrase:
    """A text with its facts: `Phrase("tower of {height}", height=3)`. `str()` is English."""

    def __init__(self, source: str, /, **facts: Any) -> None:
        self.source = source
        self.facts = facts

    def text(self, lang: str = LANGUAGES[0]) -> str:
        said = translated(self.source, lang)
        return _Teller(lang).vformat(said, (), self.facts) if self.facts else said

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        facts = "".join(f", {name}={value!r}" for name, value in self.facts.items())
        return f"Phrase({self.source!r}{facts})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Phrase):
            return NotImplemented
        return (self.source, self.facts) == (other.source, other.facts)

    def __hash__(self) -> int:
        return hash(self.source)


class Listing:
    """A list as a fact: `a1, b2 or c3`."""

    def __init__(self, items: Iterable[str], joint: str) -> None:
        self.items = tuple(items)
        self.joint = joint

    def text(self, lang: str = LANGUAGES[0]) -> str:
        said = [translated(item, lang) for item in self.items]
        ends = [", ".join(said[:-1]), said[-1]] if len(said) > 1 else said
        return f" {translated(self.joint, lang)} ".join(ends)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"Listing({self.items!r}, {self.joint!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Listing):
            return NotImplemented
        return (self.items, self.joint) == (other.items, other.joint)

    def __hash__(self) -> int:
        return hash((self.items, self.joint))


def either(items: Iterable[str]) -> Listing:
    return Listing(items, "or")


def both(items: Iterable[str]) -> Listing:
    return Listing(items, "and")


add_words(Path(__file__).parent / "words")
