import { expect, it } from "vitest";
import { latest, patch, seatOf } from "./log";
import { initialOf, list, plural, range, shortened, withNames } from "./words";

it("tells numbers of seats", () => {
  expect(range([2, 3, 4, 5])).toBe("2-5");
  expect(range([3])).toBe("3");
  expect(range([4, 1])).toBe("1 or 4");
  expect(range([])).toBe("no");
});

it("joins names", () => {
  expect(list(["Ada"])).toBe("Ada");
  expect(list(["Ada", "Bo", "Chi"])).toBe("Ada, Bo and Chi");
  expect(plural(1, "complaint")).toBe("1 complaint");
  expect(plural(2, "complaint")).toBe("2 complaints");
});

it("keeps the beginning of a long chain", () => {
  expect(shortened(["a", "b", "c"], 2)).toEqual(["a", "b", "c"]);
  expect(shortened(["a", "b", "c", "d"], 2)).toEqual(["a", "b", "and 2 more things happen"]);
});

it("finds the letter of a seat", () => {
  expect(initialOf("ada", false)).toBe("A");
  expect(initialOf("Lawan B", true)).toBe("B");
  expect(initialOf(" ", false)).toBe("?");
});

it("knows whose line it is", () => {
  const names = ["Ann", "Anna", "Bo"];
  expect(seatOf("Ann reserves T08", names)).toBe(0);
  expect(seatOf("Anna's turn: T21 is turned up", names)).toBe(1);
  expect(seatOf("The bus moves on", names)).toBeNull();
  expect(seatOf("Boxes fall", names)).toBeNull();
});

it("replaces what an undo took back", () => {
  const line = (words: string, number: number) => ({ words, number, clause: "", marks: [], by: null });
  const known = [line("a", 1), line("b", 2), line("c", 2)];
  expect(patch(known, 1, [line("d", 3)]).map((each) => each.words)).toEqual(["a", "d"]);
  expect(latest(known).map((each) => each.words)).toEqual(["b", "c"]);
  expect(latest([])).toEqual([]);
});

it("calls players by their names", () => {
  const names = ["Ada", "Bo"];
  expect(withNames("Energy, also for player 2", names)).toBe("Energy, also for Bo");
  expect(withNames("Player 1 discards Fire of player 2's board", names)).toBe("Ada discards Fire of Bo's board");
  expect(withNames("there is no player 3", names)).toBe("there is no player 3");
});
