"""The wheel holds the client and the games as WebAssembly: installed where nothing else is, it
opens the same house.
"""

from __future__ import annotations

import re
import shutil
import site
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import httpx
import pytest

import blockhaus
from house.processes import start, stop

ROOT = Path(__file__).parents[2]
CLIENT = "src/blockhaus/house/client"


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    """Built from a copy of what the wheel is made of."""
    assert (ROOT / CLIENT / "index.html").exists(), "the client is not built: make client"
    source = tmp_path / "source"
    shutil.copytree(ROOT / "src", source / "src", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, source)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
    subprocess.run([*command, "--wheel-dir", str(tmp_path), str(source)], check=True)
    return next(tmp_path.glob("blockhaus-*.whl"))


def test_an_installed_wheel_opens_the_house(wheel: Path, tmp_path: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "blockhaus/house/client/index.html" in names
    for game in blockhaus.games():
        for kind in ("wasm", "json"):
            made = f"blockhaus/core/wasm/modules/{game}.{kind}"
            assert made in names, "the games are not compiled: make wasm"
    for path in (ROOT / "src").rglob("*"):
        if path.suffix in (".toml", ".webp", ".py"):
            assert path.relative_to(ROOT / "src").as_posix() in names, "all that rooms are made of"
    assert any(re.fullmatch(r"blockhaus/house/migrations/versions/\w+\.py", name) for name in names)
    place = tmp_path / "empty"
    venv.create(place, with_pip=False)
    packages = next(place.glob("lib*/python*/site-packages"), place / "Lib/site-packages")
    zipfile.ZipFile(wheel).extractall(packages)
    # Libraries are borrowed from here; blockhaus itself is found in the wheel first.
    (packages / "borrowed.pth").write_text("\n".join(site.getsitepackages()))
    python = next(path for path in place.glob("*/python*") if path.stem == "python")
    process, address = start(tmp_path / "data", python=python, environment={"PATH": ""})
    try:
        page = httpx.get(f"{address}/", headers={"Accept-Encoding": "gzip"})
        assert page.headers["content-encoding"] == "gzip" and "<div id=" in page.text
        script = re.search(r'src="(/[^"]+\.js)"', page.text)
        assert script, "the page is made for each visitor, its script is not"
        url, accepted = f"{address}{script[1]}", {"Accept-Encoding": "gzip, br"}
        with httpx.stream("GET", url, headers=accepted) as small:
            assert small.headers["content-encoding"] == "br"
        assets = re.findall(r'(?:src|href)="(/assets/[^"]+)"', page.text)
        assert assets
        for asset in assets:
            answer = httpx.get(address + asset)
            assert answer.status_code == 200 and "immutable" in answer.headers["cache-control"]
        deep = "table/abcdefghij"
        table = httpx.get(f"{address}/{deep}")
        same = table.text.replace(f"{address}/{deep}", f"{address}/")
        assert same == page.text, "but for its address every path of the client is the same page"
        assert httpx.get(f"{address}/health").json()["status"] == "ok"
        for game in blockhaus.games():
            book = httpx.get(f"{address}/api/games/{game}/rulebook", timeout=60)  # it is warming up
            assert book.json()["figures"]
            assert httpx.get(f"{address}/pictures/{game}.webp").status_code == 200
    finally:
        stop(process)
