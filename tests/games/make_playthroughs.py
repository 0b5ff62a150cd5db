"""Writes one small readable game per game to its playthrough.txt.

Run `make playthroughs` after a change of rules and review the difference as one.
"""

from __future__ import annotations

import blockhaus
from games.shared import FOLDER, playthrough

if __name__ == "__main__":
    for name in blockhaus.games():
        (FOLDER / name / "playthrough.txt").write_text(playthrough(name))
