"""The kinds of questions of Busara in the order of play (SPEC part 5), and options with a meaning of their own."""

from typing import Final

from mypy_extensions import i64

CHOOSE_KINGDOM: Final[i64] = 0
CHOOSE_SETUP_CARD: Final[i64] = 1
PLACE_BOARD: Final[i64] = 2
PLACE_TOKEN: Final[i64] = 3
REACT_START: Final[i64] = 4
CHOOSE_ACTION: Final[i64] = 5
MOVE_TOKEN: Final[i64] = 6
FORGE_START: Final[i64] = 7
FORGE_STEP: Final[i64] = 8
REMOVE_THREE: Final[i64] = 9
REMOVE_TARGET: Final[i64] = 10
REACT_THREAT: Final[i64] = 11
TRADE_WANT: Final[i64] = 12
TRADE_OFFER: Final[i64] = 13
TRADE_ACCEPT: Final[i64] = 14
TRADE_PICK: Final[i64] = 15
PAY_VIRTUE: Final[i64] = 16
REACT_POWER: Final[i64] = 17
CHOOSE_PLAYER: Final[i64] = 18
CHOOSE_NUMBER: Final[i64] = 19
CHOOSE_BRANCH: Final[i64] = 20
CHOOSE_RESOURCE_TYPE: Final[i64] = 21
CHOOSE_TOKEN: Final[i64] = 22
CHOOSE_VIRTUE: Final[i64] = 23
EXCHANGE_STEP: Final[i64] = 24
DISCARD_TOKEN: Final[i64] = 25
DISCARD_VIRTUE: Final[i64] = 26
REACT_ACTION: Final[i64] = 27
REACT_TURN_END: Final[i64] = 28
TRADE_ASK: Final[i64] = 29

DRAW: Final[i64] = 0
MOVE: Final[i64] = 1
FORGE: Final[i64] = 2
REMOVE: Final[i64] = 3
TRADE: Final[i64] = 4
POWER: Final[i64] = 5
HIDDEN_POWER: Final[i64] = 6
"""Not an action: among the forbidden ones it stands for a Power that is face down or whose payment would show."""

PASS: Final[i64] = 0
USE: Final[i64] = 1
"""Options of every reaction."""
STAY: Final[i64] = 384
"""Option of `move_token` that moves nothing; others are 4 times the cell plus the direction (up, right, down, left)."""
STOP_CHAIN: Final[i64] = 96
"""Option of `forge_step`; others are cells."""
AMOUNTS: Final[i64] = 16
"""Options of `trade_want`, `trade_offer` and `trade_ask`: `AMOUNTS` times the resource plus how many, less 1."""
DONE: Final[i64] = 64
"""Option of all three: nothing is added to what has been named."""
NO_OFFER: Final[i64] = 65
"""Option of `trade_offer` and `trade_ask`."""
GIFT: Final[i64] = 66
"""Option of `trade_ask`: nothing is asked in return."""
NO_TRADE: Final[i64] = 6
"""Option of `trade_accept`; others are seats."""
NO_VIRTUE: Final[i64] = 6
"""Option of `choose_virtue` and `exchange_step` that ends the exchange; others are Virtues."""
REACH: Final[i64] = 20
"""Board corners lie at most so far from the first one, in x and in y."""
REACH_WIDTH: Final[i64] = 41
"""Options of `place_board`: `REACH_WIDTH * (x + REACH) + y + REACH`."""
