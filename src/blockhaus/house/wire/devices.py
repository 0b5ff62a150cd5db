"""What the house answers about the devices of a person: links, passkeys and what they let in."""

from __future__ import annotations

from typing import Any

from .answers import Answer


class OneTimeLink(Answer):
    """What a link bears behind its #, and until when it can be used."""

    token: str
    until: float


class Belongings(Answer):
    """A person as seen from another device: the name, and how many games and ratings."""

    name: str
    games: int
    ratings: int


class LinkFacts(Answer):
    """Whom a link is for, and who this browser is; `same` if that is the same person."""

    person: Belongings
    here: Belongings
    same: bool


class Passkey(Answer):
    """A passkey: at which host it works, when it was made and last used."""

    id: str
    host: str
    created: float
    used: float | None


class Keys(Answer):
    """What lets a person in: how many devices, which passkeys, and until when a link holds."""

    devices: int
    passkeys: list[Passkey]
    link: float | None


class PasskeyOptions(Answer):
    """What a browser needs to make or show a passkey, as WebAuthn writes it in JSON."""

    options: dict[str, Any]
