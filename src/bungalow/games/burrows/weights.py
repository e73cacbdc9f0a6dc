"""The weights of the heuristic, in complaints: their places and what they weigh. `weights.toml` has them by name."""

from typing import Final

from mypy_extensions import i64

NAMES: Final = (
    "later_stage",
    "segment_of_promise",
    "ripe_promise",
    "safe_segment",
    "joined_mouth",
    "reserve_in_hand",
    "reserve_at_end",
)
"""In the order of their places."""

LATER_STAGE: Final[i64] = 0
"""Each stage further away counts so much less."""
SEGMENT_OF_PROMISE: Final[i64] = 1
"""A segment of the longest open strand of a colour."""
RIPE_PROMISE: Final[i64] = 2
"""A strand that needs only its second end to win a gopher, as a share of the colour's value."""
SAFE_SEGMENT: Final[i64] = 3
"""A segment of a burrow that houses a gopher, up to eight of them."""
JOINED_MOUTH: Final[i64] = 4
"""A mouth of a tile that meets another tile."""
RESERVE_IN_HAND: Final[i64] = 5
"""A reserved tile."""
RESERVE_AT_END: Final[i64] = 6
"""The same in the last two stages."""
