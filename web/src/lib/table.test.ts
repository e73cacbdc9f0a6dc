import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Frame, ToServer } from "./messages";
import { settings } from "./settings.svelte";
import { TableSession } from "./table.svelte";

/** A line that the test holds in its hand. */
class FakeLine {
  static readonly OPEN = 1;
  static last: FakeLine;
  readyState = 1;
  sent: ToServer[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;

  constructor(readonly url: string) {
    FakeLine.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as ToServer);
  }
  hears(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

vi.hoisted(() => {
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
});

function frame(viewer: number, number: number, asked: boolean, can_undo = false): Frame {
  return {
    type: "frame",
    viewer,
    number,
    base: 0,
    view: {},
    changes: [],
    waiting: [],
    waiting_words: "",
    question: asked ? "How far do you go?" : "",
    options: asked ? [{ text: "go 1", words: "Go 1", targets: ["do:go"] }] : [],
    first_line: 0,
    own: [],
    log: [],
    can_undo,
    standing: null,
    seconds: 0,
  };
}

describe("two people at one screen", () => {
  let session: TableSession;

  beforeEach(() => {
    vi.stubGlobal("WebSocket", FakeLine);
    vi.stubGlobal("location", { protocol: "http:", host: "localhost" });
    vi.stubGlobal("addEventListener", () => undefined);
    vi.stubGlobal("removeEventListener", () => undefined);
    settings.guard = "off";
    session = new TableSession("t");
    const seats = ["Ada", "Bo"].map((name, seat) => ({ seat, kind: "person", name, yours: true }));
    FakeLine.last.onopen?.();
    FakeLine.last.hears({ type: "table", info: { seats, reaction: 0 } });
    FakeLine.last.hears(frame(0, 1, true));
    FakeLine.last.hears(frame(1, 1, false));
    session.takeScreen();
    FakeLine.last.hears(frame(0, 2, false, true));
    FakeLine.last.hears(frame(1, 2, true));
  });

  afterEach(() => vi.unstubAllGlobals());

  const undos = () => FakeLine.last.sent.filter((message) => message.type === "undo");

  it("lets the seat take its move back before it hands the screen over", () => {
    expect([session.leaving, session.handOver, session.undoer]).toEqual([1, null, 0]);
    session.undo(false);
    expect(undos()).toMatchObject([{ seat: 0, all: false }]);
  });

  it("lets nobody take a move back while the curtain is down", () => {
    session.leave();
    expect([session.leaving, session.handOver, session.undoer]).toEqual([null, 1, null]);
    session.undo(false);
    session.undo(true);
    expect(undos()).toEqual([]);
    expect(session.handOver).toBe(1);
  });

  it("keeps the curtain down when the seat before is asked again", () => {
    session.leave();
    FakeLine.last.hears(frame(1, 3, false));
    expect(session.handOver).toBe(1);
    FakeLine.last.hears(frame(0, 3, true));
    expect([session.leaving, session.handOver]).toEqual([null, 0]);
    session.takeScreen();
    expect([session.handOver, session.viewer]).toEqual([null, 0]);
  });
});
