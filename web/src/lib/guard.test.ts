import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Guard, MOMENTS } from "./guard";
import { settings } from "./settings.svelte";

vi.hoisted(() => {
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
});

/** A thing on the page that answers a question when it has a key. */
class Thing {
  dataset: Record<string, string>;
  constructor(
    key: string | null,
    readonly left: number,
  ) {
    this.dataset = key === null ? {} : { key };
  }
  closest(): Thing | null {
    return "key" in this.dataset ? this : null;
  }
  getBoundingClientRect(): object {
    return { left: this.left, right: this.left + 10, top: 0, bottom: 10 };
  }
}

describe("the guard against stray presses", () => {
  const listeners = new Map<string, (event: unknown) => void>();
  const page: Thing[] = [];
  let guard: Guard;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("Element", Thing);
    vi.stubGlobal("document", { querySelectorAll: () => page });
    vi.stubGlobal("window", {
      addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
      removeEventListener: (name: string) => listeners.delete(name),
    });
    settings.guard = "moment";
    page.length = 0;
    guard = new Guard();
    guard.watch();
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** Whether the page hears of it. */
  function hears(name: string, pointerId: number | undefined, target: Thing): boolean {
    const stopImmediatePropagation = vi.fn();
    const at = { clientX: target.left + 5, clientY: 5 };
    listeners.get(name)?.({ target, pointerId, detail: 1, ...at, preventDefault: vi.fn(), stopImmediatePropagation });
    return stopImmediatePropagation.mock.calls.length === 0;
  }
  const presses = (pointerId: number, target: Thing): boolean[] =>
    ["pointerdown", "pointerup", "click"].map((name) => hears(name, pointerId, target));

  it("ignores a press on what has just come there, for a moment", () => {
    guard.changing();
    const fresh = new Thing("tile:T08", 0);
    expect(presses(1, fresh)).toEqual([false, false, false]);
    vi.advanceTimersByTime(MOMENTS.moment + 1);
    expect(presses(1, fresh)).toEqual([true, true, true]);
  });

  it("hears a press on what stayed where it was, unless it does something else now", () => {
    const tile = new Thing("tile:T08", 0);
    const action = new Thing("do:pass", 20);
    page.push(tile, action);
    guard.changing();
    expect(presses(1, tile)).toEqual([true, true, true]);
    expect(presses(1, action)).toEqual([false, false, false]);
  });

  it("ignores one finger and hears the end of another's drag", () => {
    const [board, fresh] = [new Thing(null, 0), new Thing("tile:T08", 20)];
    expect(hears("pointerdown", 1, board)).toBe(true);
    guard.changing();
    expect(hears("pointerdown", 2, fresh)).toBe(false);
    expect(hears("pointerup", 1, board)).toBe(true);
    expect(hears("click", 1, board)).toBe(true);
    expect(hears("pointerup", 2, fresh)).toBe(false);
    vi.advanceTimersByTime(MOMENTS.moment + 1);
    expect(hears("click", 2, fresh)).toBe(false);
  });

  it("still ignores a finger when another one is put down", () => {
    guard.changing();
    expect(hears("pointerdown", 1, new Thing("tile:T08", 0))).toBe(false);
    expect(hears("pointerdown", 2, new Thing(null, 20))).toBe(true);
    expect(hears("pointerup", 1, new Thing("tile:T08", 0))).toBe(false);
    expect(hears("pointerup", 2, new Thing(null, 20))).toBe(true);
  });

  it("knows whose click it is where the browser does not say", () => {
    const fresh = new Thing("tile:T08", 0);
    guard.changing();
    expect(hears("pointerdown", 1, fresh)).toBe(false);
    expect(hears("pointerup", 1, fresh)).toBe(false);
    vi.advanceTimersByTime(MOMENTS.moment + 1);
    expect(hears("click", undefined, fresh)).toBe(false);
  });

  it("hears a mouse again after a press that was ignored ended elsewhere", () => {
    const [board, fresh] = [new Thing(null, 0), new Thing("tile:T08", 20)];
    guard.changing();
    expect(hears("pointerdown", 1, fresh)).toBe(false);
    expect(hears("pointerup", 1, board)).toBe(false);
    expect(presses(1, board)).toEqual([true, true, true]);
  });
});
