"""The box as hot code wants it: effect lists as programs, sets of cards as bits, tables as arrays."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import NONE
from bungalow.games.buru import components as data
from bungalow.games.buru.components import Bag, Box, Effect, Effects
from bungalow.games.buru.rules import choices, deeds
from bungalow.games.buru.rules import effects as machine
from bungalow.games.buru.state import FISH, UKUM
from bungalow.games.buru.tables import Prepared

_AT_ONCE = {
    "gain": machine.OP_GAIN,
    "if_totem": machine.OP_IF_TOTEM,
    "per_totem": machine.OP_PER_TOTEM,
    "totem": machine.OP_TOTEM,
    "per_islander": machine.OP_PER_ISLANDER,
    "guide": machine.OP_GUIDE,
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
    "untask": machine.OP_UNTASK,
}
_UNITS = {
    "forest_card": machine.UNIT_FOREST,
    "recruit": machine.UNIT_RECRUIT,
    "cycle": machine.UNIT_CYCLE,
    "task": machine.UNIT_TASK,
    "tribute": machine.UNIT_TRIBUTE,
    "elder": machine.UNIT_ELDER,
    "emissary": machine.UNIT_EMISSARY,
    "trade": machine.UNIT_TRADE,
    "choose": machine.UNIT_BRANCH,
    "untask": machine.UNIT_UNTASK,
}


_Row = data.Islander | data.Elder | data.Decree | data.Region | data.Spirit


def bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in set(numbers))


def _vec(numbers: Iterable[int]) -> vec[i64]:
    return vec[i64]([int(number) for number in numbers])


class Programs:
    """Collects bags and programs while a box is prepared."""

    def __init__(self, box: Box, modules: Collection[str]) -> None:
        self.type_sets = [
            bits(i for i, card in enumerate(box.islanders) if card.type == kind) for kind in range(len(data.TYPES))
        ]
        self.spirits = in_play(box.spirits, modules)
        self.payable = bits(box.payable) & self.spirits
        self.bags: list[int] = []
        self.ops: list[tuple[int, int, int, int, int]] = []
        self.starts: list[int] = []
        self.asks: list[int] = []
        self.ends: list[int] = []
        self.texts: list[str] = []

    def bag(self, bag: Bag) -> int:
        self.bags += bag
        return len(self.bags) - len(bag)

    def add(self, effects: Effects, *, branch: bool = False, must: bool = False) -> int:
        """A program: what needs no decision first, then the rest in the order listed (rules, part 5)."""
        rows = [(effect, (*self.op(effect, branch), int(must))) for effect in effects]
        at_once = [row for effect, row in rows if effect.op in _AT_ONCE or effect.by_itself]
        asks = [row for effect, row in rows if not (effect.op in _AT_ONCE or effect.by_itself)]
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
        if op in ("per_totem", "per_islander"):
            return int(_AT_ONCE[op]), self.bag(effect.gain), effect.most, 1
        if op == "totem":
            return int(machine.OP_TOTEM), effect.spirits[0], 0, 1
        if op == data.SCROLL:
            return int(machine.OP_SCROLL), self.spirit_set(effect, self.spirits), self.bag(effect.gain), 1
        if op == "trade":
            number = machine.OP_DEAL if branch else machine.OP_TRADE
            return int(number), self.bag(effect.pay), self.bag(effect.gain), 1
        if op == "choose":
            return int(machine.OP_CHOOSE), self.branches(effect), len(effect.options), 1
        if effect.by_itself:
            return int(machine.OP_OUTLAW), 0, 0, 1
        if op == "tribute":
            return int(machine.OP_TRIBUTE), self.spirit_set(effect, self.payable), 0, effect.count
        if op == "task":
            return int(machine.OP_TASK), self.tasks(effect), 0, effect.count
        if op == "guide":
            return int(machine.OP_GUIDE), 0, 0, 1
        return int(_ASKS[op]), 0, 0, effect.count

    def branches(self, effect: Effect) -> int:
        """Add the branches of a choice; the first one's program, the others follow it."""
        first, *_ = [self.add(option, branch=True) for option in effect.options]
        return first

    def tasks(self, effect: Effect) -> int:
        return sum(self.type_sets[kind] for kind in effect.types or range(len(data.TYPES)))

    def spirit_set(self, effect: Effect, every: int) -> int:
        """The spirits that an effect names; those of modules that are not in play are void (AM-R3)."""
        return bits(effect.spirits) & self.spirits if effect.spirits else every


def in_play(rows: Iterable[_Row], modules: Collection[str]) -> int:
    """The set of the rows whose modules are in play."""
    used = (data.BASE, *modules)
    return bits(
        number
        for number, row in enumerate(rows)
        if all(module in used for module in (row.module, *getattr(row, "requires", ())))
    )


def prepare(box: Box, modules: Collection[str] = ()) -> Prepared:
    """Everything that the rules read while they run, with these modules in play."""
    ready = Prepared(box)
    programs = Programs(box, modules)
    _in_play(ready, box, modules)
    _islanders(ready, box, programs)
    _forest(ready, box, programs)
    _lake(ready, box)
    _board(ready, box, programs, modules)
    _plots(ready, box, programs, modules)
    _flags(ready, box)
    _names(ready, box)
    ready.tokoh_start = _vec(programs.add(card.start, must=True) for card in box.tokoh)
    ready.bags = _vec(programs.bags)
    ready.ops = _vec(field for op in programs.ops for field in op)
    ready.program_start = _vec(programs.starts)
    ready.program_asks = _vec(programs.asks)
    ready.program_end = _vec(programs.ends)
    ready.program_texts = programs.texts
    _fish(ready)
    choices.build_steps(ready)
    return ready


def _fish(ready: Prepared) -> None:
    """Which effects may cost fish: where those also gain some, their order may matter (BU-R10)."""
    programs = range(len(ready.program_start))
    first = {number: _ops(ready, number, asks=False) for number in programs}
    then = {number: _ops(ready, number, asks=True) for number in programs}

    def pays(program: int) -> bool:
        return any(
            (op in (machine.OP_TRADE, machine.OP_DEAL) and ready.bags[one + FISH] > 0)
            or (op == machine.OP_CHOOSE and any(pays(branch) for branch in range(one, one + two)))
            for op, one, two in then[program]
        )

    def opens(program: int) -> int:
        return bits(card for op, one, _ in then.get(program, ()) if op == machine.OP_TASK for card in _members(one))

    def leads_to_paying(program: int) -> bool:
        paths = {machine.OP_TASK, machine.OP_RECRUIT}
        if int(ready.spirit_set) >> int(UKUM) & 1:
            paths.add(machine.OP_TRIBUTE)  # an exile may open a task
        return pays(program) or any(op in paths for op, _, _ in then[program])

    def gains(program: int) -> bool:
        bags = {machine.OP_GAIN: 1, machine.OP_IF_TOTEM: 2, machine.OP_PER_TOTEM: 1, machine.OP_PER_ISLANDER: 1}
        return any(op in bags and ready.bags[(one, two)[bags[op] - 1] + FISH] > 0 for op, one, two in first[program])

    cards = range(len(ready.islander_program))
    ready.program_waits = _vec(gains(program) and leads_to_paying(program) for program in programs)
    ready.fish_payers = bits(card for card in cards if pays(int(ready.islander_program[card])))
    ready.task_openers = _vec(
        opens(int(ready.islander_program[card])) | opens(int(ready.islander_bonus[card])) for card in cards
    )
    ready.openers = bits(card for card in cards if ready.task_openers[card])


def _ops(ready: Prepared, program: int, *, asks: bool) -> list[tuple[int, int, int]]:
    """Number and arguments of the ops of a program, with or without a decision."""
    starts, ends = (ready.program_asks, ready.program_end) if asks else (ready.program_start, ready.program_asks)
    fields = int(machine.OP_FIELDS)
    return [
        (int(ready.ops[at]), int(ready.ops[at + 1]), int(ready.ops[at + 2]))
        for at in range(int(starts[program]) * fields, int(ends[program]) * fields, fields)
    ]


def _members(cards: int) -> list[int]:
    return [card for card in range(cards.bit_length()) if cards >> card & 1]


def _in_play(ready: Prepared, box: Box, modules: Collection[str]) -> None:
    """Which rows take part, and how many tokens a seat has."""
    ready.modules = len(modules)
    ready.spirit_set = in_play(box.spirits, modules)
    ready.spirit_count = int(ready.spirit_set).bit_length()
    ready.islander_set = in_play(box.islanders, modules)
    ready.elder_set = in_play(box.elders, modules)
    ready.decree_set = in_play(box.decrees, modules)
    ready.region_set = in_play(box.regions, modules)
    regions = [number for number in range(len(box.regions)) if int(ready.region_set) >> number & 1]
    ready.region_list = _vec(regions)
    ordered = sorted(regions, key=lambda number: data.REGION_ORDER[number])
    following = dict(zip(ordered, [*ordered[1:], int(NONE)], strict=True))
    ready.next_region = _vec(following.get(number, int(NONE)) for number in range(len(box.regions)))
    expanded = any(name in modules for name in ("lawan_ambelau", "ambelau", "ukum"))  # AM-15.2
    ready.plot_set = bits(i for i, plot in enumerate(box.plots) if (plot.module != data.BASE) == expanded)
    ready.tokoh_cards = bits(range(len(box.tokoh)))
    ready.ordinary = 0b11111 | (0b1000000 if "liaisons" in modules else 0)
    ready.cycles = int(ready.ordinary).bit_count() - 1
    ready.tokens = ready.cycles + 1 + ("ambelau" in modules)
    spaces = len(box.spaces)
    if "ambelau" in modules or "tokoh" in modules:
        spaces += len(box.canoe) + len(box.tokoh)
    ready.space_count = spaces


def _islanders(ready: Prepared, box: Box, programs: Programs) -> None:
    cards = box.islanders
    ready.islander_type = _vec(card.type for card in cards)
    ready.islander_cost = _vec(card.cost for card in cards)
    ready.islander_program = _vec(programs.add(card.effects) for card in cards)
    ready.islander_bonus = _vec(programs.add(card.bonus) if card.bonus else int(NONE) for card in cards)
    ready.islander_worth = _vec(round(100 * effects_worth((*card.effects, *card.bonus))) for card in cards)
    ready.type_set = _vec(programs.type_sets)
    ready.scroll_set = _vec(
        bits(
            i
            for i, card in enumerate(cards)
            for e in card.effects
            if e.op == data.SCROLL and (not e.spirits or spirit in e.spirits)
        )
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
            total += 0.35 * (len(step.spirits) or 3) * _bag_worth(step.gain)
        elif step.op == "per_islander":
            total += 0.8 * step.most * _bag_worth(step.gain)
        elif step.op == "tribute":
            total += (2.6 if step.by_itself else 1.1) * step.count
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
    levels = [level for elder in box.elders for level in elder.levels]
    asked = [[(need, count) for need, count in enumerate(level.need) if count] for level in levels]
    ready.elder_asks = _vec(sum(len(asks) for asks in asked[:i]) for i in range(len(asked) + 1))
    ready.elder_need = _vec(need for asks in asked for need, _ in asks)
    ready.elder_count = _vec(count for asks in asked for _, count in asks)
    ready.elder_esteem = _vec(level.esteem for level in levels)
    ready.tribute_value = _vec(value for deck in box.tributes for value in deck)
    ready.tribute_start = _vec(sum(len(deck) for deck in box.tributes[:i]) for i in range(len(box.tributes) + 1))
    ready.altar_cost = _vec(cost[i] for sides in box.altars for cost in sides for i in range(3))


def _board(ready: Prepared, box: Box, programs: Programs, modules: Collection[str]) -> None:
    ready.decree_region = _vec(NONE if decree.region is None else decree.region for decree in box.decrees)
    ready.decree_spirit = _vec(NONE if decree.spirit is None else decree.spirit for decree in box.decrees)
    ready.decree_program = _vec(programs.add(decree.effects) for decree in box.decrees)
    rewards = [region.triumph for region in box.regions]
    for (module, region), effects in box.triumph_with.items():
        if module in modules:
            rewards[region] = effects
    ready.triumph = _vec(programs.add(reward) for reward in rewards)
    _spaces(ready, box, programs)
    setup, lawan = box.setup, box.lawan
    ready.forest_row = _vec(setup.forest_row)
    ready.fish_cap = box.fish_cap
    ready.decrees, ready.decrees_long = setup.decrees, setup.decrees_long
    ready.decrees_per_round = setup.decrees_per_round
    ready.fish_emissary, ready.fish_others = setup.fish_emissary, setup.fish_others
    ready.lawan_most, ready.lawan_discount = lawan.most_in_region, lawan.shore_discount
    ready.lawan_village, ready.lawan_task = lawan.village_esteem, lawan.task_esteem
    ready.lawan_elders, ready.set_bonus = lawan.elders, _vec(lawan.set_bonus)


def _spaces(ready: Prepared, box: Box, programs: Programs) -> None:
    """Action spaces, then the canoe track, then the spaces of the Tokoh cards: each a pool of units."""
    all_effects = [space.effects for space in (*box.spaces, *box.canoe)] + [card.effects for card in box.tokoh]
    units: list[int] = []
    gains: list[int] = []
    tasks: list[int] = []
    spirits: list[int] = []
    branches: list[int] = []
    trades: list[int] = []
    extras: list[int] = []
    for effects in all_effects:
        by_op = {effect.op: effect for effect in effects}
        units.append(sum(int(_UNITS[effect.op]) * effect.count for effect in effects if effect.op in _UNITS))
        gains.append(programs.bag(by_op["gain"].gain) if "gain" in by_op else int(NONE))
        tasks.append(programs.tasks(by_op["task"]) if "task" in by_op else 0)
        spirits.append(programs.spirit_set(by_op["tribute"], programs.payable) if "tribute" in by_op else 0)
        choice = by_op.get("choose")
        branches += [programs.branches(choice), len(choice.options)] if choice else [0, 0]
        trade = by_op.get("trade")
        trades += [programs.bag(trade.pay), programs.bag(trade.gain)] if trade else [0, 0]
        more = tuple(effect for effect in effects if effect.op in ("guide", "per_totem", "per_islander"))
        extras.append(programs.add(more) if more else int(NONE))
    ready.space_units, ready.space_gain = _vec(units), _vec(gains)
    ready.space_tasks, ready.space_spirits = _vec(tasks), _vec(spirits)
    ready.space_branches, ready.space_trade, ready.space_extra = _vec(branches), _vec(trades), _vec(extras)
    ready.space_rating = _vec([*(space.rating for space in (*box.spaces, *box.canoe)), *(0 for _ in box.tokoh)])
    ready.alike = _vec(
        len({space.effects for space in box.spaces if space.region == region}) == 1
        for region in range(len(box.regions))
    )


def _flags(ready: Prepared, box: Box) -> None:
    flags = box.flags
    ready.ibu_bonus = next((spirit.set_bonus for spirit in box.spirits if spirit.id == "ibu"), 0)
    ready.canoe_jumps = flags.canoe_jumps_when_target_occupied
    ready.blessing_forfeits_decrees = flags.sole_bidder_blessing_forfeits_decrees
    ready.tokoh_at_ambelau = flags.tokoh_allowed_at_ambelau
    ready.liaison_tokoh_at_ambelau = flags.liaison_tokoh_at_ambelau
    ready.outlaw_without_card = flags.outlaw_taskable_with_empty_deck
    ready.liaison_with_blessing_acts = flags.liaison_with_blessing_alone_acts
    ready.liaison_pays_card = flags.liaison_forest_pays_card_rating


def _plots(ready: Prepared, box: Box, programs: Programs, modules: Collection[str]) -> None:
    ready.plot_region = _vec(region for plot in box.plots for region in plot.morning)
    types = range(len(data.TYPES) if "ukum" in modules else len(data.BASE_TYPES))
    ready.plot_recruit = _vec(
        number for plot in box.plots for number in padded([t for t in plot.recruit if t in types], len(data.TYPES))
    )
    ready.plot_tribute = _vec(number for plot in box.plots for number in padded(plot.tribute, len(data.SPIRITS)))
    ready.plot_bag = _vec(programs.bag(plot.forest_bonus) for plot in box.plots)
    ready.plot_emissary = _vec(plot.lake_emissary for plot in box.plots)
    ready.plot_guide = _vec(plot.ambelau_guide for plot in box.plots)


def padded(numbers: Sequence[int], size: int) -> list[int]:
    """A row of fixed length, filled up with `NONE`."""
    return [*numbers, *[int(NONE)] * (size - len(numbers))]


def _names(ready: Prepared, box: Box) -> None:
    """(id, words) of everything, for the log."""
    ready.islanders = [(card.id, card.name) for card in box.islanders]
    ready.forest = [(card.id, forest_text(card)) for card in box.forest]
    ready.elders = [(card.id, card.name) for card in box.elders]
    ready.decree_names = [(card.id, f"{card.name} ({card.text})") for card in box.decrees]
    ready.plots = [(card.id, plot_text(box, card)) for card in box.plots]
    ready.spaces = [
        *((space.id, f"{box.regions[space.region].name} {space.index + 1}") for space in (*box.spaces, *box.canoe)),
        *((card.id, f"the {card.name}") for card in box.tokoh),
    ]
    ready.tokoh = [(card.id, card.name) for card in box.tokoh]
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
        elif step.op == "guide":
            parts.append("the Guide next round")
        else:
            parts.append(f"{step.op.replace('_', ' ')} {step.count}")
    return ", then ".join(parts)
