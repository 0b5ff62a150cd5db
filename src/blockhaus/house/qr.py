"""Links as QR codes, for a friend's phone."""

from __future__ import annotations

from typing import Any


def qr_code(text: str) -> dict[str, Any]:
    """The dark and light squares of the code, row by row, without a margin."""
    import segno  # loaded when somebody first invites

    code = segno.make(text, micro=False, error="m")
    rows = ["".join("#" if dark else "." for dark in row) for row in code.matrix]
    return {"rows": rows}
