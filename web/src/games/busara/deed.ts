/** What the dock shows: the kind of choice that is asked, else what goes on at the table. */
import type { OptionChoice } from "../../lib/messages";
import { kind } from "../../lib/narrow";
import { stageOf } from "./trade.svelte";
import type { BusaraView } from "./view";

export type Mode =
  "actions" | "thread" | "hand" | "hint" | "counters" | "offers" | "chips" | "react" | "cards" | "corner";

const CHIPS = ["virtue", "resource", "seat", "number", "branch"];

export function modeOf(options: readonly OptionChoice[], view: BusaraView): Mode {
  const kinds = new Set(options.map((option) => kind(option.targets[0] ?? "")));
  if (kinds.has("react")) return "react";
  if (kinds.has("action")) return "actions";
  if (kinds.has("kingdom") || kinds.has("setup")) return "cards";
  if (kinds.has("corner")) return "corner";
  if (stageOf(options) !== null) return "counters";
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

/** The name of the Power that the button of the actions uses: of the player on turn while asked, else the viewer's own. */
export function powerOf(view: BusaraView, viewer: number | null, asked: boolean): string | null {
  const player = view.players[asked ? view.active : (viewer ?? -1)];
  return view.kingdoms[player?.kingdom ?? ""]?.power ?? null;
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
