import { describe, expect, it } from "vitest";
import type { OptionInfo, TitleInfo } from "./messages";
import { decided, differences, groupsOf, setOf, setsOf, settled, setValues } from "./options";

function option(name: string, more: Partial<OptionInfo> = {}): OptionInfo {
  const on = { default: "off", allowed: ["off", "on"], group: "", recommended: null, forced: [] };
  return { name, label: name.toUpperCase(), words: "", ...on, ...more };
}

const MODULE = { group: "Isles", recommended: "on" };
const OPTIONS = [
  option("rivals", { default: "0", allowed: ["0", "1", "2"] }),
  option("longer"),
  option("fifth", {
    group: "Isles",
    forced: [
      { value: "on", why: "five sit down", seats: [5], given: {} },
      { value: "off", why: "for five only", seats: [2, 3, 4], given: {} },
    ],
  }),
  option("canoes", MODULE),
  option("leaders", { group: "Isles", recommended: "off" }),
  option("plots", {
    group: "Isles",
    forced: [{ value: "on", why: "a rival sits down", seats: [], given: { rivals: ["1", "2"], canoes: ["on"] } }],
  }),
];
const TITLE = { options: OPTIONS } as unknown as TitleInfo;

describe("what other choices decide", () => {
  it("follows the seats", () => {
    expect(settled(TITLE, {}, 5)).toMatchObject({ fifth: "on" });
    expect(settled(TITLE, { fifth: "on" }, 3)).toMatchObject({ fifth: "off" });
    expect(decided(OPTIONS[2] as OptionInfo, 5, {})?.why).toBe("five sit down");
  });

  it("follows other options, all of them", () => {
    expect(settled(TITLE, { rivals: "2", canoes: "on" }, 3)).toMatchObject({ plots: "on" });
    expect(settled(TITLE, { rivals: "2" }, 3)).toMatchObject({ plots: "off" });
    expect(settled(TITLE, { canoes: "on", plots: "on" }, 3)).toMatchObject({ plots: "on" });
  });
});

describe("sets", () => {
  const isles = OPTIONS.filter((each) => each.group === "Isles");

  it("are offered where something is recommended", () => {
    expect(setsOf(isles)).toEqual(["none", "recommended", "all"]);
    expect(setsOf(OPTIONS.slice(0, 2))).toEqual([]);
    expect(groupsOf(OPTIONS).map((group) => group.name)).toEqual(["", "Isles"]);
  });

  it("say a value for every switch of the group", () => {
    expect(setValues("recommended", isles)).toEqual({ fifth: "off", canoes: "on", leaders: "off", plots: "off" });
    expect(setValues("all", isles)).toEqual({ fifth: "on", canoes: "on", leaders: "on", plots: "on" });
  });

  it("are recognised whatever seats and rivals decide", () => {
    const chosen = settled(TITLE, { ...setValues("recommended", isles), rivals: "1" }, 5);
    expect(chosen).toMatchObject({ fifth: "on", plots: "on" });
    expect(setOf(isles, chosen, 5)).toBe("recommended");
    expect(setOf(isles, { ...chosen, leaders: "on" }, 5)).toBe("all");
    expect(setOf(isles, { ...chosen, canoes: "off", leaders: "on" }, 5)).toBeNull();
    expect(setOf(isles, settled(TITLE, {}, 3), 3)).toBe("none");
  });

  it("are the ones that were pressed, should they differ only in what is decided anyway", () => {
    const group = isles.filter((each) => each.name !== "leaders");
    for (const set of ["recommended", "all"] as const) {
      const wished = { ...setValues(set, group), rivals: "1" };
      expect(setOf(group, settled(TITLE, wished, 5), 5, wished)).toBe(set);
    }
  });
});

it("tells what differs from the rulebook", () => {
  expect(differences(OPTIONS, settled(TITLE, { canoes: "on", rivals: "2" }, 5))).toEqual({
    on: ["FIFTH", "CANOES", "PLOTS"],
    other: ["RIVALS"],
  });
});
