import { describe, expect, it } from "vitest";
import { bonusRow, costRow, effectLines, effectRow, forestRows, iconRow, plateOf, type Row } from "./effects";
import type { Effect } from "./view";

const step = (op: string, more: Partial<Effect> = {}): Effect => ({
  op,
  gain: {},
  pay: {},
  count: 1,
  spirits: [],
  types: [],
  options: [],
  most: null,
  by_itself: false,
  ...more,
});
const trade = (pay: Effect["pay"], gain: Effect["gain"]): Effect => step("trade", { pay, gain });
const icons = (row: Row): string[] => row.marks.flatMap((mark) => (mark.is === "icon" ? [mark.id] : []));
const texts = (row: Row): string => row.marks.flatMap((mark) => (mark.is === "text" ? [mark.text] : [])).join("");
const shapes = (row: Row): string[] => row.marks.map((mark) => mark.is);

const WEAVER = [step("choose", { options: [[trade({ fish: 2 }, { palm: 2 })], [trade({ palm: 1 }, { fish: 2 })]] })];

describe("the grammar of effects", () => {
  it("writes a number only above one", () => {
    expect(texts(effectRow([step("gain", { gain: { palm: 1 } })]))).toBe("");
    expect(texts(effectRow([step("gain", { gain: { palm: 2 } })]))).toBe("2");
  });

  it("lays what is paid on a tag that comes before what is gained", () => {
    const row = effectRow([trade({ clay: 1 }, { ebony: 1 })]);
    expect(shapes(row)[0]).toBe("tag");
    expect(icons(row)).toEqual(["clay", "ebony"]);
    const tag = row.marks[0];
    const gained = row.marks.find((mark) => mark.is === "icon" && mark.id === "ebony");
    expect(tag?.is === "tag" && gained !== undefined && gained.x > tag.x + tag.width).toBe(true);
  });

  it("sets a bar between the sides of a choice, and a capsule round it where more stands in the row", () => {
    expect(shapes(effectRow(WEAVER)).filter((shape) => shape === "bar")).toHaveLength(1);
    expect(shapes(effectRow(WEAVER))).not.toContain("cap");
    expect(shapes(effectRow([step("gain", { gain: { fish: 1 } }), ...WEAVER]))).toContain("cap");
  });

  it("draws a scroll round what lasts, with the seal of the spirit", () => {
    const row = effectRow([step("while_tasked", { spirits: ["manuk"], gain: { ebony: 1 } })]);
    expect(shapes(row)[0]).toBe("scroll");
    expect(icons(row)).toEqual(["tr-manuk", "ebony"]);
    expect(icons(effectRow([step("while_tasked", { gain: { fish: 2 } })]))[0]).toBe("tribute");
  });

  it("adds what a totem adds with a plus, unless it stands first", () => {
    const more = step("if_totem", { spirits: ["banyu"], gain: { esteem: 2 } });
    expect(texts(effectRow([more]))).toBe(":2");
    expect(texts(effectRow([step("gain", { gain: { esteem: 1 } }), more]))).toBe(":+2");
    expect(texts(effectRow([step("per_totem", { gain: { esteem: 1 } })]))).toBe("×");
  });

  it("limits a task by banners", () => {
    expect(icons(effectRow([step("task", { types: ["artisan", "gatherer"] })]))).toEqual([
      "task",
      "artisan",
      "gatherer",
    ]);
  });

  it("keeps everything inside its width", () => {
    for (const row of [effectRow(WEAVER), costRow({ clay: 2, palm: 2 }), iconRow({ tribute: 2, elder: 1 })]) {
      for (const mark of row.marks) expect(mark.x >= 0 && mark.x <= row.width).toBe(true);
    }
  });

  it("breaks between the sides of a choice or between steps, never inside", () => {
    expect(effectLines(WEAVER, 300, 1)).toMatchObject({ choice: false, rows: [{}] });
    const narrow = effectLines(WEAVER, 90, 0.8);
    expect(narrow.choice).toBe(true);
    expect(narrow.rows.map((row) => shapes(row)[0])).toEqual(["tag", "tag"]);
    const two = effectLines([step("gain", { gain: { fish: 4 } }), step("elder")], 40, 1);
    expect(two).toMatchObject({ choice: false });
    expect(two.rows).toHaveLength(2);
  });
});

it("tells what a Forest card gives", () => {
  expect(forestRows({ ebony: 1 }, [["palm", "clay"]]).map(icons)).toEqual([["ebony"], ["palm", "clay"]]);
  expect(forestRows({}, [["palm", "clay"]])).toHaveLength(1);
});

it("finds the good that a card is about", () => {
  expect(plateOf(WEAVER)).toBe("palm");
  expect(plateOf([step("tribute", { spirits: ["banyu"] })])).toBe("tr-banyu");
  expect(plateOf([step("task")])).toBe("task");
});

describe("what the expansion adds", () => {
  it("pays a tribute with the card itself", () => {
    const row = effectRow([step("tribute", { spirits: ["ukum"], by_itself: true })]);
    expect(shapes(row)[0]).toBe("tag");
    expect(icons(row)).toEqual(["drop", "tr-ukum"]);
  });

  it("counts Islanders up to a limit, and a choice that comes twice", () => {
    const each = effectRow([step("per_islander", { gain: { fish: 1 }, most: 3 })]);
    expect(icons(each)).toEqual(["fish", "person"]);
    expect(texts(each)).toContain("≤3");
    const twice = effectRow([step("choose", { count: 2, options: [[trade({ fish: 2 }, { ebony: 1 })], []] })]);
    expect(texts(twice)).toContain("2×");
  });

  it("writes an altar that costs an Islander, and one that is free", () => {
    expect(icons(costRow({}, 1))).toEqual(["person"]);
    expect(texts(costRow({}))).toBe("0");
  });

  it("tells what discarding an Outlaw brings", () => {
    expect(icons(bonusRow([step("gain", { gain: { clay: 2 } })]))).toEqual(["drop", "clay"]);
  });
});
