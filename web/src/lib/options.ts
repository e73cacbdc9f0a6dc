/** Options of a title before the game: what other choices make of them, and sets of them to be had in one press. */
import type { OptionInfo, TitleInfo } from "./messages";

export type Values = Readonly<Record<string, string>>;
export type ForcedInfo = OptionInfo["forced"][number];

/** What seats and other options make of an option; null where it is free. */
export function decided(option: OptionInfo, seats: number, values: Values): ForcedInfo | null {
  return (
    option.forced.find(
      (each) =>
        (each.seats.length === 0 || each.seats.includes(seats)) &&
        Object.entries(each.given).every(([name, allowed]) => allowed.includes(values[name] ?? "")),
    ) ?? null
  );
}

/** Every option with its value: what other choices ask for, else what was wished, else the default. */
export function settled(it: TitleInfo, wished: Values, seats: number): Record<string, string> {
  const values = Object.fromEntries(it.options.map((option) => [option.name, wished[option.name] ?? option.default]));
  for (const option of it.options) {
    const forced = decided(option, seats, values);
    if (forced !== null) values[option.name] = forced.value;
  }
  return values;
}

export const isSwitch = (option: OptionInfo): boolean =>
  option.allowed.length === 2 && option.allowed.includes("on") && option.allowed.includes("off");

/** Options under one heading, in the order of the title. */
export interface Group {
  name: string;
  options: OptionInfo[];
}

export function groupsOf(options: readonly OptionInfo[]): Group[] {
  const names = [...new Set(options.map((option) => option.group))];
  return names.map((name) => ({ name, options: options.filter((option) => option.group === name) }));
}

export type SetName = "none" | "recommended" | "all";

/** What a set says to the options of a group that it is about. */
export function setValues(set: SetName, options: readonly OptionInfo[]): Record<string, string> {
  const all = options.filter((option) => isSwitch(option) || option.recommended !== null);
  return Object.fromEntries(
    all.map((option) => [
      option.name,
      set === "none"
        ? option.default
        : set === "recommended"
          ? (option.recommended ?? option.default)
          : isSwitch(option)
            ? "on"
            : option.default,
    ]),
  );
}

/** The sets that a group offers: none where nothing is recommended. */
export function setsOf(options: readonly OptionInfo[]): SetName[] {
  return options.some((option) => option.recommended !== null) ? ["none", "recommended", "all"] : [];
}

/**
 * The set that these values are, apart from what other choices decide. Sets may differ only in what is decided anyway:
 * then it is the one that was wished.
 */
export function setOf(
  options: readonly OptionInfo[],
  values: Values,
  seats: number,
  wished: Values = {},
): SetName | null {
  const free = options.filter((option) => decided(option, seats, values) === null);
  const agree = (set: SetName, among: readonly OptionInfo[], with_: Values): boolean =>
    Object.entries(setValues(set, among)).every(([name, value]) => with_[name] === value);
  const found = setsOf(options).filter((set) => agree(set, free, values));
  return found.find((set) => agree(set, options, wished)) ?? found[0] ?? null;
}

/** What is switched on, and what else differs from the rulebook, by label. */
export function differences(options: readonly OptionInfo[], values: Values): { on: string[]; other: string[] } {
  const differ = options.filter((option) => (values[option.name] ?? option.default) !== option.default);
  const isOn = (option: OptionInfo): boolean => isSwitch(option) && values[option.name] === "on";
  return {
    on: differ.filter(isOn).map((option) => option.label),
    other: differ.filter((option) => !isOn(option)).map((option) => option.label),
  };
}
