import { describe, expect, it } from "vitest";
import {
  SLOTS,
  backToFront,
  berths,
  cellAt,
  cellName,
  ground,
  height,
  mooring,
  onRing,
  outlines,
  pins,
  ridge,
  routePath,
  rowLabel,
  slotAt,
  under,
  unions,
} from "./geometry";
import type { LaidRoof, Ship } from "./view";

describe("the city", () => {
  it("names cells by column and row", () => {
    expect(cellAt("d4")).toEqual({ c: 3, r: 3 });
    expect(cellName(6, 0)).toBe("g1");
  });
  it("lies at an angle of two to one", () => {
    expect(ground("a1")).toEqual({ x: 0, y: 0 });
    expect(ground("g1")).toEqual({ x: 312, y: 156 });
    expect(ground("a7")).toEqual({ x: -312, y: 156 });
  });
  it("grows by a floor with a cube and by a block with a roof", () => {
    expect([0, 1, 2, 3, 4, 5].map(height)).toEqual([0, 34, 45, 79, 90, 124]);
  });
  it("is drawn from back to front", () => {
    const cells = ["g7", "a1", "b2", "c1", "a2"].map((cell) => ({ cell }));
    expect(backToFront(cells).map(({ cell }) => cell)).toEqual(["a1", "a2", "b2", "c1", "g7"]);
  });
  it("joins two halves of a roof on the nearer one only", () => {
    const across: LaidRoof = { tile: "x", cells: ["b2", "c2"], colours: ["blue", "pink"], floor: 1 };
    expect([ridge(across, "b2"), ridge(across, "c2"), ridge(across, "d2")]).toEqual([null, "left", null]);
    const down: LaidRoof = { ...across, cells: ["b3", "b2"] };
    expect([ridge(down, "b3"), ridge(down, "b2")]).toEqual(["right", null]);
  });
});

describe("the lagoon", () => {
  it("draws a route alike from both ends", () => {
    expect(routePath("A", "E")).toBe(routePath("E", "A"));
    expect(routePath("PW", "D")).toContain("C");
  });
  it("gives every boat and ship a place of its own", () => {
    for (const node of ["A", "F", "PW", "PE"] as const) {
      const places = [0, 1, 2, 3].map((at) => mooring(node, at));
      expect(new Set(places.map(({ x, y }) => `${x},${y}`)).size).toBe(4);
    }
    const four = berths("PW", 4).map(({ y }) => y);
    expect(four).toEqual([162, 298, 434, 570]);
    expect(berths("PE", 0)).toEqual([]);
  });
  it("labels a row by kinds, or by cards of the one kind", () => {
    const ship = (rows: Ship["rows"]): Ship => ({ ship: "x", name: "x", port: "PW", rows });
    expect(
      rowLabel(
        ship([
          { groups: 1, each: 3, vp: 9 },
          { groups: 2, each: 3, vp: 24 },
        ]),
        1,
      ),
    ).toBe(2);
    expect(
      rowLabel(
        ship([
          { groups: 1, each: 2, vp: 4 },
          { groups: 1, each: 3, vp: 8 },
        ]),
        1,
      ),
    ).toBe(3);
  });
});

describe("lace", () => {
  it("outlines a group without the seams inside it", () => {
    expect(outlines(["w00"], 10).match(/M/g)).toHaveLength(4);
    expect(outlines(["w00", "w01"], 10).match(/M/g)).toHaveLength(6);
  });
  it("finds who stands beside somebody", () => {
    expect(unions(["w00", "w01", "w13", "w33"])).toEqual(["w00", "w01"]);
    expect(unions(["w10", "w20"])).toEqual(["w10", "w20"]);
  });
});

describe("the player's board", () => {
  it("has house 0 at the top and goes clockwise", () => {
    expect(onRing(0, 100)).toEqual({ x: 0, y: -100 });
    expect(onRing(3, 100)).toEqual({ x: 100, y: 0 });
    expect(onRing(6, 100)).toEqual({ x: 0, y: 100 });
  });
  it("has fourteen slots apart from each other", () => {
    const places = SLOTS.map(slotAt);
    for (const [i, one] of places.entries())
      for (const other of places.slice(i + 1)) expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(40);
  });
  it("pins what is held down", () => {
    expect(under("m01")).toEqual(["b01", "b02", "b11", "b12"]);
    expect(pins(["b00", "b01", "b10", "b11", "m00"])).toEqual([{ x: 47, y: 47 }]);
    expect(pins(["b00"])).toEqual([]);
  });
});
