"""What a seat may see of a table of Buru, by allow-list.

Hidden from the others: Powers of face-down Explorers, values of Tribute cards, Elders. Hidden from all: deck orders,
the Decrees still to come, and what a Lawan holds unseen. At the end all held cards are shown (BU-12.4).
"""

from __future__ import annotations

from typing import TypedDict, cast

from bungalow.core.changes import Change, changed, changes
from bungalow.core.contract import NONE, SPECTATOR, State
from bungalow.games.buru import components as data
from bungalow.games.buru.components import (
    PHASES,
    REGION_ORDER,
    REGIONS,
    SPIRITS,
    TOKENS,
    Box,
)
from bungalow.games.buru.faces import (
    DecreeView,
    EffectView,
    ForestView,
    IslanderView,
    PlotView,
    bag_view,
    decree_face,
    effect_views,
    forest_face,
    icons_of,
    islander_face,
    plot_face,
)
from bungalow.games.buru.facts import (
    altar_cost,
    box_of,
    decrees_at,
    drawn,
    forest_row,
    forest_taken,
    has_blessings,
    has_canoes,
    has_liaisons,
    liaison_prices,
    liaisons_in,
    members,
    modules_in_play,
    order_of,
    placements,
    spirits_in_play,
    triumph_text,
    units_left,
)
from bungalow.games.buru.rules.programs import all_waiting
from bungalow.games.buru.seat_view import ScoreView, SeatView, score_view, seat_view
from bungalow.games.buru.state import (
    AMBELAU,
    CANOES,
    LIAISON,
    NOON,
    PLACE_IN_ROUND,
    POWERS,
    SPACES,
    TABLEAU,
    Buru,
)


class TokenView(TypedDict):
    """A token in a region; `turn` says which turn of the Morning placed it and names the token for everybody."""

    seat: int
    turn: int
    power: int | None
    token: str | None
    """`1` to `5`, `guide` or `liaison`, for those who may know."""
    sent_back: bool
    """A Liaison that lies on its mat again, because it met another one (AM-5.4)."""


class PowerView(TypedDict):
    seat: int
    power: int
    tie_rank: int
    blessed: bool
    """1 of that Power comes from the region's Blessing."""


class SpaceView(TypedDict):
    space: str
    index: int
    rating: int
    icons: dict[str, int]
    """Units by op; goods gained at once by their own names."""
    seat: int | None


class CanoeSpaceView(SpaceView):
    effects: list[EffectView]
    text: str


class BlessingView(TypedDict):
    """A region's Blessing: in the wilderness, with its holder, or laid down this round."""

    holder: int | None
    used_by: int | None
    goes_to: int | None
    """Once revealed: who will take it by acting last."""


class LiaisonView(TypedDict):
    """The only Liaison of a revealed region."""

    seat: int
    acts: bool
    """Its action is still to come."""


class RegionView(TypedDict):
    region: str
    name: str
    start_angle: float
    end_angle: float
    triumph: str
    tokens: list[TokenView]
    revealed: bool
    order: list[PowerView]
    """Once revealed: the seats in the order of action; the first is Triumphant."""
    acted: int
    """How many of them have begun to act."""
    decrees: list[DecreeView]
    spaces: list[SpaceView]
    blessing: BlessingView | None
    liaison: LiaisonView | None
    place: int
    """When it is resolved: 1 for the first region."""
    centre: list[float] | None
    """Of a board beside Buru's, in Buru's radii."""
    radius: float


class AltarView(TypedDict):
    spirit: str
    name: str
    side: str
    cost: dict[str, int]
    cards_left: int
    totem: int | None
    totem_region: str
    decrees: list[DecreeView]
    you_can_pay: int
    """How often in a row the viewer could pay from what it owns now."""
    islander: int
    """Islanders that a tribute costs."""
    place: str
    """Where tribute is paid: `lake` or `ambelau`."""


class UnderView(TypedDict):
    """An Elder that the viewer put under the deck; place 1 is the bottom."""

    place: int
    elder: str


class DecksView(TypedDict):
    islanders: int
    forest: int
    elders: int
    plots: int
    decrees: int


class DrawnView(TypedDict):
    """What everybody saw drawn since the deck was last shuffled, the first card first."""

    islanders: list[str]
    forest: list[str]
    plots: list[str]
    decrees: list[str]


class BuruView(TypedDict):
    round: int
    rounds: int
    phase: str
    over: bool
    humans: int
    emissary: int
    turn_order: list[int]
    placing: int | None
    """The seat that places next."""
    region: str | None
    acting: int | None
    space: str | None
    units: dict[str, int]
    """What is left of the icons of that space."""
    late_fish: int
    """Fish of a space or card that the acting seat is still to gain (BU-R10)."""
    regions: list[RegionView]
    forest_row: list[ForestView]
    forest_taken: list[ForestView]
    """Cards of this round's row that are gone, best rating first."""
    forest_discard: list[str]
    row: list[str | None]
    islander_discard: list[str]
    altars: list[AltarView]
    decks: DecksView
    drawn: DrawnView
    under_elders: list[UnderView]
    plot_discard: list[str]
    plots: list[PlotView]
    """The faces of the Plot cards in sight."""
    islanders: dict[str, IslanderView]
    """The faces of the Islanders in sight."""
    seats: list[SeatView]
    scores: list[ScoreView]
    """At the end, from the Emissary clockwise."""
    modules: list[str]
    placements: list[int]
    """The seats that will place a token this Morning, in turn, to its end."""
    canoe_track: list[CanoeSpaceView]
    liaison_prices: dict[str, int]
    """While a Liaison chooses: what each free space or Forest card costs it in fish."""


def view(state: State, viewer: int) -> BuruView:
    public = _public(state)
    return public if viewer < 0 else cast(BuruView, changed(public, own(state, viewer, public)))


def own(state: State, seat: int, public: BuruView) -> list[Change]:
    """What the seat sees beyond a spectator: its Powers that lie face down, its cards, and what it can pay."""
    table = cast(Buru, state)
    box = box_of(table)
    mine = public["seats"][seat]
    found = changes(mine, seat_view(table, box, seat, seat, mine["to_place"]), "seats", seat)
    for place, region in enumerate(public["regions"]):
        if not region["revealed"] and any(token["seat"] == seat for token in region["tokens"]):
            tokens = tokens_in(table, seat, int(table.box.region_list[place]))
            found += changes(region["tokens"], tokens, "regions", place, "tokens")
    found += [
        (["altars", place, "you_can_pay"], payable(table, seat, spirit))
        for place, spirit in enumerate(spirits_in_play(table))
    ]
    under = [
        UnderView(place=place + 1, elder=box.elders[int(table.elder_deck[place])].id)
        for place in range(int(table.elder_count))
        if table.elder_by[place] == seat
    ]
    return [*found, (["under_elders"], under)] if under else found


def _public(state: State) -> BuruView:
    table = cast(Buru, state)
    box = box_of(table)
    over = table.over()
    seats = int(table.seats)
    row = [int(card) for card in table.row]
    seen = {card for card in row if card != NONE} | set(members(int(table.islander_discard)))
    for seat in range(seats):
        seen |= set(members(int(table.get(seat, TABLEAU))))
    order = [(int(table.emissary) + i) % seats for i in range(seats)] if table.emissary != NONE else list(range(seats))
    coming = placements(table)
    plots = [int(card) for card in (table.plot_a, table.plot_b, table.plot_held) if card != NONE]
    discarded = members(int(table.plot_discard))
    return BuruView(
        round=int(table.round),
        rounds=int(table.rounds),
        phase=PHASES[int(table.phase)],
        over=over,
        humans=int(table.humans),
        emissary=int(table.emissary),
        turn_order=order,
        placing=coming[0] if coming else None,
        region=REGIONS[int(table.region)] if table.region != NONE else None,
        acting=int(table.acting) if table.acting != NONE else None,
        space=table.box.spaces[int(table.space)][0] if table.space != NONE else None,
        units=units_left(table),
        late_fish=int(all_waiting(table)),
        regions=[_region(table, box, int(region)) for region in table.box.region_list],
        forest_row=[forest_face(box, card) for card in forest_row(table, box)],
        forest_taken=[forest_face(box, card) for card in forest_taken(table, box)],
        forest_discard=[box.forest[card].id for card in members(int(table.forest_discard))],
        row=[box.islanders[card].id if card != NONE else None for card in row],
        islander_discard=[box.islanders[card].id for card in members(int(table.islander_discard))],
        altars=[_altar(table, box, spirit) for spirit in spirits_in_play(table)],
        decks=DecksView(
            islanders=int(table.islander_count),
            forest=int(table.forest_count),
            elders=int(table.elder_count),
            plots=int(table.plot_count) if table.humans < table.seats else 0,
            decrees=int(table.decree_end - table.decree_next),
        ),
        drawn=DrawnView(
            islanders=[box.islanders[card].id for card in drawn(table.islander_deck, table.islander_count)],
            forest=[box.forest[card].id for card in drawn(table.forest_deck, table.forest_count)],
            plots=[box.plots[card].id for card in drawn(table.plot_deck, table.plot_count)],
            decrees=[box.decrees[int(table.decree_deck[i])].id for i in range(int(table.decree_next))],
        ),
        under_elders=[],
        plot_discard=[box.plots[card].id for card in discarded],
        plots=[plot_face(box, card) for card in sorted({*plots, *discarded})],
        islanders={box.islanders[card].id: islander_face(box, card) for card in sorted(seen)},
        seats=[seat_view(table, box, int(SPECTATOR), seat, coming.count(seat)) for seat in range(seats)],
        scores=[score_view(table, seat) for seat in order] if over else [],
        modules=modules_in_play(table),
        placements=coming,
        canoe_track=[_canoe_space(table, box, index) for index in range(len(box.canoe))] if has_canoes(table) else [],
        liaison_prices=liaison_prices(table, box),
    )


# -- what modules add ---------------------------------------------------------------------------------------------


def _canoe_space(table: Buru, box: Box, index: int) -> CanoeSpaceView:
    space = box.canoe[index]
    holder = int(table.spaces[CANOES + index])
    return CanoeSpaceView(
        space=space.id,
        index=index + 1,
        rating=space.rating,
        icons=dict(icons_of(space.effects)),
        seat=holder if holder != NONE else None,
        effects=effect_views(space.effects),
        text=space.text,
    )


def _blessing(table: Buru, region: int, order: list[int]) -> BlessingView | None:
    if not has_blessings(table):
        return None
    holder, user = int(table.blessing(region)), int(table.blessed(region))
    acting = table.region == region and table.acting != NONE
    return BlessingView(
        holder=holder if holder != NONE else None,
        used_by=user if user != NONE else None,
        goes_to=order[-1] if len(order) > 1 and acting else None,
    )


def _liaison(table: Buru, region: int, found: list[int]) -> LiaisonView | None:
    if len(found) != 1:
        return None
    acted = table.region != region or table.acting == NONE
    return LiaisonView(seat=found[0], acts=region != AMBELAU and not acted)


def _region(table: Buru, box: Box, region: int) -> RegionView:
    here = box.regions[region]
    revealed = is_revealed(table, region)
    order = order_of(table, region) if revealed else []
    liaisons = shown_liaisons(table, region)
    acted = int(table.position) if table.region == region else len(order) if revealed else 0
    return RegionView(
        region=here.id,
        name=here.name,
        start_angle=here.start_angle,
        end_angle=here.end_angle,
        triumph=triumph_text(table, box, region),
        tokens=tokens_in(table, int(SPECTATOR), region),
        revealed=revealed,
        order=[
            PowerView(
                seat=seat,
                power=int(table.power(seat, region)),
                tie_rank=int(table.tie_rank(seat)),
                blessed=has_blessings(table) and table.blessed(region) == seat,
            )
            for seat in order
        ],
        acted=acted,
        decrees=[decree_face(box, decree) for decree in decrees_at(table, box, region=region)],
        spaces=[_space(table, box, region, index) for index in range(int(SPACES))] if region != AMBELAU else [],
        blessing=_blessing(table, region, order),
        liaison=_liaison(table, region, liaisons),
        place=sorted(REGION_ORDER).index(REGION_ORDER[region]) + 1,
        centre=list(here.centre) if here.centre else None,
        radius=here.radius,
    )


def is_revealed(table: Buru, region: int) -> bool:
    reached = table.phase >= NOON and table.region != NONE
    return reached and bool(PLACE_IN_ROUND[int(table.region)] >= PLACE_IN_ROUND[region])


def shown_liaisons(table: Buru, region: int) -> list[int]:
    """Return the seats whose Liaisons lie open in a region."""
    return liaisons_in(table, region) if has_liaisons(table) and is_revealed(table, region) else []


def tokens_in(table: Buru, viewer: int, region: int) -> list[TokenView]:
    clash = len(shown_liaisons(table, region)) > 1
    return [
        _token(table, viewer, seat, turn, clash=clash)
        for turn in turns(table)
        for seat in range(int(table.seats))
        if table.bids[seat * table.box.tokens + turn] >> 3 == region + 1
    ]


def turns(table: Buru) -> range:
    """Return the turns of a Morning in which tokens are placed."""
    return range(int(table.box.tokens))


def _token(table: Buru, viewer: int, seat: int, turn: int, *, clash: bool) -> TokenView:
    known = table.shown(seat, turn) or (seat == viewer and not table.is_lawan(seat))
    token = int(table.bids[seat * table.box.tokens + turn]) & 7
    return TokenView(
        seat=seat,
        turn=turn,
        power=int(POWERS[token]) if known else None,
        token=TOKENS[token - 1] if known else None,
        sent_back=clash and token == LIAISON,
    )


def _space(table: Buru, box: Box, region: int, index: int) -> SpaceView:
    space = box.space(region, index)
    holder = int(table.spaces[region * SPACES + index])
    return SpaceView(
        space=space.id,
        index=index + 1,
        rating=space.rating,
        icons=dict(icons_of(space.effects)),
        seat=holder if holder != NONE else None,
    )


def payable(table: Buru, seat: int, spirit: int) -> int:
    """Return how often in a row a seat could pay tribute from what it owns now."""
    cost = altar_cost(table, spirit)
    left = int(table.tribute_left[spirit])
    able = [int(table.get(seat, i)) // cost[i] for i in range(3) if cost[i]]
    if SPIRITS[spirit] == "ukum":
        able.append(int(table.get(seat, TABLEAU)).bit_count())
    return min([*able, left])


def _altar(table: Buru, box: Box, spirit: int) -> AltarView:
    holder = int(table.totems[spirit])
    return AltarView(
        spirit=SPIRITS[spirit],
        name=box.spirits[spirit].name,
        side=data.SIDES[int(table.altar_side[spirit])],
        cost=bag_view(altar_cost(table, spirit)),
        cards_left=int(table.tribute_left[spirit]),
        totem=holder if holder != NONE else None,
        totem_region=REGIONS[box.spirits[spirit].region],
        decrees=[decree_face(box, decree) for decree in decrees_at(table, box, spirit=spirit)],
        you_can_pay=0,
        islander=int(SPIRITS[spirit] == "ukum"),
        place="lake" if spirit in box.payable else "ambelau",
    )
