"""Sharing compiled work among threads that wait for it.

Threads of our own: Numba's wait for each other by spinning, which on a busy machine made two
threads ten times slower than one, and a thread pool of the standard library takes twice as long
to hand the work over.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

Work = Callable[[int, int], None]


class _Worker(threading.Thread):
    """One thread: it sleeps until `go` is released and releases `ready` when it has finished."""

    def __init__(self, number: int) -> None:
        super().__init__(name=f"blockhaus-{number}", daemon=True)
        self.go, self.ready = threading.Lock(), threading.Lock()
        self.go.acquire()
        self.ready.acquire()
        self.work: Work = lambda first, last: None
        self.part = (0, 0)
        self.error: BaseException | None = None

    def run(self) -> None:
        while True:
            self.go.acquire()
            try:
                self.work(*self.part)
            except BaseException as error:  # raised again by the caller
                self.error = error
            self.ready.release()


class WorkerThreads:
    """As many threads as are asked for. Meanwhile another caller's work is done alone."""

    def __init__(self) -> None:
        self._reset()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._reset)  # threads do not survive a fork

    def _reset(self) -> None:
        self._busy = threading.Lock()
        self._workers: list[_Worker] = []

    def share(self, work: Work, parts: int, threads: int) -> None:
        """Run work(first, last) over all parts, split among the threads."""
        if threads < 2 or not self._busy.acquire(blocking=False):
            work(0, parts)
            return
        try:
            self._share(work, [parts * i // threads for i in range(threads + 1)])
        finally:
            self._busy.release()

    def _share(self, work: Work, edges: list[int]) -> None:
        while len(self._workers) < len(edges) - 2:
            self._workers.append(_Worker(len(self._workers)))
            self._workers[-1].start()
        hired = self._workers[: len(edges) - 2]
        for number, worker in enumerate(hired, 1):
            worker.work, worker.part, worker.error = work, (edges[number], edges[number + 1]), None
            worker.go.release()
        try:
            work(edges[0], edges[1])
        finally:
            for worker in hired:
                worker.ready.acquire()
        for worker in hired:
            if worker.error:
                raise worker.error
