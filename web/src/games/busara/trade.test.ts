import { describe, expect, it, vi } from "vitest";
import type { Frame, OptionChoice } from "../../lib/messages";
import { TablePicker } from "../../lib/picker.svelte";
import { board, table } from "./fixture";
import { limits, namedIn, nextKey, stageOf, TradePlan } from "./trade.svelte";
import type { BusaraView, Resources } from "./view";

const some = (fire: number, water = 0, wind = 0, earth = 0): Resources => ({ fire, water, wind, earth });
const VIEW = table([board(0, 0, 0), board(1, 4, 0)]);

function count(verb: string, name: string, number: number): OptionChoice {
  const text = `${verb} ${name} ${number}`;
  return { text, words: text, targets: [`count:${name}:${number}`] };
}
const DONE: OptionChoice = { text: "done", words: "That is all", targets: ["do:done"] };
const PASS: OptionChoice = { text: "no offer", words: "Make no offer", targets: ["do:pass"] };

function wanting(want: Resources): BusaraView {
  return { ...VIEW, trade: { want, announced: false, draft: null, offers: [], partner: null } };
}

describe("what is being named", () => {
  it("is told by the options", () => {
    expect(stageOf([count("want", "fire", 1)])).toBe("want");
    expect(stageOf([count("offer", "fire", 1), PASS])).toBe("give");
    expect(stageOf([PASS, { text: "ask nothing", words: "", targets: ["do:gift"] }])).toBe("ask");
    expect(stageOf([{ text: "draw", words: "", targets: ["action:draw"] }])).toBeNull();
  });

  it("has limits, and what has been named counts", () => {
    expect(limits([count("want", "wind", 1), count("want", "wind", 2), DONE], some(3))).toEqual(some(3, 0, 2));
    expect(namedIn("want", wanting(some(1)))).toEqual(some(1));
    expect(namedIn("ask", VIEW)).toEqual(some(0));
  });

  it("goes on type by type, and nowhere if it does not fit", () => {
    expect(nextKey(some(2, 0, 0, 1), some(0))).toBe("count:fire:2");
    expect(nextKey(some(2, 0, 0, 1), some(2))).toBe("count:earth:1");
    expect(nextKey(some(2, 0, 0, 1), some(2, 0, 0, 1))).toBe("do:done");
    expect(nextKey(some(2, 0, 0, 1), some(1))).toBeNull();
    expect(nextKey(some(1), some(0, 0, 0, 1))).toBeNull();
  });
});

describe("a plan", () => {
  const played: string[] = [];
  const undo = vi.fn();
  let number = 0;
  let undoable = true;

  function picker(): TablePicker {
    played.length = 0;
    undo.mockReset();
    return new TablePicker({
      preview: async () => null,
      why: vi.fn(async () => null),
      play: (option) => void played.push(option.text),
      undo,
      alwaysConfirm: () => false,
      seatName: () => undefined,
    });
  }

  function show(to: TablePicker, plan: TradePlan, view: BusaraView, ...options: OptionChoice[]): void {
    const frame: Frame = {
      type: "frame",
      viewer: 0,
      number: ++number,
      base: 0,
      view: {},
      changes: [],
      waiting: [0],
      waiting_words: "",
      question: `Which? ${number}`,
      options,
      first_line: 0,
      own: [],
      log: [],
      can_undo: undoable,
      standing: null,
      seconds: 0,
    };
    to.held = false;
    to.take(frame);
    plan.meet(to, view);
    plan.step(to, view);
  }

  const START = [count("want", "fire", 1), count("want", "fire", 2), count("want", "earth", 1)];

  it("sends one press after the other", () => {
    const [to, plan] = [picker(), new TradePlan()];
    show(to, plan, VIEW, ...START);
    expect(plan.amounts).toEqual(some(0));
    plan.change("fire", 1);
    plan.change("fire", 1);
    plan.change("earth", 1);
    plan.send();
    plan.step(to, VIEW);
    expect(played).toEqual(["want fire 2"]);
    show(to, plan, wanting(some(2)), count("want", "earth", 1), DONE);
    expect(played).toEqual(["want fire 2", "want earth 1"]);
    // Nothing else could be wanted: the engine was done by itself, and something else is asked.
    show(to, plan, VIEW, { text: "accept none", words: "", targets: ["do:none"] });
    expect(plan.sending).toBe(false);
    expect(played).toHaveLength(2);
  });

  it("stops if something else was named in between", () => {
    const [to, plan] = [picker(), new TradePlan()];
    show(to, plan, VIEW, ...START);
    plan.change("fire", 2);
    plan.send();
    show(to, plan, wanting(some(1)), count("want", "earth", 1), DONE);
    expect(plan.sending).toBe(false);
    expect(played).toEqual([]);
    // What has been named is what stands there now.
    show(to, plan, wanting(some(1)), count("want", "earth", 1), DONE);
    expect(plan.amounts).toEqual(some(1));
  });

  it("takes back what has been named, as far as it takes", () => {
    // Fire and Water were named in the list, or before a reload.
    const [to, plan] = [picker(), new TradePlan()];
    undo.mockImplementation(() => (to.held = true)); // until the next frame
    show(to, plan, wanting(some(2, 1)), count("want", "earth", 1), DONE);
    expect(plan.amounts).toEqual(some(2, 1));
    plan.change("fire", -1);
    plan.unname();
    plan.step(to, wanting(some(2, 1)));
    plan.step(to, wanting(some(2, 1)));
    expect(undo).toHaveBeenCalledTimes(1); // the next one waits for the first
    show(to, plan, wanting(some(2)), count("want", "water", 1), count("want", "earth", 1), DONE);
    expect(undo).toHaveBeenCalledTimes(2);
    show(to, plan, VIEW, ...START, count("want", "water", 1));
    expect([undo.mock.calls.length, plan.unnaming]).toEqual([2, false]);
    expect(plan.amounts).toEqual(some(1, 1));
    plan.send();
    plan.step(to, VIEW);
    expect(played).toEqual(["want fire 1"]);
  });

  it("keeps what cannot be taken back", () => {
    const [to, plan] = [picker(), new TradePlan()];
    undoable = false;
    show(to, plan, wanting(some(2)), count("want", "earth", 1), DONE);
    undoable = true;
    plan.change("fire", -1);
    plan.unname();
    plan.step(to, wanting(some(2)));
    expect([plan.unnaming, undo.mock.calls.length]).toEqual([false, 0]);
    expect(plan.amounts).toEqual(some(2));
  });

  it("plays its end at once: the button was for all of it", () => {
    const [to, plan] = [picker(), new TradePlan()];
    show(to, plan, wanting(some(2)), count("want", "earth", 1), DONE);
    plan.send();
    plan.step(to, wanting(some(2)));
    expect(played).toEqual(["done"]);
  });

  it("begins an offer with all that is wanted", () => {
    const [to, plan] = [picker(), new TradePlan()];
    show(to, plan, VIEW, count("offer", "fire", 1), count("offer", "fire", 2), PASS);
    expect(plan.amounts).toEqual(some(2));
  });
});
