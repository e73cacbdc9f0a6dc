import { describe, expect, it } from "vitest";
import { changed } from "./changes";

const view = {
  turn: 3,
  players: [
    { score: 1, laid: ["T1"] },
    { score: 2, laid: ["T2"] },
  ],
  newest: null,
};

describe("changed", () => {
  it("puts what is new in its place and leaves the view before alone", () => {
    const before = structuredClone(view);
    const after = changed(view, [
      [["turn"], 4],
      [["players", 0, "score"], 7],
      [["players", 0, "laid", 1], "T9"],
      [["chosen"], "T9"],
    ]);
    expect(after).toEqual({
      turn: 4,
      players: [{ score: 7, laid: ["T1", "T9"] }, view.players[1]],
      newest: null,
      chosen: "T9",
    });
    expect(view).toEqual(before);
  });

  it("keeps the objects in which nothing has changed", () => {
    const after = changed(view, [[["players", 0, "score"], 7]]) as typeof view;
    expect(after.players[1]).toBe(view.players[1]);
    expect(after.players[0]?.laid).toBe(view.players[0]?.laid);
    expect(changed(view, [])).toBe(view);
  });

  it("takes a whole view at the empty path", () => {
    expect(changed(view, [[[], { turn: 1 }]])).toEqual({ turn: 1 });
    expect(
      changed(view, [
        [[], { turn: 1 }],
        [["turn"], 2],
      ]),
    ).toEqual({ turn: 2 });
  });
});
