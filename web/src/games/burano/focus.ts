/** Where the things lie that the present question is about, and what part of the lagoon that means. */
import type { Picker } from "../../lib/title";
import { LAGOON, type Box } from "./geometry";

export type Place = "lagoon" | "city" | "lace" | "mine" | "market";
export type Sight = "all" | "city" | "lace" | "plan";

const PLACES: Record<string, Place> = {
  cell: "city",
  square: "lace",
  node: "lagoon",
  dock: "lagoon",
  ship: "lagoon",
  row: "lagoon",
  slot: "mine",
  prepared: "mine",
  tile: "mine",
  colour: "mine",
  send: "mine",
  hand: "mine",
  fish: "market",
  card: "market",
  stack: "market",
  supply: "market",
};

/** The place of the first thing that can be pressed; the menu of the turn is about one's own board. */
export function placeOf(picker: Pick<Picker, "options" | "chosen">): Place | null {
  let menu = false;
  for (const { targets } of picker.options) {
    const kind = (targets[picker.chosen.length] ?? targets.at(-1) ?? "").split(":", 1)[0] ?? "";
    const place = PLACES[kind];
    if (place !== undefined) return place;
    menu ||= kind === "do";
  }
  return menu ? "mine" : null;
}

/** Near to the city or to the lace, for windows in which the whole lagoon is too small. */
export function boxOf(sight: Sight): Box {
  if (sight === "city") return { x: 150, y: 170, width: 576, height: 396 };
  if (sight === "lace") return { x: 668, y: 176, width: 362, height: 372 };
  return LAGOON;
}
