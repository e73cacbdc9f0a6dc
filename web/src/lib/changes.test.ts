import { describe, expect, it } from "vitest";
import { changed, whole, type Shown } from "./changes";
import type { Frame } from "./messages";

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

describe("whole", () => {
  const frame = (part: Partial<Frame>): Frame => ({
    type: "frame",
    viewer: 0,
    number: 1,
    base: 0,
    view: null,
    changes: [],
    own: null,
    waiting: [],
    waiting_words: "",
    question: "",
    options: [],
    first_line: 0,
    log: [],
    can_undo: false,
    standing: null,
    seconds: 0,
    ...part,
  });

  it("lays what the viewer sees over what everybody sees, frame after frame", () => {
    const first = whole(frame({ view: { turn: 1, hand: null }, own: [[["hand"], "A"]] }), undefined) as Shown;
    expect(first.view).toEqual({ turn: 1, hand: "A" });
    const second = whole(frame({ number: 2, base: 1, changes: [[["turn"], 2]] }), first) as Shown;
    expect(second.view).toEqual({ turn: 2, hand: "A" });
    const third = whole(frame({ number: 3, base: 2, own: [] }), second) as Shown;
    expect(third.view).toEqual({ turn: 2, hand: null });
  });

  it("cannot follow on a frame that is not here", () => {
    expect(whole(frame({ number: 3, base: 2 }), undefined)).toBeNull();
  });
});
