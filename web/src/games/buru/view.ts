/** What the server sends for a table of Buru (`BuruView` of the engine). */
import type { SeatColour } from "../../lib/title";

/** The quarters of Buru's disc. */
export const QUADRANTS = ["forest", "shore", "village", "lake"] as const;
export type Quadrant = (typeof QUADRANTS)[number];
export type RegionId = Quadrant | "ambelau";
export const SPIRITS = ["gunung", "banyu", "manuk", "ibu", "ukum"] as const;
export type Spirit = (typeof SPIRITS)[number];
export const GOODS = ["clay", "palm", "ebony", "fish"] as const;
export type Good = (typeof GOODS)[number];
export const TYPES = ["artisan", "gatherer", "noble", "priest", "outlaw"] as const;
export type IslanderType = (typeof TYPES)[number];

/** Amounts by name: goods, and Esteem. */
export type Bag = Readonly<Record<string, number>>;

/** One step of an effect list; what an op does not use is empty. */
export interface Effect {
  op: string;
  gain: Bag;
  pay: Bag;
  count: number;
  /** Empty: any. */
  spirits: string[];
  /** Empty: any. */
  types: string[];
  options: Effect[][];
  /** Of a gain for each totem or Islander: at most so many times. */
  most: number | null;
  /** Of a tribute: the card itself is its cost. */
  by_itself: boolean;
}

/** `1` to `5`, `guide`, `liaison`. */
export type TokenId = string;

/** A token in a region; `turn` says which turn of the Morning placed it. */
export interface Token {
  seat: number;
  turn: number;
  power: number | null;
  /** For those who may know. */
  token: TokenId | null;
  /** A Liaison that met another one lies on its mat again. */
  sent_back: boolean;
}

export interface Power {
  seat: number;
  power: number;
  tie_rank: number;
  /** 1 of that Power is the region's Blessing. */
  blessed: boolean;
}

export interface Space {
  space: string;
  index: number;
  rating: number;
  icons: Bag;
  seat: number | null;
}

/** A space of the canoe track. */
export interface CanoeSpace extends Space {
  text: string;
}

export interface Blessing {
  holder: number | null;
  used_by: number | null;
  /** Who will take it by acting last. */
  goes_to: number | null;
}

export interface Tokoh {
  tokoh: string;
  name: string;
  role: string;
  start: string;
  start_effects: Effect[];
  text: string;
  effects: Effect[];
  used: boolean;
}

export interface Decree {
  decree: string;
  name: string;
  effects: Effect[];
  text: string;
}

export interface Region {
  region: RegionId;
  name: string;
  start_angle: number;
  end_angle: number;
  triumph: string;
  tokens: Token[];
  revealed: boolean;
  /** Once revealed: the seats in the order of action. */
  order: Power[];
  /** How many of them have begun to act. */
  acted: number;
  decrees: Decree[];
  spaces: Space[];
  blessing: Blessing | null;
  /** The only Liaison of a revealed region; `acts`: its action is still to come. */
  liaison: { seat: number; acts: boolean } | null;
}

export interface ForestCard {
  card: string;
  rating: number;
  gain: Bag;
  choose: string[][];
}

export interface Islander {
  islander: string;
  name: string;
  type: IslanderType;
  cost: number;
  effects: Effect[];
  text: string;
  scroll: boolean;
  /** What an Outlaw gives when it is discarded. */
  bonus: string;
  bonus_effects: Effect[];
}

export interface Held {
  islander: string;
  tasked: boolean;
  live: boolean;
}

export interface Level {
  need: Bag;
  have: Bag;
  esteem: number;
  met: boolean;
}

export interface Elder {
  elder: string;
  name: string;
  levels: Level[];
  esteem: number;
}

export interface Plot {
  plot: string;
  morning: Record<string, RegionId>;
  recruit: IslanderType[];
  tribute: Spirit[];
  forest_bonus: Bag;
  lake_bonus: "emissary" | "esteem";
  ambelau_bonus: "guide" | "ibu" | "";
}

export interface Altar {
  spirit: Spirit;
  name: string;
  side: string;
  cost: Bag;
  cards_left: number;
  totem: number | null;
  totem_region: RegionId;
  decrees: Decree[];
  you_can_pay: number;
  /** Islanders that a tribute costs. */
  islander: number;
  /** Where tribute is paid. */
  place: "lake" | "ambelau";
}

export interface Seat {
  seat: number;
  kind: string;
  colour: string;
  tie_rank: number;
  esteem: number;
  goods: Record<Good, number>;
  tableau: Held[];
  types: Record<IslanderType, number>;
  totems: Spirit[];
  tributes: Record<Spirit, number>;
  tribute_values: Record<Spirit, number[]> | null;
  elder_count: number;
  elders: Elder[] | null;
  on_mat: number;
  mat: number[] | null;
  fished: number | null;
  powers_seen: number[];
  powers_possible: number[];
  plot: string | null;
  /** Tokens that it will still place this Morning. */
  to_place: number;
  mat_tokens: TokenId[] | null;
  /** 0 on the start. */
  canoe: number | null;
  guide_now: boolean;
  guide_next: boolean;
  blessings: RegionId[];
  tokoh: Tokoh | null;
  /** While Tokoh are chosen: the viewer's own two. */
  tokoh_dealt: Tokoh[] | null;
  tokoh_chosen: boolean;
}

export interface Score {
  seat: number;
  track: number;
  tributes: number;
  elders: number;
  sets: number;
  /** What Ibu cards gain by their number. */
  ibu_set: number;
  total: number;
  rank: number;
}

export interface BuruView {
  round: number;
  rounds: number;
  phase: "dawn" | "morning" | "noon" | "afternoon" | "dusk";
  over: boolean;
  humans: number;
  emissary: number;
  turn_order: number[];
  placing: number | null;
  region: RegionId | null;
  acting: number | null;
  space: string | null;
  /** What is left of the icons of that space. */
  units: Bag;
  regions: Region[];
  forest_row: ForestCard[];
  /** Cards of this round's row that are gone. */
  forest_taken: ForestCard[];
  row: (string | null)[];
  islander_discard: string[];
  altars: Altar[];
  decks: { islanders: number; forest: number; elders: number; plots: number; decrees: number };
  under_elders: { place: number; elder: string }[];
  plots: Plot[];
  islanders: Record<string, Islander>;
  seats: Seat[];
  /** At the end, from the Emissary clockwise. */
  scores: Score[];
  modules: string[];
  /** The seats that will place a token this Morning, in turn, to its end. */
  placements: number[];
  canoe_track: CanoeSpace[];
  /** While a Liaison chooses: what each free space or Forest card costs it in fish. */
  liaison_prices: Bag;
}

/** The rulebook's colours as seats of the shell. */
const COLOURS: Record<string, SeatColour> = {
  white: "pearl",
  yellow: "saffron",
  purple: "plum",
  black: "ink",
  red: "coral",
};

export function colourOf(view: BuruView, seat: number): SeatColour {
  return COLOURS[view.seats[seat]?.colour ?? ""] ?? "pearl";
}

export function isQuadrant(region: string): region is Quadrant {
  return (QUADRANTS as readonly string[]).includes(region);
}
