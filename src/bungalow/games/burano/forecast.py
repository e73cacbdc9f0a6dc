"""What the lace scoring would bring now, if a player paid every lace maker that can be paid."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, product

from bungalow.core.contract import NONE
from bungalow.games.burano import words
from bungalow.games.burano.box import beside
from bungalow.games.burano.notation import SQUARES
from bungalow.games.burano.places import COLOURS
from bungalow.games.burano.shapes import LaceNowView
from bungalow.games.burano.state import Burano

EACH_WORKER = 2
"""VP for every worker that is paid (BN-6.3)."""

Cubes = tuple[int, ...]


def lace_now(table: Burano, seat: int) -> LaceNowView:
    """The best payment with the cubes of the pyramid and those bought, and what one cube more would change."""
    lace, paid = int(table.lace[seat]), int(table.paid) if table.turn == seat else 0
    cubes = list(table.reserve[seat * 6 : seat * 6 + 6])
    for colour in table.pyramid[seat * 14 : seat * 14 + 14]:
        if colour != NONE:
            cubes[colour] += 1
    free = 1 if table.has_effect(seat, table.box.lace_cube_waiver) and not (paid and table.waived) else 0
    return _forecast(lace & ~paid, paid, tuple(table.layout.colour), tuple(cubes), free, words.box_of(table).union_vp)


@lru_cache(4096)
def _forecast(lace: int, paid: int, colours: Cubes, cubes: Cubes, free: int, ladder: Cubes) -> LaceNowView:
    here: dict[int, list[int]] = {}
    for square in range(lace.bit_length()):
        if lace >> square & 1:
            here.setdefault(colours[square], []).append(square)
    vp, best = _best(here, paid, cubes, free, ladder)
    lacking = [colour for colour, squares in here.items() if len(squares) > cubes[colour]]
    more = {}
    for colour in lacking:
        with_one = (*cubes[:colour], cubes[colour] + 1, *cubes[colour + 1 :])
        gained = _best(here, paid, with_one, free, ladder)[0]
        if gained > vp:
            more[COLOURS[colour]] = gained
    return LaceNowView(
        vp=vp,
        unpaid=[SQUARES[square] for squares in here.values() for square in squares if not best >> square & 1],
        cubes={COLOURS[colour]: cubes[colour] for colour in here},
        one_more=more,
    )


def _best(here: dict[int, list[int]], paid: int, cubes: Cubes, free: int, ladder: Cubes) -> tuple[int, int]:
    """VP and squares of the best payment. Paying one more is never worse, so only full payments are compared."""
    choices = [list(combinations(squares, min(len(squares), cubes[colour]))) for colour, squares in here.items()]
    everybody = [square for squares in here.values() for square in squares]
    best = (-1, 0)
    for chosen in product(*choices):
        bits = paid
        for squares in chosen:
            for square in squares:
                bits |= 1 << square
        waived = [square for square in everybody if not bits >> square & 1] if free else []
        for whole in [bits | 1 << square for square in waived] or [bits]:
            vp = EACH_WORKER * (whole & ~paid).bit_count() + _unions(whole, ladder)
            best = max(best, (vp, whole))
    return best


def _unions(paid: int, ladder: Cubes) -> int:
    """The points of all unions (BN-6.4)."""
    points = 0
    while paid:
        union = paid & -paid
        while (grown := (union | int(beside(union))) & paid) != union:
            union = grown
        points += ladder[union.bit_count()]
        paid &= ~union
    return points
