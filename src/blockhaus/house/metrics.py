"""What happens in a house, counted for Prometheus, and shown at an address of its own."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .house import House

Sample = tuple[dict[str, str], float]
LONGEST_QUESTION = 8192
PATIENCE = 5.0  # seconds for who asks
SECONDS = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)  # limits of the buckets


class Metrics:
    """Counters of a house; everything else is looked up when somebody asks."""

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, str, str]] = Counter()  # method, route, status
        self.within: Counter[float] = Counter()  # requests that took at most so many seconds
        self.seconds = 0.0
        self.since = time.time()
        self.entries: Counter[str] = Counter()  # what happened at tables, by its kind
        self.sockets = 0
        self.failures = 0  # of what was to be stored

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        self.requests[method, route, str(status)] += 1
        self.within.update(limit for limit in SECONDS if seconds <= limit)
        self.seconds += seconds


def text(house: House) -> str:
    """Everything as Prometheus reads it."""
    return "\n".join(line for family in _families(house) for line in family) + "\n"


def _families(house: House) -> Iterator[Iterator[str]]:
    counted, storage = house.metrics, house.storage
    answered = [
        ({"method": method, "route": route, "status": status}, float(count))
        for (method, route, status), count in counted.requests.items()
    ]
    yield _family("requests_total", "counter", "Requests that were answered.", answered)
    yield _histogram(counted)
    happened = [({"kind": kind}, float(count)) for kind, count in counted.entries.items()]
    yield _family("entries_total", "counter", "What happened at tables.", happened)
    moves = counted.entries["move"]
    lines = {
        "computers": house.computers.line,
        "analysis": house.analysts.line,
        "reviews": house.analysts.review_line,
        "aside": house.asides.line,
        "solvers": house.solvers.line,
    }
    waiting = [({"line": name}, float(line.waiting)) for name, line in lines.items()]
    waiting.append(({"line": "storage"}, float(storage.waiting)))
    working = [({"line": name}, float(line.working)) for name, line in lines.items()]
    yield _family("waiting", "gauge", "What waits for its turn.", waiting)
    yield _family(
        "working", "gauge", "What has its turn: questions that are thought about.", working
    )
    for name, kind, about, value in (
        ("decisions_total", "counter", "Decisions that were stored.", moves),
        ("live_tables", "gauge", "Tables in memory.", len(house.live)),
        ("sockets", "gauge", "Pages with an open line.", counted.sockets),
        ("commits_total", "counter", "Transactions that were stored.", storage.commits),
        ("storage_errors_total", "counter", "What could not be stored.", counted.failures),
        ("storage_trouble", "gauge", "1 while nothing can be stored.", bool(storage.trouble)),
        ("memory_bytes", "gauge", "Memory of the process.", memory()),
        ("up_seconds", "gauge", "Since the house was opened.", time.time() - counted.since),
    ):
        yield _family(name, kind, about, [({}, float(value))])


def _family(name: str, kind: str, about: str, samples: list[Sample]) -> Iterator[str]:
    yield f"# HELP blockhaus_{name} {about}"
    yield f"# TYPE blockhaus_{name} {kind}"
    for labels, value in samples:
        told = ",".join(f'{label}="{_escaped(text)}"' for label, text in labels.items())
        yield f"blockhaus_{name}{f'{{{told}}}' if told else ''} {value:.10g}"


def _histogram(counted: Metrics) -> Iterator[str]:
    total = counted.requests.total()
    yield from _family("request_seconds", "histogram", "How long answers took.", [])
    for limit in (*SECONDS, "+Inf"):
        count = total if isinstance(limit, str) else counted.within[limit]
        yield f'blockhaus_request_seconds_bucket{{le="{limit}"}} {count}'
    yield f"blockhaus_request_seconds_sum {counted.seconds:.10g}"
    yield f"blockhaus_request_seconds_count {total}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def memory() -> int:
    """Bytes that the process has in memory, or at most had where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        if sys.platform == "win32":
            return 0
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


async def show(sock: socket.socket, told: Callable[[], str]) -> asyncio.Server:
    """Answer whoever asks at a socket; nothing but the metrics is there."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                asked = await reader.readuntil(b"\r\n\r\n")
                found = asked.startswith((b"GET /metrics ", b"GET /metrics?"))
                body = told().encode() if found else b"The metrics are at /metrics.\n"
                status = "200 OK" if found else "404 Not Found"
                head = (
                    f"HTTP/1.1 {status}\r\ncontent-type: text/plain; version=0.0.4; charset=utf-8"
                    f"\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
                )
                writer.write(head.encode() + body)
                await writer.drain()
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            writer.close()

    return await asyncio.start_server(answer, sock=sock, limit=LONGEST_QUESTION)
