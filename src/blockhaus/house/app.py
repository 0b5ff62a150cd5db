"""The house as a web application."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

import blockhaus

from . import (
    client,
    device_routes,
    help_routes,
    lesson_routes,
    puzzle_routes,
    routes,
    rulebook_routes,
    sockets,
    solo_routes,
    theorem_routes,
    thinking_here,
    your_routes,
)
from .base_path import BasePath
from .house import House
from .observing import Observed
from .rates import Rates
from .refusing import by_status, misunderstood
from .security import Guard
from .settings import Settings
from .storage import Unreachable
from .texts import HouseError
from .turnstile import Turnstile
from .wire import answers

logger = logging.getLogger(__name__)


def make_app(settings: Settings) -> FastAPI:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        house = House(settings, rates=app.state.rates)
        app.state.house = house
        await house.open()
        try:
            yield
        finally:
            await house.close()

    app = FastAPI(
        title="Blockhaus",
        version=blockhaus.__version__,
        description="A house for block games: tables, seats, decisions and positions.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.rates = Rates(settings.limits, settings.address_limits)
    app.include_router(routes.router)
    app.include_router(your_routes.router)
    app.include_router(help_routes.router)
    app.include_router(device_routes.router)
    app.include_router(solo_routes.router)
    app.include_router(puzzle_routes.router)
    app.include_router(theorem_routes.router)
    app.include_router(rulebook_routes.router)
    app.include_router(lesson_routes.router)
    app.include_router(sockets.router)
    app.add_api_route("/health", health, response_model=answers.Health)
    app.add_api_route("/pictures/{file}", client.picture, methods=["GET"], include_in_schema=False)
    place = f"{thinking_here.PLACE}/{{made}}/{{path:path}}"
    app.add_api_route(place, client.thinking, methods=["GET"], include_in_schema=False)
    app.add_api_route("/{path:path}", client.page, methods=["GET"], include_in_schema=False)
    app.add_exception_handler(HouseError, _refused)
    app.add_exception_handler(RequestValidationError, _misunderstood)
    app.add_exception_handler(HTTPException, _by_status)
    for error in Unreachable:
        app.add_exception_handler(error, _not_kept)
    app.add_exception_handler(Exception, _broken)
    app.add_middleware(
        Guard, settings=settings, rates=app.state.rates, house=lambda: app.state.house
    )
    # What is added last stands before all others.
    app.add_middleware(Turnstile)
    app.add_middleware(Observed, metrics=lambda: app.state.house.metrics)
    app.add_middleware(BasePath, base=settings.base_path)
    return app


async def health(request: Request) -> Any:
    """Whether the house is well; if not, why."""
    house: House = request.app.state.house
    facts: dict[str, Any] = {"version": blockhaus.__version__, "ready": house.warming.ready}
    try:
        tables = await house.storage.count()
    except Unreachable:
        tables = 0
    if house.trouble:
        reason = house.trouble.data(request.scope["lang"])["message"]
        facts |= {"status": "trouble", "reason": reason, "tables": tables}
        return JSONResponse(facts, house.trouble.status)
    status = "closing" if house.closing else "ok"
    return {**facts, "status": status, "reason": None, "tables": tables}


def _answer(request: Request, error: HouseError) -> JSONResponse:
    return JSONResponse({"error": error.data(request.scope.get("lang", "en"))}, error.status)


async def _refused(request: Request, error: Any) -> JSONResponse:
    return _answer(request, error)


async def _misunderstood(request: Request, error: Any) -> JSONResponse:
    return _answer(request, misunderstood(error.errors()))


async def _by_status(request: Request, error: Any) -> JSONResponse:
    if isinstance(error.__cause__, HouseError):  # found while the body was being read
        return _answer(request, error.__cause__)
    return _answer(request, by_status(error.status_code, error.detail))


async def _not_kept(request: Request, error: Any) -> JSONResponse:
    return _answer(request, HouseError("no-storage"))


async def _broken(request: Request, error: Any) -> JSONResponse:
    answer = _answer(request, HouseError("broken"))
    answer.headers["x-request-id"] = request.scope.get("request_id", "")  # to be found in the log
    return answer
