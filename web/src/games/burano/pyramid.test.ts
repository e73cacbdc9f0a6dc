import { describe, expect, it } from "vitest";
import type { OptionChoice } from "../../lib/messages";
import {
  inOrder,
  layer,
  left,
  merged,
  nextStep,
  open,
  samePlan,
  swapped,
  withCube,
  withRun,
  withoutCube,
} from "./pyramid";
import type { Colour, Counts } from "./view";

const offer = (colour: Colour, slot: string): OptionChoice => ({
  text: `put ${colour} ${slot}`,
  words: "",
  targets: [`colour:${colour}`, `slot:${slot}`],
});
const NONE: Counts = { blue: 0, pink: 0, yellow: 0, green: 0, orange: 0, white: 0 };

describe("a plan", () => {
  it("is filled layer by layer", () => {
    expect(open({}, 14)).toHaveLength(9);
    const base = withRun({}, 14, "blue", 9);
    expect(open(base, 14)).toEqual(["m00", "m01", "m10", "m11"]);
    expect(open(withRun(base, 14, "pink", 4), 14)).toEqual(["t"]);
    expect(open(withRun({}, 14, "pink", 20), 14)).toEqual([]);
  });
  it("stops with the reserve: eleven cubes fill the base and two more", () => {
    const base = withRun({}, 11, "blue", 9);
    expect(layer(base, 11).fill).toBe(2);
    expect(inOrder(withRun(base, 11, "pink", 5))).toHaveLength(11);
  });
  it("takes a cube off with what would rest on nothing", () => {
    const plan = withRun({}, 14, "blue", 14);
    expect(inOrder(withoutCube(plan, "b22"))).toHaveLength(8);
    expect(inOrder(withoutCube(plan, "m00"))).toHaveLength(12);
    expect(inOrder(withoutCube(plan, "t"))).toHaveLength(13);
  });
  it("changes cubes, and moves one within its layer only", () => {
    const plan = { b00: "blue", b01: "pink" } as const;
    expect(swapped(plan, 14, "b00", "b01")).toEqual({ b00: "pink", b01: "blue" });
    expect(swapped(plan, 14, "b00", "b12")).toEqual({ b01: "pink", b12: "blue" });
    expect(swapped(plan, 14, "b00", "t")).toBe(plan);
    expect(withCube(plan, 14, "m00", "green")).toBe(plan);
  });
  it("counts what is left in the reserve", () => {
    expect(left({ ...NONE, pink: 3 }, { b00: "pink", b01: "blue" }, "pink")).toBe(2);
  });
});

describe("the next step", () => {
  it("puts the cubes in the order of the slots", () => {
    const plan = { b00: "blue", b01: "pink" } as const;
    expect(nextStep({}, plan, [offer("blue", "b00"), offer("pink", "b00")])).toEqual({
      kind: "put",
      slot: "b00",
      colour: "blue",
    });
    expect(nextStep({ b00: "blue" }, plan, [offer("pink", "b01")])).toEqual({
      kind: "put",
      slot: "b01",
      colour: "pink",
    });
    expect(nextStep(plan, plan, [])).toBeNull();
  });
  it("takes back what the plan has otherwise", () => {
    expect(nextStep({ b00: "blue" }, { b00: "pink" }, [])).toEqual({ kind: "back" });
    expect(nextStep({ b01: "blue" }, { b00: "pink", b01: "blue" }, [])).toEqual({ kind: "back" });
  });
  it("waits while a slot before it is empty", () => {
    expect(nextStep({}, { b04: "blue" }, [offer("blue", "b00")])).toBeNull();
  });
  it("takes over what another hand has done", () => {
    expect(merged({ b00: "blue", b11: "pink" }, {}, { b00: "green" })).toEqual({ b00: "green", b11: "pink" });
    expect(merged({ b00: "blue", b01: "pink" }, { b00: "blue", b01: "pink" }, { b00: "blue" })).toEqual({
      b00: "blue",
    });
    expect(samePlan({ b00: "blue" }, { b00: "blue" })).toBe(true);
    expect(samePlan({ b00: "blue" }, { b00: "pink" })).toBe(false);
  });
});
