/**
 * Building a pyramid as one likes: cubes are put on any slot of the layer, moved and taken off again. The table takes
 * them one by one in the order of the slots; what cannot be sent yet waits here, and what was sent is taken back when
 * the plan changes. Until all are done nobody else sees any of it.
 */
import type { OptionChoice } from "../../lib/messages";
import { SLOTS } from "./geometry";
import type { Colour, Counts } from "./view";

export type Plan = Readonly<Record<string, Colour>>;

export type Step = { kind: "back" } | { kind: "put"; slot: string; colour: Colour } | null;

/** Slots of a plan in the order in which they are filled. */
export function inOrder(plan: Plan): string[] {
  return SLOTS.filter((slot) => plan[slot] !== undefined);
}

/** What brings the table closer to the plan: take back, put a cube, or nothing yet. */
export function nextStep(placed: Plan, plan: Plan, options: readonly OptionChoice[]): Step {
  const done = inOrder(placed);
  const wanted = inOrder(plan);
  if (done.some((slot, at) => wanted[at] !== slot || plan[slot] !== placed[slot])) return { kind: "back" };
  const slot = wanted[done.length];
  const colour = slot === undefined ? undefined : plan[slot];
  if (slot === undefined || colour === undefined) return null;
  const legal = options.some(
    (option) => option.targets[0] === `colour:${colour}` && option.targets[1] === `slot:${slot}`,
  );
  return legal ? { kind: "put", slot, colour } : null;
}

export function samePlan(one: Plan, other: Plan): boolean {
  const slots = inOrder(one);
  return slots.length === inOrder(other).length && slots.every((slot) => one[slot] === other[slot]);
}

/** Cubes of a colour that the plan leaves in the reserve; `all` counts those that lie in the pyramid, too. */
export function left(all: Counts, plan: Plan, colour: Colour): number {
  return all[colour] - Object.values(plan).filter((each) => each === colour).length;
}

/** The layer of the first empty slot: its slots, and how many of them will be filled. */
export function layer(plan: Plan, size: number): { slots: string[]; fill: number } {
  const layers = [
    { slots: SLOTS.slice(0, 9), fill: Math.min(9, size) },
    { slots: SLOTS.slice(9, 13), fill: Math.max(0, Math.min(4, size - 9)) },
    { slots: SLOTS.slice(13), fill: size === SLOTS.length ? 1 : 0 },
  ];
  const open = layers.find(({ slots, fill }) => slots.filter((slot) => plan[slot] !== undefined).length < fill);
  return open ?? { slots: [], fill: 0 };
}

/** Slots where a cube may be put now: the empty ones of the layer that is being built. */
export function open(plan: Plan, size: number): string[] {
  return layer(plan, size).slots.filter((slot) => plan[slot] === undefined);
}

/** Put a run of cubes of a colour on the next empty slots, going on into the next layer. */
export function withRun(plan: Plan, size: number, colour: Colour, count: number): Plan {
  let next = plan;
  for (let at = 0; at < count; at++) {
    const slot = open(next, size)[0];
    if (slot === undefined) break;
    next = { ...next, [slot]: colour };
  }
  return next;
}

/** Put a cube on a slot; what lay there goes back into the reserve. */
export function withCube(plan: Plan, size: number, slot: string, colour: Colour): Plan {
  return plan[slot] !== undefined || open(plan, size).includes(slot) ? { ...plan, [slot]: colour } : plan;
}

/** Two slots change their cubes; onto an empty slot of the same layer a cube is moved. */
export function swapped(plan: Plan, size: number, from: string, to: string): Plan {
  const [one, other] = [plan[from], plan[to]];
  if (one === undefined || from === to) return plan;
  if (other !== undefined) return { ...plan, [from]: other, [to]: one };
  const without = withoutCube(plan, from);
  return open(without, size).includes(to) ? { ...without, [to]: one } : plan;
}

/** Take a cube off, and with it those of higher layers, which would have nothing to rest on. */
export function withoutCube(plan: Plan, slot: string): Plan {
  const rank = (name: string): number => "bmt".indexOf(name.charAt(0));
  const kept = inOrder(plan).filter((each) => each !== slot && rank(each) <= rank(slot));
  return Object.fromEntries(kept.map((each) => [each, plan[each] as Colour]));
}

/** The plan after the table has changed by another hand (the list of words, take back): that change is taken over. */
export function merged(plan: Plan, before: Plan, now: Plan): Plan {
  const waiting = Object.entries(plan).filter(([slot]) => before[slot] === undefined && now[slot] === undefined);
  return { ...Object.fromEntries(waiting), ...now };
}
