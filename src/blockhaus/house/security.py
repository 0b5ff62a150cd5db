"""What stands between the house and the network: who asks, from where, how much and how often."""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from collections import Counter, OrderedDict
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .texts import HouseError, language

COOKIE = "blockhaus"
YEAR = 365 * 24 * 3600
TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")  # 256 bits
SAFE = ("GET", "HEAD", "OPTIONS")
LARGEST = 64 * 1024
LARGEST_RECORD = 1_300_000
RECORDS = ("/api/tables", "/api/positions")  # requests that may carry a whole record
WRONG_ORIGIN = 4403
TOO_FAST = 4429
VISITORS_KEPT = 50_000

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


def hashed(token: str) -> str:
    """What the house keeps of a token: enough to know it again, not enough to use it."""
    return hashlib.sha256(token.encode()).hexdigest()


def token_of(headers: Headers) -> str | None:
    """The visitor's token, if the request carries a proper one."""
    try:
        cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return None
    return cookie.value if cookie and TOKEN.fullmatch(cookie.value) else None


def same_origin(headers: Headers) -> bool:
    """Whether a request comes from our own pages, or from a program that is no browser."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    return urlsplit(origin).netloc == headers.get("host", "") != ""


class Buckets:
    """Who may ask how often: a bucket for each visitor, filled again as time goes by."""

    def __init__(self, size: float, rate: float) -> None:
        self.size, self.rate = size, rate
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, visitor: str) -> bool:
        now = time.monotonic()
        left, since = self._left.pop(visitor, (self.size, now))
        left = min(self.size, left + (now - since) * self.rate)
        if len(self._left) >= VISITORS_KEPT:
            self._left.popitem(last=False)
        self._left[visitor] = (max(0.0, left - 1), now)
        return left >= 1


class Guard:
    """Looks at every request before anything else does, and adds the headers to every answer."""

    def __init__(self, app: ASGIApp, requests: tuple[float, float], connections: int) -> None:
        self.app = app
        self.buckets = Buckets(*requests)
        self.connections = connections  # sockets that one visitor may have open at once
        self.open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        token = token_of(headers)
        scope["holder"] = hashed(token) if token else None
        scope["lang"] = language(headers.get("accept-language", ""))
        scope["visitor"] = scope["holder"] or (scope.get("client") or ("?",))[0]
        if scope["type"] == "websocket":
            await self._socket(headers, scope, receive, send)
        else:
            await self._request(headers, token, scope, receive, send)

    async def _socket(self, headers: Headers, scope: Scope, receive: Receive, send: Send) -> None:
        visitor = scope["visitor"]
        full = self.open[visitor] >= self.connections
        if full or not same_origin(headers) or not self.buckets.take(visitor):
            await receive()
            await send({"type": "websocket.close", "code": WRONG_ORIGIN})
            return
        self.open[visitor] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.open[visitor] -= 1
            self.open += Counter()  # forgets those at zero

    async def _request(
        self, headers: Headers, token: str | None, scope: Scope, receive: Receive, send: Send
    ) -> None:
        fresh = None
        api = scope["path"].startswith("/api/")
        if token is None and (api or _is_page(scope["path"])):
            fresh = secrets.token_urlsafe(32)
            scope["holder"] = hashed(fresh)
        secure = scope["scheme"] == "https"

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                dress(MutableHeaders(scope=message), fresh, secure, api)
            await send(message)

        refused = self._refusal(headers, scope, api)
        if refused:
            answer = JSONResponse({"error": refused.data(scope["lang"])}, refused.status)
            await answer(scope, receive, send_on)
            return
        await self.app(scope, _limited(receive, scope["path"]), send_on)

    def _refusal(self, headers: Headers, scope: Scope, api: bool) -> HouseError | None:
        if scope["method"] not in SAFE and not same_origin(headers):
            return HouseError("wrong-origin")
        if api and not self.buckets.take(scope["visitor"]):
            return HouseError("too-fast")
        length = headers.get("content-length", "0")
        if length.isdigit() and int(length) > _largest(scope["path"]):
            return HouseError("too-large")
        return None


def dress(headers: MutableHeaders, fresh: str | None, secure: bool, api: bool) -> None:
    """Add what every answer carries."""
    for name, value in HEADERS.items():
        headers[name] = value
    if api:
        headers.setdefault("cache-control", "no-store")
    if fresh:
        cookie = f"{COOKIE}={fresh}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax"
        headers.append("set-cookie", cookie + ("; Secure" if secure else ""))


def _is_page(path: str) -> bool:
    """Whether a browser begins here. The page brings the cookie, before it asks for several things
    at once: answers that crossed would each make a visitor of their own."""
    return "." not in path.rsplit("/", 1)[-1] and path != "/health"


def _largest(path: str) -> int:
    return LARGEST_RECORD if path.startswith(RECORDS) and path.count("/") == 2 else LARGEST


def _limited(receive: Receive, path: str) -> Receive:
    """The body of a request, as long as it is not too long."""
    left = _largest(path)

    async def receive_some() -> Any:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b""))
        if left < 0:
            raise HouseError("too-large")
        return message

    return receive_some
