"""Lines that only stand in the door: silent, dripping, never taking an answer. Play goes on."""

from __future__ import annotations

import asyncio
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import cast

import pytest
from websockets.exceptions import ConnectionClosed

from blockhaus.house import connections
from blockhaus.house.connections import (
    HOUSE_FILES,
    LINE_FILES,
    Door,
    Line,
    Visiting,
    most_lines,
    raised_file_limit,
)
from blockhaus.house.settings import Lines, Settings
from house.processes import start, stop
from house.visitors import ME, PATIENCE, Place, open_place

HASTY = Lines(head=0.3, body=0.3, idle=0.3, stuck=0.3)
SLOWLY = 0.05  # seconds between letters


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A house that waits for nobody."""
    with open_place(tmp_path_factory.mktemp("hasty"), warm=False, lines=HASTY) as place:
        yield place


def line_to(place: Place) -> socket.socket:
    host, _, port = place.address.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), PATIENCE)


@contextmanager
def silent_lines(place: Place, count: int) -> Iterator[list[socket.socket]]:
    with ExitStack() as stack:
        yield [stack.enter_context(closing(line_to(place))) for _ in range(count)]


def is_hung_up(line: socket.socket) -> bool:
    """Waits until there is something to read; whether it is the end."""
    try:
        return line.recv(1) == b""
    except ConnectionError:
        return True


def still_open(line: socket.socket) -> bool:
    """Whether nobody has hung up so far."""
    line.setblocking(False)
    try:
        return line.recv(1) != b""
    except BlockingIOError:
        return True
    except ConnectionError:
        return False


def drip(line: socket.socket, letters: int = 400) -> bool:
    """Send letter by letter; whether the other side has had enough of it."""
    for _ in range(letters):
        try:
            line.sendall(b"x")
        except ConnectionError:
            return True
        time.sleep(SLOWLY)
    return False


def test_who_says_nothing_is_not_waited_for(hasty: Place) -> None:
    with silent_lines(hasty, 3) as lines:
        assert all(map(is_hung_up, lines))


def test_a_request_letter_by_letter_is_not_waited_for(hasty: Place) -> None:
    with closing(line_to(hasty)) as line:
        line.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nX-Long: ")
        assert drip(line)


def test_a_body_letter_by_letter_is_not_waited_for(hasty: Place) -> None:
    with closing(line_to(hasty)) as line:
        line.sendall(b"PUT /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4000\r\n\r\n")
        assert drip(line)


def test_a_line_that_was_answered_is_not_kept_by_dripping(hasty: Place) -> None:
    with closing(line_to(hasty)) as line:
        line.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert line.recv(8).startswith(b"HTTP/1.1")
        assert drip(line)


def test_a_line_that_was_answered_and_rests_is_closed(hasty: Place) -> None:
    with closing(line_to(hasty)) as line:
        line.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        while not is_hung_up(line):
            pass


def test_an_answer_that_nobody_takes_is_not_kept(hasty: Place) -> None:
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(PATIENCE)
        host, _, port = hasty.address.removeprefix("http://").partition(":")
        line.connect((host, int(port)))
        asked = b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
        with suppress(ConnectionError):
            line.sendall(asked * 40)
        for _ in range(1000):
            try:
                line.send(b"\r\n")
            except ConnectionError:
                return
            time.sleep(SLOWLY)
        raise AssertionError("the answers are still kept")


def test_an_open_page_is_no_silent_line(hasty: Place) -> None:
    ann = hasty.visitor()
    with ann.live(ann.open("kwinty", ME, ME)) as page:
        with silent_lines(hasty, 1) as (line,):
            assert is_hung_up(line)  # a second or two later
        assert page.ask("ping")["type"] == "pong"


def test_one_address_has_so_many_lines_and_a_proxy_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = Lines(each=4)
    monkeypatch.setattr(connections, "is_loopback", lambda host: False)
    with open_place(tmp_path, warm=False, lines=few) as place, silent_lines(place, 10) as lines:
        assert all(map(is_hung_up, lines[4:])) and all(map(still_open, lines[:4]))
        lines[0].close()
        assert place.visitor("Ann").get("/api/me") == {"name": "Ann"}
    with (
        open_place(tmp_path, warm=False, lines=few, trusted_proxies=("127.0.0.0/8",)) as place,
        silent_lines(place, 10) as lines,
    ):
        assert place.visitor("Ann").get("/api/me") == {"name": "Ann"}
        assert all(map(still_open, lines))


def test_this_machine_may_have_any_number_of_lines(tmp_path: Path) -> None:
    few = Lines(each=4)
    with open_place(tmp_path, warm=False, lines=few) as place, silent_lines(place, 10) as lines:
        place.visitor("Ann")
        assert all(map(still_open, lines))


def test_a_full_house_sends_the_silent_away_and_nobody_who_plays(tmp_path: Path) -> None:
    with open_place(tmp_path, warm=False, lines=Lines(most=20)) as place:
        ann = place.visitor("Ann")
        with ann.live(ann.open("kwinty", ME, ME)) as page, silent_lines(place, 60) as lines:
            ben = place.visitor("Ben")
            assert ben.get("/api/me") == {"name": "Ben"}
            assert page.ask("ping")["type"] == "pong"
            assert sum(map(still_open, lines)) < 20


BODY_DUE = b"PUT /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4000\r\n\r\nx"


def test_a_house_full_of_bodies_that_never_come_lets_others_in(tmp_path: Path) -> None:
    with open_place(tmp_path, warm=False, lines=Lines(most=20)) as place:
        ann = place.visitor("Ann")
        with ann.live(ann.open("kwinty", ME, ME)) as page, silent_lines(place, 40) as lines:
            for line in lines:
                with suppress(ConnectionError):
                    line.sendall(BODY_DUE)
            assert place.visitor("Ben").get("/api/me") == {"name": "Ben"}
            assert page.ask("ping")["type"] == "pong"


class Transport:
    """A line whose answers are taken or not."""

    def __init__(self) -> None:
        self.unread = 0
        self.aborted = False

    def get_write_buffer_size(self) -> int:
        return self.unread

    def is_closing(self) -> bool:
        return self.aborted

    def abort(self) -> None:
        self.aborted = True


class Standing(Visiting):
    """Somebody who stands in the door, and what is waited for there."""

    def __init__(self, host: str, awaits: str = "") -> None:
        self.client = host, 1
        self.transport = cast(asyncio.Transport, Transport())
        self.loop = cast(asyncio.AbstractEventLoop, Clock())
        self.awaits = awaits

    def awaited(self) -> connections.Awaited:
        return (self.awaits, None) if self.awaits else super().awaited()


class Clock:
    def time(self) -> float:
        return 0.0

    def call_later(self, *arguments: object) -> None:
        pass


def crowd(door: Door, count: int, host: str, awaits: str = "") -> list[Standing]:
    """Some come from an address; who is still there is asked later."""
    people = [Standing(host, awaits) for _ in range(count)]
    for each in people:
        assert door.let_in(each)
    return people


def here(people: list[Standing]) -> list[bool]:
    return [not each.transport.is_closing() for each in people]


def test_whoever_has_most_lines_pays_in_a_full_house(tmp_path: Path) -> None:
    door = Door(Settings(tmp_path, lines=Lines(most=40)))
    few, many = crowd(door, 10, "192.0.2.1"), crowd(door, 15, "192.0.2.2")
    slow, further = crowd(door, 2, "192.0.2.2", "body"), crowd(door, 13, "192.0.2.3", "body")
    crowd(door, 3, "192.0.2.4")
    assert here(slow) == [False, False], "who is waited for goes first"
    assert here(many) == [False] + [True] * 14, "and then who is there longest"
    assert all(here(few)) and all(here(further))


def test_of_this_machine_only_those_go_who_are_waited_for(tmp_path: Path) -> None:
    door = Door(Settings(tmp_path, lines=Lines(most=20)))
    passed_on, slow = crowd(door, 18, "127.0.0.1"), crowd(door, 2, "127.0.0.1", "stuck")
    crowd(door, 2, "192.0.2.2")
    assert here(slow) == [False, False]
    assert not door.let_in(Standing("192.0.2.2")) and all(here(passed_on))


def test_who_takes_a_few_letters_of_an_answer_is_stuck() -> None:
    page = Standing("192.0.2.1")
    transport = cast(Transport, page.transport)
    line = Line(page, "192.0.2.1", 0.0)

    def since(now: float, unread: int) -> float:
        transport.unread = unread
        line.look(now)
        return line.since

    assert since(1, 50_000) == 1
    assert [since(2, 49_999), since(3, 47_000)] == [1, 1], "too little to count"
    assert since(4, 51_000) == 1, "more to take is nothing taken"
    assert since(5, 46_904) == 5
    assert [since(6, 45_000), since(7, 0), since(8, 3000)] == [5, 7, 8]


def test_a_flood_of_pings_is_cut_off(hasty: Place) -> None:
    with hasty.visitor().socket("/api/analysis") as page:
        with suppress(ConnectionClosed):
            for _ in range(5000):
                page.ping()
        with pytest.raises(ConnectionClosed):
            page.recv(PATIENCE)


def test_three_hundred_silent_lines_and_few_files_stop_no_game(tmp_path: Path) -> None:
    """The system lets this house open 256 files, and raises that no further."""
    process, address = start(tmp_path / "data", errors=tmp_path / "log", files=256)
    place = Place(address)
    ann = place.visitor("Ann")
    table = ann.open("kwinty", ME, ME)
    with ann.live(table) as page, silent_lines(place, 300):
        for _ in range(2):
            assert page.ask("ping")["type"] == "pong"
            assert place.visitor("Ben").see(table)["id"] == table["id"]
            assert len(list(Path(f"/proc/{process.pid}/fd").iterdir())) < 256
            with silent_lines(place, 300):
                pass
        assert page.ask("move", number=0, move="i+j")["type"] == "played"
    place.send_home()
    stop(process)
    assert (tmp_path / "log").stat().st_size < 20_000


def test_the_number_of_files_is_raised_and_kept_to() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (512, hard))
        assert raised_file_limit(1000) == min(1000, hard)
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == min(1000, hard)
        assert raised_file_limit(100) == 100, "nothing is lowered"
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == min(1000, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_there_are_fewer_lines_than_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "raised_file_limit", lambda wished: min(wished, 1024))
    assert most_lines(100) == 100
    assert HOUSE_FILES + LINE_FILES * most_lines(5000) <= 1024


def test_two_lengths_are_one_too_many(hasty: Place) -> None:
    with closing(line_to(hasty)) as line:
        line.sendall(
            b"PUT /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /health HTTP/1.1\r\n"
        )
        told = b""
        while part := line.recv(4096):
            told += part
    assert told.startswith(b"HTTP/1.1 400") and told.count(b"HTTP/1.1") == 1


@pytest.mark.parametrize(
    ("method", "path", "header"),
    [
        (b"POST", b"/api/analysis", b"X: y"),
        (b"GET", b"/api/analysis", b"Content-Length: 3"),
        (b"GET", b"/api/analysis", b"Transfer-Encoding: chunked"),
        (b"GET", b"/" + b"x" * 9000, b"X: y"),
        (b"GET", b"/api/analysis", b"\r\n".join(b"X%d: y" % number for number in range(300))),
        (b"GET", b"/api/analysis", b"Sec-WebSocket-Version: 12"),
    ],
)
def test_an_upgrade_that_is_none_is_refused(
    place: Place, method: bytes, path: bytes, header: bytes
) -> None:
    with closing(line_to(place)) as line:
        line.sendall(
            b"%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\nUpgrade: websocket\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s==\r\n%s\r\n\r\n"
            % (method, path, b"A" * 22, header)
        )
        assert line.recv(64).startswith(b"HTTP/1.1 4")
