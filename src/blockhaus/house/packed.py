"""Answers that are the same for everyone: sent packed, and again only when they have changed.

What differs from person to person is never packed: how small it becomes would tell of its secrets.
"""

from __future__ import annotations

import gzip
from functools import lru_cache
from hashlib import sha256
from typing import Any

from fastapi import Request, Response

from .json_text import written

JSON = "application/json"
MOST_KEPT = 64  # the words of twelve games in five languages


@lru_cache(maxsize=MOST_KEPT)
def _packed(text: bytes) -> tuple[bytes, str]:
    """The packed text, and the tag by which a browser knows it again, packed or not."""
    return gzip.compress(text, mtime=0), f'W/"{sha256(text).hexdigest()[:20]}"'


def same_for_all(request: Request, data: Any) -> Response:
    text = written(data).encode()
    packed, tag = _packed(text)
    headers = {"cache-control": "private, no-cache", "etag": tag, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(text, media_type=JSON, headers=headers)
    return Response(packed, media_type=JSON, headers={**headers, "content-encoding": "gzip"})
