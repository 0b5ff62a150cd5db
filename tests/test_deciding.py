"""What decided a game: proven where that is claimed, and else told with its doubt."""

from __future__ import annotations

from dataclasses import replace

import blockhaus
from blockhaus.commentary.review import Review, review
from blockhaus.core.words import LANGUAGES
from blockhaus.learn.deciding import COSTLY, Decided, decided
from blockhaus.search.budget import Budget
from blockhaus.search.solve import Solver
from reviewed import planted, played

EFFORT = Budget(simulations=300)


def gone_over(name: str, *players: str, seed: int = 1) -> Review:
    return review(played(blockhaus.game(name), *players, seed=seed), EFFORT)


def test_a_win_that_was_handed_over_decided_it() -> None:
    record, position = planted("kwinty")
    found = decided(review(record, EFFORT))
    assert found
    assert found.certain and found.number == len(position.path) + 1
    told = str(found.sentences[0])
    colours = record.game.colours
    loser = position.to_move
    assert loser is not None
    assert f"by {colours[loser].capitalize()} nothing can stop" in told
    assert "would have won" in told
    assert str(position.words_for(record.moves[found.number - 1])) in told
    assert record.moves[found.number - 1] not in told.split()
    ends = {str(event.sentence) for event in record.positions()[-1].events}
    assert not ends & {str(each) for each in found.sentences}, "the result has told that already"


def test_what_is_called_decisive_is_proven() -> None:
    proofs = 0
    for seed in range(8):
        found = gone_over("kwinty", f"level:1,seed={seed}", "level:2,seed=5", seed=seed)
        told = decided(found)
        if not (told and told.certain):
            continue
        trail = found.record.positions()
        end = trail[-1].outcome
        assert end
        solver = Solver(found.record.game)
        solver.allow(3_000_000)
        distance = found.decisions[told.number - 1].distance
        assert solver.force(trail[told.number], end.winners[0], distance) >= 0
        proofs += 1
    assert proofs


def test_every_language_tells_it() -> None:
    record, _ = planted("kwinty")
    found = decided(review(record, EFFORT))
    assert found
    for sentence in found.sentences:
        assert len({sentence.text(lang) for lang in LANGUAGES}) == len(LANGUAGES)


def unproven(found: Review, **changes: float) -> Review:
    """The same review without any proof, and with other chances at its first error."""
    plain = [
        replace(each, distance=0, best_distance=0, certain=False, judgement="best")
        for each in found.decisions
    ]
    winner = found.record.positions()[-1].outcome
    assert winner
    number = next(i for i, each in enumerate(plain) if each.seat != winner.winners[0])
    plain[number] = replace(plain[number], judgement="blunder", **changes)  # type: ignore[arg-type]
    return replace(found, decisions=tuple(plain))


def test_without_a_proof_the_curve_is_told_with_its_doubt() -> None:
    found = gone_over("kwinty", "level:2,seed=1", "level:1,seed=2")
    told = decided(unproven(found, win=0.3, best_win=0.7))
    assert told
    assert not told.certain
    sentence = str(told.sentences[0])
    assert sentence.startswith("Nothing is proven, but the computer believes that turn ")
    assert "30 % to win with" in sentence and "70 % with" in sentence


def test_what_cost_little_is_not_called_decisive() -> None:
    found = gone_over("kwinty", "level:2,seed=1", "level:1,seed=2")
    assert decided(unproven(found, win=0.5, best_win=0.5 + COSTLY / 2)) is None


def test_luck_is_told_where_it_weighed_more() -> None:
    found = review(played(blockhaus.game("cube"), "level:1,seed=3", seed=2, decisions=400), EFFORT)
    end = found.record.positions()[-1].outcome
    assert end and len(end.winners) == 1
    winner = end.winners[0]
    calm = [
        replace(each, judgement="best", distance=0, luck=(0.0,) * len(each.luck))
        for each in found.decisions
    ]
    lucky = tuple(0.3 if seat == winner else -0.3 for seat in range(len(calm[4].luck)))
    calm[4] = replace(calm[4], luck=lucky)
    told = decided(replace(found, decisions=tuple(calm)))
    assert told
    assert told.number == 5 and not told.certain
    assert str(told.sentences[0]).startswith("Luck weighed most")
    assert "about 30 % more to win" in str(told.sentences[0])


def test_nothing_is_said_of_a_draw_or_of_what_is_not_gone_over() -> None:
    record, _ = planted("kwinty")
    found = review(record, EFFORT)
    assert decided(replace(found, decisions=found.decisions[:-1])) is None
    opening = blockhaus.Record(record.game, record.moves[:4])
    begun = review(opening, EFFORT)
    assert decided(begun, (0, 1)) is None
    assert isinstance(decided(begun, (0,)), Decided | None)
