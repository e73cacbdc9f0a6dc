"""Burrows in words: notation, options, reasons, previews and log lines."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import bungalow
from bungalow.core.errors import IllegalMove, NotYourTurn, UnreadableMove
from bungalow.games.burrows import GAME
from tests.games.burrows.builders import Table, almost, table

# --- Notation ---------------------------------------------------------------------------------------------------------


def tie() -> Table:
    """Player 2 chooses whose red gopher comes: Player 1's or Player 3's."""
    warren, last = almost("R", 3)
    gophers = {1: "R2 O1", 3: "R2 P1", 4: "R9 O1 P1"}
    return table(4, turn=2, gophers=gophers, warrens={2: warren}, pool=f"{last[:3]} T03 T04").build(last)


def reserve_in_hand() -> Table:
    return table(2, warrens={1: "T16@(0,0,0)"}, reserve={1: "T41"}, pool="T03 T15 T18").play("build T03")


@pytest.mark.parametrize(
    ("position", "question", "notations", "words", "targets"),
    [
        (
            lambda: table(3, pool="T03 T15 T18"),
            "Reserve a tile or build one?",
            ["reserve T03", "reserve T18", "build T03", "build T15", "build T18"],
            "Reserve T03 (tunnels only)",
            ("tile:T03", "do:reserve"),
        ),
        (
            lambda: table(3, pool="T01 T15 T69"),
            "Reserve a tile or build one?",
            ["build T01", "build T15", "build T69"],
            "Build T01 (tunnels only; bus)",
            ("tile:T01", "do:build"),
        ),
        (
            reserve_in_hand,
            "Which tile first?",
            ["lay pool", "lay reserve"],
            "Lay the pool tile, T03 (tunnels only)",
            ("piece:pool",),
        ),
        (
            lambda: reserve_in_hand().play("lay pool", "at 0,1 r0"),
            "Lay your reserved tile too?",
            ["lay reserve", "finish"],
            "Lay your reserved tile, T41 (turnip, radish)",
            ("piece:reserve",),
        ),
        (
            tie,
            "Whose red gopher moves in?",
            ["lure 1", "lure 3"],
            "Lure the red gopher of player 1 (length 2)",
            ("seat:1",),
        ),
    ],
)
def test_questions_and_options_in_words(
    position: Callable[[], Table], question: str, notations: list[str], words: str, targets: tuple[str, ...]
) -> None:
    played = position()
    state, seat = played.state, played.state.actor()
    assert GAME.question(state, seat) == question
    assert played.options == notations
    first = state.legal(seat)[0]
    assert state.words(seat, first) == words
    assert state.targets(seat, first) == targets


def test_a_placement_in_words_tells_what_it_closes() -> None:
    warren, last = almost("R", 2)
    played = table(2, turn=2, warrens={2: warren}, pool=f"{last[:3]} T03 T04").play(f"build {last[:3]}")
    state, seat = played.state, played.state.actor()
    assert GAME.question(state, seat) == "Where to lay T18 (radish, carrot)?"
    told = {played.state.notation(seat, option): state.words(seat, option) for option in state.legal(seat)}
    assert told["at 0,-1 r2"] == "x 0, y -1, a half turn; completes radish 2"
    assert told["at 1,-1 r2"].startswith("x 1, y -1, a half turn; joins ")
    assert told["at 0,1 r0"] == "x 0, y 1, upright"
    assert told["at 2,0 r1"].startswith("x 2, y 0, a quarter turn right")
    assert state.targets(seat, played.option("at 0,-1 r2")) == ("cell:0,-1", "turn:2")
    ring = table(2, warrens={1: "T24@(0,0,0)"}, pool="T59 T03 T04").play("build T59")
    assert ring.state.words(0, ring.option("at 1,1 r2")) == "x 1, y 1, a half turn; closes a ring"


def test_a_placement_of_the_second_tile_tells_only_what_it_closes_itself() -> None:
    played = table(2, warrens={1: "T15@(0,0,0)"}, reserve={1: "T03"}, pool="T18 T04 T06")
    played.play("build T18", "lay pool", "at 0,-1 r2", "lay reserve")
    assert played.state.words(0, played.option("at 0,1 r0")) == "x 0, y 1, upright"


def test_words_of_finishing() -> None:
    played = reserve_in_hand().play("lay pool", "at 0,1 r0")
    assert played.state.words(0, played.option("finish")) == "Keep the reserved tile and finish"


@pytest.mark.parametrize("seed", range(6))
def test_every_option_of_a_game_reads_back_from_its_notation(seed: int) -> None:
    rng = random.Random(seed)
    match = bungalow.new("burrows", seats=2 + seed % 4, seed=seed)
    for _ in range(60):
        if match.over:
            break
        (seat,) = match.actors
        moves = match.moves(seat)
        assert [match.state.parse(seat, move.text) for move in moves] == [move.option for move in moves]
        assert len({move.text for move in moves}) == len({move.targets for move in moves}) == len(moves)
        assert [move.option for move in moves] == sorted(move.option for move in moves)
        kind = GAME.kinds[match.state.asked(seat)]
        assert all(0 <= move.option < kind.size for move in moves)
        for move in rng.sample(moves, min(3, len(moves))):
            assert all(match.why_not(seat, move.targets[i], move.targets[:i]) is None for i in range(len(move.targets)))
        match.play(seat, rng.choice(moves).text)


@pytest.mark.parametrize(
    ("position", "text", "words"),
    [
        (table, "pass", "'pass' should read 'reserve T17' or 'build T17'"),
        (table, "build T99", "'build T99': there is no tile T99"),
        (table, "build", "'build' should read"),
        (reserve_in_hand, "build T03", "should read 'lay pool', 'lay reserve' or 'finish'"),
        (lambda: reserve_in_hand().play("lay pool"), "at 1,1", "should read 'at 3,-2 r1'"),
        (lambda: reserve_in_hand().play("lay pool"), "at 1,1 r4", "should read 'at 3,-2 r1'"),
        (lambda: reserve_in_hand().play("lay pool"), "at 101,1 r0", "should read 'at 3,-2 r1'"),
        (tie, "lure red", "'lure red' should read 'lure 2': the number of a player"),
        (tie, "lure 6", "should read 'lure 2'"),
    ],
)
def test_unreadable_moves_say_what_would_be_readable(position: Callable[[], Table], text: str, words: str) -> None:
    played = position()
    before = played.state.checksum()
    with pytest.raises(UnreadableMove) as caught:
        played.play(text)
    assert words in str(caught.value)
    assert str(caught.value).startswith("unreadable-move: ")
    assert played.state.checksum() == before


def test_notation_is_read_generously() -> None:
    assert table(3, pool="T03 T15 T18").option("BUILD t15") == 80 + 14
    played = reserve_in_hand()
    assert played.option("reserve") == played.option("LAY RESERVE") == 1
    played.play("lay pool")
    assert played.option("at  2 , 0  r1") == played.option("AT 2,0 R1")


def test_another_seats_turn() -> None:
    played = table(3, pool="T03 T15 T18")
    with pytest.raises(NotYourTurn, match="seat 2 owes no choice now"):
        played.state.parse(1, "build T03")
    with pytest.raises(NotYourTurn):
        played.state.play(1, 2)
    reason = played.state.why_not(1, "tile:T03")
    assert reason is not None
    assert reason.words == "it is not your turn"


def test_option_numbers_that_mean_nothing_are_illegal() -> None:
    for option in (-1, 79, 160, 10**9):
        played = table(3, pool="T03 T15 T18")
        before = played.state.checksum()
        with pytest.raises(IllegalMove):
            played.state.play(0, option)
        assert played.state.checksum() == before
    for option in (-1, 3, 77):
        with pytest.raises(IllegalMove):
            reserve_in_hand().state.play(0, option)
    for option in (-1, 4, 5):
        with pytest.raises(IllegalMove):
            tie().state.play(1, option)
    for option in (-1, 0, 10**7):
        with pytest.raises(IllegalMove):
            reserve_in_hand().play("lay pool").state.play(0, option)


# --- Why not ----------------------------------------------------------------------------------------------------------


def reason(played: Table, target: str, *path: str) -> tuple[str, str]:
    found = played.why_not(target, *path)
    return ("", "") if found is None else (found.clause, found.words)


def test_why_not_an_action() -> None:
    played = table(3, pool="T03 T15 T18")
    assert reason(played, "tile:T03") == reason(played, "do:build") == reason(played, "do:reserve") == ("", "")
    assert reason(played, "tile:T04") == ("BW-3.1", "T04 does not lie in the pool")
    assert reason(played, "do:reserve", "tile:T15") == ("BW-2.2", "a tile with a bus cannot be reserved")
    assert reason(played, "do:build", "tile:T15") == ("", "")
    for tile in ("T04", "T99"):
        for what in ("do:build", "do:reserve"):
            assert reason(played, what, f"tile:{tile}") == ("BW-3.1", f"{tile} does not lie in the pool")
    assert reason(played, "do:dance", "tile:T03") == ("BW-1.3", "a tile of the pool is reserved or built")
    assert reason(played, "cell:0,0") == ("BW-1.3", "now a tile of the pool is reserved or built")
    held = table(3, pool="T03 T15 T18", reserve={1: "T41"})
    assert reason(held, "do:reserve", "tile:T03") == ("BW-2.3", "you already hold a reserved tile")


def test_why_not_a_piece() -> None:
    played = reserve_in_hand()
    assert reason(played, "piece:pool") == reason(played, "piece:reserve") == ("", "")
    assert reason(played, "piece:finish") == ("BW-3.7", "the pool tile must be laid")
    assert reason(played, "piece:stock") == ("BW-3.6", "there is no tile 'stock' to lay")
    assert reason(played, "tile:T03") == ("BW-3.6", "now you choose which tile to lay")
    played.play("lay pool", "at 0,1 r0")
    assert reason(played, "piece:pool") == ("BW-3.1", "the pool tile has been laid")
    assert reason(played, "piece:finish") == ("", "")


def test_why_not_a_place() -> None:
    around = "T03@(0,0,0) T06@(2,0,1) T07@(1,2,0) T10@(0,1,1)"
    played = table(2, warrens={1: around}, pool="T15 T05 T04").play("build T15")
    assert reason(played, "cell:0,-1") == reason(played, "turn:1", "cell:3,0") == ("", "")
    assert reason(played, "cell:0,0") == ("BW-3.3", "a tile lies there already")
    assert reason(played, "cell:1,1") == ("BW-3.3", "there is no room for both halves")
    assert reason(played, "turn:1", "cell:0,-1") == ("BW-3.3", "the other half would lie on a tile")
    assert reason(played, "cell:9,9") == ("BW-3.3", "a tile must share an edge with your warren")
    assert reason(played, "cell:200,0") == ("BW-3.3", "that is far away from your warren")
    for what, path in (("cell:a,b", ()), ("cell:1", ()), ("turn:4", ("cell:0,-1",)), ("turn:-1", ("cell:0,-1",))):
        assert reason(played, what, *path) == ("BW-3.4", "tiles lie on whole cells, turned 0 to 3 times")
    assert reason(played, "seat:2") == ("BW-3.1", "now you choose where the tile is laid")
    half = table(2, warrens={1: around}, pool="T15 T05 T04").play("build T05")
    assert reason(half, "turn:0", "cell:0,-1") == ("", "")
    assert reason(half, "turn:2", "cell:1,-1") == (
        "BW-3.3",
        "this tile looks the same after a half turn: choose r0 or r1",
    )


def test_why_not_a_lure() -> None:
    played = tie()
    assert reason(played, "seat:1") == ("", "")
    assert reason(played, "seat:2") == ("BW-6.3", "the gopher of an opponent moves")
    assert reason(played, "seat:4") == ("BW-6.3", "player 4's burrow is not the shortest")
    for nobody in ("0", "5", "-1", "x"):
        assert reason(played, f"seat:{nobody}") == ("BW-6.3", f"there is no player {nobody}")
    assert reason(played, "cell:0,0") == ("BW-6.3", "now you choose whose gopher moves")


# --- Previews ---------------------------------------------------------------------------------------------------------


def test_the_preview_of_a_placement_tells_all_that_follows_but_the_next_tile() -> None:
    warren, last = almost("R", 2, bus=True)
    played = table(2, turn=2, scored=2, stage="W05 W10", bus=1, warrens={2: warren}, pool=f"{last[:3]} T03 T04")
    played.play(f"build {last[:3]}")
    before = played.state.checksum()
    preview = played.state.preview(1, played.option("at 0,-1 r2"), ("Ada", "Bo"))
    assert preview.lines == (
        "Bo lays T15 at 0,-1, a half turn",
        "Bo completes a radish burrow of length 2",
        "Bo lures Ada's red gopher (length 2 beats 1)",
        "The bus reaches Gopher Gulch",
        "Tourists arrive: stage 3 of 9 is scored",
        "Ada has no red gopher and gets 3 complaints",
        "Ada has no orange gopher and gets 3 complaints",
    )
    assert preview.marks == ("cell:0,-1", "mouth:0,-1,2", "gopher:1:red", "bus", "stage:3", "seat:1")
    assert preview.final
    assert played.state.checksum() == before


def test_the_preview_of_a_choice_that_reveals_nothing_is_not_final() -> None:
    played = table(2, warrens={1: "T16@(0,0,0)"}, pool="T03 T15 T18")
    preview = played.state.preview(0, played.option("build T15"))
    assert (preview.lines, preview.final) == (("Player 1 builds with T15",), False)
    preview = played.state.preview(0, played.option("reserve T03"))
    assert (preview.lines, preview.final) == (("Player 1 reserves T03",), True)


def test_a_preview_warns_of_mismatch_and_ring() -> None:
    played = table(2, turn=2, warrens={2: "T15@(0,0,0)"}, pool="T18 T03 T04").play("build T18")
    lines = played.state.preview(1, played.option("at 1,-1 r2")).lines
    assert sorted(lines[1:]) == ["Carrot meets radish: no burrow", "Radish meets carrot: no burrow"]
    ring = table(2, warrens={1: "T24@(0,0,0)"}, pool="T59 T03 T04").play("build T59")
    assert "A tunnel closes into a ring of length 2: no effect" in ring.state.preview(0, ring.option("at 1,1 r2")).lines


def test_a_preview_of_an_illegal_option_is_refused() -> None:
    played = table(3, pool="T15 T16 T19")
    with pytest.raises(IllegalMove, match=r"BW-2\.2"):
        played.state.preview(0, played.option("reserve T15"))


# --- The log ----------------------------------------------------------------------------------------------------------


def test_the_log_of_a_two_tile_turn() -> None:
    played = table(3, turn=2, warrens={2: "T32@(0,0,0)"}, reserve={2: "T41"}, pool="T69 T03 T04", stock="T06")
    played.play("build T69", "lay pool", "at 1,-1 r2", "lay reserve", "at -1,0 r3", "lure 3")
    assert played.lines == [
        "Player 2 builds with T69",
        "Player 2 lays T69 at 1,-1, a half turn",
        "An open radish tunnel grows to length 2",
        "Carrot meets turnip: no burrow",
        "Player 2 lays T41 at -1,0, a quarter turn left",
        "Player 2 completes a radish burrow of length 4",
        "Player 2 lures Player 3's red gopher (length 4 beats 1)",
        "The bus moves on: 1 move to Gopher Gulch",
        "Player 3's turn: T06 is turned up",
    ]


def test_a_match_tells_its_lines_with_names_clauses_and_marks() -> None:
    match = bungalow.new("burrows", seats=2, seed=1, names=["Ada", "Bo"])
    move = next(move for move in match.moves(0) if move.text.startswith("reserve"))
    tile = move.text.split()[1]
    match.play(0, move)
    line = next(line for line in match.lines() if "reserves" in line.words)
    assert (line.words, line.clause, line.marks) == (f"Ada reserves {tile}", "BW-2.1", (f"tile:{tile}",))


def test_every_event_has_words_and_a_clause() -> None:
    known = set()
    for seed in range(12):
        rng = random.Random(seed)
        state = GAME.new(2 + seed % 4, seed=seed)
        state.listen()
        while not state.over():
            seat = state.actor()
            state.apply(seat, rng.choice(state.legal(seat)))
        for event in state.log or []:
            known.add(event.key)
            assert GAME.say(event, ("Ada", "Bo", "Cy", "Di", "Ed"))
            assert event.clause.startswith("BW-")
            assert all(":" in mark or mark == "bus" for mark in GAME.marks(event))
    assert {"turned_up", "reserved", "builds", "laid", "joined", "mismatch", "completed", "bus", "arrival"} <= known
    assert {"page", "blank_page", "final", "moved_in"} <= known
