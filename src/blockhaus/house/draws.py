"""Draws nobody can have arranged, neither the house nor a player.

The house draws a secret of 256 bits and publishes its hash when the table is set up. Every
person adds a share of randomness when sitting down. When all sit, the seed of the deal is the
hash of the secret and the shares in the order of the seats. At the end the secret is revealed,
and anyone can work out both hashes again.
"""

from __future__ import annotations

import hashlib
import secrets

from ..core.errors import BlockhausError
from ..core.record import Record


def new_secret() -> str:
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """What is published of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def seed_of(secret: str, shares: list[str]) -> int:
    """The seed of the deal."""
    return int(hashlib.sha256(" ".join([secret, *shares]).encode()).hexdigest(), 16)


class UnfairDraw(BlockhausError):
    """A record whose draw does not fit what was published, or cannot be checked."""


def verify(record: Record) -> str:
    """Work out a record's draw again and say that it was fair; UnfairDraw says what does not fit.

    That the moves follow from the deal was checked when the record was read.
    """
    if not record.game.spec.chance:
        return "Nothing is drawn in this game, and every move follows the rules."
    if record.commit is None or record.seed is None:
        raise UnfairDraw("The record lacks what was published or the seed: it cannot be checked.")
    if not record.draw:
        raise UnfairDraw("The record has no header Draw with the house's secret and the shares.")
    secret, *shares = record.draw
    if len(shares) != record.game.players:
        raise UnfairDraw("The header Draw has not one share for every seat.")
    if commitment(secret) != record.commit:
        raise UnfairDraw("The secret is not the one whose hash was published before the game.")
    if seed_of(secret, shares) != record.seed:
        raise UnfairDraw("The seed does not come from the secret and the players' shares.")
    return (
        "The draw was fair: the secret is the one published before the game, the seed comes from "
        "it and from the players' shares, and every move follows from that deal."
    )
