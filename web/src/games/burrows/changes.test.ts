import { describe, expect, it } from "vitest";
import { changes } from "./changes";
import type { BurrowsView, Gopher, Player } from "./view";

const ranch: Gopher = { length: 1, on_ranch: true, x: 0, y: 0, side: 0 };

function player(seat: number, over: Partial<Player> = {}): Player {
  return {
    seat,
    board: seat + 1,
    starting_burrows: ["red", "orange"],
    laid: [],
    strands: [],
    reserve: null,
    gophers: { red: ranch, orange: null, purple: null },
    complaints: 0,
    pages: [],
    score: 0,
    ...over,
  };
}

function table(players: Player[], over: Partial<BurrowsView> = {}): BurrowsView {
  return {
    turn: 0,
    over: false,
    pool: ["T01", "T02", "T03"],
    newest: null,
    chosen: null,
    laying: null,
    stock: 70,
    unseen_buses: 30,
    players,
    stages: [{ pages: [{ page: "W01", colour: "orange", complaints: 2 }], scored: false }],
    next_stage: 0,
    bus: 0,
    moves_to_arrive: 2,
    to_beat: { red: 1, orange: 1, purple: 1 },
    lacking: { red: 1, orange: 0, purple: 0 },
    tiles: {},
    ...over,
  };
}

describe("between two moments", () => {
  it("a tile is laid and a gopher is lured", () => {
    const before = table([player(0), player(1, { gophers: { red: null, orange: null, purple: null } })]);
    const tile = { tile: "T02", x: 0, y: 0, r: 0 };
    const home = { length: 3, on_ranch: false, x: 1, y: 0, side: 2 };
    const after = table([
      player(0, { gophers: { red: null, orange: null, purple: null } }),
      player(1, { laid: [tile], gophers: { red: home, orange: null, purple: null } }),
    ]);
    expect(changes(before, after)).toMatchObject({
      laid: [{ seat: 1, tile, reserved: false }],
      gophers: [{ colour: "red", from: 0, to: 1 }],
      jump: false,
    });
  });

  it("an own gopher moves into a longer burrow", () => {
    const home = { length: 2, on_ranch: false, x: 0, y: 0, side: 1 };
    const after = table([player(0, { gophers: { red: home, orange: null, purple: null } })]);
    expect(changes(table([player(0)]), after).gophers).toEqual([{ colour: "red", from: 0, to: 0 }]);
  });

  it("a page goes to its owner when the bus arrives", () => {
    const after = table([player(0, { pages: ["W01"] })], { next_stage: 1 });
    const found = changes(table([player(0)]), after);
    expect(found.pages).toEqual([{ page: "W01", colour: "orange", complaints: 2, seat: 0 }]);
    expect(found.arrivals).toBe(1);
  });

  it("nothing moves when time runs back or leaps", () => {
    const tile = { tile: "T02", x: 0, y: 0, r: 0 };
    expect(changes(table([player(0, { laid: [tile] })]), table([player(0)])).jump).toBe(true);
    expect(changes(table([player(0)]), table([player(0)], { next_stage: 3 })).jump).toBe(true);
  });
});
