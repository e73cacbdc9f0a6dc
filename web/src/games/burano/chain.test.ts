import { describe, expect, it } from "vitest";
import type { OptionChoice } from "../../lib/messages";
import { wayTo } from "./chain.svelte";
import { changes } from "./changes";
import { placeOf } from "./focus";
import type { BuranoView } from "./view";

/** As much of a view as these functions look at. */
function table(
  over: Record<string, unknown> = {},
  city = [{ cell: "d4", layers: ["white"], floor: 1, roofed: false }],
): BuranoView {
  const none = { blue: 0, pink: 0, yellow: 0, green: 0, orange: 0, white: 0 };
  const player = {
    seat: 0,
    prepared: { ...none, pink: 1 },
    pyramid: { slots: { t: "green" }, free: ["t"], next_slots: [] },
    tiles: [
      { tile: "lace-BP", kind: "lace", colours: ["blue", "pink"], vp_now: 0, card_vp_now: 0, places: [["b2", "c2"]] },
      { tile: "lace-GO", kind: "lace", colours: ["green", "orange"], vp_now: 0, card_vp_now: 0, places: [] },
    ],
    ...over,
  };
  return { players: [player], city, season: "spring" } as unknown as BuranoView;
}
const option = (...targets: string[]): OptionChoice => ({ text: targets.join(" "), words: "", targets });

describe("a chain from the menu", () => {
  const menu =
    (...deeds: string[]) =>
    (key: string): boolean =>
      deeds.includes(key);
  it("leads to a free cube, a prepared cube and a tile that fits", () => {
    expect(wayTo("slot:t", table(), 0, menu("do:pick"))).toEqual(["do:pick", "slot:t"]);
    expect(wayTo("prepared:pink", table(), 0, menu("do:build"))).toEqual(["do:build", "prepared:pink"]);
    expect(wayTo("tile:lace-BP", table(), 0, menu("do:roof"))).toEqual(["do:roof", "tile:lace-BP"]);
  });
  it("leads nowhere else", () => {
    expect(wayTo("slot:m00", table(), 0, menu("do:pick"))).toBeNull();
    expect(wayTo("prepared:blue", table(), 0, menu("do:build"))).toBeNull();
    expect(wayTo("tile:lace-GO", table(), 0, menu("do:roof"))).toBeNull();
    expect(wayTo("slot:t", table(), 0, menu("do:build"))).toBeNull();
    expect(wayTo("slot:t", table(), null, menu("do:pick"))).toBeNull();
  });
});

describe("where the choice is", () => {
  it("follows the next thing that can be pressed", () => {
    expect(placeOf({ options: [option("do:stop"), option("square:w11", "do:place")], chosen: [] })).toBe("lace");
    expect(placeOf({ options: [option("do:pick"), option("do:end")], chosen: [] })).toBe("mine");
    expect(placeOf({ options: [option("fish:deck")], chosen: [] })).toBe("market");
    expect(placeOf({ options: [], chosen: [] })).toBeNull();
  });
});

describe("what moved", () => {
  it("a cube from the pyramid into preparation", () => {
    const after = table({
      prepared: { blue: 0, pink: 1, yellow: 0, green: 1, orange: 0, white: 0 },
      pyramid: { slots: {}, free: [], next_slots: [] },
    });
    expect(changes(table(), after).moved).toEqual([
      { piece: "cube", colour: "green", from: "0:slot:t", to: "0:prepared" },
    ]);
  });
  it("a cube from preparation into the city", () => {
    const after = table({ prepared: { blue: 0, pink: 0, yellow: 0, green: 0, orange: 0, white: 0 } }, [
      { cell: "d4", layers: ["white", "white", "pink"], floor: 2, roofed: false },
    ]);
    const what = changes(table(), after);
    expect(what.fresh).toEqual(["d4"]);
    expect(what.moved).toEqual([{ piece: "cube", colour: "pink", from: "0:prepared", to: "cell:d4" }]);
  });
  it("nothing when time jumps back", () => {
    expect(changes(table(), table({}, [{ cell: "d4", layers: [], floor: 0, roofed: false }])).jump).toBe(true);
  });
});
