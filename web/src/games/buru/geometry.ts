/** Places on the disc: radius 500, angles in degrees clockwise from north. */
import { CENTRE, REEF, SMALL, SMALL_BLESSING, smallDecree, smallNest } from "./ambelau";
import { at, wedge, type Point } from "./point";
import { isQuadrant, QUADRANTS, type Quadrant, type RegionId } from "./view";

export { at, type Point } from "./point";

export const RADIUS = 500;
/** Rings of the disc, by radius. */
export const RING = { heart: 70, cell: 120, wild: 315, inner: 321, outer: 423, track: 475 } as const;
const SPACES = 5;
const QUARTER = 90;
const LAP = 100;

/** Where a quadrant begins. */
export const START: Record<Quadrant, number> = { forest: 270, shore: 0, village: 90, lake: 180 };

/** The direction of the middle of an action space, `index` from 1. */
export function spaceAngle(region: Quadrant, index: number): number {
  return START[region] + (QUARTER / SPACES) * (index - 0.5);
}

/** Which way a place on the Esteem track lies; beyond 99 it goes round again. */
export function trackAngle(esteem: number): number {
  return (((esteem % LAP) + LAP) % LAP) * (360 / LAP);
}

/** The region under a point, and null outside the islands. */
export function regionAt({ x, y }: Point): RegionId | null {
  if (Math.hypot(x - CENTRE.x, y - CENTRE.y) < SMALL) return "ambelau";
  if (Math.hypot(x, y) > RADIUS) return null;
  const degrees = ((Math.atan2(x, -y) * 180) / Math.PI + 360) % 360;
  return QUADRANTS.find((region) => degrees >= START[region] && degrees < START[region] + QUARTER) ?? null;
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
    if (n === 4) return { x: 0, y: 0, scale: 0.5 };
    return { x: n % 2 === 0 ? -14 : 14, y: n < 2 ? -12 : 12, scale: here.length > 4 ? 0.5 : 0.62 };
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
  [204, 46],
  [204, 32],
  [204, 60],
  [250, 46],
  [250, 32],
  [250, 60],
  [204, 74],
  [204, 18],
  [262, 66],
];

/** Where a Blessing lies, by the first edge: clear of Decrees and of the first tokens. */
const BLESSED: readonly [radius: number, angle: number] = [166, 11];

/** How a quadrant is mirrored from the shore's. */
export const MIRROR: Record<Quadrant, Point> = {
  forest: { x: -1, y: 1 },
  shore: { x: 1, y: 1 },
  village: { x: 1, y: -1 },
  lake: { x: -1, y: -1 },
};

/** A place of the shore's quadrant in another one. */
function mirrored(region: Quadrant, radius: number, angle: number): Point {
  const across = MIRROR[region].x * MIRROR[region].y > 0 ? angle : QUARTER - angle;
  return at(radius, START[region] + across);
}

/** The place of the n-th token in a wilderness. */
export function nest(region: RegionId, n: number): Point {
  if (!isQuadrant(region)) return smallNest(n);
  const [radius, angle] = NESTS[n % NESTS.length] as (typeof NESTS)[number];
  return mirrored(region, radius, angle);
}

/** Where a token would go that is in hand. */
export function drop(region: RegionId): Point {
  return isQuadrant(region) ? at(200, spaceAngle(region, 3)) : smallNest(0);
}

export function blessingPlace(region: RegionId): Point {
  return isQuadrant(region) ? mirrored(region, ...BLESSED) : SMALL_BLESSING;
}

/** Where the n-th Decree of a region lies: by its edges. */
export function decreePlace(region: RegionId, n: number): Point {
  if (!isQuadrant(region)) return smallDecree(n);
  const place = n === 0 ? { x: 52, y: -232 } : { x: 238, y: -54 };
  return { x: place.x * MIRROR[region].x, y: place.y * MIRROR[region].y };
}

/** The outline of an action space round its own middle, pointing north. */
export function spacePath(inner: number = RING.inner, outer: number = RING.outer): string {
  return wedge(inner, outer, QUARTER / SPACES / 2, 5.6);
}

/** The outline of a quadrant's wilderness, between the cells and the spaces. */
export function wildPath(region: RegionId): string {
  if (!isQuadrant(region)) {
    const { x, y } = CENTRE;
    return `M${(x - REEF.wild).toFixed(1)} ${y.toFixed(1)}a${REEF.wild} ${REEF.wild} 0 1 1 ${2 * REEF.wild} 0a${REEF.wild} ${REEF.wild} 0 1 1 ${-2 * REEF.wild} 0Z`;
  }
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
  width: number;
  height: number;
}

export const WHOLE: Box = { x: -536, y: -536, width: 1072, height: 1072 };
const REACH = SMALL + 22;
/** Buru with the second island. */
export const BOTH: Box = { x: -536, y: -536, width: 536 + CENTRE.x + REACH, height: 536 + CENTRE.y + REACH };
/** The second island alone. */
export const REEFS: Box = { x: CENTRE.x - REACH, y: CENTRE.y - REACH, width: 2 * REACH, height: 2 * REACH };

/** A quadrant that fills the window; its heart stays in sight. */
export function near(region: Quadrant): Box {
  const { x, y } = MIRROR[region];
  const size = 566;
  return { x: x > 0 ? -48 : 48 - size, y: y > 0 ? 48 - size : -48, width: size, height: size };
}
