/**
 * Places on the second island: a disc of 0.55 of Buru's radius that touches it. Its canoe track is a loop of thirteen
 * cells, the start facing Buru, then 1 to 12 clockwise. On a phone the track is a ring of 4 x 4 cells instead.
 */
import { at, plus, wedge, type Point } from "./point";

export const SMALL = 275;
const BURU = 500;
/** Where the islands touch. The rules hang Ambelau south of Buru; to the south-east both fit a window best. */
export const TOUCH = 134;
export const CENTRE: Point = at(BURU + SMALL, TOUCH);
const CELLS = 13;
export const LAP = CELLS - 1;
const TURN = 360 / CELLS;
/** Rings of the small disc, by radius. */
export const REEF = { wild: 168, way: 156, inner: 177, cell: 222, outer: 266, rim: 274 } as const;

/** The direction of a cell from the middle of the island; cell 0 is the start. */
export function cellAngle(cell: number): number {
  return TOUCH + 180 + cell * TURN;
}

/** The middle of a cell, seen from the middle of the island. */
export function cellPlace(cell: number, radius: number = REEF.cell): Point {
  return at(radius, cellAngle(cell));
}

export function cellPath(): string {
  return wedge(REEF.inner, REEF.outer, TURN / 2, 4);
}

/** Where the n-th canoe lies at the jetty. */
export function berth(n: number): Point {
  return { x: n % 2 === 0 ? -25 : 25, y: Math.floor(n / 2) * 25 - 22 };
}

/** Places of tokens in the wilderness, clear of the altar above them. */
const NESTS: readonly (readonly [x: number, y: number])[] = [
  [0, 22],
  [-54, 22],
  [54, 22],
  [-27, 70],
  [27, 70],
  [-81, 70],
  [81, 70],
  [-108, 22],
  [108, 22],
  [0, 118],
  [-54, 112],
  [54, 112],
  [-27, 46],
  [27, 46],
  [-81, 46],
  [81, 46],
  [0, 94],
];

export function smallNest(n: number): Point {
  const [x, y] = NESTS[n % NESTS.length] as (typeof NESTS)[number];
  return plus(CENTRE, { x, y });
}

/** Where Blessing and Decrees lie in the wilderness. */
export const SMALL_BLESSING: Point = plus(CENTRE, { x: -126, y: -30 });
export function smallDecree(n: number): Point {
  return plus(CENTRE, n === 0 ? { x: 122, y: -34 } : { x: 0, y: 128 });
}

/** A step of a canoe's way. */
export interface Step {
  space: number;
  /** How many steps away; 0 beyond its Power, where it only slides on. */
  count: number;
  taken: boolean;
}

/** The spaces before a canoe, one for each point of Power, and how it slides on from the last one if that is taken. */
export function way(from: number, power: number, taken: (space: number) => boolean): Step[] {
  const steps: Step[] = [];
  for (let count = 1; count <= from + 2 * LAP; count++) {
    const space = ((from + count - 1) % LAP) + 1;
    const before = steps.at(-1);
    if (count > power && before?.taken !== true) break;
    steps.push({ space, count: count <= power ? count : 0, taken: taken(space) });
  }
  return steps;
}

/** The cells of the ring on a phone, clockwise from the top left: column and row. */
export function ringCell(space: number): { column: number; row: number } {
  const n = space - 1;
  if (n < 4) return { column: n, row: 0 };
  if (n < 7) return { column: 3, row: n - 3 };
  if (n < 10) return { column: 9 - n, row: 3 };
  return { column: 0, row: 12 - n };
}
