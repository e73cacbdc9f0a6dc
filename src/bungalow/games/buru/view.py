"""What a seat may see of a table of Buru, by allow-list.

Hidden from the others: Powers of face-down Explorers, values of Tribute cards, Elders. Hidden from all: deck orders,
the Decrees still to come, and what a Lawan holds unseen. At the end all held cards are shown (BU-12.4).
"""

from __future__ import annotations

from functools import cache
from typing import TypedDict, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, State
from bungalow.games.buru import components as data
from bungalow.games.buru.components import (
    GOODS,
    NEEDS,
    PHASES,
    REGION_ORDER,
    REGIONS,
    RESOURCES,
    SPIRITS,
    TOKENS,
    TYPES,
    Bag,
    Box,
    goods_text,
)
from bungalow.games.buru.rules import effects as machine
from bungalow.games.buru.rules.effects import (
    UNITS,
)
from bungalow.games.buru.state import (
    AMBELAU,
    CANOE,
    CANOES,
    DEALT,
    ELDERS,
    ESTEEM,
    EXPLORERS,
    GUIDE_NEXT,
    GUIDE_NOW,
    GUIDES,
    LIAISON,
    MAT,
    MORNING,
    NOON,
    OWN,
    PLACE_IN_ROUND,
    POWERS,
    SPACES,
    TABLEAU,
    TOKOH,
    TOKOHS,
    TRIBUTES,
    Buru,
)

UNIT_NAMES = (
    ("forest_card", machine.UNIT_FOREST),
    ("recruit", machine.UNIT_RECRUIT),
    ("cycle", machine.UNIT_CYCLE),
    ("task", machine.UNIT_TASK),
    ("tribute", machine.UNIT_TRIBUTE),
    ("elder", machine.UNIT_ELDER),
    ("emissary", machine.UNIT_EMISSARY),
    ("trade", machine.UNIT_TRADE),
    ("choose", machine.UNIT_BRANCH),
    ("untask", machine.UNIT_UNTASK),
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


class EffectView(TypedDict):
    """One step of an effect list (rules, part 5); what an op does not use is empty."""

    op: str
    gain: dict[str, int]
    pay: dict[str, int]
    count: int
    spirits: list[str]
    """Empty: any."""
    types: list[str]
    """Empty: any."""
    options: list[list[EffectView]]


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


class TokohView(TypedDict):
    tokoh: str
    name: str
    role: str
    start: str
    start_effects: list[EffectView]
    text: str
    effects: list[EffectView]
    icons: dict[str, int]
    used: bool
    source: str


class DecreeView(TypedDict):
    decree: str
    name: str
    effects: list[EffectView]
    text: str
    source: str


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


class ForestView(TypedDict):
    card: str
    rating: int
    gain: dict[str, int]
    choose: list[list[str]]
    source: str


class IslanderView(TypedDict):
    islander: str
    name: str
    type: str
    cost: int
    effects: list[EffectView]
    text: str
    scroll: bool
    bonus: str
    """What an Outlaw gives when it is discarded."""
    bonus_effects: list[EffectView]
    source: str


class HeldIslander(TypedDict):
    islander: str
    tasked: bool
    live: bool
    """A scroll that works now."""


class LevelView(TypedDict):
    need: dict[str, int]
    have: dict[str, int]
    esteem: int
    met: bool


class ElderView(TypedDict):
    elder: str
    name: str
    levels: list[LevelView]
    esteem: int
    """What it would score now."""
    source: str


class PlotView(TypedDict):
    plot: str
    morning: dict[str, str]
    recruit: list[str]
    tribute: list[str]
    forest_bonus: dict[str, int]
    lake_bonus: str
    ambelau_bonus: str
    source: str


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


class SeatView(TypedDict):
    seat: int
    kind: str
    colour: str
    pattern: str
    tie_rank: int
    esteem: int
    goods: dict[str, int]
    tableau: list[HeldIslander]
    types: dict[str, int]
    totems: list[str]
    tributes: dict[str, int]
    tribute_values: dict[str, list[int]] | None
    elder_count: int
    elders: list[ElderView] | None
    on_mat: int
    mat: list[int] | None
    fished: int | None
    """The Power of the last Explorer, from Noon on."""
    powers_seen: list[int]
    powers_possible: list[int]
    """What everybody can work out of the Powers still face down."""
    plot: str | None
    to_place: int
    """Tokens that it will still place this Morning."""
    mat_tokens: list[str] | None
    canoe: int | None
    """0 on the start."""
    guide_now: bool
    guide_next: bool
    blessings: list[str]
    tokoh: TokohView | None
    tokoh_dealt: list[TokohView] | None
    """While Tokoh are chosen: the viewer's own two."""
    tokoh_chosen: bool


class ScoreView(TypedDict):
    seat: int
    track: int
    tributes: int
    elders: int
    sets: int
    ibu_set: int
    """What Ibu cards gain by their number: n(n-1)."""
    total: int
    rank: int


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
    table = cast(Buru, state)
    box = cast(Box, table.box.cold)
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
        late_fish=int(table.late_fish),
        regions=[_region(table, box, viewer, int(region)) for region in table.box.region_list],
        forest_row=[_forest_card(box, card) for card in forest_row(table, box)],
        forest_taken=[_forest_card(box, card) for card in forest_taken(table, box)],
        forest_discard=[box.forest[card].id for card in members(int(table.forest_discard))],
        row=[box.islanders[card].id if card != NONE else None for card in row],
        islander_discard=[box.islanders[card].id for card in members(int(table.islander_discard))],
        altars=[_altar(table, box, viewer, spirit) for spirit in spirits_in_play(table)],
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
        under_elders=[
            UnderView(place=place + 1, elder=box.elders[int(table.elder_deck[place])].id)
            for place in range(int(table.elder_count))
            if viewer >= 0 and table.elder_by[place] == viewer
        ],
        plot_discard=[box.plots[card].id for card in discarded],
        plots=[_plot(box, card) for card in sorted({*plots, *discarded})],
        islanders={box.islanders[card].id: _islander(box, card) for card in sorted(seen)},
        seats=[_seat(table, box, viewer, seat, coming.count(seat)) for seat in range(seats)],
        scores=[_score(table, seat) for seat in order] if over else [],
        modules=modules_in_play(table),
        placements=coming,
        canoe_track=[_canoe_space(table, box, index) for index in range(len(box.canoe))] if has_canoes(table) else [],
        liaison_prices=liaison_prices(table, box),
    )


# -- what modules add ---------------------------------------------------------------------------------------------


def modules_in_play(table: Buru) -> list[str]:
    options = table.settings
    return [name for name in data.MODULES if options.get(name)]


def spirits_in_play(table: Buru) -> list[int]:
    return members(int(table.box.spirit_set))


def has_canoes(table: Buru) -> bool:
    return bool(table.box.region_set & BIT[AMBELAU])


def has_tokoh(table: Buru) -> bool:
    return bool(table.moments.acts)


def has_blessings(table: Buru) -> bool:
    return bool(table.moments.power)


def has_liaisons(table: Buru) -> bool:
    return bool(table.box.ordinary & BIT[LIAISON - 1])


def placements(table: Buru) -> list[int]:
    """The seats that will still place a token, in turn."""
    if table.phase != MORNING or table.over():
        return []
    seats, cycles = int(table.seats), int(table.box.cycles)
    coming: list[int] = []
    for turn in range(int(table.turns), seats * (cycles + 1)):
        seat = (int(table.emissary) + turn) % seats
        guide = len(table.more) > 0 and bool(table.get_more(seat, GUIDES) & GUIDE_NOW)
        if turn < seats * cycles or guide:
            coming.append(seat)
    return coming


def liaisons_in(table: Buru, region: int) -> list[int]:
    """The seats whose Liaisons were placed in a region."""
    wanted = int(LIAISON) + 8 * (region + 1)
    return [number // int(table.box.tokens) for number, bid in enumerate(table.bids) if bid == wanted]


def misplaced_canoes(table: Buru) -> int:
    """Canoes that the track does not show where their seats say they are."""
    if not has_canoes(table):
        return 0
    at = {seat: int(table.get_more(seat, CANOE)) for seat in range(int(table.seats))}
    seen = {int(table.spaces[CANOES + i]): i + 1 for i in range(data.CANOE_SPACES) if table.spaces[CANOES + i] != NONE}
    return sum(seen.get(seat, 0) != space for seat, space in at.items()) + sum(seat not in at for seat in seen)


def liaison_prices(table: Buru, box: Box) -> dict[str, int]:
    """What a Liaison that chooses now would pay, for spaces and cards that are free."""
    if table.over() or table.choice().code not in LIAISON_CODES:
        return {}
    if table.choice().kind == machine.ACT:
        free = table.box.liaison_pays_card
        return {box.forest[card].id: box.forest[card].rating if free else 0 for card in members(int(table.forest_row))}
    region = int(table.region)
    if region == AMBELAU:
        return {}
    spaces = [box.space(region, index) for index in range(int(SPACES))]
    return {space.id: space.rating for space in spaces if table.spaces[region * SPACES + space.index] == NONE}


LIAISON_CODES = (80, 81)
"""Of `modules.liaisons.LIAISON_SPACE` and `LIAISON_CARD`."""


def _canoe_space(table: Buru, box: Box, index: int) -> CanoeSpaceView:
    space = box.canoe[index]
    holder = int(table.spaces[CANOES + index])
    return CanoeSpaceView(
        space=space.id,
        index=index + 1,
        rating=space.rating,
        icons=dict(_icons(space.effects)),
        seat=holder if holder != NONE else None,
        effects=effect_views(space.effects),
        text=space.text,
    )


def _tokoh(table: Buru, box: Box, card: int) -> TokohView:
    tokoh = box.tokoh[card]
    return TokohView(
        tokoh=tokoh.id,
        name=tokoh.name,
        role=tokoh.role,
        start=tokoh.start_text,
        start_effects=effect_views(tokoh.start),
        text=tokoh.text,
        effects=effect_views(tokoh.effects),
        icons=dict(_icons(tokoh.effects)),
        used=table.spaces[TOKOHS + card] != NONE,
        source=tokoh.source,
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


def members(cards: int) -> list[int]:
    """The numbers in a bit set."""
    return [card for card in range(cards.bit_length()) if cards >> card & 1]


def drawn(deck: vec[i64], count: i64) -> list[int]:
    """The cards above the top of a deck: drawn since it was shuffled."""
    return [int(deck[i]) for i in range(len(deck) - 1, int(count) - 1, -1) if deck[i] != NONE]


def bag_view(bag: Bag) -> dict[str, int]:
    return {good: amount for good, amount in zip(GOODS, bag, strict=True) if amount}


def units_left(table: Buru) -> dict[str, int]:
    """The icons of the action space that have not been used."""
    found = {name: int(table.units) // int(unit) & int(UNITS) for name, unit in UNIT_NAMES}
    return {name: count for name, count in found.items() if count}


def forest_row(table: Buru, box: Box) -> list[int]:
    """The face-up Forest cards, best rating first."""
    return sorted(members(int(table.forest_row)), key=lambda card: (-box.forest[card].rating, card))


def forest_taken(table: Buru, box: Box) -> list[int]:
    """What lay in the row this round and was taken: the cards drawn last, without those that still lie there."""
    latest = drawn(table.forest_deck, table.forest_count)[-int(table.box.forest_row[table.seats]) :]
    taken = [card for card in latest if not table.forest_row & BIT[card]]
    return sorted(taken, key=lambda card: (-box.forest[card].rating, card))


def order_of(table: Buru, region: int) -> list[int]:
    """The seats in the order of action in a revealed region."""
    digits = int(table.orders[region])
    order: list[int] = []
    while digits:
        order.append((digits & 7) - 1)
        digits >>= 3
    return order


def decrees_at(table: Buru, box: Box, *, region: int | None = None, spirit: int | None = None) -> list[int]:
    """The Decrees that lie in a region or beside an altar, in the order revealed."""
    first = max(0, int(table.decree_next) - box.setup.decrees_per_round)
    shown = [int(table.decree_deck[i]) for i in range(first, int(table.decree_next))]
    return [
        decree
        for decree in shown
        if table.decrees & BIT[decree] and (box.decrees[decree].region, box.decrees[decree].spirit) == (region, spirit)
    ]


def _region(table: Buru, box: Box, viewer: int, region: int) -> RegionView:
    here = box.regions[region]
    revealed = table.phase >= NOON and table.region != NONE
    revealed = revealed and bool(PLACE_IN_ROUND[int(table.region)] >= PLACE_IN_ROUND[region])
    order = order_of(table, region) if revealed else []
    liaisons = liaisons_in(table, region) if revealed and has_liaisons(table) else []
    acted = int(table.position) if table.region == region else len(order) if revealed else 0
    return RegionView(
        region=here.id,
        name=here.name,
        start_angle=here.start_angle,
        end_angle=here.end_angle,
        triumph=triumph_text(table, box, region),
        tokens=[
            _token(table, viewer, seat, turn, clash=len(liaisons) > 1)
            for turn in range(int(table.box.tokens))
            for seat in range(int(table.seats))
            if table.bids[seat * table.box.tokens + turn] >> 3 == region + 1
        ],
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
        decrees=[_decree(box, decree) for decree in decrees_at(table, box, region=region)],
        spaces=[_space(table, box, region, index) for index in range(int(SPACES))] if region != AMBELAU else [],
        blessing=_blessing(table, region, order),
        liaison=_liaison(table, region, liaisons),
        place=sorted(REGION_ORDER).index(REGION_ORDER[region]) + 1,
        centre=list(here.centre) if here.centre else None,
        radius=here.radius,
    )


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


def triumph_text(table: Buru, box: Box, region: int) -> str:
    """The Triumph reward in words."""
    reward = box.regions[region].triumph
    for module in modules_in_play(table):
        reward = box.triumph_with.get((module, region), reward)
    words = [
        f"the {box.spirits[step.spirits[0]].name} totem" if step.op == "totem" else goods_text(step.gain)
        for step in reward
    ]
    return ", ".join(words)


def _space(table: Buru, box: Box, region: int, index: int) -> SpaceView:
    space = box.space(region, index)
    holder = int(table.spaces[region * SPACES + index])
    return SpaceView(
        space=space.id,
        index=index + 1,
        rating=space.rating,
        icons=dict(_icons(space.effects)),
        seat=holder if holder != NONE else None,
    )


@cache
def _icons(effects: data.Effects) -> dict[str, int]:
    icons: dict[str, int] = {}
    for step in effects:
        icons.update(bag_view(step.gain) if step.op == "gain" else {step.op: icons.get(step.op, 0) + step.count})
    return icons


@cache
def effect_views(effects: data.Effects) -> list[EffectView]:
    """The steps as they are printed; shared by all views, so nobody may write to them."""
    return [
        EffectView(
            op=step.op,
            gain=bag_view(step.gain),
            pay=bag_view(step.pay),
            count=step.count,
            spirits=[SPIRITS[spirit] for spirit in step.spirits] if len(step.spirits) < len(SPIRITS) else [],
            types=[TYPES[kind] for kind in step.types] if len(step.types) < len(TYPES) else [],
            options=[effect_views(option) for option in step.options],
        )
        for step in effects
    ]


def _decree(box: Box, decree: int) -> DecreeView:
    card = box.decrees[decree]
    effects = effect_views(card.effects)
    return DecreeView(decree=card.id, name=card.name, effects=effects, text=card.text, source=card.source)


def _forest_card(box: Box, number: int) -> ForestView:
    card = box.forest[number]
    return ForestView(
        card=card.id,
        rating=card.rating,
        gain=bag_view(card.gain),
        choose=[[RESOURCES[resource] for resource in choice] for choice in card.choose],
        source=card.source,
    )


def _islander(box: Box, number: int) -> IslanderView:
    card = box.islanders[number]
    return IslanderView(
        islander=card.id,
        name=card.name,
        type=TYPES[card.type],
        cost=card.cost,
        effects=effect_views(card.effects),
        text=card.text,
        scroll=any(step.op == data.SCROLL for step in card.effects),
        bonus=card.text.partition("When discarded: ")[2] if card.bonus else "",
        bonus_effects=effect_views(card.bonus),
        source=card.source,
    )


def _plot(box: Box, number: int) -> PlotView:
    plot = box.plots[number]
    return PlotView(
        plot=plot.id,
        morning={letter: REGIONS[region] for letter, region in zip("AB", plot.morning, strict=True)},
        recruit=[TYPES[kind] for kind in plot.recruit],
        tribute=[SPIRITS[spirit] for spirit in plot.tribute],
        forest_bonus=bag_view(plot.forest_bonus),
        lake_bonus="emissary" if plot.lake_emissary else "esteem",
        ambelau_bonus="" if plot.module == data.BASE else "guide" if plot.ambelau_guide else "ibu",
        source=plot.source,
    )


def altar_cost(table: Buru, spirit: int) -> Bag:
    clay, palm, ebony = (int(table.altar_cost[spirit * 3 + i]) for i in range(3))
    return clay, palm, ebony, 0, 0


def _altar(table: Buru, box: Box, viewer: int, spirit: int) -> AltarView:
    cost = altar_cost(table, spirit)
    holder = int(table.totems[spirit])
    times = 0
    islanders = int(SPIRITS[spirit] == "ukum")
    if viewer >= 0:
        able = [int(table.get(viewer, i)) // cost[i] for i in range(3) if cost[i]]
        able += [int(table.get(viewer, TABLEAU)).bit_count()] * islanders
        times = min(able, default=int(table.tribute_left[spirit]))
    return AltarView(
        spirit=SPIRITS[spirit],
        name=box.spirits[spirit].name,
        side=data.SIDES[int(table.altar_side[spirit])],
        cost=bag_view(cost),
        cards_left=int(table.tribute_left[spirit]),
        totem=holder if holder != NONE else None,
        totem_region=REGIONS[box.spirits[spirit].region],
        decrees=[_decree(box, decree) for decree in decrees_at(table, box, spirit=spirit)],
        you_can_pay=min(times, int(table.tribute_left[spirit])),
        islander=islanders,
        place="lake" if spirit in box.payable else "ambelau",
    )


def seat_kind(table: Buru, seat: int) -> str:
    if not table.is_lawan(seat):
        return "human"
    return "lawan A" if seat == table.humans else "lawan B"


def _seat(table: Buru, box: Box, viewer: int, seat: int, to_place: int) -> SeatView:
    over = table.over()
    sees = over or (seat == viewer and not table.is_lawan(seat))
    size = int(table.box.tokens)
    bids = [int(bid) for bid in list(table.bids)[seat * size : (seat + 1) * size]]
    placed = sum(bid >> 3 > 0 for bid in bids)
    shown = [POWERS[bid & 7] for turn, bid in enumerate(bids) if 0 < bid & 7 <= EXPLORERS and table.shown(seat, turn)]
    seen = [int(power) for power in shown]
    tableau = int(table.get(seat, TABLEAU))
    tributes = members(int(table.get(seat, TRIBUTES)))
    elders = members(int(table.get(seat, ELDERS)))
    plot = int(table.plot(seat)) if table.is_lawan(seat) else int(NONE)
    fished = int(POWERS[bids[-1] & 7]) if table.phase >= NOON and bids[-1] else None
    guides = int(table.get_more(seat, GUIDES)) if len(table.more) else 0
    owns_mat = seat == viewer < table.humans
    tokens = int(table.box.ordinary).bit_count() + (guides & int(GUIDE_NOW))
    tokoh = int(table.get_more(seat, TOKOH)) - 1 if has_tokoh(table) else int(NONE)
    dealt = members(int(table.get_more(seat, DEALT))) if has_tokoh(table) else []
    return SeatView(
        seat=seat,
        kind=seat_kind(table, seat),
        colour=box.colours[seat].id,
        pattern=box.colours[seat].pattern,
        tie_rank=int(table.tie_rank(seat)),
        esteem=int(table.get(seat, ESTEEM)),
        goods={good: int(table.get(seat, i)) for i, good in enumerate(GOODS[:4])},
        tableau=[_held(table, box, card) for card in recruited(table) if tableau >> card & 1],
        types={
            name: int(tableau & int(table.box.type_set[kind])).bit_count()
            for kind, name in enumerate(TYPES)
            if int(table.box.type_set[kind]) & int(table.box.islander_set)
        },
        totems=[SPIRITS[spirit] for spirit in spirits_in_play(table) if table.totems[spirit] == seat],
        tributes={SPIRITS[spirit]: int(table.tribute_count(seat, spirit)) for spirit in spirits_in_play(table)},
        tribute_values=_values(table, tributes) if sees else None,
        elder_count=len(elders),
        elders=[_elder(table, box, seat, elder) for elder in elders] if sees else None,
        on_mat=tokens - placed - (1 if fished is not None else 0),
        mat=[power + 1 for power in members(int(table.get(seat, MAT)) & 31)] if owns_mat else None,
        fished=fished,
        powers_seen=sorted(seen),
        powers_possible=[power for power in range(1, int(EXPLORERS) + 1) if power not in seen],
        plot=box.plots[plot].id if plot != NONE else None,
        to_place=to_place,
        mat_tokens=[TOKENS[token] for token in members(int(table.get(seat, MAT)))] if owns_mat else None,
        canoe=int(table.get_more(seat, CANOE)) if has_canoes(table) else None,
        guide_now=bool(guides & GUIDE_NOW),
        guide_next=bool(guides & GUIDE_NEXT),
        blessings=[REGIONS[region] for region in table.box.region_list if table.blessing(region) == seat]
        if has_blessings(table)
        else [],
        tokoh=_tokoh(table, box, tokoh) if tokoh >= 0 and (not dealt or owns_mat) else None,
        tokoh_dealt=[_tokoh(table, box, card) for card in dealt] if dealt and owns_mat else None,
        tokoh_chosen=tokoh >= 0,
    )


def recruited(table: Buru) -> list[int]:
    """All Islanders in tableaux, oldest first."""
    return [int(card) for card in table.recruited if card != NONE]


def _held(table: Buru, box: Box, card: int) -> HeldIslander:
    tasked = bool(table.tasked & BIT[card])
    scroll = any(step.op == data.SCROLL for step in box.islanders[card].effects)
    return HeldIslander(islander=box.islanders[card].id, tasked=tasked, live=tasked and scroll)


def _values(table: Buru, cards: list[int]) -> dict[str, list[int]]:
    starts = [int(start) for start in table.box.tribute_start]
    return {
        name: [int(table.box.tribute_value[card]) for card in cards if starts[spirit] <= card < starts[spirit + 1]]
        for spirit, name in enumerate(SPIRITS)
        if table.box.spirit_set & BIT[spirit]
    }


def _elder(table: Buru, box: Box, seat: int, elder: int) -> ElderView:
    card = box.elders[elder]
    reached = int(table.elder_level(seat, elder))
    names = NEEDS
    levels: list[LevelView] = []
    for number, level in enumerate(card.levels, 1):
        asked = [i for i, count in enumerate(level.need) if count]
        levels.append(
            LevelView(
                need={names[i]: level.need[i] for i in asked},
                have={names[i]: int(table.owned(seat, i)) for i in asked},
                esteem=level.esteem,
                met=reached >= number,
            )
        )
    esteem = card.levels[reached - 1].esteem if reached else 0
    return ElderView(elder=card.id, name=card.name, levels=levels, esteem=esteem, source=card.source)


def _score(table: Buru, seat: int) -> ScoreView:
    return ScoreView(
        seat=seat,
        track=int(table.own[seat * OWN + ESTEEM]),
        tributes=int(table.tribute_esteem(seat)),
        elders=int(table.elder_esteem(seat)),
        sets=int(table.set_esteem(seat)),
        ibu_set=int(table.more_esteem(seat)),
        total=int(table.score(seat)),
        rank=int(table.rank(seat)),
    )
