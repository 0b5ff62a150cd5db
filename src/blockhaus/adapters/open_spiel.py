"""The games for OpenSpiel, so that its algorithms and bots play them.

    import pyspiel
    import blockhaus.adapters.open_spiel            # registers all games
    game = pyspiel.load_game("blockhaus_kwinty(width=7)")

Options are the game's own; `seed` decides what is dealt. Everything dealt follows from the seed, so
there are no chance nodes: where the rules hide something, an algorithm that searches a state sees
through it. `state_at` therefore takes any position, such as a blind one, in which the hidden things
are dealt anew.

Returns add up to 0: the winner alone gets 1, who shares a win less, with two seats a loser gets -1.
"""

from __future__ import annotations

import json
from typing import Any

import pyspiel

from ..core.game import Game, find_game
from ..core.position import Position
from ..core.rooms import open_rooms
from ..core.spec import Flag, Number, Spec

PREFIX = "blockhaus_"
LONGEST = 10_000  # decisions; far more than the longest game has


class HouseGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options and the seed of its deal."""

    spec: Spec

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given, plain = params or {}, _parameters(self.spec)
        self.seed = int(given.get("seed", 0))
        chosen = {
            name: given[name] for name in plain if given.get(name, plain[name]) != plain[name]
        }
        self.house = find_game(self.spec.id, chosen)
        self.start = self.house.start(self.seed)  # kept: every copy of a state begins with it
        super().__init__(game_type(self.spec), _info(self.house), params or {})

    def new_initial_state(self, _: Any = None) -> HouseState:
        return state_at(self, self.start)

    def make_py_observer(self, _type: Any = None, _params: Any = None) -> Observer:
        return Observer()


class HouseState(pyspiel.State):  # type: ignore[misc]
    """A position. It is replaced, never changed, so copies share it."""

    def __init__(self, game: HouseGame, position: Position) -> None:
        super().__init__(game)
        self.position = position

    def current_player(self) -> int:
        seat = self.position.to_move
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.position.actions) if player == self.position.to_move else []

    def _apply_action(self, action: int) -> None:
        self.position = self.position.after(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.game.text(action)

    def is_terminal(self) -> bool:
        return self.position.is_over

    def returns(self) -> list[float]:
        seats, outcome = self.position.game.players, self.position.outcome
        if outcome is None:
            return [0.0] * seats
        share = 1 / len(outcome.winners)
        shares = [share if seat in outcome.winners else 0.0 for seat in range(seats)]
        return [(seats * each - 1) / (seats - 1) for each in shares]

    def __str__(self) -> str:
        return str(self.position)


class Observer:
    """What a seat may see, as text."""

    def __init__(self) -> None:
        self.tensor = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: HouseState, player: int) -> None:
        """There is no tensor: `blockhaus.batch` has observations for learning."""

    def string_from(self, state: HouseState, player: int) -> str:
        return json.dumps(state.position.view(player), sort_keys=True)


def state_at(game: HouseGame, position: Position) -> HouseState:
    """The state of a position."""
    return HouseState(game, position)


def game_type(spec: Spec) -> Any:
    """What OpenSpiel wants to know about a game before its options are chosen."""
    kinds, least, most = pyspiel.GameType, *spec.seats
    hidden = kinds.Information.IMPERFECT_INFORMATION
    return kinds(
        short_name=f"{PREFIX}{spec.id}",
        long_name=f"Blockhaus {spec.title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.DETERMINISTIC,
        information=hidden if spec.secrets else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        min_num_players=least,
        max_num_players=most,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={"seed": 0, **_parameters(spec)},
    )


def _parameters(spec: Spec) -> dict[str, Any]:
    """The options with defaults of the types OpenSpiel knows: numbers, truth values, texts.

    A comma would end a text, so words of a list are joined by spaces.
    """
    return {
        option.name: option.default
        if isinstance(option, Number | Flag)
        else option.show(option.default).replace(",", " ")  # type: ignore[arg-type]
        for option in spec.options
    }


def _info(game: Game) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=game.actions,
        max_chance_outcomes=0,
        num_players=game.players,
        min_utility=-1 / (game.players - 1),
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=LONGEST,
    )


def _register() -> None:
    for room in open_rooms():
        kind = type(room.spec.title, (HouseGame,), {"spec": room.spec})
        globals()[kind.__name__] = kind  # where pickle looks for it
        kind.__module__ = __name__
        pyspiel.register_game(game_type(room.spec), kind)


_register()
