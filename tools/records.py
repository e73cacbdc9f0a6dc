"""Renew what the stored records say of themselves, and add those of golden games of a new rules version.

    ./run python -m tools.records          write
    ./run python -m tools.records --check  only say what would change (exit code 1)

Every file in `tests/records/` states what becomes of it under the rules of today: `today: replays`, or
`today: differs at move 37, clause BU-13.18`. Golden games of a new rules version (`python -m tests.games.buru.golden
--write`) whose records do not lie there yet are added. Review both as a diff.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from bungalow.core.contract import Game
from bungalow.core.errors import RulesDiffer
from bungalow.core.match import replay
from bungalow.core.record import Record
from tests.games.golden import bare

FOLDER = Path(__file__).parents[1] / "tests" / "records"


def statement(record: Record, name: str, game: Game | None = None) -> str:
    """What becomes of a record under the rules of today; `BadData` for one that is broken."""
    try:
        replay(record, name=name, game=game)
    except RulesDiffer as differs:
        where = f"at move {differs.move}" if differs.move else "before the first move"
        return f"differs {where}" + (f", clause {differs.clause}" if differs.clause else "")
    return "replays"


def renewed(folder: Path) -> dict[Path, str]:
    """The files whose text would change, with that text."""
    changed: dict[Path, str] = {}
    for path in sorted(folder.glob("*.txt")):
        record = Record.load(path)
        record.today = statement(record, path.name)
        if record.write() != path.read_text(encoding="utf-8"):
            changed[path] = record.write()
    return changed


def added(folder: Path) -> dict[Path, str]:
    """The records within golden games of today's rules, where they do not lie among the records yet."""
    new: dict[Path, str] = {}
    for source in sorted((folder.parent / "games").glob("*/golden.py")):
        golden = importlib.import_module(f"tests.games.{source.parent.name}.golden").GOLDEN
        for name in golden.games:
            record = Record.read(bare(golden.stored(name)), name)
            path = golden.record_path(name, record.rules)
            if not path.exists():
                record.today = statement(record, path.name)
                new[path] = record.write()
    return new


def main(arguments: list[str]) -> int:
    changes = renewed(FOLDER) | added(FOLDER)
    for path, text in changes.items():
        record = Record.read(text, path.name)
        print(f"{path.name}: {record.today}")
        if "--check" not in arguments:
            path.write_text(text, encoding="utf-8")
    return 1 if changes and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
