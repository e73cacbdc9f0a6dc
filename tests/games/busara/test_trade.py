"""Trade: BS-7.1 to BS-7.9."""

from __future__ import annotations

import pytest

from bungalow.core.contract import DEPARTS
from bungalow.core.errors import IllegalMove
from bungalow.core.random import seeded
from tests.clauses import clause
from tests.games.busara.builders import Table, full, table


@clause("BS-7.1", "BS-7.8")
def test_another_action_and_no_other_trade_if_it_fails() -> None:
    trading = table(3, boards={1: "F00 A33", 2: "F00 W11", 3: "E00"}).want("F").play("no offer")
    assert trading.asked == "1 choose_action"
    assert "trade" not in trading.options
    assert trading.clause_against("action:trade") == "BS-7.8"
    refused = table(boards={1: "F00 A33", 2: "F00 W11"}).want("F").offer("F", "A").play("accept none")
    assert refused.asked == "1 choose_action"
    assert "trade" not in refused.options
    made = table(boards={1: "F00 A33", 2: "F00 W11"}).want("F").offer("F", "A").play("accept 2")
    made.play("place b0:11", "place b1:33")
    assert made.asked == "2 choose_action"
    assert "trade" in made.options


@clause("BS-7.2", "BS-R14")
def test_a_want_is_named_type_by_type_as_far_as_one_other_player_has_it() -> None:
    trading = table(3, boards={1: "F00 A33", 2: "F00 F02 F20 F22", 3: "F00 W00 W02"}).play("trade")
    assert trading.options == ["want fire 1", "want fire 2", "want fire 3", "want fire 4", "want wind 1", "want wind 2"]
    assert trading.clause_against("count:earth:2") == "BS-7.2"
    assert trading.clause_against("count:fire:5") == "BS-7.2"  # five among them, but nobody has five
    assert trading.clause_against("do:done") == "BS-7.2"
    trading.play("want wind 2")  # the last type that somebody has: nothing else to name
    assert trading.asked == "3 trade_offer"  # player 2 has no Wind
    more = table(3, boards={1: "F00 A33", 2: "F00 F02 F20 F22", 3: "F00 W00 W02"}).play("trade", "want fire 4")
    assert more.options == ["want wind 1", "want wind 2", "done"]
    assert more.why_not("count:fire:1").words == "name each type once, in the order Fire, Water, Wind, Earth"
    nobody = table(3, boards={1: "F00 A33", 2: "", 3: ""}, embargoed=[2, 3])
    assert "trade" not in nobody.options
    assert nobody.clause_against("action:trade") == "BS-7.2"
    # Fifteen small choices where whole wants would be thousands.
    everything = table(boards={1: "F00", 2: "F00 F01 F02 F03 A10 A11 A12 A13 W20 W21 W22 W23 E30 E31 E32"}).play(
        "trade"
    )
    assert len(everything.options) == 15


@clause("BS-7.2")
def test_a_want_of_an_earlier_version_names_the_clause() -> None:
    with pytest.raises(IllegalMove, match=r"want fire 2.*BS-7\.2"):
        table().play("trade", "want FF")


@clause("BS-7.2")
def test_a_want_without_a_choice_departs_from_earlier_versions() -> None:
    """They announced it by themselves, so no move of theirs names it; what follows is written otherwise."""

    def departures(others: str, third: str = "") -> list[str]:
        trading = table(3, boards={1: "A33", 2: others, 3: third}, embargoed=() if third else [3]).play("trade")
        return [event.clause for event in trading.state.log or [] if event.key == DEPARTS]

    assert departures("F00") == ["BS-7.2"]
    assert departures("F00", "F00") == ["BS-7.2"]  # one of one type, though two have it
    assert departures("F00 F01") == []
    assert departures("F00", "W00") == []


@clause("BS-7.3", "BS-R14")
def test_whoever_has_any_part_of_the_want_may_offer_any_part_for_anything() -> None:
    boards = {1: "F00 A33", 2: "E00 E02 E20 E22 W11", 3: "A00", 4: "F00 F01 A33 A31"}
    trading = table(4, turn=2, boards=boards).want("FFA")
    assert trading.asked == "3 trade_offer"  # one of three is enough
    assert trading.options == ["offer water 1", "no offer"]
    assert trading.clause_against("count:fire:1") == "BS-7.3"
    trading.play("no offer")
    assert trading.asked == "4 trade_offer"
    assert trading.options == ["offer fire 1", "offer fire 2", "offer water 1", "no offer"]
    assert trading.clause_against("count:water:2") == "BS-7.3"  # one is wanted
    trading.play("offer fire 2")
    assert trading.options == ["offer water 1", "done"]
    assert trading.why_not("do:pass").words == "go on to what you ask in return: you can still make no offer there"
    trading.play("done")
    asked = ["ask wind 1", "ask earth 1", "ask earth 2", "ask earth 3", "ask earth 4", "no offer", "ask nothing"]
    assert trading.asked == "4 trade_ask"
    assert trading.options == asked
    assert trading.clause_against("count:earth:5") == "BS-7.3"
    assert trading.clause_against("do:done") == "BS-7.3"
    trading.play("ask wind 1")
    assert trading.why_not("do:pass").words == "take back what you asked for to make no offer"
    assert trading.why_not("do:gift").words == "take back what you asked for to give it for nothing"
    trading.play("ask earth 4")  # five for two: nothing else is left to ask for
    assert trading.asked == "1 trade_offer"
    trading.play("offer fire 1", "done", "ask nothing")
    assert trading.asked == "2 trade_accept"
    shown = trading.view(3)["trade"]  # public
    assert shown is not None
    found = {offer["seat"]: (offer["gives"], offer["asks"]) for offer in shown["offers"]}
    none = dict.fromkeys(("fire", "water", "wind", "earth"), 0)
    assert found == {3: (none | {"fire": 2}, none | {"wind": 1, "earth": 4}), 0: (none | {"fire": 1}, none)}


@clause("BS-7.3")
def test_an_offer_can_be_dropped_instead_of_asking_and_a_gift_is_never_the_only_way() -> None:
    trading = table(boards={1: "A33", 2: "F00 W11"}).want("F").play("offer fire 1", "no offer")
    assert trading.asked == "1 choose_action"
    assert trading.happened()[-2:] == ["offers_nothing", "no_offers"]
    # Nothing is left on the board of a player with another action to take.
    bare = table(kingdoms={1: "konga"}, virtues={1: "2 art"}, boards={1: "F00 E01", 2: "W00 W11"})
    bare.play("power", "forge", "forge b0:00")
    assert bare.count(1) == 0
    bare.want("W").play("offer wind 1")
    assert bare.options == ["no offer", "ask nothing"]


@clause("BS-7.2", "BS-7.3", "BS-R14")
def test_what_has_been_named_is_public_at_once() -> None:
    trading = table(3, boards={1: "A33 E00", 2: "F00 F01 W11", 3: "E00"}).play("trade", "want fire 2")
    for viewer in (0, 1, 2, 3):  # 0 is a spectator
        shown = trading.view(viewer)["trade"]
        assert shown is not None
        assert (shown["announced"], shown["draft"], shown["want"]["fire"]) == (False, None, 2)
    trading.play("done", "offer fire 1", "ask water 1")
    for viewer in (0, 1, 2, 3):
        shown = trading.view(viewer)["trade"]
        assert shown is not None
        assert shown["announced"]
        assert shown["draft"] == {
            "seat": 1,
            "gives": {"fire": 1, "water": 0, "wind": 0, "earth": 0},
            "asks": {"fire": 0, "water": 1, "wind": 0, "earth": 0},
            "least": 0,
            "most": 2,
        }


@clause("BS-7.4", "BS-R15")
def test_both_must_have_room_for_what_they_receive() -> None:
    # Player 1 has one open space: for two tokens at least one must be given.
    tight = table(boards={1: full("E", "00"), 2: "F00 F02 A33"}).want("FF").play("offer fire 2")
    assert "ask nothing" not in tight.options
    assert "ask earth 1" in tight.options
    assert tight.clause_against("do:gift") == "BS-7.4"
    # Player 2's board is full: giving one makes room for one.
    stuffed = table(3, boards={1: "E00 E02 E20", 2: full("F"), 3: "A00"}).want("F").play("offer fire 1")
    assert stuffed.options == ["ask earth 1", "no offer", "ask nothing"]
    assert stuffed.clause_against("count:earth:2") == "BS-7.4"
    # The board is full, so two must be asked for: one Water is not enough by itself, but Earth can make up for it.
    crowded = "A01 " + full("E", "00 01")
    mixed = table(boards={1: crowded, 2: "W00 W02"}, kingdoms={1: "konga"}, virtues={1: "2 art"}, deck="r-water")
    mixed.play("power", "draw").want("WW").play("offer wind 2")
    assert mixed.options[:3] == ["ask water 1", "ask water 2", "ask earth 2"]
    mixed.play("ask water 1")
    assert mixed.options[0] == "ask earth 1"
    assert "done" not in mixed.options
    assert mixed.clause_against("do:done") == "BS-7.4"


@clause("BS-7.4")
@pytest.mark.parametrize("seed", range(60))
def test_no_way_of_naming_ends_nowhere(seed: int) -> None:
    """Boards of any fullness, random wants, offers and answers: every choice has an option, and all can be placed."""
    random = seeded(seed)

    def board(count: int) -> str:
        return " ".join(f"{'FAWE'[int(random.below(4))]}{space // 4}{space % 4}" for space in range(count))

    sizes = {1: 1 + int(random.below(15)), 2: int(random.below(17)), 3: 1 + int(random.below(16))}
    trading = table(3, boards={player: board(count) for player, count in sizes.items()}).play("trade")
    before = sum(trading.count(player) for player in (1, 2, 3))
    for _ in range(200):
        if not trading.options or trading.asked == "1 choose_action" or trading.active != 1:
            break
        wanted = [option for option in trading.options if option not in ("no offer", "accept none")]
        assert wanted, "a press forward is always there"
        player, kind = trading.asked.split()
        held = trading.count(int(player))
        # Each resource within reach once, and what is not a count: `no offer` or `done`, a gift.
        most = {
            "trade_want": trading.count(2) + trading.count(3),
            "trade_offer": held + 1,
            "trade_ask": trading.count(1) + 2,
            "trade_accept": 3,
            "trade_pick": held,
            "place_token": 16 - held,
        }
        assert len(trading.options) <= most[kind]
        trading.play(wanted[int(random.below(len(wanted)))])
    assert trading.asked != "1 choose_action", "an offer was made and accepted"
    assert sum(trading.count(player) for player in (1, 2, 3)) == before


@clause("BS-7.5")
def test_the_active_player_accepts_one_offer_or_none() -> None:
    trading = table(4, boards={1: "E00 E02", 2: "F00", 3: "F00", 4: "F00"}).play("trade")
    trading.offer("F", "E").play("no offer").offer("F")
    assert trading.options == ["accept 2", "accept 4", "accept none"]
    assert trading.words[0] == "Get 1 Fire from player 2 for 1 Earth"
    assert trading.words[1] == "Get 1 Fire from player 4 for nothing"
    assert trading.clause_against("offer:3") == "BS-7.5"


@clause("BS-7.6")
def test_both_choose_which_tokens_of_the_agreed_types_they_hand_over() -> None:
    trading = table(boards={1: "E00 E02 A33", 2: "F00 F02 F20 W33"}).want("FFF").offer("FF", "E").play("accept 2")
    assert trading.asked == "1 trade_pick"
    assert trading.options == ["give b0:00", "give b0:02"]
    assert trading.clause_against("cell:b0:33") == "BS-7.6"
    trading.play("give b0:02")
    assert trading.asked == "2 trade_pick"
    assert trading.play("give b1:20").options == ["give b1:00", "give b1:02"]
    forced = table(boards={1: "E00 A33", 2: "F00 W33"}).want("F").offer("F", "E").play("accept 2")
    assert forced.asked == "1 place_token"


@clause("BS-7.7")
def test_both_place_what_they_receive_the_active_player_first() -> None:
    trading = table(boards={1: "E00 A33", 2: "F00 W33"}).want("F").offer("F", "E").play("accept 2")
    assert trading.asked == "1 place_token"
    assert "place b0:00" in trading.options  # just vacated
    trading.play("place b0:00")
    assert trading.asked == "2 place_token"
    trading.play("place b1:00")
    assert (trading.board(1), trading.board(2)) == ("F00 A33", "E00 W33")


def embargoed_partner(**more: object) -> Table:
    return table(3, boards={1: "F00 F22", 2: "", 3: "W00"}, embargoed=[2], **more)  # type: ignore[arg-type]


@clause("BS-7.9", "BS-R13")
def test_embargoed_players_may_offer_react_and_win() -> None:
    trading = table(3, boards={1: "A00 E33", 2: full("F"), 3: "W00"}, embargoed=[2]).want("F")
    assert trading.asked == "2 trade_offer"
    reacting = embargoed_partner(kingdoms={2: "mask_of_light"}, virtues={2: "2 art"})
    assert reacting.play("move", "move b0:00 right").asked == "2 react_action"
    stuck = embargoed_partner(kingdoms={2: "telalila"}, virtues={2: "2 art"})
    stuck.play("move", "move b0:00 right")
    assert stuck.asked == "3 choose_action"  # Time only if they could act
    winning = table(
        3, boards={1: "F03 W33", 2: full("E"), 3: "W00"}, embargoed=[2], kingdoms={2: "konga"},
        virtues={2: "3 art 3 security 2 nature"},
    )  # fmt: skip
    winning.play("forge", "forge b0:03")
    assert winning.winners == [2]
