import { describe, expect, it } from "vitest";
import { changes } from "./changes";
import { board, table } from "./fixture";

const at = (rows: string[], other: string[] = []) => table([board(0, 0, 0, rows), board(1, 4, 0, other)]);

describe("what moved", () => {
  it("is one token from space to space, also onto another cloth", () => {
    const found = changes(at(["...F"], ["..W."]), at(["...."], ["F.W."]));
    expect(found.moved).toEqual([{ from: "cell:b0:03", to: "cell:b1:00", resource: "fire" }]);
    expect([...found.came, ...found.left]).toEqual([]);
  });

  it("is a token that came, or one that went", () => {
    expect(changes(at([]), at(["E"])).came).toEqual([{ cell: "cell:b0:00", resource: "earth" }]);
    expect(changes(at(["E"]), at([])).left).toEqual([{ cell: "cell:b0:00", resource: "earth" }]);
    expect(changes(at(["E"]), at(["F"]))).toMatchObject({ moved: [], came: [{ resource: "fire" }] });
  });

  it("is what a chain has earned, for both on foreign land", () => {
    const before = { ...at(["..FW"], ["E"]), chain: { cells: ["b0:02", "b0:03", "b1:00"], virtues: [] } };
    const chained = { ...before, chain: { ...before.chain, virtues: ["wisdom" as const, "energy" as const] } };
    const found = changes(chained, at([]));
    expect(found.earned).toEqual([
      { cell: "cell:b0:03", virtue: "wisdom", seats: [0] },
      { cell: "cell:b1:00", virtue: "energy", seats: [0, 1] },
    ]);
    expect(found.left).toHaveLength(3);
    // Taken back, the chain is only let go.
    expect(changes(chained, at(["..FW"], ["E"])).earned).toEqual([]);
  });

  it("does not move anything over a leap", () => {
    expect(changes(at(["FFFF", "FFFF", "FFFF", "FFFF"], ["FFFF", "FFFF", "FFFF"]), at([])).jump).toBe(true);
    expect(changes({ ...at(["F"]), round: 9 }, at([])).jump).toBe(true);
    expect(changes(at(["F"]), table([board(0, 0, 0), board(1, 4, 2)])).jump).toBe(true);
  });
});
