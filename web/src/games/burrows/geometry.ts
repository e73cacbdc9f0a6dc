/**
 * Where everything on a tile and in a warren lies. One cell is 100 units; half A of an unturned tile covers (0, 0) to
 * (100, 100), half B lies to its right. A quarter turn goes clockwise about the middle of half A.
 */
import type { Box, Point } from "../../lib/camera";
import type { Colour, Face, Gopher, Laid, Player, Segment, Strand } from "./view";

export const CELL = 100;
/** A vegetable's chamber: how far behind its mouth, and its radius. */
export const DEPTH = 17;
export const CHAMBER = 13;
export const BADGE = 16;
const RIM = 12;

export type { Box, Point };
/** A cubic curve: start, two controls, end. */
export type Curve = readonly [Point, Point, Point, Point];
/** A mouth in a warren: side 0 to 3 (north, east, south, west) of a cell. */
export interface HalfEdge {
  x: number;
  y: number;
  side: number;
}

export const STEPS = [
  { x: 0, y: -1 },
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
] as const;

/** The six mouths clockwise from the top left: half (0 is A), side, place. */
const MOUTHS = [
  { half: 0, side: 0, x: 50, y: 0 },
  { half: 1, side: 0, x: 150, y: 0 },
  { half: 1, side: 1, x: 200, y: 50 },
  { half: 1, side: 2, x: 150, y: 100 },
  { half: 0, side: 2, x: 50, y: 100 },
  { half: 0, side: 3, x: 0, y: 50 },
] as const;

/** How far a tunnel runs straight in before it bends, by the two mouths it joins. */
const REACH: Record<string, number> = {
  "05": 25, "12": 25, "23": 25, "45": 25, // corners
  "01": 25, "34": 25, // turning back
  "04": 40, "13": 40, // across
  "03": 40, "14": 40, // diagonal
  "02": 30, "15": 30, "24": 30, "35": 30, // long bends
  "25": 50, // straight through
}; // prettier-ignore

function mouthOf(index: number): (typeof MOUTHS)[number] {
  const mouth = MOUTHS[index];
  if (mouth === undefined) throw new RangeError(`a tile has no mouth ${index}`);
  return mouth;
}

function stepOf(side: number): Point {
  return STEPS[(side & 3) as 0 | 1 | 2 | 3];
}

function inward(index: number, by: number): Point {
  const mouth = mouthOf(index);
  const step = stepOf(mouth.side);
  return { x: mouth.x - step.x * by, y: mouth.y - step.y * by };
}

/** The middle line of one segment on the unturned tile; -1 stands for the vegetable behind the other mouth. */
export function curve(from: number, to: number): Curve {
  if (from < 0) return reversed(curve(to, from));
  const start = mouthOf(from);
  if (to < 0) return [start, inward(from, DEPTH / 3), inward(from, (2 * DEPTH) / 3), inward(from, DEPTH)];
  const reach = REACH[`${Math.min(from, to)}${Math.max(from, to)}`] ?? 30;
  return [start, inward(from, reach), inward(to, reach), mouthOf(to)];
}

function reversed([a, b, c, d]: Curve): Curve {
  return [d, c, b, a];
}

/** A point of the unturned tile, in the warren. */
export function inWarren({ x, y, r }: Placement, point: Point): Point {
  const dx = point.x - CELL / 2;
  const dy = point.y - CELL / 2;
  const [tx, ty] = r === 0 ? [dx, dy] : r === 1 ? [-dy, dx] : r === 2 ? [-dx, -dy] : [dy, -dx];
  return { x: x * CELL + CELL / 2 + tx, y: y * CELL + CELL / 2 + ty };
}

export interface Placement {
  x: number;
  y: number;
  r: number;
}

export function cellsOf({ x, y, r }: Placement): [Point, Point] {
  const step = stepOf(r + 1);
  return [
    { x, y },
    { x: x + step.x, y: y + step.y },
  ];
}

/** The middle of a laid tile, in cells. */
export function middleOf(at: Placement): Point {
  const [a, b] = cellsOf(at);
  return { x: (a.x + b.x + 1) / 2, y: (a.y + b.y + 1) / 2 };
}

/** The mouth of a laid tile as a side of a cell. */
export function halfEdge(at: Placement, mouth: number): HalfEdge {
  const { half, side } = mouthOf(mouth);
  const cell = cellsOf(at)[half];
  return { x: cell.x, y: cell.y, side: (side + at.r) & 3 };
}

export function across({ x, y, side }: HalfEdge): HalfEdge {
  const step = stepOf(side);
  return { x: x + step.x, y: y + step.y, side: (side + 2) & 3 };
}

/** The point of a mouth, in units. */
export function mouthPoint({ x, y, side }: HalfEdge): Point {
  const step = stepOf(side);
  return { x: (x + 0.5 + step.x / 2) * CELL, y: (y + 0.5 + step.y / 2) * CELL };
}

export const edgeKey = ({ x, y, side }: HalfEdge): string => `${x},${y},${side}`;

/** The ends and open mouths of a strand: a ring has none. */
export function terminals(strand: Strand, laid: readonly Laid[]): HalfEdge[] {
  if (strand.kind === "ring") return [];
  const found: HalfEdge[] = [];
  const add = (segment: Segment | undefined, mouth: number, end: number): void => {
    const at = segment === undefined ? undefined : laid[segment[0]];
    if (at !== undefined) found.push(halfEdge(at, mouth < 0 ? end : mouth));
  };
  const first = strand.segments[0];
  const last = strand.segments.at(-1);
  add(first, first?.[1] ?? 0, first?.[2] ?? 0);
  add(last, last?.[2] ?? 0, last?.[1] ?? 0);
  return found;
}

/** The curves of a strand in the warren, from one end to the other. */
export function strandCurves(strand: Strand, laid: readonly Laid[]): Curve[] {
  return strand.segments.flatMap(([index, from, to]) => {
    const at = laid[index];
    if (at === undefined) return [];
    const [a, b, c, d] = curve(from, to);
    return [[inWarren(at, a), inWarren(at, b), inWarren(at, c), inWarren(at, d)] as const];
  });
}

const at = ({ x, y }: Point): string => `${+x.toFixed(1)} ${+y.toFixed(1)}`;

/** Path data of curves that follow each other. */
export function pathData(curves: readonly Curve[]): string {
  return curves.map(([a, b, c, d], i) => `${i === 0 ? `M${at(a)}` : ""}C${at(b)} ${at(c)} ${at(d)}`).join("");
}

export function pointOn([a, b, c, d]: Curve, t: number): Point {
  const s = 1 - t;
  const [p, q, r, u] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
  return { x: p * a.x + q * b.x + r * c.x + u * d.x, y: p * a.y + q * b.y + r * c.y + u * d.y };
}

// Not Math.hypot: it is many times slower, and searches ask for it very often.
export const distance = (a: Point, b: Point): number => Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2);

/** Points along curves, about `gap` units apart. */
export function samples(curves: readonly Curve[], gap: number): Point[] {
  const points: Point[] = [];
  for (const one of curves) {
    const steps = Math.max(2, Math.round((distance(one[0], one[3]) * 1.1) / gap));
    for (let i = points.length === 0 ? 0 : 1; i <= steps; i++) points.push(pointOn(one, i / steps));
  }
  return points;
}

/** Path data of the tunnels of an unturned tile, and where its vegetables lie. */
export function faceDrawing(face: Face): { tunnels: string; ends: { colour: Colour; stub: string; at: Point }[] } {
  return {
    tunnels: face.links.map(([from, to]) => pathData([curve(from, to)])).join(""),
    ends: face.ends.map(([mouth, colour]) => ({
      colour,
      stub: pathData([curve(mouth, -1)]),
      at: inward(mouth, DEPTH),
    })),
  };
}

const badges = new Map<string, Point>();

/** Where the bus badge of a face has most room; among equally free spots the one next to the middle. */
export function badgeSpot(face: Face): Point {
  const key = `${face.links.join(" ")}|${face.ends.map(([mouth]) => mouth).join("")}`;
  let spot = badges.get(key);
  if (spot === undefined) {
    spot = freest(face);
    badges.set(key, spot);
  }
  return spot;
}

const ENOUGH = BADGE + 5;

function freest(face: Face): Point {
  let best: Point = { x: CELL, y: CELL / 2 };
  let most = -Infinity;
  const tunnels = face.links.flatMap(([from, to]) => samples([curve(from, to)], 8));
  const chambers = face.ends.map(([mouth]) => inward(mouth, DEPTH));
  for (let x = 18; x <= 182; x += 2) {
    for (let y = 18; y <= 82; y += 2) {
      const here = { x, y };
      const far = distance(here, { x: CELL, y: CELL / 2 }) / 400;
      const score = Math.min(clearance(here, tunnels, chambers, most + far), ENOUGH) - far;
      if (score > most) {
        most = score;
        best = here;
      }
    }
  }
  return best;
}

/** Room round a spot; it is not measured further once it is known to be less than `enough`. */
function clearance(spot: Point, tunnels: readonly Point[], chambers: readonly Point[], enough: number): number {
  let room = Math.min(spot.x, 2 * CELL - spot.x, spot.y, CELL - spot.y) - 1;
  for (const point of chambers) room = Math.min(room, distance(spot, point) - CHAMBER - 1.5);
  for (const point of tunnels) {
    if (room < enough) return room;
    room = Math.min(room, distance(spot, point) - RIM);
  }
  return room;
}

/** How much room the badge of a face has around its middle. */
export function badgeRoom(face: Face): number {
  const tunnels = face.links.flatMap(([from, to]) => samples([curve(from, to)], 3));
  return clearance(
    badgeSpot(face),
    tunnels,
    face.ends.map(([mouth]) => inward(mouth, DEPTH)),
    -Infinity,
  );
}

/** The box round some tiles with a margin, in units; an empty warren is where its first tile will lie. */
export function boxOf(laid: readonly Placement[], margin: number): Box {
  const cells = laid.length === 0 ? cellsOf({ x: 0, y: 0, r: 0 }) : laid.flatMap((tile) => cellsOf(tile));
  const xs = cells.map((cell) => cell.x);
  const ys = cells.map((cell) => cell.y);
  const x = Math.min(...xs) * CELL - margin;
  const y = Math.min(...ys) * CELL - margin;
  return {
    x,
    y,
    width: (Math.max(...xs) + 1) * CELL + margin - x,
    height: (Math.max(...ys) + 1) * CELL + margin - y,
  };
}

/** The colour whose gopher lives in a strand, if any. */
export function tenant(strand: Strand, player: Player): Colour | null {
  const colour = strand.colours[0];
  if (strand.kind !== "burrow" || colour === undefined) return null;
  const gopher = player.gophers[colour];
  if (gopher === null || gopher.on_ranch) return null;
  return terminals(strand, player.laid).some((end) => sameEdge(end, gopher)) ? colour : null;
}

function sameEdge(end: HalfEdge, gopher: Gopher): boolean {
  return end.x === gopher.x && end.y === gopher.y && end.side === gopher.side;
}
