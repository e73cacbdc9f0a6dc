/**
 * What the shell offers a title's drawing, and what a title offers the shell.
 *
 * A title lives in `src/games/<name>/index.ts` and exports a `Title` as its default. It draws; it knows no rule. Every
 * thing on its board carries its target key and `{@attach thing(picker, key)}` (see `thing.svelte.ts`), which makes it
 * pressable, focusable, named and marked alike in all titles. A title without a folder here is played on the plain board.
 */
import type { Component } from "svelte";
import type { OptionChoice, PreviewIs } from "./messages";
import type { Settings } from "./settings.svelte";

/** How a thing stands in the choice (LOOK, section 4). `no`: pressed, or among like things, and not selectable. */
export type ThingState = "idle" | "legal" | "hover" | "selected" | "no";

/** Narrows the legal options by the things that are pressed. All members are reactive. */
export interface Picker {
  /** This viewer owes a choice, and no move is on its way. */
  readonly active: boolean;
  /** Empty when nothing is asked. */
  readonly question: string;
  /** The path so far: what was pressed, and what follows from it without a choice. */
  readonly chosen: readonly string[];
  /** The legal options that begin with `chosen`. */
  readonly options: readonly OptionChoice[];
  /** All legal options of the question, whatever is pressed. */
  readonly all: readonly OptionChoice[];
  /** What would be played now: the option that `confirm` plays, or null. A title keeps no copy of it. */
  readonly candidate: OptionChoice | null;
  /** The candidate; while there is none, the option that is pointed at, on the board or in the list. Its preview is `preview`. */
  readonly pointed: OptionChoice | null;
  /** The target continues some legal path. */
  legal(key: string): boolean;
  /** All targets that continue a legal path and begin with `prefix`: `only("turn:")`. */
  only(prefix: string): string[];
  /** Options that remain if these targets are pressed next. */
  after(...keys: string[]): readonly OptionChoice[];
  state(key: string): ThingState;
  /** The accessible name of pressing a thing: the option's words, or the title's words for the thing. */
  words(key: string): string;
  /** Press a thing, or several in turn (`press("cell:3,-2", "turn:1")`). One that is not legal asks why not. */
  press(...keys: string[]): void;
  /** Point at a thing or at a path; nothing: point at nothing. Asks for the preview when one option is meant. */
  hover(...keys: string[]): void;
  /** Take back the last press. A move that was played stays. */
  back(): void;
  /** Take back the last move that was played. False: that is not possible. */
  takeBack(): boolean;
  /** Other ways of the last step, itself included, in order: `["turn:0", "turn:1"]` while a tile lies there as a ghost. */
  readonly ways: readonly string[];
  /** Take another way of the last step: `swap("turn:2")` turns a ghost that has been put down. */
  swap(key: string): void;
  /** Play the candidate. */
  confirm(): void;
  /** Press and play at once, for an answer that the person has given already. False: the keys do not mean one option. */
  answer(...keys: string[]): boolean;
}

export const SEAT_COLOURS = ["coral", "azure", "saffron", "plum", "pearl", "ink"] as const;
export type SeatColour = (typeof SEAT_COLOURS)[number] | "fern";

/** A player as everybody sees them: a disc in a colour with a pattern and an initial. */
export interface SeatFace {
  seat: number;
  name: string;
  initial: string;
  colour: SeatColour;
  /** Held by whoever looks at this page, and looked at with its eyes. */
  yours: boolean;
  bot: boolean;
  /** Played by the title's own rules. */
  rival: boolean;
}

export interface BoardProps<V = unknown> {
  /** The title's own typed view, as the server sent it for `viewer`. */
  view: V;
  /** Whose eyes: a seat, or null for a spectator. */
  viewer: number | null;
  seats: readonly SeatFace[];
  /** The seat whose area is shown large: the viewer's own, unless another seat was pressed in the rail. */
  shown: number;
  /** Show another seat's area; the own one again with the viewer's seat. */
  show: (seat: number) => void;
  picker: Picker;
  /** What `picker.pointed` would do: words and marks. Null until the server has answered. */
  preview: PreviewIs | null;
  /** Things that the last move was about, to be framed in the colour of `lastSeat`. */
  lastMarks: readonly string[];
  lastSeat: number | null;
  settings: Settings;
  /** Below 900 px: no hover, a bottom sheet, little height. */
  compact: boolean;
}

// The shell writes what an option would do above the foot of the board, at the left or at `Title.hint`. A title that keeps
// something there (a dock with a pool) marks it with `data-dock`, and the words stay above it.

/** The few facts that decide play, under a seat's name in the rail (and, compact, in the strip of a phone). */
export interface SeatFactsProps<V = unknown> {
  view: V;
  seat: number;
  seats: readonly SeatFace[];
  compact: boolean;
  settings: Settings;
}

/** The scene above the board that tells how far the game is. */
export interface StatusProps<V = unknown> {
  view: V;
  seats: readonly SeatFace[];
  lastMarks: readonly string[];
  compact: boolean;
}

/** A scene on top of the end screen. */
export interface EndProps<V = unknown> {
  view: V;
  seats: readonly SeatFace[];
  ranks: readonly number[];
  totals: readonly number[];
}

/** Words that the shell cannot find in the options. All may be left out. */
export interface Words<V = unknown> {
  /** A target in a few words: `cell:3,-2` is "x 3, y -2". Used for the path and for groups of options. */
  target?: (key: string, view: V) => string | undefined;
  /** Codes inside the server's words as people read them: `b0:12` is "Terracotta, row 2, column 3". */
  say?: (words: string, view: V) => string;
  /**
   * This option waits for the button even if it can be taken back: it would hurt whoever takes it. Words are shown beside
   * the button. `all` are the options of the question.
   */
  careful?: (option: OptionChoice, view: V, all: readonly OptionChoice[]) => boolean | string;
  /** What the primary button says for an option: "Build here". */
  deed?: (option: OptionChoice, view: V) => string | undefined;
  /** The targets of these options are sets: they are pressed in any order. */
  sets?: (options: readonly OptionChoice[]) => boolean;
  /** What the scores of the rail count: "complaints". */
  score?: string;
  /** The options are listed by the thing they begin with, however few there are. */
  grouped?: (view: V) => boolean;
  /** The number or letter that a target is known by: "4" for the Explorer of Power 4. Else the list counts through. */
  key?: (target: string) => string | undefined;
  /** The button that goes round the ways of the last step, where there are several: "Turn the tile". */
  turn?: string;
}

export interface Title<V = unknown> {
  Board: Component<BoardProps<V>>;
  SeatFacts?: Component<SeatFactsProps<V>>;
  Status?: Component<StatusProps<V>>;
  /** On a phone, inside the sheet above the options: what is chosen from (Burrows: the pool). `compact` boards leave it out. */
  Tray?: Component<BoardProps<V>>;
  /** The Tray holds this target: the short list of a phone leaves it out. */
  inTray?: (target: string) => boolean;
  /** Board and tray show all of these options as things: a phone's sheet lists them in words once it is drawn up. */
  covers?: (options: readonly OptionChoice[], view: V) => boolean;
  End?: Component<EndProps<V>>;
  /** Below the scores of the end screen: what was hidden until the end, and how it adds up. */
  Reveal?: Component<EndProps<V>>;
  words?: Words<V>;
  /** The number in a seat's corner of the rail. */
  score?: (view: V, seat: number) => number | null;
  /** The seat's colour, where the rulebook names one; else by seat number. */
  colour?: (view: V, seat: number) => SeatColour;
  /** Letters that the drawing itself listens to ("r" turns a tile); the list of options does not use them. */
  keys?: string;
  /** The side at which the board has room for the words of a preview; the left one, if not said. */
  hint?: "left" | "right";
  /** The colour below the board, where a phone's sheet lies over its edge. */
  ground?: string;
  /** Seats have secrets from each other: people at one screen get a curtain between turns. */
  secrets?: boolean;
}

/** Lets a title be written against its own view type. */
export function title<V>(it: Title<V>): Title {
  return it as unknown as Title;
}
