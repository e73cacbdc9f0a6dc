"""The difference between two views, so that a message carries only what changed.

A change is the path to a place in the view and the value there now: `(["players", 0, "score"], 12)`. A key or list
element that did not exist is added; new list elements come at the end, in order. Changes depend on the values of the
two views alone: whoever knows both views knows the changes.
"""

from __future__ import annotations

Change = tuple[list[str | int], object]


def changes(old: object, new: object, *path: str | int) -> list[Change]:
    """Return the changes that turn `old`, the part of a view at `path`, into `new`; none if the two are equal."""
    found: list[Change] = []
    _compare(old, new, list(path), found)
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


def changed(old: object, made: list[Change]) -> object:
    """Return the view after these changes. `old` stays as it is; what did not change is shared with it."""
    fresh: set[int] = set()
    root: list[object] = [old]
    for path, value in made:
        place: list[object] | dict[str | int, object] = root
        key: str | int = 0
        for step in path:
            place, key = _copied(place, key, fresh), step
        if isinstance(place, list):
            assert isinstance(key, int)
            place[key:] = [value, *place[key + 1 :]]
        else:
            place[key] = value
    return root[0]


def _copied(
    place: list[object] | dict[str | int, object], key: str | int, fresh: set[int]
) -> list[object] | dict[str | int, object]:
    """Return what lies at `key`, replaced there by a copy unless it is one already."""
    inner = place[key]  # type: ignore[index]
    if id(inner) in fresh:
        assert isinstance(inner, list | dict)
        return inner
    assert isinstance(inner, list | dict)
    copy: list[object] | dict[str | int, object] = inner.copy()
    fresh.add(id(copy))
    place[key] = copy  # type: ignore[index]
    return copy
