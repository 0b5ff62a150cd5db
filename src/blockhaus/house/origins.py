"""Where a request comes from: an address behind proxies, and which name and page."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.datastructures import Headers

UNKNOWN = "?"
HOST = re.compile(r"([a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?")
NEIGHBOURS = 56  # bits of an IPv6 address that a provider gives to one household, who has the rest


def parsed(host: str) -> IPv4Address | IPv6Address | None:
    """An address, the old kind where it is written as the new one; None for anything else."""
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found


def address_of(host: str) -> str:
    """An address as it is counted."""
    found = parsed(host)
    if isinstance(found, IPv6Address):
        return str(IPv6Network((int(found), NEIGHBOURS), strict=False))
    return str(found) if found else UNKNOWN


def is_loopback(host: str) -> bool:
    found = parsed(host)
    return found is not None and found.is_loopback


class Proxies:
    """The proxies whose word counts on whom they pass on: addresses and networks."""

    def __init__(self, named: Iterable[str] = ()) -> None:
        self._networks: list[IPv4Network | IPv6Network] = [
            ip_network(name, strict=False) for name in named
        ]

    def trust(self, host: str) -> bool:
        address = parsed(host)
        return address is not None and any(address in network for network in self._networks)

    def client(self, peer: str, headers: Headers) -> str:
        """Who asks: the last one in the line of those who passed it on that is no proxy of ours."""
        if not self.trust(peer):
            return peer
        line = ",".join(headers.getlist("x-forwarded-for")).split(",")
        for host in map(_bare, reversed(line)):
            if address_of(host) == UNKNOWN:
                return peer
            if not self.trust(host):
                return host
            peer = host
        return peer

    def scheme(self, peer: str, headers: Headers, otherwise: str) -> str:
        """http or https, as the browser sees it."""
        scheme = otherwise.replace("ws", "http")
        told = headers.get("x-forwarded-proto", "").rpartition(",")[2].strip().lower()
        return told if self.trust(peer) and told in ("http", "https") else scheme


def _bare(host: str) -> str:
    """An address without its port."""
    host = host.strip()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0] if host.count(":") == 1 else host


class Names:
    """The names by which a house may be asked for.

    A page of another site can reach a house in a network by giving its own name the address of the
    house. So names count only if they are known; an address is no name, and nobody else's.
    """

    def __init__(self, allowed: Sequence[str] = ()) -> None:
        self._all = "*" in allowed
        own = {"localhost", *own_names()}
        self._names = own | {name.lower().rstrip(".") for name in allowed}

    def know(self, host: str) -> bool:
        """Whether a Host header names the house, or its address."""
        name = name_of(host)
        known = name in self._names or f"*.{name.partition('.')[2]}" in self._names
        return bool(name) and (self._all or known or _is_address(name))


def own_names() -> set[str]:
    name = socket.gethostname().lower().rstrip(".")
    return {name, f"{name}.local", name.partition(".")[0]} - {""} if name else set()


def name_of(host: str) -> str:
    """The name in a Host header, without the port; nothing if it is no name."""
    match = HOST.fullmatch(host.lower())
    return match[1].rstrip(".") if match else ""


def _is_address(name: str) -> bool:
    bare = name[1:-1] if name.startswith("[") and name.endswith("]") else name
    return address_of(bare) != UNKNOWN


def same_origin(headers: Headers, scheme: str) -> bool:
    """Whether a request comes from our own pages, or from a program that is no browser."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    host = headers.get("host", "")
    return host != "" and origin.lower() == f"{scheme}://{host}".lower()
