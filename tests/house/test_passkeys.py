"""Passkeys, with an authenticator made of a key and a counter."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import time
from collections.abc import Iterator
from typing import Any

import cbor2
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from blockhaus.house import challenges
from house.visitors import ME, Place, Visitor

USER_IS_THERE, HAS_KEY = 0x01, 0x40


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Authenticator:
    """Makes one passkey and signs with it, as a device would."""

    def __init__(self, address: str, host: str = "localhost") -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(16)
        self.host, self.origin, self.count = host, address, 0

    def _data(self, flags: int, more: bytes = b"") -> bytes:
        self.count += 1
        host = hashlib.sha256(self.host.encode()).digest()
        return host + bytes([flags]) + self.count.to_bytes(4, "big") + more

    def _client(self, kind: str, options: dict[str, Any]) -> bytes:
        facts = {"type": kind, "challenge": options["challenge"], "origin": self.origin}
        return json.dumps({**facts, "crossOrigin": False}).encode()

    def _answer(self, **response: bytes) -> dict[str, Any]:
        told = {name: text(data) for name, data in response.items()}
        named = {"id": text(self.id), "rawId": text(self.id), "type": "public-key"}
        return {**named, "response": told, "clientExtensionResults": {}}

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        point = self.key.public_key().public_numbers()
        x, y = point.x.to_bytes(32, "big"), point.y.to_bytes(32, "big")
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        more = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        data = self._data(USER_IS_THERE | HAS_KEY, more)
        told = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options)
        return self._answer(attestationObject=told, clientDataJSON=client)

    def show(self, options: dict[str, Any]) -> dict[str, Any]:
        data, client = self._data(USER_IS_THERE), self._client("webauthn.get", options)
        signed = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(authenticatorData=data, clientDataJSON=client, signature=signed)


@pytest.fixture
def named(place: Place) -> Iterator[Place]:
    """The house by its name: an address has no passkeys."""
    found = Place(place.address.replace("127.0.0.1", "localhost"), place.house)
    yield found
    found.send_home()


def visitor(named: Place, name: str = "") -> Visitor:
    made = named.visitor(name)
    made.client.headers["Origin"] = named.address
    return made


def keep(who: Visitor, device: Authenticator, status: int = 200) -> Any:
    options = who.post("/api/me/passkeys/options")["options"]
    return who.post("/api/me/passkeys", status, credential=device.make(options))


def show(who: Visitor, device: Authenticator, status: int = 200) -> Any:
    options = who.post("/api/passkeys/options")["options"]
    return who.post("/api/passkeys", status, credential=device.show(options))


def code(answer: Any) -> str:
    return str(answer["error"]["code"])


def test_a_passkey_brings_one_back(named: Place) -> None:
    ann, device = visitor(named, "Ann"), Authenticator(named.address)
    table = ann.open("kwinty", ME, ME)
    (kept,) = keep(ann, device)["passkeys"]
    assert kept["host"] == "localhost" and kept["used"] is None
    again = visitor(named)
    link = show(again, device)
    assert again.get("/api/me") == {"name": ""}, "it is a link first, which is then taken"
    assert again.post("/api/link/take", token=link["token"]) == {"name": "Ann"}
    assert again.see(table)["you"] == [0, 1]
    keys = again.get("/api/me/keys")
    assert keys["devices"] == 2 and keys["passkeys"][0]["used"] is not None


def test_a_challenge_counts_once_and_for_its_own_visitor(named: Place) -> None:
    ann, eve, device = visitor(named, "Ann"), visitor(named), Authenticator(named.address)
    options = ann.post("/api/me/passkeys/options")["options"]
    made = device.make(options)
    assert code(eve.post("/api/me/passkeys", 409, credential=made)) == "late-passkey"
    ann.post("/api/me/passkeys", credential=made)
    assert code(ann.post("/api/me/passkeys", 409, credential=made)) == "late-passkey"
    shown = device.show(ann.post("/api/passkeys/options")["options"])
    assert code(eve.post("/api/passkeys", 409, credential=shown)) == "late-passkey"
    eve.post("/api/passkeys/options")
    assert code(eve.post("/api/passkeys", 422, credential=shown)) == "bad-passkey"
    ann.post("/api/passkeys", credential=shown)
    assert code(ann.post("/api/passkeys", 409, credential=shown)) == "late-passkey"


def test_a_challenge_does_not_last(named: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(challenges, "LASTS", 0.0)
    ann, device = visitor(named, "Ann"), Authenticator(named.address)
    options = ann.post("/api/me/passkeys/options")["options"]
    time.sleep(0.01)
    ann.post("/api/me/passkeys", 409, credential=device.make(options))


def test_other_origins_and_hosts_do_not_count(named: Place) -> None:
    ann = visitor(named, "Ann")
    assert code(keep(ann, Authenticator("https://evil.example"), 422)) == "bad-passkey"
    assert code(keep(ann, Authenticator(named.address, "evil.example"), 422)) == "bad-passkey"
    device = Authenticator(named.address)
    keep(ann, device)
    device.origin = "https://evil.example"
    assert code(show(visitor(named), device, 422)) == "bad-passkey"
    ann.client.headers["Origin"] = "http://evil.example"
    assert code(ann.post("/api/me/passkeys/options", 403)) == "wrong-origin"


def test_an_address_has_no_passkeys(place: Place) -> None:
    ann = place.visitor("Ann")
    ann.client.headers["Origin"] = place.address
    assert code(ann.post("/api/me/passkeys/options", 409)) == "no-passkeys-here"
    assert code(ann.post("/api/passkeys/options", 409)) == "no-passkeys-here"


def test_neither_has_a_broken_name(place: Place) -> None:
    ann = place.visitor()
    broken = {"Host": "[x", "Origin": "http://[x"}
    for path in ("/api/me/passkeys/options", "/api/passkeys/options"):
        assert ann.client.post(path, headers=broken).status_code == 421


def test_what_is_somebody_elses_stays_theirs(named: Place) -> None:
    ann, eve = visitor(named, "Ann"), visitor(named, "Eve")
    device, other = Authenticator(named.address), Authenticator(named.address)
    keep(ann, device)
    other.id = device.id
    assert code(keep(eve, other, 422)) == "bad-passkey", "its name is taken"
    assert code(show(eve, other, 422)) == "bad-passkey", "and the key is another"
    assert code(eve.delete(f"/api/me/passkeys/{text(device.id)}", 404)) == "no-passkey"
    assert len(ann.get("/api/me/keys")["passkeys"]) == 1


def test_a_copy_is_known_by_its_counter(named: Place) -> None:
    ann, device = visitor(named, "Ann"), Authenticator(named.address)
    keep(ann, device)
    show(visitor(named), device)
    device.count -= 1
    assert code(show(visitor(named), device, 422)) == "bad-passkey"


def test_a_removed_passkey_opens_nothing(named: Place) -> None:
    ann, device = visitor(named, "Ann"), Authenticator(named.address)
    keep(ann, device)
    assert ann.delete(f"/api/me/passkeys/{text(device.id)}")["passkeys"] == []
    assert code(show(visitor(named), device, 404)) == "no-passkey"
    keep(ann, device)
    ann.delete("/api/me")
    assert code(show(visitor(named), device, 404)) == "no-passkey", "deleted with its person"


def test_nonsense_is_refused(named: Place) -> None:
    ann = visitor(named, "Ann")
    for nonsense in (
        {},
        {"id": 1},
        {"id": "x", "rawId": [], "response": {"a": None}},
        {"id": "\0"},
    ):
        ann.post("/api/me/passkeys/options")
        assert code(ann.post("/api/me/passkeys", 422, credential=nonsense)) == "bad-passkey"
        ann.post("/api/passkeys/options")
        assert code(ann.post("/api/passkeys", 404, credential=nonsense)) == "no-passkey"
