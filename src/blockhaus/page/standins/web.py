"""In place of FastAPI and Starlette: routes, what they are asked with, and what they answer."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from enum import Enum
from functools import cached_property
from inspect import Parameter, signature
from types import SimpleNamespace
from typing import Any, get_origin, get_type_hints
from urllib.parse import parse_qsl, unquote, urlsplit

from .models import REQUIRED, BaseModel, FieldInfo, reader, with_place
from .reading import Fault, Reader

Scope = dict[str, Any]
Headers = dict  # of what a page sends, of which there is little
Bind = Callable[["Request", dict[str, Any]], None]
PARAMETER = re.compile(r"\{(\w+)\}")


class WebSocketState(Enum):
    CONNECTED = 1
    DISCONNECTED = 2


class WebSocketDisconnect(Exception):
    """Who is spoken to has gone."""


class RequestValidationError(Exception):
    """A request that cannot be read."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self._faults = [{"loc": fault.place, "msg": fault.message}]

    def errors(self) -> list[dict[str, Any]]:
        return self._faults


# What is answered


class Response:
    media_type = ""

    def __init__(
        self,
        content: Any = b"",
        status_code: int = 200,
        headers: Mapping[str, str] | None = None,
        media_type: str | None = None,
    ) -> None:
        self.status_code = status_code
        self.headers = dict(headers or {})
        self.media_type = media_type or self.media_type
        self.body = self.render(content)

    def render(self, content: Any) -> bytes:
        return content.encode() if isinstance(content, str) else bytes(content)

    @property
    def kind(self) -> str:
        text = self.media_type.startswith("text/")
        return f"{self.media_type}; charset=utf-8" if text else self.media_type


class JSONResponse(Response):
    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


class PlainTextResponse(Response):
    media_type = "text/plain"


class HTMLResponse(Response):
    media_type = "text/html"


# Who asks


class Request:
    """A request: `app` is whatever has a `state` with the house in it."""

    def __init__(self, app: Any, scope: Scope, method: str, url: str, body: str | None) -> None:
        parts = urlsplit(url)
        self.app, self.scope, self.method, self.body = app, scope, method, body
        self.headers: dict[str, str] = {}
        self.path = unquote(parts.path)
        self.query = parse_qsl(parts.query, keep_blank_values=True)
        self.places: dict[str, str] = {}  # what stands in the path for its parameters
        self.said: Any = None  # what the body says

    def read_body(self) -> None:
        """Whatever else is wrong, a body that is no JSON is told first."""
        try:
            self.said = json.loads(self.body) if self.body else None
        except ValueError as error:
            at = getattr(error, "pos", 0)
            raise Fault("JSON decode error", ("body", at)) from None


class WebSocket:
    """One end of a conversation; the other end is told by two functions."""

    def __init__(
        self, app: Any, scope: Scope, say: Callable[[str], Any], closed: Callable[[int], Any]
    ) -> None:
        self.app, self.scope = app, scope
        self.application_state = WebSocketState.CONNECTED
        self._say, self._closed = say, closed
        self._heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def hear(self, text: str) -> None:
        self._heard.put_nowait({"type": "websocket.receive", "text": text})

    def hang_up(self) -> None:
        self.application_state = WebSocketState.DISCONNECTED
        self._heard.put_nowait({"type": "websocket.disconnect"})

    async def accept(self) -> None:
        """A page is always let in."""

    async def receive(self) -> dict[str, Any]:
        return await self._heard.get()

    async def send_text(self, text: str) -> None:
        if not self.tell(text):
            raise WebSocketDisconnect

    def tell(self, text: str) -> bool:
        """Send something at once; whether anybody is there."""
        if self.application_state != WebSocketState.CONNECTED:
            return False
        self._say(text)
        return True

    async def close(self, code: int = 1000) -> None:
        if self.application_state == WebSocketState.CONNECTED:
            self.application_state = WebSocketState.DISCONNECTED
            self._closed(code)


# How routes are written


class Param(FieldInfo):
    """Where a parameter is taken from, with its bounds."""


class _Path(Param):
    pass


class _Query(Param):
    pass


class _Depends:
    def __init__(self, call: Callable[..., Awaitable[Any]]) -> None:
        self.call = call


Path, Query, Depends = _Path, _Query, _Depends


class APIRouter:
    """Routes with a common beginning of their paths."""

    def __init__(self, prefix: str = "", **_: Any) -> None:
        self.prefix = prefix
        self.routes: list[Route] = []
        self.sockets: list[Route] = []

    def get(self, path: str, **told: Any) -> Any:
        return self._adds("GET", path, **told)

    def post(self, path: str, **told: Any) -> Any:
        return self._adds("POST", path, **told)

    def put(self, path: str, **told: Any) -> Any:
        return self._adds("PUT", path, **told)

    def delete(self, path: str, **told: Any) -> Any:
        return self._adds("DELETE", path, **told)

    def websocket(self, path: str) -> Any:
        def add(answer: Any) -> Any:
            self.sockets.append(Route("", self.prefix + path, answer))
            return answer

        return add

    def _adds(
        self,
        method: str,
        path: str,
        status_code: int = 200,
        dependencies: Sequence[_Depends] = (),
        **_: Any,
    ) -> Any:
        def add(answer: Any) -> Any:
            route = Route(method, self.prefix + path, answer, status_code, dependencies)
            self.routes.append(route)
            return answer

        return add


class Route:
    """A path and what answers there. How its parameters are read is worked out when first asked."""

    def __init__(
        self,
        method: str,
        path: str,
        answer: Callable[..., Awaitable[Any]],
        status: int = 200,
        dependencies: Sequence[_Depends] = (),
    ) -> None:
        self.method, self.path, self.answer = method, path, answer
        self.status, self.dependencies = status, dependencies

    @cached_property
    def form(self) -> re.Pattern[str]:
        parts = PARAMETER.split(self.path)
        texts = [f"(?P<{each}>[^/]+)" if n % 2 else re.escape(each) for n, each in enumerate(parts)]
        return re.compile("".join(texts))

    def places(self, path: str) -> dict[str, str] | None:
        """What stands for the parameters in a path; None if it is another path."""
        found = self.form.fullmatch(path)
        return found.groupdict() if found else None

    @cached_property
    def binds(self) -> list[Bind]:
        hints = get_type_hints(self.answer, include_extras=True)
        named = set(PARAMETER.findall(self.path))
        given = signature(self.answer).parameters.values()
        in_order = sorted(given, key=lambda each: _order(each.name, hints, named))
        return [_bind(each, hints[each.name], named) for each in in_order]

    async def respond(self, request: Request) -> Response:
        for each in self.dependencies:
            await each.call(request)
        found = await self.answer(**self.arguments(request))
        return found if isinstance(found, Response) else JSONResponse(found, self.status)

    def arguments(self, request: Request) -> dict[str, Any]:
        taken: dict[str, Any] = {}
        try:
            request.read_body()
            for bind in self.binds:
                bind(request, taken)
        except Fault as fault:
            raise RequestValidationError(fault) from None
        return taken


def _info(hint: Any) -> Param | None:
    told = getattr(hint, "__metadata__", ())
    return next((each for each in told if isinstance(each, Param)), None)


def _is_model(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, BaseModel)


def _order(name: str, hints: dict[str, Any], named: set[str]) -> int:
    """Faults of the path are told first, then those of the query, then those of the body."""
    return 0 if name in named else 2 if _is_model(hints[name]) else 1


def _bind(parameter: Parameter, hint: Any, named: set[str]) -> Bind:
    name, info = parameter.name, _info(hint)
    if hint is Request:
        return lambda request, taken: taken.update({name: request})
    if name in named:
        return _in_path(name, reader(hint))
    if _is_model(hint):
        return _in_body(name, hint)
    base = hint.__origin__ if info else hint
    if _is_model(base):
        return _in_query_as_a_whole(name, base)
    return _in_query(name, (info and info.alias) or name, hint, parameter.default)


def _in_path(name: str, read: Reader) -> Bind:
    def bind(request: Request, taken: dict[str, Any]) -> None:
        _placed("path", lambda: with_place(name, read, taken, request.places[name]))

    return bind


def _in_query(name: str, said: str, hint: Any, default: Any) -> Bind:
    read, many = reader(hint), _is_list(hint)

    def bind(request: Request, taken: dict[str, Any]) -> None:
        values = [value for key, value in request.query if key == said]
        if values:
            given = values if many else values[-1]
            _placed("query", lambda: _named(said, name, read, taken, given))
        elif default is Parameter.empty:
            raise Fault(REQUIRED, ("query", said))
        else:
            taken[name] = default

    return bind


def _is_list(hint: Any) -> bool:
    hint = getattr(hint, "__origin__", hint) if hasattr(hint, "__metadata__") else hint
    return get_origin(hint) in (list, Sequence)


def _named(said: str, name: str, read: Reader, taken: dict[str, Any], given: Any) -> None:
    found: dict[str, Any] = {}
    with_place(said, read, found, given)
    taken[name] = found[said]


def _in_query_as_a_whole(name: str, model: type[BaseModel]) -> Bind:
    def bind(request: Request, taken: dict[str, Any]) -> None:
        def read() -> None:
            taken[name] = model.read(dict(request.query))

        _placed("query", read)

    return bind


def _in_body(name: str, model: type[BaseModel]) -> Bind:
    def bind(request: Request, taken: dict[str, Any]) -> None:
        def read() -> None:
            if request.said is None:
                raise Fault(REQUIRED)
            taken[name] = model.read(request.said)

        _placed("body", read)

    return bind


def _placed(where: str, read: Callable[[], None]) -> None:
    try:
        read()
    except Fault as fault:
        raise Fault(fault.message, (where, *fault.place)) from None


class Application:
    """All routes together: `state` is what they share."""

    def __init__(self, routers: Sequence[APIRouter]) -> None:
        self.state = SimpleNamespace()
        self.routes = [route for router in routers for route in router.routes]
        self.sockets = [route for router in routers for route in router.sockets]

    def route(self, request: Request) -> Route | int:
        """What answers a request; 404 or 405 if nothing does."""
        status = 404
        for route in self.routes:
            places = route.places(request.path)
            if places is None:
                continue
            if route.method == request.method:
                request.places = places
                return route
            status = 405
        return status

    def socket(self, path: str) -> tuple[Route, dict[str, str]] | None:
        for route in self.sockets:
            places = route.places(path)
            if places is not None:
                return route, places
        return None
