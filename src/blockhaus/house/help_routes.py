"""The paths of help at a table."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from . import helping
from .rates import limited
from .routes import REFUSED, TableId, acting, house_of, lang_of
from .thinking_here import HANDED, Here, answered
from .wire import helping as wire
from .wire.requests import TableHintWish

router = APIRouter(prefix="/api", responses=REFUSED)


@router.post(
    "/tables/{table_id}/hint",
    response_model=wire.TableHint,
    responses=HANDED,
    dependencies=[limited("hints")],
)
async def table_hint(
    request: Request, table_id: TableId, wish: TableHintWish, here: Here = False
) -> Any:
    """A hint for one person among computers, step by step. It is noted with the table."""
    live = await house_of(request).table(table_id)
    async with acting(request) as holder:
        return answered(await helping.give_hint(live, holder, wish, lang_of(request), here))
