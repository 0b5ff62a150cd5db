"""The built client: files whose names carry a hash are kept for long, the page itself never."""

from __future__ import annotations

import asyncio
import gzip
import mimetypes
import re
from pathlib import Path

from fastapi import Request, Response
from fastapi.responses import FileResponse, HTMLResponse

from ..core.errors import RoomError
from ..core.rooms import Room, rooms
from . import previews, thinking_here
from .base_path import base_of
from .previews import preview_of
from .texts import HOST_PAGE, HouseError

CLIENT = Path(__file__).parent / "client"
FOREVER = "public, max-age=31536000, immutable"
ALWAYS_ASK = "no-cache"
PACKED = {"br": ".br", "gzip": ".gz"}  # the smaller first; browsers take br only over a safe line
PICTURES = {".webp": "picture.webp", ".jpg": previews.PICTURE}
INDEX = "index.html"
# The built page's own title and description make room for those of what the address means.
OWN_HEAD = re.compile(r'[ \t]*(<title>.*?</title>|<meta name="description"[^>]*>)\n?')
BARE = f"<!doctype html><html lang=en><title>Blockhaus</title><p>{HOST_PAGE}</p></html>"


async def page(request: Request, path: str = "") -> Response:
    """A file of the client; every other path is a page that the client knows."""
    if path.startswith("api/"):
        raise HouseError("no-page")
    file = _file(CLIENT, path)
    if file is None and "." in path.rsplit("/", 1)[-1]:
        raise HouseError("no-file")
    if file is None or file.name == INDEX:
        return await _index(request)
    return _sent(request, file, path.startswith("assets/"))


async def thinking(request: Request, made: str, path: str) -> Response:
    """A file with which browsers think by themselves; its address has a hash of them all."""
    file = _file(thinking_here.FOLDER, path) if made == thinking_here.hash_of_files() else None
    if file is None:
        raise HouseError("no-file")
    return _sent(request, file, True)


async def _index(request: Request) -> Response:
    """The page that every address begins with, and in its head what a link to it tells."""
    headers = {"cache-control": ALWAYS_ASK, "vary": "accept-encoding, accept-language"}
    index = CLIENT / INDEX
    if not index.is_file():
        return HTMLResponse(BARE, headers=headers)
    lang, url, base = request.scope["lang"], request.url, base_of(request.scope)
    code = request.query_params.get("code", "")
    preview = await preview_of(request.app.state.house.storage, url.path, code, lang)
    asked = f"{url.path}?{url.query}" if url.query else url.path

    def filled() -> bytes:
        tags = preview.tags(f"{url.scheme}://{request.headers.get('host', '')}", asked, base)
        told = OWN_HEAD.sub("", index.read_text("utf-8")).replace('="./', f'="{base}/')
        told = told.replace("</head>", f"  {tags}\n  </head>")
        named = f'<html lang="{lang}" data-base="{base}">' if base else f'<html lang="{lang}">'
        return told.replace('<html lang="en">', named).encode()

    page = await asyncio.to_thread(filled)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        page = gzip.compress(page, mtime=0)
    return Response(page, media_type="text/html", headers=headers)


def _sent(request: Request, found: Path, lasts: bool) -> Response:
    headers = {"cache-control": FOREVER if lasts else ALWAYS_ASK}
    kind = mimetypes.guess_type(found.name)[0] or "application/octet-stream"
    understood = request.headers.get("accept-encoding", "")
    for coding, suffix in PACKED.items():
        packed = found.with_name(found.name + suffix)
        if packed.is_file():
            headers["vary"] = "accept-encoding"
            if coding in understood:
                headers["content-encoding"] = coding
                return FileResponse(packed, headers=headers, media_type=kind)
    return FileResponse(found, headers=headers, media_type=kind)


async def picture(file: str) -> Response:
    """The picture on a game's box, or that for links; both lie in the game's room."""
    name, dot, kind = file.rpartition(".")
    kept = PICTURES.get(dot + kind)
    room = rooms().get(name) if kept else None
    if room is None or kept is None or not (found := await asyncio.to_thread(_picture, room, kept)):
        raise HouseError("no-file")
    kind = mimetypes.guess_type(kept)[0] or f"image/{kind}"
    return Response(found, media_type=kind, headers={"cache-control": ALWAYS_ASK})


def _picture(room: Room, name: str) -> bytes | None:
    try:
        return room.read(name) if room.has(name) else None
    except RoomError:
        return None


def _file(folder: Path, path: str) -> Path | None:
    """A file of a folder, never one outside."""
    if not path or "\0" in path:
        return None
    try:
        file = (folder / path).resolve()
        inside = file.is_relative_to(folder.resolve())
        return file if inside and file.is_file() and file.suffix not in PACKED.values() else None
    except OSError:  # longer than names of files are
        return None
