"""What a seat may see of a table of Busara: public facts, its own cards, and cards it was shown (SPEC part 1)."""

from __future__ import annotations

import itertools
from functools import cache
from typing import TypedDict, cast

from bungalow.core.changes import Change, changed, changes
from bungalow.core.contract import BIT, NONE, SPECTATOR, State
from bungalow.games.busara.contents import RESOURCES, TIMINGS, VIRTUES, Box, Card, Kingdom
from bungalow.games.busara.realm import CHAIN_STEP, SPACES
from bungalow.games.busara.rules.trade import asked_by, given_by, least_asked, most_asked
from bungalow.games.busara.state import (
    BY_CAP,
    BY_EMBARGO,
    BY_GOAL,
    CHOOSING_KINGDOMS,
    CHOOSING_SETUP_CARDS,
    LAST_ROUND,
    PLACING_BOARDS,
    PLACING_TOKENS,
    TRADE_FAILED,
    TRADE_MADE,
    Busara,
    count_in,
    size_of,
)

PHASES = ("kingdoms", "setup_cards", "boards", "tokens", "play")
ENDINGS = {0: "", int(BY_GOAL): "goal", int(BY_EMBARGO): "embargo", int(BY_CAP): "cap"}
Counts = dict[str, int]


class BoardView(TypedDict):
    """A Kingdom Board on the table; `spaces` from the top left, row by row."""

    board: str
    name: str
    hex: str
    pattern: str
    owner: int
    placed: bool
    x: int
    y: int
    spaces: list[str | None]


class KingdomView(TypedDict):
    """The face of a Kingdom Card."""

    kingdom: str
    name: str
    country: str
    goal: Counts
    power: str
    cost: int
    timing: str
    hidden_only: bool
    text: str
    source: str
    designed: list[str]
    """Parts that are ours in spite of the source: `text`, `timing`, `effects` …"""


class GoalView(TypedDict):
    """One type of a goal: held of needed."""

    virtue: str
    held: int
    needed: int


class PlayerView(TypedDict):
    seat: int
    board: str
    resources: int
    open_spaces: int
    embargoed: bool
    danger: bool
    """No more than one resource or one open space."""
    virtues: Counts | None
    """None while they are hidden from the viewer."""
    virtues_hidden: bool
    kingdom: str | None
    """None while the card is unknown to the viewer."""
    revealed: bool
    seen_by: list[int]
    """Other seats that have seen the card while it was face down."""
    cannot_be: list[str]
    """Kingdoms that an unknown card cannot show, or its holder would have won in the open."""
    progress: int | None
    goal: list[GoalView] | None
    setup_card: str | None
    has_chosen: bool


class CardView(TypedDict):
    """A kind of Resource Card."""

    card: str
    name: str
    resource: str | None
    disaster: bool
    text: str


class OfferView(TypedDict):
    seat: int
    gives: Counts
    asks: Counts
    open_after: int
    """Open spaces of the offering player after the trade."""
    active_open_after: int


class DraftView(TypedDict):
    """An offer that is being made, as far as it has been named: aloud, so everybody knows it (BS-7.3)."""

    seat: int
    gives: Counts
    asks: Counts
    least: int
    """The fewest to ask for in all: with fewer the active player has no room for what is given; 0: a gift will do."""
    most: int
    """The most to ask for: with more the offering player has no room."""


class TradeView(TypedDict):
    want: Counts
    announced: bool
    """The want is complete, and the others may offer."""
    draft: DraftView | None
    offers: list[OfferView]
    partner: int | None
    """Whose offer has been accepted."""


class PowerView(TypedDict):
    """A Power that is being used."""

    user: int
    power: str
    target: int | None
    number: int | None


class ChainView(TypedDict):
    """The chain being forged, in its order, and what each step is worth."""

    cells: list[str]
    virtues: list[str]


class TheftView(TypedDict):
    """The last Virtue that was taken, or named in vain: everybody saw it."""

    thief: int
    victim: int
    virtue: str
    found: bool


class HandView(TypedDict):
    """Tokens that a player is about to place."""

    seat: int
    resources: Counts


class ForgingView(TypedDict):
    resources: list[str]
    virtue: str


class SupplyView(TypedDict):
    supply: Counts
    supply_exact: bool
    """False: the supply says only 1 for some and 0 for none."""


class BusaraView(SupplyView):
    phase: str
    round: int
    round_cap: int | None
    """None: play until somebody wins (at most 1,000 rounds)."""
    starter: int
    active: int
    controller: int | None
    actions_left: int
    """Granted actions still to come after the current one."""
    trade_used: bool
    """No other Trade may be announced this turn."""
    extra_turn: int | None
    over: bool
    ending: str
    winners: list[int]
    boards: list[BoardView]
    players: list[PlayerView]
    stock: Counts
    deck: int
    discard: list[str]
    turned: str | None
    chain: ChainView | None
    trade: TradeView | None
    power: PowerView | None
    hand: HandView | None
    theft: TheftView | None
    dealt_kingdoms: list[str]
    """Experienced: what the viewer was dealt."""
    dealt_setup_cards: list[str]
    setup_cards: dict[str, Counts]
    kingdoms: dict[str, KingdomView]
    """The faces of all Kingdom Cards in this view."""
    cards: dict[str, CardView]
    """The faces of all kinds of Resource Cards."""
    forging: list[ForgingView]


def view(state: State, viewer: int) -> BusaraView:
    public = _public(state)
    return public if viewer < 0 else cast(BusaraView, changed(public, own(state, viewer, public)))


def own(state: State, viewer: int, public: BusaraView) -> list[Change]:
    """What a seat sees beyond a spectator: its cards, the cards it was shown, and its Virtues while they are hidden."""
    table = cast(Busara, state)
    box = cast(Box, table.box.cold)
    seats = range(int(table.seats))
    known = [seat for seat in seats if seat == viewer or table.knows(viewer, seat)]
    players = {seat: _player(table, box, seat, viewer) for seat in known}
    found: list[Change] = []
    for seat, player in players.items():
        found += changes(public["players"][seat], player, "players", seat)
    if table.realm.hides(viewer):
        found += [([name], value) for name, value in _supply(table, viewer).items()]
    dealt, setup = _dealt_kingdoms(table, box, viewer), _dealt_setup_cards(table, box, viewer)
    if dealt:
        found.append((["dealt_kingdoms"], dealt))
    if setup:
        found.append((["dealt_setup_cards"], setup))
    shown = [*dealt, *(player["kingdom"] for player in players.values())]
    for kingdom in box.kingdoms:
        if kingdom.id in shown and kingdom.id not in public["kingdoms"]:
            found.append((["kingdoms", kingdom.id], _kingdom(kingdom)))
    return found


def _supply(table: Busara, viewer: int) -> SupplyView:
    """Return the supply, as far as a viewer can work it out (R27)."""
    realm = table.realm
    exact = table.over() or not any(realm.hides(seat) for seat in range(int(table.seats)) if seat != viewer)
    counts = {n: int(realm.supply[i]) if exact else int(realm.supply[i] > 0) for i, n in enumerate(VIRTUES)}
    return SupplyView(supply=counts, supply_exact=exact)


def _public(state: State) -> BusaraView:
    table = cast(Busara, state)
    box = cast(Box, table.box.cold)
    seats = range(int(table.seats))
    realm = table.realm
    over = table.over()
    viewer = int(SPECTATOR)
    players = [_player(table, box, seat, viewer) for seat in seats]
    shown = [player["kingdom"] for player in players]
    discard = [box.cards[table.deck[i]].id for i in range(int(table.drawn))]
    turned = box.cards[table.turned].id if table.turned != NONE else None
    if turned:
        discard.pop()
    return BusaraView(
        phase=PHASES[table.phase],
        round=int(table.round),
        round_cap=int(table.last_round) if table.last_round == LAST_ROUND else None,
        starter=int(table.starter),
        active=int(table.active),
        controller=_or_none(table.controller),
        actions_left=int(table.actions_left),
        trade_used=bool(table.trading == TRADE_FAILED),
        extra_turn=_or_none(table.extra),
        over=over,
        ending=ENDINGS[int(table.ending)],
        winners=[seat for seat in seats if table.winners & BIT[seat]],
        boards=[_board(table, box, board) for board in seats],
        players=players,
        stock={name: int(realm.stock[i]) for i, name in enumerate(RESOURCES)},
        **_supply(table, viewer),
        deck=len(table.deck) - int(table.drawn),
        discard=discard,
        turned=turned,
        chain=_chain(table, box),
        trade=_trade(table),
        power=_power(table, box),
        hand=_hand(table),
        theft=_theft(int(table.theft)),
        dealt_kingdoms=[],
        dealt_setup_cards=[],
        setup_cards=_setup_cards(box) if table.phase <= PLACING_TOKENS else {},
        kingdoms={k.id: _kingdom(k) for k in box.kingdoms if k.id in shown},
        cards={card.id: _card(card) for card in box.cards},
        forging=[
            ForgingView(resources=[RESOURCES[part] for part in virtue.made_of], virtue=virtue.id)
            for virtue in box.virtues
        ],
    )


def _or_none(seat: int) -> int | None:
    return None if seat == NONE else int(seat)


def _board(table: Busara, box: Box, number: int) -> BoardView:
    face = box.boards[number]
    spaces = [int(table.realm.token[number * SPACES + space]) for space in range(int(SPACES))]
    return BoardView(
        board=face.id,
        name=face.name,
        hex=face.hex,
        pattern=face.pattern,
        owner=int(table.realm.owner[number]),
        placed=bool(table.placed & BIT[number]),
        x=int(table.at[2 * number]),
        y=int(table.at[2 * number + 1]),
        spaces=[None if token == NONE else RESOURCES[token & 3] for token in spaces],
    )


def _player(table: Busara, box: Box, seat: int, viewer: int) -> PlayerView:
    realm = table.realm
    card = realm.card[seat]
    sees_virtues = seat == viewer or table.over() or not realm.hides(seat)
    number = int(table.kingdom[card])
    kingdom = box.kingdoms[number] if number != NONE and (table.over() or table.knows(viewer, seat)) else None
    virtues = {name: int(realm.virtues[6 * seat + i]) for i, name in enumerate(VIRTUES)} if sees_virtues else None
    goal = _goal(kingdom, virtues) if kingdom and virtues is not None else None
    holds, room = int(realm.holds(seat)), int(realm.room(seat))
    shows_setup = table.setup_card[seat] != NONE and (seat == viewer or table.phase >= PLACING_TOKENS)
    others = [s for s in range(int(table.seats)) if s != seat and table.known[card] & BIT[s]]
    out = [k.id for i, k in enumerate(box.kingdoms) if table.ruled_out[card] & BIT[i]]
    chosen = {int(CHOOSING_KINGDOMS): number, int(CHOOSING_SETUP_CARDS): int(table.setup_card[seat])}
    return PlayerView(
        seat=seat,
        board=box.boards[realm.board[seat]].id,
        resources=holds,
        open_spaces=room,
        embargoed=bool(table.embargoed & BIT[seat]),
        danger=table.phase > PLACING_TOKENS and min(holds, room) <= 1,
        virtues=virtues,
        virtues_hidden=realm.hides(seat),
        kingdom=kingdom.id if kingdom else None,
        revealed=bool(table.face_up & BIT[card]),
        seen_by=others,
        cannot_be=out if kingdom is None else [],
        progress=sum(min(part["held"], part["needed"]) for part in goal) if goal is not None else None,
        goal=goal,
        setup_card=box.setup_cards[table.setup_card[seat]].id if shows_setup else None,
        has_chosen=chosen.get(int(table.phase), 0) != NONE,
    )


def _goal(kingdom: Kingdom, virtues: Counts) -> list[GoalView]:
    return [
        GoalView(virtue=name, held=virtues[name], needed=needed)
        for name, needed in zip(VIRTUES, kingdom.goal, strict=True)
        if needed
    ]


def _dealt_kingdoms(table: Busara, box: Box, viewer: int) -> list[str]:
    if not len(table.dealt):
        return []
    return [box.kingdoms[table.dealt[2 * viewer + i]].id for i in range(2)]


def _dealt_setup_cards(table: Busara, box: Box, viewer: int) -> list[str]:
    if not len(table.setup_dealt) or table.phase > PLACING_BOARDS:
        return []
    return [box.setup_cards[table.setup_dealt[2 * viewer + i]].id for i in range(2)]


def _chain(table: Busara, box: Box) -> ChainView | None:
    if table.chain_end == NONE:
        return None
    token = table.realm.token
    order = sorted((int(token[c]) >> 2, c) for c in range(len(token)) if token[c] >= CHAIN_STEP)
    types = [int(token[cell]) & 3 for _, cell in order]
    worth = [box.virtues[box.recipe(one, other)].id for one, other in itertools.pairwise(types)]
    return ChainView(cells=[cell_name(cell) for _, cell in order], virtues=worth)


def _trade(table: Busara) -> TradeView | None:
    if table.want == 0:
        return None
    offering = _or_none(table.partner) if table.trading == TRADE_FAILED else None
    draft = None
    if offering is not None:
        draft = DraftView(
            seat=offering,
            gives=hand_counts(table.gives),
            asks=hand_counts(table.asks),
            least=max(0, int(least_asked(table))),
            most=min(int(most_asked(table)), int(table.realm.holds(table.active))),
        )
    return TradeView(
        want=hand_counts(table.want),
        announced=len(table.offered) > 0,
        draft=draft,
        offers=[_offer(table, seat) for seat in range(int(table.seats)) if table.offers() & BIT[seat]],
        partner=_or_none(table.partner) if table.trading == TRADE_MADE else None,
    )


def _offer(table: Busara, seat: int) -> OfferView:
    gives, asks = int(given_by(table, seat)), int(asked_by(table, seat))
    change = int(size_of(gives)) - int(size_of(asks))
    return OfferView(
        seat=seat,
        gives=hand_counts(gives),
        asks=hand_counts(asks),
        open_after=int(table.realm.room(seat)) + change,
        active_open_after=int(table.realm.room(table.active)) - change,
    )


def _power(table: Busara, box: Box) -> PowerView | None:
    """The Power whose effect is being carried out."""
    if table.pc == NONE or table.effect_of_event or table.power == NONE:
        return None
    return PowerView(
        user=int(table.user),
        power=box.kingdoms[table.power].power,
        target=_or_none(table.bound_seat),
        number=int(table.bound_number) or None,
    )


def _hand(table: Busara) -> HandView | None:
    if table.hand == 0:
        return None
    return HandView(seat=int(table.subject), resources=hand_counts(table.hand))


def _theft(packed: int) -> TheftView | None:
    if packed == NONE:
        return None
    players, virtue = packed >> 7, packed >> 1 & 7
    return TheftView(thief=players, victim=packed >> 4 & 7, virtue=VIRTUES[virtue], found=bool(packed & 1))


def hand_counts(hand: int) -> Counts:
    return {name: int(count_in(hand, i)) for i, name in enumerate(RESOURCES)}


def cell_name(cell: int) -> str:
    """`b0:12` is board 0, row 1, column 2."""
    return f"b{cell >> 4}:{(cell & 15) // 4}{cell % 4}"


@cache
def _kingdom(kingdom: Kingdom) -> KingdomView:
    return KingdomView(
        kingdom=kingdom.id,
        name=kingdom.name,
        country=kingdom.country,
        goal={name: needed for name, needed in zip(VIRTUES, kingdom.goal, strict=True) if needed},
        power=kingdom.power,
        cost=kingdom.cost,
        timing=TIMINGS[kingdom.timing],
        hidden_only=kingdom.hidden_only,
        text=kingdom.text,
        source=kingdom.source,
        designed=list(kingdom.designed),
    )


@cache
def _card(card: Card) -> CardView:
    resource = RESOURCES[card.resource] if card.resource >= 0 else None
    return CardView(card=card.id, name=card.name, resource=resource, disaster=card.disaster, text=card.text)


def _setup_cards(box: Box) -> dict[str, Counts]:
    return {card.id: dict(zip(RESOURCES, card.gives, strict=True)) for card in box.setup_cards}
