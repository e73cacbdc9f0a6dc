"""What can go wrong, in eight words. Each error has a code for programs and words for people."""

from __future__ import annotations


class BungalowError(Exception):
    """Something a person or a program asked for cannot be done. `str(error)` is one line."""

    code = "error"

    def __init__(self, words: str, *, clause: str = "") -> None:
        super().__init__(words)
        self.words = words
        self.clause = clause

    def __str__(self) -> str:
        clause = f" ({self.clause})" if self.clause else ""
        return f"{self.code}: {self.words}{clause}"


class UnreadableMove(BungalowError):
    """The text of a move does not say a move that exists for the question asked."""

    code = "unreadable-move"


class NotYourTurn(BungalowError):
    """That seat owes no choice now."""

    code = "not-your-turn"


class IllegalMove(BungalowError):
    """The move exists, but the rules forbid it now; `clause` names the rule."""

    code = "illegal-move"


class GameOver(BungalowError):
    """The game has ended; nobody moves any more."""

    code = "game-over"


class BadData(BungalowError):
    """A file (edition, record) breaks its format or its own promises; nothing of it was used."""

    code = "bad-data"


class RulesDiffer(BadData):
    """Today's rules or components play a game otherwise than those with which it was begun.

    The game is the same up to `move` (0: not even its set-up is). `reason` says what was changed: the `rules`, the
    `components`, or which `settings` a table may have.
    """

    code = "rules-differ"

    def __init__(self, words: str, *, move: int, reason: str, clause: str = "") -> None:
        super().__init__(words, clause=clause)
        self.move = move
        self.reason = reason


class NewerRules(BadData):
    """A game was begun with newer rules than this version of Bungalow has. Nothing can be said about it here."""

    code = "newer-rules"


class BadOptions(BungalowError):
    """Unknown title, impossible seat count, unknown option or a value out of its limits."""

    code = "bad-options"
