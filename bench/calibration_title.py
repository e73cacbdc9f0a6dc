"""Terraces as a title: its words, views and notation, so that it runs wherever a title runs."""

from __future__ import annotations

from typing import TypedDict, cast

from bench.calibration import (
    BUY,
    CARDS,
    CELLS,
    COLOURS,
    DO,
    DO_SIZE,
    DRAW,
    END,
    HARVEST,
    KEEP,
    PLANT,
    PLANT_IT,
    WALK,
    Terraces,
    set_up,
)
from bungalow.core.contract import Game, Heuristic, State
from bungalow.core.random import Random
from bungalow.core.types import Event, Kind, Path, Reason, Secret

COLOUR_LETTERS = "rgbyw"


class PlayerView(TypedDict):
    walker: str
    coins: int
    points: int
    cards: int
    hand: list[str] | None
    """None for everybody else."""
    favourite: str | None


class TerracesView(TypedDict):
    turn: int
    round: int
    actions: int
    market: list[str | None]
    deck: int
    discard: list[str]
    tiles: dict[str, str]
    owners: dict[str, int]
    planting: str | None
    players: list[PlayerView]


class Points(Heuristic):
    """A position is worth its points."""

    def worth(self, state: State, seat: int) -> float:
        return float(state.score(seat))


class TerracesGame(Game):
    """The calibration title; not on the shelf."""

    def __init__(self) -> None:
        super().__init__()
        self.name = "calibration"
        self.title = "Terraces"
        self.rules_version = "1"
        self.seats = (2, 3, 4)
        self.kinds = (
            Kind("do", int(DO_SIZE), "takes an action", "TE-1"),
            Kind("where", int(CELLS), "plants a card", "TE-2"),
            Kind("keep", int(CELLS), "keeps one tile of a harvest", "TE-3"),
        )
        self.max_options = int(DO_SIZE)
        self.max_moves = 300
        self.heuristic = Points()

    def set_up(self, seats: int, options: dict[str, object], random: Random, edition: str) -> State:
        return set_up(self, seats, random)

    def view(self, state: State, viewer: int) -> TerracesView:
        table = cast(Terraces, state)
        laid = [cell for cell in range(int(CELLS)) if table.tile[cell] >= 0]
        return {
            "turn": int(table.turn),
            "round": int(table.round),
            "actions": int(table.actions),
            "market": [card_name(card) if card >= 0 else None for card in table.market],
            "deck": int(table.deck_size),
            "discard": [card_name(table.discard[i]) for i in range(int(table.discard_size))],
            "tiles": {cell_name(cell): card_name(table.tile[cell]) for cell in laid},
            "owners": {cell_name(cell): int(table.owner[cell]) for cell in laid},
            "planting": card_name(table.subject) if is_planting(table) else None,
            "players": [player_view(table, seat, viewer) for seat in range(int(table.seats))],
        }

    def targets(self, state: State, seat: int, option: int) -> Path:
        if state.asked(seat) != DO:
            return (f"cell:{cell_name(option)}",)
        match action(option):
            case "buy", slot:
                return (f"market:{slot}",)
            case "plant", card:
                return (f"card:{card}",)
            case verb, "":
                return (f"do:{verb}",)
            case verb, cell:
                return (f"do:{verb}", f"cell:{cell}")

    def words(self, state: State, seat: int, option: int) -> str:
        kind = state.asked(seat)
        if kind != DO:
            return f"{'Keep the tile' if kind == KEEP else 'Plant'} on {cell_name(option)}"
        match action(option):
            case "buy", slot:
                return f"Buy from place {slot} of the market and plant it"
            case "plant", card:
                return f"Plant {card}"
            case "walk", cell:
                return f"Walk to {cell}"
            case "harvest", cell:
                return f"Harvest the area of {cell}"
            case verb, _:
                return "End the turn" if verb == "end" else "Draw a card"

    def notation(self, state: State, seat: int, option: int) -> str:
        kind = state.asked(seat)
        if kind != DO:
            return f"{'keep' if kind == KEEP else 'at'} {cell_name(option)}"
        return " ".join(action(option)).strip()

    def why_not(self, state: State, seat: int, target: str, path: Path) -> Reason | None:
        if state.selectable(seat, target, path):
            return None
        return Reason(self.kinds[int(state.asked(seat))].clause, f"{target} cannot be chosen now")

    def say(self, event: Event, names: tuple[str, ...]) -> str:
        return event.key

    def secrets(self, state: State) -> list[Secret]:
        table = cast(Terraces, state)
        seats = range(int(table.seats))
        secrets = [Secret(f"hand {seat + 1}", hand(table, seat), 1 << seat) for seat in seats]
        secrets.append(Secret("deck", [int(table.deck[i]) for i in range(int(table.deck_size))], 0))
        if not table.over():
            secrets += [Secret(f"favourite {seat + 1}", int(table.favourite[seat]), 1 << seat) for seat in seats]
        return secrets

    def pieces(self, state: State) -> dict[str, int]:
        table = cast(Terraces, state)
        laid = sum(1 for card in table.tile if card >= 0)
        offered = sum(1 for card in table.market if card >= 0)
        held = sum(int(size) for size in table.hand_size)
        piles = int(table.deck_size + table.discard_size)
        favourites = len({int(colour) for colour in table.favourite})
        return {"cards": laid + offered + held + piles + is_planting(table), "favourites": favourites}


def player_view(table: Terraces, seat: int, viewer: int) -> PlayerView:
    known = seat == viewer
    return {
        "walker": cell_name(table.walker[seat]),
        "coins": int(table.coins[seat]),
        "points": int(table.points[seat]),
        "cards": int(table.hand_size[seat]),
        "hand": hand(table, seat) if known else None,
        "favourite": COLOUR_LETTERS[int(table.favourite[seat])] if known or table.over() else None,
    }


def hand(table: Terraces, seat: int) -> list[str]:
    first = seat * int(CARDS)
    return [card_name(card) for card in range(int(CARDS)) for _ in range(int(table.hand[first + card]))]


def is_planting(table: Terraces) -> bool:
    """A card has left hand or market and does not lie on the hill yet."""
    return not table.over() and table.top() is PLANT_IT


def action(option: int) -> tuple[str, str]:
    """An option of the question what to do, as a verb and its object."""
    if option == END:
        return "end", ""
    if option == DRAW:
        return "draw", ""
    if option < PLANT:
        return "buy", str(int(option - BUY) + 1)
    if option < WALK:
        return "plant", card_name(option - PLANT)
    if option < HARVEST:
        return "walk", cell_name(option - WALK)
    return "harvest", cell_name(option - HARVEST)


def card_name(card: int) -> str:
    """`r3`: red of value 3."""
    return f"{COLOUR_LETTERS[int(card) // 4]}{int(card) % 4 + 1}"


def cell_name(cell: int) -> str:
    """`c4`: third column, fourth row."""
    return f"{'abcdefg'[int(cell) % 7]}{int(cell) // 7 + 1}"


GAME = TerracesGame()
assert len(COLOUR_LETTERS) == COLOURS
