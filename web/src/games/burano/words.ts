/** Words that the options do not carry. */
import type { Words } from "../../lib/title";
import { ACTION_WORDS, ROOF_WORDS, isColour, type BuranoView, type Colour, type RoofKind, type Tile } from "./view";

export const DEEDS: Record<string, string> = {
  pick: "Pick up",
  build: "Build",
  roof: "Roof",
  coin: "Privilege for a coin",
  cube: "Privilege for a cube",
  end: "End the turn",
  swap: "Swap dock houses",
  skip: "Do not fish",
  stop: "No more workers",
  privilege: "Take privilege",
  done: "Done",
  later: "Ask me later",
  none: "Take none",
  confirm: "My pyramid is done",
  place: "Send a worker",
  pay: "Pay",
  waive: "Thread store",
};

const LEVELS: Record<string, string> = { b: "the base", m: "the second level", t: "the top" };

export function slotWords(slot: string): string {
  return LEVELS[slot.charAt(0)] ?? slot;
}

export function actionOf(view: BuranoView, colour: Colour): string {
  return ACTION_WORDS[view.actions[colour]].toLowerCase();
}

export function tileWords(tile: Tile): string {
  return `${ROOF_WORDS[tile.kind]} roof, ${tile.colours[0]} and ${tile.colours[1]}`;
}

/** A press that stands for a chain of answers. */
export function pressWords(key: string, view: BuranoView): string {
  const [kind, which = ""] = key.split(":");
  if (kind === "slot") {
    const colour = view.own?.pyramid.slots[which];
    return colour === undefined ? which : `Pick up ${colour} (${actionOf(view, colour)}) from ${which}`;
  }
  if (kind === "prepared" && isColour(which)) return `Build ${which}: ${actionOf(view, which)}`;
  const tile = view.players.flatMap(({ tiles }) => tiles).find((each) => each.tile === which);
  return tile === undefined ? which : `Lay the ${tileWords(tile)}`;
}

function target(key: string, view: BuranoView): string | undefined {
  const [kind, which = ""] = key.split(":");
  switch (kind) {
    case "colour":
    case "prepared":
    case "supply":
      return isColour(which) ? `${which} cube` : which;
    case "slot":
      return `${slotWords(which)}, ${which}`;
    case "cell":
      return which;
    case "square":
      return `lace square ${which.slice(1)}`;
    case "node":
      return (
        view.islands.find((island) => island.island === which)?.name ??
        view.ports.find((port) => port.port === which)?.name
      );
    case "dock":
      return `dock house ${which}`;
    case "ship":
      return view.ships.find((ship) => ship.ship === which)?.name;
    case "row":
      return `row ${which}`;
    case "card":
      return which === "deck"
        ? "the building deck"
        : [...view.building_row, ...view.players.flatMap(({ cards }) => cards)].find((card) => card.card === which)
            ?.name;
    case "fish":
      return which === "deck" ? "the fish deck" : which;
    case "hand":
      return `your ${which}`;
    case "send":
      return which === "1" ? "one worker" : "two workers";
    case "stack":
      return `${ROOF_WORDS[which as RoofKind]} roofs`;
    case "tile": {
      const tile = view.players.flatMap(({ tiles }) => tiles).find((each) => each.tile === which);
      return tile === undefined ? undefined : tileWords(tile);
    }
    case "do":
      return DEEDS[which]?.toLowerCase();
    default:
      return undefined;
  }
}

const MOVES = ["do:pick", "do:build", "do:roof"];

export const words: Words<BuranoView> = {
  target,
  deed(option, view) {
    const [first = ""] = option.targets;
    const last = option.targets.at(-1) ?? "";
    const [kind, which = ""] = first.split(":");
    switch (kind) {
      case "do":
        return which === "end" && view.move.moves === 0 ? "Pass, +1 coin" : DEEDS[which];
      case "cell":
        return option.targets.length === 2 ? `Roof ${which} and ${last.slice(5)}` : `Build on ${which}`;
      case "node":
        return option.text.startsWith("withdraw") ? "Withdraw" : `Sail to ${target(first, view) ?? which}`;
      case "square":
        if (last === "do:pay") return "Pay";
        if (last === "do:waive") return "Use the thread store";
        return last === "do:privilege" ? "Go there for 1 privilege" : last === first ? "Withdraw" : "Go there";
      case "slot":
        return view.move.colour === null ? "Pick up" : "Put it there";
      case "colour":
        return `Put ${which}`;
      case "prepared":
        return `Build ${which}`;
      case "supply":
        return `Take ${which}`;
      case "fish":
        return which === "deck" ? "Draw a card" : `Take the ${which}`;
      case "card":
        return which === "deck" ? "Draw a card" : "Take this card";
      case "hand":
        return `Sell ${which}`;
      case "stack":
        return "Draw a tile";
      case "tile":
        return option.text.startsWith("drop") ? "Drop it" : "Lay this roof";
      default:
        return undefined;
    }
  },
  // Once: what could still be done this turn would be lost.
  careful: (option, _, all) =>
    option.targets[0] === "do:end" &&
    all.some(({ targets }) => MOVES.includes(targets[0] ?? "")) &&
    "You can still make a move this turn.",
  score: "VP",
  turn: "Turn the roof",
};
