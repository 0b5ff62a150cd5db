"""The JSON schema of everything on the wire; the client's types are made of it."""

from __future__ import annotations

from inspect import isclass
from itertools import chain
from typing import Any

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, models_json_schema

from . import (
    answers,
    devices,
    helping,
    lessons,
    messages,
    own_games,
    puzzles,
    requests,
    reviews,
    rulebook,
    solo,
    thoughts,
)


class _Schema(GenerateJsonSchema):
    def field_is_required(self, field: Any, total: bool) -> bool:
        """Scenes are sent as they are, with what has a default."""
        if self.mode == "serialization" and field["type"] == "dataclass-field":
            return True
        return super().field_is_required(field, total)


_MODULES = (
    requests,
    answers,
    own_games,
    devices,
    reviews,
    helping,
    messages,
    solo,
    puzzles,
    rulebook,
    lessons,
    thoughts,
)


def wire_schema() -> dict[str, Any]:
    """All models by their names: what pages send is told as it may come, the rest as it is sent."""
    models: list[tuple[Any, JsonSchemaMode]] = [
        *((model, "validation") for model in _models(requests.Request)),
        *((model, "serialization") for model in _models(answers.Answer)),
    ]
    _, found = models_json_schema(models, schema_generator=_Schema)
    return {"title": "What client and house say to each other", **found}


def _models(base: type) -> list[type]:
    """The models of a base, in the order in which they are written."""
    modules = (vars(module).values() for module in _MODULES)
    classes = [value for value in chain.from_iterable(modules) if isclass(value)]
    return [c for c in dict.fromkeys(classes) if issubclass(c, base) and c is not base]
