/** The end scene: a carved pole for each seat, from the Emissary clockwise, as tall as its Esteem. */
import type { Score } from "./view";

export const SOURCES = ["track", "tributes", "ibu_set", "elders", "sets"] as const;
export type Source = (typeof SOURCES)[number];

export interface Block {
  source: Source;
  value: number;
  /** From the ground up. */
  bottom: number;
  height: number;
  /** Its place in the whole reveal. */
  turn: number;
}

export interface Pole {
  score: Score;
  blocks: Block[];
  height: number;
}

/** Every block is high enough for its number; the tallest pole fills `room`. */
export function poles(scores: readonly Score[], room: number, least = 20): Pole[] {
  const parts = scores.map((score) => SOURCES.filter((source) => score[source] > 0));
  const most = Math.max(0, ...parts.map((each) => each.length));
  const top = Math.max(1, ...scores.map((score) => score.total));
  const unit = Math.max(0, room - least * most) / top;
  let turn = 0;
  return scores.map((score, at) => {
    let bottom = 0;
    const blocks = (parts[at] ?? []).map((source): Block => {
      const height = least + score[source] * unit;
      const block = { source, value: score[source], bottom, height, turn: turn++ };
      bottom += height;
      return block;
    });
    return { score, blocks, height: bottom };
  });
}
