"""Everything a player reads exists in every language, and nothing is translated in vain."""

from __future__ import annotations

import ast
import pickle
import re
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from string import Formatter

import pytest

import blockhaus
from blockhaus.commentary.review_words import CALLED
from blockhaus.commentary.words import SENTENCES
from blockhaus.core import words
from blockhaus.core.rooms import find_room
from blockhaus.core.words import LANGUAGES, Phrase, both, either
from blockhaus.house.texts import NAMES as GUESTS
from blockhaus.house.texts import REFUSALS
from blockhaus.learn.making import WHY_NOT
from blockhaus.learn.rulebook import TITLES, rulebook, said_by
from blockhaus.learn.sentences import SENTENCES as PUZZLE_SENTENCES
from blockhaus.learn.themes import theme_names
from blockhaus.learn.theorems import theorems
from blockhaus.players.levels import NAMES as LEVELS
from blockhaus.testing.words import braces

PACKAGE = Path(blockhaus.__file__).parent
FILES = sorted([*PACKAGE.glob("*/words/*.toml"), *PACKAGE.glob("games/*/words.toml")])
OTHERS = LANGUAGES[1:]

by_file = pytest.mark.parametrize(
    "file", FILES, ids=lambda file: file.relative_to(PACKAGE).as_posix()
)


def catalogue(file: Path) -> dict[str, dict[str, str]]:
    return tomllib.loads(file.read_text("utf-8"))


def says_something(text: str) -> bool:
    return any(letters.strip(" .:,") for letters, *_ in Formatter().parse(text))


@by_file
def test_every_text_has_all_translations(file: Path) -> None:
    for source, said in catalogue(file).items():
        assert set(OTHERS) <= set(said) <= set(LANGUAGES), source
        for lang, text in said.items():
            assert text.strip() == text != "", (source, lang)
            assert braces(text) == braces(source), (source, lang)
            assert (text[-1] == ".") == (source[-1] == "."), (source, lang)


TIGHT = re.compile("[^\\s\u00a0\u202f\\d:][:;!?](?=\\s|$|»)")


@by_file
def test_french_leaves_room_before_a_colon_and_its_like(file: Path) -> None:
    french = [said["fr"] for said in catalogue(file).values()]
    assert [text for text in french if TIGHT.search(text)] == []


@pytest.mark.parametrize("book", sorted(PACKAGE.glob("games/*/book/fr.toml")), ids=str)
def test_french_books_leave_it_too(book: Path) -> None:
    assert [text for text in strings_of(catalogue(book)) if TIGHT.search(text)] == []


def strings_of(thing: object) -> Iterator[str]:
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, dict):
        for each in thing.values():
            yield from strings_of(each)


def test_a_text_has_one_translation_wherever_it_stands() -> None:
    seen: dict[str, dict[str, str]] = {}
    for file in FILES:
        for source, said in catalogue(file).items():
            assert seen.setdefault(source, said) == said


def code_of(file: Path) -> list[ast.Module]:
    """The code that says the texts of a file: a game's room, or the whole package."""
    folder = file.parent if file.stem == "words" else file.parent.parent
    return [ast.parse(path.read_text("utf-8")) for path in folder.rglob("*.py")]


@by_file
def test_no_translation_is_left_over(file: Path) -> None:
    said = {
        node.value
        for module in code_of(file)
        for node in ast.walk(module)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert not set(catalogue(file)) - said - settings_of(file.parent.name)


def settings_of(folder: str) -> set[str]:
    """The options of a game's solved boards, as its words may say them."""
    if folder not in blockhaus.games():
        return set()
    chosen = [pair for each in theorems(folder) for pair in each.game.shown_options().items()]
    return {f"{name} {told}" for name, value in chosen for told in (value, "{value}")}


def kinds_of_errors(kind: type[Exception] = blockhaus.BlockhausError) -> set[str]:
    return {kind.__name__}.union(*map(kinds_of_errors, kind.__subclasses__()))


def texts_in(module: ast.Module) -> Iterator[ast.expr]:
    """The first argument of everything that makes an error or a phrase."""
    makers = kinds_of_errors() - {"IllegalMove"} | {"Phrase", "error"}
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and node.args:
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in makers and not ast.unparse(node.func).startswith("logger"):
                yield node.args[0]


# Told by a variable, whose texts are looked at elsewhere.
VARIABLE = {
    "reason.text", "source", "error.text", "error.phrase.source", "self.allowed", "text",
    "SENTENCES[key]",
}  # fmt: skip


PACKAGES = sorted({file.parent.parent.name for file in FILES if file.parent.name == "words"})


@pytest.mark.parametrize("package", [*PACKAGES, "games"])
def test_every_error_and_phrase_is_translated(package: str) -> None:
    for name in blockhaus.games():
        _ = find_room(name).definition  # some define errors of their own
    for other in PACKAGES:
        import_module(f"blockhaus.{other}")
    known = words._dictionary("de")
    missing = []
    for path in sorted((PACKAGE / package).rglob("*.py")):
        for text in texts_in(ast.parse(path.read_text("utf-8"))):
            told = text.value if isinstance(text, ast.Constant) else None
            if ast.unparse(text) not in VARIABLE and (
                not isinstance(told, str) or (says_something(told) and told not in known)
            ):
                missing.append(f"{path.name}: {ast.unparse(text)}")
    assert not missing


def test_every_sentence_of_commentary_players_and_house_is_translated() -> None:
    refusals = [sentence for _, sentence in REFUSALS.values() if says_something(sentence)]
    texts = [*SENTENCES.values(), *CALLED.values(), *refusals, *GUESTS.values()]
    assert set(texts) <= set(words._dictionary("fr"))
    assert set(LEVELS) <= set(find_room("kwinty").words("es"))


def test_every_sentence_and_theme_of_puzzles_is_translated() -> None:
    known = set(words._dictionary("fr"))
    assert {*PUZZLE_SENTENCES.values(), *WHY_NOT.values(), *TITLES.values()} <= known
    for name in blockhaus.games():
        assert set(theme_names(name).values()) <= set(find_room(name).words("nl"))


@pytest.mark.parametrize("name", blockhaus.games())
def test_the_rules_are_told_at_length_in_every_language(name: str) -> None:
    length = {lang: sum(map(len, said_by(rulebook(name, lang)))) for lang in LANGUAGES}
    for lang in OTHERS:
        assert 0.7 < length[lang] / length["en"] < 1.6


def test_words_are_english_too() -> None:
    english = find_room("turris").words("en")
    assert english["white"] == "white"
    assert english["flat_ground"] == "lying on the ground"
    assert find_room("turris").words("xx") == english


def test_languages_are_found_by_their_codes() -> None:
    assert [words.language(code) for code in ("de-AT", "FR_ca", "nl", "pt-BR", "")] == [
        "de", "fr", "nl", "en", "en",
    ]  # fmt: skip


def test_refusals_in_every_language() -> None:
    refusal = blockhaus.game("kwinty").start().play("i|").why_not("m|")
    assert refusal is not None
    assert [refusal.text(lang) for lang in LANGUAGES] == [
        "The block would touch no block of the wall.",
        "Der Block würde keinen Block der Mauer berühren.",
        "Le bloc ne toucherait aucun bloc du mur.",
        "El bloque no tocaría ningún bloque del muro.",
        "Het blok zou geen enkel blok van de muur raken.",
    ]
    assert refusal.with_rule("es").endswith("(regla 4)")


def test_facts_that_are_words_are_said_in_the_same_language() -> None:
    position = blockhaus.game("ksar", pieces=1, neutrals=0, frame=6).start()
    refusal = position.why_not("a1:3x2n")
    assert refusal is not None
    assert refusal.text("fr") == "Tu n'as plus de pièce de ce type\N{NO-BREAK SPACE}: incolore."
    listed = Phrase("No cube is owed on {cell}; choose {owed}.", cell="d3", owed=either(["a1"]))
    assert listed.text("nl") == "Op d3 is geen kubus verschuldigd; kies a1."
    assert both(["a1", "b2", "c3"]).text("de") == "a1, b2 und c3"
    points = Phrase("{number:g} points", number=2.5)
    assert (str(points), points.text("de")) == ("2.5 points", "2,5 Punkte")
    whose = Phrase("{other:C}: {move!r}", other="blue", move="take")
    assert (str(whose), whose.text("es")) == ("Blue: 'take'", "Azul: 'take'")
    assert str(either(["a1", "b2"])) == "a1 or b2"


def test_outcomes_and_errors_in_every_language() -> None:
    game = blockhaus.game("kwinty")
    outcome = list(game.positions(["i+j", "h|", "k|", "g|", "l|", "f|", "m|"]))[-1].outcome
    assert outcome is not None
    assert (outcome.text("de"), outcome.text()) == ("eine Linie ist vollständig", outcome.reason)
    with pytest.raises(blockhaus.OptionError) as bad_option:
        blockhaus.game("kwinty", width=3)
    assert str(bad_option.value) == "width goes from 5 to 9, not 3."
    assert bad_option.value.text("de") == "Breite geht von 5 bis 9, nicht 3."
    with pytest.raises(blockhaus.RecordError) as bad_move:
        blockhaus.Record.read('[Game "kwinty"]\n\n1. i| m|')
    assert bad_move.value.text("de") == (
        "Zeile 3, Spalte 7: m|: Der Block würde keinen Block der Mauer berühren. (Regel 4)"
    )


def test_what_somebody_typed_is_never_translated() -> None:
    with pytest.raises(blockhaus.NotationError) as error:
        blockhaus.game("turris").start().play("take")
    assert error.value.text("de").startswith("'take' ist kein Zug: ")
    for typed in ("{move}", "{0}", "{", "}}"):
        with pytest.raises(blockhaus.NotationError) as error:
            blockhaus.game("turris").start().play(typed)
        assert error.value.text("es").startswith(f"{typed!r} no es una jugada: ")


def test_errors_keep_their_facts_when_they_travel() -> None:
    for text in ('[Game "kwinty"]\n\n1. i| m|', '[Game "kwinty"]\n[Options "width=3"]'):
        with pytest.raises(blockhaus.RecordError) as caught:
            blockhaus.Record.read(text)
        again = pickle.loads(pickle.dumps(caught.value))
        assert [again.text(lang) for lang in LANGUAGES] == [
            caught.value.text(lang) for lang in LANGUAGES
        ]
        assert (again.line, again.column) == (caught.value.line, caught.value.column)


def test_phrases_compare_and_show_themselves() -> None:
    phrase = Phrase("tower of {height}", height=3)
    assert repr(phrase) == "Phrase('tower of {height}', height=3)"
    assert phrase == Phrase("tower of {height}", height=3) != Phrase("tower of {height}", height=4)
    assert hash(phrase) == hash(Phrase("tower of {height}", height=3))
    assert repr(either(["a"])) == "Listing(('a',), 'or')"
    assert either(["a"]) == either(["a"]) != both(["a"])
    assert len({either(["a"]), either(["a"])}) == 1
