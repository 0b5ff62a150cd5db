"""Puzzles on paper: a page that any browser prints, with the solutions on its last page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from ..core.grid import Grid
from ..core.scene import Card, Scene, Seat
from ..core.words import LANGUAGES, translated
from .drawing import draw_board, draw_card
from .puzzles import Puzzle
from .sentences import say
from .solving import goal
from .themes import theme_name

STYLE = """
@page { margin: 14mm }
body { font-family: sans-serif; color: #2a211b; margin: 0 auto; max-width: 190mm }
h1 { font-size: 16pt; margin: 0 0 6mm } h2 { font-size: 13pt }
.puzzles { display: grid; grid-template-columns: 1fr 1fr; gap: 8mm }
.puzzle { break-inside: avoid; border-top: 1px solid #b9aa94; padding-top: 2mm }
.puzzle p { margin: 0 0 2mm; font-size: 10pt } .small { font-size: 8pt; color: #61564e }
.puzzle svg { max-width: 100%; height: auto; margin-right: 3mm }
figure { display: inline-block; margin: 0 3mm 2mm 0 }
.solutions { break-before: page } .solutions li { margin-bottom: 1.5mm; font-size: 10pt }
"""


def sheet(puzzles: Sequence[Puzzle], lang: str = LANGUAGES[0]) -> str:
    """The page as HTML."""
    title = escape(f"{puzzles[0].position.game.spec.title}: {say('puzzles').text(lang)}")
    tasks = "".join(_task(number, puzzle, lang) for number, puzzle in enumerate(puzzles, 1))
    answers = "".join(_answer(puzzle, lang) for puzzle in puzzles)
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE}</style></head><body><h1>{title}</h1>"
        f'<div class="puzzles">{tasks}</div>'
        f'<div class="solutions"><h2>{escape(say("solutions").text(lang))}</h2>'
        f"<ol>{answers}</ol></div></body></html>\n"
    )


def _task(number: int, puzzle: Puzzle, lang: str) -> str:
    scene = puzzle.position.scene(puzzle.seat)
    cards = "".join(_card(card, lang) for card in _hand(scene, puzzle.seat))
    board = "".join(draw_board(puzzle.position))
    comment = f"<p>{escape(puzzle.comment)}</p>" if puzzle.comment else ""
    return (
        f'<div class="puzzle"><p><b>{number}.</b> {escape(goal(puzzle).text(lang))}</p>{comment}'
        f'{board}<div>{cards}</div><p class="small">'
        f"{escape(_beside(scene, puzzle.position.game.grid, lang))}</p></div>"
    )


def _card(card: Card, lang: str) -> str:
    name = escape(card.name.text(lang))
    return f'<figure>{draw_card(card)}<figcaption class="small">{name}</figcaption></figure>'


def _hand(scene: Scene, seat: int) -> list[Card]:
    return [card for card in scene.seats[seat].cards if not card.shown]


def _beside(scene: Scene, grid: Grid, lang: str) -> str:
    """What lies beside the board, seat by seat."""
    return "; ".join(
        f"{translated(seat.colour, lang)}: {', '.join(told)}"
        for seat in scene.seats
        if (told := list(_told(seat, grid, lang)))
    )


def _told(seat: Seat, grid: Grid, lang: str) -> Iterator[str]:
    for supply in seat.supply:
        yield f"{supply.name.text(lang)} {supply.count}"
    if seat.points is not None:
        yield f"{say('points').text(lang)} {seat.points}"
    for fact in seat.facts:
        value: Any = fact.value
        if fact.kind == "cells":
            value = " ".join(map(grid.name, value))
        elif fact.kind in ("text", "colour"):
            value = translated(str(value), lang)
        yield f"{fact.name.text(lang)} {value}"


def _answer(puzzle: Puzzle, lang: str) -> str:
    themes = ", ".join(translated(theme_name(puzzle.game, t), lang) for t in puzzle.themes)
    return (
        f"<li><b>{escape(' '.join(puzzle.solution))}</b> "
        f'<span class="small">{escape(themes)} ({puzzle.id}, {puzzle.rating})</span></li>'
    )
