"""Small modules in place of FastAPI, Starlette, Pydantic, orjson and tomllib, for a page.

They have what the house's modules use of them and nothing else; the tests hold them to giving the
same values as the real ones, for every route and every model of the wire.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from . import json_values, models, toml_values, web


def modules() -> Mapping[str, Mapping[str, Any]]:
    """What is found where."""
    fastapi, starlette, pydantic = vars(web), vars(web), vars(models)
    return {
        "fastapi": fastapi,
        "fastapi.responses": fastapi,
        "orjson": vars(json_values),
        "pydantic": pydantic,
        "pydantic_core": pydantic,
        "starlette": starlette,
        "starlette.datastructures": starlette,
        "starlette.types": starlette,
        "starlette.websockets": starlette,
    }


def install() -> None:
    """From now on the names of the real ones mean these."""
    for name, parts in modules().items():
        module = ModuleType(name)
        module.__dict__.update({key: part for key, part in parts.items() if key[:2] != "__"})
        sys.modules[name] = module
    tomllib.loads = toml_values.loads  # type: ignore[assignment]  # it has been imported long ago
