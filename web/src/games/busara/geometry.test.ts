import { describe, expect, it } from "vitest";
import { board } from "./fixture";
import {
  badgeSpot,
  boxOf,
  cellKey,
  covers,
  fringe,
  middleOf,
  neighbours,
  readCell,
  readCorner,
  seams,
  SIDE,
  SPACE,
  stitches,
  thread,
} from "./geometry";

const BOARDS = [board(0, 0, 0), board(1, 4, 1), board(2, 0, 4)];

describe("spaces", () => {
  it("have a name, a key and a middle", () => {
    expect(readCell("b0:12")).toEqual({ key: "cell:b0:12", board: 0, row: 1, column: 2 });
    expect(readCell("cell:b5:30")?.board).toBe(5);
    expect(readCell("seat:2")).toBeNull();
    expect(cellKey(2, 13)).toBe("cell:b2:31");
    expect(middleOf(BOARDS, "b1:03")).toEqual({ x: 7.5 * SPACE, y: 1.5 * SPACE });
    expect(middleOf([{ ...BOARDS[0], placed: false } as (typeof BOARDS)[0]], "b0:00")).toBeNull();
  });

  it("have neighbours across the borders of cloths", () => {
    expect(neighbours(BOARDS, "b0:23").sort()).toEqual(["cell:b0:13", "cell:b0:22", "cell:b0:33", "cell:b1:10"]);
    expect(neighbours(BOARDS, "cell:b0:00").sort()).toEqual(["cell:b0:01", "cell:b0:10"]);
    expect(neighbours(BOARDS, "cell:b1:30").sort()).toEqual(["cell:b1:20", "cell:b1:31", "cell:b2:03"]);
  });
});

describe("cloths", () => {
  it("are stitched wherever two spaces touch, once", () => {
    const found = seams(BOARDS);
    // Terracotta and Indigo share three edges, Terracotta and Ochre four, Indigo and Ochre one.
    expect(found.filter(({ upright }) => upright)).toHaveLength(4);
    expect(found.filter(({ upright }) => !upright)).toHaveLength(4);
    expect(stitches(found).match(/M/g)).toHaveLength(24);
  });

  it("have fringe only where nothing lies next to them", () => {
    expect(fringe(BOARDS, 0).match(/M-9 /g)).toHaveLength(4);
    expect(fringe(BOARDS, 0).match(/M297 /g)).toHaveLength(1);
    expect(fringe(BOARDS, 1).match(/M-9 /g)).toBeNull();
  });

  it("carry the owner's badge where it hides no other cloth", () => {
    expect(badgeSpot(BOARDS, 0).y).toBeLessThan(0);
    expect(badgeSpot(BOARDS, 2).y).toBeGreaterThan(SIDE);
    const under = [board(0, 0, 0), board(1, -2, 4)];
    expect(badgeSpot(under, 1)).toMatchObject({ right: false });
    expect(badgeSpot([board(0, 0, 0), board(1, 2, 4)], 1)).toMatchObject({ right: true });
  });

  it("know what they cover", () => {
    expect(covers(BOARDS, 4, 0)).toBeNull();
    expect(covers(BOARDS, 4, 1)).toBe(1);
    expect(boxOf(BOARDS, [], 10)).toEqual({ x: -10, y: -10, width: 8 * SPACE + 20, height: 8 * SPACE + 20 });
    expect(boxOf([], [{ x: -4, y: 0 }], 0).x).toBe(-SIDE);
  });
});

it("reads corners", () => {
  expect(readCorner("corner:-4,2")).toEqual({ x: -4, y: 2 });
  expect(readCorner("cell:b0:00")).toBeNull();
});

it("draws a thread of one token as a dot", () => {
  expect(thread([])).toBe("");
  expect(thread([{ x: 1, y: 2 }])).toBe("M1 2L1 2");
  expect(
    thread([
      { x: 1, y: 2 },
      { x: 3, y: 2 },
    ]),
  ).toBe("M1 2L3 2");
});
