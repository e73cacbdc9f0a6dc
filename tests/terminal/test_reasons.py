"""What a bot weighed, shown at a terminal, and told from what a person may know."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bungalow.bots.explain import NoReasons, explain
from bungalow.bots.table import think
from bungalow.core.match import Match, new
from bungalow.terminal.reasons import described, last_reasons, show
from tests.terminal.conftest import paper, printed
from tests.titles.ambush import AmbushGame


def test_a_bot_that_thinks_otherwise_says_so() -> None:
    """As in a record that was played with another version, or with a budget of time."""
    match = new("burrows", 2, seed=7)
    found = explain("greedy", match, 0)
    other = next(move.text for move in match.moves(0) if move.text != found.chosen)
    screen = paper()
    show(screen, explain("greedy", match, 0, other), match.names)
    assert f"It did '{other}'; thinking again, it would now do '{found.chosen}'." in printed(screen)
    assert described(found)["seat"] == 1


def test_a_bots_cards_stay_secret_at_a_terminal() -> None:
    """The person is told the same whatever the bot holds."""
    match = new("busara", 2, seed=4)
    bots = {1: "search-10"}
    while len(match.history) < 30 or match.history[-1].seat == 0:
        seat = match.actors[0]
        match.play(seat, think("search-10", match, seat))
    told = last_reasons(match, bots, 0)
    assert not told.own
    screen = paper()
    show(screen, told, match.names)
    assert "stays secret until the end" in printed(screen)


def test_silent_answers_are_passed_over() -> None:
    """The last move that one saw is explained, not one that nobody may know of."""
    for seed in range(30):
        match = Match(AmbushGame(), 3, seed=seed)
        match.play(0, "dig")
        match.play(1, "dig")
        match.play(2, "raid")
        silent = match.actors[0]
        if silent == 1 and match.state.hides_moment(0):
            match.play(1, "pass")
            assert match.history[-1].seat == 1
            assert last_reasons(match, {1: "random", 2: "random"}, 0).seat == 2
            return
    raise AssertionError("nobody was asked silently")


def test_no_bot_no_reasons() -> None:
    match = new("burrows", 2, seed=7)
    match.play(0, match.moves(0)[0])
    with pytest.raises(NoReasons):
        last_reasons(match, {}, 1)


def test_few_tries_are_marked() -> None:
    """What was tried hardly ever looks less sure than the rest, by the figures that are told anyway."""
    match = new("burrows", 2, seed=7)
    found = explain("search-40", match, 0)
    assert len(found.options) > 2
    tries = (100, 5, 4, *(0 for _ in found.options[3:]))
    options = tuple(replace(option, visits=visits) for option, visits in zip(found.options, tries, strict=True))
    rare = replace(found, options=options)
    assert [rare.unsure(option) for option in rare.options[:4]] == [False, False, True, False][: len(options)]
    screen = paper()
    show(screen, rare, match.names, "A Veteran")
    told = printed(screen)
    assert f"A Veteran would play '{found.chosen}': it tried that most often." in told
    assert told.count("% few tries") == 1
    assert "few tries: what is expected there is not sure" in told
    even = replace(found, options=tuple(replace(option, visits=9) for option in found.options))
    show(screen, even, match.names)
    assert "few tries" not in printed(screen).removeprefix(told)
    assert f"would play '{found.chosen}': it tried nothing more often." in printed(screen)
