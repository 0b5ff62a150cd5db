"""How strong the top level is: against plain UCT, OpenSpiel's bot, and the level below.

    python bench/strength.py RESULTS.jsonl --against uct --simulations 1000 kwinty ksar
    python bench/strength.py RESULTS.jsonl --against open-spiel --seconds 0.04
    python bench/strength.py RESULTS.jsonl --against below
    python bench/strength.py RESULTS.jsonl --against uct --players 3 cube qbq
    python bench/strength.py RESULTS.jsonl --report

Games are played in pairs with seats swapped, from the same deal and two random opening decisions
(blockhaus.lab.match), and each pair is written down at once: stop at any time and run the same
command again. Nothing is stopped early: a match has as many games as were asked for.
With `--players` 3 or 4 one top level meets its opponent on all other seats; it sits once on every
seat in a round, and equals would get a third or a quarter of the points.

- uct: textbook UCT (one rollout to the end a simulation, no knowledge of the game, exploration
  0.7) with the same number of simulations a decision as the top level's search, which keeps its
  tree from decision to decision.
- open-spiel: OpenSpiel's Python MCTSBot (random rollouts, exploration 1.4, its solver on) with the
  same time a decision, on one thread each. Where the rules hide something it sees, like everybody
  at our tables, a position in which the hidden things are dealt anew.
- below: level 9 as shipped against the simulations that the top level was measured with.
"""

from __future__ import annotations

import argparse
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.progress import track

import blockhaus
from blockhaus.lab.journal import Journal
from blockhaus.lab.ladder import strengths_of
from blockhaus.lab.match import interval, match
from blockhaus.players.level_player import Thinker
from blockhaus.players.levels import MANY, Strength, levels
from blockhaus.players.player import Player, SearchPlayer
from blockhaus.search.search import Search, Settings

GOALS = {"uct": 0.75, "open-spiel": 0.95, "below": 0.60}
TEXTBOOK = Settings(
    explore=0.7, expand=1, guide=0, amaf=0, points=0, look=False, decide=False, exact=False
)
EXPLORATION = 1.4  # of OpenSpiel's bot, whose results go from -1 to 1


@dataclass
class Textbook:
    """Plain UCT."""

    simulations: int
    seed: int

    def choose(self, position: blockhaus.Position) -> str:
        search = Search(position.game, TEXTBOOK, self.seed)
        search.look(position)
        search.run(None, self.simulations)
        return position.game.text(search.lines[0].action)


def open_spiel_bot(seconds: float, seed: int) -> Player:
    """OpenSpiel's MCTSBot as a player that uses the same time for every decision."""
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import mcts

    from blockhaus.adapters.open_spiel import PREFIX, state_at

    class Timed(mcts.MCTSBot):  # type: ignore[misc]
        """Ends the search when the time is up; two simulations are the least that give a move."""

        deadline = 0.0

        def _apply_tree_policy(self, root: Any, state: Any) -> Any:
            found = super()._apply_tree_policy(root, state)
            if time.monotonic() > self.deadline and root.explore_count > 1:
                root.outcome = root.outcome or [0.0] * state.num_players()
            return found

    class Bot:
        def choose(self, position: blockhaus.Position) -> str:
            game = pyspiel.load_game(f"{PREFIX}{position.game.id}")
            dice = np.random.RandomState(zlib.crc32(f"{seed} {position.path}".encode()))
            evaluator = mcts.RandomRolloutEvaluator(1, dice)
            bot = Timed(game, EXPLORATION, 10**9, evaluator, solve=True, random_state=dice)
            bot.deadline = time.monotonic() + seconds
            return position.game.text(bot.step(state_at(game, position)))

    return Bot()


def rivals(
    game: blockhaus.Game, against: str, simulations: int, seconds: float
) -> tuple[Callable[[int], Player], Callable[[int], Player], dict[str, Any]]:
    """The top level, its opponent, and the terms they meet on."""
    if against == "uct":
        return (
            lambda seed: SearchPlayer(None, simulations, seed),
            lambda seed: Textbook(simulations, seed),
            {"simulations": simulations},
        )
    if against == "open-spiel":
        return (
            lambda seed: Thinker(Strength(None), seconds, seed),
            lambda seed: open_spiel_bot(seconds, seed),
            {"seconds": seconds},
        )
    *_, below, top = strengths_of(levels(game.id), MANY)
    return (
        lambda seed: Thinker(top, None, seed),
        lambda seed: Thinker(below, None, seed),
        {"simulations": top.simulations, "below": below.simulations},
    )


def games_for(players: int) -> list[str]:
    return [each for each in blockhaus.games() if blockhaus.game(each).spec.seats[1] >= players]


def goal_of(table: dict[str, Any]) -> float:
    """The share to reach: with more seats as far ahead of each other player as with two."""
    goal, others = GOALS[table["against"]], int(table.get("players", 2)) - 1
    return goal / (goal + (1 - goal) * others)


def score(journal: Journal, table: dict[str, Any]) -> tuple[float, int]:
    found = [
        entry
        for entry in journal.entries
        if all(entry.get(key) == table.get(key) for key in {"players", *table})
    ]
    return sum(entry["points"] for entry in found), sum(entry["games"] for entry in found)


def play(journal: Journal, game: blockhaus.Game, wishes: argparse.Namespace) -> None:
    top, other, terms = rivals(game, wishes.against, wishes.simulations, wishes.seconds)
    seats = game.players
    table = {"game": game.id, "against": wishes.against, **terms}
    table |= {"players": seats} if seats > 2 else {}
    games = score(journal, table)[1]
    rounds = range(games // seats, -(-wishes.games // seats))
    for number in track(rounds, f"{game.spec.title} against {wishes.against}"):
        began = time.monotonic()
        seed = zlib.crc32(f"{table} {number}".encode())
        played = match(game, [top] + [other] * (seats - 1), seats, seed)
        lapses = [str(lapse) for each in played.played for lapse in each.lapses]
        journal.append(
            {
                **table,
                "points": played.points(),
                "games": len(played.played),
                "took": round(time.monotonic() - began, 1),
                **({"lapses": lapses} if lapses else {}),
            }
        )


def report(journal: Journal) -> str:
    """All matches as a table in Markdown."""
    lines = ["| game | against | terms | points | share | 95 % interval | goal |", "|---" * 7 + "|"]
    tables: dict[str, dict[str, Any]] = {}
    for entry in journal.entries:
        table = {k: v for k, v in entry.items() if k not in ("points", "games", "took", "lapses")}
        tables[repr(table)] = table
    for table in sorted(tables.values(), key=lambda t: ([*GOALS].index(t["against"]), t["game"])):
        points, games = score(journal, table)
        low, high = interval(points, games)
        goal = goal_of(table)
        verdict = "met" if points >= goal * games else "missed"
        terms = [f"{v} {k}" for k, v in table.items() if k not in ("game", "against")]
        lines.append(
            f"| {blockhaus.game(table['game']).spec.title} | {table['against']} "
            f"| {', '.join(terms)} | {points:g} of {games} | {points / games:.1%} "
            f"| {low:.0%} to {high:.0%} | {goal:.0%} {verdict} |"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("results", type=Path, help="a file that the games are noted in")
    parser.add_argument("game", nargs="*", default=[], help="games; all, if none is named")
    parser.add_argument("--against", choices=GOALS)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", type=int, default=2, help="how many seats")
    parser.add_argument("--simulations", type=int, default=1000, help="against uct")
    parser.add_argument("--seconds", type=float, default=0.04, help="against open-spiel")
    parser.add_argument("--report", action="store_true", help="print what has been measured")
    wishes = parser.parse_intermixed_args()  # games may follow the options
    journal = Journal(wishes.results)
    if wishes.against:
        options = {} if wishes.players == 2 else {"players": wishes.players}
        for name in wishes.game or games_for(wishes.players):
            play(journal, blockhaus.game(name, **options), wishes)
    if wishes.report or not wishes.against:
        print(report(journal))


if __name__ == "__main__":
    main()
