"""How fast the peers are: OpenSpiel and Pgx playing connect four.

Each function loads its peer, sets it up, compiles and warms it, and returns a meter: a function
that runs the peer for about the given seconds and returns a rate. Nothing else is timed. A peer
that is not installed raises `PeerMissing`, which names the package to install.
"""

from __future__ import annotations

import importlib
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

SEED = 1
ROLLOUTS = 200  # random games in one timed call of OpenSpiel's evaluator
LENGTH_GAMES = 5000  # random games that measure the average length: within about half a percent
SIMULATIONS = 1000  # in one search of OpenSpiel's bot
UCT_C = 2.0
MEMORY_MB = 1024  # far above what a search here uses, so the bot never prunes its tree
CHUNK = 32  # Pgx steps of every board in one compiled call

Meter = Callable[[float], float]


class PeerMissing(RuntimeError):
    """A peer cannot be imported; `package` is what pip should install."""

    def __init__(self, package: str) -> None:
        super().__init__(f"{package} cannot be imported: pip install {package}")
        self.package = package


def open_spiel_playouts() -> Meter:
    """Moves a second of OpenSpiel's compiled random playouts of connect four, on one thread.

    Timed: the C++ `RandomRolloutEvaluator`, playing batches of 200 uniformly random games from
    the start position to the end. Python cannot call it directly, so a C++ `MCTSBot` limited to
    one simulation does: its only simulation evaluates the root, and no move is played outside
    the rollouts. The loop, the legal moves, the choices and the moves are all compiled code;
    Python is entered once in 200 games.

    The evaluator does not say how many moves it played. They are taken as the games it played
    times the average length of a random game, which 5000 seeded games, not timed, measure first.
    """
    pyspiel = _load("pyspiel", "open_spiel")
    game = pyspiel.load_game("connect_four")
    length = _mean_random_length(game)
    search = _open_spiel_search(pyspiel, game, rollouts=ROLLOUTS, simulations=1)
    return lambda seconds: _rate(lambda: ROLLOUTS * search(), seconds) * length


def open_spiel_simulations() -> Meter:
    """Simulations a second of OpenSpiel's compiled `MCTSBot` on connect four, on one thread.

    Timed: whole searches of 1000 simulations from the start position, each with a new tree
    that is built and freed within the time. A simulation descends by UCT, evaluates the leaf
    with one random rollout in C++ and backs the result up; the bot's solver is off. The count
    is the number of visits of the root.
    """
    pyspiel = _load("pyspiel", "open_spiel")
    game = pyspiel.load_game("connect_four")
    search = _open_spiel_search(pyspiel, game, rollouts=1, simulations=SIMULATIONS)
    return lambda seconds: _rate(search, seconds)


def pgx_steps(games: int = 4096, threads: int = 1) -> Meter:
    """Steps a second of Pgx's connect four on `games` boards, all boards together.

    Timed: calls of one function compiled by `jax.jit`, which steps every board 32 times with
    `jax.vmap` of `env.step` in Pgx's `auto_reset`. Pgx's `act_randomly` chooses uniformly among
    the legal moves inside that function. A game that ends restarts within the same step, so
    every step counted is one move of one game. Random numbers are JAX's default ones. It is a
    CPU's rate if JAX's default device is the CPU.

    With one thread all boards are one batch, and XLA spreads its work over the cores by itself.
    With more, each thread advances an equal share of the boards (rounded down) at the same time
    as the others, and the rate is their sum. One thread per core is the faster form where XLA
    alone does not keep all cores busy: a claim to be faster than Pgx should hold against both.
    """
    if not 1 <= threads <= games:
        raise ValueError(f"threads must be from 1 to the number of games, not {threads}")
    pgx, jax = _load("pgx", "pgx"), _load("jax", "jax")
    env = pgx.make("connect_four")
    boards = games // threads
    advance = _pgx_advance(jax, env, boards)
    workers = [_pgx_worker(jax, env, advance, boards, SEED + index) for index in range(threads)]
    pool = ThreadPoolExecutor(threads)
    return lambda seconds: sum(pool.map(lambda work: _rate(work, seconds), workers))


def _load(module: str, package: str) -> Any:
    """The module, or `PeerMissing` naming its package."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise PeerMissing(package) from error


def _rate(work: Callable[[], int], seconds: float) -> float:
    """Units a second of `work`, which returns the units it did; called at least once."""
    done = 0
    start = time.perf_counter()
    while True:
        done += work()
        elapsed = time.perf_counter() - start
        if elapsed >= seconds:
            return done / elapsed


def _mean_random_length(game: Any) -> float:
    """Average number of moves of `LENGTH_GAMES` uniformly random games, always the same ones."""
    rng = random.Random(SEED)
    moves = 0
    for _ in range(LENGTH_GAMES):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        moves += state.move_number()
    return moves / LENGTH_GAMES


def _open_spiel_search(
    pyspiel: Any, game: Any, rollouts: int, simulations: int
) -> Callable[[], int]:
    """A function that searches the start position once and returns the simulations it ran."""
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, SEED)
    bot = pyspiel.MCTSBot(game, evaluator, UCT_C, simulations, MEMORY_MB, False, SEED, False)
    start = game.new_initial_state()

    def search() -> int:
        return int(bot.mcts_search(start).explore_count)

    search()
    return search


def _pgx_advance(jax: Any, env: Any, boards: int) -> Callable[[Any], Any]:
    """The compiled function that plays `CHUNK` random moves on each of the boards."""
    wrappers = _load("pgx.experimental", "pgx")
    step = jax.vmap(wrappers.auto_reset(env.step, env.init))

    def move(_: Any, carry: Any) -> Any:
        state, key = carry
        key, choice_key, step_key = jax.random.split(key, 3)
        action = wrappers.act_randomly(choice_key, state.legal_action_mask)
        return step(state, action, jax.random.split(step_key, boards)), key

    def advance(carry: Any) -> Any:
        return jax.lax.fori_loop(0, CHUNK, move, carry)

    compiled: Callable[[Any], Any] = jax.jit(advance)
    return compiled


def _pgx_worker(
    jax: Any, env: Any, advance: Callable[[Any], Any], boards: int, seed: int
) -> Callable[[], int]:
    """A function that advances its own boards once, already compiled, and returns the steps."""
    init_key, key = jax.random.split(jax.random.key(seed))
    carry = (jax.jit(jax.vmap(env.init))(jax.random.split(init_key, boards)), key)

    def work() -> int:
        nonlocal carry
        carry = jax.block_until_ready(advance(carry))
        return CHUNK * boards

    work()
    return work
