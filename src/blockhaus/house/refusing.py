"""What is answered to a request that was not understood, wherever the house runs."""

from __future__ import annotations

from typing import Any

from .texts import HouseError, shortened

BY_STATUS = {404: "no-page", 405: "no-method", 413: "too-large"}


def misunderstood(faults: list[dict[str, Any]]) -> HouseError:
    """A request that cannot be read: the first fault, and where it is."""
    first = faults[0]
    where = shortened(".".join(str(part) for part in first["loc"]))
    return HouseError("bad-request", detail=f"{where}: {first['msg']}")


def by_status(status: int, detail: str) -> HouseError:
    """A request that nobody answers."""
    code = BY_STATUS.get(status)
    return HouseError(code) if code else HouseError("bad-request", detail=detail)
