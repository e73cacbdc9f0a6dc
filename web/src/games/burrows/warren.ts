/** A warren made ready for drawing: tunnels grouped by how they look, chambers, badges, and places for gophers and lengths. */
import {
  BADGE,
  CELL,
  CHAMBER,
  DEPTH,
  badgeSpot,
  distance,
  edgeKey,
  halfEdge,
  inWarren,
  mouthPoint,
  pathData,
  samples,
  strandCurves,
  tenant,
  terminals,
  type HalfEdge,
  type Point,
} from "./geometry";
import type { Colour, Face, Player, Strand } from "./view";

/** plain: no end yet. tint: one end. done: a burrow with its gopher. bare: a burrow without one. dead: leads nowhere. */
export type Look = "plain" | "tint" | "done" | "bare" | "dead";

export interface TunnelGroup {
  key: string;
  look: Look;
  colour: Colour | null;
  d: string;
}

export interface DrawnStrand {
  key: string;
  strand: Strand;
  d: string;
  /** Its ends and open mouths. */
  ends: HalfEdge[];
  colour: Colour | null;
}

export interface Mouth {
  edge: HalfEdge;
  at: Point;
  strand: DrawnStrand;
}

export interface Chamber {
  key: string;
  colour: Colour;
  at: Point;
  edge: HalfEdge;
  dim: boolean;
}

export interface Home {
  key: string;
  colour: Colour;
  length: number;
  /** The gopher, if one lives here. */
  gopher: Point | null;
  disc: Point;
}

export interface DrawnWarren {
  groups: TunnelGroup[];
  strands: DrawnStrand[];
  chambers: Chamber[];
  buses: { key: string; at: Point }[];
  homes: Home[];
  /** Open mouths by `edgeKey`. */
  open: Map<string, Mouth>;
}

export const GOPHER_RADIUS = 19;
export const DISC_RADIUS = 14;

export function drawWarren(player: Player, tiles: Record<string, Face>): DrawnWarren {
  const { laid } = player;
  const groups = new Map<string, TunnelGroup>();
  const strands: DrawnStrand[] = [];
  const open = new Map<string, Mouth>();
  const dim = new Set<string>();
  const houses: { drawn: DrawnStrand; gopher: boolean }[] = [];
  for (const strand of player.strands) {
    const drawn = drawStrand(strand, player);
    strands.push(drawn);
    const lodger = tenant(strand, player);
    const look = lookOf(strand, lodger !== null);
    const key = look === "plain" || look === "dead" ? look : `${look}-${drawn.colour}`;
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, { key, look, colour: look === "dead" ? null : drawn.colour, d: drawn.d });
    } else group.d += drawn.d;
    if (strand.kind === "burrow") houses.push({ drawn, gopher: lodger !== null });
    if (strand.kind === "mismatch") for (const edge of drawn.ends) dim.add(edgeKey(edge));
    if (strand.kind === "open") {
      for (const edge of openEnds(strand, drawn))
        open.set(edgeKey(edge), { edge, at: mouthPoint(edge), strand: drawn });
    }
  }
  const chambers: Chamber[] = [];
  const buses: { key: string; at: Point }[] = [];
  for (const tile of laid) {
    const face = tiles[tile.tile];
    if (face === undefined) continue;
    for (const [mouth, colour] of face.ends) {
      const edge = halfEdge(tile, mouth);
      const at = chamberPoint(edge);
      chambers.push({ key: `${tile.tile}-${mouth}`, colour, at, edge, dim: dim.has(edgeKey(edge)) });
    }
    if (face.bus) buses.push({ key: tile.tile, at: inWarren(tile, badgeSpot(face)) });
  }
  return {
    groups: [...groups.values()],
    strands,
    chambers,
    buses,
    homes: settle(houses, player, chambers, buses),
    open,
  };
}

function drawStrand(strand: Strand, player: Player): DrawnStrand {
  const ends = terminals(strand, player.laid);
  const first = strand.segments[0];
  const key = ends.map(edgeKey).sort().join(" ") || `ring ${first?.join(",") ?? ""}`;
  return { key, strand, ends, colour: strand.colours[0] ?? null, d: pathData(strandCurves(strand, player.laid)) };
}

function lookOf(strand: Strand, housed: boolean): Look {
  if (strand.kind === "open") return strand.colours.length > 0 ? "tint" : "plain";
  if (strand.kind === "burrow") return housed ? "done" : "bare";
  return "dead";
}

/** Which of the terminals of an open strand are open mouths. */
function openEnds(strand: Strand, drawn: DrawnStrand): HalfEdge[] {
  const first = strand.segments[0];
  const last = strand.segments.at(-1);
  return drawn.ends.filter((_, i) => (i === 0 ? first?.[1] !== -1 : last?.[2] !== -1));
}

function chamberPoint(edge: HalfEdge): Point {
  const mouth = mouthPoint(edge);
  const middle = { x: (edge.x + 0.5) * CELL, y: (edge.y + 0.5) * CELL };
  const share = DEPTH / (CELL / 2);
  return { x: mouth.x + (middle.x - mouth.x) * share, y: mouth.y + (middle.y - mouth.y) * share };
}

interface Disc extends Point {
  r: number;
}

/** Give every burrow a place for its length and its gopher, on the tunnel where there is room, else beside it. */
function settle(
  houses: readonly { drawn: DrawnStrand; gopher: boolean }[],
  player: Player,
  chambers: readonly Chamber[],
  buses: readonly { at: Point }[],
): Home[] {
  const taken: Disc[] = [
    ...chambers.map(({ at }) => ({ ...at, r: CHAMBER })),
    ...buses.map(({ at }) => ({ ...at, r: BADGE })),
  ];
  const homes: Home[] = [];
  for (const { drawn, gopher } of [...houses].sort((a, b) => Number(b.gopher) - Number(a.gopher))) {
    const colour = drawn.colour;
    if (colour === null) continue;
    const line = samples(strandCurves(drawn.strand, player.laid), 8);
    const home: Home = {
      key: drawn.key,
      colour,
      length: drawn.strand.length,
      gopher: null,
      disc: { x: 0, y: 0 },
    };
    if (gopher) {
      home.gopher = roomiest(line, GOPHER_RADIUS, taken);
      taken.push({ ...home.gopher, r: GOPHER_RADIUS });
    }
    home.disc = roomiest(line, DISC_RADIUS, taken);
    taken.push({ ...home.disc, r: DISC_RADIUS });
    homes.push(home);
  }
  return homes;
}

/** The spot on or beside a line that overlaps least with what is there; on the line if it can be. */
function roomiest(line: readonly Point[], radius: number, taken: readonly Disc[]): Point {
  let best = line[line.length >> 1] ?? { x: 0, y: 0 };
  let least = Infinity;
  const near = taken.filter((disc) => line.some((p) => distance(p, disc) < disc.r + radius + 60));
  for (let i = 0; i < line.length; i++) {
    const here = line[i];
    const before = line[Math.max(0, i - 1)];
    const after = line[Math.min(line.length - 1, i + 1)];
    if (here === undefined || before === undefined || after === undefined) continue;
    const long = distance(after, before) || 1;
    const across = { x: -(after.y - before.y) / long, y: (after.x - before.x) / long };
    const central = Math.abs(i / (line.length - 1) - 0.5);
    for (const aside of [0, 14, -14, 24, -24, 34, -34, 44, -44]) {
      const spot = { x: here.x + across.x * aside, y: here.y + across.y * aside };
      let cost = Math.abs(aside) * 0.22 + central * 6;
      for (const disc of near) {
        const overlap = disc.r + radius + 1 - distance(spot, disc);
        if (overlap > 0) cost += overlap * 2;
      }
      if (cost < least) {
        least = cost;
        best = spot;
      }
    }
  }
  return best;
}
