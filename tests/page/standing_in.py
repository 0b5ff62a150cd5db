"""A process in which the stand-ins are in their places: questions in JSON in, readings in JSON out.

python tests/page/standing_in.py models|routes
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from datetime import date
from importlib import import_module
from typing import Any

from blockhaus.page.standins import install

install()

from blockhaus.page.standins.models import BaseModel, ValidationError  # noqa: E402
from blockhaus.page.standins.web import (  # noqa: E402
    Application,
    Request,
    RequestValidationError,
)


def plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return plain(value.model_dump())
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    return value.isoformat() if isinstance(value, date) else value


def read_model(asked: list[Any]) -> Any:
    module, name, given = asked
    model = getattr(import_module(module), name)
    try:
        return {"read": plain(model(**given))}
    except ValidationError as error:
        return {"fault": error.errors()[0]}


def answering() -> Callable[[list[Any]], Any]:
    from blockhaus.page.application import ROUTERS

    app = Application(ROUTERS)

    def read_request(asked: list[Any]) -> Any:
        method, path, body = asked
        request = Request(app, {"lang": "en"}, method, path, body)
        route = app.route(request)
        if isinstance(route, int):
            return {"status": route}
        try:
            taken = route.arguments(request)
        except RequestValidationError as error:
            return {"route": route.path, "fault": error.errors()[0]}
        taken.pop("request", None)
        return {"route": route.path, "read": {name: plain(it) for name, it in taken.items()}}

    return read_request


def main() -> None:
    questions: Iterable[list[Any]] = json.load(sys.stdin)
    answer = read_model if sys.argv[1] == "models" else answering()
    json.dump([answer(each) for each in questions], sys.stdout)


if __name__ == "__main__":
    main()
