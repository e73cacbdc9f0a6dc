"""Write docs/lab/<title>.md: the actions and the observation of each title, as numbers.

./run python -m tools.layouts
"""

from __future__ import annotations

from pathlib import Path

from bungalow.core.contract import Game
from bungalow.core.registry import find
from bungalow.lab.actions import Actions
from bungalow.lab.vectors import Layout, table
from bungalow.lab.vectors.burrows import FEATURES

FOLDER = Path(__file__).parents[1] / "docs" / "lab"
TITLES = ("burano", "burrows", "buru", "busara")
NEEDED: dict[tuple[str, int], dict[str, object]] = {("buru", 5): {"fifth_player": True}}
"""Options without which that many cannot play."""


def main() -> None:
    for title in TITLES:
        path = FOLDER / f"{title}.md"
        path.write_text(page(find(title)), encoding="utf-8")
        print(path.relative_to(FOLDER.parents[1]))


def page(game: Game) -> str:
    actions = Actions(game)
    lines = [
        f"# {game.title} in numbers",
        "",
        "Written by `./run python -m tools.layouts`; [environments](environments.md) tells how to read it. "
        f"Rules version {game.rules_version}.",
        "",
        "## Sizes",
        "",
        "| seats | observation | actions |",
        "|---:|---:|---:|",
    ]
    for seats in game.seats:
        lines.append(f"| {seats} | {Layout(game, seats, NEEDED.get((game.name, seats))).size} | {actions.size} |")
    lines += ["", "## Actions", "", "| from | size | kind | question |", "|---:|---:|---|---|"]
    for number, kind in enumerate(game.kinds):
        name = f"{kind.name} (by rank)" if number == actions.ranked else kind.name
        lines.append(f"| {actions.bases[number]} | {actions.sizes[number]} | {name} | {kind.words} |")
    if actions.ranked >= 0:
        lines += [
            "",
            "## Placements",
            "",
            f"`placements` has {game.max_options} rows of {len(FEATURES)} numbers: row i is about action "
            f"{actions.bases[actions.ranked]} + i, rows beyond the legal placements are 0. "
            "Lengths and distances count in tenths.",
            "",
            "| column | what |",
            "|---:|---|",
            *(f"| {column} | {name} |" for column, name in enumerate(FEATURES)),
        ]
    lines += ["", f"## Observation, with {min(game.seats)} seats", "", table(Layout(game, min(game.seats)))]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
