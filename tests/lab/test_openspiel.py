"""OpenSpiel: its own tests for every title and number of seats, and what our docs promise beyond them."""

from __future__ import annotations

import pickle
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bungalow.core.errors import BadOptions
from bungalow.core.match import replay
from bungalow.core.record import Record
from bungalow.lab.openspiel import load
from tests.lab.tables import LAWAN, MODULES, OURS, SORTS, Sort

pyspiel: Any = pytest.importorskip("pyspiel")
DOCS = Path(__file__).parents[2] / "docs" / "lab" / "environments.md"


def game_of(sort: Sort, seed: int = 1) -> Any:
    return load(sort.title, sort.seats, options=sort.options, seed=seed)


def some_way(game: Any, moves: int, seed: int = 1) -> Any:
    chance = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal() and moves:
        state.apply_action(chance.choice(state.legal_actions()))
        moves -= 1
    return state


@pytest.mark.slow
@pytest.mark.parametrize("sort", [*SORTS, *LAWAN, Sort("buru", 4, MODULES)], ids=str)
def test_the_library_accepts_every_title_and_number_of_seats(sort: Sort) -> None:
    pyspiel.random_sim_test(game_of(sort), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("title", OURS)
def test_titles_are_registered(title: str) -> None:
    game = pyspiel.load_game(f"bungalow_{title}", {"players": 3})
    assert game.num_players() == 3
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    registered = {kind.short_name: kind for kind in pyspiel.registered_games()}
    assert registered[f"bungalow_{title}"].chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC


@pytest.mark.parametrize("title", OURS)
def test_a_state_is_saved_as_its_record(title: str) -> None:
    game = load(title, 3, seed=4)
    state = some_way(game, 60)
    record = Record.read(str(state))
    match = replay(record)
    assert match.state.checksum() == state.history_of_table.state.checksum()
    for other in (
        game.deserialize_state(state.serialize()),
        pickle.loads(pickle.dumps(state)),
        pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
        state.clone(),
    ):
        assert str(other) == str(state)
        assert other.history() == state.history()
        for player in range(3):
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
        action = state.legal_actions()[-1]
        ahead = state.clone()
        other.apply_action(action)
        ahead.apply_action(action)
        assert str(other) == str(ahead)


@pytest.mark.parametrize("title", OURS)
def test_a_resampled_state_is_a_guess(title: str) -> None:
    """What the player knows stays, what it cannot know changes, and the game can be played and saved from there."""
    game = load(title, 3, seed=4)
    state = some_way(game, 50)
    chance = random.Random(2)
    for player in range(3):
        deals = game.deals
        worlds = [state.resample_from_infostate(player, chance.random) for _ in range(6)]
        assert game.deals == deals, "guesses use up none"
        for world in worlds:
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.observation_tensor(player) == state.observation_tensor(player)
            assert world.legal_actions(player) == state.legal_actions(player)
            assert world.history() == []
        assert len({world.history_of_table.state.checksum() for world in [state, *worlds]}) > 2
    assert len(state.history()) == 50
    world = worlds[0]
    for _ in range(10):
        world.apply_action(chance.choice(world.legal_actions()))
    assert len(world.history()) == 10
    for again in (pickle.loads(pickle.dumps(world)), game.deserialize_state(world.serialize()), world.clone()):
        assert again.history_of_table.state.checksum() == world.history_of_table.state.checksum()
        assert again.history() == world.history()
    assert "\nguess: " in str(world)


def test_a_resampled_state_does_not_tell_what_rivals_chose_in_secret() -> None:
    """Kingdoms of Busara are chosen unseen: whatever the first chose, the second guesses the same."""
    start = some_way(load("busara", 3, options={"deal": "experienced"}, seed=4), 0)
    asked = start.history_of_table.state.asked(0)
    assert (start.current_player(), start.history_of_table.game.kinds[asked].name) == (0, "choose_kingdom")
    told = []
    for action in start.legal_actions():
        state = start.clone()
        state.apply_action(action)
        assert state.history() == [action]
        world = state.resample_from_infostate(1, random.Random(3).random)
        told.append((world.history(), world.information_state_string(1), world.history_of_table.state.checksum()))
    assert told[0] == told[1]


def test_guesses_do_not_bring_the_end_nearer() -> None:
    state = some_way(load("burrows", 2, seed=4), 5)
    table = state.history_of_table
    for number in range(table.game.max_moves):
        table.guess(0, number)
    assert table.moves == 5
    assert not state.is_terminal()


@pytest.mark.parametrize("seed", [2**31, 2**40, -2])
def test_a_seed_that_the_library_cannot_keep_is_refused(seed: int) -> None:
    with pytest.raises(BadOptions, match=f"from 0 to 2\\^31 - 1, .* not {seed}$"):
        load("burrows", 2, seed=seed)
    assert load("burrows", 2, seed=2**31 - 1).seed == 2**31 - 1


def test_seats_that_choose_together_are_asked_in_turn() -> None:
    """Pyramids of Burano are built at the same time: nobody sees what those before it in the line built."""
    game = load("burano", 3, seed=1)
    one = some_way(game, 0)
    while one.history_of_table.state.actors() != 0b111:
        one.apply_action(one.legal_actions()[0])
    assert one.current_player() == 0
    other = one.clone()
    one.apply_action(one.legal_actions()[0])
    other.apply_action(other.legal_actions()[-1])
    assert str(one) != str(other)
    for player in (1, 2):
        assert one.information_state_string(player) == other.information_state_string(player)
    assert one.information_state_string(0) != other.information_state_string(0)
    while one.current_player() == 0:
        one.apply_action(one.legal_actions()[0])
    assert one.current_player() == 1


def test_rivals_are_no_players() -> None:
    game = load("buru", 3, options={"lawan": 2})
    assert game.num_players() == 1
    assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    end = some_way(game, 10_000)
    assert end.is_terminal()
    assert len(end.returns()) == 1


def test_the_same_seed_deals_the_same_tables() -> None:
    def deals(seed: int) -> list[str]:
        game = load("burrows", 2, seed=seed)
        made = []
        for _ in range(3):
            state = game.new_initial_state()
            state.clone()  # uses up no deal
            made.append(str(state))
        return made

    assert deals(5) == deals(5)
    assert len({*deals(5), *deals(6)}) == 6


def test_search_of_the_library_plays_our_titles() -> None:
    from open_spiel.python.algorithms import ismcts  # type: ignore[import-not-found, import-untyped, unused-ignore]
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator  # type: ignore[import-not-found, import-untyped, unused-ignore]

    game = load("burrows", 2, seed=3)
    evaluator = RandomRolloutEvaluator()
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 5)
    state = some_way(game, 4)
    assert bot.step(state) in state.legal_actions()


def test_the_example_of_the_docs_runs(capsys: pytest.CaptureFixture[str]) -> None:
    sample = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)[1]
    exec(sample, {})
    assert capsys.readouterr().out.strip() in ("[1.0, -1.0]", "[-1.0, 1.0]", "[0.0, 0.0]")


def test_a_program_that_used_it_ends_quietly() -> None:
    words = "from bungalow.lab.openspiel import load; print(load('burrows', 2).new_initial_state().legal_actions())"
    done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
