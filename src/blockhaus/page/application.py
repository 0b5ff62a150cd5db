"""The house's routes and conversations for one visitor, without a network in between."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from ..core.words import LANGUAGES
from ..house import (
    help_routes,
    lesson_routes,
    puzzle_routes,
    routes,
    rulebook_routes,
    sockets,
    solo_routes,
    theorem_routes,
    your_routes,
)
from ..house.connection import TELL
from ..house.house import House
from ..house.refusing import by_status, misunderstood
from ..house.storage import Unreachable
from ..house.texts import HouseError
from ..house.tokens import hashed
from . import own_routes, thoughts, turns
from .standins.web import (
    Application,
    JSONResponse,
    Request,
    RequestValidationError,
    Response,
    WebSocket,
)

logger = logging.getLogger(__name__)
VISITOR = hashed("page")  # the one who is here; also the device and the person
NO_SUCH = 4404
ROUTERS: tuple[Any, ...] = (
    routes.router,
    your_routes.router,
    help_routes.router,
    solo_routes.router,
    puzzle_routes.router,
    theorem_routes.router,
    rulebook_routes.router,
    lesson_routes.router,
    sockets.router,
    own_routes.router,
    thoughts.router,
)
# What is for several devices and several people has no place here.
FOR_OTHERS = (
    "/api/qr",
    "/api/link",
    "/api/passkeys",
    "/api/me/link",
    "/api/me/passkeys",
    "/api/me/out",
)


class Unlimited:
    """In one's own browser one may ask as often as one likes."""

    def take(self, kind: str, scope: Any) -> None:
        pass


class HeardSocket(WebSocket):
    """What is said on it is listened to, even while something thinks."""

    def hear(self, text: str) -> None:
        turns.hear()
        super().hear(text)


class PageApplication:
    """Answers requests and holds conversations."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._app = Application(ROUTERS)
        self._app.state.house = house
        self._app.state.rates = Unlimited()
        self._talks: set[asyncio.Task[None]] = set()

    def _scope(self, lang: str) -> dict[str, Any]:
        known = lang if lang in LANGUAGES else LANGUAGES[0]
        who = dict.fromkeys(("device", "holder", "visitor", "address"), VISITOR)
        return {**who, "lang": known, "scheme": "https"}

    async def respond(self, method: str, path: str, body: str | None, lang: str) -> Response:
        request = Request(self._app, self._scope(lang), method, path, body)
        try:
            if request.path.startswith(FOR_OTHERS):
                raise HouseError("alone")
            route = self._app.route(request)
            if isinstance(route, int):
                raise by_status(route, "")
            return await route.respond(request)
        except HouseError as error:
            return refused(error, request)
        except RequestValidationError as error:
            return refused(misunderstood(error.errors()), request)
        except Unreachable:
            return refused(HouseError("no-storage"), request)
        except Exception:
            logger.exception("a request failed: %s %s", method, path)
            return refused(HouseError("broken"), request)

    def connect(
        self, path: str, lang: str, say: Callable[[str], Any], closed: Callable[[int], Any]
    ) -> WebSocket | None:
        """A conversation at a path; None, and it is closed at once, if there is none."""
        found = self._app.socket(path)
        if found is None:
            closed(NO_SUCH)
            return None
        socket = HeardSocket(self._app, self._scope(lang), say, closed)
        socket.scope["extensions"] = {TELL: {"tell": socket.tell}}
        route, places = found
        task = asyncio.create_task(self._talk(route.answer(socket, **places), socket))
        self._talks.add(task)
        task.add_done_callback(self._talks.discard)
        return socket

    async def _talk(self, talking: Any, socket: WebSocket) -> None:
        try:
            await talking
        except Exception:
            logger.exception("a conversation failed")
        finally:
            await socket.close()


def refused(error: HouseError, request: Request) -> Response:
    return JSONResponse({"error": error.data(request.scope["lang"])}, error.status)
