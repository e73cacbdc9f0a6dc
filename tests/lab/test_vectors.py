"""Views in numbers: nothing that the seat may not know, the same layout at every moment, and the docs say so."""

from __future__ import annotations

from pathlib import Path

import pytest

from bungalow.core.contract import Game
from bungalow.core.errors import BadOptions, IllegalMove
from bungalow.core.random import seeded
from bungalow.core.registry import find
from bungalow.lab.actions import Actions, returns
from bungalow.lab.vectors import Layout, table
from bungalow.lab.vectors.burrows import FEATURES, placements
from tests.lab.tables import LAWAN, MODULES, OURS, SORTS, Sort, walk

DOCS = Path(__file__).parents[2] / "docs" / "lab"
MANY = [*[sort for sort in SORTS if sort.seats in (2, 4)], *LAWAN, Sort("buru", 4, MODULES)]


@pytest.mark.parametrize("sort", MANY, ids=str)
def test_numbers_tell_nothing_that_the_seat_may_not_know(sort: Sort, run_seed: int) -> None:
    layout = Layout(sort.game, sort.seats, sort.options)
    for number, state in enumerate(walk(sort, run_seed % 1000, 400)):
        if number % 8:
            continue
        for seat in range(sort.game.played_seats(sort.seats, sort.options)):
            world = state.guess(seat, seeded(number))
            world.watched = state.watched
            assert layout.encode(world, seat) == layout.encode(state, seat), (sort, run_seed, number)
            if sort.title == "burrows":
                assert placements(world, seat) == placements(state, seat)


@pytest.mark.parametrize("sort", [*SORTS, *LAWAN], ids=str)
def test_all_numbers_are_used_and_small(sort: Sort) -> None:
    layout = Layout(sort.game, sort.seats, sort.options)
    assert [part.start for part in layout.parts] == [
        sum(p.size for p in layout.parts[:i]) for i in range(len(layout.parts))
    ]
    assert len({part.name for part in layout.parts}) == len(layout.parts)
    rows = [layout.encode(state, 0) for state in walk(sort, 1, 150)]
    assert all(-20 < value < 20 for row in rows for value in row)
    changing = sum(len(set(column)) > 1 for column in zip(*rows, strict=True))
    assert changing > 40


def test_seats_are_told_from_the_viewer() -> None:
    sort = Sort("burrows", 3, {})
    layout = Layout(sort.game, 3)
    parts = {part.name: part.start for part in layout.parts}
    *_, state = walk(sort, 4)
    scores = [int(state.score(seat)) / 10 for seat in range(3)]
    for seat in range(3):
        row = layout.encode(state, seat)
        assert [row[parts[f"seat+{i}: score"]] for i in range(3)] == scores[seat:] + scores[:seat]
        assert row[parts["seat"] : parts["seat"] + 3] == [float(seat == i) for i in range(3)]


def test_a_title_without_a_file_is_told() -> None:
    other = Game()
    other.name = "other"
    with pytest.raises(BadOptions, match="other cannot be told in numbers yet"):
        Layout(other, 2)


# -- actions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", OURS)
def test_an_action_is_the_base_of_its_kind_and_the_option(title: str) -> None:
    sort = Sort(title, 3, {})
    actions = Actions(sort.game)
    kinds: set[int] = set()
    for state in walk(sort, 2, 400):
        if state.over():
            break
        seat = int(state.actor())
        kind, options, ids = int(state.asked(seat)), state.legal(seat), actions.legal(state, seat)
        kinds.add(kind)
        base = sum(actions.sizes[:kind])
        if (title, sort.game.kinds[kind].name) == ("burrows", "place"):
            assert ids == [base + rank for rank in range(len(options))]
        else:
            assert ids == [base + option for option in options]
            assert actions.sizes[kind] == sort.game.sizes[kind]
        assert [actions.option(state, seat, action) for action in ids] == options
        assert [actions.action(state, seat, option) for option in options] == ids
        other = actions.bases[(kind + 1) % len(actions.bases)]
        with pytest.raises(IllegalMove, match=f"action {other}"):
            actions.option(state, seat, other)
    assert len(kinds) > 2
    assert actions.size == sum(actions.sizes)


def test_only_placements_of_burrows_are_renumbered() -> None:
    game = find("burrows")
    assert Actions(game).sizes == (160, 3, game.max_options, 5)
    assert [Actions(find(title)).ranked for title in OURS] == [-1, 2, -1, -1]


def test_gains_add_up_to_nothing() -> None:
    for title in OURS:
        *_, state = walk(Sort(title, 2, {}), 9)
        assert sum(returns(state, 2)) == 0
        assert max(returns(state, 2)) <= 1


# -- docs ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", OURS)
def test_the_docs_show_the_layout(title: str) -> None:
    """`./run python -m tools.layouts` writes these pages."""
    from tools.layouts import page

    assert (DOCS / f"{title}.md").read_text(encoding="utf-8") == page(find(title))


def test_the_docs_name_every_feature_of_a_placement() -> None:
    text = (DOCS / "burrows.md").read_text(encoding="utf-8")
    assert [name for name in FEATURES if name not in text] == []
    assert table(Layout(find("burrows"), 2)) in text
