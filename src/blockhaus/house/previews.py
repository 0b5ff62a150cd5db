"""What a link tells before it is opened: the title, the sentence and the picture that messengers
show beside it.

The link of a private table tells its game alone: who has it may look on, but a messenger shows what
it finds to others, too. Names are typed by people and are escaped like everything else here.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from html import escape
from typing import Any

import sqlalchemy as sa

from ..core.errors import RoomError
from ..core.rooms import Room, rooms
from ..core.words import translated
from ..learn.puzzles import shipped
from . import views
from .schema import TOLD, tables
from .storage import Storage
from .tables import Seat
from .texts import PREVIEWS, say
from .unreadable import summary_of

HOUSE = "Blockhaus"
PICTURE = "preview.jpg"  # in the game's room; messengers read no webp
SIZE = (1200, 630)
TABLE_ID = re.compile(r"[a-z0-9]{10}")
STUDIED_TABLE = re.compile(rf"table/({TABLE_ID.pattern})(?:/\d+)?")
ORIGIN = re.compile(r"https?://(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?", re.IGNORECASE)
LONGEST_NAME = 40  # of a game, in a code that somebody typed
MOST_SCORED = 1  # where nobody has more points, points only tell who won


@dataclass(frozen=True)
class Preview:
    title: str
    text: str
    game: str | None = None  # whose picture is shown

    def tags(self, origin: str, path: str, base: str = "") -> str:
        """As elements for the head of a page; the house may lie below a path of its origin."""
        facts = {
            "og:site_name": HOUSE,
            "og:type": "website",
            "og:title": self.title,
            "og:description": self.text,
        }
        if ORIGIN.fullmatch(origin):
            facts["og:url"] = origin + base + path
            facts |= self._picture(origin + base)
        lines = [_meta("property", name, value) for name, value in facts.items()]
        card = "summary_large_image" if "og:image" in facts else "summary"
        return "\n    ".join(
            [
                f"<title>{escape(self.title)}</title>",
                _meta("name", "description", self.text),
                *lines,
                _meta("name", "twitter:card", card),
            ]
        )

    def _picture(self, origin: str) -> dict[str, str]:
        room = _room(self.game)
        if room is None or not room.has(PICTURE):
            return {}
        return {
            "og:image": f"{origin}/pictures/{room.name}.jpg",
            "og:image:type": "image/jpeg",
            "og:image:width": str(SIZE[0]),
            "og:image:height": str(SIZE[1]),
            "og:image:alt": room.spec.title,
        }


async def preview_of(storage: Storage, path: str, code: str, lang: str) -> Preview:
    """What the link to a page tells."""
    place, _, rest = path.strip("/").partition("/")
    if place in ("table", "embed") and TABLE_ID.fullmatch(rest):
        return await _table(storage, rest, lang)
    if place == "analysis" and (found := STUDIED_TABLE.fullmatch(rest)):
        return await _table(storage, found[1], lang)
    if place in ("analysis", "embed"):
        return _position(code, lang)
    if place == "rules" and (room := _room(rest)):
        about = translated(room.spec.summary, lang)
        return Preview(_titled(say(PREVIEWS["rules"], lang, game=room.spec.title)), about, rest)
    if place == "learn" and (room := _room(rest)):
        game = room.spec.title
        title = _titled(say(PREVIEWS["learning"], lang, game=game))
        return Preview(title, say(PREVIEWS["learn"], lang, game=game), rest)
    if place == "watch":
        return Preview(_titled(say(PREVIEWS["watch"], lang)), say(PREVIEWS["watching"], lang))
    if place in ("puzzle", "puzzles"):
        return await asyncio.to_thread(_puzzle, rest.partition("/")[0], lang)
    if place == "theorems":
        title = _titled(say(PREVIEWS["theorems"], lang))
        return Preview(title, say(PREVIEWS["exploring"], lang))
    return _house(lang)


def _puzzle(name: str, lang: str) -> Preview:
    """A puzzle or a run by its game; the goal is told by the page itself."""
    known = shipped().get(name)
    room = _room(known.game if known else name)
    title = say(PREVIEWS["puzzles"], lang)
    if room is None:
        return Preview(_titled(title), say(PREVIEWS["solving"], lang))
    game = room.spec.title
    return Preview(_titled(f"{game}: {title}"), say(PREVIEWS["puzzle"], lang, game=game), room.name)


def _house(lang: str) -> Preview:
    return Preview(HOUSE, say(PREVIEWS["house"], lang))


def _position(code: str, lang: str) -> Preview:
    """The game of a position code; the code itself is read by who opens the page."""
    room = _room(re.split("[:@]", code, maxsplit=1)[0])
    if room is None:
        return Preview(_titled(say(PREVIEWS["analysis"], lang)), say(PREVIEWS["any"], lang))
    title = room.spec.title
    return Preview(_titled(title), say(PREVIEWS["position"], lang, game=title), room.name)


async def _table(storage: Storage, table_id: str, lang: str) -> Preview:
    query = sa.select(tables.c.public, *TOLD).where(tables.c.id == table_id)
    rows = await storage.rows(query)
    summary = summary_of(rows[0]) if rows else {}
    room = _room(summary.get("game"))
    if room is None:
        return _house(lang)
    title = room.spec.title
    if not rows[0].public:
        return Preview(_titled(title), say(PREVIEWS["table"], lang, game=title), room.name)
    names = [_name(seat, lang) for seat in summary["seats"]]
    told = [name for name in names if name]
    return Preview(
        _titled(f"{title}: {', '.join(told)}" if told else title),
        _state(summary, names, title, lang),
        room.name,
    )


def _state(summary: dict[str, Any], names: list[str], title: str, lang: str) -> str:
    """How a public table stands, or who won."""
    result = summary.get("result")
    if not result:
        return say(PREVIEWS[summary["state"]], lang, game=title)
    winners, scores = result["winners"], result["scores"] or []
    if not winners or len(winners) == len(names):
        told = say(PREVIEWS["draw"], lang)
    else:
        who = ", ".join(names[seat] for seat in winners)
        told = say(PREVIEWS["won" if len(winners) == 1 else "won together"], lang, who=who)
    points = " : ".join(map(str, scores)) if max(scores, default=0) > MOST_SCORED else ""
    return f"{told} {points}".strip()


def _name(seat: dict[str, Any], lang: str) -> str:
    """What a seat of a summary is called; nothing while nobody sits there."""
    facts = {fact: seat[fact] for fact in ("kind", "name", "level", "holder")}
    return views.shown_name(Seat(planned=seat["kind"], **facts), lang)


def _room(name: str | None) -> Room | None:
    room = rooms().get(name) if name and len(name) <= LONGEST_NAME else None
    try:
        return room if room and room.spec else None
    except RoomError:
        return None


def _titled(page: str) -> str:
    return f"{page} · {HOUSE}"


def _meta(kind: str, name: str, content: str) -> str:
    return f'<meta {kind}="{name}" content="{escape(content)}" />'
