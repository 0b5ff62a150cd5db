"""The curve of a review as a picture: SVG, readable on light and on dark pages."""

from __future__ import annotations

from html import escape

from ..core.palette import PAINTS
from .review import Decision, Review
from .review_words import LUCK, colours, heading, names, sign, verdict
from .words import percent

WIDTH, HEIGHT = 720, 320
LEFT, RIGHT, TOP, BOTTOM = 52, 16, 44, 40  # margins around the plot
DASHES = ("", "12 3", "5 3", "12 3 5 3")  # lines differ by more than their colours
LABELS = 10  # at most, below the plot
LETTER, LINE = 7, 14  # room of a letter and of a line
KEY = 56  # room of a seat in the legend beside its name

STYLE = """
  .ground { fill: #ffffff } .ink { fill: #26262a } .rule { stroke: #d9d9de }
  .casing { stroke: #6f6f78 } text { stroke: #ffffff }
  text { font: 12px system-ui, sans-serif; stroke-width: 3px; paint-order: stroke }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #1c1c20 } .ink { fill: #ececf0 } .rule { stroke: #3c3c44 }
    .casing { stroke: #a8a8b2 } text { stroke: #1c1c20 }
  }
"""


def picture(review: Review) -> str:
    """The picture as the text of an SVG file."""
    plot = _Plot(len(review.decisions))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f"<title>{escape(heading(review))}</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="ground" width="{WIDTH}" height="{HEIGHT}"/>',
        *_rules(plot),
        *_legend(review),
    ]
    for seat, colour in enumerate(colours(review)):
        parts += _line(plot, [shares[seat] for shares in review.curve], colour, DASHES[seat % 4])
    strokes = [decision for decision in review.decisions if _had_luck(decision)]
    for decision in strokes:
        parts += _luck(plot, decision)
    labels: list[tuple[float, float, float]] = []
    for decision in sorted(review.turning_points(), key=lambda each: each.number):
        parts += _turning_point(plot, decision, labels)
    parts += _signs(bool(labels), bool(strokes))
    return "\n".join([*parts, "</svg>"]) + "\n"


class _Plot:
    """From decisions and probabilities to places in the picture."""

    def __init__(self, last: int) -> None:
        self.last = max(1, last)

    def x(self, number: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * number / self.last, 1)

    def y(self, share: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - share), 1)


def _text(x: float, y: float, words: str, anchor: str = "middle") -> str:
    return f'<text class="ink" x="{x}" y="{y}" text-anchor="{anchor}">{escape(words)}</text>'


def _rules(plot: _Plot) -> list[str]:
    parts = []
    for quarter in range(5):
        y = plot.y(quarter / 4)
        ends = f'x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"'
        parts.append(f'<line class="rule" {ends}/>')
        parts.append(_text(LEFT - 6, y + 4, percent(quarter / 4, certain=True), "end"))
    step = next(n * 10**k for k in range(9) for n in (1, 2, 5) if plot.last / (n * 10**k) <= LABELS)
    for number in range(0, plot.last + 1, step):
        parts.append(_text(plot.x(number), HEIGHT - BOTTOM + 18, str(number)))
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, "decisions"))
    return parts


def _strokes(shape: str, colour: str, dash: str) -> list[str]:
    """A line in its colour upon a wider one that sets it off from any ground."""
    paint = PAINTS.get(colour, (colour, ""))[0]
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    shared = f'fill="none"{dashed} d="{shape}"'
    return [
        f'<path class="casing" stroke-width="4.5" {shared}/>',
        f'<path stroke="{escape(paint)}" stroke-width="2.5" {shared}/>',
    ]


def _line(plot: _Plot, shares: list[float], colour: str, dash: str) -> list[str]:
    places = " L".join(f"{plot.x(n)} {plot.y(share)}" for n, share in enumerate(shares))
    return _strokes(f"M{places}", colour, dash)


def _legend(review: Review) -> list[str]:
    """Every seat with its line; names are cut where they have no room all together."""
    parts, x, known = [], float(LEFT), names(review)
    letters = (WIDTH - LEFT - RIGHT - len(known) * KEY) // LETTER
    most = len("".join(known)) if len("".join(known)) <= letters else letters // len(known)
    for seat, (name, colour) in enumerate(zip(known, colours(review), strict=True)):
        told = name if len(name) <= most else name[: most - 1] + "\u2026"
        parts += _strokes(f"M{x} 18 h28", colour, DASHES[seat % 4])
        parts.append(_text(x + 34, 22, told, "start"))
        x += KEY + LETTER * len(told)
    return parts


def _signs(turning_points: bool, luck: bool) -> list[str]:
    """What the dots and diamonds mean, below the plot at its right end."""
    parts, x = [], WIDTH - RIGHT
    for words, mark, shown in (("luck", _diamond, luck), ("turning point", _dot, turning_points)):
        if shown:
            parts.append(_text(x, HEIGHT - 6, words, "end"))
            x -= 12 + LETTER * len(words)
            parts.append(mark(x, HEIGHT - 10))
            x -= 20
    return parts


def _dot(x: float, y: float) -> str:
    return f'<circle class="ink" cx="{x}" cy="{y}" r="4.5"/>'


def _diamond(x: float, y: float) -> str:
    return f'<path class="ink" d="M{x} {y - 5} l5 5 l-5 5 l-5 -5 z"/>'


def _turning_point(
    plot: _Plot, decision: Decision, labels: list[tuple[float, float, float]]
) -> list[str]:
    """A dot, and the move above it: higher where another label is in the way."""
    x, y = plot.x(decision.number), plot.y(decision.after[decision.seat])
    told = f"{decision.move} {sign(decision)}"
    half = LETTER * len(told) / 2
    middle = min(x, WIDTH - half)
    above = y - 10 if y > TOP + 20 else y + 22
    while any(
        abs(middle - at) < half + wide and abs(above - high) < LINE for at, high, wide in labels
    ):
        above -= LINE
    labels.append((middle, above, half))
    return [
        f"<g><title>{escape(f'{decision.number}. {verdict(decision)}')}</title>",
        _dot(x, y),
        _text(middle, above, told),
        "</g>",
    ]


def _had_luck(decision: Decision) -> bool:
    return abs(decision.luck[decision.seat]) >= LUCK


def _luck(plot: _Plot, decision: Decision) -> list[str]:
    """A small diamond where chance changed much for the seat that moved."""
    luck = decision.luck[decision.seat]
    x, y = plot.x(decision.number), plot.y(decision.after[decision.seat])
    told = escape(f"{decision.number}. {decision.move}: luck {luck:+.0%}")
    return [f"<g><title>{told}</title>{_diamond(x, y)}</g>"]
