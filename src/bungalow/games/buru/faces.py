"""Cards and effects as they are printed: the same for every viewer, made once."""

from __future__ import annotations

from functools import cache
from typing import TypedDict

from bungalow.games.buru import components as data
from bungalow.games.buru.components import (
    GOODS,
    REGIONS,
    RESOURCES,
    SPIRITS,
    TYPES,
    Bag,
    Box,
)


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
    most: int | None
    """Of `per_totem` and `per_islander`: at most so many times."""
    by_itself: bool
    """Of `tribute`: the card itself is discarded as its cost."""


class DecreeView(TypedDict):
    decree: str
    name: str
    effects: list[EffectView]
    text: str
    source: str


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


class PlotView(TypedDict):
    plot: str
    morning: dict[str, str]
    recruit: list[str]
    tribute: list[str]
    forest_bonus: dict[str, int]
    lake_bonus: str
    ambelau_bonus: str
    source: str


def bag_view(bag: Bag) -> dict[str, int]:
    return {good: amount for good, amount in zip(GOODS, bag, strict=True) if amount}


@cache
def icons_of(effects: data.Effects) -> dict[str, int]:
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
            most=step.most if step.most < data.NO_LIMIT else None,
            by_itself=step.by_itself,
        )
        for step in effects
    ]


def decree_face(box: Box, decree: int) -> DecreeView:
    card = box.decrees[decree]
    effects = effect_views(card.effects)
    return DecreeView(decree=card.id, name=card.name, effects=effects, text=card.text, source=card.source)


def forest_face(box: Box, number: int) -> ForestView:
    card = box.forest[number]
    return ForestView(
        card=card.id,
        rating=card.rating,
        gain=bag_view(card.gain),
        choose=[[RESOURCES[resource] for resource in choice] for choice in card.choose],
        source=card.source,
    )


def islander_face(box: Box, number: int) -> IslanderView:
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


def plot_face(box: Box, number: int) -> PlotView:
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
