"""Editions with fewer tiles, where the stacks run empty: BW-R25."""

from __future__ import annotations

import re
from pathlib import Path
from typing import cast

import pytest

from bungalow.games.burrows import GAME
from bungalow.games.burrows.data import SEATS
from bungalow.games.burrows.state import Burrows
from tests.clauses import clause
from tests.games.burrows.builders import Table, table
from tests.games.editions import packaged

PACKAGED = packaged("burrows")


@pytest.fixture
def few(tmp_path: Path) -> str:
    return small_edition(tmp_path, ["T03", "T04", "T05", "T06", "T07"])


def small_edition(folder: Path, tiles: list[str], *, lower: bool = False) -> str:
    """The packaged box with only these tiles."""
    rows = {found[1]: found[0] for found in re.finditer(r'  \{ id = "(T\d\d)".*\n', PACKAGED)}
    start, stop = PACKAGED.index('  { id = "T01"'), PACKAGED.rindex("]")
    text = PACKAGED[:start] + "".join(rows[tile] for tile in tiles) + PACKAGED[stop:]
    text = text.replace("burrow_tiles = 80", f"burrow_tiles = {len(tiles)}")
    text = text.replace('schedule_pages = 24\nsource = "rulebook"', 'schedule_pages = 24\nsource = "public"')
    if lower:
        text = text.replace('id = "T', 'id = "t')
    path = folder / f"{len(tiles)}{lower}.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


@clause("BW-R25")
def test_with_empty_stacks_the_pool_shrinks_and_then_the_game_ends(few: str) -> None:
    """Five tiles, two players. T05 shows the bus, no stage is ever scored."""
    played = table(2, edition=few, pool="T03 T04 T05", stock="T06 T07")
    sizes = []
    turns = []
    while not played.state.over():
        sizes.append(len(played.pool))
        turns.append(played.turn)
        played.play(f"build {played.pool[0]}")
        while played.asked in ("place", "piece"):
            played.play(played.options[0])
    assert sizes == [3, 3, 3, 2, 1]
    assert turns == [1, 2, 1, 2, 1]


@clause("BW-R25")
def test_a_single_plain_tile_is_still_a_choice(few: str) -> None:
    played = table(2, edition=few, pool="T03", warrens={1: "T04@(0,0,0) T05@(0,1,0) T06@(0,2,0) T07@(0,3,0)"})
    assert played.options == ["reserve T03", "build T03"]
    played.play("reserve T03")
    assert played.state.over()


@clause("BW-R25")
def test_a_single_tile_without_choice_is_built_unasked(few: str) -> None:
    """One bus tile: it cannot be reserved, so the engine builds it and asks only where."""
    played = table(2, edition=few, pool="T05", warrens={1: "T04@(0,0,0) T03@(0,1,0) T06@(0,2,0) T07@(0,3,0)"})
    assert (played.asked, played.view["laying"]) == ("place", "T05")


@clause("BW-R25", "BW-9.2", "BW-9.3")
@pytest.mark.parametrize("finder", [1, 2, 3])
def test_who_finds_the_pool_empty_counts_as_next_in_turn(few: str, finder: int) -> None:
    """Equal scores: the finder is first, the player before last. Unscored stages are dropped; reserves count."""
    last = (finder - 2) % 3 + 1
    warren = "T03@(0,0,0) T05@(0,1,0) T06@(0,2,0) T07@(0,3,0)"
    played = table(3, edition=few, turn=last, pool="T04", warrens={last: warren}).play("build T04", "at 0,4 r0")
    assert played.state.over()
    ranks = [0, 0, 0]
    for after in range(3):
        ranks[(finder - 1 + after) % 3] = after + 1
    assert played.ranks == ranks
    assert played.complaints == [0, 0, 0]
    assert played.stages_left == 16
    assert f"Player {finder} finds the pool empty: the game is over" in played.lines
    played = table(3, edition=few, turn=last, pool="T04", warrens={last: warren}).play("reserve T04")
    assert played.scores == [-1 if player == last else 0 for player in (1, 2, 3)]
    assert played.ranks[last - 1] == 1


@clause("BW-R25")
def test_the_pool_is_refilled_as_far_as_the_stock_goes(tmp_path: Path) -> None:
    state = cast(Burrows, GAME.new(2, seed=1, edition=small_edition(tmp_path, ["T03", "T04", "T06"])))
    assert (state.pool_count, state.drawn) == (3, 3)
    assert Table(state).view["stock"] == 0


@pytest.mark.whole_game
@pytest.mark.parametrize("seats", SEATS)
def test_random_games_of_small_editions_end(tmp_path: Path, seats: int) -> None:
    for count in (3, 4, 7, 20):
        edition = small_edition(tmp_path, [f"T{number:02}" for number in range(3, 3 + count)])
        for seed in range(5):
            state = cast(Burrows, GAME.new(seats, seed=seed, edition=edition))
            pieces = GAME.pieces(state)
            random = state.random.copy()
            moves = 0
            while not state.over():
                options = state.legal(state.actor())
                state.play(state.actor(), options[random.below(len(options))])
                assert GAME.pieces(state) == pieces
                moves += 1
            assert moves <= GAME.max_moves
            assert sorted(score.rank for score in state.standing().scores) == list(range(1, seats + 1))


def test_notation_of_tiles_with_small_letters(tmp_path: Path) -> None:
    """An edition may name its tiles t03; what it prints can be read back."""
    edition = small_edition(tmp_path, ["T03", "T04", "T05", "T06"], lower=True)
    played = table(2, edition=edition, pool="t03 t04 t05")
    assert played.options[0] == "reserve t03"
    for move in (*played.options, "BUILD T04"):
        played.option(move)
    assert played.play("build T04").laid(1) == ["t04@(0,0,0)"]
