"""Effects as they stand in `components.toml`, made into rows of numbers for the effect machine (SPEC part 9)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from bungalow.core.components import Row
from bungalow.games.busara import kinds, realm

_OPS = {
    "choose_player": realm.OP_CHOOSE_PLAYER,
    "choose_number": realm.OP_CHOOSE_NUMBER,
    "choose_branch": realm.OP_CHOOSE_BRANCH,
    "gain_resources": realm.OP_GAIN_RESOURCES,
    "lose_resources": realm.OP_LOSE_RESOURCES,
    "lose_virtues": realm.OP_LOSE_VIRTUES,
    "steal_resource": realm.OP_STEAL_RESOURCE,
    "steal_virtue": realm.OP_STEAL_VIRTUE,
    "exchange_virtues": realm.OP_EXCHANGE_VIRTUES,
    "hide_virtues": realm.OP_HIDE_VIRTUES,
    "swap_kingdom": realm.OP_SWAP_KINGDOM,
    "peek_kingdom": realm.OP_PEEK_KINGDOM,
    "rearrange": realm.OP_REARRANGE,
    "move_resource": realm.OP_MOVE_RESOURCE,
    "extra_actions": realm.OP_EXTRA_ACTIONS,
    "extra_turn": realm.OP_EXTRA_TURN,
    "control_turn": realm.OP_CONTROL_TURN,
    "cancel_power": realm.OP_CANCEL_POWER,
    "cancel_threat": realm.OP_CANCEL_THREAT,
    "undo_action": realm.OP_UNDO_ACTION,
    "rotate_boards": realm.OP_ROTATE_BOARDS,
}
_ONLY_FOR = {
    "cancel_power": "power_used",
    "cancel_threat": "threat",
    "undo_action": "action_end",
    "control_turn": "turn_start",
    "extra_turn": "turn_end",
    "extra_actions": "own_action",
}
"""Ops that make sense at one timing only."""
_WORDS_FOR_COUNTS = {
    "players": realm.COUNT_PLAYERS,
    "n": realm.COUNT_BOUND,
    "half_down": realm.COUNT_HALF_DOWN,
    "board": realm.COUNT_BOARD,
}
_FILTERS = ("other", "other_with_virtue", "other_unknown_kingdom")
_FORBID = {
    "draw": kinds.DRAW,
    "move": kinds.MOVE,
    "forge": kinds.FORGE,
    "remove": kinds.REMOVE,
    "trade": kinds.TRADE,
    "power": kinds.POWER,
    "hidden_power": kinds.HIDDEN_POWER,
}


@dataclass
class Program:
    """All effects of a box, one after the other."""

    code: list[int] = field(default_factory=list)
    labels: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """Where a branch is chosen: the labels."""

    def row_labels(self) -> list[str]:
        """By row: the label of a branch, empty for other rows."""
        named = [""] * (len(self.code) // int(realm.ROW))
        for at, labels in self.labels.items():
            first = at // int(realm.ROW) + 1
            named[first : first + len(labels)] = labels
        return named

    def add(self, op: int, who: int = 0, count: int = 0, x: int = 0, y: int = 0) -> int:
        """Add a row; where it begins comes back."""
        at = len(self.code)
        self.code += [int(op), int(who), int(count), int(x), int(y)]
        return at


def compile_effects(program: Program, row: Row, ops: dict[str, tuple[str, ...]], *, power: bool) -> int:
    """Check the effects of a Power or an event and add them to the program; where they begin comes back."""
    timing = row.text("timing") if power else ""
    start = len(program.code)
    bound: set[str] = set()
    rows = _effect_rows(row)
    if not rows:
        raise row.wrong("effects must be a list of at least one effect")
    for effect in rows:
        _compile(program, effect, ops, timing, bound)
    program.add(int(realm.OP_END))
    return start


def _effect_rows(row: Row) -> list[Row]:
    every = ("op", "bind", "filter", "min", "max", "branches", "who", "count", "types", "at_least", "from", "with")
    return row.rows("effects", keys=(*every, "of", "optional", "forbid", "direction"))


def _compile(program: Program, effect: Row, ops: dict[str, tuple[str, ...]], timing: str, bound: set[str]) -> None:
    name = effect.one_of("op", [known for known in ops if known in _OPS])
    for key in effect.values:
        if key != "op" and key not in ops[name]:
            raise effect.wrong(f"{name} has no argument {key!r}; its arguments are {', '.join(ops[name]) or 'none'}")
    if _ONLY_FOR.get(name, timing) != timing:
        raise effect.wrong(f"{name} is for Powers of timing {_ONLY_FOR[name]}")
    if not timing and name in ("choose_player", "steal_resource", "steal_virtue", "swap_kingdom", "peek_kingdom"):
        raise effect.wrong(f"{name} is for Powers")
    if name == "choose_branch":
        _compile_branches(program, effect, ops, timing, bound)
        return
    add = partial(program.add, int(_OPS[name]))
    who = int(effect.one_of("who", ("self", "all")) == "all") if "who" in ops[name] and effect.has("who") else 0
    if name == "choose_player":
        bound.add(effect.text("bind"))
        add(x=_FILTERS.index(effect.one_of("filter", _FILTERS)))
    elif name == "choose_number":
        bound.add(effect.text("bind"))
        low = effect.whole("min", 0, 9)
        add(x=low, y=effect.whole("max", low, 9))
    elif name == "gain_resources":
        types = effect.one_of("types", ("any", "copy_board"))
        add(who, _count(effect, bound, ("players", "n", "board")), int(types == "copy_board"))
    elif name == "lose_resources":
        least = effect.whole("at_least", 1, 16) if effect.has("at_least") else 1
        add(who, _count(effect, bound, ("n", "half_down")), least)
    elif name == "lose_virtues":
        add(who, effect.whole("count", 1, 72))
    elif name == "exchange_virtues":
        low = effect.whole("min", 0, 1)
        add(who, 1, low, effect.whole("max", max(low, 1), 72))
    elif name == "move_resource":
        add(who, 1, int(effect.has("optional") and effect.flag("optional")))
    elif name in ("steal_virtue", "swap_kingdom", "peek_kingdom"):
        target = effect.text({"steal_virtue": "from", "swap_kingdom": "with", "peek_kingdom": "of"}[name])
        if target not in bound:
            raise effect.wrong(f"'{target}' is not bound by a choose_player before it")
        add()
    elif name == "steal_resource":
        effect.one_of("from", ("any_other",))
        add()
    elif name in ("extra_actions", "control_turn"):
        count = effect.whole("count", 1, 2) if name == "extra_actions" else 0
        add(0, count, sum(2 ** int(_FORBID[word]) for word in set(effect.texts("forbid", tuple(_FORBID)))))
    elif name == "rotate_boards":
        add(x=1 if effect.one_of("direction", ("left", "right")) == "left" else -1)
    else:
        if who:
            raise effect.wrong(f"{name} is for self")
        add()


def _count(effect: Row, bound: set[str], words: tuple[str, ...]) -> int:
    value = effect.values.get("count")
    if isinstance(value, str):
        word = effect.one_of("count", words)
        if word == "n" and "n" not in bound:
            raise effect.wrong("'n' is not bound by a choose_number before it")
        return int(_WORDS_FOR_COUNTS[word])
    return effect.whole("count", 1, 16)


def _compile_branches(
    program: Program, effect: Row, ops: dict[str, tuple[str, ...]], timing: str, bound: set[str]
) -> None:
    branches = effect.rows("branches", keys=("label", "effects"))
    if not 2 <= len(branches) <= 4:
        raise effect.wrong(f"branches must be 2 to 4, not {len(branches)}")
    labels = tuple(branch.text("label") for branch in branches)
    if len(set(labels)) != len(labels) or not all(label.isidentifier() for label in labels):
        raise effect.wrong(f"labels must be different single words, not {', '.join(labels)}")
    at = program.add(int(realm.OP_CHOOSE_BRANCH), 0, len(branches))
    program.labels[at] = labels
    heads = [program.add(int(realm.OP_BRANCH)) for _ in branches]
    ends: list[int] = []
    for head, branch in zip(heads, branches, strict=True):
        program.code[head + 3] = len(program.code)
        for inner in _effect_rows(branch):
            _compile(program, inner, ops, timing, set(bound))
        ends.append(program.add(int(realm.OP_JUMP)))
    for end in ends:
        program.code[end + 3] = len(program.code)
