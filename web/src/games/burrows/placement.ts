/** The legal placements of a tile as the picker offers them, and the ghost's way among them. */
import { STEPS, cellsOf, middleOf, type Placement, type Point } from "./geometry";

const CELL_KEY = /^cell:(-?\d+),(-?\d+)$/;

export const cellKey = ({ x, y }: Point): string => `cell:${x},${y}`;
export const pathOf = (at: Placement): [string, string] => [cellKey(at), `turn:${at.r}`];
export const samePlace = (a: Placement | null, b: Placement | null): boolean =>
  a === b || (a !== null && b !== null && a.x === b.x && a.y === b.y && a.r === b.r);

/** Targets `cell:x,y` and `turn:r` as a placement; null if the path is another one. */
export function placementOf(targets: readonly string[]): Placement | null {
  const cell = targets.map((target) => CELL_KEY.exec(target)).find((found) => found !== null);
  const turn = targets.find((target) => target.startsWith("turn:"));
  if (cell === undefined || cell === null || turn === undefined) return null;
  return { x: Number(cell[1]), y: Number(cell[2]), r: Number(turn.slice(5)) };
}

/** Placements of the options of a choice; empty when another choice is asked. */
export function placementsOf(options: readonly { targets: readonly string[] }[]): Placement[] {
  return options.flatMap(({ targets }) => placementOf(targets) ?? []);
}

const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
const covers = (at: Placement, cell: Point): boolean => cellsOf(at).some(({ x, y }) => x === cell.x && y === cell.y);
const same = (a: number, b: number, half: boolean): boolean => (half ? (a & 1) === (b & 1) : a === b);

/** A different turn than the wanted one is taken when that is nearer by so many cells. */
const TURN_COST = 0.75;

/**
 * The placement nearest to a pointer, in cells. `turn` is how the tile is held; `half` says that it looks the same after a
 * half turn.
 */
export function nearest(places: readonly Placement[], pointer: Point, turn: number, half: boolean): Placement | null {
  let best: Placement | null = null;
  let least = Infinity;
  for (const place of places) {
    const cost = apart(middleOf(place), pointer) + (same(place.r, turn, half) ? 0 : TURN_COST);
    if (cost < least) {
      least = cost;
      best = place;
    }
  }
  return best;
}

/**
 * The ghost turned a quarter clockwise about the cell under the pointer (else about its own first half), or as far as it
 * takes to find room.
 */
export function turned(places: readonly Placement[], from: Placement, by: 1 | -1, pivot: Point | null): Placement {
  const about = pivot !== null && covers(from, pivot) ? pivot : { x: from.x, y: from.y };
  const first = from.x === about.x && from.y === about.y;
  for (let step = 1; step <= 4; step++) {
    const r = (from.r + by * step + 8) & 3;
    const fitting = places.filter((place) => place.r === r && covers(place, about));
    const found = fitting.find((place) => (place.x === about.x && place.y === about.y) === first) ?? fitting[0];
    if (found !== undefined && !samePlace(found, from)) return found;
  }
  return from;
}

/** The next placement towards a side (0 north to 3 west), for arrow keys. */
export function towards(places: readonly Placement[], from: Placement, side: number): Placement {
  const step = STEPS[(side & 3) as 0 | 1 | 2 | 3];
  const start = middleOf(from);
  let best = from;
  let least = Infinity;
  for (const place of places) {
    const middle = middleOf(place);
    const ahead = (middle.x - start.x) * step.x + (middle.y - start.y) * step.y;
    const aside = Math.abs((middle.x - start.x) * step.y) + Math.abs((middle.y - start.y) * step.x);
    if (ahead < 0.4 || aside > ahead * 2.5) continue;
    const cost = ahead + aside * 2 + (place.r === from.r ? 0 : TURN_COST);
    if (cost < least) {
      least = cost;
      best = place;
    }
  }
  return best;
}

/** All cells that some placement covers, and the outline round them as path data (cells are `unit` wide). */
export function reachable(places: readonly Placement[], unit: number): { cells: Point[]; outline: string } {
  const cells = new Map<string, Point>();
  for (const place of places) for (const cell of cellsOf(place)) cells.set(`${cell.x},${cell.y}`, cell);
  const outline: string[] = [];
  for (const { x, y } of cells.values()) {
    STEPS.forEach((step, side) => {
      if (cells.has(`${x + step.x},${y + step.y}`)) return;
      const fromX = x + (side === 1 ? 1 : 0);
      const fromY = y + (side === 2 ? 1 : 0);
      outline.push(`M${fromX * unit} ${fromY * unit}${side % 2 === 0 ? "h" : "v"}${unit}`);
    });
  }
  return { cells: [...cells.values()], outline: outline.join("") };
}
