"""The stand-ins give what the real ones give: for every model and every route of the wire."""

from __future__ import annotations

import asyncio
import functools
import inspect
import json
import subprocess
import sys
from datetime import date
from importlib import import_module
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any, get_type_hints
from urllib.parse import urlencode

import httpx
import orjson
import pytest
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError

from blockhaus.core.words import Phrase
from blockhaus.house import (
    help_routes,
    lesson_routes,
    puzzle_routes,
    routes,
    rulebook_routes,
    solo_routes,
    theorem_routes,
    your_routes,
)
from blockhaus.house.json_text import _plain
from blockhaus.house.wire.requests import Request as Asked
from blockhaus.page import thoughts
from blockhaus.page.standins import json_values
from page.odd import ODD, given, samples

HERE = Path(__file__).parent
JSON = {"content-type": "application/json"}
ROUTES = (
    routes,
    your_routes,
    help_routes,
    solo_routes,
    puzzle_routes,
    theorem_routes,
    rulebook_routes,
    lesson_routes,
    thoughts,
)
WIRE = ("requests", "messages", "lessons", "puzzles", "solo", "rulebook", "helping", "thoughts")


def asked(what: str, questions: list[Any]) -> list[Any]:
    """What the stand-ins read, in a process of their own."""
    done = subprocess.run(
        [sys.executable, HERE / "standing_in.py", what],
        input=json.dumps(questions),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    answers: list[Any] = json.loads(done.stdout)
    return answers


def modules() -> list[ModuleType]:
    return [import_module(f"blockhaus.house.wire.{name}") for name in WIRE]


def models() -> list[type[BaseModel]]:
    """All that a page asks or says."""
    found = {
        model
        for module in modules()
        for model in vars(module).values()
        if inspect.isclass(model) and issubclass(model, Asked) and model is not Asked
    }
    return sorted(found, key=lambda model: model.__name__)


def told(fault: Any) -> dict[str, Any]:
    return {"loc": list(fault["loc"]), "msg": fault["msg"]}


def test_every_model_reads_the_same_values() -> None:
    questions: list[Any] = [
        [model.__module__, model.__name__, sample]
        for model in models()
        for sample in samples(model)
    ]
    assert len(models()) > 20 and len(questions) > 5000
    by_name = {model.__name__: model for model in models()}
    differences = []
    for (_, name, sample), answer in zip(questions, asked("models", questions), strict=True):
        try:
            expected: dict[str, Any] = {"read": _as_json(by_name[name](**sample))}
        except ValidationError as error:
            expected = {"fault": told(error.errors()[0])}
        if not same(answer, expected):
            differences.append((name, sample, answer, expected))
    assert not differences


def same(answer: Any, expected: Any) -> bool:
    """The same values, of the same kinds; or both refuse, and blame the same field."""
    if "fault" in expected:
        depth = 2 if "route" in answer else 1
        places = [each["fault"]["loc"][:depth] for each in (answer, expected) if "fault" in each]
        return len(places) == 2 and places[0] == places[1]
    return json.dumps(answer, sort_keys=True) == json.dumps(expected, sort_keys=True)


# Routes


def probe(route: APIRoute) -> Any:
    """An endpoint that takes what the real one takes, and answers with it."""

    @functools.wraps(route.endpoint)
    async def answer(**taken: Any) -> Any:
        read = {name: _as_json(value) for name, value in taken.items() if name != "request"}
        return JSONResponse({"route": route.path, "read": read})

    hints = get_type_hints(route.endpoint, include_extras=True)
    signature = inspect.signature(route.endpoint)
    answer.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[
            each.replace(annotation=hints[each.name]) for each in signature.parameters.values()
        ],
        return_annotation=None,
    )
    return answer


def _as_json(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return _as_json(value.model_dump())
    if isinstance(value, dict):
        return {name: _as_json(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_as_json(part) for part in value]
    return value.isoformat() if isinstance(value, date) else value


def probing() -> FastAPI:
    app = FastAPI()
    for route in house_routes():
        methods = list(route.methods or ())
        app.add_api_route(route.path, probe(route), methods=methods, response_model=None)

    async def misunderstood(_: Request, error: Any) -> JSONResponse:
        return JSONResponse({"fault": told(error.errors()[0])}, 422)

    app.add_exception_handler(RequestValidationError, misunderstood)
    return app


def house_routes() -> list[APIRoute]:
    """All routes of a served house that a page has as well."""
    routers = [each.router for each in ROUTES]
    return [route for router in routers for route in router.routes if isinstance(route, APIRoute)]


PLACES = ("abcdefghij", "kwinty", "1", "-1", "x" * 41, "x" * 121, "A B", "streak", "abc1234", "%20")
QUERIES: list[list[tuple[str, str]]] = [
    [],
    [("list", "mine")],
    [("list", "recent"), ("list", "open")],
    [("list", "none")],
    [("grade", "3")],
    [("grade", "99")],
    [("grade", "x")],
    [("strength", "2")],
    [("strength", "4")],
    [("theme", "a"), ("theme", "b"), ("after", "c")],
    [("theme", "x" * 41)],
    [("theme", "a")] * 21,
    [("skip", "7"), ("state", "over"), ("level", "10")],
    [("skip", "-1")],
    [("level", "ten")],
    [("state", "")],
    [("lang", "de")],
    [("lang", "x" * 21)],
    [("text", "é ü"), ("against", "people")],
    [("unknown", "1")],
    [("here", "true")],
    [("here", "0")],
    [("here", "perhaps")],
]
BODIES = ("", "null", "{", "[]", "1", '"text"', "{}", '{"a": 1}', '{"name": "Ada"}', "{} {}")


def body_of(route: APIRoute) -> type[BaseModel] | None:
    hints = get_type_hints(route.endpoint)
    return next(
        (each for each in hints.values() if inspect.isclass(each) and issubclass(each, BaseModel)),
        None,
    )


def questions_to(route: APIRoute) -> list[tuple[str, str, str | None]]:
    """A route with all kinds of places, queries and bodies."""
    method = next(iter(route.methods or ()))
    names = [part[1:-1] for part in route.path.split("/") if part.startswith("{")]
    model = body_of(route) if method in ("POST", "PUT") else None
    right = json.dumps(given(model)) if model else None

    def path(place: str) -> str:
        found = route.path
        for name in names:
            found = found.replace(f"{{{name}}}", place)
        return found

    bodies = [*BODIES, *(json.dumps(each) for each in islice(samples(model), 40))] if model else []
    return [
        *((method, path(place), right) for place in (PLACES if names else PLACES[:1])),
        *((method, f"{path(PLACES[0])}?{urlencode(query)}", right) for query in QUERIES),
        *((method, path(PLACES[0]), body) for body in bodies),
    ]


async def _asked_really(questions: list[tuple[str, str, str | None]]) -> list[Any]:
    transport = httpx.ASGITransport(probing())
    async with httpx.AsyncClient(
        transport=transport, base_url="http://house", headers=JSON
    ) as client:
        found = []
        for method, path, body in questions:
            answer = await client.request(method, path, content=body)
            fine = answer.status_code in (200, 422)
            found.append(answer.json() if fine else {"status": answer.status_code})
    return found


def test_every_route_is_asked_with_the_same_values() -> None:
    known = house_routes()
    questions = [each for route in known for each in questions_to(route)]
    questions += [("DELETE", "/api/games", None), ("GET", "/api/nothing", None)]
    assert len(known) > 50 and len(questions) > 2000
    really = asyncio.run(_asked_really(questions))
    read = asked("routes", [*map(list, questions)])
    pairs = zip(questions, read, really, strict=True)
    assert not [each for each in pairs if not same(each[1], each[2])]


# JSON


@pytest.mark.parametrize(
    "data",
    [
        {"a": [1, 2.5, None, True, "é\u2028"], "b": {"c": []}},
        [float("nan"), float("inf"), {"a": float("-inf")}],
        {"phrase": Phrase("{a} of {b}", a=1, b=Phrase("b"))},
        {"ready": [1], "text": "fragment"},
        (1, (2, 3)),
    ],
)
def test_json_is_written_alike(data: Any) -> None:
    assert json_values.dumps(data, _plain) == orjson.dumps(data, _plain)


def test_fragments_stay_where_they_are() -> None:
    def made(kind: Any) -> Any:
        return {"a": kind('{"x":1}'), "b": [kind("2"), "fragment"], "c": kind('"é"')}

    assert json_values.dumps(made(json_values.Fragment)) == orjson.dumps(made(orjson.Fragment))


@pytest.mark.parametrize("text", ['{"a":1}', "[1,2", "NaN", "", '"\\ud800"', '"\\u00e9"', "1e400"])
def test_json_is_read_alike(text: str) -> None:
    def read(loads: Any) -> Any:
        try:
            return loads(text)
        except ValueError:
            return "refused"

    assert read(json_values.loads) == read(orjson.loads)


def test_odd_values_are_odd() -> None:
    assert len(ODD) > 90
