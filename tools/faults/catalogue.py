"""All scenarios."""

from __future__ import annotations

from collections.abc import Sequence

from tools.faults import attacks, clock, crashes, disk, processes, wire
from tools.faults.scenario import Scenario
from tools.progress import Stop

FAMILIES = (crashes, disk, wire, clock, processes, attacks)
SCENARIOS: list[Scenario] = [scenario for family in FAMILIES for scenario in family.SCENARIOS]


def find(names: Sequence[str]) -> list[Scenario]:
    """Return the scenarios of these names, all without names. Raises `Stop` if there is no such scenario."""
    known = {scenario.name: scenario for scenario in SCENARIOS}
    if unknown := [name for name in names if name not in known]:
        raise Stop(f"There is no scenario {', '.join(unknown)}. Names: {', '.join(known)}")
    return [known[name] for name in known if not names or name in names]
