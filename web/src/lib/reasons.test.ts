import { describe, expect, it } from "vitest";
import type { Explanation } from "./messages";
import { inShort, unsure } from "./reasons";

function found(way: Explanation["way"], visits: number[]): Explanation {
  return {
    way,
    chosen: "m0",
    options: visits.map((each, at) => ({ text: `m${at}`, words: `for player ${at}`, visits: each })),
  } as unknown as Explanation;
}
const say = (words: string): string => words.replace("player 0", "Bo");

describe("an option with few tries", () => {
  it("has less than a twentieth of the tries of the first", () => {
    const it = found("search", [100, 5, 4, 0]);
    expect(it.options.map((option) => unsure(it, option))).toEqual([false, false, true, false]);
  });

  it("is unknown where nobody counts", () => {
    const it = found("greedy", [0, 0]);
    expect(it.options.some((option) => unsure(it, option))).toBe(false);
  });
});

describe("in short", () => {
  it("names the option and why", () => {
    expect(inShort(found("search", [9, 1]), "A Veteran", say)).toBe(
      "A Veteran would play “for Bo”: it tried that most often.",
    );
    expect(inShort(found("search", [1, 1]), "Bo", say)).toBe("Bo would play “for Bo”: it tried nothing more often.");
    expect(inShort(found("greedy", [0, 0]), "Cy", say)).toBe("Cy would play “for Bo”: it likes that best.");
  });

  it("says nothing where nothing was weighed", () => {
    expect(inShort(found("random", []), "Cy", say)).toBe("");
    expect(inShort(found("only", [0]), "Cy", say)).toBe("");
  });
});
