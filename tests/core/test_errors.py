"""Each error has a code for programs and one line for people."""

import pytest

from bungalow.core import errors


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (errors.UnreadableMove, "unreadable-move"),
        (errors.NotYourTurn, "not-your-turn"),
        (errors.IllegalMove, "illegal-move"),
        (errors.GameOver, "game-over"),
        (errors.BadData, "bad-data"),
        (errors.BadOptions, "bad-options"),
    ],
)
def test_every_error_has_its_code(error: type[errors.BungalowError], code: str) -> None:
    assert error.code == code
    assert str(error("so it is")) == f"{code}: so it is"
    with pytest.raises(errors.BungalowError):
        raise error("so it is")


def test_the_codes_are_all_different_and_these_are_all() -> None:
    everybody = errors.BungalowError.__subclasses__()
    codes = [error.code for error in everybody]
    assert len(codes) == len(set(codes))
    assert len([error for error in everybody if error.__module__ == errors.__name__]) == 6


def test_an_illegal_move_names_its_clause() -> None:
    error = errors.IllegalMove("a tile with a bus cannot be reserved", clause="BW-2.2")
    assert error.clause == "BW-2.2"
    assert error.words == "a tile with a bus cannot be reserved"
    assert str(error) == "illegal-move: a tile with a bus cannot be reserved (BW-2.2)"
