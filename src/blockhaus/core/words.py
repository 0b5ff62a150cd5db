"""Everything the house says, in five languages.

The English text is the key. It may hold {facts in braces}; the facts travel beside it and are put
in after it was translated. A package keeps its translations in a folder `words` of TOML files, one
table a text:

    ["No cube lies next to {cell}, not even diagonally."]
    de = "Neben {cell} liegt kein Würfel, auch nicht schräg."

The words of a game lie in its room. Where the key is a name in code, such as that of
an option, `en` says how a client shows it. A text has one translation wherever it stands.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from string import Formatter
from typing import Any

LANGUAGES = ("en", "de", "fr", "es", "nl")
COMMON = "common"  # the files with what the views of all games may contain
CAPITAL = "C"

Texts = dict[str, dict[str, str]]  # text -> language -> translation

_sources: list[tuple[str, Callable[[], Texts]]] = []


def add_words(name: str, read: Callable[[], Texts]) -> None:
    """Make translations known, under the name of the game they belong to or `common`."""
    _sources.append((name, read))
    _files.cache_clear()
    _dictionary.cache_clear()


def add_folder(folder: Path) -> None:
    """Make the translations of a package known: the TOML files of a folder, by their names."""
    for path in sorted(folder.glob("*.toml")):
        add_words(path.stem, lambda path=path: tomllib.loads(path.read_text("utf-8")))  # type: ignore[misc]


@cache
def _files() -> dict[str, Texts]:
    """Name -> text -> language -> translation."""
    found: dict[str, Texts] = {}
    for name, read in _sources:
        found.setdefault(name, {}).update(read())
    return found


def _in(lang: str, texts: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    return {source: said.get(lang, source) for source, said in texts.items()}


@cache
def _dictionary(lang: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for texts in _files().values():
        found |= _in(lang, texts)
    return found


@lru_cache(maxsize=256)  # asked for every word of every sentence
def language(wanted: str) -> str:
    """The language of the house for a code such as `de-AT`; English for any it does not speak."""
    short = wanted.lower().replace("_", "-").partition("-")[0]
    return short if short in LANGUAGES else LANGUAGES[0]


def said_in(lang: str, name: str) -> dict[str, str]:
    """The common texts and those under a name, and how they are said."""
    files = _files()
    return _in(language(lang), files.get(COMMON, {}) | files.get(name, {}))


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


add_folder(Path(__file__).parent / "words")
