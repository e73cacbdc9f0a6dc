import { describe, expect, it } from "vitest";
import {
  at,
  decreePlace,
  fanned,
  near,
  nest,
  RADIUS,
  regionAt,
  RING,
  spaceAngle,
  spacePath,
  trackAngle,
  WHOLE,
  wildPath,
} from "./geometry";
import { QUADRANTS } from "./view";

const apart = (a: { x: number; y: number }, b: typeof a): number => Math.hypot(a.x - b.x, a.y - b.y);

describe("the disc", () => {
  it("goes clockwise from north", () => {
    expect(at(10, 0).y).toBeCloseTo(-10);
    expect(at(10, 90).x).toBeCloseTo(10);
    expect(at(10, 180).y).toBeCloseTo(10);
  });

  it("has its quadrants where the rules draw them", () => {
    expect(regionAt({ x: -100, y: -100 })).toBe("forest");
    expect(regionAt({ x: 100, y: -100 })).toBe("shore");
    expect(regionAt({ x: 100, y: 100 })).toBe("village");
    expect(regionAt({ x: -100, y: 100 })).toBe("lake");
    expect(regionAt({ x: -RADIUS, y: RADIUS })).toBeNull();
    expect(regionAt({ x: RADIUS, y: RADIUS })).toBe("ambelau");
  });

  it("puts five spaces into each quadrant, the first one first in clockwise direction", () => {
    for (const region of QUADRANTS) {
      const angles = [1, 2, 3, 4, 5].map((index) => spaceAngle(region, index));
      expect(angles.map((angle) => regionAt(at(372, angle)))).toEqual(Array(5).fill(region));
      expect(angles).toEqual([...angles].sort((a, b) => a - b));
    }
    expect(spaceAngle("shore", 1)).toBe(9);
  });

  it("draws spaces that do not touch", () => {
    const [, left = ""] = /^M(-[\d.]+) /.exec(spacePath()) ?? [];
    expect(Number(left)).toBeLessThan(0);
    expect(-Number(left)).toBeLessThan(RING.inner * Math.sin(Math.PI / 20) - 3);
  });

  it("goes round the Esteem track", () => {
    expect(trackAngle(0)).toBe(0);
    expect(trackAngle(25)).toBe(90);
    expect(trackAngle(125)).toBe(90);
  });

  it("sets markers with the same Esteem apart", () => {
    const alone = fanned([3, 7]);
    expect(alone).toEqual([alone[0], alone[0]]);
    for (const tied of [fanned([5, 5]), fanned([5, 105, 5]), fanned([0, 0, 0, 0]), fanned([7, 7, 7, 7, 7])]) {
      const places = tied.map(({ x, y }) => `${x},${y}`);
      expect(new Set(places).size).toBe(tied.length);
    }
  });
});

describe("a wilderness", () => {
  it("has room for seven Explorers that do not overlap, inside the quadrant", () => {
    for (const region of QUADRANTS) {
      const places = Array.from({ length: 7 }, (_, n) => nest(region, n));
      expect(places.map(regionAt)).toEqual(places.map(() => region));
      for (const [n, place] of places.entries()) {
        expect(Math.hypot(place.x, place.y)).toBeLessThan(RING.wild - 27);
        for (const other of places.slice(n + 1)) expect(apart(place, other)).toBeGreaterThan(50);
      }
    }
  });

  it("has a place for every Explorer that can come", () => {
    const places = Array.from({ length: 16 }, (_, n) => nest("lake", n));
    expect(new Set(places.map(({ x, y }) => `${x},${y}`)).size).toBe(16);
  });

  it("keeps its Decrees in the quadrant, clear of the first Explorers", () => {
    for (const region of QUADRANTS) {
      for (const n of [0, 1]) {
        const decree = decreePlace(region, n);
        expect(regionAt(decree)).toBe(region);
        for (const explorer of [0, 1, 2, 3]) expect(apart(decree, nest(region, explorer))).toBeGreaterThan(60);
      }
    }
  });

  it("is drawn between the cells and the spaces", () => {
    expect(wildPath("village")).toMatch(/^M[^Z]+Z$/);
    expect(new Set(QUADRANTS.map(wildPath)).size).toBe(4);
  });
});

it("goes near to a quadrant with the heart in sight", () => {
  for (const region of QUADRANTS) {
    const box = near(region);
    expect(box.width).toBeLessThan(WHOLE.width * 0.6);
    const middle = { x: box.x + box.width / 2, y: box.y + box.width / 2 };
    expect(regionAt(middle)).toBe(region);
    expect(box.x <= 0 && box.x + box.width >= 0 && box.y <= 0 && box.y + box.width >= 0).toBe(true);
  }
});
