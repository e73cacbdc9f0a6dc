import { expect, it } from "vitest";
import { bars, type Part } from "./bars";

const COMPLAINTS: Part[][] = [
  [["complaints", 4]],
  [
    ["complaints", 6],
    ["reserved tile", -1],
  ],
  [
    ["complaints", 12],
    ["reserved tile", 0],
  ],
];

it("takes off to the left of zero and never makes a bar longer to the right", () => {
  const found = bars(COMPLAINTS);
  expect([found.low, found.high, found.most]).toEqual([1, 12, 1]);
  expect(found.rows[1]).toEqual({ below: [["reserved tile", -1]], above: [["complaints", 6]] });
});

it("leaves out what is nothing, and needs no room on the left where nothing is taken off", () => {
  const found = bars([[["a", 3]], [["b", 0]]]);
  expect(found.rows[1]).toEqual({ below: [], above: [] });
  expect([found.low, found.high, found.most]).toEqual([0, 3, 0]);
});

it("has a scale even without points", () => {
  expect(bars([[], [["a", 0]]])).toMatchObject({ low: 0, high: 1 });
  expect(bars([])).toEqual({ rows: [], low: 0, high: 1, most: 0 });
});

it("puts the first thing taken off next to zero", () => {
  const found = bars([
    [
      ["a", -2],
      ["b", -3],
      ["c", 4],
    ],
  ]);
  expect(found.rows[0]?.below.map(([name]) => name)).toEqual(["b", "a"]);
  expect([found.low, found.high, found.most]).toEqual([5, 4, 2]);
});
