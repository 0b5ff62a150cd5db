"""Listing theorems, proving them anew and finding new ones, with progress shown."""

from __future__ import annotations

from pathlib import Path
from threading import Thread

from rich.table import Table
from rich.text import Text

from ..core.errors import BlockhausError
from ..core.game import Game
from ..learn.theorem_proofs import MEMORY, Proof, Question, differences, good_depth, question_of
from ..learn.theorems import Theorem, theorem, theorems, write
from .progress import progress
from .screen import Screen


def show_theorems(screen: Screen, game: str | None) -> None:
    """All theorems in a table."""
    page = Table(show_lines=True)
    page.add_column("theorem", overflow="fold", style="bold")
    page.add_column("statement")
    for heading in ("positions", "seconds"):
        page.add_column(heading, justify="right")
    for each in theorems(game):
        said = Text(f"{each.game.spec.title}, {each.setting()}: {each.statement}")
        page.add_row(each.key, said, f"{each.nodes:,}", f"{each.seconds:.1f}")
    screen.say(page)
    screen.say("Prove one anew with: blockhaus theorems prove THEOREM", "dim")


def show_first(screen: Screen, each: Theorem) -> None:
    screen.say(Text(str(each.statement), "bold"))
    for result in sorted(set(each.first.values()), reverse=True):
        moves = " ".join(move for move, found in each.first.items() if found == result)
        screen.say(Text(f"  {result}: {moves}"))
    screen.say(f"{each.nodes:,} positions, {each.seconds:.1f} s", "dim")


def prove_again(screen: Screen, key: str, memory: float = MEMORY) -> bool:
    """Whether a theorem holds."""
    stated = theorem(key)
    proof = Proof(question_of(stated), memory)
    found = _run(screen, proof)
    show_first(screen, found)
    wrong = differences(stated, found)
    for each in wrong:
        screen.warn(each)
    screen.say("It does not hold as it is stated." if wrong else "Proven as it is stated.", "bold")
    proof.forget()
    return not wrong


def find_theorem(
    screen: Screen,
    game: Game,
    opening: tuple[str, ...],
    by_points: bool,
    depth: int | None,
    file: Path | None,
    memory: float = MEMORY,
) -> None:
    """Solve a board and show what comes out, or add it to a file."""
    depth = depth or good_depth(Question(game, opening, by_points, 1))
    proof = Proof(Question(game, opening, by_points, depth), memory)
    found = _run(screen, proof)
    show_first(screen, found)
    if file:
        try:
            with file.open("a", encoding="utf-8") as stream:
                stream.write(f"\n{write(found)}")
        except OSError as error:
            raise BlockhausError(f"{file} cannot be written: {error.strerror}.") from None
        screen.point("The theorem is in", file)
    proof.forget()


def _run(screen: Screen, proof: Proof) -> Theorem:
    """Prove in a thread, since compiled code does not hear Ctrl-C, while this one listens."""
    errors: list[BaseException] = []

    def work() -> None:
        try:
            for _ in proof.steps():
                pass
        except BaseException as error:
            errors.append(error)

    working = Thread(target=work, daemon=True)
    with progress(screen, len(proof)) as bar:
        working.start()
        try:
            while working.is_alive():
                working.join(0.2)
                words = f"{proof.prover.nodes:,} positions looked at; solved"
                bar.update(bar.task_ids[0], completed=proof.done, description=words)
        except KeyboardInterrupt:
            proof.prover.stop[0] = 1
            working.join()
            screen.say("Stopped. The same command goes on from here.")
            raise
    if errors:
        raise errors[0]
    return proof.theorem
