/**
 * The grammar of effects: a list of steps becomes a row of icons, one form for each op, nothing drawn by hand.
 *
 * A row is laid out from left to right round its middle line; icons lie on a grid of 24 round their own middle. What is
 * paid lies on a tag that points at what is gained, a choice has a bar in the middle, a scroll lasts till Dusk.
 */
import type { Bag, Effect } from "./view";

export type Mark =
  | { is: "icon"; id: string; x: number; scale: number }
  | { is: "text"; text: string; x: number; size: number }
  | { is: "tag" | "cap" | "scroll"; x: number; width: number }
  | { is: "bar"; x: number };

export interface Row {
  width: number;
  marks: Mark[];
}

const ICON = 24;
const TOTEM = 20;
const GAP = 3;
const STEP = 12;

const icon = (id: string, width = ICON, scale = 1): Row => ({
  width,
  marks: [{ is: "icon", id, x: width / 2, scale }],
});
const text = (words: string, width = 12, size = 19): Row => ({
  width,
  marks: [{ is: "text", text: words, x: width / 2, size }],
});
const sign = (words: string, width: number): Row => text(words, width, 21);

function moved(row: Row, by: number): Mark[] {
  return row.marks.map((mark) => ({ ...mark, x: mark.x + by }));
}

function join(rows: readonly Row[], gap = GAP): Row {
  const marks: Mark[] = [];
  let x = 0;
  for (const row of rows) {
    marks.push(...moved(row, x));
    x += row.width + gap;
  }
  return { width: Math.max(0, x - gap), marks };
}

function inside(is: "tag" | "cap" | "scroll", row: Row, padding: number, point = 0): Row {
  const width = row.width + 2 * padding;
  return { width: width + point, marks: [{ is, x: 0, width }, ...moved(row, padding)] };
}

const many = (count: number, id: string, width = ICON): Row =>
  count > 1 ? join([text(String(count)), icon(id, width)], 2) : icon(id, width);
const bagRow = (bag: Bag): Row => join(Object.entries(bag).map(([id, count]) => many(count, id)));
const bowl = (spirits: readonly string[]): string => (spirits.length === 1 ? `tr-${spirits[0] ?? ""}` : "tribute");
const atMost = (most: number | null): Row[] => (most === null ? [] : [text(`≤${most}`, 22, 15)]);
const plus = (first: boolean): Row[] => (first ? [] : [sign("+", 14)]);

function stepRow(step: Effect, first: boolean): Row {
  switch (step.op) {
    case "gain":
      return bagRow(step.gain);
    case "trade":
      return join([inside("tag", bagRow(step.pay), 6, 12), sign(":", 6), bagRow(step.gain)], 1);
    case "choose": {
      const sides = join(
        step.options.flatMap((option, at) => [
          ...(at > 0 ? [{ width: 10, marks: [{ is: "bar", x: 5 } as const] }] : []),
          effectRow(option),
        ]),
      );
      return step.count > 1 ? join([sign(`${step.count}×`, 24), sides]) : sides;
    }
    case "if_totem":
      return join([icon(`t-${step.spirits[0] ?? "any"}`, TOTEM), sign(":", 7), ...plus(first), bagRow(step.gain)], 0);
    case "per_totem":
    case "per_islander": {
      const each = step.op === "per_totem" ? icon("t-any", TOTEM) : icon("person");
      return join([...plus(first), bagRow(step.gain), sign("×", 12), each, ...atMost(step.most)], 0);
    }
    case "while_tasked":
      return inside("scroll", join([icon(bowl(step.spirits)), sign(":", 8), bagRow(step.gain)], 0), 15);
    case "tribute":
      if (step.by_itself) return join([inside("tag", icon("drop"), 6, 12), sign(":", 6), icon(bowl(step.spirits))], 1);
      return many(step.count, bowl(step.spirits));
    case "task":
      return join([many(step.count, "task"), ...step.types.map((type) => icon(type, 18, 0.8))], 1);
    case "totem":
      return icon(`t-${step.spirits[0] ?? "any"}`, TOTEM);
    default:
      return many(step.count, step.op);
  }
}

function stepOf(steps: readonly Effect[], at: number): Row {
  const row = stepRow(steps[at] as Effect, at === 0);
  return steps[at]?.op === "choose" && steps.length > 1 ? inside("cap", row, 7) : row;
}

/** All steps in one row. */
export function effectRow(steps: readonly Effect[]): Row {
  return join(
    steps.map((_, at) => stepOf(steps, at)),
    STEP,
  );
}

export interface Lines {
  rows: Row[];
  /** The rows are sides of one choice. */
  choice: boolean;
}

/** Rows no wider than `width` at the scale given: broken between steps or between the sides of a choice, never inside. */
export function effectLines(steps: readonly Effect[], width: number, scale: number): Lines {
  const whole = effectRow(steps);
  if (whole.width * scale <= width) return { rows: [whole], choice: false };
  if (steps.length === 1 && steps[0]?.op === "choose") return { rows: steps[0].options.map(effectRow), choice: true };
  return { rows: steps.map((_, at) => stepOf(steps, at)), choice: false };
}

/** The icons of an action space, or what is left of them. */
export function iconRow(icons: Bag): Row {
  return join(
    Object.entries(icons).map(([id, count]) => many(count, id)),
    6,
  );
}

/** A cost on a tag that points at what comes of it: goods, an Islander, nothing. */
export function costRow(cost: Bag, islanders = 0): Row {
  const parts = [
    ...(Object.keys(cost).length > 0 ? [bagRow(cost)] : []),
    ...Array<Row>(islanders).fill(icon("person")),
  ];
  return inside("tag", parts.length > 0 ? join(parts) : text("0"), 6, 10);
}

/** What a Forest card gives: goods, then one of each choice. */
export function forestRows(gain: Bag, choose: readonly (readonly string[])[]): Row[] {
  const sides = (choice: readonly string[]): Row =>
    inside(
      "cap",
      join(
        choice.flatMap((id, at) => [
          ...(at > 0 ? [{ width: 8, marks: [{ is: "bar", x: 4 } as const] }] : []),
          icon(id),
        ]),
      ),
      6,
    );
  return [...(Object.keys(gain).length > 0 ? [bagRow(gain)] : []), ...choose.map(sides)];
}

/** What comes of discarding a card. */
export function bonusRow(steps: readonly Effect[]): Row {
  return join([icon("drop"), sign(":", 8), effectRow(steps)], 1);
}

/** The good that a card is about: the first that it gives. */
export function plateOf(steps: readonly Effect[]): string {
  for (const step of steps) {
    if (step.op === "choose") return plateOf(step.options[0] ?? []);
    if (step.op === "tribute" || step.op === "while_tasked") return bowl(step.spirits);
    const first = Object.keys(step.gain)[0];
    if (first !== undefined) return first;
  }
  return "task";
}
