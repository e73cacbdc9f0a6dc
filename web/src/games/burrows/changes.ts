/** What moved between two moments of a table, for the pieces that glide. */
import type { BurrowsView, Colour, Laid } from "./view";
import { COLOURS } from "./view";

export interface LaidTile {
  seat: number;
  tile: Laid;
  /** It came from the owner's reserve space, not from the pool. */
  reserved: boolean;
}

export interface MovedGopher {
  colour: Colour;
  from: number;
  to: number;
}

export interface GivenPage {
  page: string;
  colour: Colour;
  complaints: number;
  seat: number;
}

export interface Changes {
  laid: LaidTile[];
  reserved: { seat: number; tile: string }[];
  gophers: MovedGopher[];
  pages: GivenPage[];
  /** Stages that were scored in between. */
  arrivals: number;
  /** The later moment does not follow from the earlier one by a few moves: nothing should move. */
  jump: boolean;
}

export function changes(before: BurrowsView, after: BurrowsView): Changes {
  const found: Changes = { laid: [], reserved: [], gophers: [], pages: [], arrivals: 0, jump: false };
  found.arrivals = after.next_stage - before.next_stage;
  for (const player of after.players) {
    const was = before.players[player.seat];
    if (was === undefined) return { ...found, jump: true };
    const known = new Set(was.laid.map((tile) => tile.tile));
    for (const tile of player.laid) {
      if (!known.has(tile.tile)) found.laid.push({ seat: player.seat, tile, reserved: was.reserve === tile.tile });
    }
    if (player.laid.length < was.laid.length) found.jump = true;
    if (player.reserve !== null && was.reserve === null)
      found.reserved.push({ seat: player.seat, tile: player.reserve });
    const pages = new Set(was.pages);
    for (const page of player.pages) if (!pages.has(page)) found.pages.push(pageOf(after, page, player.seat));
  }
  for (const colour of COLOURS) found.gophers.push(...moved(before, after, colour));
  if (found.laid.length > 2 || found.arrivals < 0 || found.arrivals > 1) found.jump = true;
  return found;
}

function moved(before: BurrowsView, after: BurrowsView, colour: Colour): MovedGopher[] {
  const came: number[] = [];
  const left: number[] = [];
  const within: number[] = [];
  for (const { seat, gophers } of after.players) {
    const now = gophers[colour];
    const was = before.players[seat]?.gophers[colour] ?? null;
    if (now !== null && was === null) came.push(seat);
    else if (now === null && was !== null) left.push(seat);
    else if (now !== null && was !== null && !sameHome(now, was)) within.push(seat);
  }
  const lured = came.map((to, i) => ({ colour, from: left[i] ?? to, to }));
  return [...lured, ...within.map((seat) => ({ colour, from: seat, to: seat }))];
}

function sameHome(a: { length: number; x: number; y: number; side: number }, b: typeof a): boolean {
  return a.length === b.length && a.x === b.x && a.y === b.y && a.side === b.side;
}

function pageOf(view: BurrowsView, id: string, seat: number): GivenPage {
  const page = view.stages.flatMap((stage) => stage.pages).find((one) => one.page === id);
  return { page: id, colour: page?.colour ?? "red", complaints: page?.complaints ?? 0, seat };
}
