"""The Lawan: rivals that the engine plays by their Plot cards (BU-13).

Hot code. Nothing here asks anybody. Each step is told to the log with its reason.
"""

from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE
from bungalow.games.buru.guess import cards_of, count_bits
from bungalow.games.buru.rules.choices import (
    finish_action,
    start_action,
)
from bungalow.games.buru.rules.deeds import (
    Pick,
    cycle,
    draw_elder,
    pick_resource,
    recruit,
    take_forest_card,
)
from bungalow.games.buru.rules.effects import (
    OP_CHOOSE,
    OP_DEAL,
    OP_ELDER,
    OP_EMISSARY,
    OP_FIELDS,
    OP_FOREST,
    OP_RECRUIT,
    OP_SCROLL,
    OP_TASK,
    OP_TRADE,
    OP_TRIBUTE,
    UNIT_CYCLE,
    UNIT_ELDER,
    UNIT_EMISSARY,
    UNIT_FOREST,
    UNIT_RECRUIT,
    UNIT_TASK,
    UNIT_TRIBUTE,
    UNITS,
    become_emissary,
    can_recruit,
    gain,
    gain_esteem,
    make_trade,
    payable,
    run_op,
)
from bungalow.games.buru.rules.tribute import draw_tribute, pay_altar
from bungalow.games.buru.state import (
    FISH,
    FOREST,
    LAKE,
    OWN,
    ROW,
    SHORE,
    SPACES,
    SPIRITS,
    TYPES,
    VILLAGE,
    Buru,
)

# -- Plot cards, Morning and Noon -------------------------------------------------------------------------------------


def draw_plot(table: Buru) -> i64:
    """The top Plot card; an empty deck is renewed from the discards (BU-13.8)."""
    if table.plot_count == 0:
        table.plot_count = count_bits(table.plot_discard)
        deck = cards_of(table.plot_discard, len(table.plot_deck))
        table.plot_discard = 0
        table.shuffle(deck, table.plot_count)
        table.plot_deck = deck
        if table.log is not None:
            table.tell("reshuffle", ("Plot", int(table.plot_count)), "BU-13.8")
    table.reveal()
    table.plot_count -= 1
    return table.plot_deck[table.plot_count]


def shuffle_explorers(table: Buru) -> None:
    """At Dawn: each Lawan's Explorers lie face down in random order (BU-13.5)."""
    box = table.box
    count = box.cycles + 1
    for seat in range(table.humans, table.seats):
        tokens = cards_of(box.ordinary, count)
        table.shuffle(tokens, count)
        for turn in range(box.cycles):
            table.bids[seat * box.tokens + turn] = tokens[turn] + 1
        table.bids[(seat + 1) * box.tokens - 1] = tokens[box.cycles] + 1


def first_in_cycle(table: Buru, seat: i64) -> bool:
    """This Lawan is reached before the other one in a turn cycle of this Morning (BU-13.6, BU-R24)."""
    other = table.seats - 1 if seat == table.humans else table.humans
    return seat == other or table.tie_rank(seat) < table.tie_rank(other)


def place_by_plot(table: Buru) -> None:
    """One Plot card for the cycle: A places, then B (BU-13.6); a third Explorer draws again (BU-13.7)."""
    turn = table.turns // table.seats
    card = draw_for_morning(table, NONE)
    table.plot_held = card
    if table.log is not None:
        table.tell("plot", (table.box.plots[card],), "BU-13.6")
    for seat in range(table.humans, table.seats):
        place_lawan(table, seat, turn, card)
    table.plot_discard |= BIT[card]
    table.plot_held = NONE


def draw_for_morning(table: Buru, seat: i64) -> i64:
    """A Plot card to place by, for one Lawan or for all of them (`NONE`)."""
    card = draw_plot(table)
    for module in table.moments.plot:
        card = module.plot(table, card, seat)
    return card


def place_lawan(table: Buru, seat: i64, turn: i64, card: i64) -> None:
    """Place the Lawan's next token, unseen, where its letter stands on the card."""
    regions = table.box.plot_region
    letter = seat - table.humans
    region = regions[card * 2 + letter]
    tries = 2 * len(table.plot_deck)
    while not is_open(table, seat, region):
        full = region
        card = draw_for_morning(table, seat)
        region = regions[card * 2 + letter]
        table.plot_discard |= BIT[card]
        if table.log is not None:
            table.tell("plot_again", (int(seat), table.box.regions[full], table.box.plots[card]), "BU-13.7")
        tries -= 1
        if tries == 0:
            region = first_open_region(table, seat)
    table.bids[seat * table.box.tokens + turn] |= (region + 1) << 3
    if table.log is not None:
        table.tell("place", (int(seat), table.box.regions[region]), "BU-13.6")
    for module in table.moments.placed:
        module.placed(table, seat, region, 0)


def is_open(table: Buru, seat: i64, region: i64) -> bool:
    """The region is in play, and the Lawan may place one more token there (BU-13.7, AM-15.4)."""
    return table.box.region_set & BIT[region] != 0 and table.bid_count(seat, region) < table.box.lawan_most


def first_open_region(table: Buru, seat: i64) -> i64:
    """In the order of the Afternoon; only Plot cards of an own edition leave it to this (AM-R21)."""
    region = FOREST
    while not is_open(table, seat, region):
        region = table.box.next_region[region]
    return region


def deal_plots(table: Buru) -> None:
    """At Noon each Lawan, A first, gets the card that governs its Afternoon (BU-13.10)."""
    for seat in range(table.humans, table.seats):
        card = draw_plot(table)
        if seat == table.humans:
            table.plot_a = card
        else:
            table.plot_b = card
        if table.log is not None:
            table.tell("plot_dealt", (int(seat), table.box.plots[card]), "BU-13.10")


def collect_plots(table: Buru) -> None:
    """At Dusk all Plot cards are shuffled together (BU-13.27)."""
    count = len(table.plot_deck)
    deck = cards_of(table.box.plot_set, count)
    table.shuffle(deck, count)
    table.plot_deck = deck
    table.plot_count = count
    table.plot_discard = 0
    table.plot_a = NONE
    table.plot_b = NONE


# -- Afternoon --------------------------------------------------------------------------------------------------------


def best_space(table: Buru, region: i64, most: i64) -> i64:
    """The free space with the highest rating, of `most` at most, the leftmost if tied; or `NONE` (BU-13.12)."""
    ratings = table.box.space_rating
    best = NONE
    for space in range(region * SPACES, region * SPACES + SPACES):
        if table.spaces[space] == NONE and ratings[space] <= most and (best == NONE or ratings[space] > ratings[best]):
            best = space
    return best


def doubled(table: Buru, seat: i64, region: i64) -> bool:
    """Two tokens of the Lawan lie in the region, both of them with an effect there (BU-13.15, AM-15.20)."""
    count = table.bid_count(seat, region)
    if count >= 2:
        for module in table.moments.void:
            count -= module.void(table, seat, region)
    return count >= 2


def misses_bonus_of_region(table: Buru, seat: i64, region: i64, double: bool) -> bool:
    """Rules before version 2 would have given it a bonus for a token without effect, on the space it stands on.

    The Esteem for tributes at the lake is missed with each of them (`lake_bonus`), the discount at the Shore where it
    first changes something (`recruit_by_plot`).
    """
    if double or region == SHORE or table.bid_count(seat, region) < 2:
        return False
    return region != LAKE or (table.box.plot_emissary[table.plot(seat)] == 1 and table.emissary != seat)


def act(table: Buru, seat: i64, region: i64) -> None:
    """Take the best space and use all of it, with the bonus of a double placement (BU-13.12 to BU-13.26)."""
    box = table.box
    double = doubled(table, seat, region)
    plot = table.plot(seat)
    start_action(table, seat, best_space(table, region, UNITS))
    if table.log is not None and region != FOREST:  # there the cards have the ratings
        table.tell("lawan_space", (int(seat), box.spaces[table.space], double), "BU-13.12")
    if table.log is not None and misses_bonus_of_region(table, seat, region, double):
        table.departs(2, "AM-15.20")
    if double and region == VILLAGE:
        gain_esteem(table, seat, box.lawan_village, "double", region, "BU-13.22")
    if double and region == LAKE and box.plot_emissary[plot] == 1:  # BU-R26: before the parts of its space
        if table.emissary != seat:
            become_emissary(table, seat)
        elif table.log is not None:
            table.tell("stays_emissary", (int(seat),), "BU-13.26")
    use_space(table, seat, double and region == FOREST, box.lawan_discount if double and region == SHORE else 0)


def use_space(table: Buru, seat: i64, forest_bonus: bool, discount: i64) -> None:
    """Use every part of the space that the Lawan stands on (BU-13.13)."""
    box = table.box
    units = table.units
    for _i in range(units // UNIT_ELDER & UNITS):
        take_elders(table, seat)
    tasks = units // UNIT_TASK & UNITS
    if tasks > 0:
        gain_esteem(table, seat, tasks * box.lawan_task, "lawan_tasks", tasks, "BU-13.21")
    row = table.forest_row
    for _j in range(units // UNIT_FOREST & UNITS):
        take_best_forest_card(table, seat, UNITS)
    if forest_bonus:
        if table.forest_row != row:
            gain(table, seat, box.plot_bag[table.plot(seat)], 1, "double", FOREST, "BU-13.17")
        elif table.log is not None:
            table.departs(2, "BU-13.17")
            table.tell("lawan_no_card", (int(seat),), "BU-13.17")
    recruits = units // UNIT_RECRUIT & UNITS
    if recruits > 0:
        recruit_by_plot(table, seat, recruits, units // UNIT_CYCLE & UNITS, discount)
    tributes = units // UNIT_TRIBUTE & UNITS
    if tributes > 0:
        pay_by_plot(table, seat, tributes, box.space_spirits[table.space])
    if units & (UNITS * UNIT_EMISSARY) != 0 and table.emissary != seat:
        become_emissary(table, seat)
    finish_action(table)


def take_elders(table: Buru, seat: i64) -> None:
    """Draw Elders unseen and keep them (BU-13.23)."""
    for _i in range(table.box.lawan_elders):
        if table.elder_count > 0:
            draw_elder(table, seat)
            if table.log is not None:
                table.tell("lawan_elder", (int(seat),), "BU-13.23")


def best_forest_cards(table: Buru, most: i64) -> i64:
    """The highest rating, of `most` at most, then the most tokens: a set of equally good cards (BU-13.16)."""
    box = table.box
    best: i64 = 0
    tied: i64 = 0
    for card in range(len(box.forest_rating)):
        if table.forest_row & BIT[card] != 0 and box.forest_rating[card] <= most:
            worth = box.forest_rating[card] * 100 + box.forest_tokens[card]
            if tied == 0 or worth > best:
                best = worth
                tied = BIT[card]
            elif worth == best:
                tied |= BIT[card]
    return tied


def take_best_forest_card(table: Buru, seat: i64, most: i64) -> i64:
    """One of the best Forest cards by chance; its rating comes back (BU-13.16)."""
    box = table.box
    tied = best_forest_cards(table, most)
    if tied == 0:
        return 0
    card = one_of(table, tied, len(box.forest_rating))
    if table.log is not None:
        table.tell("lawan_forest", (int(seat), box.forest[card], int(count_bits(tied))), "BU-13.16")
    height = table.stack_height
    take_forest_card(table, seat, card)
    while table.stack_height > height:
        step = table.pop()
        assert isinstance(step, Pick)
        pick_resource(table, seat, step.first, card)
    return box.forest_rating[card]


def one_of(table: Buru, cards: i64, size: i64) -> i64:
    """The only card of a set, or one at random."""
    tied = cards_of(cards, size)
    count = count_bits(cards)
    return tied[0] if count == 1 else tied[table.below(count)]


def recruit_by_plot(table: Buru, seat: i64, recruits: i64, cycles: i64, discount: i64) -> None:
    """Recruit in its order while it has a recruit left and can pay for anybody in the row (BU-13.18 to BU-13.20)."""
    types = table.box.plot_recruit
    first = table.plot(seat) * TYPES
    before: i64 = 0  # after a cycle rules of version 1 looked only at types from this place on
    missed = missed_discount(table, seat, discount) if table.log is not None else 0
    while recruits > 0:
        if not can_recruit(table, seat, discount):
            if table.log is not None:
                if cycles > 0:
                    table.departs(2, "BU-13.19")
                elif missed > 0 and pays_from(table, seat, before, missed):
                    table.departs(2, "AM-15.20")
                table.tell("lawan_no_recruit", (int(seat), int(recruits)), "BU-13.19")
            return
        i: i64 = 0
        while i < TYPES and types[first + i] != NONE:  # types that are not in play stand at the end (AM-15.13)
            kind = types[first + i]
            if cycles > 0 and slots_of(table, kind, NONE) == 0:
                if table.log is not None:
                    if i < before:
                        table.departs(2, "BU-13.18")
                    table.tell("lawan_cycle", (int(seat), table.box.types[kind]), "BU-13.18")
                cycles -= 1
                cycle(table, seat)
                before = i
                break
            if missed > 0 and i >= before and slots_of(table, kind, table.own[seat * OWN + FISH] + missed) != 0:
                table.departs(2, "AM-15.20")
                missed = 0
            if slots_of(table, kind, table.own[seat * OWN + FISH] + discount) != 0:
                if table.log is not None and i < before:
                    table.departs(2, "BU-13.18")
                recruit_cheapest(table, seat, kind, discount)
                recruits -= 1
                before = 0
                break
            if table.log is not None:
                there = slots_of(table, kind, NONE) != 0
                table.tell("lawan_skips", (int(seat), table.box.types[kind], there), "BU-13.18")
            i += 1
        else:
            return  # an edition's Plot card does not name the types that it could pay for


def missed_discount(table: Buru, seat: i64, discount: i64) -> i64:
    """What rules before version 2 took off at the Shore for a second token without effect (AM-15.20)."""
    if discount > 0 or table.space // SPACES != SHORE or table.bid_count(seat, SHORE) < 2:
        return 0
    return table.box.lawan_discount


def pays_from(table: Buru, seat: i64, before: i64, discount: i64) -> bool:
    """With that discount it could pay for an Islander of a type from that place of its Plot card on."""
    first = table.plot(seat) * TYPES
    for i in range(before, TYPES):
        kind = table.box.plot_recruit[first + i]
        if kind != NONE and slots_of(table, kind, table.own[seat * OWN + FISH] + discount) != 0:
            return True
    return False


def slots_of(table: Buru, kind: i64, most: i64) -> i64:
    """Bit set of the slots with an Islander of a type, of at most that cost (`NONE`: any)."""
    box = table.box
    found: i64 = 0
    for slot in range(ROW):
        card = table.row[slot]
        if card != NONE and box.islander_type[card] == kind and (most == NONE or box.islander_cost[card] <= most):
            found |= BIT[slot]
    return found


def recruit_cheapest(table: Buru, seat: i64, kind: i64, discount: i64) -> None:
    """The cheapest affordable Islander of a type, at random if tied (BU-13.18, BU-13.20)."""
    slots = slots_of(table, kind, table.own[seat * OWN + FISH] + discount)
    costs = table.box.islander_cost
    tied: i64 = 0
    lowest: i64 = 0
    for slot in range(ROW):
        if slots & BIT[slot] != 0:
            cost = costs[table.row[slot]]
            if tied == 0 or cost < lowest:
                lowest = cost
                tied = BIT[slot]
            elif cost == lowest:
                tied |= BIT[slot]
    recruit(table, seat, one_of(table, tied, ROW), discount)


def pay_by_plot(table: Buru, seat: i64, tributes: i64, spirits: i64) -> None:
    """Pay to the leftmost spirit of its order that has cards and that it can afford (BU-13.24)."""
    while tributes > 0:
        able = payable(table, seat, spirits)
        if able == 0:
            if table.log is not None:
                table.tell("lawan_no_tribute", (int(seat), int(tributes)), "BU-13.24")
            return
        for i in range(SPIRITS):
            spirit = table.box.plot_tribute[table.plot(seat) * SPIRITS + i]
            if spirit != NONE and able & BIT[spirit] != 0:
                if table.log is not None and i > 0:
                    table.tell("lawan_spirit", (int(seat), table.box.spirits[spirit]), "BU-13.24")
                lawan_pays(table, seat, spirit)
                break
        tributes -= 1


def lawan_pays(table: Buru, seat: i64, spirit: i64) -> None:
    """Pay the altar, draw the Tribute card unseen; altar Decrees, bonus and totem follow (BU-13.24)."""
    pay_altar(table, seat, spirit)
    for module in table.moments.pays:
        if module.pays(table, seat, spirit):
            return
    lawan_receives(table, seat, spirit)


def lawan_receives(table: Buru, seat: i64, spirit: i64) -> None:
    """The Lawan's Tribute card and what goes with it."""
    box = table.box
    draw_tribute(table, seat, spirit)
    if table.decrees != 0:
        for i in range(table.decree_next - box.decrees_per_round, table.decree_next):
            decree = table.decree_deck[i]
            if table.decrees & BIT[decree] != 0 and box.decree_spirit[decree] == spirit:
                run_for_lawan(table, seat, box.decree_program[decree], "decree", decree, "BU-10.6")
    if table.space != NONE and table.space // SPACES == LAKE:
        lake_bonus(table, seat, "BU-13.26")
    holder = table.totems[spirit]
    if holder != NONE:
        gain_esteem(table, holder, 1, "totem", spirit, "BU-10.5")


def lake_bonus(table: Buru, seat: i64, clause: str) -> None:
    """A double placement at the lake may give Esteem for each tribute (BU-13.26, BU-R26)."""
    if table.box.plot_emissary[table.plot(seat)] == 0 and table.bid_count(seat, LAKE) >= 2:
        if doubled(table, seat, LAKE):
            gain_esteem(table, seat, 1, "double", LAKE, clause)
        else:
            table.departs(2, "AM-15.20")


def run_for_lawan(table: Buru, seat: i64, program: i64, source: str, which: i64, clause: str) -> None:
    """A Decree or reward gained by a Lawan (BU-R17)."""
    box = table.box
    ops = box.ops
    for i in range(box.program_start[program], box.program_end[program]):
        op = ops[i * OP_FIELDS]
        first = ops[i * OP_FIELDS + 1]
        count = ops[i * OP_FIELDS + 3]
        if op < OP_SCROLL:
            run_op(table, seat, i, source, which, clause)
        elif op in (OP_TRADE, OP_DEAL):
            if table.affords(seat, first):
                make_trade(table, seat, first, ops[i * OP_FIELDS + 2])
        elif op == OP_CHOOSE:
            run_for_lawan(table, seat, first, source, which, clause)
        elif op == OP_TASK:
            gain_esteem(table, seat, count * box.lawan_task, "lawan_tasks", count, "BU-13.14")
        elif op == OP_ELDER:
            for _j in range(count):
                take_elders(table, seat)
        elif op == OP_RECRUIT:
            recruit_by_plot(table, seat, count, 0, 0)
        elif op == OP_TRIBUTE:
            pay_by_plot(table, seat, count, first)
        elif op == OP_EMISSARY:
            if table.emissary != seat:
                become_emissary(table, seat)
        elif op == OP_FOREST:
            for _k in range(count):
                take_best_forest_card(table, seat, UNITS)
