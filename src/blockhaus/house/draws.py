"""Draws nobody can have arranged, neither the house nor a player.

The house draws a secret of 256 bits and publishes its hash when the table is set up. Every
person adds a share of randomness when sitting down. When all sit, the seed of the deal is the
hash of the secret and the shares in the order of the seats. At the end the secret is revealed,
and anyone can work out both hashes again.
"""

from __future__ import annotations

import hashlib
import re
import secrets

SHARE = re.compile(r"[0-9a-f]{32}")


def new_secret() -> str:
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """What is published of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def seed_of(secret: str, shares: list[str]) -> int:
    """The seed of the deal."""
    return int(hashlib.sha256(" ".join([secret, *shares]).encode()).hexdigest(), 16)
