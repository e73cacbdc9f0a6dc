"""The box as hot code wants it: effect lists as programs, sets of cards as bits, tables as arrays."""

from __future__ import annotations

from collections.abc import Iterable

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import NONE
from bungalow.games.buru import components as data
from bungalow.games.buru.components import Bag, Box, Effect, Effects
from bungalow.games.buru.rules import choices, deeds
from bungalow.games.buru.rules import effects as machine
from bungalow.games.buru.tables import Prepared

_AT_ONCE = {
    "gain": machine.OP_GAIN,
    "if_totem": machine.OP_IF_TOTEM,
    "per_totem": machine.OP_PER_TOTEM,
    "totem": machine.OP_TOTEM,
}
_ASKS = {
    data.SCROLL: machine.OP_SCROLL,
    "trade": machine.OP_TRADE,
    "choose": machine.OP_CHOOSE,
    "tribute": machine.OP_TRIBUTE,
    "task": machine.OP_TASK,
    "recruit": machine.OP_RECRUIT,
    "cycle": machine.OP_CYCLE,
    "elder": machine.OP_ELDER,
    "emissary": machine.OP_EMISSARY,
    "forest_card": machine.OP_FOREST,
}
_UNITS = {
    "forest_card": machine.UNIT_FOREST,
    "recruit": machine.UNIT_RECRUIT,
    "cycle": machine.UNIT_CYCLE,
    "task": machine.UNIT_TASK,
    "tribute": machine.UNIT_TRIBUTE,
    "elder": machine.UNIT_ELDER,
    "emissary": machine.UNIT_EMISSARY,
}


def bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in set(numbers))


def _vec(numbers: Iterable[int]) -> vec[i64]:
    return vec[i64]([int(number) for number in numbers])


class Programs:
    """Collects bags and programs while a box is prepared."""

    def __init__(self, box: Box) -> None:
        self.type_sets = [bits(i for i, card in enumerate(box.islanders) if card.type == kind) for kind in range(4)]
        self.bags: list[int] = []
        self.ops: list[tuple[int, int, int, int]] = []
        self.starts: list[int] = []
        self.asks: list[int] = []
        self.ends: list[int] = []
        self.texts: list[str] = []

    def bag(self, bag: Bag) -> int:
        self.bags += bag
        return len(self.bags) - len(bag)

    def add(self, effects: Effects, *, branch: bool = False) -> int:
        """A program: what needs no decision first, then the rest in the order listed (rules, part 5)."""
        rows = {id(effect): self.op(effect, branch) for effect in effects}
        at_once = [rows[id(effect)] for effect in effects if effect.op in _AT_ONCE]
        asks = [rows[id(effect)] for effect in effects if effect.op not in _AT_ONCE]
        self.starts.append(len(self.ops))
        self.asks.append(len(self.ops) + len(at_once))
        self.ops += [*at_once, *asks]
        self.ends.append(len(self.ops))
        self.texts.append(effects_text(effects))
        return len(self.starts) - 1

    def op(self, effect: Effect, branch: bool) -> tuple[int, int, int, int]:
        op = effect.op
        if op == "gain":
            return int(machine.OP_GAIN), self.bag(effect.gain), 0, 1
        if op == "if_totem":
            return int(machine.OP_IF_TOTEM), effect.spirits[0], self.bag(effect.gain), 1
        if op == "per_totem":
            return int(machine.OP_PER_TOTEM), self.bag(effect.gain), 0, 1
        if op == "totem":
            return int(machine.OP_TOTEM), effect.spirits[0], 0, 1
        if op == data.SCROLL:
            return int(machine.OP_SCROLL), bits(effect.spirits), self.bag(effect.gain), 1
        if op == "trade":
            number = machine.OP_DEAL if branch else machine.OP_TRADE
            return int(number), self.bag(effect.pay), self.bag(effect.gain), 1
        if op == "choose":
            one, two = (self.add(option, branch=True) for option in effect.options)
            return int(machine.OP_CHOOSE), one, two, 1
        if op == "tribute":
            return int(machine.OP_TRIBUTE), bits(effect.spirits), 0, effect.count
        if op == "task":
            return int(machine.OP_TASK), self.tasks(effect), 0, effect.count
        return int(_ASKS[op]), 0, 0, effect.count

    def tasks(self, effect: Effect) -> int:
        return sum(self.type_sets[kind] for kind in effect.types)


def prepare(box: Box) -> Prepared:
    """Everything that the rules read while they run."""
    ready = Prepared(box)
    programs = Programs(box)
    _islanders(ready, box, programs)
    _forest(ready, box, programs)
    _lake(ready, box)
    _board(ready, box, programs)
    _plots(ready, box, programs)
    _names(ready, box)
    ready.bags = _vec(programs.bags)
    ready.ops = _vec(field for op in programs.ops for field in op)
    ready.program_start = _vec(programs.starts)
    ready.program_asks = _vec(programs.asks)
    ready.program_end = _vec(programs.ends)
    ready.program_texts = programs.texts
    choices.build_steps(ready)
    return ready


def _islanders(ready: Prepared, box: Box, programs: Programs) -> None:
    cards = box.islanders
    ready.islander_type = _vec(card.type for card in cards)
    ready.islander_cost = _vec(card.cost for card in cards)
    ready.islander_program = _vec(programs.add(card.effects) for card in cards)
    ready.islander_worth = _vec(round(100 * effects_worth(card.effects)) for card in cards)
    ready.type_set = _vec(programs.type_sets)
    ready.scroll_set = _vec(
        bits(i for i, card in enumerate(cards) for e in card.effects if e.op == data.SCROLL and spirit in e.spirits)
        for spirit in range(len(data.SPIRITS))
    )


_RATES = (1.05, 1.05, 2.1, 0.45, 1.0)


def _bag_worth(bag: Bag) -> float:
    return sum(amount * rate for amount, rate in zip(bag, _RATES, strict=True))


def effects_worth(effects: Effects) -> float:
    """What an effect list is about worth, in Esteem: for the heuristic only."""
    total = 0.0
    for step in effects:
        if step.op == "gain":
            total += _bag_worth(step.gain)
        elif step.op in ("if_totem", "per_totem"):
            total += 0.45 * _bag_worth(step.gain)
        elif step.op == "trade":
            total += max(0.0, 0.85 * (_bag_worth(step.gain) - _bag_worth(step.pay)))
        elif step.op == "choose":
            total += max(effects_worth(option) for option in step.options)
        elif step.op == data.SCROLL:
            total += 0.35 * len(step.spirits) * _bag_worth(step.gain)
        elif step.op == "tribute":
            total += 1.1 * step.count
        elif step.op == "task":
            total += 0.9 * step.count
        else:
            total += 1.0 * step.count
    return total


def _forest(ready: Prepared, box: Box, programs: Programs) -> None:
    ready.forest_bag = _vec(programs.bag(card.gain) for card in box.forest)
    ready.forest_rating = _vec(card.rating for card in box.forest)
    ready.forest_tokens = _vec(sum(card.gain) + len(card.choose) for card in box.forest)
    starts = [0]
    for number, card in enumerate(box.forest):
        for choice in card.choose:
            code = int(deeds.PICK_CODE) + len(ready.picks)
            ready.picks.append(deeds.Pick(code, number, bits(choice), choice[0]))
        starts.append(len(ready.picks))
    ready.forest_picks = _vec(starts)


def _lake(ready: Prepared, box: Box) -> None:
    ready.elder_need = _vec(count for elder in box.elders for level in elder.levels for count in level.need)
    ready.elder_esteem = _vec(level.esteem for elder in box.elders for level in elder.levels)
    ready.tribute_value = _vec(value for deck in box.tributes for value in deck)
    ready.tribute_start = _vec(sum(len(deck) for deck in box.tributes[:i]) for i in range(len(box.tributes) + 1))
    ready.altar_cost = _vec(cost[i] for sides in box.altars for cost in sides for i in range(3))


def _board(ready: Prepared, box: Box, programs: Programs) -> None:
    ready.decree_region = _vec(NONE if decree.region is None else decree.region for decree in box.decrees)
    ready.decree_spirit = _vec(NONE if decree.spirit is None else decree.spirit for decree in box.decrees)
    ready.decree_program = _vec(programs.add(decree.effects) for decree in box.decrees)
    ready.triumph = _vec(programs.add(region.triumph) for region in box.regions)
    units: list[int] = []
    gains: list[int] = []
    tasks: list[int] = []
    spirits: list[int] = []
    for space in box.spaces:
        by_op = {effect.op: effect for effect in space.effects}
        units.append(sum(int(_UNITS[op]) * effect.count for op, effect in by_op.items() if op in _UNITS))
        gains.append(programs.bag(by_op["gain"].gain) if "gain" in by_op else int(NONE))
        tasks.append(programs.tasks(by_op["task"]) if "task" in by_op else 0)
        spirits.append(bits(by_op["tribute"].spirits) if "tribute" in by_op else 0)
    ready.space_units, ready.space_gain = _vec(units), _vec(gains)
    ready.space_tasks, ready.space_spirits = _vec(tasks), _vec(spirits)
    ready.space_rating = _vec(space.rating for space in box.spaces)
    ready.alike = _vec(
        len({space.effects for space in box.spaces if space.region == region}) == 1
        for region in range(len(box.regions))
    )
    setup, lawan = box.setup, box.lawan
    ready.forest_row = _vec(setup.forest_row)
    ready.fish_cap = box.fish_cap
    ready.decrees, ready.decrees_long = setup.decrees, setup.decrees_long
    ready.decrees_per_round = setup.decrees_per_round
    ready.fish_emissary, ready.fish_others = setup.fish_emissary, setup.fish_others
    ready.lawan_most, ready.lawan_discount = lawan.most_in_region, lawan.shore_discount
    ready.lawan_village, ready.lawan_task = lawan.village_esteem, lawan.task_esteem
    ready.lawan_elders, ready.set_bonus = lawan.elders, _vec(lawan.set_bonus)


def _plots(ready: Prepared, box: Box, programs: Programs) -> None:
    ready.plot_region = _vec(region for plot in box.plots for region in plot.morning)
    ready.plot_recruit = _vec(kind for plot in box.plots for kind in plot.recruit)
    ready.plot_tribute = _vec(spirit for plot in box.plots for spirit in plot.tribute)
    ready.plot_bag = _vec(programs.bag(plot.forest_bonus) for plot in box.plots)
    ready.plot_emissary = _vec(plot.lake_emissary for plot in box.plots)


def _names(ready: Prepared, box: Box) -> None:
    """(id, words) of everything, for the log."""
    ready.islanders = [(card.id, card.name) for card in box.islanders]
    ready.forest = [(card.id, forest_text(card)) for card in box.forest]
    ready.elders = [(card.id, card.name) for card in box.elders]
    ready.decree_names = [(card.id, f"{card.name} ({card.text})") for card in box.decrees]
    ready.plots = [(card.id, plot_text(box, card)) for card in box.plots]
    ready.spaces = [(space.id, f"{box.regions[space.region].name} {space.index + 1}") for space in box.spaces]
    ready.regions = [(region.id, region.name) for region in box.regions]
    ready.spirits = [(spirit.id, spirit.name) for spirit in box.spirits]
    ready.types = list(data.TYPES)


def forest_text(card: data.ForestCard) -> str:
    choices = ["1 " + " or ".join(data.RESOURCES[i] for i in choice) for choice in card.choose]
    fixed = [data.goods_text(card.gain)] if any(card.gain) else []
    return f"{' and '.join([*fixed, *choices])}, rated {card.rating}"


def plot_text(box: Box, plot: data.Plot) -> str:
    a, b = (box.regions[region].name for region in plot.morning)
    return f"A {a}, B {b}"


def effects_text(effects: Effects) -> str:
    """An effect list in words."""
    parts: list[str] = []
    for step in effects:
        if step.op == "gain":
            parts.append(data.goods_text(step.gain))
        elif step.op == "trade":
            parts.append(f"pay {data.goods_text(step.pay)} for {data.goods_text(step.gain)}")
        else:
            parts.append(f"{step.op.replace('_', ' ')} {step.count}")
    return ", then ".join(parts)
