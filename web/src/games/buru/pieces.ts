/** Which Explorer stands where, and what is seen of it. */
import { at, nest, spaceAngle, type Point } from "./geometry";
import type { BuruView, Region } from "./view";

export interface Piece {
  /** The same Explorer through the whole round. */
  id: string;
  seat: number;
  place: Point;
  scale: number;
  /** Its Power, or that of the whole stack; null for a back. */
  mark: number | null;
  /** Face down, and seen by the viewer only. */
  secret: boolean;
  /** It acts now. */
  now: boolean;
}

const WILD = 1.25;
const WAITS = 1.4;
const STANDS = 1.35;

export function pieces(view: BuruView, viewer: number | null): Piece[] {
  return view.regions.flatMap((region) => (region.revealed ? revealed(view, region) : hidden(region, viewer)));
}

function hidden(region: Region, viewer: number | null): Piece[] {
  return region.tokens.map((token, n) => ({
    id: `${token.seat}-${token.turn}`,
    seat: token.seat,
    place: nest(region.region, n),
    scale: WILD,
    mark: token.power,
    secret: token.power !== null && token.seat === viewer,
    now: false,
  }));
}

/** A seat's Explorers are one stack: where it waits in the order of action, then on its space. */
function revealed(view: BuruView, region: Region): Piece[] {
  return region.order.flatMap(({ seat, power }, n) => {
    const space = region.spaces.find((each) => each.seat === seat);
    const place = space === undefined ? nest(region.region, n) : at(372, spaceAngle(region.region, space.index));
    const tokens = region.tokens.filter((token) => token.seat === seat);
    return tokens.map((token, layer) => ({
      id: `${seat}-${token.turn}`,
      seat,
      place: { x: place.x - 5 * (tokens.length - 1 - layer), y: place.y + 6 * (tokens.length - 1 - layer) },
      scale: space === undefined ? WAITS : STANDS,
      mark: layer === tokens.length - 1 ? power : token.power,
      secret: false,
      now: view.region === region.region && view.acting === seat && layer === tokens.length - 1,
    }));
  });
}
