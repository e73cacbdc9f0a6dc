"""The weights of the heuristic: where each stands and what it weighs. `weights.toml` has them by name."""

from typing import Final

from mypy_extensions import i64

NAMES: Final = (
    "progress",
    "virtue",
    "token",
    "needed_token",
    "pair",
    "other_pair",
    "goal_reached",
    "mild",
    "rival_progress",
    "rival_virtue",
    "rival_token",
    "rival_stuck",
    "last_rival_stuck",
    "granted_action",
    "extra_turn",
    "control",
    "cancelled",
    "refused",
    "hopeless",
    "wanted",
    "unwanted",
    "emptying_1",
    "emptying_2",
    "emptying_3",
    "emptying_4",
    "filling_1",
    "filling_2",
)
"""In the order of their places."""

PROGRESS: Final[i64] = 0
"""A Virtue that the own goal asks for."""
VIRTUE: Final[i64] = 1
"""Any Virtue."""
TOKEN: Final[i64] = 2
"""A resource on the own board."""
NEEDED_TOKEN: Final[i64] = 3
"""A resource that all missing Virtues need, more."""
PAIR: Final[i64] = 4
"""Two adjacent resources whose Virtue is missing."""
OTHER_PAIR: Final[i64] = 5
"""Any two adjacent resources that differ."""
GOAL_REACHED: Final[i64] = 6
"""The goal fulfilled, the turn not over."""
MILD: Final[i64] = 7
"""The same with more than two players, where an Embargo is lifted again."""
RIVAL_PROGRESS: Final[i64] = 8
"""A Virtue that a rival's known goal asks for."""
RIVAL_VIRTUE: Final[i64] = 9
"""Any Virtue of a rival."""
RIVAL_TOKEN: Final[i64] = 10
"""A resource of a rival."""
RIVAL_STUCK: Final[i64] = 11
"""A rival whose board is empty or full."""
LAST_RIVAL_STUCK: Final[i64] = 12
"""The same, of the only rival."""
GRANTED_ACTION: Final[i64] = 13
"""An action to come in this turn."""
EXTRA_TURN: Final[i64] = 14
"""A turn to come besides the usual ones."""
CONTROL: Final[i64] = 15
"""Playing for somebody else."""
CANCELLED: Final[i64] = 16
"""An action of somebody else that is undone."""
REFUSED: Final[i64] = 17
"""A trade that is not to be made."""
HOPELESS: Final[i64] = 18
"""What an offer counts that the other player would hardly accept."""
WANTED: Final[i64] = 19
"""Asking for one resource that is lacking and much needed."""
UNWANTED: Final[i64] = 20
"""Asking for anything else."""
EMPTYING_1: Final[i64] = 21
"""One token left on the own board, when an Embargo loses the game at once; then two, three, four."""
EMPTYING_2: Final[i64] = 22
EMPTYING_3: Final[i64] = 23
EMPTYING_4: Final[i64] = 24
FILLING_1: Final[i64] = 25
"""One open space left on the own board; then two."""
FILLING_2: Final[i64] = 26
