"""The programs that a house stands behind, run with what docs/operate.md says of them."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from house.visitors import PATIENCE, wait_until

HOUSES = ("127.0.0.1:8420", "127.0.0.1:8421")  # where the document has them
NAMES = ("games.example.org", "example.org")
NGINX = """
daemon off;
master_process off;
pid {folder}/pid;
error_log stderr;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{snippet}}}
"""
CADDY = """{{
    admin off
    auto_https disable_redirects
}}
{snippet}"""


def program(name: str) -> str:
    """Where a proxy is: installed, or unpacked by `make proxies`."""
    unpacked = Path(sys.prefix) / "proxies" / "usr"
    folders = [os.environ["PATH"], "/usr/sbin", *(str(unpacked / part) for part in ("sbin", "bin"))]
    found = shutil.which(name, path=os.pathsep.join(folders))
    assert found, f"{name} is missing: make proxies"
    return found


@dataclass(frozen=True)
class Certificate:
    file: Path
    key: Path


def make_certificate(folder: Path) -> Certificate:
    """One that nobody but its bearer vouches for."""
    made = Certificate(folder / "house.pem", folder / "house.key")
    names = ",".join(f"DNS:{name}" for name in NAMES)
    wishes = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    wishes += ["-days", "2", "-subj", "/CN=Blockhaus", "-addext", f"subjectAltName={names}"]
    wishes += ["-addext", "keyUsage=critical,digitalSignature,keyCertSign"]
    files = ["-keyout", str(made.key), "-out", str(made.file)]
    subprocess.run(["openssl", "req", *wishes, *files], check=True, capture_output=True)
    return made


@contextmanager
def front(
    kind: str, snippet: str, folder: Path, houses: Sequence[int], certificate: Certificate
) -> Iterator[int]:
    """The port at which a proxy shows a house by https, as a snippet of the document says."""
    port = _free_port()
    for said, house in zip(HOUSES, houses, strict=False):
        assert said in snippet
        snippet = snippet.replace(said, f"127.0.0.1:{house}")
    if kind == "nginx":
        command = _nginx(snippet, folder, port, certificate)
    else:
        command = _caddy(snippet, folder, port, certificate)
    homes = {name: str(folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    with (folder / "proxy.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, **homes})
    try:
        wait_until(lambda: _listens(port) or process.poll() is not None)
        assert process.poll() is None, (folder / "proxy.log").read_text()
        yield port
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _nginx(snippet: str, folder: Path, port: int, certificate: Certificate) -> list[str]:
    for said, meant in (
        ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        ("/etc/ssl/games.pem", str(certificate.file)),
        ("/etc/ssl/games.key", str(certificate.key)),
    ):
        assert said in snippet
        snippet = snippet.replace(said, meant)
    file = folder / "nginx.conf"
    file.write_text(NGINX.format(folder=folder, snippet=snippet))
    return [program("nginx"), "-p", str(folder), "-e", "stderr", "-c", str(file)]


def _caddy(snippet: str, folder: Path, port: int, certificate: Certificate) -> list[str]:
    site, rest = snippet.split(" {\n", 1)
    own = f"    bind 127.0.0.1\n    tls {certificate.file} {certificate.key}\n"
    file = folder / "Caddyfile"
    file.write_text(CADDY.format(snippet=f"{site}:{port} {{\n{own}{rest}"))
    return [program("caddy"), "run", "--config", str(file), "--adapter", "caddyfile"]


def _free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def _listens(port: int) -> bool:
    with socket.socket() as sock:
        return sock.connect_ex(("127.0.0.1", port)) == 0
