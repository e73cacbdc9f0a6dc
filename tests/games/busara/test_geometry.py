"""Boards, steps, chains and trios, counted once more by plain coordinates on positions made at random."""

from __future__ import annotations

from random import Random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import NONE, Choice
from bungalow.games.busara import GAME
from bungalow.games.busara.rules.actions import FORGE, THREE, can_forge, can_remove
from bungalow.games.busara.rules.setup import contact, may_lie
from bungalow.games.busara.rules.tokens import MAY_MOVE_TOKEN, MOVE_TOKEN_STEP, can_move
from bungalow.games.busara.state import Busara
from tests.clauses import clause
from tests.games.busara.builders import LETTERS, Table, full, table

AROUND = ((0, -1), (1, 0), (0, 1), (-1, 0))
Spot = tuple[int, int]


def spots(state: Busara, board: int) -> list[Spot]:
    """Where the sixteen spaces of a board lie."""
    x, y = int(state.at[2 * board]), int(state.at[2 * board + 1])
    return [(x + i % 4, y + i // 4) for i in range(16)]


def tokens(state: Busara) -> dict[Spot, int]:
    """Every space of the table with its token, or -1."""
    every = [spot for board in range(int(state.seats)) for spot in spots(state, board)]
    return dict(zip(every, (int(token) for token in state.realm.token), strict=True))


def beside(spot: Spot) -> list[Spot]:
    return [(spot[0] + dx, spot[1] + dy) for dx, dy in AROUND]


def scattered(rng: Random, seats: int) -> Table:
    """Few or many tokens, of few or many types, on every board."""
    letters = LETTERS[: rng.randint(1, 4)]
    boards = {}
    for player in range(1, seats + 1):
        chosen = rng.sample(range(16), rng.choice((0, 1, 1, 2, 3, 5, 9, 13, 15, 16)))
        boards[player] = " ".join(f"{rng.choice(letters)}{i // 4}{i % 4}" for i in sorted(chosen))
    made = table(seats, boards=boards, start=False)
    made.state.subject = made.state.decides = 0
    return made


def check_choice(choice: Choice, state: Busara, options: list[int]) -> None:
    out = vec[i64]([0] * 500)
    count = choice.options(state, 0, out)
    assert [int(option) for option in out[:count]] == options
    assert choice.lone(state, 0) == (options[0] if len(options) == 1 else NONE)


@clause("BS-4.1", "BS-4.3")
def test_steps_as_coordinates_tell() -> None:
    rng = Random(4)
    lone = 0
    for _ in range(150):
        state = scattered(rng, rng.choice((2, 3))).state
        laid = tokens(state)
        steps = [
            4 * cell + direction
            for cell, spot in enumerate(spots(state, 0))
            if laid[spot] >= 0
            for direction, to in enumerate(beside(spot))
            if laid.get(to) == -1
        ]
        check_choice(MOVE_TOKEN_STEP, state, steps)
        check_choice(MAY_MOVE_TOKEN, state, [*steps, 384])
        assert can_move(state, 0) == bool(steps)
        lone += len(steps) == 1
    assert lone > 0
    boxed = table(boards={1: "F03", 2: "A00"}).play("move").state  # up is off the boards, right is taken
    check_choice(MOVE_TOKEN_STEP, boxed, [4 * 3 + 2, 4 * 3 + 3])


@clause("BS-5.1", "BS-5.2")
def test_chains_as_coordinates_tell() -> None:
    rng = Random(5)
    lone = 0
    for _ in range(150):
        state = scattered(rng, rng.choice((2, 3))).state
        laid = tokens(state)
        starts = [
            cell
            for cell, spot in enumerate(spots(state, 0))
            if laid[spot] >= 0 and any(laid.get(to, -1) not in (-1, laid[spot]) for to in beside(spot))
        ]
        check_choice(FORGE, state, starts)
        assert can_forge(state, 0) == bool(starts)
        lone += len(starts) == 1
    assert lone > 0


@clause("BS-4.2", "BS-5.5")
@pytest.mark.parametrize(
    ("player", "neighbour", "edge", "across", "way"),
    [(1, 2, "13", "10", "right"), (2, 1, "10", "13", "left"), (1, 4, "32", "02", "down"), (4, 1, "02", "32", "up")],
)
def test_the_only_way_may_be_any_of_the_four(player: int, neighbour: int, edge: str, across: str, way: str) -> None:
    others = {other: full("W") for other in range(1, 5) if other not in (player, neighbour)}
    boards = {**others, player: full("E"), neighbour: full("A", across)}
    moving = table(4, boards=boards, stock=dict.fromkeys(range(4), 0), start=False).state
    moving.subject = moving.decides = player - 1
    assert can_move(moving, player - 1)
    cell = 16 * (player - 1) + 4 * int(edge[0]) + int(edge[1])
    check_choice(MOVE_TOKEN_STEP, moving, [4 * cell + ("up", "right", "down", "left").index(way)])
    forging = table(4, boards={**dict.fromkeys(range(1, 5), ""), player: f"E{edge}", neighbour: f"A{across}"})
    assert can_forge(forging.state, player - 1)


@clause("BS-6.1", "BS-6.3")
def test_trios_as_coordinates_tell() -> None:
    rng = Random(6)
    found = 0
    for _ in range(150):
        state = scattered(rng, 2).state
        out = vec[i64]([0] * 500)
        count = int(THREE.options(state, 0, out))
        laid = list(tokens(state).values())[:16]
        trios = {
            frozenset((a, b, c))
            for b in range(16)
            for a in _near(b)
            for c in _near(b)
            if a != c and laid[a] == laid[b] == laid[c] != -1
        }
        assert count == len(trios)
        everywhere = sum(token >= 0 for token in tokens(state).values())
        assert can_remove(state, 0) == (bool(trios) and everywhere > 3)
        found += bool(trios)
    assert found > 10
    every = table(boards={1: "F00 F01 F02 A10 A11 A12 W20 W21 W22 E30 E31 E32", 2: "F00"})
    assert "remove" in every.options
    rows = table(boards={1: full("F"), 2: "F00"}, start=False).state
    rows.subject = 0
    assert THREE.options(rows, 0, vec[i64]([0] * 500)) == 52


def _near(space: int) -> list[int]:
    return [i for i in range(16) if abs(i % 4 - space % 4) + abs(i // 4 - space // 4) == 1]


@clause("BS-5.2", "BS-5.7")
def test_a_long_chain_takes_all_its_resources_and_no_others() -> None:
    snake = "F00 W01 F02 W03 F13 W12 F11 W10 F20 W21 F22 W23 F33 W32 F31"
    made = table(boards={1: snake, 2: "F00 W01 E22"}).play("forge", "forge b0:00")
    path = ("01", "02", "03", "13", "12", "11", "10", "20", "21", "22", "23", "33", "32")
    made.play(*(f"step b0:{space}" for space in path))
    shown = made.view(1)["chain"]
    assert shown is not None
    assert shown["cells"] == [f"b0:{space}" for space in ("00", *path)]
    made.play("step b0:31")
    assert (made.board(1), made.board(2)) == ("", "F00 W01 E22")
    assert made.virtues(1) == {"wisdom": 12}  # the supply has no more


# -- boards -----------------------------------------------------------------------------------------------------------


@clause("BS-1.9", "BS-R4")
def test_contact_as_coordinates_tell() -> None:
    first = {(x, y) for x in range(4) for y in range(4)}
    for dx in range(-6, 7):
        for dy in range(-6, 7):
            second = {(x + dx, y + dy) for x, y in first}
            pairs = sum(to in second for spot in first for to in beside(spot))
            assert contact(dx, dy) == (NONE if first & second else pairs)


@clause("BS-1.9")
@pytest.mark.parametrize("starter", [1, 2, 3])
def test_places_for_boards_as_coordinates_tell(starter: int) -> None:
    state = GAME.new(4, {"starter": starter}, 2)
    assert isinstance(state, Busara)
    made = Table(state)
    boards = [(0, 0)]
    for choose in (0, -1, 7):
        fitting = []
        for x in range(-14, 15):
            for y in range(-14, 15):
                facing = [contact(x - left, y - top) for left, top in boards]
                fits = NONE not in facing and max(facing) >= 2
                assert may_lie(state, x, y) == fits
                if fits:
                    fitting.append(f"at {x},{y}")
        assert made.options == fitting
        move = fitting[choose]
        boards.append((int(move[3:].split(",")[0]), int(move[3:].split(",")[1])))
        made.play(move)


@clause("BS-4.2", "BS-5.5")
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_neighbours_across_boards_as_coordinates_tell(seats: int) -> None:
    state = table(seats).state
    places = {spot: cell for cell, spot in enumerate(tokens(state))}
    for spot, cell in places.items():
        near = [places.get(to, -1) for to in beside(spot)]
        assert [int(other) for other in state.near[4 * cell : 4 * cell + 4]] == near
        around = sorted(other for other in near if other >= 0)
        assert [int(other) for other in state.around[4 * cell : 4 * cell + 4]] == around + [-1] * (4 - len(around))
