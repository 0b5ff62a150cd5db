"""The log of a house: one JSON object a line, and never more than can be read."""

from __future__ import annotations

import json
import logging
import sys
import time
from collections import OrderedDict
from collections.abc import Callable

from .observing import request_id

LEVELS = {name: getattr(logging, name.upper()) for name in ("debug", "info", "warning", "error")}
LEAST = {"blockhaus": "debug", "uvicorn.error": "warning"}  # below, it tells whole paths of sockets
LONGEST = 2000  # characters of a message
LONGEST_TRACE = 8000
REPEATED = 5  # lines of one kind, after which they are only counted
PAUSE = 60.0  # seconds until lines of that kind are written again
KINDS = 500


class JsonLines(logging.Formatter):
    """One JSON object a line. Only what is listed here is ever logged: no cookies, no bodies."""

    def format(self, record: logging.LogRecord) -> str:
        facts: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage()[:LONGEST],
        }
        number = request_id.get()
        if number:
            facts["request"] = number
        facts |= getattr(record, "facts", {})
        if record.exc_info:
            facts["trace"] = self.formatException(record.exc_info)[-LONGEST_TRACE:]
        left_out = getattr(record, "left_out", 0)
        if left_out:
            facts["left_out"] = left_out
        return json.dumps(facts)


class Repeats(logging.Filter):
    """Lets a few lines of a kind through and counts the rest: whoever provokes the same error again
    and again fills no disk. The next line of the kind tells how many were left out, and so does a
    line of its own as soon as anything else is logged.
    """

    def __init__(
        self, handler: logging.Handler, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__()
        self._handler = handler
        self._clock = clock
        self._seen: OrderedDict[tuple[object, ...], _Kind] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        if hasattr(record, "left_out") or record.levelno < logging.WARNING:
            return True  # whoever wants a line for every request gets it
        self._handler.acquire()
        try:
            return self._counted(record)
        finally:
            self._handler.release()

    def _counted(self, record: logging.LogRecord) -> bool:
        now = self._clock()
        self.tell(now - PAUSE)
        cause = record.exc_info[0] if record.exc_info else None
        name = (record.name, record.levelno, str(record.msg).partition("\n")[0][:200], cause)
        kind = self._seen.get(name)
        if kind is None:
            if len(self._seen) >= KINDS:
                self._tell(*self._seen.popitem(last=False))
            kind = self._seen[name] = _Kind(now)
        kind.count += 1
        return kind.count <= REPEATED

    def tell(self, before: float = float("inf")) -> None:
        """Say how many lines were left out, of those kinds that began before a time."""
        while self._seen:
            name, kind = next(iter(self._seen.items()))
            if kind.since > before:
                return
            del self._seen[name]
            self._tell(name, kind)

    def _tell(self, name: tuple[object, ...], kind: _Kind) -> None:
        if kind.count > REPEATED:
            source, level, message, _ = name
            told = logging.makeLogRecord(
                {"name": source, "levelno": level, "msg": f"{message}: left out, and counted"}
                | {"levelname": logging.getLevelName(int(str(level)))}
                | {"left_out": kind.count - REPEATED}
            )
            self._handler.handle(told)


class _Kind:
    def __init__(self, since: float) -> None:
        self.since = since
        self.count = 0


def start_logging(level: str) -> Repeats:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    repeats = Repeats(handler)
    handler.addFilter(repeats)
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    # Libraries log headers and statements in detail, cookies and secrets among them.
    for name in ("blockhaus", "uvicorn.error"):
        logging.getLogger(name).setLevel(max(LEVELS[level], LEVELS[LEAST[name]]))
    return repeats
