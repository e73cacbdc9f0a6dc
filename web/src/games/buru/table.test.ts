import { describe, expect, it } from "vitest";
import type { SeatFace } from "../../lib/title";
import { regionAt } from "./geometry";
import { pieces } from "./pieces";
import { poles } from "./poles";
import type { Altar, BuruView, Region, RegionId, Score, Token } from "./view";
import { altarWords, orderOf, progress, regionWords, spaceWords, words } from "./words";

const SEATS: SeatFace[] = ["Becky", "Nia", "Lawan A"].map((name, seat) => ({
  seat,
  name,
  initial: name.charAt(0),
  colour: "pearl",
  yours: seat === 0,
  bot: false,
  rival: seat === 2,
}));

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
    ...more,
  };
}

function table(regions: Region[], more: Partial<BuruView> = {}): BuruView {
  return { regions, region: null, acting: null, over: false, row: [], islanders: {}, ...more } as unknown as BuruView;
}

const LAKE = region(
  "lake",
  [
    { seat: 0, turn: 0, power: 3 },
    { seat: 1, turn: 0, power: 5 },
    { seat: 0, turn: 2, power: 2 },
    { seat: 2, turn: 1, power: 4 },
  ],
  {
    revealed: true,
    order: [
      { seat: 1, power: 5, tie_rank: 0 },
      { seat: 0, power: 5, tie_rank: 2 },
      { seat: 2, power: 4, tie_rank: 1 },
    ],
    acted: 2,
  },
);
(LAKE.spaces[0] as { seat: number | null }).seat = 1;

describe("Explorers", () => {
  it("lie face down in their region; only one's own are marked as secret", () => {
    const hidden = region("shore", [
      { seat: 0, turn: 0, power: 4 },
      { seat: 1, turn: 0, power: null },
    ]);
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

describe("the order of a region", () => {
  it("tells who is done, who acts, and why a tie goes that way", () => {
    const order = orderOf(table([LAKE], { region: "lake", acting: 0 }), LAKE, SEATS);
    expect(order.map((place) => [place.seat, place.state, place.tied, place.note])).toEqual([
      [1, "done", false, "on lake 1"],
      [0, "now", true, "now"],
      [2, "next", false, "next"],
    ]);
    const waits = orderOf(table([LAKE], { region: "lake", acting: 1 }), LAKE, SEATS);
    expect(waits[1]?.note).toBe("tie: after Nia");
  });

  it("is told in words", () => {
    expect(regionWords(LAKE, SEATS)).toBe("lake: Nia with 5, you with 5, Lawan A with 4");
    expect(regionWords({ ...LAKE, revealed: false }, SEATS)).toContain("you Power 3 and 2");
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
  };
  const goods = { clay: 2, palm: 0, ebony: 1, fish: 0 };

  it("say what an altar lacks", () => {
    expect(altarWords(altar, goods)).toBe("1 ebony short");
    expect(altarWords(altar, { ...goods, clay: 0 })).toBe("3 goods short");
    expect(altarWords({ ...altar, you_can_pay: 2 }, goods)).toBe("payable 2×");
    expect(altarWords({ ...altar, cards_left: 0 }, goods)).toBe("no cards left");
    expect(altarWords(altar, undefined)).toBe("");
  });

  it("count an Elder's progress by what is asked for", () => {
    const level = { need: { clay: 3, banyu: 1 }, have: { clay: 5, banyu: 0 }, esteem: 3, met: false };
    expect(progress(level)).toEqual({ have: 3, need: 4 });
  });

  it("name the keys of the Morning and of spaces", () => {
    expect(["explorer:4", "region:shore", "space:lake_2", "altar:banyu"].map((key) => words.key?.(key))).toEqual([
      "4",
      "s",
      "2",
      undefined,
    ]);
  });

  it("name the deed", () => {
    const option = (targets: string[]) => ({ text: "", words: "", targets });
    const view = table([LAKE]);
    expect(words.deed?.(option(["explorer:4", "region:lake"]), view)).toBe("Place 4 here");
    expect(words.deed?.(option(["space:lake_2"]), view)).toBe("Act on lake 2");
    expect(words.deed?.(option(["altar:banyu"]), view)).toBe("Pay Banyu");
    expect(words.target?.("space:lake_2", view)).toBe("lake 2");
  });
});

it("raises a pole as tall as the score, one block after the other from the first seat on", () => {
  const score = (seat: number, track: number, tributes: number, elders: number, sets = 0): Score => ({
    seat,
    track,
    tributes,
    elders,
    sets,
    total: track + tributes + elders + sets,
    rank: 1,
  });
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
