"""Buru in words: options with their effect and as things on the table, questions."""

from __future__ import annotations

from typing import cast

from bungalow.core.contract import NONE, State
from bungalow.core.types import Path
from bungalow.games.buru.components import (
    NEEDS,
    REGIONS,
    RESOURCES,
    SPIRITS,
    TOKENS,
    TYPES,
    Box,
    Effects,
    Space,
    goods_text,
)
from bungalow.games.buru.facts import (
    LIAISON_CODES,
    altar_cost,
    box_of,
    decrees_at,
    fish_on_offer,
    has_blessings,
    has_tokoh,
    liaison_prices,
    members,
    seat_kind,
    triumph_text,
    units_left,
)
from bungalow.games.buru.notation import act_notation, place_parts
from bungalow.games.buru.rules.choices import (
    EffectStep,
)
from bungalow.games.buru.rules.effects import (
    ACT,
    BRANCH,
    CANOE_SPACE,
    CHOOSE_TOKOH,
    CYCLE,
    DISCARD,
    ELDER,
    EMISSARY,
    EXILE,
    GAIN_FISH,
    NO_SPACE,
    OP_CHOOSE,
    OP_CYCLE,
    OP_DEAL,
    OP_ELDER,
    OP_EMISSARY,
    OP_FOREST,
    OP_RECRUIT,
    OP_TASK,
    OP_TRADE,
    OP_TRIBUTE,
    OP_UNTASK,
    OWN_CARD,
    OWN_SPACE,
    PICK,
    PLACE,
    RECRUIT,
    SPACE,
    TAKE,
    TASK,
    TRADE,
    TRIBUTE,
    UNTASK,
    payable,
)
from bungalow.games.buru.state import (
    AMBELAU,
    ELDERS,
    FISH,
    GUIDE,
    IBU,
    MAT,
    POWERS,
    TABLEAU,
    TOKOH,
    TOKOHS,
    UKUM,
    Buru,
)


def who(table: Buru, seat: int) -> str:
    """A seat, where no names are known."""
    return seat_kind(table, seat).replace("lawan", "Lawan") if table.is_lawan(seat) else f"player {seat + 1}"


# -- options --------------------------------------------------------------------------------------------------------


def targets(state: State, seat: int, option: int) -> Path:
    """The option as things on the table: an Explorer and a region, a card, an altar, a deck, a button."""
    table = cast(Buru, state)
    box = box_of(table)
    kind = int(state.asked(seat))
    if kind == PLACE:
        way, region, token = place_parts(option)
        piece = token_target(token)
        return (f"blessing:{REGIONS[region]}", piece) if way else (piece, f"region:{REGIONS[region]}")
    if kind == SPACE:
        return (_space_target(table, box, seat, option),)
    if kind == CHOOSE_TOKOH:
        return (f"tokoh:{box.tokoh[option].id}",)
    if kind == TAKE:
        return ("do:triumph",) if option == 0 else (f"blessing:{REGIONS[int(table.region)]}",)
    if kind == EXILE:
        return (f"islander:{box.islanders[option].id}",)
    if kind == PICK:
        return (f"resource:{RESOURCES[option]}",)
    if kind == DISCARD:
        return (f"elder:{box.elders[option].id}",)
    if option < RECRUIT:
        return (f"forest:{box.forest[option].id}",)
    if option < CYCLE:
        return (f"slot:{option - RECRUIT + 1}",)
    if TASK <= option < BRANCH:
        return (f"islander:{box.islanders[option - TASK].id}",)
    if BRANCH <= option < TRADE:
        return (f"branch:{option - BRANCH + 1}",)
    if TRIBUTE <= option < ELDER:
        return (f"altar:{SPIRITS[option - TRIBUTE]}",)
    if option == ELDER:
        return ("deck:elder",)
    if option == EMISSARY:
        return ("emissary:marker",)
    if UNTASK <= option < OWN_CARD:
        return (f"islander:{box.islanders[option - UNTASK].id}",)
    if option == OWN_CARD:
        return (own_tokoh(table, box, seat),)
    return (f"do:{act_notation(box, option)}",)


def token_target(token: int) -> str:
    """Explorers by their Power, the tokens of modules by their names."""
    return f"explorer:{TOKENS[token]}" if token < GUIDE - 1 else f"token:{TOKENS[token]}"


def own_tokoh(table: Buru, box: Box, seat: int) -> str:
    card = int(table.get_more(seat, TOKOH)) - 1 if has_tokoh(table) else -1
    return f"tokoh:{box.tokoh[card].id}" if card >= 0 else "tokoh:none"


def _space_target(table: Buru, box: Box, seat: int, option: int) -> str:
    if option < CANOE_SPACE:
        region = int(table.region) if table.region != AMBELAU else 0
        return f"space:{box.space(region, option).id}"
    if option < OWN_SPACE:
        return f"space:{box.canoe[option - CANOE_SPACE].id}"
    return own_tokoh(table, box, seat) if option == OWN_SPACE else "do:done"


def words(state: State, seat: int, option: int) -> str:
    table = cast(Buru, state)
    box = box_of(table)
    kind = int(state.asked(seat))
    if kind == PLACE:
        return _place_words(table, box, seat, option)
    if kind == SPACE:
        return _space_words(table, box, seat, option)
    if kind == PICK:
        return f"Take 1 {RESOURCES[option]}"
    if kind == DISCARD:
        return f"Put {elder_text(box, option)} under the deck"
    if kind == CHOOSE_TOKOH:
        tokoh = box.tokoh[option]
        return f"Keep the {tokoh.name}, {tokoh.role}. Start: {tokoh.start_text}. Action: {tokoh.text}"
    if kind == TAKE:
        name = box.regions[int(table.region)].name
        return f"Take {triumph_text(table, box, int(table.region))}" if option == 0 else f"Take the Blessing ({name})"
    if kind == EXILE:
        islander = box.islanders[option]
        bonus = islander.text.partition("When discarded: ")[2]
        gain = f" (for {bonus})" if bonus else ""
        return f"Exile the {islander.name}, {TYPES[islander.type]}{gain}{_lost_text(table, box, seat, option)}"
    return _act_words(table, box, seat, option)


def _lost_text(table: Buru, box: Box, seat: int, card: int) -> str:
    """The own Elders that miss an exiled Islander, after a semicolon."""
    kind = NEEDS.index(TYPES[box.islanders[card].type])
    have = int(table.owned(seat, kind))
    levels = [
        (box.elders[elder], level)
        for elder in members(int(table.get(seat, ELDERS)))
        for level in box.elders[elder].levels
    ]
    missing = [
        f"{elder.name} then has {have - 1} of {level.need[kind]}" for elder, level in levels if level.need[kind] >= have
    ]
    return f"; {missing[0]}" if missing else ""


def _space_words(table: Buru, box: Box, seat: int, option: int) -> str:
    if option == NO_SPACE:
        return "No second action"
    if option == OWN_SPACE:
        return tokoh_words(table, box, seat)
    space = box.space(int(table.region), option) if option < CANOE_SPACE else box.canoe[option - CANOE_SPACE]
    gems = "◆" * space.rating or "no gems"
    paid = _price_words(table, box, space.id)
    name = f"{box.regions[space.region].name} {space.index + 1}"
    return f"{name}: {effects_text(space.effects)} ({gems}{paid}){usable_text(table, box, seat, space)}"


def _price_words(table: Buru, box: Box, which: str) -> str:
    """What a space or card costs the Liaison that chooses now; empty where none does (AM-13.4)."""
    price = liaison_prices(table, box).get(which)
    return "" if price is None else f", costs {price or 'no'} fish"


def tokoh_words(table: Buru, box: Box, seat: int) -> str:
    """The own Tokoh instead of a space."""
    tokoh = box.tokoh[int(table.get_more(seat, TOKOH)) - 1]
    return f"Your Tokoh, the {tokoh.name}: {tokoh.text}"


def the_region(box: Box, region: int) -> str:
    """`the Forest`, but `Ambelau`"""
    return box.regions[region].name if region == AMBELAU else f"the {box.regions[region].name}"


def token_name(token: int) -> str:
    """`Power 3`, `Guide (Power 1)`, `Liaison (no Power)`"""
    power = int(POWERS[token + 1])
    if token < GUIDE - 1:
        return f"Power {power}"
    return f"{TOKENS[token].capitalize()} ({f'Power {power}' if power else 'no Power'})"


def _place_words(table: Buru, box: Box, seat: int, option: int) -> str:
    """The option, and the seat's Power there after it if that is not the token's alone."""
    way, region, token = place_parts(option)
    power = int(POWERS[token + 1])
    total = power + int(table.bid_power(seat, region))
    if total and (way or (has_blessings(table) and table.blessed(region) == seat)):
        total += 1  # AM-12.8: for a bid with Power
    after = f" (your Power there: {total})" if total != power else ""
    return f"{token_name(token)} to {the_region(box, region)}{' with its Blessing' if way else ''}{after}"


def effects_text(effects: Effects) -> str:
    """The icons of a space in words."""
    names = {
        "forest_card": "Forest card",
        "recruit": "recruit",
        "cycle": "cycle",
        "task": "task",
        "tribute": "tribute",
        "elder": "Elder",
        "emissary": "Emissary marker",
        "untask": "untask",
    }
    parts: list[str] = []
    for step in effects:
        if step.op == "gain":
            parts.append(goods_text(step.gain))
        elif step.op == "guide":
            parts.append("your Guide next round")
        elif step.op in ("per_totem", "per_islander"):
            parts.append(f"{goods_text(step.gain)} {step.op.replace('_', ' ')}")
        elif step.op == "tribute" and step.spirits == (IBU,):
            parts.append("tribute to Ibu")
        else:
            parts.append(
                f"{step.count} {names[step.op]}{'s' if step.count > 1 else ''}"
                if step.op != "emissary"
                else names[step.op]
            )
    return ", ".join(parts)


def usable_text(table: Buru, box: Box, seat: int, space: Space) -> str:
    """What the seat could do there now, after a semicolon; nothing where everything is usable."""
    found: list[str] = []
    ops = {step.op for step in space.effects}
    fish = int(table.get(seat, FISH))
    if "recruit" in ops:
        costs = [box.islanders[int(card)].cost for card in table.row if card != NONE]
        able = sum(cost <= fish for cost in costs)
        if able < len(costs):
            found.append(f"your {fish} fish pay for {able or 'none'} of the {len(costs)} Islanders")
    if "task" in ops:
        ready = int(table.get(seat, TABLEAU) & ~(table.tasked | table.barred)).bit_count()
        found.append(f"{ready or 'none'} of your Islanders can be tasked")
    if "tribute" in ops:
        step = next(step for step in space.effects if step.op == "tribute")
        spirits = [spirit for spirit in step.spirits or box.payable if payable(table, seat, 1 << spirit)]
        able_to = [box.spirits[spirit].name for spirit in spirits]
        found.append(f"you can pay {' or '.join(able_to)}" if able_to else "you cannot pay any tribute")
    if "elder" in ops and table.elder_count == 0:
        found.append("no Elder is left")
    return "; " + ", ".join(found) if found else ""


def elder_text(box: Box, number: int) -> str:
    """`Elder Potter (3 clay: 3, 5 clay: 6)`"""
    elder = box.elders[number]
    levels = [
        f"{' and '.join(f'{count} {NEEDS[i]}' for i, count in enumerate(level.need) if count)}: {level.esteem}"
        for level in elder.levels
    ]
    return f"{elder.name} ({', '.join(levels)})"


def _act_words(table: Buru, box: Box, seat: int, option: int) -> str:
    if option < RECRUIT:
        card = box.forest[option]
        choices = ["1 " + " or ".join(RESOURCES[i] for i in choice) for choice in card.choose]
        gains = ([goods_text(card.gain)] if any(card.gain) else []) + choices
        gems = f"{card.rating} {'gem' if card.rating == 1 else 'gems'}{_price_words(table, box, card.id)}"
        return f"Take {' and '.join(gains)} (Forest card, {gems})"
    if option < CYCLE:
        islander = box.islanders[int(table.row[option - RECRUIT])]
        return f"Recruit the {islander.name}, {TYPES[islander.type]}, for {islander.cost} fish: {islander.text}"
    if option == CYCLE:
        return "Cycle: discard the row and draw a new one"
    if option < BRANCH:
        islander = box.islanders[option - TASK]
        return f"Task the {islander.name}: {islander.text}"
    if option < TRADE:
        return f"Choose: {branch_text(table, option - int(BRANCH))}"
    if option == TRADE:
        cost, gained = trade_bags(table)
        return f"Pay {_bag_text(table, cost)} for {_bag_text(table, gained)}"
    if option < ELDER:
        return _tribute_words(table, box, seat, option - int(TRIBUTE))
    if option == ELDER:
        return f"Collect an Elder: draw {min(2, int(table.elder_count))}, put one back"
    if option == EMISSARY:
        return "Become the Emissary"
    if UNTASK <= option < OWN_CARD:
        return f"Untask the {box.islanders[option - UNTASK].name}"
    if option == OWN_CARD:
        return tokoh_words(table, box, seat)
    return fish_words(table, seat) if option == GAIN_FISH else "Done"


def fish_words(table: Buru, seat: int) -> str:
    """Gaining now what would else be gained last (BU-R10)."""
    fish = fish_on_offer(table)
    room = int(table.box.fish_cap - table.get(seat, FISH))
    if room >= fish:
        return f"Gain {fish} fish now"
    lost = "the other is" if fish - room == 1 else f"the other {fish - room} are"
    return f"Gain {room} of {fish} fish now; {lost} lost (limit {int(table.box.fish_cap)})"


def trade_bags(table: Buru) -> tuple[int, int]:
    """What is paid and gained by the trade that can be made now."""
    step = table.choice()
    if isinstance(step, EffectStep):
        return int(step.first), int(step.second)
    at = int(table.space) * 2
    return int(table.box.space_trade[at]), int(table.box.space_trade[at + 1])


def _bag_text(table: Buru, bag: int) -> str:
    clay, palm, ebony, fish, esteem = (int(table.box.bags[bag + i]) for i in range(5))
    return goods_text((clay, palm, ebony, fish, esteem))


def branch_text(table: Buru, branch: int) -> str:
    """One side of a choice on the card being resolved."""
    step = table.choice()
    first = step.first if isinstance(step, EffectStep) else table.box.space_branches[int(table.space) * 2]
    return table.box.program_texts[int(first) + branch]


def _tribute_words(table: Buru, box: Box, seat: int, spirit: int) -> str:
    extras = [box.decrees[decree].text for decree in decrees_at(table, box, spirit=spirit)]
    holder = int(table.totems[spirit])
    if holder != NONE:
        extras.append("1 Esteem to you for its totem" if holder == seat else "1 Esteem to the holder of its totem")
    more = f" ({'; '.join(extras)})" if extras else ""
    cost = goods_text(altar_cost(table, spirit))
    if spirit == UKUM:
        cost = "an Islander" + (f" and {cost}" if cost != "nothing" else "")
    return f"Pay tribute to {box.spirits[spirit].name}: {cost}{more}"


# -- questions --------------------------------------------------------------------------------------------------------


def question(state: State, seat: int) -> str:
    table = cast(Buru, state)
    box = box_of(table)
    kind = int(state.asked(seat))
    if kind == PLACE:
        left = int(table.get(seat, MAT)).bit_count() - 1
        return f"Which Explorer goes where? ({left} to place, the last one fishes)"
    if kind == CHOOSE_TOKOH:
        return "Which Tokoh leads your party?"
    if kind == TAKE:
        return "You are alone there: the reward or the Blessing?"
    if kind == EXILE:
        return "Which Islander is exiled?"
    if table.choice().code in LIAISON_CODES:
        return f"Your Liaison is alone at {the_region(box, int(table.region))}: which second action?"
    if kind == SPACE and table.region == AMBELAU:
        return "Where does your canoe stop?"
    if kind == SPACE:
        return f"Which action space at the {box.regions[int(table.region)].name}?"
    if kind == PICK:
        return "Which resource?"
    if kind == DISCARD:
        return "Which Elder goes under the deck?"
    step = table.choice()
    if isinstance(step, EffectStep):
        return _STEP_QUESTIONS[int(step.op)]
    if table.space == NONE:
        return "Which Forest card, or your Tokoh?"
    left_over = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in units_left(table).items())
    place = box.regions[int(table.region)].name if table.space < TOKOHS else table.box.tokoh[table.space - TOKOHS][1]
    return f"{place}: what next? (left: {left_over or 'nothing'})"


_STEP_QUESTIONS = {
    int(OP_TRADE): "Make the trade?",
    int(OP_DEAL): "Make the trade?",
    int(OP_CHOOSE): "Which side of the card?",
    int(OP_TRIBUTE): "Pay tribute?",
    int(OP_TASK): "Task an Islander?",
    int(OP_RECRUIT): "Recruit an Islander?",
    int(OP_CYCLE): "Cycle the row?",
    int(OP_ELDER): "Collect an Elder?",
    int(OP_EMISSARY): "Become the Emissary?",
    int(OP_FOREST): "Take a Forest card?",
    int(OP_UNTASK): "Untask an Islander?",
}


def waiting(state: State) -> str:
    """What everybody may know of the choice that is awaited."""
    table = cast(Buru, state)
    kind = int(table.choice().kind)
    if kind in (ACT, SPACE) and table.region == NONE:
        return "collects a start benefit"
    if kind in (ACT, SPACE) and table.choice().code in LIAISON_CODES:
        return f"may send the Liaison at {the_region(box_of(table), int(table.region))}"
    if kind == SPACE and table.region == AMBELAU:
        return "moves the canoe"
    if kind in (ACT, SPACE):
        place = the_region(box_of(table), int(table.region))
        return f"chooses an action space at {place}" if kind == SPACE else f"acts at {place}"
    return table.game.kinds[kind].words
