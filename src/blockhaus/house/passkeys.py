"""Passkeys: a device keeps a key that signs what the house makes up, and thereby says who it is.

Each belongs to the name of the host where it was made. The credential finds the person, so nobody
has to say a name. A person's passkeys bear no name either: their user handles are random.
"""

from __future__ import annotations

import json
import re
import secrets
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import sqlalchemy as sa
from starlette.datastructures import Headers

from . import links, rewriting
from .house import House
from .schema import passkeys
from .storage import Conflict, Write
from .texts import HouseError, say

MOST = 20
ID = re.compile(r"[A-Za-z0-9_-]{1,1400}")
CREATE, SIGN_IN = "create", "sign in"
Options = dict[str, Any]


def host_of(headers: Headers) -> str:
    """The name of the house, to which passkeys are bound; an address has none."""
    try:
        host = urlsplit(f"//{headers.get('host', '')}").hostname or ""
    except ValueError:  # a bracket without its other one
        raise HouseError("no-passkeys-here") from None
    try:
        ip_address(host)
    except ValueError:
        if host and headers.get("origin"):
            return host
    raise HouseError("no-passkeys-here")


async def creation(house: House, device: str, headers: Headers) -> Options:
    """What a browser needs to make a passkey."""
    import webauthn  # loaded when somebody first wants a passkey
    from webauthn.helpers import structs

    host, holder = host_of(headers), house.persons.of(device)
    name = await house.storage.name(holder) or say("Blockhaus")
    known = [
        structs.PublicKeyCredentialDescriptor(id=webauthn.base64url_to_bytes(row.id))
        for row in await _of(house, holder)
    ]
    if len(known) >= MOST:
        raise HouseError("many-passkeys")
    options = webauthn.generate_registration_options(
        rp_id=host,
        rp_name="Blockhaus",
        user_id=secrets.token_bytes(32),
        user_name=name,
        challenge=await house.challenges.new(device, CREATE, house.now()),
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=known,
    )
    return _plain(webauthn.options_to_json(options))


async def create(house: House, device: str, headers: Headers, credential: Options) -> None:
    """Keep a passkey that a browser has made."""
    import webauthn

    challenge = await house.challenges.take(device, CREATE, house.now())
    host = host_of(headers)
    try:
        made = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=host,
            expected_origin=headers["origin"],
            require_user_verification=False,
        )
    except Exception:  # anybody may send anything; whatever is wrong with it, it does not count
        raise HouseError("bad-passkey") from None
    async with house.persons.acting(device) as holder:
        row = {
            "id": webauthn.helpers.bytes_to_base64url(made.credential_id),
            "holder": holder,
            "host": host,
            "public_key": made.credential_public_key,
            "uses": made.sign_count,
            "created": house.now(),
        }
        try:
            await house.storage.write(Write(further=[(passkeys.insert(), [row])]))
        except Conflict:
            raise HouseError("bad-passkey") from None


async def question(house: House, device: str, headers: Headers) -> Options:
    """What a browser needs to sign in; which passkey it is, it says itself."""
    import webauthn
    from webauthn.helpers import structs

    options = webauthn.generate_authentication_options(
        rp_id=host_of(headers),
        challenge=await house.challenges.new(device, SIGN_IN, house.now()),
        user_verification=structs.UserVerificationRequirement.PREFERRED,
    )
    return _plain(webauthn.options_to_json(options))


async def sign_in(house: House, device: str, headers: Headers, answer: Options) -> Options:
    """A link for the person of a passkey, to be used by the browser that has shown it."""
    import webauthn

    challenge = await house.challenges.take(device, SIGN_IN, house.now())
    host = host_of(headers)
    name = str(answer.get("id"))
    found = sa.select(passkeys).where(passkeys.c.id == name, passkeys.c.host == host)
    rows = await house.storage.rows(found) if ID.fullmatch(name) else []
    if not rows:
        raise HouseError("no-passkey")
    key = rows[0]
    try:
        shown = webauthn.verify_authentication_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=host,
            expected_origin=headers["origin"],
            credential_public_key=key.public_key,
            credential_current_sign_count=key.uses,
            require_user_verification=False,
        )
    except Exception:  # as above
        raise HouseError("bad-passkey") from None
    await house.storage.write(Write(jobs=[_count(key, shown.new_sign_count, house.now())]))
    return await links.make(house, key.holder)


def _count(key: Any, uses: int, now: float) -> rewriting.Job:
    """A counter that two answers share was copied: one of them does not count."""

    def job(connection: sa.Connection) -> None:
        same = sa.and_(
            passkeys.c.id == key.id, passkeys.c.uses == key.uses, passkeys.c.holder == key.holder
        )
        counted = sa.update(passkeys).where(same).values(uses=uses, used=now)
        if connection.execute(counted).rowcount != 1:
            raise HouseError("bad-passkey")

    return job


async def remove(house: House, holder: str, key: str) -> None:
    def job(connection: sa.Connection) -> None:
        mine = sa.delete(passkeys).where(passkeys.c.id == key, passkeys.c.holder == holder)
        if connection.execute(mine).rowcount != 1:
            raise HouseError("no-passkey")

    await house.storage.write(Write(jobs=[job]))


async def _of(house: House, holder: str) -> Any:
    return await house.storage.rows(sa.select(passkeys.c.id).where(passkeys.c.holder == holder))


def _plain(text: str) -> Options:
    plain: Options = json.loads(text)
    return plain
