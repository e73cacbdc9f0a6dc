"""The kinds of questions (D1 to D25 of docs/rules/burano.md) and the numbers of their options.

Hot code. Where an option is a thing, its number is the thing's own: a colour, a slot, a cell, a square, a card.
"""

from typing import Final

from mypy_extensions import i64

ROOF_KIND: Final[i64] = 0
PLACE_CUBE: Final[i64] = 1
CONFIRM_PYRAMID: Final[i64] = 2
TURN_MENU: Final[i64] = 3
PICK_SLOT: Final[i64] = 4
BUILD_COLOUR: Final[i64] = 5
BUILD_CELL: Final[i64] = 6
SAIL: Final[i64] = 7
SWAP_FIRST: Final[i64] = 8
SWAP_SECOND: Final[i64] = 9
TAKE_FISH: Final[i64] = 10
DISPATCH_COUNT: Final[i64] = 11
SHIP: Final[i64] = 12
SHIP_ROW: Final[i64] = 13
SHIP_KIND: Final[i64] = 14
LACE_PLACE: Final[i64] = 15
EARN_WITHDRAW: Final[i64] = 16
ROOF_TILE: Final[i64] = 17
ROOF_PLACE: Final[i64] = 18
ROOF_BONUS: Final[i64] = 19
CUBE_COLOUR: Final[i64] = 20
CUBE_SLOT: Final[i64] = 21
LACE_PAY: Final[i64] = 22
SUBSTITUTE: Final[i64] = 23
CLEANUP_BUY: Final[i64] = 24
DROP_ROOF: Final[i64] = 25

PLACE_SIZE: Final[i64] = 84
"""`place_cube`: 6 * slot + colour."""

PICK: Final[i64] = 0
BUILD: Final[i64] = 1
ROOF: Final[i64] = 2
COIN: Final[i64] = 3
CUBE: Final[i64] = 4
END: Final[i64] = 5
MENU_SIZE: Final[i64] = 6
"""`turn_menu`."""

SWAP: Final[i64] = 8
SKIP: Final[i64] = 9
SAIL_SIZE: Final[i64] = 10
"""`sail`: a node, or one of these."""

FISH_DECK: Final[i64] = 8
"""`take_fish`: a kind of the row, or this."""

PRIVILEGED: Final[i64] = 28
STOP_LACE: Final[i64] = 56
"""`lace_place`: a square, `PRIVILEGED` + a square, or stop."""

FROM_SQUARE: Final[i64] = 6
STOP_EARNING: Final[i64] = 34
"""`earn_withdraw`: an island, `FROM_SQUARE` + a square, or stop."""

RIGHT: Final[i64] = 0
DOWN: Final[i64] = 1
PLACEMENTS: Final[i64] = 196
"""`roof_place`: 4 * cell + 2 * direction + turned. The tile lies on the cell and its neighbour in that direction, its
first half on the cell, or, when turned, its second."""

TWO_PRIVILEGE: Final[i64] = 0
BUILDING: Final[i64] = 1
BUILDING_DECK: Final[i64] = 17
"""`roof_bonus`: two privilege, `BUILDING` + a card, or the deck."""

BUY: Final[i64] = 28
WAIVE: Final[i64] = 34
DONE_PAYING: Final[i64] = 62
"""`lace_pay`: a square, `BUY` + a colour, `WAIVE` + a square, or done."""

NO_SUBSTITUTE: Final[i64] = 6
"""`substitute`: a colour or none."""

DONE_BUYING: Final[i64] = 6
LATER: Final[i64] = 7
"""`cleanup_buy`: a colour, done for this clean-up, or asked again at the next moment."""

DONE_DROPPING: Final[i64] = 48
"""`drop_roof`: a tile or done."""
