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

from . import client, routes, sockets, your_routes
from .house import House, Settings
from .security import Buckets, Guard
from .texts import HouseError
from .wire import answers

logger = logging.getLogger(__name__)
BY_STATUS = {404: "no-page", 405: "no-method", 413: "too-large"}


def make_app(settings: Settings) -> FastAPI:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        house = House(settings)
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
    app.state.table_buckets = Buckets(*settings.limits.tables)
    app.include_router(routes.router)
    app.include_router(your_routes.router)
    app.include_router(sockets.router)
    app.add_api_route("/health", health, response_model=answers.Health)
    app.add_api_route("/pictures/{file}", client.picture, methods=["GET"], include_in_schema=False)
    app.add_api_route("/{path:path}", client.page, methods=["GET"], include_in_schema=False)
    app.add_exception_handler(HouseError, _refused)
    app.add_exception_handler(RequestValidationError, _misunderstood)
    app.add_exception_handler(HTTPException, _by_status)
    app.add_exception_handler(Exception, _broken)
    limits = settings.limits
    app.add_middleware(Guard, requests=limits.requests, connections=limits.connections)
    return app


async def health(request: Request) -> Any:
    """Whether the house is well."""
    house: House = request.app.state.house
    return {
        "status": "closing" if house.closing else "ok",
        "version": blockhaus.__version__,
        "tables": await house.storage.count(),
        "ready": house.warming.ready,
    }


def _answer(request: Request, error: HouseError) -> JSONResponse:
    return JSONResponse({"error": error.data(request.scope.get("lang", "en"))}, error.status)


async def _refused(request: Request, error: Any) -> JSONResponse:
    return _answer(request, error)


async def _misunderstood(request: Request, error: Any) -> JSONResponse:
    fault = error.errors()[0]
    where = ".".join(str(part) for part in fault["loc"])
    return _answer(request, HouseError("bad-request", detail=f"{where}: {fault['msg']}"))


async def _by_status(request: Request, error: Any) -> JSONResponse:
    if isinstance(error.__cause__, HouseError):  # found while the body was being read
        return _answer(request, error.__cause__)
    if error.status_code in BY_STATUS:
        return _answer(request, HouseError(BY_STATUS[error.status_code]))
    return _answer(request, HouseError("bad-request", detail=error.detail))


async def _broken(request: Request, error: Any) -> JSONResponse:
    return _answer(request, HouseError("broken"))
