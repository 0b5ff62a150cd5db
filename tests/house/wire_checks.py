"""Whether what the house sends is what its models say, in everything and nothing beyond."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

from fastapi.routing import APIRoute
from pydantic import Field, TypeAdapter

from blockhaus.house import (
    help_routes,
    lesson_routes,
    puzzle_routes,
    routes,
    rulebook_routes,
    solo_routes,
    theorem_routes,
    thinking_here,
    your_routes,
)
from blockhaus.house.wire import answers
from blockhaus.house.wire.messages import ToAnalysisPage, ToTablePage
from blockhaus.house.wire.thoughts import Handed

Message = Annotated[ToTablePage | ToAnalysisPage, Field(discriminator="type")]
OUTSIDE = {("GET", "/health"): answers.Health}


@cache
def adapter(model: Any) -> TypeAdapter[Any]:
    return TypeAdapter(model)


def check(model: Any, text: str) -> Any:
    """The data of a text in JSON, which has to be the model's: read and written it is the same."""
    known = adapter(model)
    data = TypeAdapter(Any).validate_json(text)
    found = known.validate_json(text, strict=True)
    assert known.dump_python(found, mode="json", exclude_unset=True) == data
    return data


def check_message(text: str) -> dict[str, Any]:
    message: dict[str, Any] = check(Message, text)
    return message


def check_answer(method: str, path: str, status: int, text: str) -> Any:
    model = answers.Refused if status >= 400 else model_of(method, path)
    if status == thinking_here.STATUS:
        model = Handed
    return TypeAdapter(Any).validate_json(text) if model is None else check(model, text)


def model_of(method: str, path: str) -> Any:
    """The model of an answer; None for what is no part of the API's own, such as its schema."""
    for route in (
        *routes.router.routes,
        *your_routes.router.routes,
        *help_routes.router.routes,
        *solo_routes.router.routes,
        *puzzle_routes.router.routes,
        *theorem_routes.router.routes,
        *rulebook_routes.router.routes,
        *lesson_routes.router.routes,
    ):
        if (
            isinstance(route, APIRoute)
            and method in (route.methods or ())
            and route.path_regex.match(path)
        ):
            return route.response_model
    return OUTSIDE.get((method, path))
