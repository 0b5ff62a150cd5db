"""What stands between the house and the network: who asks, from where, how much and how often."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .asides import asking
from .base_path import base_of
from .origins import Names, Proxies, address_of, name_of, same_origin
from .rates import Rates
from .texts import HouseError, language

if TYPE_CHECKING:
    from .house import House
    from .settings import Settings

logger = logging.getLogger(__name__)
COOKIE = "blockhaus"
YEAR = 365 * 24 * 3600
SAFE = ("GET", "HEAD", "OPTIONS")
LARGEST = 64 * 1024
LARGEST_RECORD = 1_300_000
LARGEST_ARCHIVE = 12_100_000
ARCHIVE = "/api/me/archive"
RECORDS = ("/api/tables", "/api/positions")  # requests that may carry a whole record
WRONG_ORIGIN = 4403
HEALTH = "/health"
HANG_UP = ("two-lengths", "wrong-host")  # nothing more is read after these
EMBED = "/embed"  # the one page that others may show within theirs, where the host allows it
NO_FRAMES = "frame-ancestors 'none'"

HEADERS = {
    # A browser that thinks by itself compiles our own files of WebAssembly, in a worker of ours.
    "content-security-policy": (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
        "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; "
        f"form-action 'none'; {NO_FRAMES}"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


def shown_cookie(headers: Headers) -> str:
    """What the visitor's browser has kept of the house."""
    kept = (part.strip().partition("=") for part in headers.get("cookie", "").split(";"))
    return {name: value.strip('"') for name, _, value in kept}.get(COOKIE, "")


class Guard:
    """Looks at every request before anything else does, and adds the headers to every answer."""

    def __init__(
        self, app: ASGIApp, settings: Settings, rates: Rates, house: Callable[[], House]
    ) -> None:
        self.app = app
        self.rates = rates
        self.house = house
        self.proxies = Proxies(settings.trusted_proxies)
        self.names = Names((*settings.allowed_hosts, settings.host))
        self.embed_from = settings.embed_from  # the sites that may show the page for embedding
        self.most = {"visitor": settings.limits, "address": settings.address_limits}
        self.open: Counter[str] = Counter()  # sockets, of visitors and of addresses
        self._warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        self._place(headers, scope)
        if scope["type"] == "websocket":
            await self._socket(headers, scope, receive, send)
        else:
            await self._request(headers, scope, receive, send)

    def _place(self, headers: Headers, scope: Scope) -> None:
        """Where a request comes from, as far as it can be believed."""
        peer = (scope.get("client") or ("",))[0]
        scope["lang"] = language(headers.get("accept-language", ""))
        client = self.proxies.client(peer, headers)
        scope["client"] = (client, 0)
        scope["address"] = scope["visitor"] = address_of(client)
        scheme = self.proxies.scheme(peer, headers, scope["scheme"])
        scope["scheme"] = scheme.replace("http", "ws") if scope["type"] == "websocket" else scheme
        scope["device"] = scope["holder"] = None
        if "x-forwarded-for" in headers and not self._warned and not self.proxies.trust(peer):
            self._warned = True
            logger.warning(
                "%s passes visitors on but is no known proxy, so they all count as one: "
                "blockhaus house --trusted-proxies %s",
                peer,
                peer,
            )

    async def _know(self, headers: Headers, scope: Scope) -> str | None:
        """Find out who asks; the cookie for a token that was not signed yet."""
        tokens = self.house().tokens
        shown = tokens.read(shown_cookie(headers))
        if shown is None:
            return None
        if not shown.signed and not tokens.remembers(shown.device):
            self.rates.take_of_address("newcomers", scope)  # asking the database is not for free
            if not await tokens.knows(shown.device):
                return None
        self._meet(scope, shown.device)
        return None if shown.signed else tokens.cookie(shown.token)

    def _meet(self, scope: Scope, device: str) -> None:
        self._greet(scope, device)
        scope["visitor"] = scope["holder"]

    def _greet(self, scope: Scope, device: str) -> None:
        scope["device"] = device
        scope["holder"] = self.house().persons.of(device)
        self.house().whereabouts.note(scope["holder"], scope["address"])

    def _let_in(self, scope: Scope) -> None:
        if self.house().orders.keep_out(scope):
            raise HouseError("barred")

    def _check(self, headers: Headers, scope: Scope) -> None:
        """Refuse what no proper visitor sends."""
        if not self.names.know(headers.get("host", "")):
            raise HouseError("wrong-host", host=name_of(headers.get("host", "")) or "?")
        if "\0" in scope["path"]:  # which PostgreSQL keeps in no text
            raise HouseError("no-page")
        if "content-length" in headers and "transfer-encoding" in headers:
            raise HouseError("two-lengths")
        asks = scope["type"] == "http" and scope["method"] in SAFE
        if not asks and not same_origin(headers, scope["scheme"].replace("ws", "http")):
            raise HouseError("wrong-origin")

    # Sockets

    async def _socket(self, headers: Headers, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self._check(headers, scope)
            await self._know(headers, scope)
            self._let_in(scope)
            self.rates.take("requests", scope)
            counted = self._counted(scope)
        except HouseError as error:
            await receive()
            await _refuse_socket(error, scope, send)
            return
        self.open.update(counted)
        asking.set(scope["visitor"])
        try:
            await self.app(scope, receive, send)
        finally:
            self.open.subtract(counted)
            self.open += Counter()  # forgets those at zero

    def _counted(self, scope: Scope) -> list[str]:
        """By whom a socket is held, if each of them may have one more."""
        counted = []
        for who, limits in self.most.items():
            name = f"{who} {scope[who]}"
            if self.open[name] >= limits.connections:
                raise HouseError("too-many-pages")
            counted.append(name)
        return counted

    # Requests

    async def _request(self, headers: Headers, scope: Scope, receive: Receive, send: Send) -> None:
        api = scope["path"].startswith("/api/")
        secure = scope["scheme"] == "https"
        bare = scope["method"] == "HEAD"
        fresh: str | None = None

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                cookie = cookie_of(fresh, secure, base_of(scope)) if fresh else None
                dress(MutableHeaders(scope=message), cookie, api)
                if self.embed_from and is_embed(scope["path"]):
                    let_in(MutableHeaders(scope=message), self.embed_from)
            elif bare:
                message = {**message, "body": b""}
            await send(message)

        try:
            self._check(headers, scope)
            fresh = await self._welcome(headers, scope, api)
            self._let_in(scope)
            self.rates.take("requests" if api or scope["path"] == HEALTH else "files", scope)
            _check_length(headers, scope["path"])
        except HouseError as error:
            answer = JSONResponse({"error": error.data(scope["lang"])}, error.status)
            if error.code in HANG_UP:
                answer.headers["connection"] = "close"
            await answer(scope, receive, send_on)
            return
        asking.set(scope["visitor"])
        asked = {**scope, "method": "GET"} if bare else scope  # what can be got has a head, too
        await self.app(asked, _limited(receive, scope["path"]), send_on)

    async def _welcome(self, headers: Headers, scope: Scope, api: bool) -> str | None:
        """Find out who asks. Whoever the house does not know gets a token, at the cost of the
        address; the cookie for it.
        """
        if not api and not _is_page(scope["path"]):
            return None
        cookie = await self._know(headers, scope)
        if scope["device"] is not None:
            return cookie
        try:
            self.rates.take_of_address("newcomers", scope)
        except HouseError:
            if api:
                raise
            return None  # a page is shown all the same
        tokens = self.house().tokens
        cookie = tokens.new()
        shown = tokens.read(cookie)
        assert shown is not None
        self._greet(scope, shown.device)
        return cookie


async def _refuse_socket(error: HouseError, scope: Scope, send: Send) -> None:
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": WRONG_ORIGIN})
        return
    body = JSONResponse({"error": error.data(scope["lang"])}).body
    kind = [(b"content-type", b"application/json")]
    start = {"type": "websocket.http.response.start", "status": error.status, "headers": kind}
    await send(start)
    await send({"type": "websocket.http.response.body", "body": bytes(body)})


def _check_length(headers: Headers, path: str) -> None:
    length = headers.get("content-length", "0")
    if not length.isdigit() or len(length) > 12 or int(length) > _largest(path):
        raise HouseError("too-large")


def dress(headers: MutableHeaders, cookie: str | None, api: bool) -> None:
    """Add what every answer carries; a page to print says itself which style it has."""
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if api:
        headers.setdefault("cache-control", "no-store")
    if cookie:
        headers.append("set-cookie", cookie)


def cookie_of(token: str, secure: bool, base: str = "") -> str:
    cookie = f"{COOKIE}={token}; Path={base or '/'}; Max-Age={YEAR}; HttpOnly; SameSite=Lax"
    return cookie + ("; Secure" if secure else "")


def let_in(headers: MutableHeaders, sites: Sequence[str]) -> None:
    """Let some sites show this answer within a page of theirs."""
    policy = "content-security-policy"
    headers[policy] = headers[policy].replace(NO_FRAMES, f"frame-ancestors {' '.join(sites)}")


def is_embed(path: str) -> bool:
    return path == EMBED or path.startswith(f"{EMBED}/")


def _is_page(path: str) -> bool:
    """Whether a browser begins here. The page brings the cookie, before it asks for several things
    at once: answers that crossed would each make a visitor of their own. What is shown within the
    pages of others needs none."""
    return "." not in path.rsplit("/", 1)[-1] and path != HEALTH and not is_embed(path)


def _largest(path: str) -> int:
    if path == ARCHIVE:
        return LARGEST_ARCHIVE
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
