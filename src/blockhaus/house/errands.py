"""Work that waits once or twice at most, done without a task of its own.

A decision waits for the storage, and for nothing else as a rule. To wake the task of its page, to
make another one that nobody can break off, and to wake both again when it is done cost a sixth of a
decision. An errand begins at once and goes on when what it waits for is there.

Nobody can break off an errand. It belongs to no task, so nothing in it may ask for its task, as
`asyncio.timeout` and `asyncio.wait_for` do.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextvars import Context
from typing import Any

logger = logging.getLogger(__name__)


def run(work: Coroutine[Any, Any, None], done: Callable[[], None], context: Context) -> None:
    """Begin something at once; `done` is called when it has ended, perhaps before this returns."""
    errand = Errand(work, done, context)
    context.run(errand.go_on)


class Errand:
    """A coroutine under way."""

    __slots__ = ("_context", "_done", "_work")

    def __init__(
        self, work: Coroutine[Any, Any, None], done: Callable[[], None], context: Context
    ) -> None:
        self._work, self._done, self._context = work, done, context

    def go_on(self, _: Any = None) -> None:
        try:
            awaited = self._work.send(None)
        except StopIteration:
            self._done()
        except asyncio.CancelledError:  # what it waited for was given up
            self._done()
        except Exception:
            logger.exception("an errand failed")
            self._done()
        else:
            self._wait_for(awaited)

    def _wait_for(self, awaited: asyncio.Future[Any] | None) -> None:
        if awaited is None:  # it only lets others go first
            asyncio.get_running_loop().call_soon(self.go_on, context=self._context)
            return
        awaited._asyncio_future_blocking = False  # as a task says that it has understood
        awaited.add_done_callback(self.go_on, context=self._context)
