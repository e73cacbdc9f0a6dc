/** Words that the options do not carry. */
import type { Words } from "../../lib/title";
import { capital, list } from "../../lib/words";
import { readCell } from "./geometry";
import { total } from "./trade.svelte";
import { isResource, type Board, type BusaraView, type Draft, type Timing } from "./view";

export const ACTIONS = ["draw", "move", "forge", "remove", "trade", "power"] as const;
export type Action = (typeof ACTIONS)[number];

/** What an action is, in a few words. */
export const ACTION_HINTS: Record<Action, string> = {
  draw: "a card, a token",
  move: "one step",
  forge: "a chain into Virtues",
  remove: "three for one",
  trade: "ask for offers",
  power: "of your kingdom",
};

export const TIMING: Record<Timing, string> = {
  own_action: "as your action",
  turn_start: "when another's turn starts",
  power_used: "when another uses a Power",
  threat: "when you are threatened",
  action_end: "after another's action",
  turn_end: "after another's turn",
};

/** Parts of a Kingdom Card that may be ours. */
export const OURS: Record<string, string> = {
  goal: "the goal",
  power: "the name of the Power",
  cost: "the cost",
  timing: "when it may be used",
  hidden_only: "that it takes a hidden card",
  text: "the wording",
  effects: "some of what it does",
};

export const WARNING = "you would be Embargoed";
/** Giving something away for nothing, as its option is written. */
export const GIFT = "ask nothing";

/** `b0:12` is "Terracotta, row 2, column 3". */
export function nameOfCell(name: string, view: BusaraView): string {
  const cell = readCell(name);
  if (cell === null) return name;
  const board = view.boards[cell.board]?.name ?? `board ${cell.board + 1}`;
  return `${board} row ${cell.row + 1}, column ${cell.column + 1}`;
}

/** A cloth and what lies on it: "Indigo of Bo: fire at row 1, column 2". */
export function clothWords(board: Board, owner: string): string {
  const tokens = board.spaces.flatMap((resource, space) =>
    resource === null ? [] : [`${resource} at row ${Math.floor(space / 4) + 1}, column ${(space % 4) + 1}`],
  );
  return `${board.name} of ${owner}: ${tokens.join("; ") || "empty"}`;
}

export function counts(of: Partial<Record<string, number>>): string {
  const parts = Object.entries(of).flatMap(([name, count]) => (count ? [`${count} ${capital(name)}`] : []));
  return list(parts) || "nothing";
}

/** What everybody hears of an offer that is being made. */
export function soFar({ gives, asks }: Draft): string {
  if (total(gives) === 0) return "thinking …";
  return `offers ${counts(gives)}${total(asks) > 0 ? ` for ${counts(asks)}` : ""} so far …`;
}

const NONE = { fire: 0, water: 0, wind: 0, earth: 0 };

const DO: Record<string, string> = {
  stop: "stop here",
  none: "none of them",
  stay: "move nothing",
  pass: "make no offer",
  done: "that is all",
  gift: "as a gift",
};

export const words: Words<BusaraView> = {
  say(told, view) {
    return told.replace(/\bb\d:[0-3]{2}\b/g, (name) => nameOfCell(name, view));
  },
  careful(option) {
    return option.words.includes(WARNING) || option.text === GIFT;
  },
  target(key, view) {
    const [kind = "", ...rest] = key.split(":");
    const which = rest.join(":");
    switch (kind) {
      case "cell":
        return nameOfCell(which, view);
      case "corner":
        return `at ${which.replace(",", ", ")}`;
      case "count": {
        const [name = "", count = "0"] = rest;
        return isResource(name) ? `${count} ${capital(name)}` : undefined;
      }
      case "kingdom":
        return view.kingdoms[which]?.name;
      case "setup":
        return counts(view.setup_cards[which] ?? {});
      case "offer":
        return undefined;
      case "virtue":
      case "resource":
      case "action":
        return capital(which);
      case "do":
        return DO[which];
      case "react":
        return which === "use" ? "use your Power" : "pass";
      default:
        return undefined;
    }
  },
  deed(option, view) {
    const [verb = "", second = ""] = option.text.split(" ");
    switch (verb) {
      case "at":
        return "Lay your cloth here";
      case "place":
        return "Place it here";
      case "forge":
        return second === "" ? "Forge" : "Begin here";
      case "step":
        return "Draw the thread on";
      case "stop":
        return view.chain === null ? "Stop here" : `Stop here, ${view.chain.virtues.length}`;
      case "move":
        return second === "" ? "Move a resource" : "Move it here";
      case "stay":
        return "Move nothing";
      case "three":
        return "Discard these three";
      case "target":
        return "Remove this one";
      case "give":
        return "Hand this over";
      case "steal":
        return "Take this one";
      case "discard":
        return "Discard this one";
      case "pay":
        return `Pay with ${capital(second)}`;
      case "want":
        return "Want these";
      case "offer":
        return "Give these";
      case "ask":
        return second === "nothing" ? "Give it away" : "Ask for these";
      case "done":
        if (view.trade?.announced !== true) return "Ask everybody";
        return total(view.trade.draft?.asks ?? NONE) > 0 ? "Make this offer" : "Go on to your price";
      case "no":
        return "Make no offer";
      case "accept":
        return second === "none" ? "Accept none" : "Accept this offer";
      case "kingdom":
        return `Keep ${view.kingdoms[second]?.name ?? "this one"}`;
      case "setup":
        return "Keep these tokens";
      case "use":
        return "Use your Power";
      case "pass":
        return "Pass";
      case "draw":
        return "Draw a card";
      case "trade":
        return "Trade";
      case "remove":
        return "Remove";
      case "power":
        return "Use your Power";
      default:
        return undefined;
    }
  },
  // The server names three resources from the top left; people press them as they come.
  sets: (options) => options[0]?.text.startsWith("three ") === true,
  score: "progress",
};
