/** What moved between two moments of a table, for the pieces that glide. */
import { SLOTS } from "./geometry";
import { COLOURS, type BuranoView, type Colour } from "./view";

export interface Moved {
  /** The piece, and the things between which it goes (selectors are made from them). */
  piece: "cube" | "roof" | "fish" | "card";
  colour?: Colour;
  from: string;
  to: string;
}

export interface Changes {
  moved: Moved[];
  /** Cells with a new house or roof: it drops into its place. */
  fresh: string[];
  /** The later moment does not follow from the earlier one by a move: nothing should move. */
  jump: boolean;
}

export function changes(before: BuranoView, after: BuranoView): Changes {
  const none: Changes = { moved: [], fresh: [], jump: true };
  if (before.players.length !== after.players.length || before.season !== after.season) return none;
  const grown = after.city.filter((cell, at) => cell.layers.length > (before.city[at]?.layers.length ?? 0));
  const shrunk = after.city.some((cell, at) => cell.layers.length < (before.city[at]?.layers.length ?? 0));
  if (shrunk || grown.length > 2) return none;
  const found: Changes = { moved: [], fresh: grown.map(({ cell }) => cell), jump: false };
  for (const player of after.players) {
    const was = before.players[player.seat];
    if (was === undefined) return none;
    if (was.pyramid !== null && player.pyramid !== null) {
      const gone = SLOTS.filter(
        (slot) => was.pyramid?.slots[slot] !== undefined && player.pyramid?.slots[slot] === undefined,
      );
      const slot = gone[0];
      const colour = slot === undefined ? undefined : was.pyramid.slots[slot];
      if (gone.length === 1 && colour !== undefined && player.prepared[colour] > was.prepared[colour])
        found.moved.push({ piece: "cube", colour, from: `${player.seat}:slot:${slot}`, to: `${player.seat}:prepared` });
    }
    const used = COLOURS.filter((colour) => player.prepared[colour] < was.prepared[colour]);
    const cell = grown[0];
    if (used.length === 1 && used[0] !== undefined && grown.length === 1 && cell !== undefined)
      found.moved.push({ piece: "cube", colour: used[0], from: `${player.seat}:prepared`, to: `cell:${cell.cell}` });
  }
  return found;
}
