"""How long commands take that compile nothing, as multiples of starting Python itself.

python bench/startup.py [ROUNDS]

Every round starts all commands and bare Python in turn, so that a busy moment strikes all alike.
Told are the fastest of the rounds.
"""

from __future__ import annotations

import subprocess
import sys
import time

import blockhaus

BARE = ("-c", "pass")
GAME = blockhaus.games()[-1]
COMMANDS = {
    "python -c pass": BARE,
    "import blockhaus": ("-c", "import blockhaus"),
    **{
        f"blockhaus {line}": ("-m", "blockhaus", *line.split())
        for line in ("--version", "--help", "games", f"rules {GAME}", f"levels {GAME}", "levels")
    },
}


def seconds(arguments: tuple[str, ...]) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def fastest(rounds: int) -> dict[str, float]:
    for arguments in COMMANDS.values():
        seconds(arguments)  # the first start writes compiled bytecode
    times = [[seconds(arguments) for arguments in COMMANDS.values()] for _ in range(rounds)]
    return dict(zip(COMMANDS, map(min, zip(*times, strict=True)), strict=True))


def main() -> None:
    found = fastest(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
    bare = found["python -c pass"]
    for name, time_taken in found.items():
        print(f"{name:24} {1000 * time_taken:6.0f} ms {time_taken / bare:6.1f}")


if __name__ == "__main__":
    main()
