"""Writes Blockhaus as a page: a folder of files that any web server can serve, below any path.

    python web/tools/make_site.py [FOLDER]        # build/site

Needs the client's node modules and the games as WebAssembly (`make wasm`). The client and Python's
files are made anew only where something they are made of has changed.
"""

from __future__ import annotations

import gzip
import hashlib
import html
import json
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import blockhaus
import page_files
from blockhaus.core.engine import uncompiled
from blockhaus.core.rooms import open_rooms
from blockhaus.core.wasm.files import MODULES
from blockhaus.core.words import LANGUAGES
from blockhaus.house import lessons, rulebooks, studies, theorem_routes
from blockhaus.house.json_text import written
from blockhaus.house.printing import hash_of
from blockhaus.house.wire.answers import HouseFacts, Warm
from blockhaus.learn import booklets, sheets
from blockhaus.learn.theorems import theorems

WEB = Path(__file__).parents[1]
ROOT = WEB.parent
BUILD = ROOT / "build"
CLIENT = BUILD / "site-client"  # as vite.config.ts has it
PYTHON = BUILD / "site-python"
SITE = BUILD / "site"
OWN = WEB / "site"  # what only a site has
STAMP = "made-of.txt"
SERVICE_WORKER = "service-worker.js"
LOST = "404.html"
PICTURE = "picture.webp"

POLICY = {
    "default-src": "'none'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    # The pages to print bring their style with them, and are opened under this policy.
    "style-src": " ".join(
        ["'self'", *map(hash_of, (sheets.STYLE, booklets.STYLE, booklets.CARD_STYLE))]
    ),
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "worker-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}


def main() -> None:
    site = Path(sys.argv[1]) if len(sys.argv) > 1 else SITE
    write_site(site)
    size = sum(file.stat().st_size for file in files_below(site))
    print(f"{site}: {len(files_below(site))} files, {size / 1e6:.1f} MB")


def write_site(site: Path) -> None:
    client, python = build_client(), build_python()
    sources = (client / STAMP, python / STAMP, OWN, Path(__file__))
    if not is_stale(site, sources):
        return
    make_room(site)
    for part in (client, python, OWN):
        shutil.copytree(part, site, dirs_exist_ok=True, ignore=shutil.ignore_patterns(STAMP))
    write_pictures(site / "pictures")
    write_answers(site / "answers")
    version = hash_below(site)
    finish_index(site / "index.html", version)
    finish_lost_page(site / LOST)
    finish_service_worker(site, version)
    note(site, sources)


def make_room(site: Path) -> None:
    """Only what is a site, or nothing, is written over."""
    if site.exists() and any(site.iterdir()) and not (site / SERVICE_WORKER).is_file():
        raise SystemExit(f"{site} has other things in it; choose an empty folder.")
    shutil.rmtree(site, ignore_errors=True)
    site.mkdir(parents=True)


# What takes long


def build_client() -> Path:
    sources = [
        WEB / "src",
        WEB / "public",
        *WEB.glob("*.json"),
        *WEB.glob("*.ts"),
        WEB / "index.html",
    ]
    if is_stale(CLIENT, sources):
        subprocess.run(
            [
                WEB / "node_modules" / ".bin" / "vite",
                "build",
                "--mode",
                "site",
                "--logLevel",
                "warn",
            ],
            cwd=WEB,
            check=True,
        )
        note(CLIENT, sources)
    return CLIENT


def build_python() -> Path:
    package = Path(blockhaus.__file__).parent
    sources = [package, MODULES, WEB / "tools", WEB / "package-lock.json"]
    if is_stale(PYTHON, sources):
        shutil.rmtree(PYTHON, ignore_errors=True)
        PYTHON.mkdir(parents=True)
        page_files.write_page(PYTHON)
        note(PYTHON, sources)
    return PYTHON


def is_stale(made: Path, sources: Iterable[Path]) -> bool:
    stamp = made / STAMP
    return not stamp.is_file() or stamp.read_text() != hash_of_all(sources)


def note(made: Path, sources: Iterable[Path]) -> None:
    (made / STAMP).write_text(hash_of_all(sources))


def hash_of_all(sources: Iterable[Path]) -> str:
    return hashlib.sha256("".join(hash_below(source) for source in sources).encode()).hexdigest()


def hash_below(folder: Path) -> str:
    """A hash of all files below a folder, by their names and what is in them."""
    found = hashlib.sha256()
    for file in files_below(folder):
        found.update(f"{file.relative_to(folder).as_posix()} {hash_in(file)}\n".encode())
    return found.hexdigest()[:16]


def files_below(folder: Path) -> list[Path]:
    if folder.is_file():
        return [folder]
    skipped = {"__pycache__", "client", "thinking"}  # what a server sends is no part of a site
    files = (file for file in folder.rglob("*") if file.is_file())
    return sorted(file for file in files if not skipped & set(file.parts))


def hash_in(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16]


# What is told before Python is there


def write_pictures(folder: Path) -> None:
    folder.mkdir()
    for room in open_rooms():
        if room.has(PICTURE):
            (folder / f"{room.name}.webp").write_bytes(room.read(PICTURE))


def write_answers(folder: Path) -> None:
    """What the house always answers the same, as the client looks for it."""
    rooms = {room.name: room for room in open_rooms()}
    put(folder / "house.json", house_facts(list(rooms)))
    put(folder / "games.json", [studies.box(name) for name in rooms])
    put(folder / "lessons.json", lessons.untouched(rooms))
    for name, room in rooms.items():
        with uncompiled():
            put(
                folder / "games" / f"{name}.json",
                studies.box(name) | {"notation": studies.notation(name)},
            )
        for lang in LANGUAGES:
            put(folder / "games" / name / "words" / f"{lang}.json", room.words(lang))
            with uncompiled():
                book = rulebooks.facts(name, lang)
            put_packed(folder / "games" / name / "rulebook" / f"{lang}.pack", book)
    for lang in LANGUAGES:
        proven = [theorem_routes.facts(each, lang) for name in rooms for each in theorems(name)]
        put_packed(folder / "theorems" / f"{lang}.pack", proven)


def house_facts(games: list[str]) -> dict[str, object]:
    """A house in which everything is ready: what is not there yet is on its way."""
    facts = HouseFacts(
        version=blockhaus.__version__,
        languages=list(LANGUAGES),
        warming=Warm(done=len(games), total=len(games), game=None),
        ready=dict.fromkeys(games, True),
        network=None,
        embeds=False,
        alone=True,
        thinking=None,
    )
    return facts.model_dump()


def put(file: Path, data: object) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(written(data), "utf-8")


def put_packed(file: Path, data: object) -> None:
    """What is long is packed, as few servers would do it; the client unpacks it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(gzip.compress(written(data).encode(), 9, mtime=0))


# What ties it together


def finish_index(index: Path, version: str) -> None:
    page = index.read_text("utf-8")
    page = page.replace('<html lang="en">', f'<html lang="en" data-version="{version}">')
    assert version in page
    index.write_text(with_policy(page, POLICY), "utf-8")


def with_policy(page: str, policy: dict[str, str]) -> str:
    """A policy counts for what stands after it, so it comes first."""
    first = '<meta charset="utf-8" />'
    assert first in page
    rules = "; ".join(f"{name} {allowed}" for name, allowed in policy.items())
    tag = f'<meta http-equiv="Content-Security-Policy" content="{rules}" />'
    return page.replace(first, f"{first}\n    {tag}")


def finish_lost_page(file: Path) -> None:
    """Nobody knows from where it is shown, so its script is within it and named by its hash."""
    page = file.read_text("utf-8")
    script = page.partition("<script>")[2].partition("</script>")[0]
    policy = {"default-src": "'none'", "script-src": hash_of(script), "connect-src": "'self'"}
    told = [f'<p lang="{lang}">{client_text(lang, "missing.title")}</p>' for lang in LANGUAGES]
    page = page.replace("<main hidden></main>", f"<main hidden>{''.join(told)}</main>")
    file.write_text(with_policy(page, policy), "utf-8")


def client_text(lang: str, key: str) -> str:
    texts = json.loads((WEB / "src" / "locales" / f"{lang}.json").read_text("utf-8"))
    return html.escape(texts[key])


def finish_service_worker(site: Path, version: str) -> None:
    """Tell it what to keep. The page itself has no name: servers call it by its folder. What is
    shown for missing files is left out: some servers say even of that one that it is missing.
    """
    names = {file.relative_to(site).as_posix(): hash_in(file) for file in files_below(site)}
    del names[SERVICE_WORKER], names[LOST]
    names[""] = names.pop("index.html")
    facts = f"const VERSION = {json.dumps(version)};\nconst FILES = {json.dumps(names)};\n"
    worker = site / SERVICE_WORKER
    worker.write_text(facts + worker.read_text("utf-8"), "utf-8")


if __name__ == "__main__":
    main()
