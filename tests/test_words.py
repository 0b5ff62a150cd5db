"""Everything a player reads exists in every language, and nothing is translated in vain."""

from __future__ import annotations

import ast
import pickle
import random
import re
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from option_sets import OPTION_SETS

import blockhaus
from blockhaus.commentary.review_words import CALLED
from blockhaus.commentary.words import SENTENCES
from blockhaus.core import words
from blockhaus.core.game import find_definition
from blockhaus.core.spec import Choice, Spec
from blockhaus.core.words import LANGUAGES, Phrase, both, either
from blockhaus.house.texts import NAMES as GUESTS
from blockhaus.house.texts import REFUSALS
from blockhaus.players.levels import NAMES as LEVELS

PACKAGE = Path(blockhaus.__file__).parent
FILES = sorted(PACKAGE.glob("*/words/*.toml"))
OTHERS = LANGUAGES[1:]
POSITIONS = 6  # looked at in a random game
TRIES = 60  # actions tried in each

by_file = pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
by_game = pytest.mark.parametrize("name", blockhaus.games())


def catalogue(file: Path) -> dict[str, dict[str, str]]:
    return tomllib.loads(file.read_text("utf-8"))


def braces(text: str) -> set[tuple[str, str | None]]:
    return {(name, quoted) for _, name, _, quoted in Formatter().parse(text) if name is not None}


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


def test_a_text_has_one_translation_wherever_it_stands() -> None:
    seen: dict[str, dict[str, str]] = {}
    for file in FILES:
        for source, said in catalogue(file).items():
            assert seen.setdefault(source, said) == said


def code_of(file: Path) -> list[ast.Module]:
    """The code that says the texts of a file: a game's own, or all of its package."""
    pattern = f"{file.stem}.py" if file.stem in blockhaus.games() else "*.py"
    paths = file.parent.parent.glob(pattern)
    return [ast.parse(path.read_text("utf-8")) for path in paths]


@by_file
def test_no_translation_is_left_over(file: Path) -> None:
    said = {
        node.value
        for module in code_of(file)
        for node in ast.walk(module)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert not set(catalogue(file)) - said


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
    "reason.text", "source", "error.phrase.source", "self.allowed", "text", "SENTENCES[key]",
}  # fmt: skip


@pytest.mark.parametrize("package", sorted({file.parts[-3] for file in FILES}))
def test_every_error_and_phrase_is_translated(package: str) -> None:
    for name in blockhaus.games():
        find_definition(name)  # some define errors of their own
    for path in (PACKAGE / package).glob("*.py"):
        if path.stem != "__init__":
            import_module(f"blockhaus.{package}.{path.stem}")
    known = words._dictionary("de")
    missing = []
    for path in sorted((PACKAGE / package).glob("*.py")):
        for text in texts_in(ast.parse(path.read_text("utf-8"))):
            told = text.value if isinstance(text, ast.Constant) else None
            if ast.unparse(text) not in VARIABLE and (
                told is None or (says_something(told) and told not in known)
            ):
                missing.append(f"{path.name}: {ast.unparse(text)}")
    assert not missing


def test_every_sentence_of_commentary_players_and_house_is_translated() -> None:
    refusals = [sentence for _, sentence in REFUSALS.values() if says_something(sentence)]
    texts = [*SENTENCES.values(), *CALLED.values(), *refusals, *GUESTS.values()]
    assert set(texts) <= set(words._dictionary("fr"))
    assert set(LEVELS) <= set(words.words("kwinty", "es"))


def printed_on_the_box(spec: Spec) -> Iterator[str]:
    yield spec.summary
    yield from spec.colours
    for option in spec.options:
        yield from (option.name, option.about)
        if isinstance(option, Choice):
            yield from option.choices
        yield option.range


@by_game
def test_every_text_of_a_game_is_translated(name: str) -> None:
    definition = find_definition(name)
    assert definition is not None
    texts = [
        *printed_on_the_box(definition.spec),
        *definition.prompts.values(),
        *(reason.text for reason in definition.reasons),
        *(ending.text for ending in definition.endings),
    ]
    for lang in LANGUAGES:
        assert set(texts) <= set(words.words(name, lang))


COMMON_KEYS = {
    "game", "options", "board", "blocks", "to_move", "turn", "last", "seats", "prompt", "tally",
    "offers", "outcome", "colour", "supply",
}  # fmt: skip


RULE = re.compile(r"^(R?\d+)[. ]", re.MULTILINE)


@by_game
def test_the_rules_are_told_in_every_language(name: str) -> None:
    english = words.rules(name, "en")
    numbers = [number for number in RULE.findall(english) if len(number) < 4]
    for lang in OTHERS:
        told = words.rules(name, lang)
        assert RULE.findall(told) == numbers
        assert 0.7 < len(told) / len(english) < 1.6


def texts_of_view(view: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Everything a client may show, also the names of what only some games have."""
    yield from ((key, {}) for key in view.keys() - COMMON_KEYS)
    for seat in view["seats"]:
        yield from ((key, {}) for key in seat.keys() - COMMON_KEYS)
        yield seat["colour"], {}
        yield from ((thing, {}) for thing in seat["supply"])
    yield from ((block["colour"], {}) for block in view["blocks"])
    yield from ((side, {}) for side in view.get("pictures", {}))
    for item in view["tally"]:
        yield item["text"], item["facts"]
        yield item["view"], {}
    yield view["prompt"], {}
    yield from ((offer["label"], offer["facts"]) for offer in view["offers"])
    yield view["outcome"] and view["outcome"]["reason"], {}


def is_name(fact: str) -> bool:
    """Cells are the same in all languages."""
    return bool(re.fullmatch(r"[a-z]\d+", fact))


def require_words(source: str, facts: dict[str, Any], known: dict[str, str]) -> None:
    assert source in known
    for name, _ in braces(source):
        listed = getattr(facts[name], "items", [facts[name]])
        for fact in listed:
            assert not isinstance(fact, str) or is_name(fact) or fact in known, (source, fact)


@by_game
def test_whatever_is_said_in_play_is_translated(name: str) -> None:
    known = words.words(name, "nl")
    for options in OPTION_SETS.get(name, [{}]):
        dice = random.Random(f"{name}{options}")
        position = blockhaus.game(name, **options).start(seed=7)
        trail = [position]
        while not position.is_over:
            position = position.after(dice.choice(position.actions))
            trail.append(position)
        for moment in [*dice.sample(trail, min(POSITIONS, len(trail))), position]:
            for source, facts in texts_of_view(moment.view(moment.to_move)):
                if source is not None:
                    require_words(source, facts, known)
            for _ in range(TRIES):
                refusal = moment.why_not(moment.game.text(dice.randrange(moment.game.actions)))
                if refusal:
                    require_words(refusal.phrase.source, refusal.phrase.facts, known)


def test_words_are_english_too() -> None:
    english = words.words("turris", "en")
    assert english["white"] == "white"
    assert english["flat_ground"] == "lying on the ground"
    assert words.words("turris", "xx") == english


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
