"""Settings: one table, from which flags, environment, file and documents are made."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from blockhaus.cli import app
from blockhaus.house.choosing import SettingError, chosen, example_file
from blockhaus.house.settings import GROUPS, SETTINGS, Limits, Retention, Settings

ROOT = Path(__file__).parent.parent.parent


def test_a_flag_is_stronger_than_the_environment_and_that_than_the_file(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('host = "file"\nport = 1\nlog = "info"\n[limits]\ntables = [3, 0.5]\n')
    environment = {"BLOCKHAUS_HOST": "environment", "BLOCKHAUS_PORT": "2", "HOME": "/"}
    settings = chosen({"host": "flag", "port": None}, environment, file)
    assert (settings.host, settings.port, settings.log) == ("flag", 2, "info")
    assert settings.limits.tables == (3, 0.5)
    assert settings.limits.requests == Limits().requests
    assert chosen({}, {"BLOCKHAUS_SETTINGS": str(file)}).port == 1


def test_every_kind_of_setting_can_be_told_by_a_word() -> None:
    told = {
        "BLOCKHAUS_LIMITS_REQUESTS": "5,0.5",
        "BLOCKHAUS_LIMITS_CONNECTIONS": "7",
        "BLOCKHAUS_TRUSTED_PROXIES": "127.0.0.1, 10.0.0.0/8",
        "BLOCKHAUS_ALLOWED_HOSTS": "games.example.org",
        "BLOCKHAUS_BASE_PATH": "/games",
        "BLOCKHAUS_BROWSER": "no",
        "BLOCKHAUS_DATA": "/data",
        "BLOCKHAUS_RETENTION_CHAT": "30",
        "BLOCKHAUS_THREADS": "3",
    }
    assert chosen({}, told) == Settings(
        Path("/data"),
        limits=Limits(requests=(5, 0.5), connections=7),
        retention=Retention(chat=30),
        trusted_proxies=("127.0.0.1", "10.0.0.0/8"),
        allowed_hosts=("games.example.org",),
        base_path="/games",
        browser=False,
        thinkers=3,
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("prot = 1", ["prot", "house.toml", "perhaps port is meant"]),
        ("[limits]\nrequest = 1", ["limits.request", "house.toml", "limits.requests"]),
        ("colour = 1", ["no setting colour", "house.toml", "blockhaus house settings"]),
        ("port = 70000", ["port", "house.toml", "70000", "whole number from 0 to 65535"]),
        ("port = '80'", ["port", "'80'", "whole number"]),
        ("log = ''", ["log", "one of debug, info, warning, error"]),
        ("base_path = 'games/'", ["base_path", "a path like /games"]),
        ("trusted_proxies = ['proxy']", ["trusted_proxies", "127.0.0.1 or 10.0.0.0/8"]),
        ("allowed_hosts = ['a b']", ["allowed_hosts", "games.example.org"]),
        ("metrics = '9420'", ["metrics", "127.0.0.1:9420"]),
        ("[limits]\nkeys = [0, 1]", ["limits.keys", "so many at once"]),
        ("limits = 3", ["no setting limits"]),
        ("[retention]\nchat = -1", ["retention.chat", "days"]),
        ("browser = 1", ["browser", "yes or no"]),
        ("port = \n", ["house.toml", "no TOML", "line 1"]),
    ],
)
def test_what_is_wrong_in_a_file_is_told(tmp_path: Path, text: str, words: list[str]) -> None:
    file = tmp_path / "house.toml"
    file.write_text(text)
    with pytest.raises(SettingError) as told:
        chosen({}, {}, file)
    assert not [word for word in words if word not in str(told.value)], str(told.value)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match=r"none\.toml cannot be read: No such file"):
        chosen({}, {}, tmp_path / "none.toml")


def test_unknown_and_wrong_words_in_the_environment_are_told() -> None:
    with pytest.raises(SettingError, match=r"BLOCKHAUS_PROT .*perhaps BLOCKHAUS_PORT"):
        chosen({}, {"BLOCKHAUS_PROT": "1"})
    with pytest.raises(SettingError, match=r"BLOCKHAUS_PORT.*'x'.*whole number"):
        chosen({}, {"BLOCKHAUS_PORT": "x"})
    chosen({}, {"BLOCKHAUS_CACHE": "/tmp", "BLOCKHAUS_SAVES": "/tmp"})


def test_a_password_is_never_shown() -> None:
    with pytest.raises(SettingError) as told:
        chosen({}, {"BLOCKHAUS_DATABASE": "mysql://ann:s3cret@db/house"})
    assert "s3cret" not in str(told.value) and "postgresql://" in str(told.value)


def test_a_wrong_flag_is_told_as_a_sentence() -> None:
    result = CliRunner().invoke(app, ["house", "--port", "many"])
    assert result.exit_code == 2
    assert "port (in --port) cannot be 'many'" in " ".join(result.output.split())


def test_the_example_file_sets_every_setting_when_its_marks_are_taken_away(tmp_path: Path) -> None:
    assert chosen({}, {}, written(tmp_path, example_file())) == Settings()
    bare = re.sub(r"(?m)^# (\w+ = )", r"\1", example_file())
    told = tomllib.loads(bare)
    names = {name for name, value in told.items() if not isinstance(value, dict)}
    names |= {f"{group}.{name}" for group in GROUPS for name in told[group]}
    assert names == {setting.name for setting in SETTINGS}
    settings = chosen({}, {}, written(tmp_path, bare))
    assert settings.limits == Limits() and settings.base_path == "/games"


def written(folder: Path, text: str) -> Path:
    file = folder / "house.toml"
    file.write_text(text)
    return file


def test_the_help_has_every_setting() -> None:
    told = CliRunner().invoke(app, ["house", "--help"], env={"COLUMNS": "200"}).output
    for setting in SETTINGS:
        assert setting.flag in told
