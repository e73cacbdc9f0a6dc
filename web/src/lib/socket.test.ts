import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ToServer } from "./messages";
import { isFinal, TableSocket, type Connection } from "./socket";

/** A line that the test holds in its hand. */
class FakeLine {
  static readonly OPEN = 1;
  static made: FakeLine[] = [];
  readyState = 0;
  sent: ToServer[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: string) {
    FakeLine.made.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as ToServer);
  }
  close(): void {
    this.breaks(1000);
  }
  opens(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  hears(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  breaks(code: number): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

const line = (at: number): FakeLine => {
  const found = FakeLine.made[at];
  if (found === undefined) throw new Error(`there is no line ${at}`);
  return found;
};

describe("the socket of a table", () => {
  const states: Connection[] = [];
  let socket: TableSocket;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", FakeLine);
    vi.stubGlobal("addEventListener", () => undefined);
    vi.stubGlobal("removeEventListener", () => undefined);
    FakeLine.made = [];
    states.length = 0;
    socket = new TableSocket("ws://somewhere", {
      hello: () => ({ type: "hello", token: null, since: { watch: 3 } }),
      message: () => undefined,
      state: (state) => states.push(state),
    });
  });

  afterEach(() => {
    socket.end();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const move = { type: "move", id: "abcd", seat: 0, number: 1, text: "finish" } as const;

  it("says hello first, and the rest when it is greeted", () => {
    socket.do(move);
    line(0).opens();
    expect(line(0).sent.map((each) => each.type)).toEqual(["hello"]);
    line(0).hears({ type: "table", info: {} });
    expect(line(0).sent.map((each) => each.type)).toEqual(["hello", "move"]);
    expect(states.at(-1)).toBe("open");
  });

  it("resends with the same id what was not acknowledged", () => {
    line(0).opens();
    line(0).hears({ type: "table", info: {} });
    socket.do(move);
    line(0).breaks(1012);
    expect(states.at(-1)).toBe("lost");
    vi.advanceTimersByTime(1000);
    line(1).opens();
    line(1).hears({ type: "table", info: {} });
    expect(line(1).sent.at(-1)).toEqual(move);
    line(1).hears({ type: "ack", id: "abcd" });
    line(1).breaks(1006);
    vi.advanceTimersByTime(1000);
    line(2).opens();
    line(2).hears({ type: "table", info: {} });
    expect(line(2).sent.map((each) => each.type)).toEqual(["hello"]);
  });

  it("waits longer from break to break", () => {
    const pauses: number[] = [];
    for (let at = 0; at < 4; at++) {
      line(at).breaks(1006);
      let waited = 0;
      while (FakeLine.made.length === at + 1) {
        vi.advanceTimersByTime(50);
        waited += 50;
      }
      pauses.push(waited);
    }
    expect(pauses[3]).toBeGreaterThan((pauses[0] ?? 0) * 3);
  });

  it("answers questions, and gives them up when the line breaks", async () => {
    line(0).opens();
    line(0).hears({ type: "table", info: {} });
    const answered = socket.ask({ type: "why", id: "q1", seat: 0, target: "x", path: [] });
    line(0).hears({ type: "why", id: "q1", clause: "BW-1", words: "no" });
    expect(await answered).toMatchObject({ words: "no" });
    const lost = socket.ask({ type: "why", id: "q2", seat: 0, target: "x", path: [] });
    line(0).breaks(1006);
    expect(await lost).toBeNull();
  });

  it("does not try again where it is of no use", () => {
    line(0).breaks(4404);
    vi.advanceTimersByTime(60_000);
    expect(FakeLine.made).toHaveLength(1);
    expect(states.at(-1)).toBe("closed");
    expect(isFinal(1012)).toBe(false);
  });
});
