/** Places on the disc: radius 500, angles in degrees clockwise from north. */
import { REGIONS, type RegionId } from "./view";

export interface Point {
  x: number;
  y: number;
}

export const RADIUS = 500;
/** Rings of the disc, by radius. */
export const RING = { heart: 70, cell: 120, wild: 315, inner: 321, outer: 423, track: 475 } as const;
const SPACES = 5;
const QUARTER = 90;
const LAP = 100;

/** Where a quadrant begins. */
export const START: Record<RegionId, number> = { forest: 270, shore: 0, village: 90, lake: 180 };

export function at(radius: number, degrees: number): Point {
  const turn = (degrees * Math.PI) / 180;
  return { x: radius * Math.sin(turn), y: -radius * Math.cos(turn) };
}

/** The direction of the middle of an action space, `index` from 1. */
export function spaceAngle(region: RegionId, index: number): number {
  return START[region] + (QUARTER / SPACES) * (index - 0.5);
}

/** Which way a place on the Esteem track lies; beyond 99 it goes round again. */
export function trackAngle(esteem: number): number {
  return (((esteem % LAP) + LAP) % LAP) * (360 / LAP);
}

/** The quadrant under a point, and null outside the island. */
export function regionAt({ x, y }: Point): RegionId | null {
  if (Math.hypot(x, y) > RADIUS) return null;
  const degrees = ((Math.atan2(x, -y) * 180) / Math.PI + 360) % 360;
  return REGIONS.find((region) => degrees >= START[region] && degrees < START[region] + QUARTER) ?? null;
}

/** Where a marker stands on its place of the track, along it and across it. */
export interface Spot extends Point {
  scale: number;
}

/** Markers with the same Esteem share a place: two across the track, more in two rows. */
export function fanned(esteem: readonly number[]): Spot[] {
  return esteem.map((value, seat) => {
    const here = esteem.flatMap((other, at) => (other % LAP === value % LAP ? [at] : []));
    const n = here.indexOf(seat);
    if (here.length === 1) return { x: 0, y: 0, scale: 0.82 };
    if (here.length === 2) return { x: 0, y: n === 0 ? -11 : 11, scale: 0.62 };
    return { x: n % 2 === 0 ? -14 : 14, y: n < 2 ? -12 : 12, scale: 0.62 };
  });
}

/** Places in a wilderness as distance and angle from its first edge: clear of the name on the arc and of Decrees. */
const NESTS: readonly (readonly [radius: number, angle: number])[] = [
  [176, 46],
  [176, 28],
  [176, 64],
  [232, 39],
  [232, 53],
  [232, 67],
  [232, 25],
  [176, 82],
  [176, 10],
  [204, 46],
  [204, 32],
  [204, 60],
  [250, 46],
  [250, 32],
  [250, 60],
  [204, 74],
  [204, 18],
];

/** How a quadrant is mirrored from the shore's. */
export const MIRROR: Record<RegionId, Point> = {
  forest: { x: -1, y: 1 },
  shore: { x: 1, y: 1 },
  village: { x: 1, y: -1 },
  lake: { x: -1, y: -1 },
};

/** The place of the n-th Explorer in a wilderness. */
export function nest(region: RegionId, n: number): Point {
  const [radius, angle] = NESTS[n % NESTS.length] as (typeof NESTS)[number];
  const across = MIRROR[region].x * MIRROR[region].y > 0 ? angle : QUARTER - angle;
  return at(radius, START[region] + across);
}

/** Where the n-th Decree of a region lies: by its edges. */
export function decreePlace(region: RegionId, n: number): Point {
  const place = n === 0 ? { x: 52, y: -232 } : { x: 238, y: -54 };
  return { x: place.x * MIRROR[region].x, y: place.y * MIRROR[region].y };
}

/** The outline of an action space round its own middle, pointing north. */
export function spacePath(inner: number = RING.inner, outer: number = RING.outer): string {
  const half = QUARTER / SPACES / 2;
  const [near, far] = [half - 320 / inner, half - 320 / outer];
  const points = [at(inner, -near), at(inner, near), at(outer, far), at(outer, -far)].map(
    ({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`,
  );
  return `M${points[0]}A${inner} ${inner} 0 0 1 ${points[1]}L${points[2]}A${outer} ${outer} 0 0 0 ${points[3]}Z`;
}

/** The outline of a quadrant's wilderness, between the cells and the spaces. */
export function wildPath(region: RegionId): string {
  const [inner, outer] = [134, RING.wild - 6];
  const [from, to] = [START[region] + 1.2, START[region] + QUARTER - 1.2];
  const p = [at(inner, from + 1.4), at(outer, from), at(outer, to), at(inner, to - 1.4)].map(
    ({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`,
  );
  return `M${p[0]}L${p[1]}A${outer} ${outer} 0 0 1 ${p[2]}L${p[3]}A${inner} ${inner} 0 0 0 ${p[0]}Z`;
}

/** The part of the plane that is seen, in drawing units. */
export interface Box {
  x: number;
  y: number;
  size: number;
}

export const WHOLE: Box = { x: -536, y: -536, size: 1072 };

/** A quadrant that fills the window; its heart stays in sight. */
export function near(region: RegionId): Box {
  const { x, y } = MIRROR[region];
  const size = 566;
  return { x: x > 0 ? -48 : 48 - size, y: y > 0 ? 48 - size : -48, size };
}
