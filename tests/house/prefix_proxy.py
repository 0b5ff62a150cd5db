"""A proxy that shows a house below a path and takes that path away, as many of them do."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def below(base: str, port: int) -> Iterator[str]:
    """The address at which a house that listens at a port is found below a path."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        threading.Thread(target=_serve, args=(door, base, port), daemon=True).start()
        yield f"http://127.0.0.1:{door.getsockname()[1]}"
        door.shutdown(socket.SHUT_RDWR)


def _serve(door: socket.socket, base: str, port: int) -> None:
    with suppress(OSError):
        while True:
            visitor, _ = door.accept()
            threading.Thread(target=_pass_on, args=(visitor, base, port), daemon=True).start()


def _pass_on(visitor: socket.socket, base: str, port: int) -> None:
    with visitor, suppress(OSError):
        asked = b""
        while b"\r\n\r\n" not in asked:
            part = visitor.recv(65536)
            if not part:
                return
            asked += part
        method, path, rest = asked.split(b" ", 2)
        if not path.startswith(f"{base}/".encode()):
            visitor.sendall(
                b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
            )
            return
        if b"upgrade: websocket" not in rest.lower():  # so that every request comes by itself
            rest = rest.replace(b"keep-alive", b"close")
        with socket.create_connection(("127.0.0.1", port)) as house:
            house.sendall(b" ".join((method, path[len(base) :], rest)))
            back = threading.Thread(target=_pour, args=(house, visitor), daemon=True)
            back.start()
            _pour(visitor, house)
            back.join()


def _pour(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while part := source.recv(65536):
            target.sendall(part)
        target.shutdown(socket.SHUT_WR)
