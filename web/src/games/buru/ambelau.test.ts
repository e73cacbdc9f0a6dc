import { describe, expect, it } from "vitest";
import { berth, cellAngle, cellPlace, CENTRE, LAP, REEF, ringCell, SMALL, smallNest, TOUCH, way } from "./ambelau";
import { blessingPlace, BOTH, decreePlace, nest, RADIUS, REEFS, regionAt, WHOLE } from "./geometry";
import { QUADRANTS, type RegionId } from "./view";

const apart = (a: { x: number; y: number }, b: typeof a): number => Math.hypot(a.x - b.x, a.y - b.y);
const SPACES = Array.from({ length: LAP }, (_, n) => n + 1);
const free = (): boolean => false;

describe("the second island", () => {
  it("touches the first one, and its start faces it", () => {
    expect(Math.hypot(CENTRE.x, CENTRE.y)).toBeCloseTo(RADIUS + SMALL);
    const start = cellPlace(0);
    for (const space of SPACES) {
      const place = cellPlace(space);
      expect(Math.hypot(CENTRE.x + place.x, CENTRE.y + place.y)).toBeGreaterThan(
        Math.hypot(CENTRE.x + start.x, CENTRE.y + start.y),
      );
    }
    expect(cellAngle(0) % 360).toBeCloseTo((TOUCH + 180) % 360);
  });

  it("has its thirteen cells clockwise, none over another", () => {
    const places = [0, ...SPACES].map((cell) => cellPlace(cell));
    for (const [n, place] of places.entries()) {
      expect(apart(place, places[(n + 1) % places.length] ?? place)).toBeGreaterThan(100);
      expect(Math.hypot(place.x, place.y)).toBeLessThan(REEF.outer);
    }
    expect(cellAngle(2)).toBeGreaterThan(cellAngle(1));
  });

  it("fits the picture with the first one, and fills its own", () => {
    for (const [x, y] of [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ] as const) {
      const rim = { x: CENTRE.x + x * SMALL, y: CENTRE.y + y * SMALL };
      for (const box of [BOTH, REEFS]) {
        expect(rim.x).toBeGreaterThan(box.x);
        expect(rim.x).toBeLessThan(box.x + box.width);
        expect(rim.y).toBeGreaterThan(box.y);
        expect(rim.y).toBeLessThan(box.y + box.height);
      }
    }
    expect(REEFS.width).toBeLessThan(WHOLE.width * 0.6);
  });

  it("has a place for every token that can come, Decrees and Blessing beside the first of them", () => {
    const nests = Array.from({ length: 17 }, (_, n) => nest("ambelau", n));
    expect(new Set(nests.map(({ x, y }) => `${x},${y}`)).size).toBe(17);
    for (const place of nests) {
      expect(regionAt(place)).toBe("ambelau");
      expect(apart(place, CENTRE)).toBeLessThan(REEF.wild - 20);
    }
    for (const n of [0, 1, 2, 3, 4]) {
      expect(apart(smallNest(n), smallNest(n + 1))).toBeGreaterThan(46);
      expect(apart(smallNest(n), decreePlace("ambelau", 0))).toBeGreaterThan(46);
      expect(apart(smallNest(n), blessingPlace("ambelau"))).toBeGreaterThan(46);
    }
  });

  it("moors five canoes side by side", () => {
    const berths = SPACES.slice(0, 5).map((n) => berth(n - 1));
    expect(new Set(berths.map(({ x, y }) => `${x},${y}`)).size).toBe(5);
  });
});

it("lays each Blessing in its region, clear of Decrees and of the first tokens", () => {
  for (const region of [...QUADRANTS, "ambelau"] as RegionId[]) {
    const place = blessingPlace(region);
    expect(regionAt(place)).toBe(region);
    for (const n of [0, 1]) expect(apart(place, decreePlace(region, n))).toBeGreaterThan(60);
    for (const n of [0, 1, 2, 3]) expect(apart(place, nest(region, n))).toBeGreaterThan(44);
  }
});

describe("the way of a canoe", () => {
  it("counts a step for each point of Power, from the start on", () => {
    expect(way(0, 3, free).map(({ space, count }) => [space, count])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
  });

  it("goes round and skips the start", () => {
    expect(way(11, 3, free).map(({ space }) => space)).toEqual([12, 1, 2]);
  });

  it("slides on from the last step to the first free space, and only from the last one", () => {
    const taken = (space: number): boolean => [4, 6, 7].includes(space);
    expect(way(2, 4, taken)).toEqual([
      { space: 3, count: 1, taken: false },
      { space: 4, count: 2, taken: true },
      { space: 5, count: 3, taken: false },
      { space: 6, count: 4, taken: true },
      { space: 7, count: 0, taken: true },
      { space: 8, count: 0, taken: false },
    ]);
  });

  it("comes back to its own space with Power 12", () => {
    expect(way(4, 12, free).at(-1)).toEqual({ space: 4, count: 12, taken: false });
  });
});

it("draws the ring of a phone clockwise from the top left, twelve cells round the middle", () => {
  const cells = SPACES.map(ringCell);
  expect(cells[0]).toEqual({ column: 0, row: 0 });
  expect(cells[3]).toEqual({ column: 3, row: 0 });
  expect(cells[6]).toEqual({ column: 3, row: 3 });
  expect(cells[9]).toEqual({ column: 0, row: 3 });
  expect(new Set(cells.map(({ column, row }) => `${column},${row}`)).size).toBe(12);
  for (const [n, cell] of cells.entries()) {
    const next = cells[(n + 1) % 12] ?? cell;
    expect(Math.abs(cell.column - next.column) + Math.abs(cell.row - next.row)).toBe(1);
    expect([0, 3].includes(cell.column) || [0, 3].includes(cell.row)).toBe(true);
  }
});
