import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Frame, OptionChoice } from "../../lib/messages";
import { TablePicker } from "../../lib/picker.svelte";
import type { Words } from "../../lib/title";
import { Presses } from "./hand.svelte";
import { words } from "./words";

const three = (...cells: string[]): OptionChoice => ({
  text: `three ${cells.join(" ")}`,
  words: `Discard ${cells.join(" ")}`,
  targets: cells.map((cell) => `cell:b0:${cell}`),
});

function frame(options: OptionChoice[]): Frame {
  return {
    type: "frame",
    viewer: 0,
    number: 1,
    base: 0,
    view: {},
    changes: [],
    waiting: [0],
    waiting_words: "",
    question: "Which?",
    options,
    first_line: 0,
    own: [],
    log: [],
    can_undo: false,
    standing: null,
    seconds: 0,
  };
}

const play = vi.fn();
const why = vi.fn(async () => ({ words: "No.", clause: "BS-6.1" }));
let picker: TablePicker;

beforeEach(() => {
  vi.clearAllMocks();
  picker = new TablePicker({
    preview: async () => null,
    why,
    play,
    undo: () => undefined,
    alwaysConfirm: () => true,
    seatName: () => undefined,
  });
});

describe("three in any order", () => {
  beforeEach(() => {
    picker.words_ = words as Words;
    picker.take(frame([three("00", "01", "02"), three("01", "02", "12")]));
  });

  it("keeps what is pressed until it means one option", () => {
    expect(picker.legal("cell:b0:12")).toBe(true);
    picker.press("cell:b0:02");
    expect(picker.state("cell:b0:02")).toBe("selected");
    expect(picker.state("cell:b0:00")).toBe("legal");
    expect(picker.candidate).toBeNull();
    picker.press("cell:b0:00");
    expect(picker.candidate?.text).toBe("three 00 01 02");
    expect(picker.state("cell:b0:01")).toBe("selected");
    picker.back();
    expect(picker.candidate).toBeNull();
    expect(picker.chosen).toEqual(["cell:b0:02"]);
  });

  it("lets go what is pressed again, and begins anew with what does not fit", () => {
    picker.press("cell:b0:01");
    picker.press("cell:b0:01");
    expect(picker.chosen).toEqual([]);
    picker.press("cell:b0:12");
    picker.press("cell:b0:00");
    expect(picker.candidate?.text).toBe("three 00 01 02");
    picker.back();
    picker.press("cell:b0:33");
    expect(why).toHaveBeenCalledWith("cell:b0:33", []);
  });
});

describe("presses in a row", () => {
  it("wait until each is asked for, and end where one is not legal", () => {
    const presses = new Presses();
    const start: OptionChoice = { text: "forge b0:00", words: "", targets: ["cell:b0:00"] };
    const other: OptionChoice = { text: "forge b0:03", words: "", targets: ["cell:b0:03"] };
    picker.take(frame([start, other]));
    presses.add("cell:b0:00", "cell:b0:01");
    presses.step(picker);
    expect(picker.candidate?.text).toBe("forge b0:00");
    presses.step(picker);
    expect(presses.idle).toBe(false);
    picker.take(frame([{ text: "stop", words: "", targets: ["do:stop"] }]));
    picker.back();
    presses.step(picker);
    expect(presses.idle).toBe(false);
    picker.take(frame([start, { ...other, text: "step" }]));
    presses.step(picker);
    expect(presses.idle).toBe(true);
  });
});
