"""Where a page's worker comes in: `await open_house(host)`.

The stand-ins have to be in their places before anything of the house is loaded.
"""

from __future__ import annotations

import gc

from .standins import install

install()

from ..core.breathing import breathe_by  # noqa: E402
from .hosting import InBrowser  # noqa: E402
from .opening import OpenHouse  # noqa: E402
from .opening import open_house as _open  # noqa: E402
from .turns import listen, take_a_breath  # noqa: E402


async def open_house(worker: object) -> OpenHouse:
    """The house, hosted by a worker's JavaScript."""
    breathe_by(take_a_breath, listen)
    try:
        return await _open(InBrowser(worker))
    finally:
        gc.freeze()  # what has been imported stays
        gc.enable()  # `page_start` has said that there is none
