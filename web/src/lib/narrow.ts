/**
 * The picker's thinking, without a browser: legal options are paths of targets, and presses narrow them.
 *
 * Nothing here knows a rule or a title. A choice is a value; pressing and stepping back give a new one.
 */
import type { OptionChoice } from "./messages";

export interface Choice {
  readonly options: readonly OptionChoice[];
  /** What was pressed, without the steps that followed by themselves. */
  readonly pressed: readonly string[];
  /** An option taken whole from the list, by its notation. */
  readonly picked: string | null;
  /** The targets of an option are a set: they are pressed in any order. */
  readonly sets: boolean;
}

export interface Narrowed {
  /** The path so far, with the steps that followed by themselves. */
  readonly chosen: readonly string[];
  /** The options that begin with it. */
  readonly left: readonly OptionChoice[];
  /** What a confirmation would play. */
  readonly candidate: OptionChoice | null;
  readonly sets?: boolean;
}

export const NOTHING: Choice = { options: [], pressed: [], picked: null, sets: false };

export function choice(options: readonly OptionChoice[], sets = false): Choice {
  return { options, pressed: [], picked: null, sets };
}

export function startsWith(path: readonly string[], beginning: readonly string[]): boolean {
  return beginning.length <= path.length && beginning.every((key, at) => path[at] === key);
}

/**
 * Follow presses through the options. After a press, steps without an alternative are taken as well: pressing the cell
 * where a tile fits in one way only chooses the way too. A press may name a target after such steps. Null: not legal.
 */
export function follow(options: readonly OptionChoice[], pressed: readonly string[]): Narrowed | null {
  let chosen: string[] = [];
  let left = options;
  /** How much of the path the presses have named. */
  let said = 0;
  for (const key of pressed) {
    // What followed by itself may be pressed as well, each step of it.
    const known = chosen.indexOf(key, said);
    if (known >= 0 && !left.some((option) => option.targets[chosen.length] === key)) {
      said = known + 1;
      continue;
    }
    left = left.filter((option) => option.targets[chosen.length] === key);
    if (left.length === 0) return null;
    chosen = [...chosen, key];
    said = chosen.length;
    for (;;) {
      const next = left[0]?.targets[chosen.length];
      const depth = chosen.length;
      if (next === undefined || !left.every((option) => option.targets[depth] === next)) break;
      chosen = [...chosen, next];
    }
  }
  const whole = left.filter((option) => option.targets.length === chosen.length);
  const candidate = left.length === 1 ? left[0] : pressed.length > 0 && whole.length === 1 ? whole[0] : undefined;
  return { chosen, left, candidate: candidate ?? null };
}

/** The options that contain all that is pressed; once one is left, the rest of it follows by itself. Null: not legal. */
function followSet(options: readonly OptionChoice[], pressed: readonly string[]): Narrowed | null {
  const left = options.filter((option) => pressed.every((key) => option.targets.includes(key)));
  const candidate = left.length === 1 ? (left[0] ?? null) : null;
  return left.length === 0 ? null : { chosen: candidate?.targets ?? pressed, left, candidate, sets: true };
}

/** The choice after exactly these presses; null when some press is not legal. */
export function reach(it: Choice, pressed: readonly string[]): Narrowed | null {
  return it.sets ? followSet(it.options, pressed) : follow(it.options, pressed);
}

export function narrow(it: Choice): Narrowed {
  const picked = it.picked === null ? undefined : it.options.find((option) => option.text === it.picked);
  if (picked !== undefined) return { chosen: picked.targets, left: [picked], candidate: picked };
  return reach(it, it.pressed) ?? { chosen: [], left: it.options, candidate: null };
}

/** Targets that continue a path, each with the options behind it, in the order of the options. */
export function continuations(it: Narrowed): Map<string, OptionChoice[]> {
  const found = new Map<string, OptionChoice[]>();
  for (const option of it.left) {
    const at = it.chosen.length;
    for (const key of it.sets
      ? option.targets.filter((each) => !it.chosen.includes(each))
      : option.targets.slice(at, at + 1)) {
      const known = found.get(key);
      if (known === undefined) found.set(key, [option]);
      else known.push(option);
    }
  }
  return found;
}

/** The choice after further presses, or null when some press is not legal. */
export function press(it: Choice, keys: readonly string[]): Choice | null {
  // In a set, what is pressed again is let go.
  const [key] = keys;
  if (it.sets && it.picked === null && keys.length === 1 && key !== undefined && it.pressed.includes(key))
    return { ...it, pressed: it.pressed.filter((each) => each !== key) };
  // Pressing what is already chosen, or another thing of the same kind, starts again from before it.
  if (it.picked === null) {
    const onward = reach(it, [...it.pressed, ...keys]);
    if (onward !== null) return { ...it, pressed: [...it.pressed, ...keys] };
  }
  for (let kept = it.pressed.length; kept >= 0; kept--) {
    const pressed = [...it.pressed.slice(0, kept), ...keys];
    if (reach(it, pressed) !== null) return { ...it, pressed, picked: null };
  }
  return null;
}

export function pick(it: Choice, text: string): Choice {
  return { ...it, picked: text };
}

/** One press less, and those that would follow by themselves again; null when there is none. */
export function back(it: Choice): Choice | null {
  if (it.picked !== null) return { ...it, picked: null };
  if (it.pressed.length === 0) return null;
  const before = { ...it, pressed: it.pressed.slice(0, -1) };
  const same = narrow(before).chosen.length === narrow(it).chosen.length;
  return same && before.pressed.length > 0 ? back(before) : before;
}

/** The ways of the last step of a candidate: targets in its place that share its beginning and its kind. */
export function ways(it: Choice, candidate: OptionChoice | null): string[] {
  if (it.sets || candidate === null || candidate.targets.length < 2) return [];
  const beginning = candidate.targets.slice(0, -1);
  const last = candidate.targets.at(-1) as string;
  // What is done with a thing is another deed, not another way of the same one.
  if (kind(last) === "do") return [];
  const like = it.options.filter(
    (option) =>
      option.targets.length === candidate.targets.length &&
      startsWith(option.targets, beginning) &&
      kind(option.targets.at(-1) as string) === kind(last),
  );
  return like.length > 1 ? like.map((option) => option.targets.at(-1) as string) : [];
}

/** Take another way of the last step. */
export function swap(it: Choice, candidate: OptionChoice | null, key: string): Choice | null {
  if (it.sets || candidate === null) return null;
  const path = [...candidate.targets.slice(0, -1), key];
  return follow(it.options, path) === null ? null : { ...it, pressed: compress(it, path), picked: null };
}

/** The presses that lead to a path, without those that follow by themselves. */
function compress(it: Choice, path: readonly string[]): string[] {
  const pressed: string[] = [];
  let reached = 0;
  while (reached < path.length) {
    pressed.push(path[reached] as string);
    reached = follow(it.options, pressed)?.chosen.length ?? path.length;
  }
  return pressed;
}

/** `cell` of `cell:3,-2`. */
export function kind(key: string): string {
  return key.split(":", 1)[0] ?? key;
}

// -- the list in words ------------------------------------------------------------------------------------------------

export interface Entry {
  /** The number or letter that chooses it; empty when there are more entries than keys. */
  readonly key: string;
  readonly words: string;
  /** What it brings about, in smaller type. */
  readonly effect: string;
  /** The option, or null for a group. */
  readonly option: OptionChoice | null;
  /** The target that the entry presses: the group's, or the option's next one. */
  readonly target: string | null;
  readonly count: number;
}

/** `Lay it there; completes radish 4` is two things; what stands in brackets is not taken apart. */
export function splitWords(words: string): [string, string] {
  let depth = 0;
  for (let at = 0; at < words.length; at++) {
    const letter = words[at];
    if (letter === "(") depth++;
    else if (letter === ")") depth--;
    else if (letter === ";" && depth === 0) return [words.slice(0, at), words.slice(at + 1).trim()];
  }
  return [words, ""];
}

/** More options than this are grouped by the thing they begin with. */
export const GROUP_ABOVE = 24;
const EFFECTS_ON_TOP = 6;

export interface Listing {
  /** More options than this are grouped. */
  above?: number;
  /** The key that a target is known by: `4` for the Explorer of Power 4. */
  keyOf?: (target: string) => string | undefined;
}

/**
 * What is left, as a list to read: options with an effect first; very many are grouped by their next target. A filter
 * searches words and notation and is never grouped.
 */
export function entries(
  it: Narrowed,
  filter: string,
  taken: string,
  name: (key: string, options: readonly OptionChoice[]) => string,
  { above = GROUP_ABOVE, keyOf = () => undefined }: Listing = {},
): Entry[] {
  const wanted = filter.trim().toLowerCase();
  const found =
    wanted === ""
      ? it.left
      : it.left.filter((option) => `${option.words} ${option.text}`.toLowerCase().includes(wanted));
  const single = found.map((option) => entryOf(option, it.chosen.length));
  const best = [...single.filter((entry) => entry.effect !== ""), ...single.filter((entry) => entry.effect === "")];
  if (wanted !== "" || found.length <= above) return withKeys(best, taken, keyOf);
  const groups = [...continuations(it)].map(([target, options]): Entry => {
    const only = options.length === 1 ? options[0] : undefined;
    if (only !== undefined) return entryOf(only, it.chosen.length);
    const words = name(target, options);
    return { key: "", words, effect: `${options.length} ways`, option: null, target, count: options.length };
  });
  if (groups.length >= found.length) return withKeys(best, taken, keyOf);
  const top = best.slice(0, EFFECTS_ON_TOP).filter((entry) => entry.effect !== "");
  return withKeys(
    [...top, ...groups.filter((group) => !top.some((entry) => entry.option === group.option && group.option !== null))],
    taken,
    keyOf,
  );
}

function entryOf(option: OptionChoice, depth: number): Entry {
  const [words, effect] = splitWords(option.words);
  return { key: "", words, effect, option, target: option.targets[depth] ?? null, count: 1 };
}

const KEYS = "123456789abcdefghijklmnopqrstuvwxyz";

/** Entries with a key of their own keep it, unless two want the same; the others get what is left, in order. */
function withKeys(list: readonly Entry[], taken: string, keyOf: (target: string) => string | undefined): Entry[] {
  const wished = list.map((entry) => (entry.target === null ? undefined : keyOf(entry.target)));
  const own = wished.map((key) => (wished.filter((other) => other === key).length === 1 ? key : undefined));
  const free = [...KEYS].filter((key) => !taken.includes(key) && !own.includes(key));
  return list.map((entry, at) => ({ ...entry, key: own[at] ?? free.shift() ?? "" }));
}
