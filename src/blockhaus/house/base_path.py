"""A house below a path, such as /games, behind a proxy that takes the path away or leaves it."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send


class BasePath:
    """Takes the path away, and lets the pages know of it."""

    def __init__(self, app: ASGIApp, base: str) -> None:
        self.app, self.base = app, base

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.base and scope["type"] != "lifespan":
            path = scope["path"]
            scope["base"] = self.base
            if path == self.base or path.startswith(f"{self.base}/"):
                scope["path"] = path[len(self.base) :] or "/"
                scope["raw_path"] = scope.get("raw_path", b"")[len(self.base) :] or b"/"
        await self.app(scope, receive, send)


def base_of(scope: MutableMapping[str, Any]) -> str:
    """The path below which whoever asks finds the house."""
    return str(scope.get("base", ""))
