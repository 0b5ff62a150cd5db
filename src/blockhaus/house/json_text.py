"""What the house says, and is told, as JSON.

orjson takes a tenth of the time of the standard library, and writes blocks as they are.
"""

from __future__ import annotations

from typing import Any

import orjson
from fastapi.responses import JSONResponse


def written(data: Any) -> str:
    return orjson.dumps(data).decode()


def ready_made(text: str) -> orjson.Fragment:
    """Something that is JSON already, as a part of what is yet to be written."""
    return orjson.Fragment(text)


def read(text: str) -> Any:
    """ValueError if it is no JSON."""
    return orjson.loads(text)


class OrjsonResponse(JSONResponse):
    """The answer to a request."""

    def render(self, content: Any) -> bytes:
        return orjson.dumps(content)
