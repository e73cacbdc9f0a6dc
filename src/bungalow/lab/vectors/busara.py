"""Busara in numbers."""

from __future__ import annotations

from typing import NamedTuple, cast

from bungalow.games.busara.contents import RESOURCES, SEATS, VIRTUES, Box
from bungalow.games.busara.state import LAST_ROUND
from bungalow.games.busara.view import PHASES, BoardView, BusaraView, PlayerView
from bungalow.lab.vectors import Row

SPACES = 16
TENTHS = 10


TOKENS = tuple(f"{space} {resource}" for space in range(SPACES) for resource in RESOURCES)
BOARDS = tuple(f"b{board}" for board in range(max(SEATS)))
CELLS = tuple(f"{board}:{space // 4}{space % 4}" for board in BOARDS for space in range(SPACES))


class Names(NamedTuple):
    kingdoms: tuple[str, ...]
    powers: tuple[str, ...]
    cards: tuple[str, ...]
    setup_cards: tuple[str, ...]


def vocabulary(box: object) -> Names:
    parts = cast(Box, box)
    return Names(
        tuple(kingdom.id for kingdom in parts.kingdoms),
        tuple(dict.fromkeys(kingdom.power for kingdom in parts.kingdoms)),
        tuple(card.id for card in parts.cards),
        tuple(card.id for card in parts.setup_cards),
    )


def write(row: Row, seen: object, names: object) -> None:
    view, known = cast(BusaraView, seen), cast(Names, names)
    row.one_of("phase", view["phase"], PHASES)
    row.number("round", view["round"], int(LAST_ROUND))
    row.flag("no last round", view["round_cap"] is None)
    row.seat("starting player", view["starter"])
    row.seat("on turn", view["active"])
    row.seat("in control", view["controller"])
    row.seat("extra turn", view["extra_turn"])
    row.number("granted actions left", view["actions_left"])
    row.flag("trade used", view["trade_used"])
    for number, board in enumerate(view["boards"]):
        row.place = f"board {number}: "
        write_board(row, board)
    row.place = ""
    row.amounts("stock", view["stock"], RESOURCES, TENTHS)
    row.amounts("supply", view["supply"], VIRTUES, TENTHS)
    row.flag("supply is exact", view["supply_exact"])
    row.number("deck", view["deck"], 36)
    row.some_of("discarded", view["discard"], known.cards, TENTHS)
    row.one_of("turned up", view["turned"], known.cards)
    row.some_of("dealt kingdoms", view["dealt_kingdoms"], known.kingdoms)
    row.some_of("dealt setup cards", view["dealt_setup_cards"], known.setup_cards)
    write_moment(row, view, known.powers)
    for player in row.each(view["players"]):
        write_player(row, player, known)


def write_board(row: Row, board: BoardView) -> None:
    row.seat("owner", board["owner"])
    row.flag("placed", board["placed"])
    row.number("x", board["x"], TENTHS)
    row.number("y", board["y"], TENTHS)
    tokens = [f"{space} {token}" for space, token in enumerate(board["spaces"]) if token is not None]
    row.some_of("tokens", tokens, TOKENS)


def write_moment(row: Row, view: BusaraView, powers: tuple[str, ...]) -> None:
    """What is under way: a chain, a trade, a Power, tokens in hand."""
    cells = CELLS[: row.seats * SPACES]
    chain = view["chain"]
    row.some_of("chain", chain["cells"] if chain else [], cells)
    row.one_of("end of the chain", chain["cells"][-1] if chain else None, cells)
    row.some_of("forged so far", chain["virtues"] if chain else [], VIRTUES)
    trade = view["trade"]
    offers = {offer["seat"]: offer for offer in trade["offers"]} if trade else {}
    row.amounts("wanted", trade["want"] if trade else None, RESOURCES)
    row.flag("the want is announced", trade and trade["announced"])
    draft = trade["draft"] if trade else None
    row.seat("making an offer", draft["seat"] if draft else None)
    row.amounts("gives so far", draft["gives"] if draft else None, RESOURCES)
    row.amounts("asks so far", draft["asks"] if draft else None, RESOURCES)
    row.seat("trade partner", trade["partner"] if trade else None)
    row.at_seats("offers of", offers)
    for resource in RESOURCES:
        given = [offers[seat]["gives"][resource] if seat in offers else 0 for seat in range(row.seats)]
        row.by_seat(f"gives {resource}", given)
        asked = [offers[seat]["asks"][resource] if seat in offers else 0 for seat in range(row.seats)]
        row.by_seat(f"asks for {resource}", asked)
    power = view["power"]
    row.seat("user of the Power", power["user"] if power else None)
    row.one_of("Power", power["power"] if power else None, powers)
    row.seat("target of the Power", power["target"] if power else None)
    row.perhaps("number of the Power", power["number"] if power else None)
    hand = view["hand"]
    row.seat("holder of tokens", hand["seat"] if hand else None)
    row.amounts("held tokens", hand["resources"] if hand else None, RESOURCES)
    theft = view["theft"]
    row.seat("thief", theft["thief"] if theft else None)
    row.seat("victim", theft["victim"] if theft else None)
    row.one_of("stolen Virtue", theft["virtue"] if theft else None, VIRTUES)
    row.flag("it was found", theft and theft["found"])


def write_player(row: Row, player: PlayerView, known: Names) -> None:
    row.one_of("board", player["board"], BOARDS[: row.seats])
    row.number("resources", player["resources"], SPACES)
    row.number("open spaces", player["open_spaces"], SPACES)
    row.flag("embargoed", player["embargoed"])
    row.flag("in danger", player["danger"])
    row.flag("Virtues known", player["virtues"] is not None)
    row.amounts("Virtues", player["virtues"], VIRTUES)
    row.flag("Virtues hidden", player["virtues_hidden"])
    row.one_of("kingdom", player["kingdom"], known.kingdoms)
    row.flag("revealed", player["revealed"])
    row.at_seats("card seen by", player["seen_by"])
    row.some_of("cannot be", player["cannot_be"], known.kingdoms)
    row.perhaps("progress", player["progress"], TENTHS)
    goal = {part["virtue"]: part["needed"] for part in player["goal"] or []}
    row.amounts("goal", goal, VIRTUES)
    row.one_of("setup card", player["setup_card"], known.setup_cards)
    row.flag("has chosen", player["has_chosen"])
