"""Quay: a rival that nobody plays. With `rival` the last seat is an automaton with score, rank and view.

TD-1  Three goods lie open on the quay. Take one of them, or a crate: a face-down token that only you look at.
TD-2  An empty place on the quay is filled from the stack of goods.
TD-3  The rival turns its next order over: it takes the best good, the first good, or a crate that it does not look at.
TD-4  Nobody takes two crates in a row. After six turns each crates are opened; goods and crates are added up.
"""

from bungalow.core.contract import BIT, State, Step
from bungalow.core.random import Random
from bungalow.core.types import Kind, Option, Path, Reason, Secret
from tests.titles.plain import PlainGame, TurnChoice, TurnState, held, shown, shuffled

GOODS, CRATES, ORDERS = 40, 24, 12  # good g is worth g % 5 + 1, crate c is worth c % 6, order o is of sort o % 3
CRATE = GOODS
PILE = NOBODY = -9


class Quay(TurnState):
    row: list[int]
    stack_of_goods: list[int]
    orders: list[int]  # the last is the next
    turned: list[int]
    owner: list[int]  # for each crate, the seat that took it, or PILE
    pile: list[int]
    goods: list[int]  # points in goods, by seat
    just_crate: list[int]  # whether the seat's last turn took a crate
    rival: int  # the automaton's seat, or NOBODY

    def start_turn(self) -> None:
        self.push(RIVAL_TURN if self.active == self.rival else TAKE_TURN)

    def take_good(self, seat: int, good: int) -> None:
        self.goods[seat] += good % 5 + 1
        self.tell("good", (seat, str(good)), "TD-1")
        self.row[self.row.index(good)] = self.stack_of_goods.pop()
        self.reveal()

    def take_crate(self, seat: int) -> None:
        crate = self.pile.pop()
        self.owner[crate] = seat
        self.reveal()
        self.tell("crate", (seat,), "TD-1")
        if seat != self.rival:
            self.tell("look", (str(crate % 6),), "TD-1", BIT[seat])

    def redeal(self, viewer: int, random: Random) -> None:
        self.stack_of_goods = shuffled(random, sorted(self.stack_of_goods))
        self.orders = shuffled(random, sorted(self.orders))
        hidden = [crate for crate in range(CRATES) if self.owner[crate] != viewer or viewer == self.rival]
        if self.over():  # crates have been opened
            hidden = [crate for crate in hidden if self.owner[crate] == PILE]
        owners = sorted(self.owner[crate] for crate in hidden if self.owner[crate] != PILE)
        self.pile = shuffled(random, hidden)
        for crate in hidden:
            self.owner[crate] = PILE
        for seat in owners:
            self.owner[self.pile.pop()] = seat

    def score(self, seat: int) -> int:
        return self.goods[seat] + sum(crate % 6 for crate in held(self.owner, seat))


class RivalTurn(Step):  # TD-3
    def run(self, state: State) -> None:
        s = Quay.of(state)
        order = s.orders.pop()
        s.turned.append(order)
        s.reveal()
        s.tell("order", (s.active, ("the best good", "the first good", "a crate")[order % 3]), "TD-3")
        if order % 3 == 2:
            s.take_crate(s.active)
        else:
            s.take_good(s.active, s.row[0] if order % 3 == 1 else max(s.row, key=lambda good: good % 5))


class TakeTurn(TurnChoice):  # TD-1
    def offers(self, state: State, seat: int) -> list[int]:
        s = Quay.of(state)
        return sorted(s.row) + ([] if s.just_crate[seat] else [CRATE])

    def take(self, state: State, seat: int, option: int) -> None:
        s = Quay.of(state)
        s.just_crate[seat] = option == CRATE
        if option == CRATE:
            s.take_crate(seat)
        else:
            s.take_good(seat, option)


RIVAL_TURN, TAKE_TURN = RivalTurn(2), TakeTurn(3, 0)


class QuayGame(PlainGame):
    def __init__(self) -> None:
        super().__init__()
        self.name, self.title, self.rules_version, self.seats = "quay", "Quay", "1", (2, 3)
        self.lines = {"good": "{0} takes good {1}", "crate": "{0} takes a crate", "look": "the crate is worth {0}",
                      "order": "{0} turns an order: {1}"}  # fmt: skip
        self.kinds = (Kind("take", GOODS + 1, "What do you take?", "TD-1"),)
        self.options = (Option("rival", "Rival", True, (True, False), "The last seat is an automaton."),)
        self.max_options, self.max_moves = 4, 18

    def set_up(self, seats: int, options: dict[str, object], random: Random, edition: str) -> State:
        state = Quay.begun_with(6 * seats, self, seats, random)
        state.stack_of_goods, state.orders = shuffled(random, [*range(GOODS)]), shuffled(random, [*range(ORDERS)])
        state.pile, state.owner, state.turned = shuffled(random, [*range(CRATES)]), [PILE] * CRATES, []
        state.row = [state.stack_of_goods.pop() for _ in range(3)]
        state.goods, state.just_crate = [0] * seats, [0] * seats
        state.rival = seats - 1 if options["rival"] else NOBODY
        return state

    def view(self, state: State, viewer: int) -> object:
        s = Quay.of(state)
        public = shown(s, "row", "turned", "goods", "just_crate", "rival", "turns", "active")
        counts = [len(held(s.owner, seat)) for seat in range(int(s.seats))]
        mine = [] if viewer < 0 or viewer == s.rival else [crate % 6 for crate in held(s.owner, viewer)]
        opened = [s.score(seat) for seat in range(int(s.seats))] if s.over() else []
        return {**public, "crates": counts, "my_crates": mine, "opened": opened}

    def notation(self, state: State, seat: int, option: int) -> str:
        return "crate" if option == CRATE else f"good {option}"

    def reason(self, path: Path) -> Reason:
        if path == ("do:crate",):
            return Reason("TD-4", "your last turn was a crate already")
        return Reason("TD-1", "that good does not lie on the quay")

    def secrets(self, state: State) -> list[Secret]:
        s = Quay.of(state)
        found = [Secret("goods to come", tuple(s.stack_of_goods), 0), Secret("pile of crates", tuple(s.pile), 0)]
        for seat in range(0 if s.over() else int(s.seats)):
            if crates := held(s.owner, seat):
                known = 0 if seat == s.rival else int(BIT[seat])
                found.append(Secret(f"crates of {seat}", tuple(crates), known))
        return [*found, Secret("orders to come", tuple(s.orders), 0)]

    def parts(self, state: State, seat: int) -> tuple[tuple[str, int], ...]:
        goods = Quay.of(state).goods[seat]
        return (("goods", goods), ("crates", int(state.score(seat)) - goods))

    def pieces(self, state: State) -> dict[str, int]:
        s = Quay.of(state)
        crates = len(s.pile) + sum(owner != PILE for owner in s.owner)
        return {"crates": crates, "orders": len(s.orders) + len(s.turned)}
