"""The box of Buru as hot code reads it: arrays, bit sets and effect programs. Built by `prepare.py`.

Hot code.
"""

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import Step


class Prepared:
    """The box as hot code wants it. Built once for an edition and a set of modules by `prepare.prepare`.

    Numbers of cards, regions and spirits are the same with all modules; what is in play is told by sets.
    """

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
        self.tokoh: list[tuple[str, str]] = []
        self.types: list[str] = []
        self.program_texts: list[str] = []
        # what is in play
        self.modules: i64 = 0
        """How many modules are."""
        self.region_list: vec[i64] = vec[i64]()
        """In the order of their numbers."""
        self.region_set: i64 = 0
        self.next_region: vec[i64] = vec[i64]()
        """For each region the one that is resolved after it, or `NONE`."""
        self.spirit_count: i64 = 0
        """Spirits with a larger number are not in play."""
        self.spirit_set: i64 = 0
        self.islander_set: i64 = 0
        self.elder_set: i64 = 0
        self.decree_set: i64 = 0
        self.plot_set: i64 = 0
        self.tokoh_cards: i64 = 0
        self.space_count: i64 = 0
        self.ordinary: i64 = 0
        """The tokens that everybody has each round, as a set."""
        self.cycles: i64 = 0
        """So many of them are placed."""
        self.tokens: i64 = 0
        """Tokens of a seat that a round can see, the one that fishes included."""
        # effects: `ops` holds OP_FIELDS numbers for each step
        self.bags: vec[i64] = vec[i64]()
        self.ops: vec[i64] = vec[i64]()
        self.program_start: vec[i64] = vec[i64]()
        self.program_asks: vec[i64] = vec[i64]()
        """Where in a program the steps with a decision begin."""
        self.program_end: vec[i64] = vec[i64]()
        self.op_steps: vec[i64] = vec[i64]()
        """For each op with a decision: where its first step stands in `steps`."""
        self.program_waits: vec[i64] = vec[i64]()
        """1 for a program that gains fish and may also lead to paying some (BU-R10)."""
        self.fish_payers: i64 = 0
        """The Islanders whose benefit may cost fish."""
        self.task_openers: vec[i64] = vec[i64]()
        """For each Islander: those that its benefit, or its exile, lets its owner task; 0 for most."""
        self.openers: i64 = 0
        """The Islanders that let their owner task others."""
        # cards and spaces
        self.islander_type: vec[i64] = vec[i64]()
        self.islander_cost: vec[i64] = vec[i64]()
        self.islander_program: vec[i64] = vec[i64]()
        self.islander_bonus: vec[i64] = vec[i64]()
        """For each Islander: the program that runs when it is discarded for Ukum, or `NONE`."""
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
        self.elder_asks: vec[i64] = vec[i64]()
        """For each level of each Elder: where its needs begin; one entry more for the end."""
        self.elder_need: vec[i64] = vec[i64]()
        """Numbers of `components.NEEDS`, ascending within a level: resources come first."""
        self.elder_count: vec[i64] = vec[i64]()
        """How much of it."""
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
        self.space_branches: vec[i64] = vec[i64]()
        """For each space: the first program of its choice, and the number of branches after it."""
        self.space_trade: vec[i64] = vec[i64]()
        """For each space: the bags of its trade, paid and gained."""
        self.space_extra: vec[i64] = vec[i64]()
        """For each space: the program of what is gained at once besides a plain bag, or `NONE`."""
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
        self.plot_guide: vec[i64] = vec[i64]()
        """1 where two tokens at Ambelau bring the Guide, 0 where they bring a tribute to Ibu."""
        self.tokoh_start: vec[i64] = vec[i64]()
        """For each Tokoh card the program of its start."""
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
        # rulings that an edition may turn round
        self.ibu_bonus: i64 = 0
        """Of each Ibu card for every other one."""
        self.canoe_jumps: bool = True
        self.blessing_forfeits_decrees: bool = False
        self.tokoh_at_ambelau: bool = True
        self.liaison_tokoh_at_ambelau: bool = False
        self.outlaw_without_card: bool = False
        self.liaison_with_blessing_acts: bool = False
        self.liaison_pays_card: bool = False
