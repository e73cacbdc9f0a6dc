"""Burano in words: options with their effect, questions, log lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from bungalow.core.contract import State
from bungalow.core.types import Event
from bungalow.games.burano.data import SEASONS, SLOTS, Box, Building, ShipRow
from bungalow.games.burano.notation import CELLS, DOCKS, SQUARES, placement_cells
from bungalow.games.burano.places import COLOURS, ISLANDS, NODES
from bungalow.games.burano.rules import kinds
from bungalow.games.burano.rules.cleanup import union_points
from bungalow.games.burano.rules.fishing import islands_to_fish, matching
from bungalow.games.burano.rules.purchases import cubes_at_hand
from bungalow.games.burano.rules.roofs import roof_card_vp, roof_vp
from bungalow.games.burano.rules.trade import can_fill, ships_at
from bungalow.games.burano.state import Burano

PARTS = ("roofs", "sold fish", "islands", "lace", "building cards", "coins", "unsold fish")
"""Where points come from, in the order of `state.ROOFS` and so on."""
ACTIONS = ("fishing", "lace making", "earning")
ROOF_WORDS = ("islands", "lace", "fountains", "4 VP")
ORDINALS = ("first", "second", "third", "fourth")


def box_of(state: State) -> Box:
    return cast(Box, cast(Burano, state).box.cold)


def plural(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"


# -- options ------------------------------------------------------------------------------------------------------


def words(state: State, seat: int, option: int) -> str:
    """An option in words, with what it brings as far as the player can know."""
    return _WORDS[int(state.asked(seat))](cast(Burano, state), seat, option)


def _place_cube(table: Burano, seat: int, option: int) -> str:
    colour = option % 6
    return f"Put {COLOURS[colour]} ({_action(table, colour)}) on {SLOTS[option // 6]}"


def _action(table: Burano, colour: int) -> str:
    return ACTIONS[table.markers[colour]]


def _coins_after(table: Burano, seat: int) -> str:
    coins = int(table.box.move_coins[table.moves])
    change = f"gain {coins}" if coins >= 0 else f"pay {-coins}"
    return f"{change}, leaves {plural(int(table.coins[seat]) + coins, 'coin')}"


def _menu(table: Burano, seat: int, option: int) -> str:
    if option == kinds.PICK:
        return f"Pick up a house ({_coins_after(table, seat)})"
    if option == kinds.BUILD:
        return f"Build a house ({_coins_after(table, seat)})"
    if option == kinds.ROOF:
        return f"Roof houses ({_coins_after(table, seat)})"
    if option == kinds.COIN:
        return "Spend 1 privilege for 1 coin"
    if option == kinds.CUBE:
        return "Spend 1 privilege for a cube on your pyramid"
    return "End the turn" if table.moves else "Make no move: gain 1 coin and end the turn"


def _pick_slot(table: Burano, seat: int, option: int) -> str:
    colour = int(table.pyramid[seat * 14 + option])
    return f"Pick up {COLOURS[colour]} ({_action(table, colour)}) from {SLOTS[option]}"


def _build_colour(table: Burano, seat: int, option: int) -> str:
    return f"Build {COLOURS[option]}: {_action(table, option)}"


def _build_cell(table: Burano, seat: int, option: int) -> str:
    stack = int(table.city[option])
    layers = stack & 7
    if layers == 0:
        return f"Pit {CELLS[option]}, floor 1"
    roof = stack >> 3 * layers & 7
    bonus = ""
    if roof == table.colour:
        bonus = ", +1 privilege" if table.privilege_gained(seat, 1) else ", no privilege: you have the most possible"
    return f"Roof of {CELLS[option]} ({COLOURS[roof]}), floor {layers // 2 + 1}{bonus}"


def _sail(table: Burano, seat: int, option: int) -> str:
    if option == kinds.SWAP:
        return "Spend 1 privilege to swap two dock houses"
    if option == kinds.SKIP:
        return "Keep your privilege and do not fish"
    name = box_of(table).nodes[option].name
    if option >= 6:
        best = max((row.vp for ship, row in fillable(table, seat, option)), default=0)
        return f"Sail to {name} and {f'trade fish (up to {best} VP)' if best else 'sell nothing'}"
    matches = int(matching(table, seat, option))
    pushed = sum(
        1
        for other in range(int(table.seats))
        if other != seat and table.workers[other * 6 + option] > 0 and table.ring[other] < 9
    )
    push = f", pushes out {plural(pushed, 'rival worker')}" if pushed and table.ring[seat] > 1 else ""
    return f"Sail to {name} ({NODES[option]}): {plural(matches, 'fish card')}{push}"


def fillable(table: Burano, seat: int, port: int) -> list[tuple[int, ShipRow]]:
    """(ship, row) for every row of the ships in a port that the hand fills."""
    ships = box_of(table).ships
    here = int(ships_at(table, port))
    return [
        (number, row)
        for number, ship in enumerate(ships)
        if here >> number & 1
        for i, row in enumerate(ship.rows)
        if can_fill(table, seat, number, i)
    ]


def _dock(table: Burano, seat: int, option: int) -> str:
    island = box_of(table).nodes[option // 3].name
    return f"{COLOURS[table.docks[option]].capitalize()} dock house {DOCKS[option]} of {island}"


def _take_fish(table: Burano, seat: int, option: int) -> str:
    if option == kinds.FISH_DECK:
        return "The top card of the deck"
    return f"The face-up {box_of(table).fish[option].id}"


def _dispatch(table: Burano, seat: int, option: int) -> str:
    return f"Send {plural(option, 'worker')}; arrows then on {', '.join(arrows_after(table, seat, option))}"


def arrows_after(table: Burano, seat: int, sent: int) -> list[str]:
    """The arrow colours once so many workers have left the ring."""
    ring = table.ring_colour
    return [COLOURS[ring[seat * 12 + (int(table.arrow[seat]) + sent + arrow) % 12]] for arrow in range(3)]


def _ship(table: Burano, seat: int, option: int) -> str:
    ship = box_of(table).ships[option]
    best = max(row.vp for i, row in enumerate(ship.rows) if can_fill(table, seat, option, i))
    return f"{ship.name}: up to {best} VP"


def _ship_row(table: Burano, seat: int, option: int) -> str:
    row = box_of(table).ships[table.ship].rows[option]
    return f"{plural(row.groups, 'kind')}, {plural(row.each, 'card')} of each: {row.vp} VP"


def _ship_kind(table: Burano, seat: int, option: int) -> str:
    row = box_of(table).ships[table.ship].rows[table.ship_row]
    return f"Sell {row.each} {box_of(table).fish[option].id} (of {table.hand[seat * 8 + option]})"


def _lace_place(table: Burano, seat: int, option: int) -> str:
    if option == kinds.STOP_LACE:
        return "Send no further worker"
    square = option % 28
    coin = ", +1 coin" if table.layout.coins >> square & 1 else ""
    holder = next((other for other in range(int(table.seats)) if table.lace[other] >> square & 1), None)
    pushed = f", sends player {holder + 1}'s worker home" if holder is not None else ""
    price = " for 1 privilege" if option >= kinds.PRIVILEGED else ""
    return f"{SQUARES[square]} ({COLOURS[table.layout.colour[square]]}){price}{coin}{pushed}"


def _withdraw(table: Burano, seat: int, option: int) -> str:
    if option == kinds.STOP_EARNING:
        return "Withdraw no further worker"
    sector = int(table.ring[seat]) + 1
    place = box_of(table).nodes[option].name if option < 6 else SQUARES[option - 6]
    return f"Withdraw a worker from {place} to sector {sector}, +1 coin"


def _roof_tile(table: Burano, seat: int, option: int) -> str:
    vp = int(roof_vp(table, seat, option) + roof_card_vp(table, seat, option))
    return f"{tile_words(box_of(table), option)}: {vp} VP now"


def tile_words(box: Box, tile: int) -> str:
    """`islands roof, blue and green`."""
    face = box.tiles[tile]
    return f"{ROOF_WORDS[face.kind].capitalize()} roof, {COLOURS[face.one]} and {COLOURS[face.other]}"


def _roof_place(table: Burano, seat: int, option: int) -> str:
    cells = placement_cells(option)
    assert cells is not None
    face = box_of(table).tiles[table.tile]
    floor = (int(table.city[cells[0]]) & 7) // 2 + 1
    one, other = (CELLS[cell] for cell in cells)
    return f"{COLOURS[face.one].capitalize()} on {one}, {COLOURS[face.other]} on {other}, floor {floor}"


def _roof_bonus(table: Burano, seat: int, option: int) -> str:
    if option == kinds.TWO_PRIVILEGE:
        return _two_privilege(table, seat)
    if option == kinds.BUILDING_DECK:
        return "The top building card of the deck"
    card = box_of(table).buildings[option - 1]
    return f"{card.name}: {card_words(box_of(table), card)}"


def _two_privilege(table: Burano, seat: int) -> str:
    """What there is room for, of two points of privilege."""
    have, most = int(table.privilege[seat]), int(table.box.most_privilege)
    gained = int(table.privilege_gained(seat, 2))
    if gained == 0:
        return f"No card and no privilege: you have {have} of {most}"
    return f"{gained} privilege (you have {have} of {most})"


def card_words(box: Box, card: Building) -> str:
    """What a building card does, in a sentence."""
    colours = " and ".join(COLOURS[colour] for colour in card.colours)
    fish = ", ".join(box.fish[kind].id for kind in card.fish)
    return (
        f"{card.vp} VP for each {colours} half of a roof you lay",
        f"your {colours} roof halves fit on any cube",
        f"at the end {card.vp} VP for each sold {fish}",
        f"at the end {card.vp} VP for each of your workers on {colours} squares",
        "your boat may sail two routes",
        "in lace making you may take squares of others without privilege",
        "you win every tie for an island",
        f"one worker in lace scoring needs no cube; {card.final_vp} VP at the end",
        f"at the end {card.vp} VP for each of your building cards",
        f"{card.final_vp} VP at the end",
    )[card.effect]


def _lace_pay(table: Burano, seat: int, option: int) -> str:
    if option == kinds.DONE_PAYING:
        points = int(union_points(table, table.paid))
        return f"Done: {plural(int(table.paid).bit_count(), 'worker')} paid, {points} VP for unions"
    if kinds.BUY <= option < kinds.WAIVE:
        return f"Spend 1 privilege for {a_cube(option - 28)}"
    square = option if option < kinds.BUY else option - 34
    gain = 2 + int(union_points(table, int(table.paid) | 1 << square) - union_points(table, table.paid))
    if option >= kinds.WAIVE:
        return f"Thread store: the worker on {SQUARES[square]} needs no cube, +{gain} VP"
    colour = int(table.layout.colour[square])
    left = int(cubes_at_hand(table, seat, colour))
    return f"Pay {COLOURS[colour]} (of {left}) for the worker on {SQUARES[square]}, +{gain} VP"


def _cleanup_buy(table: Burano, seat: int, option: int) -> str:
    if option == kinds.DONE_BUYING:
        return "Buy no more cubes in this clean-up"
    if option == kinds.LATER:
        return "Not now: ask me again later in this clean-up"
    return f"Spend 1 privilege for {a_cube(option)} ({table.supply[option]} left)"


def a_cube(colour: int) -> str:
    """`an orange cube`."""
    return with_article(f"{COLOURS[colour]} cube")


def with_article(noun: str) -> str:
    return f"{'an' if noun[0].lower() in 'aeiou' else 'a'} {noun}"


def _drop_roof(table: Burano, seat: int, option: int) -> str:
    if option == kinds.DONE_DROPPING:
        return "Keep the other roof tiles and fill the empty spaces"
    return f"Remove {tile_words(box_of(table), option)}, from the game"


_WORDS: tuple[Callable[[Burano, int, int], str], ...] = (
    lambda table, seat, option: (
        f"Draw a roof of kind {ROOF_WORDS[option]} ({box_of(table).roof_kinds[option].scoring})"
    ),
    _place_cube,
    lambda table, seat, option: "The pyramid is done",
    _menu,
    _pick_slot,
    _build_colour,
    _build_cell,
    _sail,
    _dock,
    _dock,
    _take_fish,
    _dispatch,
    _ship,
    _ship_row,
    _ship_kind,
    _lace_place,
    _withdraw,
    _roof_tile,
    _roof_place,
    _roof_bonus,
    lambda table, seat, option: f"A {COLOURS[option]} cube: {_action(table, option)}",
    lambda table, seat, option: f"On {SLOTS[option]}",
    _lace_pay,
    lambda table, seat, option: "Take no cube" if option == 6 else f"Take {COLOURS[option]} instead",
    _cleanup_buy,
    _drop_roof,
)


def question(state: State, seat: int) -> str:
    table = cast(Burano, state)
    kind = int(state.asked(seat))
    if kind == kinds.TURN_MENU and table.moves < 4:
        return f"Your {ORDINALS[table.moves]} move?"
    if kind == kinds.PLACE_CUBE:
        slots = int(table.slots_to_fill(seat))
        layer = "base" if slots & 0x1FF else "top" if slots >> 13 else "second level"
        return f"Which cube comes next ({layer})?"
    if kind == kinds.BUILD_CELL:
        return f"Where to build {COLOURS[table.colour]} ({_action(table, int(table.colour))})?"
    if kind == kinds.TAKE_FISH:
        return f"Which fish card ({table.fish_due} to take)?"
    if kind == kinds.SWAP_SECOND:
        return f"Swap the {COLOURS[table.docks[table.dock]]} dock house {DOCKS[table.dock]} with which?"
    if kind == kinds.ROOF_PLACE:
        return f"Where to lay the {tile_words(box_of(table), int(table.tile)).lower()}?"
    if kind == kinds.CUBE_SLOT:
        return f"Where to put the {COLOURS[table.colour]} cube?"
    if kind == kinds.SAIL and not islands_to_fish(table, seat):
        return "Swap dock houses so that an island matches, or do not fish?"
    if kind == kinds.CLEANUP_BUY and table.season == 3:
        return "Buy cubes that others may need?"
    if kind == kinds.SUBSTITUTE:
        return f"Which cube instead ({table.missing} missing)?"
    return _QUESTIONS[kind]


_QUESTIONS = (
    "Which kind of roof tile?",
    "",
    "Is your pyramid done?",
    "Spend privilege, or end the turn?",
    "Which cube do you pick up?",
    "Which cube do you build?",
    "",
    "Where do you sail?",
    "Which dock house do you swap?",
    "",
    "",
    "How many workers do you send?",
    "Which ship do you trade with?",
    "Which row of the ship?",
    "Which fish do you sell?",
    "Where does the next lace maker go?",
    "Withdraw a worker?",
    "Which roof tile?",
    "",
    "Two privilege or a building card?",
    "Which colour?",
    "",
    "Which lace makers do you pay?",
    "",
    "Buy cubes with privilege?",
    "Which roof tiles do you drop?",
)


# -- the log ------------------------------------------------------------------------------------------------------


def say(event: Event, names: tuple[str, ...]) -> str:
    return _LINES[event.key](names, *event.args)


def marks(event: Event) -> tuple[str, ...]:
    """The things on the board that an event is about."""
    return _MARKS[event.key](*event.args) if event.key in _MARKS else ()


def _coin_change(coins: int) -> str:
    return f"gains {plural(coins, 'coin')}" if coins >= 0 else f"pays {plural(-coins, 'coin')}"


def _markers(names: tuple[str, ...], *actions: int) -> str:
    told = [
        f"{name}: {' and '.join(COLOURS[colour] for colour in range(6) if actions[colour] == action)}"
        for action, name in enumerate(ACTIONS)
    ]
    return f"New action colours: {', '.join(told)}"


def _cubes_taken(names: tuple[str, ...], seat: int, taken: int, missing: int) -> str:
    lacking = f"; {missing} are missing in the supply" if missing else ""
    return f"{names[seat]} takes {plural(taken, 'cube')} for covered houses{lacking}"


def _roofed(names: tuple[str, ...], seat: int, tile: str, placement: int) -> str:
    one, other = placement_cells(placement) or (0, 0)
    return f"{names[seat]} lays the roof {tile} on {CELLS[one]} and {CELLS[other]}"


def _withdrew(names: tuple[str, ...], seat: int, option: int, place: str, sector: int) -> str:
    return f"{names[seat]}'s worker returns from {place or SQUARES[option - 6]} to sector {sector}, +1 coin"


_LINES: dict[str, Callable[..., str]] = {
    "season": lambda names, season, start: f"{SEASONS[season].capitalize()} begins; {names[start]} starts",
    "turn": lambda names, seat, season, round_: f"{SEASONS[season].capitalize()}, round {round_ + 1}: {names[seat]}",
    "pyramid_ready": lambda names, seat: f"{names[seat]} has built a pyramid",
    "left_over": lambda names, seat, left: (
        f"{names[seat]} returns {plural(left, 'cube')} and gains {plural(left, 'coin')}"
    ),
    "pyramids_shown": lambda names: "The pyramids are shown",
    "paid": lambda names, seat, move, coins: f"{names[seat]} {_coin_change(coins)} for move {move}",
    "no_move": lambda names, seat: f"{names[seat]} makes no move and gains 1 coin",
    "privilege_coin": lambda names, seat: f"{names[seat]} spends 1 privilege for 1 coin",
    "privilege_cube": lambda names, seat, colour, slot: (
        f"{names[seat]} spends 1 privilege for {a_cube(colour)} on {SLOTS[slot]}"
    ),
    "picked": lambda names, seat, colour, slot: f"{names[seat]} picks up {COLOURS[colour]} from {SLOTS[slot]}",
    "built": lambda names, seat, colour, cell, floor: (
        f"{names[seat]} builds {COLOURS[colour]} on {CELLS[cell]}, floor {floor}"
    ),
    "matched_roof": lambda names, seat, colour, gained: (
        f"{names[seat]} matches the {COLOURS[colour]} roof: "
        + ("+1 privilege" if gained else "no privilege, the track is full")
    ),
    "fishing_impossible": lambda names, seat: f"{names[seat]} cannot fish: no dock house in reach matches the arrows",
    "no_swap": lambda names, seat: f"{names[seat]} swaps no dock houses and does not fish",
    "no_trade": lambda names, seat, node, name: f"{names[seat]}'s fish fill no row of a ship there: nothing is sold",
    "lace_impossible": lambda names, seat: f"{names[seat]} cannot make lace: no square is open to the arrows' colours",
    "last_worker_stays": lambda names, seat: f"{names[seat]} cannot make lace: the last worker stays on the ring",
    "privilege_lace": lambda names, seat, square: (
        f"{names[seat]} spends 1 privilege to place a lace maker on {SQUARES[square]}"
    ),
    "sailed": lambda names, seat, node, name: f"{names[seat]} sails to {name}",
    "matched": lambda names, seat, node, matches: (
        f"{plural(matches, 'dock house')} match{'es' if matches == 1 else ''}"
    ),
    "swapped": lambda names, seat, one, other: (
        f"{names[seat]} spends 1 privilege to swap the dock houses {DOCKS[one]} and {DOCKS[other]}"
    ),
    "took_fish": lambda names, seat, fish: f"{names[seat]} takes the face-up {fish}",
    "drew_fish": lambda names, seat: f"{names[seat]} draws a fish card",
    "drew_which_fish": lambda names, fish: f"It is a {fish}",
    "no_fish_left": lambda names, seat, vp: f"No fish card is left: {names[seat]} scores {vp} VP",
    "fish_turned_up": lambda names, fish: f"A{with_article(fish)[1:]} is revealed",
    "nobody_sent": lambda names, seat: f"{names[seat]}'s last worker stays on the ring",
    "fishermen": lambda names, seat, count, island, name: f"{names[seat]} sends {plural(count, 'worker')} to {name}",
    "returns": lambda names, seat, island, name, sector: (
        f"{names[seat]}'s fisherman returns from {name} to sector {sector}, +2 coins"
    ),
    "ring_full": lambda names, seat, island, name: f"{names[seat]}'s ring is full: the fisherman stays on {name}",
    "sold": lambda names, seat, count, fish: f"{names[seat]} sells {count} {fish}",
    "traded": lambda names, seat, ship, vp: f"{names[seat]} scores {vp} VP with the {ship}",
    "ship_sails": lambda names, ship, name, west: f"The {name} sails to the {'west' if west else 'east'} port",
    "lace": lambda names, seat, square, colour: (
        f"{names[seat]} sends a lace maker to {SQUARES[square]} ({COLOURS[colour]})"
    ),
    "lace_coin": lambda names, seat, square: f"{names[seat]} finds 1 coin there",
    "displaced": lambda names, seat, other, square, sector: (
        f"{names[other]}'s lace maker returns from {SQUARES[square]} to sector {sector}, +2 coins"
    ),
    "earned": lambda names, seat, coins: f"{names[seat]} earns {plural(coins, 'coin')}",
    "withdrew": _withdrew,
    "roofed": _roofed,
    "bonus_privilege": lambda names, seat, gained: (
        f"{names[seat]} gains {gained or 'no'} privilege" + ("" if gained == 2 else ": the track is full")
    ),
    "took_card": lambda names, seat, card, name: f"{names[seat]} takes the building card {name}",
    "drew_card": lambda names, seat, card, name: f"{names[seat]} draws the building card {name}",
    "card_turned_up": lambda names, card, name: f"{name} is revealed",
    "roof_vp": lambda names, seat, kind, vp: f"{names[seat]} scores {vp} VP for the {ROOF_WORDS[kind]} roof",
    "roof_card_vp": lambda names, seat, vp: f"{names[seat]} scores {vp} VP for building cards",
    "leads_island": lambda names, seat, island, name, vp: f"{names[seat]} leads {name}: {vp} VP",
    "shares_island": lambda names, seat, island, name, vp: f"{names[seat]} shares {name}: {vp} VP",
    "paid_lace": lambda names, seat, square, colour: (
        f"{names[seat]} pays {COLOURS[colour]} for {SQUARES[square]}: 2 VP"
    ),
    "waived_lace": lambda names, seat, square: f"{names[seat]}'s thread store pays for {SQUARES[square]}: 2 VP",
    "bought_cube": lambda names, seat, colour: f"{names[seat]} spends 1 privilege for {a_cube(colour)}",
    "union": lambda names, seat, vp: f"{names[seat]} scores {vp} VP for unions",
    "markers": _markers,
    "cubes_taken": _cubes_taken,
    "substitute": lambda names, seat, colour: f"{names[seat]} takes {COLOURS[colour]} instead",
    "dropped": lambda names, seat, tile: f"{names[seat]} removes the roof tile {tile}",
    "drew_roof": lambda names, seat, tile: f"{names[seat]} draws the roof tile {tile}",
    "marker": lambda names, seat: f"{names[seat]} is the next starting player",
    "final_coins": lambda names, seat, coins, vp: f"{names[seat]}: {plural(coins, 'coin')} give {vp} VP",
    "final_fish": lambda names, seat, count: (
        f"{names[seat]}: {plural(count, 'unsold fish card')} give{'s' if count == 1 else ''} {count} VP"
    ),
    "final_card": lambda names, seat, card, vp: f"{names[seat]}: {card} gives {vp} VP",
    "final": lambda names, seat, score, rank: f"{names[seat]} ends with {score} VP, rank {rank}",
}

_MARKS: dict[str, Callable[..., tuple[str, ...]]] = {
    "picked": lambda seat, colour, slot: (f"slot:{SLOTS[slot]}", f"prepared:{COLOURS[colour]}"),
    "privilege_cube": lambda seat, colour, slot: (f"supply:{COLOURS[colour]}", f"slot:{SLOTS[slot]}"),
    "built": lambda seat, colour, cell, floor: (f"cell:{CELLS[cell]}",),
    "sailed": lambda seat, node, name: (f"node:{NODES[node]}",),
    "matched": lambda seat, node, matches: (f"node:{NODES[node]}",),
    "no_trade": lambda seat, node, name: (f"node:{NODES[node]}",),
    "privilege_lace": lambda seat, square: (f"square:{SQUARES[square]}",),
    "swapped": lambda seat, one, other: (f"dock:{DOCKS[one]}", f"dock:{DOCKS[other]}"),
    "took_fish": lambda seat, fish: (f"fish:{fish}",),
    "drew_fish": lambda seat: ("fish:deck",),
    "fish_turned_up": lambda fish: (f"fish:{fish}",),
    "fishermen": lambda seat, count, island, name: (f"node:{ISLANDS[island]}",),
    "returns": lambda seat, island, name, sector: (f"node:{ISLANDS[island]}", f"seat:{seat + 1}"),
    "ring_full": lambda seat, island, name: (f"node:{ISLANDS[island]}",),
    "ship_sails": lambda ship, name, west: (f"ship:{ship}",),
    "lace": lambda seat, square, colour: (f"square:{SQUARES[square]}",),
    "displaced": lambda seat, other, square, sector: (f"square:{SQUARES[square]}", f"seat:{other + 1}"),
    "withdrew": lambda seat, option, place, sector: (
        f"node:{ISLANDS[option]}" if option < 6 else f"square:{SQUARES[option - 6]}",
    ),
    "roofed": lambda seat, tile, placement: tuple(f"cell:{CELLS[cell]}" for cell in placement_cells(placement) or ()),
    "took_card": lambda seat, card, name: (f"card:{card}",),
    "drew_card": lambda seat, card, name: (f"card:{card}",),
    "card_turned_up": lambda card, name: (f"card:{card}",),
    "leads_island": lambda seat, island, name, vp: (f"node:{ISLANDS[island]}",),
    "shares_island": lambda seat, island, name, vp: (f"node:{ISLANDS[island]}",),
    "paid_lace": lambda seat, square, colour: (f"square:{SQUARES[square]}",),
    "waived_lace": lambda seat, square: (f"square:{SQUARES[square]}",),
    "dropped": lambda seat, tile: (f"tile:{tile}",),
    "drew_roof": lambda seat, tile: (f"tile:{tile}",),
}
