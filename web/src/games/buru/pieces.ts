/** Which token stands where, and what is seen of it. */
import { at, nest, spaceAngle, type Point } from "./geometry";
import { isQuadrant, type BuruView, type Region, type RegionId, type Space, type Token, type TokenId } from "./view";

export interface Piece {
  /** The same token through the whole round. */
  id: string;
  seat: number;
  region: RegionId;
  place: Point;
  scale: number;
  /** Its Power, or that of the whole stack; null for a back. */
  mark: number | null;
  /** What else than an Explorer it is, where that is known. */
  badge: Badge | null;
  /** The region's Blessing lies under it: 1 Power more than the mark. */
  blessed: boolean;
  /** Face down, and seen by the viewer only. */
  secret: boolean;
  /** It acts now. */
  now: boolean;
  /** It has acted and stays where it was: its canoe or its Tokoh moved. */
  done: boolean;
}

export type Badge = "guide" | "liaison";
const WILD = 1.25;
const WAITS = 1.4;
const STANDS = 1.35;
/** The second island is smaller, and so are the tokens there. */
const SMALLER = 0.84;

export const badgeOf = (token: TokenId | null): Badge | null =>
  token === "guide" || token === "liaison" ? token : null;

export function pieces(view: BuruView, viewer: number | null): Piece[] {
  return view.regions.flatMap((region) => (region.revealed ? revealed(view, region) : hidden(region, viewer)));
}

const size = (region: Region, scale: number): number => (isQuadrant(region.region) ? scale : scale * SMALLER);

function hidden(region: Region, viewer: number | null): Piece[] {
  const blessed = region.tokens.find((token) => token.seat === region.blessing?.used_by);
  return region.tokens.map((token, n) => ({
    id: `${token.seat}-${token.turn}`,
    seat: token.seat,
    region: region.region,
    place: nest(region.region, n),
    scale: size(region, WILD),
    mark: token.power,
    badge: badgeOf(token.token),
    blessed: token === blessed,
    secret: token.power !== null && token.seat === viewer,
    now: false,
    done: false,
  }));
}

const isLiaison = (token: Token): boolean => token.token === "liaison";

/** Where a seat acted: with its Power, and with its Liaison. */
export function spacesOf(view: BuruView, region: Region, seat: number): { power?: Space; liaison?: Space } {
  const mine = region.spaces.filter((space) => space.seat === seat);
  const [first, second] = mine;
  if (first === undefined) return {};
  const bids = region.order.some((each) => each.seat === seat);
  if (second === undefined) return bids ? { power: first } : { liaison: first };
  const now = mine.find((space) => space.space === view.space && view.acting === seat);
  const liaison = now ?? (first.rating < second.rating ? first : second);
  return { power: liaison === first ? second : first, liaison };
}

/** Its Liaison acts now, not its Power. */
export function liaisonActs(view: BuruView, region: Region, seat: number): boolean {
  if (view.region !== region.region || view.acting !== seat || region.liaison?.seat !== seat) return false;
  if (region.acted < region.order.length) return false;
  const { power } = spacesOf(view, region, seat);
  return !region.order.some((each) => each.seat === seat) || (power !== undefined && power.space !== view.space);
}

/** A seat's tokens are one stack: where it waits in the order of action, then on its space. Liaisons go their own ways. */
function revealed(view: BuruView, region: Region): Piece[] {
  const where = (space: Space | undefined, n: number): Point =>
    space === undefined || !isQuadrant(region.region)
      ? nest(region.region, n)
      : at(372, spaceAngle(region.region, space.index));
  const here = view.region === region.region;
  const stacks = region.order.flatMap(({ seat, power, blessed }, n): Piece[] => {
    const { power: space } = spacesOf(view, region, seat);
    const place = where(space, n);
    const tokens = region.tokens.filter((token) => token.seat === seat && !isLiaison(token));
    const acts = here && view.acting === seat && !liaisonActs(view, region, seat);
    return tokens.map((token, layer) => {
      const top = layer === tokens.length - 1;
      return {
        id: `${seat}-${token.turn}`,
        seat,
        region: region.region,
        place: { x: place.x - 5 * (tokens.length - 1 - layer), y: place.y + 6 * (tokens.length - 1 - layer) },
        scale: size(region, space === undefined ? WAITS : STANDS),
        mark: top ? power - (blessed ? 1 : 0) : token.power,
        badge: tokens.length === 1 ? badgeOf(token.token) : null,
        blessed: blessed && top,
        secret: false,
        now: acts && top,
        done: top && space === undefined && n < region.acted && !acts,
      };
    });
  });
  const liaisons = region.tokens
    .filter((token) => isLiaison(token) && !token.sent_back)
    .map((token, n): Piece => {
      const { liaison: space } = spacesOf(view, region, token.seat);
      return {
        id: `${token.seat}-${token.turn}`,
        seat: token.seat,
        region: region.region,
        place: where(space, region.order.length + n),
        scale: size(region, space === undefined ? WILD : STANDS),
        mark: 0,
        badge: "liaison",
        blessed: false,
        secret: false,
        now: liaisonActs(view, region, token.seat),
        done: false,
      };
    });
  return [...stacks, ...liaisons];
}
