"""The terminal itself: printing, asking, clearing. Works the same when input is piped in."""

from __future__ import annotations

import sys
from contextlib import suppress

from rich.console import Console, RenderableType
from rich.text import Text

with suppress(ImportError):  # line editing and history for `input`, where there are any
    import readline  # noqa: F401

WARNING = "red"
QUIET = "dim"


class Screen:
    """Where a person reads and types. Text is printed as it is: nothing in it is markup."""

    def __init__(self) -> None:
        self.console = Console(markup=False, emoji=False, highlight=False)
        self.interactive = sys.stdin.isatty() and self.console.is_terminal

    @property
    def width(self) -> int:
        return self.console.width

    @property
    def height(self) -> int | None:
        """Lines that can be seen at once; None where there is no end of them."""
        return self.console.height if self.interactive else None

    def say(self, what: RenderableType = "", style: str | None = None) -> None:
        self.console.print(what, style=style)

    def point(self, words: str, path: object) -> None:
        """A line that ends with a path, never broken, so that it can be copied."""
        self.console.print(Text(f"{words} {path}"), soft_wrap=True)

    def lines(self, what: RenderableType) -> int:
        """How many lines something takes."""
        return len(self.console.render_lines(what, pad=False))

    def warn(self, sentence: str) -> None:
        self.console.print(Text(sentence), style=WARNING)

    def ask(self, question: str) -> str:
        """A line somebody typed. EOFError when there is none."""
        if self.interactive:
            return input(question).strip()
        self.console.print(question, end="")
        line = sys.stdin.readline()
        self.console.print(line.rstrip("\n"))  # a piped line is not on the screen by itself
        if not line:
            raise EOFError
        return line.strip()

    def clear(self) -> None:
        """Leave nothing to be read, in the scrollback neither."""
        if self.interactive:
            self.console.clear()
            self.console.file.write("\x1b[3J")
            self.console.file.flush()


def plural(number: int, noun: str) -> str:
    return f"{number} {noun}" if abs(number) == 1 else f"{number} {noun}s"


def listed(words: list[str]) -> str:
    """Words as English joins them."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)
