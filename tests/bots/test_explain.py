"""Asked why, a bot thinks the same again; who asks while the game is played learns nothing that is hidden from them."""

from __future__ import annotations

from dataclasses import replace

import pytest

import bungalow
from bungalow.bots.explain import SHOWN, Explanation, NoReasons, explain, explain_to, knows_more
from bungalow.bots.table import choose, codes, make, manner, stream, think
from bungalow.core import registry
from bungalow.core.conformance.moment import Table
from bungalow.core.contract import Game
from bungalow.core.match import Match, new
from bungalow.core.random import seeded
from tests.titles.ambush import AmbushGame
from tests.titles.embers import EmbersGame
from tests.titles.kilns import KilnsGame
from tests.titles.quay import QuayGame

SEARCH = f"search-{40 if bungalow.compiled else 8}"
TINY = [AmbushGame(), EmbersGame(), KilnsGame(), QuayGame()]
TITLES = [*TINY, *(registry.find(title) for title in registry.titles())]


def played(game: Game, bots: list[str], moves: int, seed: int = 3) -> Match:
    """A match between bots, who move in another order than they were asked where that is allowed."""
    match = Match(game, len(bots), seed=seed)
    for _ in range(moves):
        if match.over:
            break
        seat = match.actors[-1]
        match.play(seat, think(bots[seat], match, seat))
    return match


@pytest.mark.parametrize("game", TITLES, ids=lambda game: game.name)
def test_a_search_thinks_the_same_again(game: Game) -> None:
    bots = [SEARCH] * game.seats[0]
    match = played(game, bots, 14)
    several = 0
    for moves, move in enumerate(match.history):
        asking = match.asking(move.seat, moves)
        found = explain(bots[move.seat], asking, move.seat, move.text)
        assert found.chosen == move.text
        assert [option.text for option in found.options if option.played] == [move.text]
        if found.way == "search":
            several += 1
            bot = make(SEARCH, game)
            choose(bot, asking.state, move.seat, stream(match.seed, "bot", move.seat, len(asking.history)))
            weighed = {asking.state.notation(move.seat, option): (v, mean) for option, v, mean in bot.weighed}  # type: ignore[attr-defined]
            for option in found.options:
                visits, mean = weighed.get(option.text, (0, 0.0))
                assert option.visits == visits
                if visits:
                    assert option.results[move.seat] == pytest.approx(mean)
    assert several > 0


def test_what_others_answer_at_the_same_time_does_not_matter() -> None:
    """Bots that are asked together choose the same in whatever order they answer."""
    game = registry.find("burano")
    bots = ["greedy", SEARCH, "greedy"]
    texts: list[dict[int, list[str]]] = []
    for first in (0, -1):
        match = Match(game, 3, seed=5)
        while not match.state.current.together:
            match.play(match.actors[0], think(bots[match.actors[0]], match, match.actors[0]))
        closed = match.state.closed
        while match.state.closed == closed:
            seat = match.actors[first]
            match.play(seat, think(bots[seat], match, seat))
        texts.append({seat: [move.text for move in match.history if move.seat == seat] for seat in range(3)})
    assert texts[0] == texts[1]


def test_an_explanation_tells_the_best_and_counts_the_rest() -> None:
    match = played(registry.find("burrows"), [SEARCH, "greedy"], 30)
    while len(match.moves(match.actors[0])) <= SHOWN + 3:
        seat = match.actors[0]
        match.play(seat, think([SEARCH, "greedy"][seat], match, seat))
    seat = match.actors[0]
    moves = match.moves(seat)
    for code in (SEARCH, "greedy"):
        found = explain(code, match, seat)
        assert len(found.options) == SHOWN
        assert found.others == len(moves) - SHOWN
        assert found.options[0].text == found.chosen
        assert found.question == match.question(seat)
        assert {(option.text, option.words) for option in found.options} <= {(m.text, m.words) for m in moves}
        assert not any(option.played for option in found.options)
        worst = explain(code, match, seat, moves[0].text)
        assert [option.text for option in worst.options if option.played] == [moves[0].text]
    found = explain(SEARCH, match, seat)
    assert sum(option.share for option in found.options) <= 1
    assert found.options[0].share == found.options[0].visits / found.tries
    for option in found.options:
        assert len(option.results) == (2 if option.visits else 0)
        assert all(0 <= result <= 1 for result in option.results)
    liked = [option.worth for option in explain("greedy", match, seat).options]
    assert None not in liked
    assert liked == sorted(liked, reverse=True)  # type: ignore[type-var]


def test_who_does_not_think_says_so() -> None:
    match = played(registry.find("burrows"), ["random", "random"], 3)
    move = match.history[2]
    found = explain("random", match.asking(move.seat, 2), move.seat, move.text)
    assert (found.way, found.chosen) == ("random", move.text)
    assert [option.text for option in found.options] == [move.text]
    assert found.others == len(match.at(2).moves(move.seat)) - 1


def test_every_bot_has_a_name_and_a_sentence() -> None:
    titles = [manner(code).title for code in codes()]
    assert len(set(titles)) == len(titles)
    for code in codes():
        assert manner(code).words.endswith(".")
    assert "search-2000" in manner("search-2000").words


# -- while the game is played -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", TITLES, ids=lambda game: game.name)
def test_reasons_are_the_same_in_worlds_that_one_cannot_tell_apart(game: Game) -> None:
    """The answer is made from what the viewer may know, and from nothing else."""
    told = apart = 0
    for seed in range(2):
        match = Match(game, game.seats[-1], seed=seed)
        chance = stream(seed)
        for number in range(20):
            if match.over:
                break
            mover = match.actors[-1]
            for viewer in {(mover + 1) % match.seats, (mover + 2) % match.seats} - {mover}:
                other = match.state.guess(viewer, seeded(1000 * seed + number))
                apart += secrets(Table(other)) != secrets(match)
                said = next_lines(match, mover, viewer)
                answers = [reasons(Table(world), mover, viewer, said) for world in (match.state, other)]
                assert answers[0] == answers[1]
                told += isinstance(answers[0], Explanation)
            options = match.state.legal(mover)
            match.play(mover, options[int(chance.below(len(options)))])
    assert told > 10
    assert apart > 10


def secrets(match: Match) -> list[object]:
    return [secret.value for secret in match.game.secrets(match.state)]


def next_lines(match: Match, mover: int, viewer: int) -> list[str]:
    """What the viewer reads after the mover has done something."""
    later = Table(match.state.clone())
    later.state.watch()
    later.state.listen()
    later.play(mover, later.moves(mover)[-1])
    return [line.words for line in later.lines(viewer)]


def reasons(match: Match, mover: int, viewer: int, said: list[str]) -> Explanation | str:
    try:
        return explain_to(viewer, "search-6", match, mover, said)
    except NoReasons as refusal:
        return refusal.words


def test_who_has_no_secret_tells_its_own_thoughts() -> None:
    """In Burrows everybody sees everything but the stock."""
    match = played(registry.find("burrows"), ["greedy", SEARCH], 21)
    for moves, move in enumerate(match.history):
        if move.seat == 1:
            said = [line.words for line in match.lines(0) if line.after_move == moves + 1]
            found = explain_to(0, SEARCH, match.at(moves), 1, said)
            assert found == explain(SEARCH, match.at(moves), 1, move.text)
            assert found.own


def test_who_has_a_secret_tells_what_could_be() -> None:
    """The answer to a player who cannot see the bot's cards differs from what it tells after the game."""
    match = played(registry.find("busara"), ["greedy", SEARCH], 40)
    others = 0
    for moves, move in enumerate(match.history):
        if move.seat == 1 and not match.at(moves).state.hides_moment(0):
            before = match.at(moves)
            said = [line.words for line in match.lines(0) if line.after_move == moves + 1]
            found = explain_to(0, SEARCH, before, 1, said)
            if knows_more(before.state, 1, 0):
                assert not found.own
                others += replace(found, own=True) != explain(SEARCH, before, 1, move.text)
    assert others > 5


def test_nobody_is_told_that_somebody_is_asked_silently() -> None:
    game = AmbushGame()
    for seed in range(20):
        match = Match(game, 3, seed=seed)
        match.play(0, "raid")
        if match.state.hides_moment(2) and match.actors == [1]:
            with pytest.raises(NoReasons):
                explain_to(2, "search-6", match, 1, [])
            return
    raise AssertionError("no seat was asked")


def test_a_move_that_was_not_seen_is_not_marked() -> None:
    """Pyramids are built behind screens: what the log does not say is nowhere marked as played."""
    match = new("burano", 2, seed=5)
    while not match.state.current.together:
        match.play(match.actors[0], match.moves(match.actors[0])[0])
    found = explain_to(0, SEARCH, match, 1, ["Player 2 is ready"])
    assert not found.own
    assert not any(option.played for option in found.options)
