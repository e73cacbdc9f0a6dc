/** What the server sends for a table of Busara (`BusaraView` of the engine). */

export const RESOURCES = ["fire", "water", "wind", "earth"] as const;
export type Resource = (typeof RESOURCES)[number];
export const VIRTUES = ["security", "energy", "nature", "art", "wisdom", "economy"] as const;
export type Virtue = (typeof VIRTUES)[number];

export type Resources = Record<Resource, number>;
export type Virtues = Record<Virtue, number>;

/** Letters instead of glyphs, for who prefers them. */
export const LETTER: Record<Resource | Virtue, string> = {
  fire: "F",
  water: "A",
  wind: "W",
  earth: "E",
  security: "S",
  energy: "G",
  nature: "N",
  art: "A",
  wisdom: "W",
  economy: "C",
};

export const isVirtue = (name: string): name is Virtue => (VIRTUES as readonly string[]).includes(name);
export const isResource = (name: string): name is Resource => (RESOURCES as readonly string[]).includes(name);

export const WEAVES = ["zigzag", "diamonds", "stripes", "dots", "crosses", "waves"] as const;
export type Weave = (typeof WEAVES)[number];

/** A Kingdom Board: 16 spaces from the top left, row by row. */
export interface Board {
  board: string;
  name: string;
  hex: string;
  pattern: Weave;
  owner: number;
  placed: boolean;
  x: number;
  y: number;
  spaces: (Resource | null)[];
}

export type Timing = "own_action" | "turn_start" | "power_used" | "threat" | "action_end" | "turn_end";

export interface Kingdom {
  kingdom: string;
  name: string;
  country: string;
  goal: Partial<Virtues>;
  power: string;
  cost: number;
  timing: Timing;
  hidden_only: boolean;
  text: string;
  source: string;
  /** Parts that are ours in spite of the source. */
  designed: string[];
}

export interface GoalPart {
  virtue: Virtue;
  held: number;
  needed: number;
}

export interface Player {
  seat: number;
  board: string;
  resources: number;
  open_spaces: number;
  embargoed: boolean;
  danger: boolean;
  virtues: Virtues | null;
  virtues_hidden: boolean;
  kingdom: string | null;
  revealed: boolean;
  seen_by: number[];
  cannot_be: string[];
  progress: number | null;
  goal: GoalPart[] | null;
  setup_card: string | null;
  has_chosen: boolean;
}

export interface Card {
  card: string;
  name: string;
  resource: Resource | null;
  disaster: boolean;
  text: string;
}

export interface Offer {
  seat: number;
  gives: Resources;
  asks: Resources;
  open_after: number;
  active_open_after: number;
}

/** An offer that is being made, as far as it has been named; `least` to `most` have to be asked for in all. */
export interface Draft {
  seat: number;
  gives: Resources;
  asks: Resources;
  least: number;
  most: number;
}

export interface Trade {
  want: Resources;
  /** The want is complete, and the others may offer. */
  announced: boolean;
  draft: Draft | null;
  offers: Offer[];
  partner: number | null;
}

export interface Power {
  user: number;
  power: string;
  target: number | null;
  number: number | null;
}

export interface Chain {
  cells: string[];
  virtues: Virtue[];
}

export interface BusaraView {
  phase: "kingdoms" | "setup_cards" | "boards" | "tokens" | "play";
  round: number;
  /** Null: until somebody wins (at most 1,000 rounds). */
  round_cap: number | null;
  starter: number;
  active: number;
  controller: number | null;
  actions_left: number;
  trade_used: boolean;
  extra_turn: number | null;
  over: boolean;
  ending: "" | "goal" | "embargo" | "cap";
  winners: number[];
  boards: Board[];
  players: Player[];
  stock: Resources;
  supply: Virtues;
  /** False: the supply says only 1 for some and 0 for none. */
  supply_exact: boolean;
  deck: number;
  discard: string[];
  turned: string | null;
  chain: Chain | null;
  trade: Trade | null;
  power: Power | null;
  hand: { seat: number; resources: Resources } | null;
  theft: { thief: number; victim: number; virtue: Virtue; found: boolean } | null;
  dealt_kingdoms: string[];
  dealt_setup_cards: string[];
  setup_cards: Record<string, Resources>;
  kingdoms: Record<string, Kingdom>;
  cards: Record<string, Card>;
  forging: { resources: [Resource, Resource]; virtue: Virtue }[];
}

/** What two resources forge; null for two alike. */
export function forged(view: BusaraView, one: Resource, other: Resource): Virtue | null {
  const recipe = view.forging.find(({ resources }) => resources.includes(one) && resources.includes(other));
  return one === other ? null : (recipe?.virtue ?? null);
}

/** Tokens one by one, in their order: `{fire: 2, wind: 1}` is fire, fire, wind. */
export function single(counts: Partial<Resources>): Resource[] {
  return RESOURCES.flatMap((name) => Array.from({ length: counts[name] ?? 0 }, () => name));
}
