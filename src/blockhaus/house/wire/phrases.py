"""A phrase on the wire: its English text, and the facts for the braces in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema

from ...core.words import Phrase


@dataclass(frozen=True)
class Text:
    """A text to be said in the reader's language, with the facts for its braces."""

    text: str
    facts: dict[str, int | float | str | Text]


def _schema(_: type, __: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
    return handler.generate_schema(Text)


# The core speaks in phrases and needs nothing of Pydantic; how they travel is told here.
Phrase.__get_pydantic_core_schema__ = classmethod(_schema)  # type: ignore[attr-defined]
