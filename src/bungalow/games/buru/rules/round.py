"""A round of Buru: Dawn, Morning, Noon, Afternoon, Dusk (BU-1.8, BU-2 to BU-5, BU-11).

Hot code. The steps call the table's named moments; what the base game does at each stands in `BaseMoments`.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bungalow.core.contract import BIT, NONE, Choice, State, Step
from bungalow.games.buru.rules.choices import (
    CHOOSE_PARTS,
    start_action,
)
from bungalow.games.buru.rules.effects import (
    OP_FIELDS,
    OP_SCROLL,
    PLACE,
    SPACE,
    gain,
    gain_esteem,
    run_program,
)
from bungalow.games.buru.rules.lawan import (
    act,
    collect_plots,
    deal_plots,
    first_in_cycle,
    paid_bonus,
    place_by_plot,
    run_for_lawan,
    shuffle_explorers,
)
from bungalow.games.buru.state import (
    AFTERNOON,
    DAWN,
    DUSK,
    ESTEEM,
    EXPLORERS,
    FISH,
    FOREST,
    MAT,
    MORNING,
    NOON,
    OWN,
    REGIONS,
    SPACES,
    SPIRITS,
    TABLEAU,
    Buru,
    Moments,
    cards_of,
    count_bits,
)

ALL_EXPLORERS: Final[i64] = 31


@mypyc_attr(allow_interpreted_subclasses=True)
class BaseMoments(Moments):
    """The base game."""

    def dawn(self, table: Buru) -> None:
        """Reveal Decrees and Forest cards; the Lawan's Explorers are shuffled (BU-2, BU-13.5)."""
        reveal_decrees(table)
        refill_forest(table)
        shuffle_explorers(table)

    def bidding(self, table: Buru) -> None:
        """Clockwise from the Emissary until every seat has one Explorer left (BU-3.1, BU-3.3)."""
        while table.turns < table.seats * (EXPLORERS - 1):
            seat = seat_in_turn(table)
            if seat < table.humans:
                table.push(PLACE_EXPLORER)
                return
            if first_in_cycle(table, seat):
                place_by_plot(table)
            table.turns += 1
        table.push(FISHING)

    def reveal(self, table: Buru, region: i64) -> None:
        """Turn up the Explorers; seats act in descending Power, ties clockwise from the Emissary (BU-5.2, BU-5.3)."""
        table.reveal()
        order: i64 = 0
        place: i64 = 0
        waiting: i64 = BIT[table.seats] - 1
        while waiting != 0:
            best = NONE
            most: i64 = 0
            seat = table.emissary
            for _i in range(table.seats):
                if waiting & BIT[seat] != 0:
                    power = table.bid_power(seat, region)
                    if power > most:
                        most = power
                        best = seat
                seat = seat + 1 if seat + 1 < table.seats else 0
            if best == NONE:
                break
            waiting &= ~BIT[best]
            order |= (best + 1) << place
            place += 3
            if table.log is not None:
                table.tell("power", (int(best), table.box.regions[region], int(most)), "BU-5.3")
        table.orders[region] = order

    def triumph(self, table: Buru, region: i64, seat: i64) -> None:
        """The reward first, then the Decrees in the order revealed; those leave the game (BU-5.5, BU-5.7, BU-R15)."""
        if table.log is not None:
            table.tell("triumph", (int(seat), table.box.regions[region]), "BU-5.4")
        deck = table.decree_deck
        i = table.decree_next - 1
        while i >= 0 and i >= table.decree_next - table.box.decrees_per_round:
            decree = deck[i]
            if table.decrees & BIT[decree] != 0 and table.box.decree_region[decree] == region:
                table.push(GAIN_DECREES[decree])
            i -= 1
        run(table, seat, table.box.triumph[region], "triumph", region, "BU-5.5")

    def spaces(self, table: Buru, region: i64, seat: i64) -> i64:
        """The spaces that nobody occupies (BU-5.8)."""
        free: i64 = 0
        for index in range(SPACES):
            if table.spaces[region * SPACES + index] == NONE:
                free |= BIT[index]
        return free

    def tribute_paid(self, table: Buru, seat: i64, spirit: i64) -> None:
        """Altar Decrees, then scrolls, then the holder of the totem (BU-10.4, BU-R18)."""
        depth = len(table.stack)
        if table.decrees != 0:
            gain_altar_decrees(table, seat, spirit)
        if len(table.stack) == depth:
            finish_tribute(table, seat, spirit)
        else:
            table.stack.insert(depth, FINISH_TRIBUTE[spirit])  # a Decree of an own edition asks something first

    def dusk(self, table: Buru) -> None:
        """Clear the board (BU-11.1 to BU-11.4)."""
        table.decrees = 0
        table.tasked = 0
        table.region = NONE
        table.acting = NONE
        for i in range(table.seats * EXPLORERS):
            table.bids[i] = 0
        for j in range(REGIONS * SPACES):
            table.spaces[j] = NONE
        for region in range(REGIONS):
            table.orders[region] = 0
        for seat in range(table.humans):
            table.own[seat * OWN + MAT] = ALL_EXPLORERS
        if table.humans < table.seats:
            collect_plots(table)

    def score(self, table: Buru, seat: i64) -> i64:
        """Track, Tribute cards, Elders, a Lawan's sets (BU-12.2, BU-13.28)."""
        total = table.own[seat * OWN + ESTEEM] + table.tribute_esteem(seat)
        return total + table.elder_esteem(seat) + table.set_esteem(seat)

    def lawan_acts(self, table: Buru, seat: i64, region: i64) -> None:
        """By its Plot card (BU-13.11 to BU-13.26)."""
        act(table, seat, region)


def run(table: Buru, seat: i64, program: i64, source: str, which: i64, clause: str) -> None:
    """A program for a human or a Lawan."""
    if seat < table.humans:
        run_program(table, seat, program, source, which, clause)
    else:
        run_for_lawan(table, seat, program, source, which, clause)


# -- Dawn -----------------------------------------------------------------------------------------------------------


class Dawn(Step):
    """A round begins (BU-2)."""

    def run(self, state: State) -> None:
        table = cast(Buru, state)
        table.round += 1
        table.phase = DAWN
        table.turns = 0
        if table.log is not None:
            table.tell("round", (int(table.round), int(table.rounds), int(table.emissary)), "BU-1.8")
        table.moments.dawn(table)
        table.phase = MORNING
        table.push(BIDDING)


def reveal_decrees(table: Buru) -> None:
    """Turn up the top Decrees; each lies in a region or beside an altar (BU-2.1 to BU-2.3)."""
    table.reveal()
    for _i in range(table.box.decrees_per_round):
        decree = table.decree_deck[table.decree_next]
        table.decree_next += 1
        table.decrees |= BIT[decree]
        if table.log is not None:
            table.tell("decree", (table.box.decree_names[decree],), "BU-2.1")


def refill_forest(table: Buru) -> None:
    """Discard what is left and reveal a new row (BU-2.4, BU-2.5)."""
    table.forest_discard |= table.forest_row
    table.forest_row = 0
    for _i in range(table.box.forest_row[table.seats]):
        if table.forest_count == 0:
            table.forest_count = count_bits(table.forest_discard)
            deck = cards_of(table.forest_discard, len(table.forest_deck))
            table.forest_discard = 0
            table.shuffle(deck, table.forest_count)
            table.forest_deck = deck
            if table.log is not None:
                table.tell("reshuffle", ("Forest", int(table.forest_count)), "BU-2.5")
        table.forest_count -= 1
        card = table.forest_deck[table.forest_count]
        table.forest_row |= BIT[card]
        if table.log is not None:
            table.tell("forest_row", (table.box.forest[card],), "BU-2.4")


# -- Morning and Noon -------------------------------------------------------------------------------------------------


def seat_in_turn(table: Buru) -> i64:
    """Who places next (BU-3.1)."""
    return (table.emissary + table.turns) % table.seats


class Bidding(Step):
    """Whose turn it is to place an Explorer."""

    def run(self, state: State) -> None:
        table = cast(Buru, state)
        table.moments.bidding(table)


class PlaceExplorer(Choice):
    """One Explorer from the mat, face down, into a region: 5 * region + Power - 1 (BU-3.1 to BU-3.4, BU-D1)."""

    def actors(self, state: State) -> i64:
        return BIT[seat_in_turn(cast(Buru, state))]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        mat = cast(Buru, state).own[seat * OWN + MAT]
        n: i64 = 0
        for region in range(REGIONS):
            for power in range(EXPLORERS):
                if mat & BIT[power] != 0:
                    out[n] = region * EXPLORERS + power
                    n += 1
        return n

    def lone(self, state: State, seat: i64) -> i64:
        return NONE

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Buru, state)
        region = option // EXPLORERS
        power = option % EXPLORERS
        table.own[seat * OWN + MAT] &= ~BIT[power]
        table.bids[seat * EXPLORERS + table.turns // table.seats] = power + 1 + ((region + 1) << 3)
        table.turns += 1
        if table.log is not None:
            table.tell("place", (int(seat), table.box.regions[region]), "BU-3.4")
            table.tell("place_power", (int(seat), table.box.regions[region], int(power + 1)), "BU-1.7", BIT[seat])
        table.push(BIDDING)


class Fishing(Step):
    """Noon: the last Explorers are revealed and catch fish; the Lawan get their Plot cards (BU-4)."""

    def run(self, state: State) -> None:
        table = cast(Buru, state)
        table.phase = NOON
        table.reveal()
        for seat in range(table.seats):
            last = seat * EXPLORERS + EXPLORERS - 1
            if seat < table.humans:
                mat = table.own[seat * OWN + MAT]
                power: i64 = 1
                while mat > 1:
                    mat >>= 1
                    power += 1
                table.bids[last] = power
                table.own[seat * OWN + MAT] = 0
            before = table.own[seat * OWN + FISH]
            table.add_fish(seat, table.bids[last])
            if table.log is not None:
                got = int(table.own[seat * OWN + FISH] - before)
                table.tell("fishing", (int(seat), int(table.bids[last]), got), "BU-4.1")
        deal_plots(table)
        table.phase = AFTERNOON
        table.push(RESOLVE_REGIONS[FOREST])


# -- Afternoon --------------------------------------------------------------------------------------------------------


class ResolveRegion(Step):
    """Reveal, Triumph, then actions in order; each region completely before the next (BU-5.1 to BU-5.4)."""

    def __init__(self, code: i64, region: i64) -> None:
        super().__init__(code)
        self.region: i64 = region

    def run(self, state: State) -> None:
        table = cast(Buru, state)
        region = self.region
        table.region = region
        table.position = 0
        if table.log is not None:
            table.tell("region", (table.box.regions[region],), "BU-5.1")
        table.moments.reveal(table, region)
        order = table.orders[region]
        if order == 0:
            if table.log is not None:
                table.tell("nobody", (table.box.regions[region],), "BU-5.4")
            end_region(table)
            return
        table.push(CHOOSE_ACTIONS)
        table.acting = (order & 7) - 1
        table.moments.triumph(table, region, table.acting)


class GainDecree(Step):
    """The Triumphant player gains a Decree of the region, which leaves the game (BU-5.7, BU-R16)."""

    def __init__(self, code: i64, decree: i64) -> None:
        super().__init__(code)
        self.decree: i64 = decree

    def run(self, state: State) -> None:
        table = cast(Buru, state)
        table.decrees &= ~BIT[self.decree]
        if table.log is not None:
            table.tell("decree_gained", (int(table.acting), table.box.decree_names[self.decree]), "BU-5.7")
        run(table, table.acting, table.box.decree_program[self.decree], "decree", self.decree, "BU-5.7")


class ChooseActions(Step):
    """The next seat in order chooses a space (BU-5.8); after the last the region is done (BU-5.11)."""

    def run(self, state: State) -> None:
        table = cast(Buru, state)
        seat = (table.orders[table.region] >> (3 * table.position) & 7) - 1
        if seat == NONE:
            end_region(table)
            return
        table.position += 1
        table.acting = seat
        table.push(self)
        if seat >= table.humans:
            table.moments.lawan_acts(table, seat, table.region)
        elif table.box.alike[table.region] == 1:  # BU-R9: the lowest free index
            free = table.moments.spaces(table, table.region, seat)
            index: i64 = 0
            while free & BIT[index] == 0:
                index += 1
            table.push(CHOOSE_PARTS)
            start_action(table, seat, table.region * SPACES + index)
        else:
            table.push(CHOOSE_SPACE)


class ChooseSpace(Choice):
    """A free action space; a seat with Explorers there must choose one (BU-5.8, BU-R8, BU-D6)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Buru, state).acting]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Buru, state)
        free = table.moments.spaces(table, table.region, seat)
        n: i64 = 0
        for index in range(SPACES):
            if free & BIT[index] != 0:
                out[n] = index
                n += 1
        return n

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Buru, state)
        table.push(CHOOSE_PARTS)
        start_action(table, seat, table.region * SPACES + option)


def end_region(table: Buru) -> None:
    """The next region, or Dusk (BU-5.11)."""
    table.acting = NONE
    if table.region + 1 < REGIONS:
        table.push(RESOLVE_REGIONS[table.region + 1])
    else:
        table.push(NIGHTFALL)


# -- tribute ----------------------------------------------------------------------------------------------------------


def gain_altar_decrees(table: Buru, seat: i64, spirit: i64) -> None:
    """Every seat gains them, every time, for the whole round (BU-10.6)."""
    box = table.box
    i = table.decree_next - box.decrees_per_round
    while i < table.decree_next:
        decree = table.decree_deck[i]
        if table.decrees & BIT[decree] != 0 and box.decree_spirit[decree] == spirit:
            run(table, seat, box.decree_program[decree], "decree", decree, "BU-10.6")
        i += 1


class FinishTribute(Step):
    """Scrolls and totem after an altar Decree that asked something."""

    def __init__(self, code: i64, spirit: i64) -> None:
        super().__init__(code)
        self.spirit: i64 = spirit

    def run(self, state: State) -> None:
        table = cast(Buru, state)
        finish_tribute(table, table.acting, self.spirit)


def finish_tribute(table: Buru, seat: i64, spirit: i64) -> None:
    """The payer's scrolls, oldest card first, then 1 Esteem to the holder of the totem (BU-10.4, BU-10.5)."""
    if seat >= table.humans:
        paid_bonus(table, seat)
    scrolls = table.own[seat * OWN + TABLEAU] & table.tasked & table.box.scroll_set[spirit]
    i: i64 = 0
    while scrolls != 0:
        card = table.recruited[i]
        if scrolls & BIT[card] != 0:
            scrolls &= ~BIT[card]
            unroll(table, seat, card, spirit)
        i += 1
    holder = table.totems[spirit]
    if holder != NONE:
        gain_esteem(table, holder, 1, "totem", spirit, "BU-10.5")


def unroll(table: Buru, seat: i64, card: i64, spirit: i64) -> None:
    """The scrolls of one tasked Islander that name the spirit (BU-8.6, BU-R19)."""
    box = table.box
    program = box.islander_program[card]
    for i in range(box.program_asks[program], box.program_end[program]):
        at = i * OP_FIELDS
        if box.ops[at] == OP_SCROLL and box.ops[at + 1] & BIT[spirit] != 0:
            gain(table, seat, box.ops[at + 2], 1, "scroll", card, "BU-8.6")


# -- Dusk -------------------------------------------------------------------------------------------------------------


class Nightfall(Step):
    """Dusk; the game ends when the Decree stack is empty, else a new Dawn follows (BU-11.5, BU-R1)."""

    def run(self, state: State) -> None:
        table = cast(Buru, state)
        table.phase = DUSK
        if table.log is not None:
            table.tell("dusk", (), "BU-11.2")
        table.moments.dusk(table)
        if table.decree_next < table.decree_end:
            table.push(DAWN_STEP)
            return
        table.reveal()  # BU-12.4
        if table.log is not None:
            for i in range(table.seats):
                seat = (table.emissary + i) % table.seats
                parts = (
                    int(table.own[seat * OWN + ESTEEM]),
                    int(table.tribute_esteem(seat)),
                    int(table.elder_esteem(seat)),
                    int(table.set_esteem(seat)),
                )
                table.tell("final", (int(seat), parts, int(table.score(seat)), int(table.rank(seat))), "BU-12.4")


DAWN_STEP: Final = Dawn(10)
BIDDING: Final = Bidding(11)
PLACE_EXPLORER: Final = PlaceExplorer(12, PLACE)
FISHING: Final = Fishing(13)
RESOLVE_REGIONS: Final = tuple([ResolveRegion(20 + region, region) for region in range(int(REGIONS))])
CHOOSE_ACTIONS: Final = ChooseActions(30)
CHOOSE_SPACE: Final = ChooseSpace(31, SPACE)
NIGHTFALL: Final = Nightfall(32)
FINISH_TRIBUTE: Final = tuple([FinishTribute(40 + spirit, spirit) for spirit in range(int(SPIRITS))])
GAIN_DECREES: Final = [GainDecree(100 + decree, decree) for decree in range(32)]
