"""What a position of Buru is worth to a seat, in Esteem (bot notes of docs/rules/buru.md).

Hot code. Counted are Esteem and cards as they stand, goods by what tribute they still can pay, Islanders by the
villages to come, Elders by their progress, totems, and in the Morning what the bids may bring. Rivals' face-down Powers
are counted as 3 each, never looked at. What modules add stands in `modules_worth` (bot notes of docs/rules/ambelau.md).
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, Heuristic, State
from bungalow.games.buru.rules.effects import (
    UNIT_ELDER,
    UNIT_EMISSARY,
    UNIT_RECRUIT,
    UNIT_TASK,
    UNIT_TRADE,
    UNIT_TRIBUTE,
    UNITS,
)
from bungalow.games.buru.rules.programs import all_waiting
from bungalow.games.buru.state import (
    AFTERNOON,
    AMBELAU,
    CANOE,
    CANOE_SPACES,
    CANOES,
    CLAY,
    EBONY,
    ELDERS,
    ESTEEM,
    FISH,
    FOREST,
    GUIDE_NEXT,
    GUIDES,
    IBU,
    LAKE,
    LIAISON,
    MAT,
    MORNING,
    NOON,
    OUTLAW,
    OWN,
    PALM,
    PLACE_IN_ROUND,
    POWERS,
    SHORE,
    SPACES,
    TABLEAU,
    TOKOH,
    TOKOHS,
    UKUM,
    VILLAGE,
    Buru,
)
from bungalow.games.buru.weights import (
    A_ROUND,
    BID_TO_COME,
    BIDS_1,
    DECREE,
    ELDER_AT_LAKE,
    ELDER_ICON,
    EMISSARY_A_ROUND,
    EMISSARY_WORTH,
    FISH_WORTH,
    FOREST_CARD,
    FOREST_LATE,
    HIGH,
    HOPE,
    LAST_TRIBUTE,
    LOW,
    MET_BY_GOODS,
    POWER_ON_MAT,
    PROGRESS,
    RECRUIT_A_VILLAGE,
    RIVAL,
    RIVAL_POWER,
    SCROLL,
    SHARE,
    SURPLUS,
    TASK_ICON,
    TOTEM_A_ROUND,
    TRIBUTE_WORTH,
    TRIUMPH_A_LAKE,
    TRIUMPH_AT_LAKE,
    VILLAGE_AT_ALL,
    VILLAGE_LATE,
)

SPARE: Final = 0.12
"""Of its worth a resource keeps after the last lake, for nothing but equal choices."""
CHOOSE_SPACE_CODE: Final[i64] = 31
"""Of `rules.round.CHOOSE_SPACE`."""
CARD_OR_TOKOH_CODE: Final[i64] = 52
"""Of `modules.tokoh.CARD_OR_TOKOH`."""
IBU_WORTH: Final = 1.4
UKUM_WORTH: Final = 2.7
GUIDE_WORTH: Final = 1.5
BLESSING_WORTH: Final = 0.45
TOKOH_WORTH: Final = 1.4
LIAISON_WORTH: Final = 1.6
CANOE_WORTH: Final = 2.3
"""A usual space of the canoe track, without tribute."""


class BuruHeuristic(Heuristic):
    """Esteem now and to be expected."""

    def worth(self, state: State, seat: i64) -> float:
        table = cast(Buru, state)
        w = self.by_place
        if table.over():
            return final_worth(w, table, seat)
        lakes = left_of(table, LAKE)
        total = float(table.own[seat * OWN + ESTEEM]) + float(table.tribute_esteem(seat))
        total += elders_worth(w, table, seat, lakes)
        total += goods_worth(w, table, seat, lakes)
        total += tableau_worth(w, table, seat)
        for spirit in range(table.box.spirit_count):
            if table.totems[spirit] == seat and table.tribute_left[spirit] > 0:
                total += w[TOTEM_A_ROUND] * (lakes if spirit != IBU else left_of(table, AMBELAU))
        if len(table.more) > 0:
            total += modules_worth(table, seat)
        if table.emissary == seat and table.round < table.rounds:
            total += w[EMISSARY_WORTH] + w[EMISSARY_A_ROUND] * float(table.rounds - table.round)
        if table.phase <= AFTERNOON:
            total += bids_worth(w, table, seat)
        most = 0.0
        for other in range(table.seats):
            if other != seat and float(table.own[other * OWN + ESTEEM]) > most:
                most = float(table.own[other * OWN + ESTEEM])
        return total - w[RIVAL] * most


def modules_worth(table: Buru, seat: i64) -> float:
    """What only modules have: Ibu's set, the Guide to come, Blessings, a Tokoh that has not acted, the Liaison."""
    total = float(table.more_esteem(seat))
    if table.round < table.rounds and table.get_more(seat, GUIDES) & GUIDE_NEXT != 0:
        total += GUIDE_WORTH
    if table.round < table.rounds:
        for region in table.box.region_list:
            if table.blessing(region) == seat:
                total += BLESSING_WORTH
    tokoh = table.get_more(seat, TOKOH)
    if tokoh > 0 and table.round > 0 and table.spaces[TOKOHS + tokoh - 1] == NONE:
        total += TOKOH_WORTH
    if table.phase <= AFTERNOON:
        total += liaison_worth(table, seat)
    return total


def liaison_worth(table: Buru, seat: i64) -> float:
    """A Liaison that lies where its action is to come; more likely alone where few tokens of rivals are."""
    first = seat * table.box.tokens
    for i in range(first, first + table.box.tokens):
        bid = table.bids[i]
        if bid & 7 == LIAISON and bid >= 8:
            region = (bid >> 3) - 1
            if region == AMBELAU or (table.phase == AFTERNOON and not is_later(table, region)):
                return 0.0
            rivals = 0.0
            for other in range(table.seats):
                if other != seat:
                    rivals += float(table.bid_count(other, region))
            chance = 0.8 - 0.12 * rivals
            return LIAISON_WORTH * (chance if chance > 0.1 else 0.1)
    return 0.0


def final_worth(w: vec[float], table: Buru, seat: i64) -> float:
    """The lead over the best rival."""
    best: i64 = -1
    for other in range(table.seats):
        if other != seat:
            score = table.score(other)
            if score > best:
                best = score
    return float(table.score(seat)) - w[RIVAL] * float(best)


def left_of(table: Buru, region: i64) -> float:
    """How often the region is still to be resolved, the current time included while it lasts."""
    later = float(table.rounds - table.round)
    if table.phase < AFTERNOON or is_later(table, region):
        return later + 1.0
    if table.region == region and table.acting != NONE:
        return later + 0.9
    return later


def is_later(table: Buru, region: i64) -> bool:
    """The region is resolved after the one that is being resolved now."""
    return table.region == NONE or PLACE_IN_ROUND[table.region] < PLACE_IN_ROUND[region]


def goods_worth(w: vec[float], table: Buru, seat: i64, lakes: float) -> float:
    """Resources pay tribute while a lake is to come; fish pay Islanders."""
    at = seat * OWN
    own = table.own
    low = float(own[at + CLAY] + own[at + PALM])
    high = float(own[at + EBONY])
    resources = w[LOW] * low + w[HIGH] * high
    most = 9.0 * (lakes if lakes < 3.0 else 3.0)
    if resources > most:  # more than the lakes to come can take
        resources = most + w[SURPLUS] * (resources - most)
    if lakes < 0.5:
        resources *= SPARE
    shores = left_of(table, SHORE)
    fish = float(own[at + FISH])
    if table.acting == seat:
        fish += float(all_waiting(table))  # they are still to be gained (BU-R10)
        if fish > float(table.box.fish_cap):
            fish = float(table.box.fish_cap)
    rate = w[FISH_WORTH]
    if shores < 0.95:
        rate = 0.08
    elif shores < 1.95:
        rate = 0.3
    plenty = 7.0
    if fish > plenty:
        fish = plenty + 0.5 * (fish - plenty)
    return resources + rate * fish


def tableau_worth(w: vec[float], table: Buru, seat: i64) -> float:
    """Each Islander by its benefit and the villages to come; a live scroll while a lake is to come."""
    cards = table.own[seat * OWN + TABLEAU]
    worths = table.box.islander_worth
    villages = left_of(table, VILLAGE)
    total = 0.0
    count = 0.0
    card: i64 = 0
    while cards != 0:
        if cards & 1 == 1:
            worth = 0.01 * float(worths[card])
            times = villages
            if table.box.islander_type[card] == OUTLAW and times > 1.0:
                times = 1.0 + 0.1 * (times - 1.0)  # it is discarded by its task
            if table.tasked & BIT[card] != 0 and table.phase == AFTERNOON and table.region <= VILLAGE:
                times -= 0.9
            total += worth * (times if times > 0.0 else 0.0)
            count += 1.0
            if table.tasked & BIT[card] != 0 and is_scroll(table, card) and table.region < LAKE:
                total += 0.8 * worth
        cards >>= 1
        card += 1
    share = w[SHARE] if count <= 3.0 else w[SHARE] * 3.0 / count + 0.12
    return total * share


def is_scroll(table: Buru, card: i64) -> bool:
    return any(table.box.scroll_set[spirit] & BIT[card] != 0 for spirit in range(table.box.spirit_count))


def elders_worth(w: vec[float], table: Buru, seat: i64, lakes: float) -> float:
    """Levels met, and a share of the next one by how far it has come."""
    box = table.box
    cards = table.own[seat * OWN + ELDERS]
    total = 0.0
    elder: i64 = 0
    hope = w[PROGRESS] if table.round < table.rounds else w[PROGRESS] * 0.6
    if lakes < 0.5:
        hope = 0.05
    while cards != 0:
        if cards & 1 == 1:
            level = table.elder_level(seat, elder)
            met = 0.0
            if level > 0:
                met = float(box.elder_esteem[elder * 2 + level - 1])
                first_need = box.elder_need[box.elder_asks[elder * 2 + level - 1]]
                if first_need < 3 and lakes > 0.5:  # resources: tokens that may be spent before the end
                    met *= w[MET_BY_GOODS]
            total += met
            if level < 2:
                goal = float(box.elder_esteem[elder * 2 + level])
                have = 0.0
                wanted = 0.0
                for ask in range(box.elder_asks[elder * 2 + level], box.elder_asks[elder * 2 + level + 1]):
                    asked = box.elder_count[ask]
                    owned = table.owned(seat, box.elder_need[ask])
                    have += float(owned if owned < asked else asked)
                    wanted += float(asked)
                total += (goal - met) * hope * (w[HOPE] + 0.75 * have / wanted) if goal > met else 0.0
        cards >>= 1
        elder += 1
    return total


def bids_worth(w: vec[float], table: Buru, seat: i64) -> float:
    """What the Explorers on the mat and in regions to come may bring, and the rounds to come.

    Positions of different moments are compared, so what is still to come must count as much as it brings.
    """
    total = w[A_ROUND] * float(table.rounds - table.round)
    if table.phase == MORNING:
        mat = table.own[seat * OWN + MAT]
        left: i64 = 0
        power: i64 = 1
        on_mat = 0.0
        while mat != 0:
            if mat & 1 == 1:
                left += 1
                on_mat += float(POWERS[power])
            mat >>= 1
            power += 1
        if left == 1:
            total += on_mat * (0.45 if table.round < table.rounds else 0.3)
        else:
            total += on_mat * w[POWER_ON_MAT] + (w[BIDS_1 + left - 2] if left > 1 else 0.0)
    if table.phase == AFTERNOON:
        total += current_worth(w, table, seat)
    for region in table.box.region_list:
        if table.phase < AFTERNOON or is_later(table, region):
            mine = table.power(seat, region)
            if mine > 0:
                total += region_worth(w, table, seat, region, float(mine))
    return total


def current_worth(w: vec[float], table: Buru, seat: i64) -> float:
    """What the seat's action in the region being resolved may still bring."""
    if table.acting == seat and table.space != NONE:
        return units_worth(w, table, seat)
    order = table.orders[table.region]
    place: i64 = 0
    while order != 0:
        if (order & 7) - 1 == seat:
            begun = table.acting == seat and place == table.position - 1
            if place >= table.position or (begun and table.space == NONE and asks_space(table)):
                return action_worth(w, table, seat, table.region, float(place))
        order >>= 3
        place += 1
    return 0.0


def asks_space(table: Buru) -> bool:
    """An action space is being chosen now."""
    code: i64 = NONE if table.over() else table.top().code
    return code in (CHOOSE_SPACE_CODE, CARD_OR_TOKOH_CODE)


def units_worth(w: vec[float], table: Buru, seat: i64) -> float:
    """What is left of the icons of a space."""
    units = table.units
    total = 0.0
    if units & UNITS != 0:
        total += forest_worth(w, table, 0.0)
    recruits = units // UNIT_RECRUIT & UNITS
    if recruits > 0 and table.own[seat * OWN + FISH] >= 2:
        total += 0.3 * float(recruits)
    tasks = units // UNIT_TASK & UNITS
    if tasks > 0:
        total += w[TASK_ICON] * best_tasks(table, seat, float(tasks), 1.0)
    tributes = units // UNIT_TRIBUTE & UNITS
    if tributes > 0:
        total += tributes_worth(w, table, seat, float(tributes), table.box.space_spirits[table.space])
    if units >= UNIT_TRADE:
        total += 0.5  # a deal or an untask of the Tokoh
    if units // UNIT_ELDER & UNITS != 0 and table.elder_count > 0:
        total += w[ELDER_ICON]
    if units // UNIT_EMISSARY & UNITS != 0 and table.emissary != seat:
        total += 0.4
    return total


def forest_worth(w: vec[float], table: Buru, ahead: float) -> float:
    """The best card in the row that those ahead leave."""
    ratings = table.box.forest_rating
    best = 0.0
    for card in range(len(ratings)):
        if table.forest_row & BIT[card] != 0:
            worth = w[FOREST_CARD] + 1.05 * float(ratings[card])
            if worth > best:
                best = worth
    return best - w[FOREST_LATE] * ahead if best > w[FOREST_LATE] * ahead else 0.0


def best_tasks(table: Buru, seat: i64, tasks: float, keeps: float) -> float:
    """The best untasked Islanders, the second and third by how likely there are tasks for them."""
    cards = table.own[seat * OWN + TABLEAU] & ~table.tasked
    best = 0.0
    second = 0.0
    third = 0.0
    card: i64 = 0
    while cards != 0:
        if cards & 1 == 1:
            worth = 0.01 * float(table.box.islander_worth[card])
            if worth > best:
                third = second
                second = best
                best = worth
            elif worth > second:
                third = second
                second = worth
            elif worth > third:
                third = worth
        cards >>= 1
        card += 1
    total = best
    if tasks > 1.5:
        total += second * keeps
    if tasks > 2.5:
        total += third * keeps
    return total


def tributes_worth(w: vec[float], table: Buru, seat: i64, most: float, spirits: i64) -> float:
    """What paying tribute to some of the spirits up to so many times gains over keeping the resources."""
    at = seat * OWN
    own = table.own
    cost = table.altar_cost
    clay = float(own[at + CLAY])
    palm = float(own[at + PALM])
    ebony = float(own[at + EBONY])
    if table.phase < AFTERNOON and table.bid_count(seat, FOREST) > 0:
        clay += 0.9
        palm += 0.9
        ebony += 0.7
    total = 0.0
    while most > 0.0:
        best = 0.0
        best_spirit: i64 = 0
        for spirit in range(table.box.spirit_count):
            if spirits & BIT[spirit] == 0:
                continue
            c = float(cost[spirit * 3])
            p = float(cost[spirit * 3 + 1])
            e = float(cost[spirit * 3 + 2])
            lacking = 0.0
            if clay < c:
                lacking += c - clay
            if palm < p:
                lacking += p - palm
            if ebony < e:
                lacking += 2.0 * (e - ebony)
            worth = tribute_gain(w, table, seat, spirit) - w[LOW] * (c + p) - w[HIGH] * e
            if lacking > 0.05:  # the forest or the village may still bring it
                worth *= 0.0 if table.region >= VILLAGE and table.phase == AFTERNOON else 0.6 - 0.3 * lacking
            if spirit == UKUM and table.own[seat * OWN + TABLEAU] == 0:
                continue
            if worth > best and table.tribute_left[spirit] > 0:
                best = worth
                best_spirit = spirit
        if best <= 0.0:
            break
        total += best * (most if most < 1.0 else 1.0)
        clay -= float(cost[best_spirit * 3])
        palm -= float(cost[best_spirit * 3 + 1])
        ebony -= float(cost[best_spirit * 3 + 2])
        most -= 1.0
    return total


def tribute_gain(w: vec[float], table: Buru, seat: i64, spirit: i64) -> float:
    """A Tribute card with the totem's Esteem and live scrolls."""
    gain = w[TRIBUTE_WORTH]
    if spirit == IBU:
        gain = IBU_WORTH + 2.0 * float(table.tribute_count(seat, IBU))
    elif spirit == UKUM:
        gain = UKUM_WORTH - cheapest_exile(table, seat)
    if table.totems[spirit] == seat:
        gain += 1.0
    elif table.totems[spirit] != NONE:
        gain -= w[RIVAL]
    if table.own[seat * OWN + TABLEAU] & table.tasked & table.box.scroll_set[spirit] != 0:
        gain += w[SCROLL]
    if table.round == table.rounds:
        gain += w[LAST_TRIBUTE]
    return gain


def cheapest_exile(table: Buru, seat: i64) -> float:
    """What is lost by exiling the Islander of least use; an Outlaw is made for it."""
    cards = table.own[seat * OWN + TABLEAU]
    if cards & table.box.type_set[OUTLAW] != 0:
        return 0.0
    villages = left_of(table, VILLAGE)
    least = 3.0
    card: i64 = 0
    while cards != 0:
        if cards & 1 == 1:
            worth = 0.006 * float(table.box.islander_worth[card]) * villages
            if worth < least:
                least = worth
        cards >>= 1
        card += 1
    return least


def region_worth(w: vec[float], table: Buru, seat: i64, region: i64, mine: float) -> float:
    """What acting there is worth: less with every rival who is likely to go first."""
    ahead = 0.0
    first = 1.0
    for other in range(table.seats):
        if other == seat:
            continue
        count = float(table.bid_count(other, region))
        to_come = 0.0
        if table.phase < NOON:
            to_come = float(table.box.cycles - table.turns // table.seats) * w[BID_TO_COME]
        expected = w[RIVAL_POWER] * (count + (to_come if count < 0.5 else 0.3 * to_come))
        if expected <= 0.0:
            continue
        chance = 0.5 + (mine - expected) / 6.0
        if chance < 0.03:
            chance = 0.03
        elif chance > 0.97:
            chance = 0.97
        there = 1.0 if count > 0.5 else (to_come if to_come < 0.85 else 0.85)
        ahead += (1.0 - chance) * there
        first *= 1.0 - (1.0 - chance) * there
    return action_worth(w, table, seat, region, ahead) + first * triumph_worth(w, table, region)


def action_worth(w: vec[float], table: Buru, seat: i64, region: i64, ahead: float) -> float:
    """The action itself, with so many rivals ahead."""
    if region == FOREST:
        return forest_worth(w, table, ahead)
    at = seat * OWN
    if region == AMBELAU:
        return canoe_worth(w, table, seat) - 0.2 * ahead
    if region == SHORE:
        fish = float(table.own[at + FISH])
        if table.phase == MORNING:
            fish += 2.5
        villages = left_of(table, VILLAGE)
        if fish < 2.0:
            return 0.1
        return (w[RECRUIT_A_VILLAGE] * villages - 0.3) * (1.4 if fish >= 5.0 else 1.0) - 0.2 * ahead
    if region == VILLAGE:
        keeps = 1.0 - w[VILLAGE_LATE] * ahead
        tasks = best_tasks(table, seat, 3.0, keeps if keeps > 0.1 else 0.1)
        if tasks == 0.0 and table.own[at + FISH] >= 2 and table.region < SHORE:
            tasks = 0.9  # an Islander recruited this Afternoon
        return tasks + w[VILLAGE_AT_ALL]
    second = 1.0 - 0.5 * ahead
    lake = table.box.space_spirits[LAKE * SPACES]
    pays = tributes_worth(w, table, seat, 1.0 + (second if second > 0.0 else 0.0), lake)
    elder = w[ELDER_AT_LAKE] - 0.5 * ahead
    return pays + (elder if elder > 0.1 else 0.1)


def canoe_worth(w: vec[float], table: Buru, seat: i64) -> float:
    """The next space of Ibu, if the Power reaches it; else a usual space."""
    here = table.get_more(seat, CANOE)
    power = table.power(seat, AMBELAU)
    best = CANOE_WORTH
    if table.tribute_left[IBU] == 0:
        return best
    for step in range(1, (power if power < CANOE_SPACES else CANOE_SPACES) + 1):
        space = CANOES + (here + step - 1) % CANOE_SPACES
        if table.box.space_spirits[space] != 0 and table.spaces[space] == NONE:
            worth = 0.8 * (1.2 + tribute_gain(w, table, seat, IBU))
            if worth > best:
                best = worth
    return best


def triumph_worth(w: vec[float], table: Buru, region: i64) -> float:
    """The reward and the Decrees of a region."""
    total = w[TRIUMPH_AT_LAKE]
    if region == AMBELAU:
        total = 0.5 * left_of(table, AMBELAU)
    elif region != LAKE:
        total = w[TRIUMPH_A_LAKE] * left_of(table, LAKE)
    i = table.decree_next - 1
    while i >= 0 and i >= table.decree_next - table.box.decrees_per_round:
        decree = table.decree_deck[i]
        if table.decrees & BIT[decree] != 0 and table.box.decree_region[decree] == region:
            total += w[DECREE]
        i -= 1
    return total
