"""What the log tells: every kind of event where it happens, with the clause that it follows and nothing beside it."""

from __future__ import annotations

import re

import pytest

from bungalow.core.contract import EVERYONE
from bungalow.games.busara import GAME
from bungalow.games.busara.state import Busara
from tests.clauses import clause
from tests.games.busara.builders import Table, full, table

MOVE_1 = ("move", "move b0:00 right")


def told(made: Table, key: str) -> list[tuple[str, str]]:
    """Line and clause of all events of that kind that everybody may read."""
    names = GAME.seat_names(int(made.state.seats), made.state.settings)
    events = [event for event in made.state.log or [] if event.key == key and event.audience == EVERYONE]
    return [(GAME.say(event, names), event.clause) for event in events]


def drawing() -> Table:
    return table(boards={1: "F00 A33", 2: "F00"}, deck="r-wind").play("draw", "place b0:11")


def forging() -> Table:
    return table(boards={1: "F03 W13 E33", 2: "E00 A33"}, supply={"security": 1}).play(
        "forge", "forge b0:13", "step b1:00"
    )


def removing() -> Table:
    return table(boards={1: "F00 F01 F11 A33", 2: "F00 W22"}).play("remove", "target b1:22")


def trading(*moves: str) -> Table:
    return table(3, boards={1: "A00 E33", 2: "F00 W11", 3: "F00"}).want("F").play(*moves)


def averting() -> Table:
    made = table(3, kingdoms={1: "empire_volta"}, virtues={1: "1 art"}, deck="shortage")
    return made.play("draw", "use")


def cancelling() -> Table:
    made = table(3, kingdoms={1: "konga", 3: "bis_bese_avouman"}, virtues={1: "1 energy 1 art", 3: "3 art"})
    return made.play("power", "use")


def raining() -> Table:
    made = table(2, kingdoms={1: "kavango_keendobe"}, virtues={1: "3 art"}, boards={1: "F00 A33", 2: "F00"})
    return made.play("power", "number 1", "branch remove", "discard b0:00")


def stealing() -> Table:
    made = table(kingdoms={1: "milu"}, virtues={1: "2 art"}, boards={1: "E00", 2: "F00 W11"})
    return made.play("power", "steal b1:00", "place b0:33")


def taking(virtue: str) -> Table:
    made = table(3, kingdoms={1: "ubunifu"}, virtues={1: "3 art", 2: "1 energy 1 nature"}, hidden=[2])
    return made.play("power", f"name {virtue}")


def swapping() -> Table:
    return table(3, kingdoms={1: "aradas"}, virtues={1: "3 art"}).play("power", "Player 2")


def peeking() -> Table:
    return table(3, kingdoms={1: "nevulandis"}, virtues={1: "1 art"}).play("power", "Player 2")


def timing() -> Table:
    made = table(kingdoms={2: "telalila"}, virtues={2: "2 art"}, boards={1: "F00 F22", 2: "F00 F22"})
    return made.play(*MOVE_1, "use")


def controlling() -> Table:
    return table(kingdoms={2: "royaume_kongo"}, virtues={2: "3 art"}).play("use")


def retracting() -> Table:
    made = table(kingdoms={2: "mask_of_light"}, virtues={2: "2 art"}, boards={1: "F00 F22"})
    return made.play(*MOVE_1, "use")


def winning() -> Table:
    made = table(kingdoms={1: "konga"}, virtues={1: "3 art 3 security 2 nature"}, boards={1: "F00 E01 A33", 2: "F00"})
    return made.play("forge", "forge b0:00")


def ending() -> Table:
    return table(turn=2, round=60, boards={1: "F00 F22", 2: "F00 F22"}).play("move", "move b1:00 right")


def surviving() -> Table:
    return table(turn=2, boards={2: full()})


def choosing() -> Table:
    state = GAME.new(2, {"deal": "experienced", "starter": 1}, 3)
    assert isinstance(state, Busara)
    made = Table(state)
    for _ in range(4):
        made.play(made.options[0])
    return made.play("at 4,1")


def returning() -> Table:
    made = table(3, turn=2, boards={1: "", 2: "F00 F33", 3: "F00"}, embargoed=[1])
    return made.play("move", "move b1:00 left")


@pytest.mark.parametrize(
    ("made", "key", "lines"),
    [
        (drawing, "turn", [("Round 1: Player 1's turn", "BS-2.1"), ("Round 1: Player 2's turn", "BS-2.1")]),
        (drawing, "drew", [("Player 1 draws Wind", "BS-3.3")]),
        (averting, "drew", [("Player 1 draws Resource Shortage!", "BS-3.3")]),
        (drawing, "placed", [("Player 1 places Wind at b0:11", "BS-2.12")]),
        (forging, "chain_ends", [("Player 1 discards the 3 resources of the chain", "BS-5.7")]),
        (
            forging,
            "forged",
            [
                ("Player 1 forges Wisdom", "BS-5.3"),
                ("Player 1 forges Security; none is left for Player 2", "BS-5.6"),
            ],
        ),
        (removing, "removes", [("Player 1 discards three Fire to remove one", "BS-6.1")]),
        (removing, "attacks", [("Player 1 chooses Wind of Player 2 at b1:22", "BS-6.2")]),
        (removing, "discarded", [("Player 2 discards Wind at b1:22", "BS-6.2")]),
        (raining, "branch", [("Player 1 chooses remove 1", "BS-7.30")]),
        (
            raining,
            "discarded",
            [("Player 1 discards Fire at b0:00", "BS-2.11"), ("Player 2 discards Fire at b1:00", "BS-2.11")],
        ),
        (averting, "averted", [("Player 1 averts the threat", "BS-7.27")]),
        (averting, "reveals", [("Player 1 reveals Empire Volta", "BS-7.10")]),
        (averting, "uses", [("Player 1 uses Celestial Dome and pays 1", "BS-7.10")]),
        (cancelling, "cancels", [("Magic of Player 1 is cancelled", "BS-7.15")]),
        (
            cancelling,
            "uses",
            [
                ("Player 1 uses Magic and pays 2", "BS-7.10"),
                ("Player 3 uses King's Necklace and pays 3", "BS-7.15"),
            ],
        ),
        (
            cancelling,
            "paid",
            [("Player 1 pays Energy", "BS-7.11"), ("Player 1 pays Art", "BS-7.11")]
            + [("Player 3 pays Art", "BS-7.11")] * 3,
        ),
        (stealing, "stole", [("Player 1 takes Fire from Player 2's board", "BS-7.26")]),
        (stealing, "hides", [("Player 1's Virtues are hidden from now on", "BS-7.26")]),
        (swapping, "swapped", [("Player 1 and Player 2 exchange Kingdom Cards", "BS-7.22")]),
        (peeking, "peeked", [("Player 1 looks at Player 2's Kingdom Card", "BS-7.28")]),
        (timing, "extra_turn", [("Player 2 takes an extra turn next", "BS-7.33")]),
        (controlling, "controls", [("Player 2 decides Player 1's turn", "BS-7.29")]),
        (retracting, "undone", [("Player 1's action is undone", "BS-7.34")]),
        (winning, "goal", [("Player 1 fulfils the goal of Konga", "BS-8.1")]),
        (winning, "over", [("The game ends in round 1: a goal is fulfilled", "BS-8.1")]),
        (ending, "over", [("The game ends in round 60: the last round is over", "BS-8.7")]),
        (surviving, "over", [("The game ends in round 1: only one player is not Embargoed", "BS-8.5")]),
        (choosing, "board", [("Player 1's board lies at 0,0", "BS-1.9"), ("Player 2's board lies at 4,1", "BS-1.9")]),
        (returning, "returns", [("Player 1 is no longer Embargoed", "BS-8.6")]),
        (returning, "moved", [("Player 2 moves Fire from b1:00 to b0:03; Player 1 controls it now", "BS-4.2")]),
        (retracting, "moved", [("Player 1 moves Fire from b0:00 to b0:01", "BS-4.1")]),
        (lambda: taking("energy"), "took_virtue", [("Player 1 takes Energy from Player 2", "BS-7.31")]),
        (lambda: taking("art"), "took_virtue", [("Player 1 names Art, but Player 2 has none", "BS-7.31")]),
        (lambda: trading(), "wants", [("Player 1 wants 1 Fire", "BS-7.2")]),
        (
            lambda: trading("offer fire 1", "ask water 1", "done", "no offer", "accept 2"),
            "offers",
            [("Player 2 offers 1 Fire for 1 Water", "BS-7.3")],
        ),
        (
            lambda: trading("offer fire 1", "ask water 1", "done", "no offer"),
            "offers_nothing",
            [("Player 3 makes no offer", "BS-7.3")],
        ),
        (lambda: trading("offer fire 1", "ask water 1", "done", "no offer"), "no_offers", []),
        (lambda: trading("no offer", "no offer"), "no_offers", [("Nobody makes an offer", "BS-7.8")]),
        (lambda: trading("no offer", "no offer"), "accepts_none", []),
        (
            lambda: trading("no offer", "offer fire 1", "ask water 1", "done", "accept none"),
            "accepts_none",
            [("Player 1 accepts no offer", "BS-7.8")],
        ),
        (
            lambda: trading("offer fire 1", "ask water 1", "done", "no offer", "accept 2"),
            "accepts",
            [("Player 1 gets 1 Fire from Player 2 for 1 Water", "BS-7.5")],
        ),
        (
            lambda: table(3, turn=2, boards={2: ""}),
            "embargo",
            [("Player 2 is Embargoed: no resource. The turn is skipped", "BS-2.2")],
        ),
        (
            lambda: table(3, turn=2, boards={2: full()}),
            "embargo",
            [("Player 2 is Embargoed: no open space. The turn is skipped", "BS-2.2")],
        ),
        (
            lambda: table(deck="r-fire", stock={0: 0}).play("draw"),
            "no_stock",
            [("No Fire is left in stock", "BS-3.5")],
        ),
        (
            lambda: table(drawn=36).play("draw"),
            "reshuffled",
            [("The discarded Resource Cards become a new deck", "BS-3.2")],
        ),
        (
            lambda: table(deck="land_exchange_right").play("draw"),
            "rotated",
            [("Every board passes to the right", "BS-R35")],
        ),
        (
            lambda: table(deck="hard_winter", virtues={2: "1 art"}).play("draw"),
            "lost_virtue",
            [("Player 2 discards Art", "BS-2.11")],
        ),
        (
            lambda: table(deck="griot", virtues={1: "1 art"}).play("draw", "name energy", "swap art"),
            "exchanged",
            [("Player 1 exchanges Art for Energy", "BS-7.23")],
        ),
    ],
)
def test_events_are_told(made: object, key: str, lines: list[tuple[str, str]]) -> None:
    assert callable(made)
    found = made()
    assert isinstance(found, Table)
    assert told(found, key) == lines


def private(made: Table, player: int) -> list[str]:
    """What that player reads and a spectator does not."""
    everybody = made.log(0)
    return [line for line in made.log(player) if line not in everybody]


@clause("BS-1.4", "BS-1.5")
def test_cards_kept_at_the_start_are_told_to_their_owner() -> None:
    made = choosing()
    public = [line for line, _ in told(made, "chose_kingdom") + told(made, "chose_setup_card")]
    assert len(public) == 4
    for player in (1, 2):
        kingdom, card = private(made, player)
        assert kingdom.startswith(f"Player {player} holds ")
        assert re.fullmatch(rf"Player {player} keeps the Setup Card with \d .*\d (Wind|Earth|Water)", card)
    shown = [line for line, _ in told(made, "setup_card")]
    assert len(shown) == 2
    assert told(made, "placed") == []
    made.play(made.options[0])
    assert [clause for _, clause in told(made, "placed")] == ["BS-1.11"]


@clause("BS-7.22")
def test_only_cards_that_lie_face_down_are_told_in_a_swap_and_to_both_alone() -> None:
    made = swapping()
    hidden = made.kingdom(1)
    assert made.kingdom(2) == "aradas"
    for player in (1, 2):
        lines = private(made, player)
        assert len(lines) == 1
        assert lines[0].startswith("Player 1 holds ")
        assert hidden.split("_")[0].lower() in lines[0].lower()
    assert private(made, 3) == []


@clause("BS-7.37")
def test_what_leaves_hidden_virtues_is_told_to_their_owner_alone() -> None:
    winter = table(3, deck="hard_winter", virtues={1: "1 wisdom", 2: "1 art 1 energy"}, hidden=[2])
    winter.play("draw", "lose energy")
    assert told(winter, "lost_virtue") == [("Player 1 discards Wisdom", "BS-2.11")]
    assert private(winter, 2) == ["Player 2 discards Energy"]
    griot = table(3, deck="griot", virtues={1: "1 art"}, hidden=[1]).play("draw", "name energy", "swap art")
    assert told(griot, "exchanged") == []
    assert private(griot, 1) == ["Player 1 exchanges Art for Energy"]


def test_the_end_tells_everybodys_kingdom_progress_and_rank() -> None:
    lines = [line for line, _ in told(winning(), "final")]
    assert len(lines) == 2
    assert lines[0].startswith("Player 1, Konga: rank 1, progress 9 of 9, holds ")
    assert "rank 2, progress 0 of 9" in lines[1]


def test_nobody_listens_and_the_game_is_the_same() -> None:
    for seats in (2, 3):
        quiet = GAME.new(seats, {"deal": "experienced"}, 9)
        assert quiet.log is None
        for _ in range(60):
            seat = quiet.actor()
            quiet.apply(seat, quiet.legal(seat)[-1])


# -- events that change nothing ------------------------------------------------------------------------------------


@clause("BS-3.6")
@pytest.mark.parametrize(
    ("card", "line"),
    [
        ("corruption", "Corruption changes nothing"),
        ("hard_winter", "Hard Winter changes nothing"),
        ("griot", "Griot's Tale changes nothing"),
    ],
)
def test_an_event_that_changes_nothing_says_so(card: str, line: str) -> None:
    made = table(3, deck=card).play("draw")
    assert told(made, "no_effect") == [(line, "BS-3.6")]


@clause("BS-3.6")
def test_an_event_that_changes_something_does_not() -> None:
    crowded = "F00 F01 F02 F03 F10 F11 F12 F13 F20"
    for card, boards in (("shortage", USUAL_BOARDS), ("corruption", {1: "F00 A33", 2: crowded}), ("caravan", {})):
        assert told(table(3, boards=boards, deck=card).play("draw"), "no_effect") == []
    stuffed = table(2, kingdoms={1: "konga"}, boards={1: full("F", "00"), 2: full("E")}, deck="harvest_festival")
    assert told(stuffed.play("draw"), "no_effect") == []


@clause("BS-R38")
def test_a_boon_that_is_declined_is_told() -> None:
    borders = table(2, deck="open_borders").play("draw", "stay", "stay")
    assert [line for line, _ in told(borders, "stays")] == ["Player 1 moves nothing", "Player 2 moves nothing"]
    tale = table(2, deck="griot", virtues={1: "1 art"}).play("draw", "name none")
    assert [line for line, _ in told(tale, "keeps_virtues")] == ["Player 1 exchanges nothing"]


@clause("BS-7.37")
@pytest.mark.parametrize("virtues", ["", "2 art"])
def test_of_hidden_virtues_the_log_says_the_same_whether_there_are_some(virtues: str) -> None:
    made = table(3, deck="hard_winter", hidden=[2], virtues={2: virtues}).play("draw")
    if made.asked.endswith("discard_virtue"):
        made.play("lose art")
    public = made.log(0)
    start = public.index("Player 1 draws Hard Winter!")
    assert public[start + 1] == "Player 2's Virtues are hidden: nobody else sees what becomes of them"
    assert not any("changes nothing" in line for line in public)


USUAL_BOARDS = {1: "F00 A33"}
