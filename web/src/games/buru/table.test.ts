import { describe, expect, it } from "vitest";
import type { SeatFace } from "../../lib/title";
import { regionAt } from "./geometry";
import { pieces } from "./pieces";
import { poles } from "./poles";
import type { Altar, BuruView, Region, RegionId, Score, Token } from "./view";
import {
  altarLabel,
  altarWords,
  blessingWords,
  canoeWords,
  orderOf,
  progress,
  regionWords,
  spaceWords,
  words,
} from "./words";

const SEATS: SeatFace[] = ["Becky", "Nia", "Lawan A"].map((name, seat) => ({
  seat,
  name,
  initial: name.charAt(0),
  colour: "pearl",
  yours: seat === 0,
  bot: false,
  rival: seat === 2,
}));

function token(seat: number, turn: number, power: number | null, kind?: string): Token {
  return { seat, turn, power, token: power === null ? null : (kind ?? String(power)), sent_back: false };
}

function region(id: RegionId, tokens: Token[], more: Partial<Region> = {}): Region {
  const spaces = [1, 2, 3, 4, 5].map((index) => ({
    space: `${id}_${index}`,
    index,
    rating: 5 - index,
    icons: { tribute: index === 1 ? 2 : 1 },
    seat: null,
  }));
  return {
    region: id,
    name: id,
    start_angle: 0,
    end_angle: 90,
    triumph: "1 Esteem",
    tokens,
    revealed: false,
    order: [],
    acted: 0,
    decrees: [],
    spaces,
    blessing: null,
    liaison: null,
    ...more,
  };
}

const BARE = { space: null, seats: [], canoe_track: [], liaison_prices: {} };

function table(regions: Region[], more: Partial<BuruView> = {}): BuruView {
  return {
    regions,
    region: null,
    acting: null,
    over: false,
    row: [],
    islanders: {},
    ...BARE,
    ...more,
  } as unknown as BuruView;
}

const LAKE = region("lake", [token(0, 0, 3), token(1, 0, 5), token(0, 2, 2), token(2, 1, 4)], {
  revealed: true,
  order: [
    { seat: 1, power: 5, tie_rank: 0, blessed: false },
    { seat: 0, power: 5, tie_rank: 2, blessed: false },
    { seat: 2, power: 4, tie_rank: 1, blessed: false },
  ],
  acted: 2,
});
(LAKE.spaces[0] as { seat: number | null }).seat = 1;

describe("Explorers", () => {
  it("lie face down in their region; only one's own are marked as secret", () => {
    const hidden = region("shore", [token(0, 0, 4), token(1, 0, null)]);
    const found = pieces(table([hidden]), 0);
    expect(found.map((piece) => [piece.mark, piece.secret])).toEqual([
      [4, true],
      [null, false],
    ]);
    expect(found.map((piece) => regionAt(piece.place))).toEqual(["shore", "shore"]);
    expect(pieces(table([hidden]), 1)[0]?.secret).toBe(false);
  });

  it("are one stack of a seat once revealed, with its whole Power on top", () => {
    const found = pieces(table([LAKE], { region: "lake", acting: 0 }), 0);
    const own = found.filter((piece) => piece.seat === 0);
    expect(own.map((piece) => piece.id)).toEqual(["0-0", "0-2"]);
    expect(own.at(-1)).toMatchObject({ mark: 5, now: true });
    expect(found.filter((piece) => piece.now)).toHaveLength(1);
  });

  it("keep their name from the wilderness to the space, so that they glide", () => {
    const before = pieces(table([{ ...LAKE, revealed: false, order: [] }]), null).map((piece) => piece.id);
    const after = pieces(table([LAKE]), null).map((piece) => piece.id);
    expect(after.sort()).toEqual(before.sort());
    const stands = pieces(table([LAKE]), null).find((piece) => piece.seat === 1);
    expect(Math.hypot(stands?.place.x ?? 0, stands?.place.y ?? 0)).toBeCloseTo(372);
  });
});

describe("tokens of the modules", () => {
  const tokens = [token(0, 0, 3), token(0, 1, 0, "liaison"), token(1, 0, 1, "guide"), token(2, 0, 0, "liaison")];

  it("wear their badge where they are known, and the Blessing lies under one of its user's", () => {
    const blessing = { holder: null, used_by: 0, goes_to: null };
    const found = pieces(table([region("shore", tokens, { blessing })]), 0);
    expect(found.map((piece) => piece.badge)).toEqual([null, "liaison", "guide", "liaison"]);
    expect(found.map((piece) => piece.blessed)).toEqual([true, false, false, false]);
    const unknown = pieces(table([region("shore", [token(1, 0, null)])]), 0);
    expect(unknown[0]).toMatchObject({ badge: null, mark: null });
  });

  const met = tokens.map((each) => ({ ...each, sent_back: each.token === "liaison" }));
  const alone = region("shore", tokens.slice(0, 3), {
    revealed: true,
    order: [
      { seat: 0, power: 4, tie_rank: 0, blessed: true },
      { seat: 1, power: 1, tie_rank: 1, blessed: false },
    ],
    acted: 2,
    liaison: { seat: 0, acts: true },
    blessing: { holder: null, used_by: 0, goes_to: 1 },
  });
  (alone.spaces[0] as { seat: number | null }).seat = 0;
  (alone.spaces[1] as { seat: number | null }).seat = 1;

  it("write a Blessing beside the Power, and keep the Liaison off the stack", () => {
    const found = pieces(table([alone], { region: "shore", acting: 0 }), 0);
    expect(found.map((piece) => [piece.seat, piece.mark, piece.blessed, piece.now])).toEqual([
      [0, 3, true, false],
      [1, 1, false, false],
      [0, 0, false, true],
    ]);
  });

  it("let Liaisons that met leave", () => {
    const found = pieces(table([{ ...alone, tokens: met, liaison: null }], { region: "shore", acting: 1 }), 0);
    expect(found.map((piece) => piece.badge)).toEqual([null, "guide"]);
  });

  it("stand last in the order: who takes the Blessing, then the Liaison", () => {
    const order = orderOf(table([alone], { region: "shore", acting: 0 }), alone, SEATS);
    expect(order.map((place) => [place.seat, place.state, place.blessed, place.takes, place.liaison])).toEqual([
      [0, "done", true, false, false],
      [1, "done", false, true, false],
      [0, "now", false, false, true],
    ]);
  });

  it("are told in words", () => {
    expect(regionWords({ ...alone, revealed: false }, SEATS)).toBe(
      "shore: you Power 3 and Liaison of Power 0, Nia Guide of Power 1",
    );
    expect(blessingWords(alone, { holder: 1, used_by: null, goes_to: null }, SEATS)).toContain("held by Nia");
    expect(canoeWords({ space: "canoe_01", index: 1, rating: 1, icons: {}, seat: 0, text: "3 fish" }, SEATS)).toBe(
      "Ambelau 1: 3 fish, 1 gem, the canoe of you is there",
    );
  });
});

describe("the order of a region", () => {
  it("tells who is done, who acts, and why a tie goes that way", () => {
    const order = orderOf(table([LAKE], { region: "lake", acting: 0 }), LAKE, SEATS);
    expect(order.map((place) => [place.seat, place.state, place.tied, place.note])).toEqual([
      [1, "done", false, "on lake 1"],
      [0, "now", true, "now"],
      [2, "next", false, "next"],
    ]);
    const waits = orderOf(table([LAKE], { region: "lake", acting: 1 }), { ...LAKE, acted: 1 }, SEATS);
    expect(waits[1]?.note).toBe("tie: after Nia");
  });

  it("is told in words", () => {
    expect(regionWords(LAKE, SEATS)).toBe("lake: Nia with 5, you with 5, Lawan A with 4");
    expect(regionWords({ ...LAKE, revealed: false }, SEATS)).toContain("you Power 3 and Power 2");
    expect(spaceWords(LAKE, LAKE.spaces[0] as Region["spaces"][number], SEATS)).toBe(
      "lake 1: 2 tributes, 4 gems, taken by Nia",
    );
  });
});

describe("words", () => {
  const altar: Altar = {
    spirit: "manuk",
    name: "Manuk",
    side: "a",
    cost: { clay: 2, ebony: 2 },
    cards_left: 3,
    totem: null,
    totem_region: "village",
    decrees: [],
    you_can_pay: 0,
    islander: 0,
    place: "lake",
  };
  const goods = { clay: 2, palm: 0, ebony: 1, fish: 0 };

  it("say what an altar lacks", () => {
    expect(altarWords(altar, goods)).toBe("1 ebony short");
    expect(altarWords(altar, { ...goods, clay: 0 })).toBe("3 goods short");
    expect(altarWords({ ...altar, you_can_pay: 2 }, goods)).toBe("payable 2×");
    expect(altarWords({ ...altar, cards_left: 0 }, goods)).toBe("no cards left");
    expect(altarWords(altar, undefined)).toBe("");
    expect(altarWords({ ...altar, cost: {}, islander: 1 }, goods)).toBe("nobody to exile");
    expect(altarWords({ ...altar, cost: {}, place: "ambelau", you_can_pay: 9 }, goods)).toBe("free, by canoe");
    expect(altarLabel({ ...altar, cost: {}, islander: 1, cards_left: 1 }, SEATS, "")).toBe(
      "Manuk's altar costs one of your Islanders, last card, totem free",
    );
  });

  it("count an Elder's progress by what is asked for", () => {
    const level = { need: { clay: 3, banyu: 1 }, have: { clay: 5, banyu: 0 }, esteem: 3, met: false };
    expect(progress(level)).toEqual({ have: 3, need: 4 });
  });

  it("name the keys of the Morning and of spaces", () => {
    const keys = ["explorer:4", "token:guide", "region:ambelau", "space:lake_2", "space:canoe_04", "space:canoe_12"];
    expect(keys.map((key) => words.key?.(key))).toEqual(["4", "g", "a", "2", "4", undefined]);
    expect(words.key?.("altar:banyu")).toBeUndefined();
  });

  it("name the deed", () => {
    const option = (targets: string[], text = "") => ({ text, words: "", targets });
    const view = table([LAKE], {
      canoe_track: [{ space: "canoe_04", index: 4, rating: 3, icons: {}, seat: null, text: "Guide; 1 clay" }],
      liaison_prices: { lake_3: 1, forest_01: 0 },
      islanders: { thief: { name: "Thief" } } as unknown as BuruView["islanders"],
    });
    expect(words.deed?.(option(["token:guide", "region:lake"]), view)).toBe("Place Guide here");
    expect(words.deed?.(option(["blessing:lake", "explorer:2"]), view)).toBe("Place 2 with the Blessing");
    expect(words.deed?.(option(["space:canoe_04"]), view)).toBe("Paddle to 4");
    expect(words.deed?.(option(["space:lake_3"]), view)).toBe("Act on lake 3 for 1 fish");
    expect(words.deed?.(option(["forest:forest_01"]), view)).toBe("Take this card for no fish");
    expect(words.deed?.(option(["forest:forest_02"]), view)).toBe("Take this card");
    expect(words.deed?.(option(["islander:thief"], "exile thief"), view)).toBe("Exile the Thief");
    expect(words.deed?.(option(["islander:thief"], "task thief"), view)).toBe("Task the Thief");
    expect(words.deed?.(option(["explorer:4", "region:lake"]), view)).toBe("Place 4 here");
    expect(words.deed?.(option(["space:lake_2"]), view)).toBe("Act on lake 2");
    expect(words.deed?.(option(["altar:banyu"]), view)).toBe("Pay Banyu");
    expect(words.target?.("space:lake_2", view)).toBe("lake 2");
  });
});

it("raises a pole as tall as the score, one block after the other from the first seat on", () => {
  const score = (seat: number, track: number, tributes: number, elders: number, sets = 0, ibu = 0): Score => ({
    seat,
    track,
    tributes,
    elders,
    sets,
    ibu_set: ibu,
    total: track + tributes + elders + sets + ibu,
    rank: 1,
  });
  expect(poles([score(0, 3, 4, 0, 0, 6)], 178)[0]?.blocks.map((block) => block.source)).toEqual([
    "track",
    "tributes",
    "ibu_set",
  ]);
  const drawn = poles([score(2, 24, 10, 9, 1), score(0, 6, 12, 0)], 178);
  expect(drawn.map((pole) => pole.blocks.map((block) => block.source))).toEqual([
    ["track", "tributes", "elders", "sets"],
    ["track", "tributes"],
  ]);
  expect(drawn.flatMap((pole) => pole.blocks.map((block) => block.turn))).toEqual([0, 1, 2, 3, 4, 5]);
  expect(Math.max(...drawn.map((pole) => pole.height))).toBeLessThanOrEqual(178);
  for (const { blocks, height } of drawn) {
    expect(blocks.reduce((sum, block) => sum + block.height, 0)).toBeCloseTo(height);
    for (const block of blocks) expect(block.height).toBeGreaterThanOrEqual(20);
  }
  expect(poles([score(0, 0, 0, 0)], 178)[0]?.blocks).toEqual([]);
});
