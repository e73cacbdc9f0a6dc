/** Words that the options do not carry. */
import type { Words } from "../../lib/title";
import { VEGETABLE, type BurrowsView, type Face } from "./view";

const TURNS = ["upright", "a quarter turn right", "a half turn", "a quarter turn left"];
const PIECES: Record<string, string> = {
  pool: "the pool tile",
  reserve: "your reserved tile",
  finish: "keep the reserve",
};

export function nameOfTile(face: Face): string {
  const ends = face.ends.map(([, colour]) => VEGETABLE[colour]).join(", ") || "tunnels only";
  return `${face.tile} (${ends}${face.bus ? "; bus" : ""})`;
}

export const words: Words<BurrowsView> = {
  target(key, view) {
    const [kind, which = ""] = key.split(":");
    switch (kind) {
      case "tile": {
        const face = view.tiles[which];
        return face === undefined ? which : nameOfTile(face);
      }
      case "cell": {
        const [x, y] = which.split(",");
        return `x ${x}, y ${y}`;
      }
      case "turn":
        return TURNS[Number(which)];
      case "piece":
        return PIECES[which];
      default:
        return undefined;
    }
  },
  deed(option) {
    const [first = "", second = ""] = option.targets;
    if (first.startsWith("cell:")) return "Build here";
    if (second === "do:build") return `Build ${first.slice(5)}`;
    if (second === "do:reserve") return `Reserve ${first.slice(5)}`;
    if (first === "piece:pool") return "Lay the pool tile";
    if (first === "piece:reserve") return "Lay the reserved tile";
    if (first === "piece:finish") return "Finish the turn";
    return undefined;
  },
  score: "complaints",
  turn: "Turn the tile",
};
