/** What the dock shows: the kind of choice that is asked, else what goes on at the table. */
import type { OptionChoice } from "../../lib/messages";
import { kind } from "../../lib/narrow";
import { RESOURCES, type BusaraView, type Resources } from "./view";

export type Mode =
  "actions" | "thread" | "hand" | "hint" | "counters" | "offers" | "chips" | "react" | "cards" | "corner";

const CHIPS = ["virtue", "resource", "seat", "number", "branch"];

export function modeOf(options: readonly OptionChoice[], view: BusaraView): Mode {
  const kinds = new Set(options.map((option) => kind(option.targets[0] ?? "")));
  if (kinds.has("react")) return "react";
  if (kinds.has("action")) return "actions";
  if (kinds.has("kingdom") || kinds.has("setup")) return "cards";
  if (kinds.has("corner")) return "corner";
  if (kinds.has("count")) return "counters";
  if (kinds.has("offer")) return "offers";
  if (CHIPS.some((each) => kinds.has(each))) return "chips";
  if (view.chain !== null) return "thread";
  if (kinds.has("cell")) return view.hand === null ? "hint" : "hand";
  if (view.trade !== null && view.trade.partner === null && options.length === 0) return "offers";
  return options.length > 0 ? "hint" : "actions";
}

const HINTS: Record<string, string> = {
  forge: "Press one of your tokens: the thread begins there. Or draw it with the mouse, from token to token.",
  move: "Press one of your tokens, then an empty space next to it. Or drag it there.",
  three: "Press three tokens of one kind that lie together on your cloth.",
  target: "Press the token that has to go, on any cloth.",
  give: "Press the token that you hand over.",
  steal: "Press a token on somebody else's cloth.",
  discard: "Press one of your tokens: it goes back to the stock.",
};

/** How to go about a choice on the cloth, by its notation. */
export function hintOf(options: readonly OptionChoice[]): string {
  const verb = options.find((option) => option.targets[0]?.startsWith("cell:"))?.text.split(" ")[0] ?? "";
  return HINTS[verb] ?? "Press a space on the cloth.";
}

/** The four counts of a want or an offer; null when an option is about something else. */
export function amountsOf(option: OptionChoice | null): Resources | null {
  if (option === null || !option.targets[0]?.startsWith("count:")) return null;
  const found = { fire: 0, water: 0, wind: 0, earth: 0 };
  for (const key of option.targets) {
    const [, name = "", count = "0"] = key.split(":");
    if (name in found) found[name as keyof Resources] = Number(count);
  }
  return found;
}

/** Whether some option has at least these counts: one more may still be added. */
export function reachable(options: readonly OptionChoice[], amounts: Resources): boolean {
  return options.some((option) => {
    const its = amountsOf(option);
    return its !== null && RESOURCES.every((name) => its[name] >= amounts[name]);
  });
}

/** What a thread has earned so far, and for whom else. */
export function account(view: BusaraView): { seat: number; virtue: string; count: number }[] {
  const chain = view.chain;
  if (chain === null) return [];
  const found: { seat: number; virtue: string; count: number }[] = [];
  const add = (seat: number, virtue: string): void => {
    const known = found.find((one) => one.seat === seat && one.virtue === virtue);
    if (known === undefined) found.push({ seat, virtue, count: 1 });
    else known.count++;
  };
  chain.virtues.forEach((virtue, step) => {
    add(view.active, virtue);
    const owner = view.boards[Number(chain.cells[step + 1]?.charAt(1))]?.owner;
    if (owner !== undefined && owner !== view.active) add(owner, virtue);
  });
  return found;
}
