import { describe, expect, it } from "vitest";
import {
  BADGE,
  CELL,
  across,
  badgeRoom,
  badgeSpot,
  boxOf,
  cellsOf,
  curve,
  halfEdge,
  inWarren,
  mouthPoint,
  pathData,
  strandCurves,
  tenant,
} from "./geometry";
import type { Face, Player } from "./view";
import { drawWarren } from "./warren";

const PAIRS = [0, 1, 2, 3, 4, 5].flatMap((a) => [0, 1, 2, 3, 4, 5].filter((b) => b > a).map((b) => [a, b] as const));

/** Ways to join the six mouths in pairs without a crossing, up to two of the pairs cut into ends. */
function faces(): Face[] {
  const matchings = [
    [[0, 1], [2, 3], [4, 5]],
    [[0, 1], [2, 5], [3, 4]],
    [[0, 3], [1, 2], [4, 5]],
    [[0, 5], [1, 4], [2, 3]],
    [[0, 5], [1, 2], [3, 4]],
  ] as [number, number][][]; // prettier-ignore
  return matchings.flatMap((links) =>
    [0, 1, 2, 3, 4, 5, 6].map((cut) => ({
      tile: "T00",
      links: links.filter((_, i) => (cut & (1 << i)) === 0),
      ends: links
        .filter((_, i) => (cut & (1 << i)) !== 0)
        .flatMap((pair) => pair.map((m) => [m, "red"] as [number, "red"])),
      bus: true,
      half_turn: false,
    })),
  );
}

describe("a tile", () => {
  it("turns clockwise about the middle of half A", () => {
    expect([0, 1, 2, 3].map((r) => cellsOf({ x: 3, y: -2, r })[1])).toEqual([
      { x: 4, y: -2 },
      { x: 3, y: -1 },
      { x: 2, y: -2 },
      { x: 3, y: -3 },
    ]);
    expect(inWarren({ x: 0, y: 0, r: 1 }, { x: 200, y: 50 })).toEqual({ x: 50, y: 200 });
  });

  it("has its mouths where the curves begin, however it is turned", () => {
    for (const r of [0, 1, 2, 3]) {
      for (const mouth of [0, 1, 2, 3, 4, 5]) {
        const place = { x: 2, y: 5, r };
        expect(inWarren(place, curve(mouth, -1)[0])).toEqual(mouthPoint(halfEdge(place, mouth)));
      }
    }
  });

  it("leaves every mouth at right angles", () => {
    for (const [from, to] of PAIRS) {
      const [a, b] = curve(from, to);
      expect(Math.min(Math.abs(a.x - b.x), Math.abs(a.y - b.y))).toBe(0);
    }
  });

  it("has room for the bus badge clear of tunnels and chambers", () => {
    for (const face of faces()) {
      expect(badgeRoom(face), JSON.stringify(face)).toBeGreaterThanOrEqual(BADGE - 1);
      expect(badgeSpot(face)).toBe(badgeSpot({ ...face, tile: "T01" }));
    }
  });
});

describe("a warren", () => {
  // T15 at 0,0 and T38 above its right half, as in example E6: radish meets carrot.
  const T15: Face = { tile: "T15", links: [[2, 3], [4, 5]], ends: [[0, "red"], [1, "orange"]], bus: true, half_turn: false }; // prettier-ignore
  const player = (over: Partial<Player>): Player => ({
    seat: 0,
    board: 1,
    starting_burrows: ["red", "orange"],
    laid: [
      { tile: "T15", x: 0, y: 0, r: 0 },
      { tile: "T16", x: 0, y: -1, r: 0 },
    ],
    strands: [],
    reserve: null,
    gophers: { red: null, orange: null, purple: null },
    complaints: 0,
    pages: [],
    score: 0,
    ...over,
  });
  const tiles = { T15, T16: { ...T15, tile: "T16", links: [[0, 1], [2, 5]], ends: [[4, "red"], [3, "purple"]] } } as Record<string, Face>; // prettier-ignore

  it("joins opposite mouths in one smooth path", () => {
    const strand = { kind: "burrow" as const, colours: ["red" as const, "red" as const], length: 2, segments: [[0, -1, 0], [1, 4, -1]] as [number, number, number][] }; // prettier-ignore
    const curves = strandCurves(strand, player({}).laid);
    const [first, second] = curves;
    expect(first?.[3]).toEqual(second?.[0]);
    expect(pathData(curves)).toMatch(/^M50 17C[^M]*50 -17$/);
    expect(across({ x: 0, y: 0, side: 0 })).toEqual({ x: 0, y: -1, side: 2 });
  });

  it("finds who lives in a burrow by either end", () => {
    const strand = { kind: "burrow" as const, colours: ["red" as const, "red" as const], length: 2, segments: [[0, -1, 0], [1, 4, -1]] as [number, number, number][] }; // prettier-ignore
    const home = { length: 2, on_ranch: false, x: 0, y: -1, side: 2 };
    expect(tenant(strand, player({ gophers: { red: home, orange: null, purple: null } }))).toBe("red");
    expect(
      tenant(strand, player({ gophers: { red: { ...home, on_ranch: true }, orange: null, purple: null } })),
    ).toBeNull();
    const drawn = drawWarren(player({ strands: [strand], gophers: { red: home, orange: null, purple: null } }), tiles);
    expect(drawn.homes).toHaveLength(1);
    expect(drawn.homes[0]?.gopher).not.toBeNull();
    expect(drawn.groups.map((group) => group.key)).toEqual(["done-red"]);
  });

  it("has a box even while it is empty", () => {
    expect(boxOf([], 0)).toEqual({ x: 0, y: 0, width: 2 * CELL, height: CELL });
    expect(boxOf([{ x: -3, y: 2, r: 3 }], 10)).toEqual({ x: -310, y: 90, width: 120, height: 220 });
  });
});
