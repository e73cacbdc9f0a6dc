import { describe, expect, it } from "vitest";
import { cellsOf, type Placement } from "./geometry";
import { nearest, pathOf, placementOf, placementsOf, reachable, towards, turned } from "./placement";

/** All placements next to one tile at 0,0 (SPEC 5.1): 32 for a tile without a half turn. */
function besideOneTile(): Placement[] {
  const covered = new Set(["0,0", "1,0"]);
  const frontier = new Set(["0,-1", "1,-1", "2,0", "0,1", "1,1", "-1,0"]);
  const found: Placement[] = [];
  for (let y = -3; y <= 3; y++) {
    for (let x = -3; x <= 4; x++) {
      for (const [r, dx, dy] of [[0, 1, 0], [1, 0, 1], [2, -1, 0], [3, 0, -1]] as const) {
        const a = `${x},${y}`;
        const b = `${x + dx},${y + dy}`;
        if (!covered.has(a) && !covered.has(b) && (frontier.has(a) || frontier.has(b))) found.push({ x, y, r });
      }
    }
  }
  return found;
} // prettier-ignore

const places = besideOneTile();

describe("placements", () => {
  it("are read from the targets of the options", () => {
    expect(places).toHaveLength(32);
    expect(placementsOf(places.map((place) => ({ targets: pathOf(place) })))).toEqual(places);
    expect(placementOf(["tile:T17", "do:build"])).toBeNull();
    expect(placementOf(["cell:-3,12", "turn:2"])).toEqual({ x: -3, y: 12, r: 2 });
  });

  it("snap to the place under the pointer, turned as the tile is held", () => {
    expect(nearest(places, { x: 1, y: -0.5 }, 0, false)).toEqual({ x: 0, y: -1, r: 0 });
    expect(nearest(places, { x: 1, y: -0.5 }, 2, false)).toEqual({ x: 1, y: -1, r: 2 });
    expect(nearest([], { x: 0, y: 0 }, 0, false)).toBeNull();
  });

  it("take another turn only where the wanted one lies farther off", () => {
    const narrow = places.filter((place) => place.r % 2 === 0);
    expect(nearest(narrow, { x: 1, y: -0.5 }, 1, false)?.r).toBe(0);
  });

  it("turn about the cell under the pointer and come back after four turns", () => {
    const start = { x: 2, y: 0, r: 0 };
    const seen = [start];
    let here: Placement = start;
    for (let i = 0; i < 3; i++) {
      here = turned(places, here, 1, { x: 2, y: 0 });
      seen.push(here as typeof start);
    }
    expect(seen.map((place) => place.r)).toEqual([0, 1, 2, 3]);
    expect(
      seen.every((place) => places.some((one) => one.x === place.x && one.y === place.y && one.r === place.r)),
    ).toBe(true);
    expect(turned(places, { x: 2, y: 0, r: 1 }, -1, { x: 2, y: 0 })).toEqual(start);
    expect(turned([start], start, 1, null)).toEqual(start);
  });

  it("are all reached with the arrow keys and R", () => {
    const key = ({ x, y, r }: Placement): string => `${x},${y},${r}`;
    const reached = new Map<string, Placement>();
    const todo = places.slice(0, 1);
    for (let here = todo.pop(); here !== undefined; here = todo.pop()) {
      if (reached.has(key(here))) continue;
      reached.set(key(here), here);
      for (const side of [0, 1, 2, 3]) todo.push(towards(places, here, side));
      todo.push(turned(places, here, 1, null), turned(places, here, -1, null));
    }
    expect(reached.size).toBe(places.length);
  });

  it("have one outline round all their cells", () => {
    const { cells, outline } = reachable(places, 100);
    expect(new Set(cells.map(({ x, y }) => `${x},${y}`))).toEqual(
      new Set(places.flatMap((place) => cellsOf(place).map(({ x, y }) => `${x},${y}`))),
    );
    expect(outline.split("M").length - 1).toBeGreaterThan(12);
  });
});
