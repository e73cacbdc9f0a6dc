import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Frame, OptionChoice, PreviewIs } from "./messages";
import { TablePicker, type Asker } from "./picker.svelte";
import { awaited } from "./table.svelte";

vi.hoisted(() => {
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
});

const OPTIONS: OptionChoice[] = [
  { text: "build T08", words: "Build T08", targets: ["tile:T08", "do:build"] },
  { text: "build T21", words: "Build T21", targets: ["tile:T21", "do:build"] },
  { text: "reserve T21", words: "Reserve T21", targets: ["tile:T21", "do:reserve"] },
];

function frame(number: number, options = OPTIONS, can_undo = false): Frame {
  return {
    type: "frame",
    viewer: 0,
    number,
    base: 0,
    view: {},
    changes: [],
    waiting: [0],
    waiting_words: "",
    question: options.length > 0 ? "Reserve or build?" : "",
    options,
    first_line: 0,
    own: [],
    log: [],
    can_undo,
    standing: null,
    seconds: 0,
  };
}

function preview(final: boolean): PreviewIs {
  return { type: "preview", id: "x", lines: ["something happens"], marks: ["tile:T08"], final };
}

describe("the picker at a table", () => {
  let final = true;
  let always = false;
  const asker = {
    preview: vi.fn(async () => preview(final)),
    why: vi.fn(async () => ({ words: "It is not in the pool.", clause: "BW-3.1" })),
    play: vi.fn(),
    undo: vi.fn(),
    alwaysConfirm: () => always,
    seatName: (seat: number) => ["Ada", "Bo"][seat],
  } satisfies Asker;
  let picker: TablePicker;

  beforeEach(() => {
    vi.clearAllMocks();
    final = true;
    always = false;
    picker = new TablePicker(asker);
    picker.take(frame(1));
  });

  const settled = () => new Promise((resolve) => setTimeout(resolve));

  it("marks what continues a path, what is pointed at and what is chosen", () => {
    expect(picker.state("tile:T21")).toBe("legal");
    picker.hover("tile:T21");
    expect(picker.state("tile:T21")).toBe("hover");
    picker.press("tile:T21");
    expect(picker.state("tile:T21")).toBe("selected");
    expect(picker.only("do:")).toEqual(["do:build", "do:reserve"]);
    expect(picker.state("tile:T99")).toBe("idle");
    picker.back();
    expect(picker.state("tile:T99")).toBe("no");
  });

  it("starts anew when a move was played, though the same is asked again", () => {
    picker.press("tile:T08");
    picker.take(frame(2));
    expect(picker.candidate?.text).toBe("build T08");
    picker.confirm();
    picker.take(frame(3));
    expect(picker.candidate).toBeNull();
    expect(picker.state("tile:T08")).toBe("legal");
  });

  it("waits for the button when a move cannot be taken back", async () => {
    picker.press("tile:T08");
    await settled();
    expect(picker.candidate?.text).toBe("build T08");
    expect(picker.preview?.lines).toEqual(["something happens"]);
    expect(asker.play).not.toHaveBeenCalled();
    picker.confirm();
    expect(asker.play).toHaveBeenCalledWith(OPTIONS[0]);
  });

  it("plays at once what can be taken back, unless the person wants to be asked", async () => {
    final = false;
    picker.press("tile:T21", "do:reserve");
    await settled();
    expect(asker.play).toHaveBeenCalledWith(OPTIONS[2]);
    asker.play.mockClear();
    always = true;
    picker.take(frame(2, OPTIONS.slice(0, 2)));
    picker.press("tile:T21");
    await settled();
    expect(asker.play).not.toHaveBeenCalled();
  });

  it("waits for the button where the title says that care is needed", async () => {
    final = false;
    picker.words_ = { careful: (option) => option.text === "build T08" };
    picker.press("tile:T08");
    await settled();
    expect(asker.play).not.toHaveBeenCalled();
    picker.press("tile:T21", "do:reserve");
    await settled();
    expect(asker.play).toHaveBeenCalledWith(OPTIONS[2]);
  });

  it("does not play what was left again before the answer came", async () => {
    final = false;
    picker.press("tile:T08");
    picker.back();
    await settled();
    expect(asker.play).not.toHaveBeenCalled();
  });

  it("plays what can be taken back though a name is heard of, or the table moves on, before the answer came", async () => {
    final = false;
    picker.press("tile:T08");
    picker.take({ ...frame(1), view: "the same with another name" });
    await settled();
    expect(asker.preview).toHaveBeenCalledTimes(1);
    expect(asker.play).toHaveBeenCalledWith(OPTIONS[0]);
    picker.take(frame(2));
    asker.play.mockClear();
    asker.preview.mockClear();
    picker.press("tile:T21", "do:reserve");
    picker.take(frame(3));
    await settled();
    expect(asker.preview).toHaveBeenCalledTimes(2);
    expect(asker.play).toHaveBeenCalledWith(OPTIONS[2]);
  });

  it("forgets the answer when the option is no longer there", async () => {
    final = false;
    picker.press("tile:T21", "do:reserve");
    picker.take(frame(2, OPTIONS.slice(0, 1)));
    await settled();
    expect(asker.preview).toHaveBeenCalledTimes(1);
    expect(asker.play).not.toHaveBeenCalled();
  });

  it("keeps what it told while the moment is the same", async () => {
    picker.press("tile:T08");
    await settled();
    picker.take({ ...frame(1) });
    expect(picker.preview?.final).toBe(true);
    picker.press("tile:T99");
    await settled();
    picker.take({ ...frame(1) });
    expect(picker.tip?.key).toBe("tile:T99");
    picker.take(frame(2));
    expect(picker.preview).toBeNull();
    expect(picker.tip).toBeNull();
  });

  it("asks again what a choice that is kept brings about, once the table has moved on", async () => {
    picker.press("tile:T08");
    await settled();
    picker.take(frame(2));
    expect(picker.candidate?.text).toBe("build T08");
    expect(picker.preview).toBeNull();
    await vi.waitFor(() => expect(picker.preview?.final).toBe(true));
    expect(asker.play).not.toHaveBeenCalled();
  });

  it("says why a thing cannot be chosen", async () => {
    picker.press("tile:T99");
    await settled();
    expect(asker.why).toHaveBeenCalledWith("tile:T99", []);
    expect(picker.tip).toEqual({ key: "tile:T99", words: "It is not in the pool.", clause: "BW-3.1" });
    expect(picker.state("tile:T99")).toBe("no");
    picker.press("tile:T21");
    expect(picker.tip).toBeNull();
  });

  it("steps back, and never takes a move back by that", () => {
    picker.take(frame(2, OPTIONS, true));
    picker.press("tile:T21");
    picker.back();
    expect(picker.chosen).toEqual([]);
    picker.back();
    expect(asker.undo).not.toHaveBeenCalled();
    expect(picker.takeBack()).toBe(true);
    expect(asker.undo).toHaveBeenCalledWith(false);
    picker.take(frame(3, OPTIONS, false));
    expect(picker.takeBack()).toBe(false);
  });

  it("has one value for what would be played: what is pointed at never hides it", async () => {
    picker.hover("tile:T08");
    expect(picker.pointed?.text).toBe("build T08");
    picker.press("tile:T08");
    await settled();
    picker.press("tile:T21", "do:build");
    expect(picker.candidate?.text).toBe("build T21");
    expect(picker.pointed?.text).toBe("build T21");
    picker.hover("tile:T08");
    const entry = picker.entries[0];
    if (entry !== undefined) picker.hoverEntry(entry);
    expect(picker.pointed?.text).toBe("build T21");
    picker.confirm();
    expect(asker.play).toHaveBeenCalledWith(OPTIONS[1]);
  });

  it("offers all options of the question, whatever is pressed", () => {
    expect(picker.number).toBe(1);
    picker.press("tile:T08");
    expect(picker.options).toHaveLength(1);
    expect(picker.all).toEqual(OPTIONS);
    picker.held = true;
    expect(picker.all).toEqual([]);
    expect(picker.number).toBeNull();
  });

  it("answers only with keys that mean one option", () => {
    picker.press("tile:T08");
    expect(picker.answer("tile:T99")).toBe(false);
    expect(picker.answer("tile:T21")).toBe(false);
    expect(asker.play).not.toHaveBeenCalled();
    expect(picker.answer("tile:T21", "do:reserve")).toBe(true);
    expect(asker.play).toHaveBeenCalledWith(OPTIONS[2]);
  });

  it("keeps what was pressed while the same is asked, and forgets it else", () => {
    picker.press("tile:T21");
    picker.take(frame(2));
    expect(picker.chosen).toEqual(["tile:T21"]);
    picker.take(frame(3, OPTIONS.slice(0, 2)));
    expect(picker.chosen).toEqual([]);
  });

  it("still lists what else there is once an option is found", () => {
    const entry = picker.entries[0];
    if (entry === undefined) throw new Error("no entries");
    picker.choose(entry);
    expect(picker.candidate?.text).toBe("build T08");
    expect(picker.entries.map((each) => each.key)).toEqual(["1", "2", "3"]);
    const other = picker.entries[2];
    if (other !== undefined) picker.choose(other);
    expect(picker.candidate?.text).toBe("reserve T21");
    picker.back();
    expect(picker.candidate).toBeNull();
  });

  it("does nothing while a move is on its way", () => {
    picker.held = true;
    picker.press("tile:T21");
    expect(picker.legal("tile:T21")).toBe(false);
    expect(picker.entries).toEqual([]);
  });

  it("names targets by the title, by seats, or by their key", () => {
    expect(picker.nameOf("seat:2")).toBe("Bo");
    expect(picker.nameOf("do:build")).toBe("build");
    expect(picker.nameOf("cell:3,-2")).toBe("cell 3,-2");
    picker.words_ = { target: () => "there" };
    expect(picker.nameOf("cell:3,-2")).toBe("there");
  });
});

it("tells who is awaited", () => {
  expect(awaited("Which action?", ["Bo"])).toBe("Bo is thinking");
  expect(awaited("reserves or builds a tile", ["Bo"])).toBe("Bo reserves or builds a tile");
  expect(awaited("Bo is thinking.", ["Bo"])).toBe("Bo is thinking");
  expect(awaited("", ["Ada", "Bo"])).toBe("Ada and Bo are thinking");
});
