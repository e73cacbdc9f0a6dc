"""The box of Buru as hot code reads it: arrays, bit sets and effect programs. Built by `prepare.py`.

Hot code.
"""

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import Step


class Prepared:
    """The box as hot code wants it. Built once for an edition by `prepare.prepare`."""

    def __init__(self, cold: object) -> None:
        self.cold: object = cold
        """The box with all its texts, for words and views."""
        self.steps: list[Step] = []
        """The decisions of effects, one for each number of times that is left (`rules.effects`)."""
        self.picks: list[Step] = []
        """The choices of resources on Forest cards."""
        # (id, words) of everything, for the log
        self.islanders: list[tuple[str, str]] = []
        self.forest: list[tuple[str, str]] = []
        self.elders: list[tuple[str, str]] = []
        self.decree_names: list[tuple[str, str]] = []
        self.plots: list[tuple[str, str]] = []
        self.spaces: list[tuple[str, str]] = []
        self.regions: list[tuple[str, str]] = []
        self.spirits: list[tuple[str, str]] = []
        self.types: list[str] = []
        self.program_texts: list[str] = []
        # effects: `ops` holds OP_FIELDS numbers for each step
        self.bags: vec[i64] = vec[i64]()
        self.ops: vec[i64] = vec[i64]()
        self.program_start: vec[i64] = vec[i64]()
        self.program_asks: vec[i64] = vec[i64]()
        """Where in a program the steps with a decision begin."""
        self.program_end: vec[i64] = vec[i64]()
        self.op_steps: vec[i64] = vec[i64]()
        """For each op with a decision: where its first step stands in `steps`."""
        # cards and spaces
        self.islander_type: vec[i64] = vec[i64]()
        self.islander_cost: vec[i64] = vec[i64]()
        self.islander_program: vec[i64] = vec[i64]()
        self.islander_worth: vec[i64] = vec[i64]()
        """What tasking the card is about worth, in hundredths of an Esteem, for the heuristic."""
        self.type_set: vec[i64] = vec[i64]()
        self.scroll_set: vec[i64] = vec[i64]()
        """For each spirit: the Islanders whose scroll names it."""
        self.forest_bag: vec[i64] = vec[i64]()
        self.forest_rating: vec[i64] = vec[i64]()
        self.forest_tokens: vec[i64] = vec[i64]()
        self.forest_picks: vec[i64] = vec[i64]()
        """For each card: where its choices begin in `picks`; one entry more for the end."""
        self.elder_need: vec[i64] = vec[i64]()
        self.elder_esteem: vec[i64] = vec[i64]()
        self.decree_region: vec[i64] = vec[i64]()
        self.decree_spirit: vec[i64] = vec[i64]()
        self.decree_program: vec[i64] = vec[i64]()
        self.tribute_value: vec[i64] = vec[i64]()
        self.tribute_start: vec[i64] = vec[i64]()
        """For each spirit: its first Tribute card; one entry more for the end."""
        self.triumph: vec[i64] = vec[i64]()
        self.space_units: vec[i64] = vec[i64]()
        self.space_gain: vec[i64] = vec[i64]()
        self.space_rating: vec[i64] = vec[i64]()
        self.space_tasks: vec[i64] = vec[i64]()
        self.space_spirits: vec[i64] = vec[i64]()
        self.alike: vec[i64] = vec[i64]()
        """1 for a region whose spaces are all the same (BU-R9)."""
        self.altar_cost: vec[i64] = vec[i64]()
        """For each spirit, side a then b: clay, palm, ebony."""
        # Plot cards and constants
        self.plot_region: vec[i64] = vec[i64]()
        self.plot_recruit: vec[i64] = vec[i64]()
        self.plot_tribute: vec[i64] = vec[i64]()
        self.plot_bag: vec[i64] = vec[i64]()
        self.plot_emissary: vec[i64] = vec[i64]()
        self.forest_row: vec[i64] = vec[i64]()
        """Forest cards each Dawn, by number of seats."""
        self.set_bonus: vec[i64] = vec[i64]()
        self.fish_cap: i64 = 0
        self.decrees: i64 = 0
        self.decrees_long: i64 = 0
        self.decrees_per_round: i64 = 0
        self.fish_emissary: i64 = 0
        self.fish_others: i64 = 0
        self.lawan_most: i64 = 0
        self.lawan_discount: i64 = 0
        self.lawan_village: i64 = 0
        self.lawan_task: i64 = 0
        self.lawan_elders: i64 = 0
