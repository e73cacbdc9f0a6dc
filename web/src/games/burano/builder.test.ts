import { describe, expect, it } from "vitest";
import type { OptionChoice } from "../../lib/messages";
import type { Picker } from "../../lib/title";
import { Builder } from "./builder.svelte";
import type { BuranoView, Colour } from "./view";

const offer = (colour: Colour): OptionChoice => ({
  text: `put ${colour} b00`,
  words: "",
  targets: [`colour:${colour}`, "slot:b00"],
});

describe("building a pyramid", () => {
  it("plays the cube that was pressed, whatever was chosen in the list before", () => {
    const all = [offer("blue"), offer("green")];
    const answers: string[][] = [];
    const picker = {
      active: true,
      all,
      options: all.slice(0, 1), // "put blue b00" was chosen in the list and waits for its button
      answer: (...keys: string[]) => answers.push(keys) > 0,
    } as unknown as Picker;
    const reserve = { blue: 2, pink: 0, yellow: 0, green: 2, orange: 0, white: 0 };
    const view = { building: true, own: { pyramid: { slots: {} }, size: 14, reserve } } as unknown as BuranoView;
    const builder = new Builder(
      () => picker,
      () => view,
    );
    expect(builder.press("colour:green")).toBe(true);
    expect(builder.shown).toEqual({ b00: "green" });
    expect(answers).toEqual([["colour:green", "slot:b00"]]);
  });
});
