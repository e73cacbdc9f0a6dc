import { describe, expect, it } from "vitest";
import type { OptionChoice } from "./messages";
import { back, choice, continuations, entries, follow, narrow, pick, press, splitWords, swap, ways } from "./narrow";

function option(text: string, targets: string, words = text): OptionChoice {
  return { text, words, targets: targets === "" ? [] : targets.split(" ") };
}

const ACTIONS = [
  option("build T08", "tile:T08 do:build", "Build T08 (tunnels only; bus)"),
  option("build T21", "tile:T21 do:build", "Build T21 (carrot, radish)"),
  option("reserve T21", "tile:T21 do:reserve", "Reserve T21 (carrot, radish)"),
];
const PLACES = [
  option("at 0,1 r0", "cell:0,1 turn:0", "x 0, y 1, upright; completes radish 4"),
  option("at 0,1 r1", "cell:0,1 turn:1", "x 0, y 1, a quarter turn right"),
  option("at 2,2 r3", "cell:2,2 turn:3", "x 2, y 2, a quarter turn left"),
];

function at(options: OptionChoice[], ...pressed: string[]) {
  const pressing = press(choice(options), pressed);
  if (pressing === null) throw new Error("not legal");
  return narrow(pressing);
}

describe("narrowing", () => {
  it("begins with everything and nothing chosen", () => {
    const all = narrow(choice(ACTIONS));
    expect(all.left).toHaveLength(3);
    expect(all.candidate).toBeNull();
    expect([...continuations(all).keys()]).toEqual(["tile:T08", "tile:T21"]);
  });

  it("leaves the options behind a pressed thing", () => {
    const tile = at(ACTIONS, "tile:T21");
    expect(tile.chosen).toEqual(["tile:T21"]);
    expect(tile.left.map((each) => each.text)).toEqual(["build T21", "reserve T21"]);
    expect(tile.candidate).toBeNull();
  });

  it("takes steps without an alternative by itself", () => {
    const tile = at(ACTIONS, "tile:T08");
    expect(tile.chosen).toEqual(["tile:T08", "do:build"]);
    expect(tile.candidate?.text).toBe("build T08");
  });

  it("takes a press on what followed by itself as said already", () => {
    expect(at(ACTIONS, "tile:T08", "do:build").candidate?.text).toBe("build T08");
    expect(at(PLACES, "cell:2,2", "turn:3").candidate?.text).toBe("at 2,2 r3");
  });

  it("takes every step of a long path, also those that followed by themselves", () => {
    const counts = [option("ask F", "fire:1 water:0 wind:0"), option("ask AW", "fire:0 water:1 wind:1")];
    expect(at(counts, "fire:1", "water:0", "wind:0").candidate?.text).toBe("ask F");
    expect(at(counts, "fire:1", "wind:0").candidate?.text).toBe("ask F");
    expect(follow(counts, ["fire:1", "wind:0", "water:0"])).toBeNull();
  });

  it("ends with one option after a whole path", () => {
    expect(at(PLACES, "cell:0,1", "turn:1").candidate?.text).toBe("at 0,1 r1");
  });

  it("refuses a thing that continues nothing", () => {
    expect(press(choice(ACTIONS), ["tile:T99"])).toBeNull();
    expect(follow(PLACES, ["turn:1"])).toBeNull();
  });

  it("goes over to another thing of the same step", () => {
    const first = press(choice(ACTIONS), ["tile:T21"]);
    const second = press(first as NonNullable<typeof first>, ["tile:T08"]);
    expect(narrow(second as NonNullable<typeof second>).candidate?.text).toBe("build T08");
  });

  it("offers a path that ends where another goes on", () => {
    const options = [option("stop", "ship:1"), option("sail on", "ship:1 port:2"), option("wait", "dock")];
    const ship = at(options, "ship:1");
    expect(ship.candidate?.text).toBe("stop");
    expect(ship.left).toHaveLength(2);
  });

  it("asks even when there is a single option, and knows options without a thing", () => {
    expect(narrow(choice([option("confirm", "")])).candidate?.text).toBe("confirm");
    const two = narrow(choice([option("pass", ""), option("roll", "die")]));
    expect(two.candidate).toBeNull();
    expect(narrow(pick(choice([option("pass", ""), option("roll", "die")]), "pass")).candidate?.text).toBe("pass");
  });
});

describe("stepping back", () => {
  it("takes back one press with all that followed by itself", () => {
    const pressed = press(choice(ACTIONS), ["tile:T08"]);
    const before = back(pressed as NonNullable<typeof pressed>);
    expect(narrow(before as NonNullable<typeof before>).chosen).toEqual([]);
    expect(back(before as NonNullable<typeof before>)).toBeNull();
  });

  it("takes back a pick from the list without losing the presses before it", () => {
    const pressed = press(choice(ACTIONS), ["tile:T21"]) as NonNullable<ReturnType<typeof press>>;
    const after = back(pick(pressed, "reserve T21"));
    expect(narrow(after as NonNullable<typeof after>).chosen).toEqual(["tile:T21"]);
  });
});

describe("ways of the last step", () => {
  it("are the turns of a tile at its place", () => {
    const placed = press(choice(PLACES), ["cell:0,1", "turn:0"]) as NonNullable<ReturnType<typeof press>>;
    const candidate = narrow(placed).candidate;
    expect(ways(placed, candidate)).toEqual(["turn:0", "turn:1"]);
    const turned = swap(placed, candidate, "turn:1") as NonNullable<ReturnType<typeof swap>>;
    expect(narrow(turned).candidate?.text).toBe("at 0,1 r1");
    expect(narrow(back(turned) as NonNullable<ReturnType<typeof back>>).chosen).toEqual(["cell:0,1"]);
  });

  it("are not the deeds that can be done with a thing", () => {
    const built = press(choice(ACTIONS), ["tile:T21", "do:build"]) as NonNullable<ReturnType<typeof press>>;
    expect(ways(built, narrow(built).candidate)).toEqual([]);
  });

  it("are none where there is one", () => {
    const placed = press(choice(PLACES), ["cell:2,2"]) as NonNullable<ReturnType<typeof press>>;
    expect(ways(placed, narrow(placed).candidate)).toEqual([]);
    expect(swap(placed, narrow(placed).candidate, "turn:1")).toBeNull();
  });
});

describe("the list in words", () => {
  const name = (key: string) => key;

  it("puts effects first and numbers the entries", () => {
    const list = entries(narrow(choice([...PLACES].reverse())), "", "", name);
    expect(list.map((entry) => entry.words)[0]).toBe("x 0, y 1, upright");
    expect(list[0]?.effect).toBe("completes radish 4");
    expect(list.map((entry) => entry.key)).toEqual(["1", "2", "3"]);
  });

  it("groups where the title wants it, under the keys that things are known by", () => {
    const list = entries(narrow(choice(ACTIONS)), "", "", name, {
      above: 1,
      keyOf: (target) => (target === "tile:T21" ? "7" : undefined),
    });
    expect(list.map((entry) => entry.target)).toContain("tile:T21");
    expect(list.find((entry) => entry.target === "tile:T21")?.key).toBe("7");
    expect(new Set(list.map((entry) => entry.key)).size).toBe(list.length);
    expect(list.every((entry) => entry.target === "tile:T21" || entry.key !== "7")).toBe(true);
  });

  it("leaves brackets whole", () => {
    expect(splitWords("Build T08 (tunnels only; bus)")).toEqual(["Build T08 (tunnels only; bus)", ""]);
    expect(splitWords("Lay it (a; b); closes a ring")).toEqual(["Lay it (a; b)", "closes a ring"]);
  });

  it("filters by words and by notation", () => {
    expect(entries(narrow(choice(PLACES)), "quarter", "", name)).toHaveLength(2);
    expect(entries(narrow(choice(PLACES)), "0,1 R1", "", name).map((entry) => entry.option?.text)).toEqual([
      "at 0,1 r1",
    ]);
    expect(entries(narrow(choice(PLACES)), "nothing", "", name)).toEqual([]);
  });

  it("groups very many by their first thing, effects still on top", () => {
    const many = Array.from({ length: 60 }, (_, n) =>
      option(
        `at ${n >> 2},0 r${n % 4}`,
        `cell:${n >> 2},0 turn:${n % 4}`,
        n === 41 ? "there; closes a ring" : `place ${n}`,
      ),
    );
    const list = entries(narrow(choice(many)), "", "ru", (key, options) => `${key} of ${options.length}`);
    expect(list[0]?.effect).toBe("closes a ring");
    expect(list[1]).toMatchObject({ words: "cell:0,0 of 4", target: "cell:0,0", option: null, count: 4 });
    expect(list).toHaveLength(16);
    expect(list.every((entry) => !"ru".includes(entry.key) || entry.key === "")).toBe(true);
    expect(new Set(list.map((entry) => entry.key)).size).toBe(16);
  });
});

it("goes back past a press that would follow by itself again", () => {
  const both = press(choice(PLACES), ["cell:2,2", "turn:3"]);
  expect(both === null ? null : back(both)?.pressed).toEqual([]);
  const one = press(choice(PLACES), ["cell:0,1", "turn:1"]);
  expect(one === null ? null : back(one)?.pressed).toEqual(["cell:0,1"]);
});
