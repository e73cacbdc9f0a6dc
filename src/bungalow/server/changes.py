"""What has changed between two views, so that a frame tells only that.

A change is the path to a place in the view and what is there now: `(["players", 0, "score"], 12)`. A place that a
record or a list did not have is added; a list's new places come at its end, in order. Only the values of the two views
count, never which objects they are made of: whoever knows both views knows the changes.
"""

from __future__ import annotations

Change = tuple[list[str | int], object]


def changes(old: object, new: object) -> list[Change]:
    """All changes that make `new` of `old`, in the order of the view."""
    found: list[Change] = []
    _compare(old, new, [], found)
    return found


def _compare(old: object, new: object, path: list[str | int], found: list[Change]) -> None:
    if old is new or old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() <= new.keys():
        for key, value in new.items():
            if key in old:
                _compare(old[key], value, [*path, key], found)
            else:
                found.append(([*path, key], value))
        return
    if isinstance(old, list) and isinstance(new, list) and len(old) <= len(new):
        differing = [index for index, value in enumerate(new) if index >= len(old) or old[index] != value]
        if 2 * len(differing) <= len(new):  # otherwise the whole list is shorter than the paths into it
            for index in differing:
                if index < len(old):
                    _compare(old[index], new[index], [*path, index], found)
                else:
                    found.append(([*path, index], new[index]))
            return
    found.append((path, new))


def carry_out(old: object, told: list[Change]) -> object:
    """The view after these changes; `old` stays as it is."""
    for path, value in told:
        old = _placed(old, path, value)
    return old


def _placed(old: object, path: list[str | int], value: object) -> object:
    if not path:
        return value
    key, *rest = path
    if isinstance(old, dict):
        return old | {key: _placed(old.get(key), rest, value)}
    assert isinstance(old, list)
    assert isinstance(key, int)
    inner = _placed(old[key], rest, value) if key < len(old) else value
    return [*old[:key], inner, *old[key + 1 :]]
