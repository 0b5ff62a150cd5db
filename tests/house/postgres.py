"""A PostgreSQL server of the tests' own: a folder that goes away, and a socket in it."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg

USER = "postgres"  # whom the package makes; the server refuses to be run by root
PATIENCE = 60.0  # seconds
QUICK = ("-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off")


def program(name: str) -> str:
    """A program of the newest version that is installed."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=_version)
    where = str(found[-1]) if found else shutil.which(name)
    assert where, "PostgreSQL is missing (on Debian: apt-get install postgresql)"
    return where


def _version(path: Path) -> int:
    return int(path.parents[1].name)


class Server:
    """A server, which can be stopped and started again."""

    def __init__(self, folder: Path, settings: Sequence[str]) -> None:
        self.folder, self.settings = folder, settings
        self.data = folder / "data"
        self._numbers = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        self._run("initdb", "-D", str(self.data), "-U", USER, "-A", "trust", "-E", "UTF8", "-N")

    def _as_user(self, name: str) -> list[str]:
        """A program run by somebody who is not root."""
        if os.geteuid() != 0:
            return [program(name)]
        return ["setpriv", "--reuid", USER, "--regid", USER, "--init-groups", program(name)]

    def _run(self, name: str, *arguments: str) -> None:
        made = subprocess.run(
            [*self._as_user(name), *arguments], cwd=self.folder, capture_output=True, text=True
        )
        assert made.returncode == 0, made.stderr

    def start(self) -> None:
        command = [*self._as_user("postgres"), "-D", str(self.data), "-k", str(self.folder)]
        settings = ("-c", "listen_addresses=", "-c", "max_connections=200", *self.settings)
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [*command, *settings], cwd=self.folder, stdout=log, stderr=log
            )
        self._wait()

    def _wait(self) -> None:
        end = time.monotonic() + PATIENCE
        while not self._answers():
            assert time.monotonic() < end, (self.folder / "server.log").read_text()
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            self.do("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def look(self) -> bool:
        """Wait until it answers, and start it again if it gives up; whether it had to be."""
        end = time.monotonic() + PATIENCE
        while not self._answers():
            if self._process is None or self._process.poll() is not None:
                self.start()
                return True
            assert time.monotonic() < end, (self.folder / "server.log").read_text()
            time.sleep(0.05)
        return False

    def stop(self) -> None:
        """At once: whoever is connected is sent away, and what was committed is kept."""
        if self._process:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(PATIENCE)
            self._process = None

    def crash(self) -> None:
        """As if the power had gone: it recovers at the next start."""
        if self._process:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(PATIENCE)
            self._process = None

    def url(self, database: str) -> str:
        return f"postgresql://{USER}@/{database}?host={self.folder}"

    def do(self, statement: str) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement.encode())

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"house{next(self._numbers)}"
        self.do(f"CREATE DATABASE {name}")
        return self.url(name)

    def cut(self) -> None:
        """Cut every connection to the server."""
        self.do(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )


@contextmanager
def running(settings: Sequence[str] = QUICK, where: Path | None = None) -> Iterator[Server]:
    """A server as long as the block lasts."""
    folder = Path(tempfile.mkdtemp(prefix="house-pg-", dir=where))
    if os.geteuid() == 0:
        user = pwd.getpwnam(USER)
        os.chown(folder, user.pw_uid, user.pw_gid)
    server = Server(folder, settings)
    try:
        server.start()
        yield server
    finally:
        server.crash()
        shutil.rmtree(folder)
