"""Make the solo puzzles of CUBE: measure random sets of cards and write the room's sets.toml.

python tools/solo_sets.py [JOURNAL]          # goes on where it was stopped
python tools/solo_sets.py --check            # prove anew all that are shipped

What was measured is kept in the journal, one line a set, and the file is written at the end.
"""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path
from random import Random

from blockhaus.games.cube import grading, sets
from blockhaus.games.cube.sets import SoloSet
from blockhaus.lab.journal import Journal
from blockhaus.terminal.progress import progress
from blockhaus.terminal.screen import Screen

FILE = Path(sets.__file__).with_name("sets.toml")
WANTED = {2: 100, 3: 120, 4: 140, 5: 130, 6: 110, 7: 34, 8: 12}  # cards: sets
SEED = 13


def make(journal: Journal, screen: Screen) -> list[SoloSet]:
    made = [SoloSet(**{**entry, "cards": tuple(entry["cards"])}) for entry in journal.entries]
    with progress(screen, sum(WANTED.values())) as bar:
        bar.update(bar.task_ids[0], completed=len(made))
        for number, wanted in WANTED.items():
            known = [each.cards for each in made if len(each.cards) == number]
            # A run that was stopped must not draw the same sets in the same order again.
            chance = Random(SEED + 1000 * number + len(known))
            for cards in grading.new_sets(known, number, chance):
                if len(known) >= wanted:
                    break
                made.append(grading.measured(cards))
                known.append(cards)
                journal.append(asdict(made[-1]))
                bar.advance(bar.task_ids[0])
    return made


def write(made: list[SoloSet]) -> None:
    made.sort(key=lambda each: (each.difficulty, each.cards))
    FILE.write_text("\n".join(each.text for each in made), "utf-8")


def check(screen: Screen) -> int:
    """How many sets are not what is told of them."""
    wrong = 0
    with progress(screen, len(sets.sets())) as bar:
        for each in sets.sets().values():
            faults = grading.faults(each)
            if faults:
                screen.say(f"{each.id}: {', '.join(faults)}")
                wrong += 1
            bar.advance(bar.task_ids[0])
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description="The solo puzzles of CUBE.")
    parser.add_argument("journal", nargs="?", type=Path, default=Path("solo-sets.jsonl"))
    parser.add_argument("--check", action="store_true", help="prove the shipped sets anew")
    chosen = parser.parse_args()
    screen = Screen()
    if chosen.check:
        raise SystemExit(check(screen) > 0)
    made = make(Journal(chosen.journal), screen)
    write(made)
    screen.say(f"{len(made)} sets")


if __name__ == "__main__":
    main()
