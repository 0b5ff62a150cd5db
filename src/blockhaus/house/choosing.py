"""The settings of a house: from a file, the environment and flags, each stronger than the last."""

from __future__ import annotations

import difflib
import json
import textwrap
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..core.errors import BlockhausError
from .settings import GROUPS, PREFIX, SETTINGS, Setting, Settings

FILE = PREFIX + "SETTINGS"
NO_SETTINGS = (FILE, PREFIX + "CACHE", PREFIX + "SAVES")  # other variables that begin alike
BY_NAME = {setting.name: setting for setting in SETTINGS}
BY_VARIABLE = {setting.variable: setting for setting in SETTINGS}
BY_KEY = {setting.key: setting for setting in SETTINGS}


class SettingError(BlockhausError):
    """A setting is unknown, or what it is set to is wrong."""


def chosen(
    flags: Mapping[str, Any], environment: Mapping[str, str], file: Path | None = None
) -> Settings:
    """All settings; `flags` has words by the key of their setting, None where one was not given."""
    found = environment.get(FILE)
    file = file or (Path(found) if found else None)
    values: dict[str, Any] = {}
    if file:
        values |= dict(_from_file(file))
    values |= dict(_from_environment(environment))
    values |= dict(_from_flags(flags))
    return settings_of(values)


def settings_of(values: Mapping[str, Any]) -> Settings:
    """What was told by the names of settings, and the defaults for all that was not."""
    grouped: dict[str, dict[str, Any]] = {group: {} for group in ("", *GROUPS)}
    for name, value in values.items():
        setting = BY_NAME[name]
        grouped[setting.group][setting.field] = value
    parts = {group: of(**grouped[group]) for group, of in GROUPS.items()}
    return Settings(**grouped[""], **parts)


def _from_file(file: Path) -> Iterator[tuple[str, Any]]:
    try:
        told = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise SettingError(
            "The settings in {file} cannot be read: {why}.", file=file, why=error.strerror or error
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingError("{file} is no TOML: {why}.", file=file, why=error) from None
    for name, value in _flat(told):
        setting = _known(name, BY_NAME, str(file))
        yield setting.name, _read(setting, setting.kind.read, value, str(file))


def _flat(told: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in told.items():
        if name in GROUPS and isinstance(value, dict):
            yield from ((f"{name}.{part}", inner) for part, inner in value.items())
        else:
            yield name, value


def _from_environment(environment: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    for variable, text in environment.items():
        if variable.startswith(PREFIX) and variable not in NO_SETTINGS:
            setting = _known(variable, BY_VARIABLE, "the environment")
            yield setting.name, _read(setting, setting.kind.parse, text, variable)


def _from_flags(flags: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, given in flags.items():
        if given is not None:
            setting = BY_KEY[key]
            how = setting.kind.parse if isinstance(given, str) else setting.kind.read
            yield setting.name, _read(setting, how, given, setting.flag)


def _known(name: str, names: Mapping[str, Setting], where: str) -> Setting:
    if name in names:
        return names[name]
    near = difflib.get_close_matches(name, names, 1)
    if near:
        raise SettingError(
            "There is no setting {name} (in {where}); perhaps {near} is meant.",
            name=name,
            where=where,
            near=near[0],
        )
    raise SettingError(
        "There is no setting {name} (in {where}); `blockhaus house settings` shows all there are.",
        name=name,
        where=where,
    )


def _read(setting: Setting, how: Any, value: Any, where: str) -> Any:
    try:
        return how(value)
    except (ValueError, KeyError, OverflowError):
        shown = "what is set" if setting.kind.secret else repr(value)
        raise SettingError(
            "The setting {name} (in {where}) cannot be {value}: it has to be {right}.",
            name=setting.name,
            where=where,
            value=shown,
            right=setting.kind.right,
        ) from None


def example_file() -> str:
    """All settings with what they are, as a file in which each shows its default or an example."""
    lines = [
        "# The settings of a house. Each shows its default, or an example where there is none:",
        f"# take away the # before its name and change it. The environment ({PREFIX}PORT=9000) is",
        "# stronger than this file, and a flag (--port 9000) is stronger than both.",
    ]
    group = ""
    for setting in SETTINGS:
        if setting.group != group:
            group = setting.group
            lines += ["", f"[{group}]  # {_first_line(GROUPS[group].__doc__)}"]
        shown = setting.default if setting.shown is None else setting.shown
        lines += ["", *_wrapped(setting.about), f"# {setting.called} = {_toml(shown)}"]
    return "\n".join(lines) + "\n"


def _first_line(text: str | None) -> str:
    return (text or "").splitlines()[0]


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, 96, initial_indent="## ", subsequent_indent="## ")


def _toml(value: Any) -> str:
    """Words, numbers, lists and truth are written in TOML as they are in JSON."""
    return json.dumps(list(value) if isinstance(value, tuple) else value)
