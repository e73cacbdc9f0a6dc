import { describe, expect, it } from "vitest";
import type { OptionChoice } from "../../lib/messages";
import { account, hintOf, modeOf, powerOf } from "./deed";
import { board, table } from "./fixture";
import { forged, single } from "./view";
import { clothWords, soFar, words } from "./words";

function option(text: string, targets: string, said = text): OptionChoice {
  return { text, words: said, targets: targets.split(" ") };
}
const VIEW = table([board(0, 0, 0), board(1, 4, 0)]);

describe("the dock", () => {
  it("shows what is asked", () => {
    expect(modeOf([option("draw", "action:draw")], VIEW)).toBe("actions");
    expect(modeOf([option("pass", "react:pass"), option("use", "react:use")], VIEW)).toBe("react");
    expect(modeOf([option("want fire 1", "count:fire:1")], VIEW)).toBe("counters");
    expect(modeOf([option("no offer", "do:pass"), option("ask nothing", "do:gift")], VIEW)).toBe("counters");
    expect(modeOf([option("accept 2", "offer:2"), option("accept none", "do:none")], VIEW)).toBe("offers");
    expect(modeOf([option("pay art", "virtue:art")], VIEW)).toBe("chips");
    expect(modeOf([option("at 4,0", "corner:4,0")], VIEW)).toBe("corner");
    expect(modeOf([option("move b0:00 up", "cell:b0:00 cell:b0:01")], VIEW)).toBe("hint");
    const hand = { seat: 0, resources: { fire: 1, water: 0, wind: 0, earth: 0 } };
    expect(modeOf([option("place b0:00", "cell:b0:00")], { ...VIEW, hand })).toBe("hand");
  });

  it("shows what goes on when nothing is asked", () => {
    expect(modeOf([], VIEW)).toBe("actions");
    expect(modeOf([], { ...VIEW, chain: { cells: ["b0:00"], virtues: [] } })).toBe("thread");
    const want = { fire: 1, water: 0, wind: 0, earth: 0 };
    const trade = { want, announced: true, draft: null, offers: [], partner: null };
    expect(modeOf([], { ...VIEW, trade })).toBe("offers");
  });

  it("names the Power that the button uses: of the player on turn while asked, else one's own", () => {
    const kingdoms = Object.fromEntries(["ours", "theirs"].map((id) => [id, { power: id }])) as never;
    const players = VIEW.players.map((one, seat) => ({ ...one, kingdom: ["ours", "theirs"][seat] ?? null }));
    const over = { ...VIEW, players, kingdoms, active: 1, over: true };
    expect(powerOf(over, 0, false)).toBe("ours");
    expect(powerOf(over, null, false)).toBeNull();
    expect(powerOf({ ...over, over: false, controller: 0 }, 0, true)).toBe("theirs");
  });

  it("tells how to go about it", () => {
    expect(hintOf([option("stay", "do:stay"), option("move b0:00 up", "cell:b0:00 cell:b0:01")])).toContain("drag");
  });
});

describe("the account of a thread", () => {
  it("counts for who forges and for whose land it steps on", () => {
    const chain = { cells: ["b0:02", "b0:03", "b1:00", "b1:01"], virtues: ["wisdom", "energy", "energy"] as const };
    expect(account({ ...VIEW, chain: { ...chain, virtues: [...chain.virtues] } })).toEqual([
      { seat: 0, virtue: "wisdom", count: 1 },
      { seat: 0, virtue: "energy", count: 2 },
      { seat: 1, virtue: "energy", count: 2 },
    ]);
    // After Politics the land belongs to another.
    const boards = [board(0, 0, 0, [], 1), board(1, 4, 0, [], 0)];
    const swapped = account({ ...table(boards), chain: { cells: ["b1:00", "b0:03"], virtues: ["art"] } });
    expect(swapped.map(({ seat }) => seat)).toEqual([0, 1]);
  });

  it("knows what two resources make", () => {
    expect(forged(VIEW, "wind", "fire")).toBe("wisdom");
    expect(forged(VIEW, "fire", "fire")).toBeNull();
    expect(single({ fire: 2, earth: 1 })).toEqual(["fire", "fire", "earth"]);
  });
});

describe("an offer that is being made", () => {
  it("is heard by everybody as far as it has been named", () => {
    const none = { fire: 0, water: 0, wind: 0, earth: 0 };
    const draft = { seat: 1, gives: none, asks: none, least: 0, most: 2 };
    expect(soFar(draft)).toBe("thinking …");
    expect(soFar({ ...draft, gives: { ...none, fire: 2 } })).toBe("offers 2 Fire so far …");
    expect(soFar({ ...draft, gives: { ...none, fire: 2, wind: 1 }, asks: { ...none, earth: 1 } })).toBe(
      "offers 2 Fire and 1 Wind for 1 Earth so far …",
    );
  });
});

describe("words", () => {
  it("call spaces by their cloth", () => {
    expect(words.say?.("Fire from b0:12 to b1:00", VIEW)).toBe(
      "Fire from Terracotta row 2, column 3 to Indigo row 1, column 1",
    );
  });

  it("tell what lies on a cloth", () => {
    expect(clothWords(board(1, 0, 0, [".F"]), "Bo")).toBe("Indigo of Bo: fire at row 1, column 2");
    expect(clothWords(board(1, 0, 0), "Bo")).toBe("Indigo of Bo: empty");
  });

  it("name deeds and targets", () => {
    expect(words.deed?.(option("forge b0:00", "cell:b0:00"), VIEW)).toBe("Begin here");
    expect(words.deed?.(option("forge", "action:forge"), VIEW)).toBe("Forge");
    expect(words.target?.("count:fire:2", VIEW)).toBe("2 Fire");
  });

  it("ask for care before a self-made Embargo", () => {
    expect(words.careful?.(option("stop", "do:stop", "Stop; you would be Embargoed"), VIEW, [])).toBe(true);
    expect(words.careful?.(option("stop", "do:stop", "Stop"), VIEW, [])).toBe(false);
  });

  it("ask for care before a gift", () => {
    expect(words.careful?.(option("ask nothing", "do:gift", "Give 1 Fire for nothing: a gift"), VIEW, [])).toBe(true);
    expect(words.deed?.(option("ask nothing", "do:gift"), VIEW)).toBe("Give it away");
  });
});
