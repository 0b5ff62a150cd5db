"""Pages to be printed: the only ones of the house with a style within them."""

from __future__ import annotations

import base64
import hashlib

from fastapi.responses import HTMLResponse


def hash_of(style: str) -> str:
    """A style as a content policy names it."""
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return f"'sha256-{digest}'"


class PrintedPage(HTMLResponse):
    """A page with nothing in it but words, drawings and its own style."""

    def __init__(self, page: str, style: str) -> None:
        allowed = f"default-src 'none'; style-src {hash_of(style)}; frame-ancestors 'none'"
        super().__init__(page, headers={"content-security-policy": allowed})
