"""Where games are saved when nobody names a file."""

from __future__ import annotations

import os
import time
from pathlib import Path

from bungalow.core.errors import BadData, BadOptions, RulesDiffer
from bungalow.core.match import Match, replay
from bungalow.core.record import FIRST_LINE, Record

SUFFIX = ".record"
FINISHED = "-finished"


def folder() -> Path:
    """`$BUNGALOW_SAVES`, or the place where this system keeps data of users."""
    if chosen := os.environ.get("BUNGALOW_SAVES"):
        return Path(chosen)
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "bungalow" / "saves"


def fresh(match: Match) -> Path:
    """A file name that is not taken."""
    stamp = time.strftime("%Y-%m-%d-%H%M%S")
    base = f"{match.game.name}-{stamp}"
    end = f"{FINISHED if match.over else ''}{SUFFIX}"
    path = folder() / f"{base}{end}"
    number = 2
    while path.exists():
        path = folder() / f"{base}-{number}{end}"
        number += 1
    return path


def check(path: Path) -> None:
    """Raise when a game cannot be saved there: another record may be replaced, any other file may not."""
    if path.is_dir():
        raise BadOptions(f"cannot save to {path}: it is a folder")
    if path.exists() and not _is_record(path):
        raise BadOptions(f"cannot save to {path}: it exists and is no record of bungalow")
    if path.parent != folder() and not path.parent.is_dir():
        raise BadOptions(f"cannot save to {path}: there is no folder {path.parent}")


def save(match: Match, path: Path) -> None:
    """Write the record of a match."""
    check(path)
    if path.parent == folder():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadData(f"cannot make the folder {path.parent}: {error.strerror or error}") from None
    match.record().save(path)


def resume(record: Record, edition: str, path: Path) -> Match:
    """The match of a saved game that can go on; the file stays as it is."""
    try:
        match = replay(record, edition=edition, name=str(path))
    except RulesDiffer as differs:
        shown = f"; 'bungalow replay {path}' shows it up to there" if differs.move else ""
        words = f"{differs.words}; the game cannot go on{shown}"
        raise RulesDiffer(words, move=differs.move, reason=differs.reason, clause=differs.clause) from None
    if match.over:
        raise BadOptions(f"the game in {path} is over: 'bungalow replay' shows it")
    return match


def _is_record(path: Path) -> bool:
    try:
        with path.open(encoding="utf-8") as file:
            return file.readline().strip() in (FIRST_LINE, "")
    except (OSError, UnicodeDecodeError):
        return False


def unfinished() -> list[Path]:
    """Saved games to go on with, the latest first."""
    found = [path for path in folder().glob(f"*{SUFFIX}") if not path.stem.endswith(FINISHED)]
    return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)
