import { describe, expect, it } from "vitest";
import type { TitleInfo } from "./messages";
import { changed, fitted, newRow, obstacle, played, seated } from "./seating";

const BOTS = [
  { name: "easy", words: "" },
  { name: "medium", words: "" },
];
const PLAIN = { title: "Plain", seats: [2, 3, 4], bots: BOTS, rivals: null } as unknown as TitleInfo;
const LAWAN = {
  seats: [2, 3, 4, 5],
  bots: BOTS,
  rivals: {
    option: "lawan",
    names: ["Lawan A", "Lawan B"],
    tables: [
      { others: 1, allowed: [1, 2], usual: 2 },
      { others: 2, allowed: [0, 1, 2], usual: 1 },
      { others: 3, allowed: [0, 1, 2], usual: 0 },
      { others: 4, allowed: [0, 1], usual: 0 },
      { others: 5, allowed: [0], usual: 0 },
    ],
  },
} as unknown as TitleInfo;
const kinds = (rows: readonly { kind: string }[]): string[] => rows.map((row) => row.kind);

describe("a first proposal", () => {
  it("is me and a bot, or me and the title's own rivals", () => {
    expect(kinds(fitted(PLAIN, [], "Ada"))).toEqual(["me", "bot"]);
    expect(fitted(LAWAN, [], "Ada").map((row) => row.name)).toEqual(["Ada", "Lawan A", "Lawan B"]);
  });

  it("forgets the rivals of another title", () => {
    expect(kinds(fitted(PLAIN, fitted(LAWAN, [], "Ada"), "Ada"))).toEqual(["me", "bot"]);
  });
});

describe("rivals", () => {
  const three = [1, 2, 3].map(() => newRow("bot", LAWAN, [], "Ada"));

  it("come up to five seats, behind everybody else", () => {
    const rows = seated(LAWAN, three, 2);
    expect(kinds(rows)).toEqual(["bot", "bot", "bot", "title", "title"]);
    expect(obstacle(LAWAN, [newRow("me", LAWAN, [], "Ada"), ...rows.slice(1)])).toBe("");
    expect(obstacle(LAWAN, rows)).not.toBe("");
    expect(played(rows)).toHaveLength(3);
  });

  it("are as many as are usual when somebody comes", () => {
    expect(seated(LAWAN, three)).toHaveLength(3);
    expect(seated(LAWAN, three.slice(1))).toHaveLength(3);
  });
});

it("has one seat that is mine", () => {
  const rows = fitted(PLAIN, [], "Ada");
  const swapped = changed(rows, 1, "me", "Ada");
  expect(kinds(swapped)).toEqual(["bot", "me"]);
  expect(swapped[1]?.name).toBe("Ada");
});

describe("what stands in the way of a table", () => {
  it("is told when only bots and rivals sit there", () => {
    const rows = changed(fitted(LAWAN, [], "Ada"), 0, "bot", "Ada");
    expect(kinds(rows)).toEqual(["bot", "title", "title"]);
    expect(obstacle(LAWAN, rows)).toBe("Somebody has to sit down: take a seat, or leave one open.");
    expect(obstacle(LAWAN, changed(rows, 0, "open", "Ada"))).toBe("");
  });

  it("is told when the seats are too few, or the rivals too many", () => {
    const me = newRow("me", PLAIN, [], "Ada");
    expect(obstacle(PLAIN, [me])).toBe("Plain is for 2-4 seats.");
    const four = [me, ...[1, 2, 3].map(() => newRow("bot", LAWAN, [], "Ada"))];
    expect(obstacle({ ...LAWAN, seats: [2, 3, 4, 5, 6] }, seated(LAWAN, four, 2))).toBe(
      "Beside 4 players Lawan A and Lawan B cannot play like this.",
    );
  });
});
