"""A round of Buru: Dawn, Morning, Noon, Afternoon, Dusk (BU-1.8, BU-2 to BU-5, BU-11).

Hot code. The steps call the table's named moments (`state.Moments`): there modules do something else or something more.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, Choice, State, Step
from bungalow.games.buru.guess import cards_of, count_bits
from bungalow.games.buru.rules.choices import (
    CHOOSE_PARTS,
    start_action,
)
from bungalow.games.buru.rules.effects import (
    PLACE,
    PLACES,
    SPACE,
)
from bungalow.games.buru.rules.lawan import (
    act,
    collect_plots,
    deal_plots,
    first_in_cycle,
    place_by_plot,
    run_for_lawan,
    shuffle_explorers,
)
from bungalow.games.buru.rules.programs import run_program
from bungalow.games.buru.state import (
    AFTERNOON,
    DAWN,
    DUSK,
    ESTEEM,
    FISH,
    FOREST,
    MAT,
    MORNING,
    NOON,
    OWN,
    POWERS,
    REGIONS,
    SPACES,
    TOKENS,
    Buru,
)

REGIONS_WITH_SPACES: Final[i64] = 4
"""All but Ambelau."""


def run(table: Buru, seat: i64, program: i64, source: str, which: i64, clause: str) -> None:
    """A program for a human or a Lawan."""
    if seat < table.humans:
        run_program(table, seat, program, source, which, clause)
    else:
        run_for_lawan(table, seat, program, source, which, clause)


# -- the beginning ---------------------------------------------------------------------------------------------------


class Begin(Step):
    """The first Emissary, fish for the others, the Plot deck; then the first Dawn (rules, part 3)."""

    def run(self, state: State) -> None:
        table = cast(Buru, state)
        box = table.box
        table.emissary = table.below(table.humans)  # BU-13.3: never a Lawan
        for seat in range(table.seats):
            table.add_fish(seat, box.fish_emissary if seat == table.emissary else box.fish_others)
        table.plot_count = count_bits(box.plot_set)
        deck = cards_of(box.plot_set, table.plot_count)
        table.shuffle(deck, table.plot_count)
        table.plot_deck = deck
        table.push(DAWN_STEP)


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
        reveal_decrees(table)
        refill_forest(table)
        shuffle_explorers(table)
        for module in table.moments.dawn:
            module.dawn(table)
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
    """Clockwise from the Emissary until every seat has one token left (BU-3.1, BU-3.3)."""

    def run(self, state: State) -> None:
        table = cast(Buru, state)
        while table.turns < table.seats * table.box.cycles:
            seat = seat_in_turn(table)
            if seat < table.humans:
                table.push(PLACE_EXPLORER)
                return
            if first_in_cycle(table, seat):
                place_by_plot(table)
            table.turns += 1
        for module in table.moments.bidding:
            if module.bidding(table):
                return
        table.push(FISHING)


class PlaceExplorer(Choice):
    """One token from the mat, face down, into a region (BU-3.1 to BU-3.4, BU-D1, AM-D3)."""

    def actors(self, state: State) -> i64:
        return BIT[seat_in_turn(cast(Buru, state))]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Buru, state)
        mat = table.own[seat * OWN + MAT]
        n: i64 = 0
        for region in table.box.region_list:
            rest = mat
            option = region * TOKENS
            while rest != 0:
                if rest & 1 == 1:
                    out[n] = option
                    n += 1
                rest >>= 1
                option += 1
        for module in table.moments.places:
            n = module.places(table, seat, out, n)
        return n

    def lone(self, state: State, seat: i64) -> i64:
        return NONE

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Buru, state)
        region = option % PLACES // TOKENS
        token = option % TOKENS
        table.own[seat * OWN + MAT] &= ~BIT[token]
        table.bids[seat * table.box.tokens + table.turns // table.seats] = token + 1 + ((region + 1) << 3)
        table.turns += 1
        if table.log is not None:
            table.tell("place", (int(seat), table.box.regions[region]), "BU-3.4")
        for module in table.moments.placed:
            module.placed(table, seat, region, option // PLACES)
        if table.log is not None:
            power = int(table.power(seat, region))
            name = table.box.regions[region]
            table.tell("place_power", (int(seat), name, int(token + 1), power), "BU-1.7", BIT[seat])
        table.push(BIDDING)


class Fishing(Step):
    """Noon: the last Explorers are revealed and catch fish; the Lawan get their Plot cards (BU-4)."""

    def run(self, state: State) -> None:
        table = cast(Buru, state)
        table.phase = NOON
        table.reveal()
        for seat in range(table.seats):
            last = (seat + 1) * table.box.tokens - 1
            if seat < table.humans:
                mat = table.own[seat * OWN + MAT]
                token: i64 = 1
                while mat > 1:
                    mat >>= 1
                    token += 1
                table.bids[last] = token
                table.own[seat * OWN + MAT] = 0
            before = table.own[seat * OWN + FISH]
            table.add_fish(seat, POWERS[table.bids[last]])
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
        reveal_tokens(table, region)
        for module in table.moments.revealed:
            module.revealed(table, region)
        order = table.orders[region]
        if order == 0:
            if table.log is not None:
                table.tell("nobody", (table.box.regions[region],), "BU-5.4")
            end_region(table)
            return
        table.push(CHOOSE_ACTIONS)
        table.acting = (order & 7) - 1
        be_triumphant(table, region, table.acting)


def reveal_tokens(table: Buru, region: i64) -> None:
    """Turn up the tokens; seats act in descending Power, ties clockwise from the Emissary (BU-5.2, BU-5.3)."""
    table.reveal()
    powers: i64 = 0  # eight bits for each seat, in the order that breaks ties
    seat = table.emissary
    for place in range(table.seats):
        powers |= table.power(seat, region) << (8 * place)
        seat += 1
        if seat == table.seats:
            seat = 0
    order: i64 = 0
    acting: i64 = 0
    while powers != 0:
        most: i64 = 0
        first: i64 = 0
        for place in range(table.seats):
            power = powers >> (8 * place) & 255
            if power > most:
                most = power
                first = place
        powers -= most << (8 * first)
        best = (table.emissary + first) % table.seats
        order |= (best + 1) << acting
        acting += 3
        if table.log is not None:
            table.tell("power", (int(best), table.box.regions[region], int(most)), "BU-5.3")
    table.orders[region] = order


def be_triumphant(table: Buru, region: i64, seat: i64) -> None:
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
    for module in table.moments.triumph:
        if module.triumph(table, region, seat):
            return
    gain_reward(table, region, seat)


def gain_reward(table: Buru, region: i64, seat: i64) -> None:
    """The Triumph reward of a region (BU-5.5, AM-5.7)."""
    run(table, seat, table.box.triumph[region], "triumph", region, "BU-5.5")


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
            for module in table.moments.lawan_acts:
                if module.lawan_acts(table, seat, table.region):
                    return
            act(table, seat, table.region)
        elif table.box.alike[table.region] == 1:
            for module in table.moments.acts:
                if module.acts(table, seat, table.region):
                    return
            table.push(CHOOSE_PARTS)
            start_action(table, seat, lowest_free(table, table.region))
        else:
            table.push(CHOOSE_SPACE)


def lowest_free(table: Buru, region: i64) -> i64:
    """The free space with the lowest index, or `NONE` (BU-R9)."""
    for space in range(region * SPACES, region * SPACES + SPACES):
        if table.spaces[space] == NONE:
            return space
    return NONE


class ChooseSpace(Choice):
    """A free action space; a seat with Explorers there must choose one (BU-5.8, BU-R8, BU-D6)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Buru, state).acting]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Buru, state)
        n = write_spaces(table, table.region, out)
        for module in table.moments.spaces:
            n = module.spaces(table, seat, False, out, n)
        return n

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Buru, state)
        table.push(CHOOSE_PARTS)
        if option < SPACES:
            start_action(table, seat, table.region * SPACES + option)
            return
        for module in table.moments.enter:
            if module.enter(table, seat, option):
                return


def write_spaces(table: Buru, region: i64, out: vec[i64]) -> i64:
    """The spaces of a region that nobody occupies (BU-5.8)."""
    n: i64 = 0
    if region < REGIONS_WITH_SPACES:
        for index in range(SPACES):
            if table.spaces[region * SPACES + index] == NONE:
                out[n] = index
                n += 1
    return n


def end_region(table: Buru) -> None:
    """The next region, or Dusk (BU-5.11, AM-5.1, AM-5.2)."""
    region = table.region
    table.acting = NONE
    following = table.box.next_region[region]
    if following != NONE:
        table.push(RESOLVE_REGIONS[following])
    else:
        table.push(NIGHTFALL)
    for module in table.moments.acted:
        module.acted(table, region)


# -- Dusk -------------------------------------------------------------------------------------------------------------


class Nightfall(Step):
    """Dusk; the game ends when the Decree stack is empty, else a new Dawn follows (BU-11.5, BU-R1)."""

    def run(self, state: State) -> None:
        table = cast(Buru, state)
        table.phase = DUSK
        if table.log is not None:
            table.tell("dusk", (), "BU-11.2")
        clear_board(table)
        for module in table.moments.dusk:
            module.dusk(table)
        if table.decree_next < table.decree_end:
            table.push(DAWN_STEP)
            return
        table.reveal()  # BU-12.4
        if table.log is not None:
            for i in range(table.seats):
                seat = (table.emissary + i) % table.seats
                parts = (
                    int(table.own[seat * OWN + ESTEEM]),
                    int(table.tribute_esteem(seat) + table.more_esteem(seat)),
                    int(table.elder_esteem(seat)),
                    int(table.set_esteem(seat)),
                )
                table.tell("final", (int(seat), parts, int(table.score(seat)), int(table.rank(seat))), "BU-12.4")


def clear_board(table: Buru) -> None:
    """Decrees leave, tokens return, Islanders are untasked (BU-11.1 to BU-11.4)."""
    table.decrees = 0
    table.tasked = 0
    table.region = NONE
    table.acting = NONE
    for i in range(len(table.bids)):
        table.bids[i] = 0
    for space in range(REGIONS_WITH_SPACES * SPACES):
        table.spaces[space] = NONE
    for region in range(len(table.orders)):
        table.orders[region] = 0
    for seat in range(table.humans):
        table.own[seat * OWN + MAT] = table.box.ordinary
    if table.humans < table.seats:
        collect_plots(table)


BEGIN: Final = Begin(9)
DAWN_STEP: Final = Dawn(10)
BIDDING: Final = Bidding(11)
PLACE_EXPLORER: Final = PlaceExplorer(12, PLACE)
FISHING: Final = Fishing(13)
RESOLVE_REGIONS: Final = tuple([ResolveRegion(20 + region, region) for region in range(int(REGIONS))])
CHOOSE_ACTIONS: Final = ChooseActions(30)
CHOOSE_SPACE: Final = ChooseSpace(31, SPACE)
NIGHTFALL: Final = Nightfall(32)
GAIN_DECREES: Final = [GainDecree(100 + decree, decree) for decree in range(32)]
