/** What the server sends for a table of Burrows (`BurrowsView` of the engine). */

export const COLOURS = ["red", "orange", "purple"] as const;
export type Colour = (typeof COLOURS)[number];

/** The vegetable of a colour; gophers wear the colour, tunnels end at the vegetable. */
export const VEGETABLE: Record<Colour, "radish" | "carrot" | "turnip"> = {
  red: "radish",
  orange: "carrot",
  purple: "turnip",
};
export const LETTER: Record<Colour, string> = { red: "R", orange: "C", purple: "T" };

/** A tile in a warren: half A lies on (x, y), turned r quarter turns clockwise. */
export interface Laid {
  tile: string;
  x: number;
  y: number;
  r: number;
}

/** [index in `laid`, mouth in, mouth out], -1 for a vegetable. */
export type Segment = readonly [number, number, number];

export interface Strand {
  kind: "open" | "burrow" | "mismatch" | "ring";
  colours: Colour[];
  length: number;
  segments: Segment[];
}

/** Where a gopher lives: a starting burrow, or the burrow with an end at that side of a cell. */
export interface Gopher {
  length: number;
  on_ranch: boolean;
  x: number;
  y: number;
  side: number;
}

export interface Player {
  seat: number;
  board: number;
  starting_burrows: Colour[];
  laid: Laid[];
  strands: Strand[];
  reserve: string | null;
  gophers: Record<Colour, Gopher | null>;
  complaints: number;
  pages: string[];
  score: number;
}

export interface Page {
  page: string;
  colour: Colour | null;
  complaints: number;
}

export interface Stage {
  pages: Page[];
  scored: boolean;
}

/** The face of a tile: links from mouth to mouth, ends as (mouth, colour). */
export interface Face {
  tile: string;
  links: [number, number][];
  ends: [number, Colour][];
  bus: boolean;
  half_turn: boolean;
}

export interface BurrowsView {
  turn: number;
  over: boolean;
  pool: string[];
  newest: string | null;
  /** The pool tile that must still be laid this turn. */
  chosen: string | null;
  /** The tile whose placement is being chosen. */
  laying: string | null;
  stock: number;
  unseen_buses: number;
  players: Player[];
  stages: Stage[];
  next_stage: number;
  bus: number;
  moves_to_arrive: number;
  to_beat: Record<Colour, number>;
  /** Which seat has no gopher of the colour. */
  lacking: Record<Colour, number>;
  /** The faces of all tiles in this view. */
  tiles: Record<string, Face>;
}
