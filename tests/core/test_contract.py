"""The verbs of a state, on the tiny titles."""

import pytest

from bungalow.core.contract import NONE, SPECTATOR, State
from bungalow.core.errors import BadOptions, GameOver, IllegalMove, NotYourTurn, UnreadableMove
from bungalow.core.random import seeded
from bungalow.core.types import Forced, Option, show_value
from tests.titles.ambush import CARDS, FIRST_TRAP, Ambush, AmbushGame
from tests.titles.embers import Embers, EmbersGame
from tests.titles.kilns import BUILD, CONFIRM, STOP, Kilns, KilnsGame
from tests.titles.plain import held
from tests.titles.quay import CRATE, QuayGame

DIG, RAID = 0, 1


def ambush(*traps: int, seats: int = 3) -> Ambush:
    """A table at its first turn, in which exactly these seats hold traps."""
    state = AmbushGame().new(seats, seed=1)
    assert isinstance(state, Ambush)
    state.cards = [FIRST_TRAP + seat if seat in traps else seat for seat in range(seats)]
    state.deck = [card for card in CARDS if card not in state.cards]
    state.watch()
    state.listen()
    return state


def play_to_end(state: State) -> None:
    while not state.over():
        seat = state.actor()
        state.play(seat, state.legal(seat)[0])


# -- a new table ------------------------------------------------------------------------------------------------


def test_a_new_table_waits_for_its_first_choice() -> None:
    state = AmbushGame().new(3, seed=7)
    assert state.actors() == 1
    assert state.actor() == 0
    assert state.asked(0) == 0
    assert state.asked(1) == NONE
    assert state.legal(0) == [DIG, RAID]
    assert state.legal(1) == []
    assert not state.over()


def test_the_same_seed_gives_the_same_table_and_another_another() -> None:
    game = QuayGame()
    assert game.new(2, seed=7).checksum() == game.new(2, seed=7).checksum() != game.new(2, seed=8).checksum()


@pytest.mark.parametrize(
    ("seats", "options", "seed", "words"),
    [
        (5, {}, 0, "Kilns is played with 2 to 3 seats, not 5"),
        (2, {"long": True}, 0, "Kilns has no option 'long' (options: short)"),
        (2, {"short": "maybe"}, 0, "option 'short' of Kilns is one of off, on, not 'maybe'"),
        (2, {}, -1, "a seed is a number from 0 to 2^128 - 1, not -1"),
        (2, {}, 1 << 128, "a seed is a number from 0 to 2^128 - 1"),
    ],
)
def test_bad_options_are_refused_in_one_line(seats: int, options: dict[str, object], seed: int, words: str) -> None:
    with pytest.raises(BadOptions) as caught:
        KilnsGame().new(seats, options, seed)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_options_are_read_as_on_a_command_line() -> None:
    assert KilnsGame().settle({"short": "on"}) == KilnsGame().settle({"short": True}) == {"short": True}
    assert KilnsGame().new(2, {"short": "on"}).settings == {"short": True}
    rivals = Option("rivals", "Rivals", 1, (0, 1, 2), "How many there are.")
    assert rivals.read(" 2 ") == 2
    assert rivals.read("3") is None
    assert show_value("Long") == "long"


def test_other_choices_may_decide_an_option() -> None:
    tide = Option(
        "tide",
        "Tide",
        False,
        (False, True),
        "High water.",
        forced=(
            Forced(True, "on, since four sit down", seats=(4,)),
            Forced(True, "on, since it rains", seats=(2, 3), given={"rain": ("much", "some")}),
        ),
    )
    assert (tide.usual(4), tide.usual(3), tide.usual(0)) == (True, False, False)
    found = [
        tide.decided(seats, {"rain": rain}) for seats, rain in ((4, "none"), (3, "some"), (3, "none"), (5, "much"))
    ]
    assert [each and each.why for each in found] == ["on, since four sit down", "on, since it rains", None, None]


# -- moves ------------------------------------------------------------------------------------------------------


def test_play_refuses_and_changes_nothing() -> None:
    state = QuayGame().new(3, seed=2)
    before = state.checksum()
    absent = next(good for good in range(CRATE) if good not in state.legal(0))
    with pytest.raises(NotYourTurn, match="seat 2 owes no choice now"):
        state.play(1, CRATE)
    with pytest.raises(NotYourTurn, match="no seat 9 at this table of 3"):
        state.play(8, CRATE)
    with pytest.raises(IllegalMove, match="no option 99 for this question"):
        state.play(0, 99)
    with pytest.raises(IllegalMove, match="no option -1 for this question"):
        state.play(0, -1)
    with pytest.raises(IllegalMove) as caught:
        state.play(0, absent)
    assert str(caught.value) == f"illegal-move: 'good {absent}': that good does not lie on the quay (TD-1)"
    assert caught.value.clause == "TD-1"
    assert state.checksum() == before


def test_after_the_end_nothing_can_be_played() -> None:
    state = QuayGame().new(2, seed=1)
    play_to_end(state)
    assert state.actors() == 0
    assert state.actor() == NONE
    with pytest.raises(GameOver):
        state.play(0, CRATE)
    with pytest.raises(GameOver):
        state.parse(0, "crate")
    assert state.standing().over
    assert state.standing().winners


def test_an_unreadable_text_is_answered_with_an_example() -> None:
    state = QuayGame().new(2, seed=1)
    with pytest.raises(UnreadableMove, match="'crates' is no move here; a move is written like 'good "):
        state.parse(0, "crates")
    with pytest.raises(NotYourTurn):
        state.parse(1, "crate")


def test_a_choice_with_one_option_is_played_by_the_engine() -> None:
    state = KilnsGame().new(2, seed=3)
    s = Kilns.of(state)
    state.play(0, max(held(s.where, 0)))  # no tile is larger: only stopping is left
    assert state.asked(0) == CONFIRM


def test_a_confirm_is_always_asked() -> None:
    state = KilnsGame().new(2, seed=3)
    state.play(0, STOP)
    assert state.asked(0) == CONFIRM
    assert state.legal(0) == [0]
    assert state.asked(1) == BUILD


def test_a_together_choice_waits_until_the_last_has_confirmed() -> None:
    state = KilnsGame().new(2, seed=3)
    for seat in (1, 0):
        assert Kilns.of(state).rounds == 2
        state.play(seat, STOP)
        state.play(seat, 0)
    assert Kilns.of(state).rounds == 1
    assert state.actors() == 0b11


def test_whoever_sprang_a_trap_decides_the_raiders_next_turn() -> None:
    state = ambush(2)
    state.play(0, RAID)
    state.play(2, 1)
    state.play(1, DIG)
    state.play(2, DIG)
    assert state.active == 0
    assert state.actors() == 1 << 2
    state.play(2, DIG)
    assert state.points == [1, 1, 1]


# -- secrecy ----------------------------------------------------------------------------------------------------


def test_while_somebody_is_asked_silently_the_others_see_the_last_public_moment() -> None:
    state = ambush(1)
    public = [state.view(viewer) for viewer in (SPECTATOR, 0, 1, 2)]
    state.play(0, RAID)
    assert state.actors() == 1 << 1
    for viewer, seen in ((SPECTATOR, public[0]), (0, public[1]), (2, public[3])):
        assert state.hides_moment(viewer)
        assert state.view(viewer) == seen
        assert state.waiting(viewer).seats == (0,)
        assert state.heard(viewer) == []
    assert not state.hides_moment(1)
    assert state.waiting(1).seats == (1,)


def test_after_a_silent_pass_the_table_is_as_if_nobody_had_been_asked() -> None:
    asked, not_asked = ambush(1), ambush()
    asked.play(0, RAID)
    asked.play(1, 0)
    not_asked.play(0, RAID)
    assert asked.view(2) == not_asked.view(2)
    assert asked.waiting(2) == not_asked.waiting(2)
    assert [event[:4] for event in asked.heard(2)] == [event[:4] for event in not_asked.heard(2)]
    assert not asked.hides_moment(2)


def test_a_guess_may_move_a_silent_prompt_but_never_to_or_from_the_viewer() -> None:
    state = ambush(1)
    state.play(0, RAID)
    asked = {int(state.guess(0, seeded(seed)).actors()) for seed in range(30)}
    assert asked == {1 << 1, 1 << 2}
    for seed in range(10):
        assert state.guess(2, seeded(seed)).actors() == 1 << 1
        assert state.guess(1, seeded(seed)).actors() == 1 << 1


def test_a_held_state_stops_at_every_window_whether_or_not_anybody_is_asked() -> None:
    asked, not_asked = ambush(1), ambush()
    for state in (asked, not_asked):
        state.hold()
        before = state.view(SPECTATOR)
        state.play(0, RAID)
        assert state.window_open
        assert state.windows == 1
        assert state.view(SPECTATOR) == before
        assert state.waiting(2).seats == (0,)
    assert asked.actors() == 1 << 1
    assert not_asked.actors() == 0
    assert not not_asked.over()
    asked.play(1, 0)  # an early pass
    assert asked.window_open
    assert asked.actors() == 0
    assert not asked.hides_moment(1)  # who has passed goes on seeing what it was asked about
    assert asked.hides_moment(2)
    for state in (asked, not_asked):
        for windows in (1, 2):
            assert state.windows == windows
            state.close_window()
        assert not state.window_open
        assert state.points == [2, 0, 0]
    assert asked.view(2) == not_asked.view(2)
    assert [event[:4] for event in asked.heard(2)] == [event[:4] for event in not_asked.heard(2)]


def test_a_reaction_ends_its_window_at_once() -> None:
    state = ambush(1)
    state.hold()
    state.play(0, RAID)
    state.play(1, 1)
    assert not state.window_open
    assert not state.hides_moment(SPECTATOR)
    assert state.points == [0, 0, 0]


def test_a_silent_choice_that_everybody_can_foresee_is_an_open_one() -> None:
    state = ambush(1)
    state.face_up[1] = 1
    state.hold()
    state.play(0, RAID)
    assert not state.window_open
    assert state.windows == 0
    for viewer in (SPECTATOR, 0, 2):
        assert not state.hides_moment(viewer)
        assert state.waiting(viewer).seats == (1,)
        for seed in range(5):
            assert state.guess(viewer, seeded(seed)).actors() == 1 << 1
    state.play(1, 0)
    assert state.windows == 1  # that of the other seat, whose card is hidden


def test_a_clone_of_a_held_state_plays_on_without_stopping() -> None:
    state = ambush()
    state.hold()
    other = state.clone()
    other.play(0, RAID)
    assert not other.window_open
    assert other.actors() == 1 << 1


def test_an_unwatched_state_cannot_be_viewed_during_a_silent_choice() -> None:
    state = AmbushGame().new(2, seed=1)
    assert isinstance(state, Ambush)
    state.cards = [0, FIRST_TRAP]
    state.play(0, RAID)
    with pytest.raises(RuntimeError, match="watch"):
        state.view(0)


def test_who_has_come_how_far_behind_a_screen_is_in_nobodys_waiting_words() -> None:
    state = KilnsGame().new(2, seed=3)
    before = state.waiting(1)
    state.play(0, STOP)
    assert state.waiting(1) == before


def test_a_guess_keeps_what_was_looked_at() -> None:
    state = EmbersGame().new(2, seed=1)
    s = Embers.of(state)
    top = s.deck[-1]
    s.seen[top] |= 1
    for seed in range(10):
        assert Embers.of(state.guess(0, seeded(seed))).deck[-1] == top
    assert len({Embers.of(state.guess(1, seeded(seed))).deck[-1] for seed in range(20)}) > 1


# -- what people see --------------------------------------------------------------------------------------------


def test_why_not_names_the_clause_and_none_is_for_what_can_be_chosen() -> None:
    state = QuayGame().new(3, seed=4)
    assert state.why_not(0, "do:crate") is None
    assert state.why_not(0, "do:good") is None
    reason = state.why_not(0, "at:39", ("do:good",))
    assert reason is not None
    assert reason.clause == "TD-1"
    other = state.why_not(1, "do:crate")
    assert other is not None
    assert other.words == "it is not your turn"


def test_a_preview_tells_what_is_sure_and_not_what_is_drawn() -> None:
    state = EmbersGame().new(2, seed=1)
    before = state.checksum()
    rest = state.preview(0, 16)
    assert rest.lines == ()
    assert rest.final
    assert state.checksum() == before
    dig = ambush(1).preview(0, DIG, ("Ada", "Bo", "Cy"))
    assert dig.lines == ("Ada digs up a coin",)
    assert not dig.final


def test_a_preview_of_a_raid_is_the_same_whether_or_not_somebody_holds_a_trap() -> None:
    assert ambush(1).preview(0, RAID) == ambush().preview(0, RAID)
    assert ambush().preview(0, RAID).final


def test_a_preview_of_a_confirm_is_final() -> None:
    state = KilnsGame().new(2, seed=3)
    assert not state.preview(0, STOP).final
    state.play(0, STOP)
    assert state.preview(0, 0).final


def test_a_preview_of_an_illegal_option_is_refused() -> None:
    with pytest.raises(IllegalMove):
        QuayGame().new(2, seed=1).preview(0, 99)


def test_a_rival_is_never_asked_and_has_score_rank_and_view() -> None:
    state = QuayGame().new(2, seed=6)
    while not state.over():
        assert state.actors() == 1
        state.play(0, state.legal(0)[0])
    rival = state.standing().scores[1]
    assert rival.total == sum(value for _, value in rival.parts) > 0
    assert rival.rank in (1, 2)
    assert state.view(1)


def test_the_log_costs_nothing_unless_somebody_listens() -> None:
    state = QuayGame().new(2, seed=6)
    state.play(0, CRATE)
    assert state.log is None
    assert state.heard(0) == []
