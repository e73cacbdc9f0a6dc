"""The weights of the heuristic, in Esteem: where each stands and what it weighs. `weights.toml` has them by name."""

from typing import Final

from mypy_extensions import i64

NAMES: Final = (
    "low",
    "high",
    "fish_worth",
    "emissary_worth",
    "emissary_a_round",
    "progress",
    "totem_a_round",
    "power_on_mat",
    "tribute_worth",
    "a_round",
    "rival",
    "share",
    "decree",
    "triumph_a_lake",
    "triumph_at_lake",
    "elder_at_lake",
    "elder_icon",
    "forest_card",
    "forest_late",
    "recruit_a_village",
    "village_late",
    "village_at_all",
    "scroll",
    "last_tribute",
    "task_icon",
    "bid_to_come",
    "rival_power",
    "surplus",
    "met_by_goods",
    "hope",
    "bids_1",
    "bids_2",
    "bids_3",
    "bids_4",
    "bids_5",
    "bids_6",
)
"""In the order of their places."""

LOW: Final[i64] = 0
"""A clay or a palm leaf, in Esteem, as everything here."""
HIGH: Final[i64] = 1
"""An ebony."""
FISH_WORTH: Final[i64] = 2
"""A fish, while a shore is to come after this round."""
EMISSARY_WORTH: Final[i64] = 3
"""The Emissary in the round to come: it goes first in every tie."""
EMISSARY_A_ROUND: Final[i64] = 4
"""And for each round after that."""
PROGRESS: Final[i64] = 5
"""The share of an Elder's next level that counts when all of it is there."""
TOTEM_A_ROUND: Final[i64] = 6
"""A totem, for each lake to come."""
POWER_ON_MAT: Final[i64] = 7
"""A Power that can still be bid."""
TRIBUTE_WORTH: Final[i64] = 8
"""A Tribute card."""
A_ROUND: Final[i64] = 9
"""A round to come."""
RIVAL: Final[i64] = 10
"""How much of the best rival's Esteem counts against the seat."""
SHARE: Final[i64] = 11
"""How often an Islander of three or fewer is tasked in a village to come."""
DECREE: Final[i64] = 12
"""A Decree of a region that is won."""
TRIUMPH_A_LAKE: Final[i64] = 13
"""The reward of a Triumph, for each lake to come."""
TRIUMPH_AT_LAKE: Final[i64] = 14
"""The reward of the Triumph at the lake."""
ELDER_AT_LAKE: Final[i64] = 15
"""An Elder that may be had at the lake."""
ELDER_ICON: Final[i64] = 16
"""An Elder that can be taken now."""
FOREST_CARD: Final[i64] = 17
"""A card of the forest, whatever it shows."""
FOREST_LATE: Final[i64] = 18
"""What each rival ahead takes away in the forest."""
RECRUIT_A_VILLAGE: Final[i64] = 19
"""An Islander to be recruited, for each village to come."""
VILLAGE_LATE: Final[i64] = 20
"""The share of further tasks that each rival ahead takes away in the village."""
VILLAGE_AT_ALL: Final[i64] = 21
"""Acting in the village, whatever is tasked."""
SCROLL: Final[i64] = 22
"""A live scroll when tribute is paid."""
LAST_TRIBUTE: Final[i64] = 23
"""A Tribute card of the last round, more."""
TASK_ICON: Final[i64] = 24
"""The share of a task that counts while it is not resolved."""
BID_TO_COME: Final[i64] = 25
"""How likely a rival's next Explorer goes to this region."""
RIVAL_POWER: Final[i64] = 26
"""The Power that a rival's Explorer is thought to have."""
SURPLUS: Final[i64] = 27
"""The share that counts of resources beyond what the lakes to come can take."""
MET_BY_GOODS: Final[i64] = 28
"""The share of an Elder's level that counts while the goods it asks for may be spent."""
HOPE: Final[i64] = 29
"""The share of that when nothing of it is there."""
BIDS_1: Final[i64] = 30
"""What one Explorer to be placed beside the last may bring; then two, three ..: the first goes where it brings most."""
BIDS_2: Final[i64] = 31
BIDS_3: Final[i64] = 32
BIDS_4: Final[i64] = 33
BIDS_5: Final[i64] = 34
BIDS_6: Final[i64] = 35
