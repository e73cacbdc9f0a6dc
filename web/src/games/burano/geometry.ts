/** Where things lie in the pictures: the lagoon on 1200 x 730, the city at an angle, the plan, lace, ring, pyramid. */
import type { LaidRoof, Node, Ship } from "./view";

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

export const LAGOON: Box = { x: 0, y: 0, width: 1200, height: 730 };

// -- the city ---------------------------------------------------------------------------------------------------------

export const COLUMNS = "abcdefg";
export const SIZE = 7;
/** Half the width of a cell, half its height, a floor, a rooftop block. */
export const WIDE = 52;
export const DEEP = 26;
export const FLOOR = 34;
export const BLOCK = 11;
/** The city in the lagoon. */
export const CITY = { x: 437, y: 262, scale: 0.75 };

/** Column and row, from 0. */
export function cellAt(cell: string): { c: number; r: number } {
  return { c: COLUMNS.indexOf(cell.charAt(0)), r: Number(cell.slice(1)) - 1 };
}

export function cellName(c: number, r: number): string {
  return `${COLUMNS.charAt(c)}${r + 1}`;
}

/** The middle of a cell on the ground. */
export function ground(cell: string): Point {
  const { c, r } = cellAt(cell);
  return { x: WIDE * (c - r), y: DEEP * (c + r) };
}

/** How high the top of a stack lies above the ground: a roof is a low block until something stands on it. */
export function height(layers: number): number {
  const floors = Math.ceil(layers / 2);
  return floors * FLOOR + Math.floor(layers / 2) * BLOCK;
}

/** Cells from back to front, so that what stands in front is drawn later. */
export function backToFront<T extends { cell: string }>(cells: readonly T[]): T[] {
  const depth = ({ cell }: T): number => {
    const { c, r } = cellAt(cell);
    return (c + r) * SIZE + c;
  };
  return [...cells].sort((a, b) => depth(a) - depth(b));
}

/** A flat diamond round a point. */
export function rug({ x, y }: Point, half: number): string {
  return `M${x} ${y - half / 2}l${half} ${half / 2}-${half} ${half / 2}-${half}-${half / 2}Z`;
}

/** The outline of a house of one floor that stands at a point. */
export function houseOutline({ x, y }: Point): string {
  return `M${x} ${y - 57}l44 22v36l-44 22-44-22v-36Z`;
}

/** To which side a roof's ridge goes on from a cell: the neighbour behind it on the right or on the left. */
export function ridge(roof: LaidRoof, cell: string): "right" | "left" | null {
  const other = roof.cells[0] === cell ? roof.cells[1] : roof.cells[1] === cell ? roof.cells[0] : null;
  if (other === null) return null;
  const [here, there] = [cellAt(cell), cellAt(other)];
  // The nearer half draws the ridge towards the farther one, so that nothing hides it.
  if (there.r < here.r) return "right";
  return there.c < here.c ? "left" : null;
}

/** The placement that two cells and a tile mean, whichever was pressed first. */
export function neighbours(a: string, b: string): boolean {
  const [one, other] = [cellAt(a), cellAt(b)];
  return Math.abs(one.c - other.c) + Math.abs(one.r - other.r) === 1;
}

// -- the lagoon -------------------------------------------------------------------------------------------------------

export const NODES: Record<Node, Point> = {
  A: { x: 298, y: 98 },
  E: { x: 655, y: 92 },
  B: { x: 985, y: 98 },
  D: { x: 298, y: 612 },
  F: { x: 655, y: 616 },
  C: { x: 985, y: 612 },
  PW: { x: 92, y: 366 },
  PE: { x: 1108, y: 366 },
};

export const LANDMARK: Partial<Record<Node, string>> = {
  A: "tower",
  E: "cypress",
  B: "vine",
  D: "cypress",
  F: "vine",
  C: "kiln",
};

const PATHS: Record<string, string> = {
  "A-E": "M408 96Q478 76 545 90",
  "B-E": "M765 90Q820 76 875 94",
  "B-C": "M1006 205C1020 290 1020 450 1006 540",
  "C-F": "M875 632Q820 652 768 636",
  "D-F": "M545 636Q478 652 410 632",
  "A-D": "M218 540C180 460 180 270 216 178",
  "A-PW": "M104 226C112 170 150 128 186 116",
  "D-PW": "M104 562C112 594 150 618 186 626",
  "B-PE": "M1096 226C1100 180 1098 150 1090 128",
  "C-PE": "M1108 562C1108 576 1104 590 1096 602",
  "E-F": "M672 202C694 280 694 450 672 548",
};

/** A route as a line on the water; straight where an edition has one that is not drawn here. */
export function routePath(one: Node, other: Node): string {
  const [a, b] = [one, other].sort() as [Node, Node];
  const { x, y } = NODES[a];
  return PATHS[`${a}-${b}`] ?? `M${x} ${y}L${NODES[b].x} ${NODES[b].y}`;
}

const MOORINGS: Point[] = [
  { x: 112, y: 74 },
  { x: -114, y: 74 },
  { x: 142, y: 30 },
  { x: -146, y: 30 },
];

/** Where a boat lies: the `at`-th one at its node. */
export function mooring(node: Node, at: number): Point {
  if (node === "PW") return { x: 38 + 44 * at, y: 716 };
  if (node === "PE") return { x: 1162 - 44 * at, y: 716 };
  const spot = MOORINGS[at % MOORINGS.length] ?? { x: 0, y: 0 };
  return { x: NODES[node].x + spot.x, y: NODES[node].y + spot.y };
}

/** Where ships lie in a port, from the top. */
export function berths(port: "PW" | "PE", count: number): Point[] {
  const pitch = 136;
  const first = 366 - ((count - 1) * pitch) / 2;
  return Array.from({ length: count }, (_, at) => ({ x: NODES[port].x, y: first + at * pitch }));
}

/** What counts in a ship's row: how many kinds, or how many of the one kind. */
export function rowLabel(ship: Ship, row: number): number {
  const many = ship.rows.some(({ groups }) => groups > 1);
  const it = ship.rows[row];
  return it === undefined ? 0 : many ? it.groups : it.each;
}

// -- lace -------------------------------------------------------------------------------------------------------------

export const LACE: Box = { x: 712, y: 222, width: 273, height: 156 };
export const STITCH = 39;

export function squareAt(square: string): { r: number; c: number } {
  return { r: Number(square.charAt(1)), c: Number(square.charAt(2)) };
}

export function squareName(r: number, c: number): string {
  return `w${r}${c}`;
}

/** The outlines of groups of squares that touch, each as one path; a unit is one square. */
export function outlines(squares: readonly string[], unit: number): string {
  const held = new Set(squares);
  const has = (r: number, c: number): boolean => held.has(squareName(r, c));
  let lines = "";
  for (const square of squares) {
    const { r, c } = squareAt(square);
    const [x, y] = [c * unit, r * unit];
    if (!has(r - 1, c)) lines += `M${x} ${y}h${unit}`;
    if (!has(r + 1, c)) lines += `M${x} ${y + unit}h${unit}`;
    if (!has(r, c - 1)) lines += `M${x} ${y}v${unit}`;
    if (!has(r, c + 1)) lines += `M${x + unit} ${y}v${unit}`;
  }
  return lines;
}

/** Squares that have a neighbour among the others: they make unions. */
export function unions(squares: readonly string[]): string[] {
  const held = new Set(squares);
  return squares.filter((square) => {
    const { r, c } = squareAt(square);
    return [squareName(r - 1, c), squareName(r + 1, c), squareName(r, c - 1), squareName(r, c + 1)].some((near) =>
      held.has(near),
    );
  });
}

// -- the player's board -----------------------------------------------------------------------------------------------

/** A point of the ring, a distance from its middle; house 0 of twelve is at the top. */
export function onRing(house: number, distance: number): Point {
  const turn = (house * Math.PI) / 6;
  return { x: round(distance * Math.sin(turn)), y: round(-distance * Math.cos(turn)) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10 + 0;
}

export const SLOTS = [
  ...["b00", "b01", "b02", "b10", "b11", "b12", "b20", "b21", "b22"],
  ...["m00", "m01", "m10", "m11"],
  "t",
];
export const PITCH = 46;

/** The middle of a slot: three grids side by side. */
export function slotAt(slot: string): Point {
  if (slot === "t") return { x: 290, y: 70 };
  const [r, c] = [Number(slot.charAt(1)), Number(slot.charAt(2))];
  return slot.startsWith("m") ? { x: 180 + PITCH * c, y: 47 + PITCH * r } : { x: 24 + PITCH * c, y: 24 + PITCH * r };
}

/** The slots that a cube of a higher level rests on. */
export function under(slot: string): string[] {
  if (slot === "t") return ["m00", "m01", "m10", "m11"];
  if (!slot.startsWith("m")) return [];
  const [r, c] = [Number(slot.charAt(1)), Number(slot.charAt(2))];
  return [`b${r}${c}`, `b${r}${c + 1}`, `b${r + 1}${c}`, `b${r + 1}${c + 1}`];
}

/** Where a cube of a higher level holds four others down: a pin on their junction. */
export function pins(filled: readonly string[]): Point[] {
  return filled.flatMap((slot) => {
    const below = under(slot).map(slotAt);
    if (below.length === 0) return [];
    const middle = (of: (point: Point) => number): number => below.reduce((all, point) => all + of(point), 0) / 4;
    return [{ x: middle(({ x }) => x), y: middle(({ y }) => y) }];
  });
}
