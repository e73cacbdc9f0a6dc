"""What a viewer may see of one seat, by allow-list: what lies before it, and to its owner what lies face down."""

from __future__ import annotations

from typing import TypedDict

from bungalow.core.contract import BIT, NONE
from bungalow.games.buru import components as data
from bungalow.games.buru.components import (
    GOODS,
    NEEDS,
    REGIONS,
    SPIRITS,
    TOKENS,
    TYPES,
    Box,
)
from bungalow.games.buru.faces import (
    EffectView,
    effect_views,
    icons_of,
)
from bungalow.games.buru.facts import (
    has_blessings,
    has_canoes,
    has_tokoh,
    members,
    recruited,
    seat_kind,
    spirits_in_play,
)
from bungalow.games.buru.state import (
    CANOE,
    DEALT,
    ELDERS,
    ESTEEM,
    EXPLORERS,
    GUIDE_NEXT,
    GUIDE_NOW,
    GUIDES,
    MAT,
    NOON,
    OWN,
    POWERS,
    TABLEAU,
    TOKOH,
    TOKOHS,
    TRIBUTES,
    Buru,
)


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


def seat_view(table: Buru, box: Box, viewer: int, seat: int, to_place: int) -> SeatView:
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


def score_view(table: Buru, seat: int) -> ScoreView:
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
        icons=dict(icons_of(tokoh.effects)),
        used=table.spaces[TOKOHS + card] != NONE,
        source=tokoh.source,
    )
