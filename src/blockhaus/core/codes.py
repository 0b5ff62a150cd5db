"""Position codes: a short text for a position, safe to read from anyone.

A code is `game:options:text`, the options only where they differ from the box, and `game@2` for
the second version of a game's rules (the first has no number). The text is a
number in digits and letters: a checksum, the seed where the game deals, how many decisions were
made, and for each its place in the list of legal moves. Reading a code replays it, so whatever
was typed, what comes out is a position the rules allow.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from .chance import SEED_LIMIT
from .errors import BlockhausError, CodeError

if TYPE_CHECKING:
    from .game import Game
    from .position import Position

    Finder = Callable[[str, Mapping[str, Any]], Game]

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
LONGEST = 8000  # letters; the longest game of the house needs about 1,000
CHECKSUM_BITS = 24
VERSION = "@"  # stands between the name of a game and the version of its rules


def write_code(position: Position) -> str:
    if position.seed is None:
        raise CodeError("A position seen from one seat has no code: its real deal is not known.")
    choices = []
    walk = position.game.start(position.seed)
    for action in position.path:
        choices.append((walk.actions.index(action), len(walk.actions)))
        walk = walk.after(action)
    number = 0
    for index, size in reversed(choices):
        number = number * size + index
    number = _push(number, len(choices))
    if position.game.spec.chance:
        number = _push(number, position.seed)
    head = _head(position.game)
    return f"{head}:{_letters(number << CHECKSUM_BITS | _checksum(head, number))}"


def read_code(code: str, find_game: Finder) -> Position:
    """The position of a code; CodeError if it is damaged or made by other rules."""
    if not isinstance(code, str):
        raise CodeError("A position code is a text, not {kind}.", kind=type(code).__name__)
    head, _, letters = code.strip().rpartition(":")
    number = _number(letters)
    body = number >> CHECKSUM_BITS
    if number & (1 << CHECKSUM_BITS) - 1 != _checksum(head, body):
        raise CodeError("The position code is damaged: its checksum does not fit.")
    return _replay(_game(head, find_game), body)


def _replay(game: Game, body: int) -> Position:
    seed = 0
    if game.spec.chance:
        body, seed = _pop(body)
        if seed >= SEED_LIMIT:
            raise CodeError("The position code has a seed that is too large.")
    body, decisions = _pop(body)
    position = game.start(seed)
    for _ in range(decisions):
        if position.is_over:
            raise CodeError("The position code goes on after the end of the game.")
        body, index = divmod(body, len(position.actions))
        position = position.after(position.actions[index])
    if body:
        raise CodeError("The position code has something left over.")
    return position


def _head(game: Game) -> str:
    """Name, version of the rules where it is not the first, and chosen options."""
    version = game.spec.version
    name = game.id if version == 1 else f"{game.id}{VERSION}{version}"
    chosen = ";".join(f"{option}={value}" for option, value in game.shown_options().items())
    return f"{name}:{chosen}" if chosen else name


def _game(head: str, find_game: Finder) -> Game:
    named, _, chosen = head.partition(":")
    name, _, version = named.partition(VERSION)
    options = {}
    for part in filter(None, chosen.split(";")):
        option, equals, value = part.partition("=")
        if not equals:
            raise CodeError(
                "The position code has an option without a value: {part!r}.", part=part[:40]
            )
        options[option] = value
    try:
        game = find_game(name, options)
    except BlockhausError as error:
        raise CodeError("The position code cannot be read: {error}", error=error) from None
    if (version or "1") != str(game.spec.version):
        raise CodeError(
            "The position code was made by version {old} of the rules of {game}; "
            "here version {new} is played, in which it would be another position.",
            old=(version or "1")[:9],
            game=game.spec.title,
            new=game.spec.version,
        )
    return game


def _push(number: int, value: int) -> int:
    """Put a value of any size below a number."""
    size = (value.bit_length() + 7) // 8
    return (number << 8 * size | value) << 8 | size


def _pop(number: int) -> tuple[int, int]:
    size = number & 255
    number >>= 8
    return number >> 8 * size, number & (1 << 8 * size) - 1


def _checksum(head: str, number: int) -> int:
    data = number.to_bytes((number.bit_length() + 7) // 8, "little")
    return zlib.crc32(head.encode("utf-8", "replace") + b":" + data) >> 32 - CHECKSUM_BITS


def _letters(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, len(ALPHABET))
        digits = ALPHABET[digit] + digits
    return digits or ALPHABET[0]


def _number(letters: str) -> int:
    if not letters or len(letters) > LONGEST:
        raise CodeError("A position code looks like game:letters.")
    number = 0
    for letter in letters:
        digit = ALPHABET.find(letter)
        if digit < 0:
            raise CodeError(
                "The position code has a character that belongs to no code: {letter!r}.",
                letter=letter,
            )
        number = number * len(ALPHABET) + digit
    return number
