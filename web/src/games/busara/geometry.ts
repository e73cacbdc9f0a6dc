/**
 * Where everything on the table lies. A space is 72 units wide; the board with its top left corner at (x, y) covers
 * four by four of them. A cell's name `b0:12` is board 0, row 1, column 2; its key is `cell:b0:12`.
 */
import type { Box, Point } from "../../lib/camera";
import type { Board } from "./view";

export const SPACE = 72;
export const SIDE = 4 * SPACE;
const CELL = /^(?:cell:)?b(\d):([0-3])([0-3])$/;
const STEPS: readonly Point[] = [
  { x: 0, y: -1 },
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
];

export interface Cell {
  /** `cell:b0:12`. */
  key: string;
  board: number;
  row: number;
  column: number;
}

export function cellKey(board: number, space: number): string {
  return `cell:b${board}:${Math.floor(space / 4)}${space % 4}`;
}

export function readCell(name: string): Cell | null {
  const found = CELL.exec(name);
  if (found === null) return null;
  const [board, row, column] = [Number(found[1]), Number(found[2]), Number(found[3])];
  return { key: cellKey(board, 4 * row + column), board, row, column };
}

/** The middle of a space, named with or without `cell:`; null when its board does not lie on the table. */
export function middleOf(boards: readonly Board[], name: string): Point | null {
  const cell = readCell(name);
  const board = cell === null ? undefined : boards[cell.board];
  if (cell === null || board === undefined || !board.placed) return null;
  return { x: (board.x + cell.column + 0.5) * SPACE, y: (board.y + cell.row + 0.5) * SPACE };
}

export function readCorner(key: string): Point | null {
  const found = /^corner:(-?\d+),(-?\d+)$/.exec(key);
  return found === null ? null : { x: Number(found[1]), y: Number(found[2]) };
}

/** Everything that lies there, with a margin; corners are places where a board may come to lie. */
export function boxOf(boards: readonly Board[], corners: readonly Point[], margin: number): Box {
  const at = [...boards.filter((board) => board.placed), ...corners];
  if (at.length === 0) at.push({ x: 0, y: 0 });
  const left = Math.min(...at.map(({ x }) => x)) * SPACE - margin;
  const top = Math.min(...at.map(({ y }) => y)) * SPACE - margin;
  const right = (Math.max(...at.map(({ x }) => x)) + 4) * SPACE + margin;
  const bottom = (Math.max(...at.map(({ y }) => y)) + 4) * SPACE + margin;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Which board covers a place of the table grid. */
export function covers(boards: readonly Board[], x: number, y: number): number | null {
  const found = boards.findIndex(
    (board) => board.placed && x >= board.x && x < board.x + 4 && y >= board.y && y < board.y + 4,
  );
  return found < 0 ? null : found;
}

/** Two spaces that touch across two boards: the middle of their common edge, and whether it stands upright. */
export interface Seam extends Point {
  upright: boolean;
}

export function seams(boards: readonly Board[]): Seam[] {
  const found: Seam[] = [];
  boards.forEach((board, number) => {
    if (!board.placed) return;
    for (let i = 0; i < 4; i++) {
      const right = covers(boards, board.x + 4, board.y + i);
      if (right !== null && right !== number)
        found.push({ x: (board.x + 4) * SPACE, y: (board.y + i + 0.5) * SPACE, upright: true });
      const below = covers(boards, board.x + i, board.y + 4);
      if (below !== null && below !== number)
        found.push({ x: (board.x + i + 0.5) * SPACE, y: (board.y + 4) * SPACE, upright: false });
    }
  });
  return found;
}

/** Three stitches over every seam. */
export function stitches(found: readonly Seam[]): string {
  return found
    .map(({ x, y, upright }) =>
      [-12, 0, 12].map((by) => (upright ? `M${x - 11} ${y + by}h22` : `M${x + by} ${y - 11}v22`)).join(""),
    )
    .join("");
}

/** Fringe hangs from the left and right ends of a cloth wherever nothing lies next to it; relative to the board. */
export function fringe(boards: readonly Board[], number: number): string {
  const board = boards[number];
  if (board === undefined) return "";
  let path = "";
  for (let i = 0; i < 4; i++) {
    if (covers(boards, board.x - 1, board.y + i) === null) path += `M-9 ${i * SPACE}v${SPACE}`;
    if (covers(boards, board.x + 4, board.y + i) === null) path += `M${SIDE + 9} ${i * SPACE}v${SPACE}`;
  }
  return path;
}

/** Where the owner's badge sits: on an edge beyond which nothing lies, at the top left if it can; relative to the board. */
export function badgeSpot(boards: readonly Board[], number: number): Point & { right: boolean } {
  const board = boards[number];
  const spots = [
    { x: 6, y: -9, right: false, cells: [0, 1], row: -1 },
    { x: SIDE - 6, y: -9, right: true, cells: [3, 2], row: -1 },
    { x: 6, y: SIDE + 9, right: false, cells: [0, 1], row: 4 },
    { x: SIDE - 6, y: SIDE + 9, right: true, cells: [3, 2], row: 4 },
  ] as const;
  const free = spots.find(({ cells, row }) =>
    cells.every((column) => board === undefined || covers(boards, board.x + column, board.y + row) === null),
  );
  const { x, y, right } = free ?? spots[0];
  return { x, y, right };
}

/** The names of the spaces next to one, across borders. */
export function neighbours(boards: readonly Board[], name: string): string[] {
  const cell = readCell(name);
  const board = cell === null ? undefined : boards[cell.board];
  if (cell === null || board === undefined || !board.placed) return [];
  return STEPS.flatMap((step) => {
    const x = board.x + cell.column + step.x;
    const y = board.y + cell.row + step.y;
    const other = covers(boards, x, y);
    const its = other === null ? undefined : boards[other];
    return other === null || its === undefined ? [] : [cellKey(other, 4 * (y - its.y) + x - its.x)];
  });
}

export function thread(points: readonly Point[]): string {
  const [first] = points;
  if (first === undefined) return "";
  // A thread of one token is a dot: round caps make it visible.
  const rest = points.length === 1 ? [first] : points.slice(1);
  return `M${first.x} ${first.y}${rest.map(({ x, y }) => `L${x} ${y}`).join("")}`;
}

export function between(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}
