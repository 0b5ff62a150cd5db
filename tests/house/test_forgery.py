"""Invented tokens, borrowed addresses, other names: the limits hold whoever asks."""

from __future__ import annotations

import http.client
import json
import secrets
import sqlite3
import time
from collections import Counter
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.datastructures import Headers
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from blockhaus.house.origins import Names, Proxies, address_of, is_loopback, same_origin
from blockhaus.house.settings import Limits
from blockhaus.house.tokens import hashed
from house.processes import start, stop
from house.visitors import FRIEND, ME, NO_LIMITS, RATES, Place, open_place

TABLE = {"game": "kwinty", "seats": [ME, ME]}


def at_most(**rates: Any) -> Limits:
    """Limits of nothing but these."""
    return Limits(**{**RATES, **rates})


def invented() -> dict[str, str]:
    """What somebody sends who makes up tokens, and signs some of them."""
    token = secrets.token_urlsafe(32)
    signature = f".{secrets.token_urlsafe(32)}" if secrets.randbelow(2) else ""
    return {"Cookie": f"blockhaus={token}{signature}"}


def opened(client: http.client.HTTPConnection, cookie: dict[str, str]) -> int:
    """What is told to somebody who asks for a table."""
    headers = {"Content-Type": "application/json", **cookie}
    client.request("POST", "/api/tables", json.dumps(TABLE), headers)
    answer = client.getresponse()
    answer.read()
    return answer.status


def test_invented_cookies_open_no_more_tables_than_one_visitor(tmp_path: Path) -> None:
    limits = {"limits": at_most(tables=(5, 0)), "address_limits": at_most(tables=(8, 0))}
    with open_place(tmp_path, warm=False, **limits) as place:
        with closing(http.client.HTTPConnection(place.address.rpartition("/")[2])) as client:
            told = Counter(opened(client, invented()) for _ in range(40))
        assert told == {201: 5, 429: 35}
        known = [place.visitor() for _ in range(5)]
        asked = [ann.client.post("/api/tables", json=TABLE).status_code for ann in known]
        assert asked == [201, 201, 201, 429, 429], "the address has its limit, too"


def test_two_thousand_invented_cookies_are_one_visitor_to_a_real_house(tmp_path: Path) -> None:
    process, address = start(tmp_path)
    began = time.monotonic()
    with closing(http.client.HTTPConnection(address.rpartition("/")[2])) as client:
        told = Counter(opened(client, invented()) for _ in range(2000))
        size, rate = Limits().tables
        allowed = size + rate * (time.monotonic() - began)
    stop(process)
    assert 0 < told[201] <= allowed + 1 and told[201] + told[429] == 2000


def test_who_is_new_costs_the_address(tmp_path: Path) -> None:
    with open_place(tmp_path, warm=False, address_limits=at_most(newcomers=(3, 0))) as place:
        ann = place.visitor("Ann")
        asked = [httpx.get(f"{place.address}/api/me") for _ in range(4)]
        assert [answer.status_code for answer in asked] == [200, 200, 429, 429]
        page = httpx.get(f"{place.address}/")
        assert page.status_code == 200 and "set-cookie" not in page.headers
        assert ann.get("/api/me") == {"name": "Ann"}, "who is known may come"


def test_a_hasty_visitor_uses_up_nothing_of_the_others(tmp_path: Path) -> None:
    limits = {"limits": at_most(requests=(20, 0)), "address_limits": at_most(requests=(60, 0))}
    with open_place(tmp_path, warm=False, **limits) as place:
        ann, ben = place.visitor(), place.visitor()
        told = [ann.client.get("/api/me").status_code for _ in range(100)]
        assert told.count(429) > 70
        assert ben.get("/api/me") == {"name": ""}


LIMITED: list[tuple[str, str, str, object]] = [
    ("files", "GET", "/assets/none.js", None),
    ("records", "GET", "/api/tables/{id}/record", None),
    ("reviews", "GET", "/api/tables/{id}/review", None),
    ("whys", "POST", "/api/tables/{id}/why", {"pick": []}),
    ("whys", "POST", "/api/positions/why", {"code": "none"}),
    ("hints", "POST", "/api/tables/{id}/hint", {"number": 0, "strength": 1}),
    ("chats", "POST", "/api/tables/{id}/chat", {"text": "hello"}),
    ("tables", "POST", "/api/tables/{id}/acts", {"act": "rematch"}),
    ("tables", "GET", "/api/me/archive", None),
    ("archives", "POST", "/api/me/archive", {"archive": ""}),
    ("requests", "GET", "/health", None),  # last, since it is part of all the others
]


@pytest.mark.parametrize("of", ["limits", "address_limits"])
def test_everything_has_its_limit(tmp_path: Path, of: str) -> None:
    limits = at_most(**{kind: (6, 0) for kind, *_ in LIMITED} | {"requests": (90, 0)})
    with open_place(tmp_path, warm=False, **{of: limits}) as place:
        ann = place.visitor()
        table = ann.open("kwinty", ME, ME)
        for kind, method, path, wish in LIMITED:
            path = path.replace("{id}", table["id"])
            often = 100 if kind == "requests" else 7
            told = [ann.client.request(method, path, json=wish).status_code for _ in range(often)]
            assert told[-1] == 429, (kind, path, told)


def test_messages_and_analyses_of_all_pages_are_counted_together(tmp_path: Path) -> None:
    with open_place(tmp_path, warm=False, limits=at_most(messages=(10, 0))) as place:
        ann = place.visitor()
        table = ann.open("kwinty", ME, ME)
        with ann.live(table) as one, ann.live(table) as two:
            for _ in range(4):
                assert one.ask("ping")["type"] == two.ask("ping")["type"] == "pong"
            two.say("ping")
            assert two.hear("error")["error"]["code"] == "too-fast"
    with open_place(tmp_path, warm=False, address_limits=at_most(analyses=(1, 0))) as place:
        ann = place.visitor()
        with ann.socket("/api/analysis") as one, ann.socket("/api/analysis") as two:
            for line, code in ((one, "bad-position"), (two, "too-fast")):
                line.send('{"type": "analyse", "code": "none", "seconds": 0.1}')
                assert code in str(line.recv(60))


def test_an_address_has_a_number_of_pages_open_and_no_more(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    limits = Limits(**{**RATES, "connections": 3})
    with open_place(tmp_path, warm=False, address_limits=limits) as place, ExitStack() as open_now:
        for _ in range(3):
            open_now.enter_context(place.visitor().socket("/api/analysis"))
        with pytest.raises(InvalidStatus) as refused:
            place.visitor().socket("/api/analysis")
        response = refused.value.response
        assert response.status_code == 429 and b"too-many-pages" in response.body
    assert "without completing" not in caplog.text, "a refusal is no fault of the house"


# Tokens from before there were signatures


def test_old_cookies_go_on_and_are_signed(tmp_path: Path) -> None:
    with open_place(tmp_path, warm=False) as place:
        ann = place.visitor("Ann")
        table = ann.open("kwinty", ME, FRIEND)
        old = ann.token
    with open_place(tmp_path, warm=False) as place:
        with httpx.Client(base_url=place.address, headers={"Cookie": f"blockhaus={old}"}) as client:
            answer = client.get("/api/me")
            assert answer.json() == {"name": "Ann"}
            signed = answer.headers["set-cookie"].partition(";")[0]
            assert signed.startswith(f"blockhaus={old}.")
            address = place.address.replace("http", "ws") + f"/api/tables/{table['id']}/live"
            with connect(address, additional_headers={"Cookie": f"blockhaus={old}"}) as page:
                page.send('{"type": "hello"}')
                assert table["invitations"]["1"] in str(page.recv(60)), "only the host hears it"
        again = httpx.get(f"{place.address}/api/me", headers={"Cookie": signed})
        assert again.json() == {"name": "Ann"} and "set-cookie" not in again.headers


def test_whoever_is_known_by_anything_is_known(tmp_path: Path) -> None:
    """A device that has been made somebody's has no name of its own."""
    token, person = secrets.token_urlsafe(32), "ab" * 32
    with open_place(tmp_path, warm=False):
        pass
    with closing(sqlite3.connect(tmp_path / "house.sqlite")) as database:
        database.execute("INSERT INTO devices VALUES (?, ?, 0)", (hashed(token), person))
        database.execute("INSERT INTO people (holder, name) VALUES (?, 'Ann')", (person,))
        database.commit()
    with open_place(tmp_path, warm=False) as place:
        cookie = {"Cookie": f"blockhaus={token}"}
        assert httpx.get(f"{place.address}/api/me", headers=cookie).json() == {"name": "Ann"}


def test_signatures_are_checked_and_outlast_the_house(tmp_path: Path) -> None:
    with open_place(tmp_path, warm=False) as place:
        ann = place.visitor("Ann")
        cookie = ann.client.cookies["blockhaus"]
    with open_place(tmp_path, warm=False) as place:

        def name(shown: str) -> str:
            answer = httpx.get(f"{place.address}/api/me", headers={"Cookie": f"blockhaus={shown}"})
            return str(answer.json()["name"])

        token, _, signature = cookie.partition(".")
        other = place.visitor().client.cookies["blockhaus"].partition(".")[2]
        assert name(cookie) == "Ann"
        for forged in (f"{token}.{other}", f"{token}.", f"{token}.{signature}x", f".{signature}"):
            assert name(forged) == ""


def test_two_houses_on_one_database_know_each_others_visitors(tmp_path: Path) -> None:
    with open_place(tmp_path, warm=False) as one, open_place(tmp_path, warm=False) as two:
        cookie = {"Cookie": f"blockhaus={one.visitor('Ann').client.cookies['blockhaus']}"}
        assert httpx.get(f"{two.address}/api/me", headers=cookie).json() == {"name": "Ann"}


# Addresses and proxies


def test_only_a_named_proxy_is_believed(tmp_path: Path) -> None:
    def told(place: Place, count: int = 4) -> list[int]:
        client = httpx.Client(base_url=place.address)
        with client:
            return [
                client.get("/health", headers={"X-Forwarded-For": f"198.51.100.{n}"}).status_code
                for n in range(count)
            ]

    limits = {"limits": NO_LIMITS, "address_limits": at_most(requests=(2, 0))}
    with open_place(tmp_path, warm=False, **limits) as place:
        assert told(place) == [200, 200, 429, 429], "a header alone makes no other address"
    with open_place(tmp_path, warm=False, trusted_proxies=("127.0.0.1",), **limits) as place:
        assert told(place) == [200] * 4


def test_a_proxy_that_nobody_named_is_told_of_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with open_place(tmp_path, warm=False) as place:
        for _ in range(3):
            httpx.get(f"{place.address}/health", headers={"X-Forwarded-For": "198.51.100.7"})
    assert caplog.text.count("blockhaus house --trusted-proxies 127.0.0.1") == 1


@pytest.mark.parametrize(
    ("line", "client"),
    [
        ("198.51.100.7", "198.51.100.7"),
        ("6.6.6.6, 198.51.100.7", "198.51.100.7"),  # the visitor's own invention comes first
        ("198.51.100.7, 10.0.0.2", "198.51.100.7"),
        ("198.51.100.7:5123", "198.51.100.7"),
        ("[2001:db8::7]:5123, 10.0.0.2", "2001:db8::7"),
        ("nonsense", "10.0.0.1"),
        ("198.51.100.7, nonsense", "10.0.0.1"),
        ("", "10.0.0.1"),
        ("10.0.0.9", "10.0.0.9"),
    ],
)
def test_whom_a_proxy_passes_on(line: str, client: str) -> None:
    proxies = Proxies(["10.0.0.0/8"])
    headers = Headers({"x-forwarded-for": line})
    assert proxies.client("10.0.0.1", headers) == client
    assert proxies.client("192.0.2.1", headers) == "192.0.2.1"


def test_addresses_of_one_customer_count_as_one() -> None:
    assert address_of("2001:db8:1:200::3") == address_of("2001:db8:1:2ff:ffff::4")
    assert address_of("2001:db8:1:200::3") != address_of("2001:db8:1:300::3")
    assert address_of("::ffff:192.0.2.1") == address_of("192.0.2.1") == "192.0.2.1"
    assert address_of("fe80::1%eth0") == address_of("fe80::2")
    assert address_of("nowhere") == "?"
    assert is_loopback("::ffff:127.0.0.1") and is_loopback("::1") and not is_loopback("10.0.0.1")


@pytest.mark.parametrize(
    ("origin", "scheme", "same"),
    [
        ("http://house.example:8420", "http", True),
        ("https://house.example:8420", "https", True),
        ("https://house.example:8420", "http", False),
        ("http://house.example:8420", "https", False),
        ("http://house.example", "http", False),
        ("HTTP://House.Example:8420", "http", True),
        ("ftp://house.example:8420", "http", False),
    ],
)
def test_an_origin_is_a_scheme_and_a_host(origin: str, scheme: str, same: bool) -> None:
    headers = Headers({"origin": origin, "host": "house.example:8420"})
    assert same_origin(headers, scheme) is same


def test_behind_a_proxy_its_scheme_counts(tmp_path: Path) -> None:
    def status(place: Place, origin: str, proto: str) -> int:
        headers = {"Origin": place.address.replace("http", origin), "X-Forwarded-Proto": proto}
        answer = httpx.put(f"{place.address}/api/me", json={"name": "Ann"}, headers=headers)
        return answer.status_code

    with open_place(tmp_path, warm=False) as place:
        assert status(place, "http", "https") == 200, "not believed"
        assert status(place, "https", "https") == 403
    with open_place(tmp_path, warm=False, trusted_proxies=("127.0.0.1",)) as place:
        headers = {"Origin": place.address.replace("http", "https"), "X-Forwarded-Proto": "https"}
        answer = httpx.put(f"{place.address}/api/me", json={"name": "Ann"}, headers=headers)
        assert answer.status_code == 200 and "Secure" in answer.headers["set-cookie"]
        assert status(place, "http", "https") == 403


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200), ("localhost:1", 200), ("127.0.0.1:8420", 200), ("[::1]:8420", 200),
        ("192.168.1.7", 200), ("games.example", 200), ("GAMES.example.:443", 200),
        ("evil.example", 421), ("localhost.evil.example", 421), ("localhost:x", 421),
        ("games.example@evil.example", 421), ("127.0.0.1.nip.example", 421), ("", 421),
    ],
)  # fmt: skip
def test_a_house_answers_to_its_own_names(named: Place, host: str, status: int) -> None:
    for path in ("/", "/api/me", "/health"):
        answer = httpx.get(f"{named.address}{path}", headers={"Host": host})
        assert answer.status_code == status
        assert status == 200 or "--allowed-hosts" in answer.json()["error"]["message"]


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("named")
    with open_place(folder, warm=False, allowed_hosts=("games.example",)) as place:
        yield place


def test_any_name_will_do_where_the_host_says_so() -> None:
    assert Names(["*"]).know("evil.example:80") and not Names(["*"]).know("")
    some = Names(["*.games.example"])
    assert some.know("a.games.example") and not some.know("games.example.evil.example")
    assert not some.know("b.a.games.example") and not some.know("games.example")
