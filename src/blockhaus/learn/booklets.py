"""Rules on paper: the whole rulebook, and a reference card of one page, for any browser to print.

The booklet draws up to two figures a rule and one a ruling, none of them twice. The card has
what to do in a turn as it stands, the first paragraph of every other rule, and under what to watch
out for the first sentence of every ruling that forbids moves, or of all rulings where those are
few. A list `card` of rules in `book.toml` makes another choice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from ..core.grid import Cell
from ..core.position import Position
from ..core.rooms import Room, find_room
from ..core.scene import Card
from ..core.words import translated
from .drawing import draw_board, draw_card
from .rulebook import RULINGS, TITLES, Book, Figure, Part, Rule, box_facts, rulebook, why_so

TURN = "turn"
MOST_FIGURES, MOST_OF_RULINGS = 2, 1  # a rule
CARD_FIGURES = 6
MANY_RULINGS = 4  # that forbid moves: only those stand on a card
SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[^\Wa-z]|[¿¡«])")
INK = "font-family: sans-serif; color: #2a211b; margin: 0 auto"
STYLE = f"""
@page {{ size: A4; margin: 15mm 14mm }}
body {{ {INK}; max-width: 182mm; font-size: 10.5pt; line-height: 1.4 }}
header {{ border-bottom: 2px solid #2a211b; margin-bottom: 5mm }}
h1 {{ font-size: 22pt; margin: 0 }} h2 {{ font-size: 15pt; margin: 7mm 0 2mm }}
h3 {{ font-size: 11.5pt; margin: 4mm 0 1mm }} h2, h3 {{ break-after: avoid }}
p {{ margin: 0 0 1.5mm; orphans: 3; widows: 3 }} .lead {{ font-size: 12pt }}
.small, .why {{ font-size: 8.5pt; color: #61564e }} .why {{ font-style: italic }}
.figures {{ display: grid; grid-template-columns: 1fr 1fr; gap: 4mm; margin: 2mm 0 3mm }}
.figure {{ break-inside: avoid; border-left: 2px solid #b9aa94; padding-left: 3mm }}
.figure p {{ font-size: 9pt; margin: 0 0 1mm }} .figure svg {{ max-width: 100%; height: auto }}
.beside {{ break-inside: avoid; margin-top: 4mm }} .beside h3 {{ margin-top: 0 }}
.boards {{ display: flex; flex-wrap: wrap; align-items: flex-end; gap: 2mm; margin: 1mm 0 }}
.boards span {{ zoom: 0.7 }}
"""
CARD_STYLE = f"""
@page {{ size: A4; margin: 12mm }}
body {{ {INK}; max-width: 186mm; font-size: 9.5pt; line-height: 1.3 }}
header {{ border-bottom: 2px solid #2a211b; margin-bottom: 4mm }}
h1 {{ font-size: 20pt; margin: 0 }} header p {{ margin: 0 0 1.5mm }}
.columns {{ columns: 2; column-gap: 8mm }} section {{ margin-bottom: 3mm }}
h2 {{ font-size: 12pt; margin: 0 0 1mm; break-after: avoid }}
section p {{ margin: 0 0 1.2mm; break-inside: avoid }} section b {{ margin-right: 1mm }}
.figures {{ display: grid; grid-template-columns: repeat(3, 1fr); gap: 3mm 6mm; margin-top: 3mm }}
.figures figure {{ margin: 0; align-self: end; text-align: center }}
.figures svg {{ max-width: 100%; height: 34mm; width: auto }}
figcaption, .small {{ font-size: 8pt; color: #61564e }}
.dense {{ font-size: 9pt; line-height: 1.25 }} .dense .figures svg {{ height: 24mm }}
"""
DENSE = 2600  # letters on a card from which on it is set smaller


def booklet(game: str, lang: str) -> str:
    """The whole rulebook as an HTML page."""
    book, room = rulebook(game, lang), find_room(game)
    drawn: set[str] = set()
    parts = "".join(_part(part, book, drawn) for part in book.parts)
    return _page(room, "Rulebook", lang, STYLE, parts)


def card(game: str, lang: str) -> str:
    """The reference card as an HTML page that fills one sheet of paper."""
    book, room = rulebook(game, lang), find_room(game)
    parts = "".join(map(_section, _chosen(room, book)))
    figures = "".join(map(_small_figure, _card_figures(book)))
    dense = " dense" if len(re.sub("<[^>]*>", "", parts)) > DENSE else ""
    body = f'<div class="columns">{parts}</div><div class="figures">{figures}</div>'
    return _page(room, "Reference card", lang, CARD_STYLE, f'<div class="card{dense}">{body}</div>')


def _page(room: Room, kind: str, lang: str, style: str, body: str) -> str:
    spec = room.spec
    facts = " · ".join(f"{name}: {value}" for name, value in box_facts(spec, lang).items())
    title = escape(f"{spec.title}: {translated(kind, lang)}")
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{title}</title>'
        f"<style>{style}</style></head><body><header><h1>{escape(spec.title)}</h1>"
        f'<p class="lead">{escape(translated(spec.summary, lang))}</p>'
        f'<p class="small">{escape(facts)}</p></header>{body}</body></html>\n'
    )


# The booklet


def _part(part: Part, book: Book, drawn: set[str]) -> str:
    most = MOST_OF_RULINGS if part.name == RULINGS else MOST_FIGURES
    told = [f"<h2>{escape(part.title)}</h2>"]
    for rule in part.rules:
        names = [name for name in rule.figures if name not in drawn][:most]
        drawn.update(names)
        told.append(_rule(rule, [book.figures[name] for name in names], book.lang))
    return "".join(told)


def _rule(rule: Rule, figures: list[Figure], lang: str) -> str:
    """A single figure stands beside the text, two stand below it."""
    text = f"<h3>{escape(rule.title)}</h3>" + "".join(f"<p>{escape(t)}</p>" for t in rule.text)
    if rule.reason:
        text += f'<p class="why">{escape(why_so(rule, lang))}</p>'
    shown = "".join(_figure(figure, lang) for figure in figures)
    if len(figures) == 1:
        return f'<div class="figures beside"><div>{text}</div>{shown}</div>'
    return f'{text}<div class="figures">{shown}</div>' if shown else text


def _figure(figure: Figure, lang: str) -> str:
    position = figure.line()[-1]
    words = position.words_for(figure.move).text(lang)
    refusal = position.why_not(figure.move)
    sign, said = ("✗", refusal.text(lang)) if refusal else ("✓", "")
    return (
        f'<div class="figure"><p><b>{escape(figure.title)}</b></p>'
        f'<div class="boards">{"".join(_boards(figure, position))}{_cards(figure, position)}</div>'
        f"<p>{sign} <b>{escape(words)}</b> {escape(said)}</p><p>{escape(figure.text)}</p></div>"
    )


def _cards(figure: Figure, position: Position) -> str:
    """The cards that the move brings to light, if there are any."""
    if position.why_not(figure.move):
        return ""
    before, after = _open_cards(position), _open_cards(position.play(figure.move))
    new = [card for number, card in after.items() if number not in before]
    return "".join(f"<span>{draw_card(card)}</span>" for card in new)


def _open_cards(position: Position) -> dict[int, Card]:
    seats = position.scene().seats
    return {card.number: card for seat in seats for card in seat.cards if card.shown}


def _boards(figure: Figure, position: Position) -> list[str]:
    """A legal move is shown where it has been played, a refused one where it was tried."""
    refusal = position.why_not(figure.move)
    if refusal is None:
        after = position.play(figure.move)
        return draw_board(after, (c for block in after.change.add for c in block.cells))
    grid = position.game.grid
    return draw_board(position, map(grid.cell, refusal.cells), _tried(figure, position))


def _tried(figure: Figure, position: Position) -> list[Cell]:
    game = position.game
    return game.definition.picks(position.plain, game.parse(figure.move))


# The card


def _chosen(room: Room, book: Book) -> Iterator[Part]:
    """What stands on the card."""
    wanted = room.data("book/book.toml").get("card") or _usual(room, book)
    for part in book.parts:
        title = translated(TITLES["watch"], book.lang) if part.name == RULINGS else part.title
        if rules := tuple(rule for rule in part.rules if rule.id in wanted):
            yield Part(part.name, title, rules)


def _usual(room: Room, book: Book) -> set[str]:
    """All facts and the rulings that forbid moves; where these are few there is room for all."""
    forbidding = {reason.rule for reason in room.definition.reasons}
    rulings = {rule.id for part in book.parts if part.name == RULINGS for rule in part.rules}
    watched = rulings & forbidding
    return book.rules.keys() - rulings | (watched if len(watched) >= MANY_RULINGS else rulings)


def _section(part: Part) -> str:
    told = "".join(
        f"<p><b>{escape(rule.title)}</b> {escape(_gist(rule, part))}</p>" for rule in part.rules
    )
    return f"<section><h2>{escape(part.title)}</h2>{told}</section>"


def _gist(rule: Rule, part: Part) -> str:
    if part.name == RULINGS:
        return SENTENCE.split(rule.text[0], maxsplit=1)[0]
    return " ".join(rule.text) if part.name == TURN else rule.text[0]


def _card_figures(book: Book) -> list[Figure]:
    """The first legal figures of the rules, in their order."""
    names = (name for rule in book.rules.values() for name in rule.figures[:1])
    legal = [book.figures[name] for name in dict.fromkeys(names) if book.figures[name].legal]
    return legal[:CARD_FIGURES]


def _small_figure(figure: Figure) -> str:
    picture = _boards(figure, figure.line()[-1])[0]
    return f"<figure>{picture}<figcaption>{escape(figure.title)}</figcaption></figure>"
