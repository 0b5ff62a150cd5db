"""The built client: files whose names carry a hash are kept for long, the page itself never."""

from __future__ import annotations

import asyncio
import mimetypes
from pathlib import Path

from fastapi import Request, Response
from fastapi.responses import FileResponse, HTMLResponse

from ..core.errors import RoomError
from ..core.rooms import Room, rooms
from .texts import HOST_PAGE, HouseError

CLIENT = Path(__file__).parent / "client"
FOREVER = "public, max-age=31536000, immutable"
ALWAYS_ASK = "no-cache"
PACKED = {"br": ".br", "gzip": ".gz"}  # the smaller first; browsers take br only over a safe line
PICTURE, SUFFIX = "picture.webp", ".webp"
BARE = f"<!doctype html><html lang=en><title>Blockhaus</title><p>{HOST_PAGE}</p></html>"


async def page(request: Request, path: str = "") -> Response:
    """A file of the client; every other path is a page that the client knows."""
    if path.startswith("api/"):
        raise HouseError("no-page")
    file = _file(path)
    if file is None and "." in path.rsplit("/", 1)[-1]:
        raise HouseError("no-file")
    found = file or CLIENT / "index.html"
    if not found.is_file():
        return HTMLResponse(BARE, headers={"cache-control": ALWAYS_ASK})
    headers = {"cache-control": FOREVER if path.startswith("assets/") else ALWAYS_ASK}
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
    """The picture on a game's box, which lies in the game's room."""
    room = rooms().get(file.removesuffix(SUFFIX)) if file.endswith(SUFFIX) else None
    if room is None or not (found := await asyncio.to_thread(_picture, room)):
        raise HouseError("no-file")
    return Response(found, media_type="image/webp", headers={"cache-control": ALWAYS_ASK})


def _picture(room: Room) -> bytes | None:
    try:
        return room.read(PICTURE) if room.has(PICTURE) else None
    except RoomError:
        return None


def _file(path: str) -> Path | None:
    """A file of the client, never one outside."""
    if not path or "\0" in path:
        return None
    file = (CLIENT / path).resolve()
    inside = file.is_relative_to(CLIENT.resolve())
    return file if inside and file.is_file() and file.suffix not in PACKED.values() else None
