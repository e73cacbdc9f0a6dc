/** What the server sends for a table of Burano (`BuranoView` of the engine). */
import type { SeatColour } from "../../lib/title";

export const COLOURS = ["blue", "pink", "yellow", "green", "orange", "white"] as const;
export type Colour = (typeof COLOURS)[number];
export type Counts = Record<Colour, number>;

export const ACTIONS = ["fishing", "lace making", "earning"] as const;
export type Action = (typeof ACTIONS)[number];
export const ACTION_WORDS: Record<Action, string> = { fishing: "Fishing", "lace making": "Lace", earning: "Earning" };

export const SEASONS = ["spring", "summer", "autumn", "winter"] as const;
export type Season = (typeof SEASONS)[number];

export const ROOF_KINDS = ["islands", "lace", "fountains", "four_vp"] as const;
export type RoofKind = (typeof ROOF_KINDS)[number];
export const ROOF_WORDS: Record<RoofKind, string> = {
  islands: "islands",
  lace: "lace",
  fountains: "fountains",
  four_vp: "4 VP",
};

export type Node = "A" | "B" | "C" | "D" | "E" | "F" | "PW" | "PE";

export interface Cell {
  cell: string;
  /** From the bottom: cube, rooftop block, cube, .. */
  layers: Colour[];
  floor: number;
  roofed: boolean;
}

export interface LaidRoof {
  tile: string;
  cells: [string, string];
  colours: [Colour, Colour];
  floor: number;
}

export interface Tile {
  tile: string;
  kind: RoofKind;
  colours: [Colour, Colour];
  vp_now: number;
  card_vp_now: number;
  places: [string, string][];
}

export interface Square {
  square: string;
  colour: Colour;
  coin: boolean;
  worker: number | null;
  paid: boolean;
}

export interface Island {
  island: Node;
  name: string;
  docks: Record<string, Colour>;
  workers: number[];
  leader: number | null;
  boats: number[];
}

export interface Ship {
  ship: string;
  name: string;
  port: "PW" | "PE";
  rows: { groups: number; each: number; vp: number }[];
}

export interface Port {
  port: "PW" | "PE";
  name: string;
  ships: string[];
  boats: number[];
}

export interface Card {
  card: string;
  name: string;
  words: string;
  effect: string;
  colours: Colour[];
  fish: string[];
}

export interface House {
  colour: Colour;
  symbol: "coin" | "fountain";
  /** 1 to 9, or 0 under an arrow. */
  sector: number;
  covered: boolean;
}

export interface Ring {
  houses: House[];
  first_arrow: number;
  workers: number;
  arrows: Colour[];
  next_arrows: Colour[][];
  coins: number;
  fountains: number;
}

export interface Pyramid {
  slots: Record<string, Colour>;
  free: string[];
  next_slots: string[];
}

export interface Reach {
  node: Node;
  matches: number;
  docks: string[];
  pushes: number[];
  ships: string[];
}

export interface LaceNow {
  vp: number;
  unpaid: string[];
  cubes: Partial<Counts>;
  one_more: Partial<Counts>;
}

export interface Own {
  hand: Record<string, number>;
  sales: { ship: string; row: number; vp: number }[];
  ship: string | null;
  pyramid: Pyramid;
  size: number;
  reserve: Counts;
}

export interface Player {
  seat: number;
  letter: string;
  score: number;
  points: Record<string, number>;
  coins: number;
  privilege: number;
  ring: Ring;
  reserve: Counts;
  pyramid: Pyramid | null;
  pyramid_ready: boolean;
  prepared: Counts;
  tiles: Tile[];
  fish: number;
  fish_seen: Record<string, number>;
  sold: Record<string, number>;
  cards: Card[];
  boat: Node;
  reach: Reach[];
  workers_on_islands: number;
  lace: string[];
  lace_now: LaceNow | null;
}

export interface Move {
  moves: number;
  next_coins: number | null;
  colour: Colour | null;
  tile: string | null;
  dock: string | null;
  swapped: boolean;
  fish_due: number;
  arrows_left: Partial<Counts>;
}

export interface BuranoView {
  over: boolean;
  season: Season;
  round: number;
  rounds: number;
  turns_left: number;
  start: number;
  turn: number;
  building: boolean;
  move: Move;
  actions: Record<Colour, Action>;
  city: Cell[];
  water: string[];
  fountain: string;
  roofs: LaidRoof[];
  open_pits: string[];
  islands: Island[];
  ports: Port[];
  ships: Ship[];
  routes: [Node, Node][];
  layout: string;
  lace: Square[];
  workshop_leaders: Record<Colour, number | null>;
  supply: Counts;
  roof_stacks: Record<RoofKind, number>;
  removed_roofs: string[];
  majority_vp: number;
  fish_row: string[];
  fish_deck: number;
  building_row: Card[];
  building_deck: number;
  glyphs: Record<Colour, string>;
  players: Player[];
  own: Own | null;
}

/** The rulebook's red, blue, green and black. */
export const SEATS: readonly SeatColour[] = ["coral", "azure", "fern", "ink"];

export const LETTER: Record<Colour, string> = {
  blue: "B",
  pink: "P",
  yellow: "Y",
  green: "G",
  orange: "O",
  white: "W",
};

/** Coins of the moves of a turn, as they stand on the track. */
export const MOVE_COINS = [1, -3, -3, -4];

export function isColour(word: string): word is Colour {
  return (COLOURS as readonly string[]).includes(word);
}

/** The pyramid that may be shown of a seat: one's own also while it is being built. */
export function pyramidOf(view: BuranoView, seat: number, viewer: number | null): Pyramid | null {
  return seat === viewer && view.own !== null ? view.own.pyramid : (view.players[seat]?.pyramid ?? null);
}

export function sum(counts: Partial<Counts>): number {
  return Object.values(counts).reduce((all, one) => all + one, 0);
}
