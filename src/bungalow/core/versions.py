"""Games that outlive their rules: where today's rules and components no longer play a game as it was played.

A game of another rules version or edition replays when every move is still legal, no state has logged that the rules
depart (`State.departs`) from those of its version, and every result that is known of it is the same. Otherwise
`RulesDiffer` names the first move at which it does not. A game of a newer rules version is refused (`NewerRules`): what
its rules are is not known here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bungalow.core.contract import DEPARTS, Game
from bungalow.core.errors import BungalowError, NewerRules, RulesDiffer

if TYPE_CHECKING:
    from bungalow.core.match import Match


class Trail:
    """Follows a match that plays the moves of an older game again."""

    def __init__(self, match: Match, rules: str, edition: str) -> None:
        """Raises `RulesDiffer` when the set-up already differs."""
        self.match = match
        self.rules = rules
        self.edition = edition
        self.foreign = rules != match.game.rules_version or edition != match.state.edition
        """The game was begun with other rules or components. Nothing is looked at where it was not."""
        self._read = 0
        self._sure = True
        """The result before is known to be the same."""
        self.look(0)
        self._sure = True

    def look(self, move: int, result: int | None = None) -> None:
        """Raise `RulesDiffer` when the last thing played (by move number `move`) did not do what it did then.

        `result` is the checksum that the state had after it, where that is known.
        """
        if not self.foreign:
            return
        log = self.match.state.log or []
        for event in log[self._read :]:
            if event.key == DEPARTS and isinstance(event.args[0], int) and event.args[0] > number(self.rules):
                raise self.differs(move, "the rules were corrected there", event.clause)
        self._read = len(log)  # taking back makes it shorter: what is left was read before
        if result is not None and result != self.match.state.checksum():
            raise self.differs(move, "the result is another now" + ("" if self._sure else ", perhaps since earlier"))
        self._sure = result is not None

    def refused(self, move: int, error: BungalowError) -> None:
        """A move of the game was refused: raise `RulesDiffer` if other rules or components may be why."""
        if self.foreign:
            raise self.differs(move, f"{error.code}: {error.words}", error.clause) from None

    def differs(self, move: int, why: str, clause: str = "") -> RulesDiffer:
        reason = "components" if self.rules == self.match.game.rules_version else "rules"
        made = made_with(self.match.game, self.rules, self.edition, self.match.state.edition)
        return RulesDiffer(f"{made}; differs at move {move}: {why}", move=move, reason=reason, clause=clause)


def is_newer(game: Game, rules: str) -> bool:
    """Return whether a game of that rules version was begun with newer rules than these."""
    return number(rules) > number(game.rules_version)


def refuse_newer(game: Game, rules: str) -> None:
    """Raise `NewerRules` if a game of that rules version was begun with newer rules than these."""
    if is_newer(game, rules):
        raise NewerRules(
            f"begun with newer rules (version {rules}, this is version {game.rules_version}): "
            "upgrade Bungalow to open it"
        )


def settings_refused(game: Game, rules: str, error: BungalowError) -> RulesDiffer:
    """A table of that rules version may not be set up like this any more."""
    words = f"{made_with(game, rules, '', '')}; differs before the first move: {error.words}"
    return RulesDiffer(words, move=0, reason="settings", clause=error.clause)


def made_with(game: Game, rules: str, edition: str, edition_here: str) -> str:
    if rules != game.rules_version:
        return f"made with rules version {rules}, this is version {game.rules_version}"
    return f"made with edition {edition}, this is edition {edition_here}"


def number(version: str) -> int:
    """The number with which a rules version begins, as `State.departs` counts them."""
    found = re.match(r"\d+", version)
    return int(found[0]) if found else 0
